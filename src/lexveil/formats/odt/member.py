"""From tokens to the text of one member; the names of things (styles, bookmarks …) are in `identifiers`.

Each paragraph comes before the notes, comments, frames and attributes that hang in it.
"""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from lexveil.formats.markup import Block
from lexveil.formats.markup import characters as chars
from lexveil.formats.markup.tokens import Attribute, Token, tokens, value, value_of
from lexveil.formats.odt import vocabulary as names
from lexveil.formats.odt.container import referred
from lexveil.formats.shape import CELL, Shape, columns_told, heading, opened, skipped

MAX_SPACES = 100  # of one `text:s`; more are shown as so many
_SCRIPTS = ("office:script", "ooo:libraries")
MARKS = frozenset(("text:s", "text:tab", "text:line-break", "text:soft-page-break"))
_LINES = {"svg": frozenset(("text", "svg:text", "mtext", "flowPara", "svg:flowPara", "title", "desc"))}
_SPANS, _MOVES = ("tspan", "svg:tspan"), ("x", "y", "dy")  # a line of a text in a drawing
# What text outside a paragraph needs to be worth reading: of a value even an initial counts.
_WORDS = re.compile(r"[^\W\d_]|\d{4}|&")
_ENDED = re.compile(r"\s*</[^>]*>")
_MACHINE = re.compile(r"#(?:__RefHeading[_\d]*+(?:Toc[_\d]*+)?|_Toc\d+|_Ref\d+)")


Paths = Container[str]


@dataclass(slots=True)
class MemberText:
    blocks: list[Block] = field(default_factory=list)
    code: list[Block] = field(default_factory=list)
    embedded: int = 0  # files in base64
    macros: int = 0  # scripts in the member itself


class _Open(NamedTuple):
    name: str
    block: Block | None  # to go on with when the element ends
    zone: str
    region: str
    shape: Shape | None  # what stands around it on the page


def read_member(
    source: str, vocabulary: str, paths: Paths, folder: str, *, unsigned: bool, skipped: Mapping[int, int]
) -> MemberText:
    """`paths`: of members, which are no addresses, and `folder` where this one is; `unsigned`: authors and
    dates were made neutral; `skipped`: ranges that are not read.
    """
    member = _Member(source, vocabulary, paths, folder, unsigned)
    until = 0
    for token in tokens(source):
        until = max(until, skipped.get(token.start, 0))
        if token.start >= until:
            member.take(token)
    found = member.found
    found.blocks = [block for block in found.blocks if block.visible()]
    found.code = [block for block in found.code if block.visible()]
    return found


