"""Characters from HTML source: references, %-escapes, script escapes, white space, invisible marks.

Comes in: a range of the source and how it is spelled there. Goes out: characters into a block, each with
its place. The rules for references are those of the HTML Living Standard ("Character reference state"),
also the one that leaves `&copy=1` alone in an attribute. Never looks beyond the range it was given.
"""

import html.entities
import re

from lexveil.formats.html.names import SPACE
from lexveil.formats.markup import Block

# Contexts: how a replacement must be spelled in that place (`escape` knows).
TEXT, DOUBLE, SINGLE, BARE, ADDRESS = "text", "double", "single", "bare", "address"
COMMENT, CDATA, SCRIPT, STYLE, RAW = "comment", "cdata", "script", "style", "raw"

# Soft hyphen, zero-width spaces and joiners, marks of writing direction: nothing a reader sees.
INVISIBLE = "\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_INVISIBLE = re.compile(f"[{INVISIBLE}]")

_REFERENCE = r"(&(?:\#[xX][0-9A-Fa-f]+|\#[0-9]+|[A-Za-z][A-Za-z0-9]{0,31});?)|&"
_HIDDEN = rf"|([{INVISIBLE}]+)"
# Each alternative begins with another character, so nothing is tried twice.
_FLOWING = re.compile(
    rf"([^{SPACE}&{INVISIBLE}]++(?: [^{SPACE}&{INVISIBLE}]++)*+)|([{SPACE}]+)|{_REFERENCE}{_HIDDEN}"
)
_NEVER = "((?!))"  # keeps the groups of all patterns in the same order
_KEPT = re.compile(rf"([^&{INVISIBLE}]+)|{_NEVER}|{_REFERENCE}{_HIDDEN}")
_SECTION = re.compile(
    rf"([^{SPACE}{INVISIBLE}]++(?: [^{SPACE}{INVISIBLE}]++)*+)|([{SPACE}]+)|{_NEVER}{_HIDDEN}"
)
_ESCAPED = re.compile(
    rf"([^{SPACE}&%{INVISIBLE}]+)|([{SPACE}]+)|{_REFERENCE}{_HIDDEN}|((?:%[0-9A-Fa-f]{{2}})+)|%"
)
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


def flowing(block: Block, source: str, start: int, end: int, context: str) -> None:
    """Text in which runs of white space show as one space."""
    _read(_FLOWING, block, source, start, end, context)


def kept(block: Block, source: str, start: int, end: int, context: str) -> None:
    """Text whose white space shows as it is: `pre`, `textarea`."""
    _read(_KEPT, block, source, start, end, context)


def section(block: Block, source: str, start: int, end: int) -> None:
    """A CDATA section: flowing text without references."""
    _read(_SECTION, block, source, start, end, CDATA)


def address(block: Block, source: str, start: int, end: int) -> None:
    """An attribute that is an address: `M%C3%BCller` shows as Müller."""
    _read(_ESCAPED, block, source, start, end, ADDRESS)


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
            _percent(block, source, at, stop)
        else:
            char, stop = _reference(source, found, context) if group == 3 else (source[at], at + 1)
            _add_one(block, char, at, stop, context, keep=pattern is _KEPT)
        at = stop


def _add_one(block: Block, char: str, start: int, stop: int, context: str, *, keep: bool) -> None:
    if char in SPACE and not keep:
        block.space(start, stop, context)
    elif _INVISIBLE.fullmatch(char):
        block.hide(start, stop, context)
    else:
        block.add(char, start, stop, context)


def _reference(source: str, found: re.Match[str], context: str) -> tuple[str, int]:
    """The characters that a reference stands for, and where it ends: at the latest where `found` does."""
    start, written = found.start(), found[3]
    if written[1] == "#":
        return _numbered(written[2:].rstrip(";")), found.end()
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


def _numbered(digits: str) -> str:
    base = 16 if digits[0] in "xX" else 10
    digits = digits.lstrip("xX").lstrip("0")
    number = int(digits, base) if 0 < len(digits) < 8 else 0
    if 0x80 <= number <= 0x9F:  # written by those who meant windows-1252
        return bytes([number]).decode("cp1252", "replace")
    odd = number < 0x20 and chr(number) not in SPACE
    return "\ufffd" if odd or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF else chr(number)


def _percent(block: Block, source: str, start: int, end: int) -> None:
    for found in _PERCENT.finditer(source, start, end):
        try:
            char = bytes.fromhex(found[0].replace("%", "")).decode("utf-8")
        except UnicodeDecodeError:
            char = ""
        if char.isprintable() and char and not _INVISIBLE.fullmatch(char):
            block.add(char, found.start(), found.end(), ADDRESS)
        else:  # not UTF-8, or nothing one could read: stays as it is written
            literal(block, source, found.start(), found.end(), ADDRESS)
