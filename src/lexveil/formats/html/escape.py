"""A replacement as it must be spelled where it goes.

Comes in: the replacement's text, the context of its place, what stands before it, and the encoding. Goes
out: source that reads back as that text and cannot end an attribute, a comment or a script. What cannot be
spelled is an OutputError. Never changes anything but the replacement.
"""

import re
from collections.abc import Callable
from urllib.parse import quote

from lexveil.errors import OutputError
from lexveil.formats.html.characters import (
    BARE,
    CDATA,
    COMMENT,
    DOUBLE,
    RAW,
    SCRIPT,
    SINGLE,
    STYLE,
    TEXT,
)
from lexveil.formats.spelling import ADDRESS

_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_UNSAFE = {
    TEXT: re.compile("[&<>]"),
    DOUBLE: re.compile('[&<>"]'),
    SINGLE: re.compile("[&<>']"),
    BARE: re.compile(r"[^\w.:-]|[^\x00-\x7f]"),
    COMMENT: re.compile(r"[&<>]|\A-|-\Z|-(?=-)|(?<=-)-"),
    CDATA: re.compile(r"[\]>]"),
    SCRIPT: re.compile(r"[\\\"'`<\x00-\x1f\u2028\u2029]"),
    STYLE: re.compile(r"[\\\"'<\x00-\x1f]"),
    RAW: re.compile("<"),
}
# After these the first letter of a replacement would become part of a reference, a tag or an escape.
_OPEN_MARKUP = re.compile(r"(?:&#?[0-9A-Za-z]*|<[/!?A-Za-z-]*)\Z")
_OPEN_SCRIPT = re.compile(r"(?:<[/!A-Za-z-]*|\\[uxUX][0-9A-Fa-f]*)\Z")
_OPEN_ADDRESS = re.compile(r"(?:%[0-9A-Fa-f]?|&#?[0-9A-Za-z]*)\Z")
_NOTHING = "\u200b"  # an empty replacement where emptiness would join what it stood between


def spell(text: str, context: str, left: str, *, encoding: str) -> str:
    """The source for `text` in that context after `left`.

    >>> spell('R&D "A"', DOUBLE, "", encoding="utf-8")
    'R&amp;D &quot;A&quot;'
    """
    if context == ADDRESS:
        return _address(text, left)
    code = _CODES.get(context, _reference)
    opened = (_OPEN_SCRIPT if context in (SCRIPT, STYLE, RAW) else _OPEN_MARKUP).search(left)
    if not text and (opened or context in (BARE, COMMENT, CDATA)):
        return code(_NOTHING)
    first = code(text[0]) if text and opened and context != CDATA else ""
    rest = text[1:] if first else text
    return first + "".join(
        char if _fits(char, encoding) else code(char)
        for char in _split(_UNSAFE.get(context, _UNSAFE[TEXT]), rest, code)
    )


def _split(unsafe: re.Pattern[str], text: str, code: Callable[[str], str]) -> list[str]:
    """The text in parts: characters that are safe to write one by one, codes for those that are not."""
    parts: list[str] = []
    last = 0
    for found in unsafe.finditer(text):
        parts += text[last : found.start()]
        parts.append(code(found[0]))
        last = found.end()
    return parts + list(text[last:])


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _reference(char: str) -> str:
    return _NAMED.get(char, f"&#{ord(char)};")


def _section(char: str) -> str:
    return f"]]>&#{ord(char)};<![CDATA["


def _script(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _style(char: str) -> str:
    return f"\\{ord(char):X} "


def _refused(char: str) -> str:
    raise OutputError(
        f"a pseudonym needs the character U+{ord(char):04X} in a part of the page that cannot spell it (xmp, "
        "iframe, noembed, noframes or plaintext): remove that element, or choose other pseudonyms"
    )


def _address(text: str, left: str) -> str:
    opened = _OPEN_ADDRESS.search(left)
    first = "".join(f"%{byte:02X}" for byte in text[:1].encode()) if opened else ""
    return (first + quote(text[1:] if first else text, safe="@")) or "%E2%80%8B"


_CODES: dict[str, Callable[[str], str]] = {
    CDATA: _section,
    SCRIPT: _script,
    STYLE: _style,
    RAW: _refused,
}
