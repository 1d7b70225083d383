"""The text of a PDF that stands in no page: bookmarks, comments, fields, alternative texts, layers, links.

Comes in: a cleaned PDF. Goes out: one `Text` per string that may hold a name, in the same order every time,
and a block for each: `hidden` text for what a viewer shows or reads out, `code` for addresses and the names
of fields and for keys that are not known. Writing sets the string anew. Strings that only programs read
(the order of a character collection, dates, colours) are left out.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote

import pikepdf

from lexveil.formats.markup import Block
from lexveil.formats.pdf.walk import Node, entries, walk
from lexveil.formats.spelling import INVISIBLE

STRING, ADDRESS, FIELD = "string", "address", "field"  # contexts: how a replacement is spelled there
_DATE = re.compile(r"(?:D:)?[0-9]{4}[0-9:' TZ+-]*")
# What strings under these keys look like when only programs read them; anything else is read.
TECHNICAL = {
    "/Registry": re.compile("Adobe"),
    "/Ordering": re.compile("Identity|UCS|Japan1|Korea1|KR|GB1|CNS1"),
    "/CharSet": re.compile(r"(?:/[A-Za-z0-9._]+)*"),
    "/CreationDate": _DATE,
    "/ModDate": _DATE,
    "/M": _DATE,
    "/ColorSpace": re.compile(".*", re.DOTALL),
    "/CS": re.compile(".*", re.DOTALL),
    "/Lang": re.compile("[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*"),
}
SHOWN = frozenset(
    "/Contents /T /TU /V /DV /Opt /Title /Author /Subject /Keywords /Alt /ActualText /E /Subj /Name /P /CA "
    "/AC /RC /OverlayText /Desc".split()
)
_WORDS = {"hidden": re.compile(r"[^\W\d_]|\d{4}"), "code": re.compile(r"[^\W\d_]{2}|\d{4}|%")}
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffd]")
_ESCAPE = "\x1b[^\x1b]*\x1b"  # the language of what follows (ISO 32000-2, 7.9.2.2)
_PARTS = re.compile(rf"(\r\n?|\n)|([\t\v\f \u00a0]+)|({_ESCAPE}|[{INVISIBLE}]|\x1b)|([^\s\x1b]|\S)")
_PERCENT = re.compile(
    r"(?i)((?:%[2-7][0-9a-f])|(?:%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f])"
    r"|(?:%e[0-9a-f](?:%[89ab][0-9a-f]){2})|(?:%f[0-4](?:%[89ab][0-9a-f]){3}))|([^%]+|%)"
)
_CONTACT = re.compile(r"\s*(?:mailto|tel|sms|callto|fax|sip):([^?]*)", re.IGNORECASE)


class Text(NamedTuple):
    holder: pikepdf.Object
    key: str | int
    text: str
    zone: str
    context: str


def texts(pdf: pikepdf.Pdf) -> Iterator[Text]:
    """Every string that may hold a name."""
    for node in walk(pdf):
        for entry in entries(node):
            if isinstance(entry.value, pikepdf.String):
                found = _text(node, entry.key, entry.meaning, str(entry.value))
                if found:
                    yield found


def blocks(text: str, zone: str, context: str, base: int) -> list[Block]:
    """The blocks of a string whose first character has the number `base`."""
    if context != ADDRESS:
        block = Block(zone)
        _flow(block, text, base, context)
        return [block]
    found = []
    start = 0
    contact = _CONTACT.match(text)
    if contact:  # whom a link writes to is told to the reader
        found.append(Block("hidden"))
        _address(found[0], text, contact.start(1), contact.end(1), base)
        start = min(contact.end() + 1, len(text))
    found.append(Block("code"))
    _address(found[-1], text, start, len(text), base)
    return found


def spelled(text: str, context: str) -> str:
    """A replacement as it must be written in that place."""
    if context == ADDRESS:
        return quote(text, safe="@")
    return text.replace(".", "_") if context == FIELD else text  # a point would part the names of two fields


def spliced(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    """The string with each range replaced; ranges are sorted and do not overlap."""
    parts: list[str] = []
    last = 0
    for start, end, new in edits:
        parts += (text[last : max(start, last)], new)
        last = max(end, last)
    return "".join([*parts, text[last:]])


def worth_reading(text: str, zone: str, meaning: str) -> bool:
    """Whether a string under that key can hold a name."""
    technical = TECHNICAL.get(meaning)
    plain = bool(_WORDS[zone].search(text)) and not _BINARY.search(text)
    return plain and not (technical and technical.fullmatch(text))


def _text(node: Node, key: str | int, meaning: str, text: str) -> Text | None:
    holder = node.object
    zone, context = ("hidden" if meaning in SHOWN else "code"), STRING
    if meaning in ("/URI", "/URL"):
        zone, context = "code", ADDRESS
    elif meaning in ("/T", "/TM") and _is_field(holder):
        zone, context = "code", FIELD
    return Text(holder, key, text, zone, context) if worth_reading(text, zone, meaning) else None


def _is_field(holder: pikepdf.Object) -> bool:
    return any(key in holder for key in ("/FT", "/Kids", "/Parent")) or holder.get("/Subtype") == "/Widget"


def _flow(block: Block, text: str, base: int, context: str) -> None:
    run = ""
    start = 0
    for found in _PARTS.finditer(text):
        at, end = base + found.start(), base + found.end()
        if found.lastindex == 4:
            start, run = (start if run else at), run + found[0]
            continue
        if run:
            block.add(run, start, at, context)
            run = ""
        if found.lastindex == 1:
            block.line([(at, end)], context)
        elif found.lastindex == 2:
            block.space(at, end, context)
        else:
            block.hide(at, end, context)
    if run:
        block.add(run, start, start + len(run), context)


def _address(block: Block, text: str, start: int, end: int, base: int) -> None:
    for found in _PERCENT.finditer(text, start, end):
        shown = found[0]
        if found[1]:
            decoded = bytes.fromhex(found[1].replace("%", "")).decode("utf-8", "replace")
            shown = decoded if decoded.isprintable() and decoded != "\ufffd" else shown
        block.add(shown, base + found.start(), base + found.end(), ADDRESS)