class _Member:
    def __init__(self, source: str, vocabulary: str, paths: Paths, folder: str, unsigned: bool) -> None:
        self.source, self.vocabulary, self.paths = source, vocabulary, paths
        self.folder, self.unsigned = folder, unsigned
        self.paragraphs = names.PARAGRAPHS if vocabulary == "odf" else _LINES.get(vocabulary, frozenset())
        self.characters = chars.XmlCharacters(source, {})
        self.found = MemberText()
        self.open: list[_Open] = []
        self.block: Block | None = None  # of the paragraph
        self.leaf: Block | None = None  # of text outside paragraphs, until the next tag
        self.zone = self.region = ""
        self.shape: Shape | None = None  # what the open elements are on the page, but for a heading
        self.titles = dict(names.TITLES)  # styles of headings, by their names

    def take(self, token: Token) -> None:
        if token.kind == "text" or token.kind == "cdata":
            self.text(token)
            return
        if token.kind == "start":
            self.start(token)
        elif token.kind == "end":
            self.end()
        elif token.kind in ("comment", "instruction"):
            self.remark(token)
        self.leaf = None

    def start(self, token: Token) -> None:
        name, around = token.name, self.shape
        kind = names.SHAPES.get(name, "")
        if not token.empty:
            self.shape = opened(kind, around)
        if kind == CELL:
            times = columns_told(value_of(self.source, token, "table:number-columns-repeated")) or 1
            skipped(around, times if token.empty else times - 1)
        if token.attributes:
            self.attributes(token)
        if name == "style:style":
            self.style(token)
        if name in MARKS and self.block is not None:
            self.mark(token)
        moves = name in _SPANS and any(each.name in _MOVES for each in token.attributes)
        if moves and self.block is not None:
            chars.apart(self.block, chars.PLAIN)
        # Every flat file of LibreOffice has a script that lists no libraries: only what is in it counts.
        self.found.macros += bool(self.open) and self.open[-1].name in _SCRIPTS and name != "ooo:libraries"
        if token.empty:
            return
        self.open.append(_Open(name, self.block, self.zone, self.region, around))
        self.zone = names.ZONES.get(name, self.zone)
        self.region = names.REGIONS.get(name, self.region)
        if name in self.paragraphs:
            self.block = Block(self.zone, region=self.region)
            self.block.shape = opened(self.heading(token), self.shape)
            self.found.blocks.append(self.block)  # at once: what hangs in a paragraph comes after it
        elif self.block is not None and self.stands_apart(token):
            self.block = None

    def end(self) -> None:
        _, self.block, self.zone, self.region, self.shape = self.open.pop()

    def style(self, token: Token) -> None:
        """A style that was made from that of a heading."""
        kind = self.titles.get(value_of(self.source, token, "style:parent-style-name"))
        if kind:
            self.titles[value_of(self.source, token, "style:name")] = kind

    def heading(self, token: Token) -> str:
        if token.name == "text:h":
            level = value_of(self.source, token, "text:outline-level")
            return heading(int(level) if level.isdecimal() and len(level) < 3 else 1)
        return self.titles.get(value_of(self.source, token, "text:style-name"), "")

    def stands_apart(self, token: Token) -> bool:
        name = token.name
        if name == "text:hidden-text" and value_of(self.source, token, "text:is-hidden") == "true":
            return True
        return name in names.APART or (name.partition(":")[0] in names.APART_PREFIXES and ":" in name)

    def text(self, token: Token) -> None:
        start, end = token.start, token.end
        name = self.open[-1].name if self.open else ""
        if self.block is not None:
            plain = chars.TEXT if name in names.RICH else chars.PLAIN
            self.characters.flowing(self.block, start, end, chars.CDATA if token.kind == "cdata" else plain)
            return
        if name == "office:binary-data":
            if self.source[start:end].strip():
                self.found.embedded += 1
            return
        self.found.macros += name in _SCRIPTS and not self.source[start:end].isspace()
        if not _WORDS.search(self.source, start, end) or self.says_nothing(name, start, end):
            return
        if self.leaf is None:
            kind = self.zone or ("" if name in names.SHOWN else "hidden")
            self.leaf = Block(kind, region=self.region)
            self.leaf.shape = self.shape if self.zone != "code" else None
            (self.found.code if self.zone == "code" else self.found.blocks).append(self.leaf)
        context = chars.CDATA if token.kind == "cdata" else chars.PLAIN
        self.characters.flowing(self.leaf, start, end, context)

    def says_nothing(self, name: str, start: int, end: int) -> bool:
        """Authors and dates that are ours, and settings that are switched on or off."""
        if name == "config:config-item":
            return self.source[start:end] in ("true", "false")
        ours = self.unsigned and name in names.SIGNATURES
        return ours and any(each.name in names.SIGNED for each in self.open)

    def mark(self, token: Token) -> None:
        """Spaces, tabs and line breaks are elements; the hint where a page ended shows nothing."""
        block, name = self.block, token.name
        assert block is not None
        place = self.whole(token)
        if place is None:
            block.line([], chars.TEXT)
        elif name == "text:line-break":
            block.line([place], chars.TEXT)
        elif name == "text:soft-page-break":
            block.hide(*place, chars.TEXT)
        else:
            block.add(self.white(token), *place, chars.TEXT)
            # An empty further range: so many spaces as the tag has letters must not be taken for its letters.
            block.places[-1] = block.places[-1]._replace(more=((place[1], place[1]),))

    def whole(self, token: Token) -> tuple[int, int] | None:
        """The range of an element without content, however it is written."""
        if token.empty:
            return token.start, token.end
        found = _ENDED.match(self.source, token.end)
        return (token.start, found.end()) if found else None

    def white(self, token: Token) -> str:
        if token.name == "text:tab":
            return "\t"
        count = value_of(self.source, token, "text:c").strip()
        return " " * (min(int(count[:9]), MAX_SPACES) if count.isascii() and count.isdigit() else 1)

    def remark(self, token: Token) -> None:
        comment = token.kind == "comment"
        block = Block("hidden" if comment else "code", region="comment" if comment else "script")
        block.shape = self.shape if comment else None
        context = chars.COMMENT if comment else chars.INSTRUCTION
        self.characters.flowing(block, token.start, token.end, context)
        (self.found.blocks if comment else self.found.code).append(block)

    def attributes(self, token: Token) -> None:
        for attribute in token.attributes:
            kind = names.attribute_kind(self.vocabulary, token.name, attribute.name)
            telling = kind in (names.TEXT, names.ADDRESS)
            if not telling or not _WORDS.search(self.source, attribute.start, attribute.end):
                continue
            if kind == names.ADDRESS:
                self.address(attribute)
            else:
                block = Block("hidden", region=self.region or "attribute")
                block.shape = self.shape
                quoted = chars.QUOTED_BY[attribute.quote]
                self.characters.flowing(block, attribute.start, attribute.end, quoted)
                self.found.blocks.append(block)

    def address(self, attribute: Attribute) -> None:
        start, end = attribute.start, attribute.end
        if chars.EMBEDDED_FILE.match(self.source, start, end):
            self.found.embedded += 1
            return
        inside = referred(value(self.source, attribute), self.folder, self.paths)
        if inside or _MACHINE.fullmatch(self.source, start, end):
            return
        hidden, code = self.characters.addresses(start, end)
        if hidden:
            hidden.shape = self.shape
            self.found.blocks.append(hidden)
        self.found.code.append(code)
