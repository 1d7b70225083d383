"""From tokens to the text of a page, in reading order.

Attributes that show text and comments follow the block they occur in (zone `hidden`); scripts, styles and
other attributes come at the end (zone `code`). No stretch that could hold a name is dropped without being
counted.
"""

import html
import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.formats.html import elements
from lexveil.formats.html.data import json_blocks
from lexveil.formats.html.tokens import tokens
from lexveil.formats.markup import EMBEDDED, Aside, Block, ReadingOrder
from lexveil.formats.markup import characters as chars
from lexveil.formats.markup.tokens import Attribute, Token, has_class, written
from lexveil.formats.shape import Shape, columns_told, heading, opened
from lexveil.formats.xml.document import value_kind
from lexveil.model import Reason

# What a value needs to be worth reading: of shown text even an initial counts.
_WORDS = {"hidden": re.compile(r"[^\W\d_]|\d{4}|&")}
_WORDS["code"] = _WORDS["address"] = re.compile(r"[^\W\d_]{2}|\d{4}|[&%]")
_REGIONS = {"alt": "alt-text", "title": "alt-text", "aria-label": "alt-text"}
_ADDRESS = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)


def attribute_blocks(source: str, token: Token) -> Iterator[Block]:
    for attribute in token.attributes:
        kind = elements.attribute_kind(token.name, attribute.name)
        if token.name == "meta" and attribute.name == "content":
            name = written(source, token, "name", "property", "itemprop").strip().lower()
            kind = "code" if not name or name.startswith(elements.TECHNICAL_META) else "hidden"
        if attribute.name.startswith("data-"):  # of a program of the page: as an attribute of XML
            told = value_kind(attribute.name.removeprefix("data-"), source[attribute.start : attribute.end])
            kind = "hidden" if told == "hidden" else kind
        if not kind or not _WORDS[kind].search(source, attribute.start, attribute.end):
            continue
        if kind == "address" or _ADDRESS.match(source, attribute.start, attribute.end):
            yield from _address(source, attribute)
        elif kind == "hidden" or not chars.FLAG.match(source, attribute.start, attribute.end):
            region = "properties" if token.name == "meta" else _REGIONS.get(attribute.name, "")
            block = Block(kind, region=region)
            chars.flowing(block, source, attribute.start, attribute.end, chars.QUOTED_BY[attribute.quote])
            yield block


def shape_of(source: str, token: Token, name: str) -> str:
    """The shape of the element, by its role or its name; "" for that of a paragraph."""
    role = written(source, token, "role").strip().lower()
    if role == "heading":
        level = written(source, token, "aria-level").strip()
        return heading(int(level) if level in tuple("123456789") else 2)
    return elements.ROLES.get(role) or elements.SHAPES.get(name, "")


def _address(source: str, attribute: Attribute) -> Iterator[Block]:
    """An address in a link; whom a `mailto:` reaches is told to the reader, so it is `hidden` text."""
    if chars.EMBEDDED_FILE.match(source, attribute.start, attribute.end):
        yield EMBEDDED
        return
    contact, rest = chars.contact_and_rest(source, attribute.start, attribute.end)
    for kind, place in (("hidden", contact), ("code", rest)):
        if place:
            yield chars.address(Block(kind, region="link"), source, *place)


# The first characters inside a superscript, past a few inner tags.
_RAISED = re.compile(r"(?:[ \t\n\f\r]*+<[A-Za-z!][^<>]{0,300}+>){0,6}[ \t\n\f\r]*+([^< \t\n\f\r]{1,12})")
_LETTERS = re.compile(r"[^\W\d_]*")


class PageText(NamedTuple):
    blocks: list[Block]
    embedded: int  # files in it that were not read
    notes: list[Reason]


def read_page(source: str, *, xml: bool, citation_classes: Collection[str]) -> PageText:
    page = _Reader(source, xml=xml, citation_classes=citation_classes)
    for token in tokens(source, xml=xml):
        page.take(token)
    return page.done()


