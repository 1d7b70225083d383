"""Characters of markup into blocks, each with its place: references, %-escapes, white space, invisible
marks.

In HTML the rules are those of the Living Standard ("Character reference state"), also the one that leaves
`&copy=1` alone in an attribute. In XML a name that neither XML, the document nor HTML knows reads as one sign
that stands for nothing (U+FFFC) and stays as it is written. Office files are read by the rules of HTML.
"""

import html.entities
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from lexveil import languages
from lexveil.formats.markup import Block, Range

# Contexts: how a replacement must be spelled in that place (`escaping` knows). `plain` is text in an element
# that takes no element inside it.
TEXT, PLAIN, DOUBLE, SINGLE, BARE = "text", "plain", "double", "single", "bare"
COMMENT, INSTRUCTION, CDATA, SCRIPT, STYLE, RAW = "comment", "instruction", "cdata", "script", "style", "raw"
ADDRESS, IDENTIFIER = "address", "identifier"
QUOTED_BY = {'"': DOUBLE, "'": SINGLE, "": BARE}

HTML_SPACE = " \t\n\f\r"  # a no-break space is a character like others
XML_SPACE = " \t\n\r"
UNKNOWN = "\ufffc"
# Soft hyphen, zero-width spaces and joiners, marks of writing direction: nothing a reader sees.
INVISIBLE = "\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"

# Values that are switched on or off, files in base64, and addresses that reach somebody.
FLAG = re.compile(r"(?i)\s*(?:true|false|yes|no|on|off|auto|none|null|undefined)\s*\Z")
EMBEDDED_FILE = re.compile(r"\s*data:[^,]{0,200};base64,", re.IGNORECASE)
_CONTACT = re.compile(r"\s*(?:mailto|tel|sms|callto|fax|skype|xmpp|sip):([^?]*)", re.IGNORECASE)

