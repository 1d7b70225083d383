"""The text in attributes, each value once.

A style is named ten thousand times and must be called the same everywhere: its other places are its copies.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from lexveil.formats.docx import vocabulary
from lexveil.formats.docx.paragraphs import REFERS
from lexveil.formats.docx.vocabulary import Scope, prefix_of
from lexveil.formats.markup import Block, Cut
from lexveil.formats.markup import characters as chars
from lexveil.formats.markup.escaping import FIELD, NAME_IN
from lexveil.formats.markup.tokens import Attribute, Token

BLOB = 300  # characters of base64 that are no word any more

_TOKEN = re.compile(r"[A-Za-z0-9_.#+%\-]*|[\d\s,.;:+*/()%\-]*|\{[0-9A-Fa-f-]{36}\}")
_TELLING = re.compile(r"[^\W\d_]|\d{4}|&")
_TELLING_CODE = re.compile(r"[^\W\d_]{2}|\d{4}|[&%]")
_HEX = re.compile(r"\{?[0-9A-Fa-f-]{4,}\}?\Z")
# Names that Word gives by itself.
_GIVEN_BY_WORD = re.compile(r"_(?:Toc|Ref|Hlk|GoBack|MON|PictureBullets)_?\d*\Z|_x0000_\w+\Z|\Z")
_OF_A_SUITE = re.compile(r"urn:(?:schemas-)?microsoft[.-]|http://schemas\.(?:microsoft|openxmlformats)\.")
_RELATION = re.compile(r"(?:rId\d+|R[0-9a-f]{8,}|rId[0-9A-Fa-f]{8,})?\Z")
_PATH = re.compile(r"\s*(?:file:|[A-Za-z]:[\\/]|\\\\)", re.IGNORECASE)
_BLOB = re.compile(rf"(?:data:[^,]{{0,200}},)?\s*[A-Za-z0-9+/=_\-]{{60}}[A-Za-z0-9+/=_\-\s]{{{BLOB},}}\Z")
_WORD = re.compile(r"[A-Za-z]+")
_HUMP = re.compile(r"_x0020_|(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)")


class Copies(NamedTuple):
    member: int
    start: int
    end: int
    more: list[tuple[int, int]]  # member and start of each further place


_REGIONS = {
    vocabulary.STYLE: "style", vocabulary.LINK: "link", vocabulary.FIELD: "field",
    vocabulary.NAME: "bookmark",
}  # fmt: skip
_DESCRIBING = ("descr", "alt", "title", "altText", "altTextSummary")


def _region(rule: str, name: str) -> str:
    """Where the value of an attribute stands for whoever looks for it."""
    told = rule == vocabulary.TEXT and name in _DESCRIBING
    return "alt-text" if told else _REGIONS.get(rule, "attribute")


class Values:
    """What the attributes of all members say."""

    def __init__(self, *, keep_metadata: bool) -> None:
        self.keep_metadata = keep_metadata
        self.hidden: list[tuple[int, Block]] = []  # with the number of the member
        self.code: list[tuple[int, Block]] = []
        self.copies: list[Copies] = []
        self.cleaned: set[str] = set()  # rules by which something went
        self.blobs: set[int] = set()  # members with data that nobody can read
        self._seen: dict[tuple[str, str, str], Copies] = {}
        self._blobs: set[tuple[str, str, str]] = set()

    def take(self, source: str, member: int, token: Token, scope: Scope, cuts: list[Cut]) -> None:
        """The attributes of one start tag."""
        for attribute in token.attributes:
            key = (token.name, attribute.name)
            rule = scope.attributes.get(key)
            if rule is None:
                rule = scope.attributes[key] = self._rule(scope, token, attribute)
            if rule == vocabulary.SKIP:
                continue
            if rule in (vocabulary.DROP, vocabulary.AUTHOR, vocabulary.INITIALS):
                self.cleaned.add("rsid" if "rsid" in attribute.name else attribute.name.rpartition(":")[2])
                neutral = vocabulary.NEUTRAL.get(rule)
                renamed = Cut(attribute.start, attribute.end, neutral or "")
                cuts.append(renamed if neutral else without(source, token, attribute))
            elif rule != vocabulary.CLOSED or not _TOKEN.fullmatch(source, attribute.start, attribute.end):
                self.read(source, member, attribute, rule)

    def read(self, source: str, member: int, attribute: Attribute, rule: str) -> None:
        value = source[attribute.start : attribute.end]
        key = (rule, attribute.quote, value)
        seen = self._seen.get(key)
        if seen:
            seen.more.append((member, attribute.start))
            if key in self._blobs:
                self.blobs.add(member)
            return
        copies = Copies(member, attribute.start, attribute.end, [])
        self._seen[key] = copies
        if is_blob(value):
            self.blobs.add(member)
            self._blobs.add(key)
        elif _worth(rule, value):
            found = [block for block in _READ.get(rule, _plain)(source, attribute) if block.visible()]
            for block in found:
                block.region = _region(rule, attribute.name.rpartition(":")[2])
                (self.code if block.kind == "code" else self.hidden).append((member, block))
            if found:
                self.copies.append(copies)

    def _rule(self, scope: Scope, token: Token, attribute: Attribute) -> str:
        if attribute.name == "xmlns" or attribute.name.startswith("xmlns:"):
            return "xmlns"
        element, name = scope.element(token.name), scope.attribute(attribute.name)
        return vocabulary.attribute_rule(element, name, keep_metadata=self.keep_metadata)


def without(source: str, token: Token, attribute: Attribute) -> Cut:
    """The tag without that attribute."""
    start = source.rindex(attribute.name, token.start, attribute.start - 1)
    while source[start - 1].isspace():
        start -= 1
    return Cut(start, attribute.end + 1, "")


def is_blob(value: str) -> bool:
    """Whether it is a file in base64."""
    return len(value) > BLOB and bool(_BLOB.match(value))


def address(source: str, attribute: Attribute) -> list[Block]:
    """An address; whom it reaches, and where on somebody's disk it leads, is hidden text, the rest code."""
    contact, rest = chars.contact_and_rest(source, attribute.start, attribute.end)
    kind = "hidden" if _PATH.match(source, *rest) else "code"
    reached = [chars.address(Block("hidden"), source, *contact)] if contact else []
    return [*reached, chars.address(Block(kind), source, *rest)]