class _Reader:
    def __init__(self, source: str, *, xml: bool, citation_classes: Collection[str]) -> None:
        self.source = source
        self.xml = xml
        self.classes = frozenset(name.lower() for name in citation_classes)
        self.nesting = elements.Nesting(xml=xml)
        self.order = ReadingOrder(notes_have_shapes=False)
        self.kept = 0  # how many open elements keep white space
        self.data = False  # in a script that is no program
        self.fresh = False  # just after <pre>, where a line end is not text

    def take(self, token: Token) -> None:
        fresh, self.fresh = self.fresh, False
        if token.kind == "text":
            self.text(token.start, token.end, fresh=fresh)
        elif token.kind == "start":
            self.start(token)
        elif token.kind == "end":
            self.end(token)
        elif token.kind == "raw":
            self.raw(token, fresh=fresh)
        elif token.kind == "cdata":
            read = chars.literal if self.kept else chars.flowing
            read(self.order.block, self.source, token.start, token.end, chars.CDATA)
        else:
            self.comment(token)

    def done(self) -> PageText:
        for element in self.nesting.ended_by_end_of_page():
            self.ended(element)
        hidden = self.order.hidden_note("comment", "attribute", "script", "style", "instruction")
        return PageText(self.order.done(), self.order.counts["embedded file"], hidden)

    def text(self, start: int, end: int, *, fresh: bool) -> None:
        if not self.kept:
            chars.flowing(self.order.block, self.source, start, end, chars.TEXT)
            return
        if fresh and self.source[start] in "\r\n":
            start += 2 if self.source.startswith("\r\n", start) else 1
        chars.kept(self.order.block, self.source, start, end, chars.TEXT)

    def start(self, token: Token) -> None:
        name = token.name.rpartition(":")[2] if self.xml else token.name
        for element in self.nesting.ended_by_start(name):
            self.ended(element)
        if name in elements.BLOCK:
            self.order.boundary()
        self.attributes(token)
        if name in ("br", "wbr"):
            self.line_break(token, name)
        foreign = self.xml or any(self.nesting.within(each) for each in elements.FOREIGN)
        if (token.empty and foreign) or (name in elements.VOID and not self.xml):
            return
        self.open(name, token)

    def open(self, name: str, token: Token) -> None:
        marked = bool(token.attributes) and has_class(self.source, token, self.classes)
        keeps = name in elements.KEEPS_SPACE or (self.xml and name in elements.CODE)
        aside = self.aside(name, token)
        self.data = name == "script" and "json" in written(self.source, token, "type").lower()
        shape = self.begun(name, token)
        element = elements.Element(name, marked, keeps, self.order.block if aside else None, shape)
        self.nesting.open(element)
        if self.nesting.depth > elements.MAX_DEPTH:
            line = self.source.count("\n", 0, token.start) + 1
            raise InputError("html.nested", depth=elements.MAX_DEPTH, line=line, place=token.start)
        if name == "title":
            self.order.block.region = "properties"
        self.kept += keeps
        self.fresh = keeps
        if marked:
            self.order.begin_citation()
        if aside:
            self.order.begin_aside(aside)

    def begun(self, name: str, token: Token) -> Shape | None:
        """What begins with a block element; the block in the making is still empty."""
        kind = shape_of(self.source, token, name) if name in elements.BLOCK else ""
        columns = columns_told(written(self.source, token, "colspan", "aria-colspan").strip()) or 1
        shape = opened(kind, self.order.shape, columns=columns)
        if shape is self.order.shape:
            return None
        self.order.shape = self.order.block.shape = shape
        return shape

    def end(self, token: Token) -> None:
        name = token.name.rpartition(":")[2] if self.xml else token.name
        self.attributes(token)
        ended = self.nesting.ended_by_end(name)
        for element in ended:
            self.ended(element)
        if name in elements.BLOCK and (ended or name == "p"):  # a lone </p> is an empty paragraph in browsers
            self.order.boundary()
        elif name == "br" and not self.xml:
            self.order.block.line([], chars.TEXT)  # browsers read </br> as <br>

    def ended(self, element: elements.Element) -> None:
        self.kept -= element.keeps
        if element.shape:
            self.order.shape = element.shape.outer
        if element.cites:
            self.order.end_citation()
        if element.aside:
            self.order.counts[element.name] += element.name in elements.CODE and self.order.block.length > 0
            self.order.end_aside(element.aside)

    def raw(self, token: Token, *, fresh: bool) -> None:
        """The whole content of an element without markup; its end tag follows."""
        start, end = token.start, token.end
        if start == end:
            return
        if token.name in elements.RCDATA:
            self.text(start, end, fresh=fresh)
        elif token.name == "script" and self.data:
            values = json_blocks(self.order.block, self.source, start, end)
            self.order.after += [block for block in values if block.visible()]
        elif token.name == "script":
            chars.script(self.order.block, self.source, start, end)
        else:
            context = chars.STYLE if token.name == "style" else chars.RAW
            chars.literal(self.order.block, self.source, start, end, context)

    def comment(self, token: Token) -> None:
        block = Block("code" if token.kind == "instruction" else "hidden")
        chars.flowing(block, self.source, token.start, token.end, chars.COMMENT)
        self.order.counts["instruction"] += block.kind == "code" and block.visible()
        self.order.put([block], "comment")

    def attributes(self, token: Token) -> None:
        if token.attributes:
            self.order.put(attribute_blocks(self.source, token), "attribute")

    def line_break(self, token: Token, name: str) -> None:
        # A tag with attributes stays: what they say is replaced in its own place.
        ranges = [] if token.attributes else [(token.start, token.end)]
        if name == "br":
            self.order.block.line(ranges, chars.TEXT)
        elif ranges:
            self.order.block.hide(*ranges[0], chars.TEXT)

    def aside(self, name: str, token: Token) -> Aside | None:
        if name in elements.CODE:
            return Aside(self.order.code, "code", name if name == "style" else "script")
        if name in elements.FALLBACK and not self.xml:
            return Aside(self.order.after, "hidden")
        return Aside(self.order.after) if name == "sup" and self.is_mark(token) else None

    def is_mark(self, token: Token) -> bool:
        """Whether a superscript is a footnote mark (Smith¹), not part of the word (1st, M^me)."""
        found = _RAISED.match(self.source, token.end)
        if not found:
            return False
        letters = _LETTERS.match(html.unescape(found[1]))
        count = len(letters[0]) if letters else 0
        before = self.order.before()
        return count == 0 or (count == 1 and len(before) == 3 and before.isalpha())
