"""A replacement as it must be spelled where it goes.

Comes in: the replacement's text, the context of its place, what stands before it, and the encoding. Goes out:
source that reads back as that text and cannot end an attribute, a comment, a section or an instruction. An
identifier stays one: spaces become low lines and the first letter a capital, so that it and the references to
it still agree. Never changes anything but the replacement.
"""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

from lexveil.formats.spelling import ADDRESS
from lexveil.formats.xml.characters import (
    CDATA,
    COMMENT,
    DOUBLE,
    IDENTIFIER,
    INSTRUCTION,
    SINGLE,
    TEXT,
)

_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_UNSAFE = {
    TEXT: re.compile(r"[&<>\r]"),
    DOUBLE: re.compile(r'[&<>"\t\r\n]'),
    SINGLE: re.compile(r"[&<>'\t\r\n]"),
    COMMENT: re.compile(r"&|\A-|-\Z|-(?=-)|(?<=-)-"),
    INSTRUCTION: re.compile(r"[&?>]"),
    CDATA: re.compile(r"[\]>\r]"),
    IDENTIFIER: re.compile(r"(?!)"),
}
_NO_IDENTIFIER = re.compile(r"[^\w.-]+")
_BEGINS = re.compile(r"(?:\A|[\"'#\s])\Z")  # before a replacement that begins an identifier
_OPEN_ESCAPE = re.compile(r"%[0-9A-Fa-f]?\Z")  # would take up the first letters of an address
_NOTHING = "\u200b"  # an empty replacement where emptiness would join what it stood between


class Encoding(NamedTuple):
    """How the file was read, and how a program that takes it at its word would read it."""

    read: str
    declared: str

    def has(self, char: str) -> bool:
        """Whether the character can be written as it is, and everybody will read it so."""
        try:
            return char.isascii() or char.encode(self.read) == char.encode(self.declared)
        except UnicodeEncodeError:
            return False


def spell(text: str, context: str, left: str, *, encoding: Encoding) -> str:
    """The source for `text` in that context after `left`.

    >>> utf8 = Encoding("utf-8", "utf-8")
    >>> spell('R&D "A"', DOUBLE, "", encoding=utf8), spell("person A", IDENTIFIER, "#", encoding=utf8)
    ('R&amp;D &quot;A&quot;', 'Person_A')
    """
    if context == ADDRESS:
        return _address(text, left)
    if context == IDENTIFIER:
        text = _identifier(text, left)
    code = _section if context == CDATA else _reference
    if not text:
        return code(_NOTHING) if context in (COMMENT, INSTRUCTION, CDATA) else ""
    unsafe = _UNSAFE.get(context, _UNSAFE[TEXT])
    parts: list[str] = []
    last = 0
    for found in unsafe.finditer(text):
        parts += (_encodable(text[last : found.start()], code, encoding), code(found[0]))
        last = found.end()
    return "".join([*parts, _encodable(text[last:], code, encoding)])


def _encodable(text: str, code: Callable[[str], str], encoding: Encoding) -> str:
    return "".join(char if encoding.has(char) else code(char) for char in text)


def _reference(char: str) -> str:
    return _NAMED.get(char, f"&#{ord(char)};")


def _section(char: str) -> str:
    return f"]]>&#{ord(char)};<![CDATA["


def _identifier(text: str, left: str) -> str:
    text = _NO_IDENTIFIER.sub("_", text) or "_"
    text = text[0].upper() + text[1:]
    return f"_{text}" if _BEGINS.search(left) and not (text[0].isalpha() or text[0] == "_") else text


def _address(text: str, left: str) -> str:
    first = "".join(f"%{byte:02X}" for byte in text[:1].encode()) if _OPEN_ESCAPE.search(left) else ""
    return (first + quote(text[1:] if first else text, safe="@")) or "%E2%80%8B"
