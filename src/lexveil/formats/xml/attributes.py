"""The text in attributes and in the DOCTYPE; a DTD that stands elsewhere is never read.

Zone `hidden` is what is told to a reader or looks like words, a date or a number that identifies; zone
`code` is addresses, identifiers and the rest.
"""

import re
from collections.abc import Collection, Iterator

from lexveil.formats.markup import EMBEDDED, Block
from lexveil.formats.markup import characters as chars
from lexveil.formats.markup.tokens import Token
from lexveil.formats.xml.elements import SCHEMA

_FIXED = re.compile(r"xmlns(?:\Z|:)|xsi:|xml:(?:lang|space)\Z|style\Z")
_SHOWN, _TELLING, _ADDRESSES, _IDENTIFIERS = (
    frozenset(SCHEMA["attributes"][name].split()) for name in "shown telling addresses identifiers".split()
)

# Two letters, or four signs that may be a number of something: 112-61.
_WORD = re.compile(r"[^\W\d_]{2}|[^\W_](?:[ ./-]?[^\W_]){3}|[&%]")
_LETTER = re.compile(r"[^\W\d_]|\d{4}|&")
_FRAGMENTS = re.compile(r"\s*+#\S++(?:\s++#\S++)*+\s*+\Z")
_LINK = re.compile(r"\s*(?:[A-Za-z][A-Za-z0-9+.-]{0,30}:)?//?\S|\s*\.\.?/|\s*(?:www\.|urn:)", re.IGNORECASE)
_BASE64 = re.compile(r"\s*(?:[A-Za-z0-9+/]{40,}+={0,2}\s*)*+[A-Za-z0-9+/]*+={0,2}\s*\Z")
LONG = 1000  # characters of base64 from which they are taken for a file
# A date, an e-mail address, or digits enough to identify somebody.
_TOLD = re.compile(r"\d{4}-\d\d-\d\d|[^\s@]@[^\s@]|(?:\d[ .-]?){6}")


def attribute_blocks(
    characters: chars.XmlCharacters, token: Token, more: Collection[str], things: Collection[str]
) -> Iterator[Block]:
    """`more` are further attributes that hold text, as written or without prefix; `things` those that name
    kinds of things here, so that a word in them is no name.
    """
    source = characters.source
    for attribute in token.attributes:
        local = attribute.name.rpartition(":")[2]
        given = attribute.name in more or local in more
        if (_FIXED.match(attribute.name) and not given) or attribute.start == attribute.end:
            continue
        value = source[attribute.start : attribute.end]
        if is_file(value):
            yield EMBEDDED
            continue
        kind = "hidden" if given else _kind(local.lower(), value)
        if kind == "hidden" and not given and local in things:
            kind = "code"
        if kind == "address":
            yield from filter(None, characters.addresses(attribute.start, attribute.end))
        elif kind:
            block = Block("hidden" if kind == "hidden" else "code")
            if kind == "identifier":
                characters.identifier(block, attribute.start, attribute.end)
            else:
                characters.flowing(block, attribute.start, attribute.end, chars.QUOTED_BY[attribute.quote])
            yield block


def is_file(value: str) -> bool:
    """Whether text or a value is a file in base64."""
    return bool(chars.EMBEDDED_FILE.match(value)) or (len(value) >= LONG and bool(_BASE64.match(value)))


def _kind(local: str, value: str) -> str:
    """`hidden`, `code`, `identifier` (code that must stay one), `address`, or "" for nothing to read."""
    if local in _SHOWN and _LETTER.search(value) and not _FRAGMENTS.match(value):
        return "hidden"
    if not _WORD.search(value) or chars.FLAG.match(value):
        return ""
    if _FRAGMENTS.match(value):
        return "identifier"
    if _LINK.match(value) or chars.contact_and_rest(value, 0, len(value))[0] or local in _ADDRESSES:
        return "address"
    words, identifies = len(value.split()), local in _IDENTIFIERS
    if words > 1 and (_capital(value) or _TOLD.search(value) or (words > 2 and not identifies)):
        return "hidden"
    if identifies:
        return "identifier"
    if words > 1:
        return "code"
    if _TOLD.search(value) or (local in _TELLING and _capital(value[:1])):
        return "hidden"
    return "identifier"


def _capital(value: str) -> bool:
    """A capital, or a letter of a script that has none."""
    return any(char.isalpha() and not char.islower() for char in value)


_STRETCH = re.compile(
    r"<!--(?P<comment>.*?)-->|<\?(?P<instruction>.*?)\?>|<!(?P<declares>[A-Z]+)"
    r"|\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'",
    re.DOTALL,
)


def doctype_blocks(characters: chars.XmlCharacters, token: Token) -> Iterator[Block]:
    declares = ""
    for found in _STRETCH.finditer(characters.source, token.start, token.end):
        name = found.lastgroup
        assert name
        if name == "declares":
            declares = found[name]
        elif name in ("comment", "instruction") or declares == "ATTLIST":
            block = Block("code" if name == "instruction" else "hidden")
            characters.flowing(block, *found.span(name), name)  # called as its context is
            yield block
        elif declares != "ENTITY":  # whose entities stand for one character each: see `check`
            block = Block("code")
            characters.address(block, *found.span(name))
            yield block
