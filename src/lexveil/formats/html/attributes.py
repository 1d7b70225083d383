"""The text in the attributes of a tag.

Comes in: a start or end tag. Goes out: a block per value that may hold a name: zone `hidden` for what is
shown or told to a reader, zone `code` for the rest. Values from fixed lists (class, type, width …) are left
out, and so are embedded files, which are counted.
"""

import re
from collections.abc import Iterator

from lexveil.formats.html import characters as chars
from lexveil.formats.html.names import ROLES, SHAPES, attribute_kind, meta_kind
from lexveil.formats.html.tokens import Attribute, Token
from lexveil.formats.markup import Block
from lexveil.formats.shape import columns_told, heading

_CONTEXTS = {'"': chars.DOUBLE, "'": chars.SINGLE, "": chars.BARE}
# What a value needs to be worth reading: of shown text even an initial counts.
_WORDS = {"hidden": re.compile(r"[^\W\d_]|\d{4}|&")}
_WORDS["code"] = _WORDS["address"] = re.compile(r"[^\W\d_]{2}|\d{4}|[&%]")
_FLAG = re.compile(r"(?i)\s*(?:true|false|yes|no|on|off|auto|none|null|undefined)\s*\Z")
_ADDRESS = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
_CONTACT = re.compile(r"\s*(?:mailto|tel|sms|callto|fax|skype|xmpp|sip):([^?]*)", re.IGNORECASE)
_EMBEDDED = re.compile(r"\s*data:[^,]{0,200};base64,", re.IGNORECASE)

EMBEDDED = Block("embedded")  # stands for a file inside the value that was not read


def attribute_blocks(source: str, token: Token) -> Iterator[Block]:
    for attribute in token.attributes:
        kind = attribute_kind(token.name, attribute.name)
        if token.name == "meta" and attribute.name == "content":
            kind = meta_kind(_meta_name(source, token))
        if not kind or not _WORDS[kind].search(source, attribute.start, attribute.end):
            continue
        if kind == "address" or _ADDRESS.match(source, attribute.start, attribute.end):
            yield from _address(source, attribute)
        elif kind == "hidden" or not _FLAG.match(source, attribute.start, attribute.end):
            block = Block(kind)
            chars.flowing(block, source, attribute.start, attribute.end, _CONTEXTS[attribute.quote])
            yield block


def cites(source: str, token: Token, classes: frozenset[str]) -> bool:
    """Whether the element has one of these classes, in any case."""
    return any(
        attribute.name == "class"
        and not classes.isdisjoint(source[attribute.start : attribute.end].lower().split())
        for attribute in token.attributes
    )


def looks(source: str, token: Token, name: str) -> str:
    """The shape of the element, by its role or its name; "" for that of a paragraph."""
    role, level = "", "2"
    for attribute in token.attributes:
        if attribute.name == "role":
            role = source[attribute.start : attribute.end].strip().lower()
        elif attribute.name == "aria-level":
            level = source[attribute.start : attribute.end].strip()
    if role == "heading":
        return heading(int(level) if level in tuple("123456789") else 2)
    return ROLES.get(role) or SHAPES.get(name, "")


def columns(source: str, token: Token) -> int:
    """How many columns a cell is wide."""
    for attribute in token.attributes:
        if attribute.name in ("colspan", "aria-colspan"):
            return columns_told(source[attribute.start : attribute.end].strip()) or 1
    return 1


def _meta_name(source: str, token: Token) -> str:
    for attribute in token.attributes:
        if attribute.name in ("name", "property", "itemprop"):
            return source[attribute.start : attribute.end].strip()
    return ""


def _address(source: str, attribute: Attribute) -> Iterator[Block]:
    """An address in a link; whom a `mailto:` reaches is told to the reader, so it is `hidden` text."""
    start, end = attribute.start, attribute.end
    if _EMBEDDED.match(source, start, end):
        yield EMBEDDED
        return
    contact = _CONTACT.match(source, start, end)
    if contact:
        block = Block("hidden")
        chars.address(block, source, *contact.span(1))
        yield block
        start = min(contact.end() + 1, end)
    block = Block("code")
    chars.address(block, source, start, end)
    yield block
