"""The instructions of fields: `HYPERLINK "mailto:…"`, `MERGEFIELD Name`, `REF bookmark`.

Comes in: the text between a field's beginning and its result, in however many runs. Goes out: one block for
each instruction, hidden text, or code where it only refers to a bookmark. Words outside quotation marks are
written back as single words, so that the instruction stays one. Never runs a field.
"""

import re

from lexveil.formats.docx.readings import Flow
from lexveil.formats.docx.spell import FIELD, QUOTED
from lexveil.formats.html import characters as chars
from lexveil.formats.markup import Block

_QUOTE = re.compile(r"\"|&quot;|&#34;|&#x22;|[“”„]")
_REFERS = re.compile(r"\s*(?:REF|PAGEREF|NOTEREF|STYLEREF)\s", re.IGNORECASE)
# What many instructions are made of alone: the kind of field, switches and the words that go with them.
_KINDS = frozenset(
    "formtext formcheckbox formdropdown page numpages sectionpages section date time createdate "
    "savedate printdate edittime numwords numchars filesize revnum toc tc index toa hyperlink ref "
    "pageref seq symbol author title mergeformat mergeformatinet charformat arabic roman upper "
    "lower firstcap caps alphabetic ordinal cardtext ordtext hex dollartext figure table listnum "
    "autonum autonumlgl autonumout quote if mergerec mergeseq next bibliography citation "
    "addressblock greetingline shape embed equation eq addin".split()
)
_WORD = re.compile(r"(?:\\\S*|[^\s\\\"]+)")
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")


class Field:
    __slots__ = ("begun_in", "flow", "open", "quoted")

    def __init__(self, begun_in: Flow | None = None) -> None:
        self.flow = Flow("hidden")
        self.begun_in = begun_in  # the paragraph
        self.open = True  # whether its instruction goes on: its result is ordinary text
        self.quoted = False

    def blocks(self) -> list[Block]:
        found = [block for block in self.flow.blocks() if _says_more("".join(block.parts))]
        for block in found:
            if _REFERS.match("".join(block.parts)):
                block.kind = "code"
        return found


def _says_more(instruction: str) -> bool:
    """Whether there is more to it than the kind of field and its switches.

    >>> _says_more(' TOC \\\\o "1-3" '), _says_more(" MERGEFIELD Torvund ")
    (False, True)
    """
    words = (word for word in _WORD.findall(instruction) if not word.startswith("\\"))
    return any(word.lower() not in _KINDS and re.search(r"[^\W\d_]{2}|\d{4}", word) for word in words)


def add_instruction(block: Block, source: str, start: int, end: int, context: str, *, quoted: bool) -> bool:
    """Add a stretch of an instruction; returns whether a quotation is open after it."""
    if context == chars.CDATA:
        chars.section(block, source, start, end)
        return quoted
    last = start
    for mark in (*_QUOTE.finditer(source, start, end), None):
        stop = mark.start() if mark else end
        _add(block, source, last, stop, quoted=quoted)
        if mark:
            block.add('"', mark.start(), mark.end(), FIELD)
            last, quoted = mark.end(), not quoted
    return quoted


def _add(block: Block, source: str, start: int, end: int, *, quoted: bool) -> None:
    if start < end and quoted and _ESCAPED.search(source, start, end):
        chars.address(block, source, start, end)
    elif start < end:
        chars.flowing(block, source, start, end, QUOTED if quoted else FIELD)
