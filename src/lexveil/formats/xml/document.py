"""From tokens to the text of an XML document, in reading order.

Notes, attributes that hold text, comments and instructions follow the block they occur in; addresses and
identifiers come at the end (zone `code`). What could hold a name is never dropped without being counted. A
DTD that stands elsewhere is never read.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from lexveil.formats.markup import EMBEDDED, Aside, Block, ReadingOrder
from lexveil.formats.markup import characters as chars
from lexveil.formats.markup.tokens import Attribute, Token, has_class, tokens, written
from lexveil.formats.shape import CELL, HEADING, Shape, beside, heading, opened, skipped
from lexveil.formats.source import Options
from lexveil.formats.xml import elements as kinds
from lexveil.formats.xml.elements import NUMBER, RAISED, SCHEMA, Elements, Manner, name_parts
from lexveil.model import Reason, Zone, because

_RAISED = re.compile(r"\s*([^<\s]{1,12})")
_LETTERS = re.compile(r"[^\W\d_]*")
_TARGET = re.compile(r"[^\s?]+\s*")
# Instructions to programs: what they say is no text.
_PROGRAMS = re.compile(r"xml-|mso-|oxygen\b|xsl|php\b|Pub\b", re.IGNORECASE)


class DocumentText(NamedTuple):
    blocks: list[Block]
    embedded: int  # files in it that were not read
    elements: Elements
    notes: list[Reason]


def read_document(source: str, options: Options, entities: Mapping[str, str]) -> DocumentText:
    found = _Reader(source, options, entities)
    for token in tokens(source):
        found.take(token)
    return found.done()


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


# Elements of Akoma Ntoso whose attributes are codes of a list: a country, a language, yes or no.
CODED = frozenset("FRBRcountry FRBRlanguage FRBRformat FRBRauthoritative FRBRprescriptive".split())


def attribute_blocks(
    characters: chars.XmlCharacters, token: Token, more: Collection[str], things: Collection[str]
) -> Iterator[Block]:
    """`more` are further attributes that hold text, as written or without prefix; `things` those that name
    kinds of things here, so that a word in them is no name.
    """
    source = characters.source
    if token.name.rpartition(":")[2] in CODED:
        return
    names = [each for each in token.attributes if _is_name_part(each, source)]
    if len(names) > 1:  # a name in parts is one name
        whole = Block("hidden")
        for attribute in names:
            chars.apart(whole, chars.QUOTED_BY[attribute.quote])
            characters.flowing(whole, attribute.start, attribute.end, chars.QUOTED_BY[attribute.quote])
        yield whole
    for attribute in token.attributes:
        if len(names) > 1 and attribute in names:
            continue
        local = attribute.name.rpartition(":")[2]
        given = attribute.name in more or local in more
        if (_FIXED.match(attribute.name) and not given) or attribute.start == attribute.end:
            continue
        value = source[attribute.start : attribute.end]
        if is_file(value):
            yield EMBEDDED
            continue
        kind = "hidden" if given else value_kind(local.lower(), value)
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


def _is_name_part(attribute: Attribute, source: str) -> bool:
    value = source[attribute.start : attribute.end]
    return is_name_part(attribute.name.rpartition(":")[2], value)


def is_name_part(local: str, value: str) -> bool:
    return local.lower() in name_parts() and _capital(value)


def is_file(value: str) -> bool:
    """Whether text or a value is a file in base64."""
    return bool(chars.EMBEDDED_FILE.match(value)) or (len(value) >= LONG and bool(_BASE64.match(value)))


def value_kind(local: str, value: str) -> str:
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
    telling = local in _TELLING or _capital(value) or _TOLD.search(value)
    if words > 1 and (telling or (words > 2 and not identifies)):
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


class _Open(NamedTuple):
    """An open element; what it changed is put back where it ends."""

    manner: Manner
    declared: tuple[str, ...]  # prefixes of namespaces
    kept: bool
    closed: bool
    cites: bool
    block: bool  # begins and ends a block
    aside: Block | None  # the block to go on with afterwards, when this element's text stands apart
    shape: Shape | None  # what stands around it on the page


class _Reader:
    def __init__(self, source: str, options: Options, entities: Mapping[str, str]) -> None:
        self.source = source
        self.options = options
        self.classes = frozenset(name.lower() for name in options.citation_classes)
        self.chars = chars.XmlCharacters(source, entities)
        self.elements: Elements | None = None  # known from the root element on
        self.stack: list[_Open] = []
        self.order = ReadingOrder(notes_have_shapes=True)
        self.roles: list[
            tuple[Block, int, str]
        ] = []  # of the open elements: where they began, whom they name
        self.headed: list[bool] = []  # of the open elements: whether a heading stood in them
        self.headings = 0  # how many of those there are
        self.kept = self.closed = False  # white space shows; no element may be put here
        self.first = True  # no element was closed in this parent yet
        self.touching = False  # a part of a name ended right before

    def take(self, token: Token) -> None:
        kind = token.kind
        if kind == "start":
            self.start(token)
        elif kind == "end":
            self.end()
            return
        elif kind in ("text", "cdata"):
            self.text(token)
        elif kind == "declaration":
            blocks = doctype_blocks(self.chars, token) if token.name == "doctype" else ()
            self.order.put(blocks, "declaration")
        else:
            self.remark(token)
        self.touching = False

    def done(self) -> DocumentText:
        assert self.elements
        notes = self.order.hidden_note("comment", "instruction", "attribute", "declaration")
        if self.chars.unknown:
            notes.append(because("note.unresolved", count=self.chars.unknown))
        return DocumentText(self.order.done(), self.order.counts["embedded file"], self.elements, notes)

    def text(self, token: Token) -> None:
        if is_file(self.source[token.start : token.end]):
            self.order.counts["embedded file"] += 1
            return
        context = chars.CDATA if token.kind == "cdata" else chars.PLAIN if self.closed else chars.TEXT
        read = self.chars.kept if self.kept else self.chars.flowing
        read(self.order.block, token.start, token.end, context)

    def start(self, token: Token) -> None:
        if self.elements is None:
            self.elements = Elements(self.source, token, self.options.block_tags)
        declared = self.elements.enter(token) if token.attributes else ()
        manner = self.elements.manner(token.name)
        parent = self.stack[-1].manner if self.stack else None
        apart = parent is not None and parent.parts and not manner.annotates
        block = apart or manner.kind == kinds.BLOCK
        if block:
            self.order.boundary()
        elif manner.name_part and self.touching:
            chars.apart(self.order.block, chars.TEXT)
        if token.attributes:
            more = self.options.text_attributes
            self.order.put(attribute_blocks(self.chars, token, more, manner.things), "attribute")
        if manner.kind in (kinds.LINE, kinds.SPACE):
            self.gap(token, manner)
        if token.empty:
            self.elements.leave(declared)
            self.first = False
            skipped(self.order.shape, int(block and manner.shape == CELL))
        else:
            aside = self.aside(manner, parent, token)
            before = self.order.block if aside else None
            cited = has_class(self.source, token, self.classes)
            around = self.order.shape
            self.order.shape = self.begun(manner, parent, block=block, aside=aside is not None)
            self.stack.append(_Open(manner, declared, self.kept, self.closed, cited, block, before, around))
            self.headed.append(False)
            self.open(token, manner, aside, cited)
            role = manner.local if self.elements.names_role(manner) else ""
            self.roles.append((self.order.block, self.order.block.length, role))

    def open(self, token: Token, manner: Manner, aside: Aside | None, cited: bool) -> None:
        """What comes next stands in this element."""
        assert self.elements
        self.kept = self.keeps(token, manner)
        self.closed |= self.elements.stays_unmarked(self.options.annotate, token.name, manner.namespace)
        self.first = True
        if cited:
            self.order.begin_citation()
        if aside:
            self.order.begin_aside(aside)
        elif not self.order.block.length:
            self.order.block.shape = self.order.shape

    def begun(self, manner: Manner, parent: Manner | None, *, block: bool, aside: bool) -> Shape | None:
        """What the text of an element that begins here stands in on the page."""
        around = beside(self.order.shape) if aside else self.order.shape
        kind = manner.shape if block or manner.kind == kinds.NOTE else ""
        if kind == NUMBER:
            kind = HEADING if parent and parent.titled else ""
        if kind != HEADING:
            return opened(kind, around)
        # A heading is below those of the elements around the one whose heading it is.
        level = 1 + self.headings - (self.headed[-1] if self.headed else 0)
        if self.headed and not self.headed[-1]:
            self.headed[-1] = True
            self.headings += 1
        return opened(heading(level), around)

    def end(self) -> None:
        element = self.stack.pop()
        block, start, role = self.roles.pop()
        if role and block is self.order.block and start < block.length:
            block.marks.append(Zone(start, block.length, role))
        self.touching = element.manner.name_part
        assert self.elements
        self.elements.leave(element.declared)
        self.kept, self.closed, self.first = element.kept, element.closed, False
        self.order.shape = element.shape
        self.headings -= self.headed.pop()
        if element.cites:
            self.order.end_citation()
        if element.aside:
            self.order.end_aside(element.aside)
        elif element.block:
            self.order.boundary()

    def remark(self, token: Token) -> None:
        """A comment or an instruction."""
        start, context, kind = token.start, chars.COMMENT, "hidden"
        if token.kind == "instruction":
            target = _TARGET.match(self.source, token.start, token.end)
            start, context = target.end() if target else token.end, chars.INSTRUCTION
            kind = "code" if _PROGRAMS.match(self.source, token.start) else "hidden"
        block = Block(kind)
        self.chars.flowing(block, start, token.end, context)
        self.order.put([block], token.kind)

    def gap(self, token: Token, manner: Manner) -> None:
        # A tag with attributes stays: what they say is replaced in its own place. So does one with content.
        ranges = [(token.start, token.end)] if token.empty and not token.attributes else []
        if manner.kind == kinds.LINE:
            self.order.block.line(ranges, chars.TEXT)
        elif written(self.source, token, "break") == "no":
            return  # TEI: a word goes on after this line end
        elif ranges:
            self.order.block.space(*ranges[0], chars.TEXT)
        else:
            chars.apart(self.order.block, chars.TEXT)

    def keeps(self, token: Token, manner: Manner) -> bool:
        for attribute in token.attributes:
            if attribute.name == "xml:space":
                return self.source[attribute.start : attribute.end] == "preserve"
        return self.kept or manner.keeps

    def aside(self, manner: Manner, parent: Manner | None, token: Token) -> Aside | None:
        if manner.kind == kinds.CODE:
            return Aside(self.order.code, "code")
        if manner.kind == kinds.NOTE or (parent is not None and parent.chooses and not self.first):
            return Aside(self.order.after)
        return Aside(self.order.after) if manner.local in RAISED and self.is_mark(token) else None

    def is_mark(self, token: Token) -> bool:
        """Whether a superscript is a footnote mark (Torvund¹), not part of the word (1st, M^me, m²)."""
        found = _RAISED.match(self.source, token.end)
        before = self.order.before()
        if not found or not before:
            return False
        letters = _LETTERS.match(found[1])
        count = len(letters[0]) if letters else 0
        word = len(before) == 3 and before.isalpha()
        return count < 2 and (word or (count == 0 and not before[-1].isalnum()))