_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_PERCENT = re.compile(
    r"(?i)%[2-7][0-9a-f]"
    r"|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]"
    r"|%e[0-9a-f](?:%[89ab][0-9a-f]){2}"
    r"|%f[0-4](?:%[89ab][0-9a-f]){3}"
    r"|%.."
)
_SCRIPT = re.compile(
    r"([^\\]+)"
    r"|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"
    r"|\\(?:u(?!d[89a-f])([0-9a-f]{4})|x([0-9a-f]{2})|([nrtbfv\"'/`\\]))|\\",
    re.IGNORECASE,
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": "\f", "v": "\v"}
# Within an identifier: a capital after a small letter begins a word (but McDonald is one), so do digits after
# a word. A short prefix and its digits stay together: they are a number of something.
_WORD_END = re.compile(r"(?<=[^\W\d_])(?=[^\W\d_])|(?<=[^\W\d_]{4})(?=\d)")

Pattern = re.Pattern[str]
Add = Callable[[Block, str, int, int, str], None]
Reference = Callable[[re.Match[str], str], tuple[str, int]]  # what it stands for, and where it ends


class Patterns(NamedTuple):
    """Groups, in all of them: 1 plain text, 2 white space, 3 a reference, 4 invisible, 5 %-escapes; without a
    group, one character by itself. Each alternative begins with another character, so nothing is tried
    twice."""

    space: str
    flowing: Pattern  # runs of white space show as one space
    kept: Pattern  # white space shows as it is
    section: Pattern  # flowing, without references: CDATA
    kept_section: Pattern
    escaped: Pattern  # an address


def _patterns(reference: str, space: str) -> Patterns:
    """`reference` is a pattern with one group that leaves a lone & to itself."""
    hidden, never = rf"|([{INVISIBLE}]+)", "((?!))"
    return Patterns(
        space,
        re.compile(
            rf"([^{space}&{INVISIBLE}]++(?: [^{space}&{INVISIBLE}]++)*+)|([{space}]+)|{reference}{hidden}"
        ),
        re.compile(rf"([^&{INVISIBLE}]+)|{never}|{reference}{hidden}"),
        re.compile(rf"([^{space}{INVISIBLE}]++(?: [^{space}{INVISIBLE}]++)*+)|([{space}]+)|{never}{hidden}"),
        re.compile(rf"([^{INVISIBLE}]+)|{never}|{never}{hidden}"),
        re.compile(
            rf"([^{space}&%{INVISIBLE}]+)|([{space}]+)|{reference}{hidden}|((?:%[0-9A-Fa-f]{{2}})+)|%"
        ),
    )


_HTML = _patterns(r"(&(?:\#[xX][0-9A-Fa-f]+|\#[0-9]+|[A-Za-z][A-Za-z0-9]{0,31});?)|&", HTML_SPACE)
_XML = _patterns(r"&(\#x[0-9A-Fa-f]+|\#[0-9]+|[^\s;&<>\"'\#]{1,64});|&", XML_SPACE)


def _read(
    patterns: Patterns,
    pattern: Pattern,
    block: Block,
    source: str,
    place: Range,
    context: str,
    reference: Reference,
    add: Add = Block.add,
) -> None:
    at, end = place
    match, space = pattern.match, "" if pattern is patterns.kept else patterns.space
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
            _percent(block, source, at, stop)
        else:
            text, stop = reference(found, context) if group == 3 else (source[at], at + 1)
            _add_one(block, text, at, stop, context, space=space)
        at = stop


def _add_one(block: Block, text: str, start: int, stop: int, context: str, *, space: str) -> None:
    """What one reference, or one character by itself, shows; `space` is empty where white space stays."""
    if text in space:
        block.space(start, stop, context)
    elif _INVISIBLE.fullmatch(text):
        block.hide(start, stop, context)
    else:
        block.add(text, start, stop, context)


def _numbered(digits: str, *, space: str, unknown: str) -> str:
    """The character of a reference by number, `xE9` or `233`; `unknown` for what is none."""
    base = 16 if digits[0] in "xX" else 10
    digits = digits.lstrip("xX").lstrip("0")
    number = int(digits, base) if 0 < len(digits) < 8 else 0
    if 0x80 <= number <= 0x9F:  # written by those who meant windows-1252
        return bytes([number]).decode("cp1252", "replace")
    odd = number < 0x20 and chr(number) not in space
    return unknown if odd or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF else chr(number)


def _percent(block: Block, source: str, start: int, end: int) -> None:
    """%-escapes of an address, as the characters they are in UTF-8."""
    for found in _PERCENT.finditer(source, start, end):
        try:
            char = bytes.fromhex(found[0].replace("%", "")).decode("utf-8")
        except UnicodeDecodeError:
            char = ""
        # What is not UTF-8, or nothing one could read, stays as it is written.
        shown = char if char.isprintable() and char and not _INVISIBLE.fullmatch(char) else found[0]
        block.add(shown, found.start(), found.end(), ADDRESS)


def contact_and_rest(source: str, start: int, end: int) -> tuple[Range | None, Range]:
    """Of an address: whom it reaches (a `mailto:`), which is told to the reader, and what else it says."""
    contact = _CONTACT.match(source, start, end)
    return (contact.span(1), (min(contact.end() + 1, end), end)) if contact else (None, (start, end))


def apart(block: Block, context: str) -> None:
    """A space that is not in the source, between words that markup alone keeps apart."""
    if not block.gap:
        block.gap.append((" ", context, []))


def flowing(block: Block, source: str, start: int, end: int, context: str) -> None:
    """Text in which runs of white space show as one space; in a CDATA section there are no references."""
    pattern = _HTML.section if context == CDATA else _HTML.flowing
    _read(_HTML, pattern, block, source, (start, end), context, _html_reference)


def kept(block: Block, source: str, start: int, end: int, context: str) -> None:
    """Text whose white space shows as it is: `pre`, `textarea`."""
    _read(_HTML, _HTML.kept, block, source, (start, end), context, _html_reference)


def address(block: Block, source: str, start: int, end: int) -> Block:
    """An attribute that is an address: `M%C3%BCller` shows as Müller. Returns the block."""
    _read(_HTML, _HTML.escaped, block, source, (start, end), ADDRESS, _html_reference)
    return block


def script(block: Block, source: str, start: int, end: int) -> None:
    """Script or JSON, in which `\\u00fc` is ü and `\\n` is no letter n."""
    for found in _SCRIPT.finditer(source, start, end):
        plain, high, low, unit, byte, short = found.groups()
        if plain:
            text = plain
        elif high:
            text = chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
        elif unit or byte:
            text = chr(int(unit or byte, 16))
        else:
            text = _ESCAPES.get(short, short) if short else "\\"
        if not plain and not text.isprintable() and not text.isspace():
            text = found[0]  # a control character: nothing to read
        block.add(text, found.start(), found.end(), SCRIPT)


def literal(block: Block, source: str, start: int, end: int, context: str) -> None:
    if start < end:
        block.add(source[start:end], start, end, context)


def _html_reference(found: re.Match[str], context: str) -> tuple[str, int]:
    """It ends at the latest where `found` does."""
    source, start, written = found.string, found.start(), found[3]
    if written[1] == "#":
        return _numbered(written[2:].rstrip(";"), space=HTML_SPACE, unknown="\ufffd"), found.end()
    name = written[1:]
    if name.endswith(";") and name in html.entities.html5:
        return html.entities.html5[name], found.end()
    # Names that may go without a semicolon have 2 to 6 letters.
    for length in range(min(len(name), 6), 1, -1):
        if name[:length] in html.entities.html5:
            stop = start + 1 + length
            following = source[stop : stop + 1] if stop < found.endpos else ""
            if context in (DOUBLE, SINGLE, BARE, ADDRESS) and (following == "=" or following.isalnum()):
                break
            return html.entities.html5[name[:length]], stop
    return "&", start + 1


class XmlCharacters:
    """Reads one source, with the entities it declares."""

    def __init__(self, source: str, entities: Mapping[str, str]) -> None:
        self.source = source
        self.entities = entities
        self.unknown = 0  # references that only a DTD elsewhere could explain

    def flowing(self, block: Block, start: int, end: int, context: str) -> None:
        """Text in which runs of white space show as one space."""
        self._read(_XML.section if context == CDATA else _XML.flowing, block, (start, end), context)

    def kept(self, block: Block, start: int, end: int, context: str) -> None:
        """Text whose white space shows as it is."""
        self._read(_XML.kept_section if context == CDATA else _XML.kept, block, (start, end), context)

    def address(self, block: Block, start: int, end: int) -> None:
        """An address: `M%C3%BCller` shows as Müller, and its fragment is an identifier."""
        fragment = self.source.find("#", start, end)
        while fragment > start and self.source[fragment - 1] == "&":  # &#252; is no fragment
            fragment = self.source.find("#", fragment + 1, end)
        stop = end if fragment < 0 or "%" in self.source[fragment:end] else fragment
        self._read(_XML.escaped, block, (start, stop), ADDRESS, add=_add_words)
        self.identifier(block, stop, end)

    def addresses(self, start: int, end: int) -> tuple[Block | None, Block]:
        """Whom an address reaches, which is told to the reader and so hidden text, and what else it says."""
        contact, rest = contact_and_rest(self.source, start, end)
        hidden, code = Block("hidden", region="link") if contact else None, Block("code", region="link")
        if hidden and contact:
            self._read(_XML.escaped, hidden, contact, ADDRESS)
        self.address(code, *rest)
        return hidden, code

    def identifier(self, block: Block, start: int, end: int) -> None:
        """Identifiers, or references to them: `#annaTorvund` shows as two words."""
        self._read(_XML.flowing, block, (start, end), IDENTIFIER, add=_add_words)

    def _read(self, pattern: Pattern, block: Block, place: Range, context: str, add: Add = Block.add) -> None:
        _read(_XML, pattern, block, self.source, place, context, self._reference, add)

    def _reference(self, found: re.Match[str], context: str) -> tuple[str, int]:
        name = found[3]
        if name[0] == "#":
            # An odd number stands only in a comment: elsewhere it is not well-formed.
            return _numbered(name[1:], space=XML_SPACE, unknown=UNKNOWN), found.end()
        text = self.entities.get(name) or html.entities.html5.get(f"{name};")
        if text:
            return text, found.end()
        if context in (COMMENT, INSTRUCTION):  # nobody resolves references there
            return "&", found.start() + 1
        self.unknown += 1
        return UNKNOWN, found.end()


@cache
def _clinging() -> Pattern:
    """The beginning of a name that goes on after a capital."""
    glued = languages.load("en").people["described"]["glued_in_identifiers"]
    return re.compile(rf"(?:^|[\W_])(?:{'|'.join(each.capitalize() for each in glued)})\Z")


def _add_words(block: Block, text: str, start: int, end: int, context: str) -> None:
    """The words of an identifier, told apart."""
    last = 0
    for found in _WORD_END.finditer(text):
        at = found.start()
        before, char = text[at - 1], text[at]
        capital = before.islower() and char.isupper()
        if char.isdigit() or (capital and not _clinging().search(text[max(last, at - 6) : at])):
            block.add(text[last:at], start + last, start + at, context)
            apart(block, context)
            last = at
    block.add(text[last:], start + last, end, context)
