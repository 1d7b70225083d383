"""Characters from HTML source: references, %-escapes, script escapes, white space, invisible marks.

Comes in: a range of the source and how it is spelled there. Goes out: characters into a block, each with
its place. The rules for references are those of the HTML Living Standard ("Character reference state"),
also the one that leaves `&copy=1` alone in an attribute. Never looks beyond the range it was given.
"""

import html.entities
import re

from lexveil.formats.html.elements import SPACE
from lexveil.formats.markup import Block
from lexveil.formats.spelling import ADDRESS, add_one, numbered, patterns, percent

# Contexts: how a replacement must be spelled in that place (`escape` knows).
TEXT, DOUBLE, SINGLE, BARE = "text", "double", "single", "bare"
COMMENT, CDATA, SCRIPT, STYLE, RAW = "comment", "cdata", "script", "style", "raw"

_PATTERNS = patterns(r"(&(?:\#[xX][0-9A-Fa-f]+|\#[0-9]+|[A-Za-z][A-Za-z0-9]{0,31});?)|&", SPACE)
_SCRIPT = re.compile(
    r"([^\\]+)"
    r"|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"
    r"|\\(?:u(?!d[89a-f])([0-9a-f]{4})|x([0-9a-f]{2})|([nrtbfv\"'/`\\]))|\\",
    re.IGNORECASE,
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": "\f", "v": "\v"}


def flowing(block: Block, source: str, start: int, end: int, context: str) -> None:
    """Text in which runs of white space show as one space."""
    _read(_PATTERNS.flowing, block, source, start, end, context)


def kept(block: Block, source: str, start: int, end: int, context: str) -> None:
    """Text whose white space shows as it is: `pre`, `textarea`."""
    _read(_PATTERNS.kept, block, source, start, end, context)


def section(block: Block, source: str, start: int, end: int) -> None:
    """A CDATA section: flowing text without references."""
    _read(_PATTERNS.section, block, source, start, end, CDATA)


def address(block: Block, source: str, start: int, end: int) -> None:
    """An attribute that is an address: `M%C3%BCller` shows as Müller."""
    _read(_PATTERNS.escaped, block, source, start, end, ADDRESS)


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


def _read(pattern: re.Pattern[str], block: Block, source: str, start: int, end: int, context: str) -> None:
    add, match, at = block.add, pattern.match, start
    while at < end:
        found = match(source, at, end)
        assert found  # the alternatives begin with every character there is
        group, stop = found.lastindex, found.end()
        if group == 1:
            add(found[1], at, stop, context)
        elif group == 2:
            block.space(at, stop, context)
        elif group == 4:
            block.hide(at, stop, context)
        elif group == 5:
            percent(block, source, at, stop)
        else:
            char, stop = _reference(source, found, context) if group == 3 else (source[at], at + 1)
            add_one(block, char, at, stop, context, space="" if pattern is _PATTERNS.kept else SPACE)
        at = stop


def _reference(source: str, found: re.Match[str], context: str) -> tuple[str, int]:
    """The characters that a reference stands for, and where it ends: at the latest where `found` does."""
    start, written = found.start(), found[3]
    if written[1] == "#":
        return numbered(written[2:].rstrip(";"), space=SPACE, unknown="\ufffd"), found.end()
    name = written[1:]
    if name.endswith(";") and name in html.entities.html5:
        return html.entities.html5[name], found.end()
    for length in range(
        min(len(name), 6), 1, -1
    ):  # names that may go without a semicolon have 2 to 6 letters
        if name[:length] in html.entities.html5:
            stop = start + 1 + length
            following = source[stop : stop + 1] if stop < found.endpos else ""
            if context in (DOUBLE, SINGLE, BARE, ADDRESS) and (following == "=" or following.isalnum()):
                break
            return html.entities.html5[name[:length]], stop
    return "&", start + 1
