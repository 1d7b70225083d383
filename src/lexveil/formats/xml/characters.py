"""Characters from XML source: references, %-escapes, identifiers, white space, invisible marks.

Comes in: a range of the source and how it is spelled there. Goes out: characters into a block, each with its
place. References are those of XML, the entities the document declares for one character, and the well-known
names of HTML, which documents with a DTD elsewhere use; any other reads as one sign that stands for nothing
(U+FFFC) and stays as it is written. Never looks beyond the range it was given.
"""

import html.entities
import re
from collections.abc import Callable, Mapping

from lexveil.formats.markup import Block
from lexveil.formats.spelling import ADDRESS, add_one, numbered, patterns, percent

# Contexts: how a replacement must be spelled in that place (`escape` knows). `plain` is text in an element
# that takes no element inside it.
TEXT, PLAIN, DOUBLE, SINGLE = "text", "plain", "double", "single"
COMMENT, INSTRUCTION, CDATA, IDENTIFIER = "comment", "instruction", "cdata", "identifier"

SPACE = " \t\n\r"
UNKNOWN = "\ufffc"
_PATTERNS = patterns(r"&(\#x[0-9A-Fa-f]+|\#[0-9]+|[^\s;&<>\"'\#]{1,64});|&", SPACE)
# Within an identifier: a capital after a small letter begins a word (but McDonald is one), so do digits after
# a word. A short prefix and its digits stay together: they are a number of something.
_WORD_END = re.compile(r"(?<=[^\W\d_])(?=[^\W\d_])|(?<=[^\W\d_]{4})(?=\d)")
_CLINGS = re.compile(r"(?:^|[\W_])(?:Mc|Mac|De|Di|Du|La|Le|Fitz)\Z")

Add = Callable[[Block, str, int, int, str], None]


class Characters:
    """Reads one source, with the entities it declares."""

    def __init__(self, source: str, entities: Mapping[str, str]) -> None:
        self.source = source
        self.entities = entities
        self.unknown = 0  # references that only a DTD elsewhere could explain

    def flowing(self, block: Block, start: int, end: int, context: str) -> None:
        """Text in which runs of white space show as one space."""
        self._read(_PATTERNS.section if context == CDATA else _PATTERNS.flowing, block, start, end, context)

    def kept(self, block: Block, start: int, end: int, context: str) -> None:
        """Text whose white space shows as it is."""
        self._read(_PATTERNS.kept_section if context == CDATA else _PATTERNS.kept, block, start, end, context)

    def address(self, block: Block, start: int, end: int) -> None:
        """An address: `M%C3%BCller` shows as Müller, and its fragment is an identifier."""
        fragment = self.source.find("#", start, end)
        while fragment > start and self.source[fragment - 1] == "&":  # &#252; is no fragment
            fragment = self.source.find("#", fragment + 1, end)
        stop = end if fragment < 0 or "%" in self.source[fragment:end] else fragment
        self._read(_PATTERNS.escaped, block, start, stop, ADDRESS, add=_add_words)
        self.identifier(block, stop, end)

    def contact(self, block: Block, start: int, end: int) -> None:
        """Whom an address reaches: an e-mail address, a number."""
        self._read(_PATTERNS.escaped, block, start, end, ADDRESS)

    def identifier(self, block: Block, start: int, end: int) -> None:
        """Identifiers, or references to them: `#annaTorvund` shows as two words."""
        self._read(_PATTERNS.flowing, block, start, end, IDENTIFIER, add=_add_words)

    def _read(
        self,
        pattern: re.Pattern[str],
        block: Block,
        start: int,
        end: int,
        context: str,
        *,
        add: Add = Block.add,
    ) -> None:
        match, source, at = pattern.match, self.source, start
        while at < end:
            found = match(source, at, end)
            assert found  # the alternatives begin with every character there is
            group, stop = found.lastindex, found.end()
            if group == 1:
                add(block, found[1], at, stop, context)
            elif group == 2:
                block.space(at, stop, context)
            elif group == 4:
                block.hide(at, stop, context)
            elif group == 5:
                percent(block, source, at, stop)
            else:
                text, stop = self._reference(found, context) if group == 3 else (source[at], at + 1)
                add_one(block, text, at, stop, context, space="" if pattern is _PATTERNS.kept else SPACE)
            at = stop

    def _reference(self, found: re.Match[str], context: str) -> tuple[str, int]:
        """What a reference stands for, and where it ends."""
        name = found[3]
        if name[0] == "#":
            # An odd number stands only in a comment: elsewhere it is not well-formed.
            return numbered(name[1:], space=SPACE, unknown=UNKNOWN), found.end()
        text = self.entities.get(name) or html.entities.html5.get(f"{name};")
        if text:
            return text, found.end()
        if context in (COMMENT, INSTRUCTION):  # nobody resolves references there
            return "&", found.start() + 1
        self.unknown += 1
        return UNKNOWN, found.end()


def apart(block: Block, context: str) -> None:
    """A space that is not in the source, between words that markup alone keeps apart."""
    if not block.gap:
        block.gap.append((" ", context, []))


def _add_words(block: Block, text: str, start: int, end: int, context: str) -> None:
    """The words of an identifier, told apart."""
    last = 0
    for found in _WORD_END.finditer(text):
        at = found.start()
        before, char = text[at - 1], text[at]
        if char.isdigit() or (
            before.islower() and char.isupper() and not _CLINGS.search(text[max(last, at - 6) : at])
        ):
            block.add(text[last:at], start + last, start + at, context)
            apart(block, context)
            last = at
    block.add(text[last:], start + last, end, context)