def _plain(source: str, attribute: Attribute, kind: str = "code", context: str = "") -> list[Block]:
    block = Block(kind)
    context = context or chars.QUOTED_BY[attribute.quote]
    chars.flowing(block, source, attribute.start, attribute.end, context)
    return [block]


def _named(source: str, attribute: Attribute) -> list[Block]:
    """An identifier in words: `TorvundHeading2`, `Ann_x0020_Torvund`."""
    block = Block("code")
    context = NAME_IN[attribute.quote]
    last = attribute.start
    # The letters of a reference are no words.
    humps = () if "&" in source[last : attribute.end] else _HUMP.finditer(source, last, attribute.end)
    for hump in humps:
        chars.flowing(block, source, last, hump.start(), context)
        if hump[0]:
            block.space(*hump.span(), context)
        else:
            chars.apart(block, context)
        last = hump.end()
    chars.flowing(block, source, last, attribute.end, context)
    return [block]


def _instruction(source: str, attribute: Attribute) -> list[Block]:
    refers = REFERS.match(source, attribute.start, attribute.end)
    return _plain(source, attribute, "code", FIELD) if refers else _plain(source, attribute, "hidden")


def _worth(rule: str, value: str) -> bool:
    if rule in (vocabulary.TEXT, vocabulary.FIELD):
        return bool(_TELLING.search(value))
    if rule == "xmlns":
        return not prefix_of(value) and not _HEX.match(value)
    if rule == vocabulary.IDENTIFIER:
        return not _RELATION.match(value)
    if not _TELLING_CODE.search(value) or chars.FLAG.match(value):
        return False
    if rule in (vocabulary.NAME, vocabulary.STYLE):
        words = {word.lower() for hump in _HUMP.split(value) for word in _WORD.findall(hump)}
        own = rule == vocabulary.STYLE and value.isascii() and words <= vocabulary.STYLE_WORDS
        return not own and not _GIVEN_BY_WORD.match(value)
    return not _HEX.match(value) and not _OF_A_SUITE.match(value)


_READ: dict[str, Callable[[str, Attribute], list[Block]]] = {
    **dict.fromkeys((vocabulary.TEXT, vocabulary.OPEN), partial(_plain, kind="hidden")),
    **dict.fromkeys((vocabulary.NAME, vocabulary.STYLE, vocabulary.IDENTIFIER, "xmlns"), _named),
    vocabulary.LINK: address,
    vocabulary.FIELD: _instruction,
}
