"""A container and all that is in it, containers inside it included.

What nothing refers to is left out; what may hold text and cannot be read is `uncovered`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lexveil.errors import InputError
from lexveil.formats import package
from lexveil.formats.docx import changes, relationships, vocabulary
from lexveil.formats.docx.attributes import Values
from lexveil.formats.docx.member import MemberReader
from lexveil.formats.docx.styles import style_shapes
from lexveil.formats.encoding import decode
from lexveil.formats.html import declared as declared_in
from lexveil.formats.html.page import read_page
from lexveil.formats.markup import Block, Cut
from lexveil.formats.markup.escaping import HTML
from lexveil.formats.markup.tokens import check
from lexveil.formats.package import Member, Picture, read_picture
from lexveil.formats.source import Options
from lexveil.model import Part, Reason, because

_STARTS = (b"<", b"\xef\xbb\xbf<", b"\xff\xfe<\x00", b"\xfe\xff\x00<")
_DOCTYPE = re.compile(r"<!DOCTYPE\s+(?!svg\s+PUBLIC\s+\"-//W3C//DTD SVG [^\"]*\"\s+\"[^\"]*\"\s*>)")


@dataclass(slots=True)
class Xml:
    text: str = field(repr=False)
    encoding: str
    bom: bytes
    cuts: list[Cut] = field(default_factory=list, repr=False)
    changed: bool = False  # before any fix: its tracked changes were settled
    page: bool = False  # HTML, which need not be well-formed


def is_markup(data: bytes) -> bool:
    return data[:200].lstrip(b" \t\r\n").startswith(_STARTS)


def open_xml(data: bytes, *, declared: str | None = None) -> Xml:
    """The source of a member; of a web page when `declared` tells its encoding, which need not be XML."""
    if declared is None:
        check(data)
    decoded = decode(data, declared=declared_in(data) if declared is None else declared)
    if declared is None and _DOCTYPE.search(decoded.text, 0, 4096):
        raise InputError("docx.doctype")
    return Xml(decoded.text, decoded.encoding, decoded.bom, page=declared is not None)


MAX_NESTED = 2  # containers inside the document's own
MAX_XML = 4  # all XML together, in multiples of the limit for one file

# By the kind of relationship that leads to a member.
_EMPTIED = dict.fromkeys(("coreproperties", "customproperties"), frozenset[str]())
_EMPTIED["extendedproperties"] = vocabulary.KEPT_PROPERTIES
_RANKS = {
    "officedocument": 0, "afchunk": 1, "subdocument": 1, "diagramdata": 1, "chart": 1, "chartusershapes": 1,
    "header": 2, "footer": 3, "footnotes": 4, "endnotes": 5, "comments": 6,
}  # fmt: skip
# Where the text of a member stands, by the same; of others that the body does not hold, it is data.
_REGIONS = {
    **dict.fromkeys(("officedocument", "afchunk", "subdocument"), ""),
    **dict.fromkeys(("diagramdata", "chart", "chartusershapes"), "chart"),
    "header": "header", "footer": "footer", "footnotes": "footnote", "endnotes": "endnote",
    "comments": "comment", "styles": "style",
    **dict.fromkeys(("coreproperties", "customproperties", "extendedproperties"), "properties"),
}  # fmt: skip
_LAST = 9
_HIDDEN_FROM = 6  # ranks that no page shows
_BASES = {"image": "image", "oleobject": "oleObject", "package": "package"}  # for new names
_UNREADABLE = {
    **dict.fromkeys(("vbaproject", "vbaprojectsignature", "wordvbadata"), because("part.macros")),
    "oleobject": because("part.embedded-object"),
    "package": because("part.embedded-file"),
    "afchunk": because("part.embedded-document"),
    **dict.fromkeys(("control", "activexcontrolbinary"), because("part.control")),
}
_DRAWINGS = (b"\x01\x00\x00\x00", b"\xd7\xcd\xc6\x9a", b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")  # EMF, WMF
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"II\xbc\x01", b"RIFF")
_NATURAL = re.compile(r"(\d+)")


@dataclass(slots=True)
class Container:
    """What `write` needs to make the zip again."""

    members: tuple[Member, ...] = field(repr=False)
    removed: set[str] = field(default_factory=set, repr=False)
    renamed: dict[str, str] = field(default_factory=dict, repr=False)
    numbers: dict[str, int] = field(default_factory=dict, repr=False)  # of members that were read
    inner: dict[str, "Container"] = field(default_factory=dict, repr=False)


@dataclass(slots=True)
class Gathered:
    """What reading gathers from all containers."""

    options: Options
    values: Values
    budget: int  # bytes that containers inside may still unpack to
    xml: list[Xml] = field(default_factory=list)
    pictures: dict[int, Picture] = field(default_factory=dict)  # by its number, at which an empty Xml stands
    stories: list[tuple[int, list[str | int], int, list[Block]]] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    signed: bool = False
    changes: bool = False
    renamed: bool = False
    xml_bytes: int = 0


class Reader:
    def __init__(self, members: Sequence[Member], found: Gathered, prefix: str = "", depth: int = 0) -> None:
        self.found, self.prefix, self.depth = found, prefix, depth
        self.made = Container(tuple(members))
        self.by_name = {member.name.lower(): member for member in members}
        self.types: dict[str, str] = {}
        self.styles: dict[str, str] = {}  # those of headings and lists
        keep = found.options.keep_metadata
        gone = relationships.REMOVED if keep else relationships.REMOVED | relationships.REMOVED_METADATA
        self.members = relationships.Members({key: each.name for key, each in self.by_name.items()}, gone)
        self.emptied = {} if keep else _EMPTIED

    def read(self) -> Container:
        self.found.xml_bytes += sum(len(each.data) for each in self.made.members if is_markup(each.data))
        if self.found.xml_bytes > MAX_XML * self.found.options.max_bytes:
            raise InputError("docx.much-xml")
        self._load_lists()
        main = self._main()
        self.styles = self._style_shapes(main)
        relationships.reach(self.members)
        self.made.removed = {self.members.names[name] for name in self.members.removed}
        self.found.signed |= relationships.REMOVED["origin"] in self.members.removed.values()
        self._rename()
        for number, member in enumerate(self.made.members, 1):
            self._member(member, number, needed=member.name.lower() == main and not self.depth)
        self._cut_lists()
        return self.made

    def _load_lists(self) -> None:
        types = self.by_name.get(relationships.TYPES.lower())
        if not types:
            raise InputError("docx.no-types")
        self.types = {line.key: line.type for line in relationships.content_types(self._open(types).text)}
        for name, member in self.by_name.items():
            if name.endswith(".rels") and (name.startswith("_rels/") or "/_rels/" in name):
                source = self._open(member).text
                self.members.relations[relationships.owner(name)] = relationships.listed_relations(source)

    def _open(self, member: Member) -> Xml:
        """The source of a member, on the list of all."""
        try:
            opened = open_xml(member.data)
        except InputError as error:
            name = member.name if relationships.says_nothing(member.name) else "a member of the container"
            raise error.within(f"{self.prefix}{name}") from None
        self._listed(member, opened)
        return opened

    def _listed(self, member: Member, opened: Xml) -> int:
        number = self.made.numbers[member.name] = len(self.found.xml)
        self.found.xml.append(opened)
        return number

    def _main(self) -> str:
        for relation, name in self.members.inside(""):
            if relation.kind == "officedocument":
                return name
        raise InputError("docx.no-main")

    def _style_shapes(self, main: str) -> dict[str, str]:
        """Before any text is read: the styles may stand behind it. What is wrong with them is told there."""
        related = self.members.relations.get(main, ())
        targets = (relationships.resolved(main, each.target) for each in related if each.kind == "styles")
        member = next((self.by_name[name] for name in targets if name in self.by_name), None)
        if member is None or not is_markup(member.data):
            return {}
        try:
            return style_shapes(open_xml(member.data).text)
        except InputError:
            return {}

    def _rename(self) -> None:
        kinds = self.members.kinds
        own = [name for lower, name in self.members.names.items() if lower in kinds]
        names = relationships.neutral_names((name, _BASES.get(kinds[name.lower()], "part")) for name in own)
        self.found.renamed |= bool(names)
        for old, new in list(names.items()):
            listed = self.by_name.get(relationships.rels_of(old).lower())
            if listed:
                names[listed.name] = relationships.rels_of(new)
        self.made.renamed = names

    def _member(self, member: Member, number: int, *, needed: bool) -> None:
        lower = member.name.lower()
        if member.name in self.made.removed:
            shown = member.name if relationships.says_nothing(member.name) else f"member {number}"
            self._part(shown, "cleaned", self.members.removed[lower])
            return
        name = self.made.renamed.get(member.name, member.name)
        kind, type_ = self.members.kinds.get(lower, ""), relationships.type_of(member.name, self.types)
        if member.name in self.made.numbers:
            self._part(name, "read")
        elif member.data.startswith(b"PK\x03\x04"):
            self._inner(member, name, kind)
        elif kind == "afchunk" and "html" in type_:
            self._page(member, name)
        elif is_markup(member.data):
            self._markup(member, name, kind, needed=needed)
        elif needed:
            raise InputError("docx.no-xml")
        elif kind == "font" or not member.data:
            self._part(name, "kept", because("part.font" if member.data else "part.empty"))
        elif type_.startswith(("image/", "audio/", "video/")) or member.data.startswith(_PICTURES):
            self._media(member, name, type_)
        else:
            self._part(name, "uncovered", _UNREADABLE.get(kind, because("part.unknown-data")))

    def _markup(self, member: Member, name: str, kind: str, *, needed: bool) -> None:
        try:
            opened = self._open(member)
        except InputError:
            if needed:
                raise
            self._part(name, "uncovered", because("part.damaged-xml"))
            return
        self._settle(opened)
        number, kept = self.made.numbers[member.name], self.emptied.get(kind)
        aside = self.depth or member.name.lower() in self.members.aside
        rank = _LAST if aside else _RANKS.get(kind, _LAST)
        zone = "" if rank < _HIDDEN_FROM else "hidden"
        reader = MemberReader(opened.text, number, self.found.values, zone, kept, self.styles).run()
        if needed and reader.root != "w:document":
            raise InputError("docx.other-kind")
        opened.cuts += reader.cuts
        for block in reader.blocks:
            block.region = block.region or ("embedded" if self.depth else _REGIONS.get(kind, "data"))
        self.found.stories.append((rank, _natural(name), number, reader.blocks))
        if reader.handwriting:
            self._part(name, "uncovered", because("part.handwriting"))
        elif number in self.found.values.blobs:
            self._part(name, "uncovered", because("part.packed-file"))
        elif kept is not None:
            self._part(name, "cleaned", because("part.emptied"))
        else:
            self._part(name, "read")

    def _media(self, member: Member, name: str, type_: str) -> None:
        picture = _picture(self.prefix + name, member.data, type_, self.found.options)
        number = self._listed(member, Xml("", "utf-8", b""))
        self.found.pictures[number] = picture
        self.found.parts.append(picture.part)
        rank = _LAST if self.depth else _RANKS["chart"]
        self.found.stories.append((rank, _natural(name), number, list(picture.blocks)))

    def _settle(self, opened: Xml) -> None:
        if not changes.LOOKS_CHANGED.search(opened.text):
            return
        self.found.changes = True
        if self.found.options.tracked != "keep":
            opened.text = changes.settle(opened.text, accept=self.found.options.tracked == "accept")
            opened.changed = True

    def _inner(self, member: Member, name: str, kind: str) -> None:
        """A workbook behind a chart, a document inside the document."""
        found = self.found
        before = len(found.parts), len(found.stories)
        # Too deep, and nothing may be unpacked any more.
        room = found.budget // package.MAX_GROWTH if self.depth < MAX_NESTED else 0
        try:
            members = package.unpack(member.data, max_bytes=room)
            found.budget -= sum(len(each.data) for each in members)
            inner = Reader(members, found, prefix=f"{self.prefix}{name}/", depth=self.depth + 1).read()
        except InputError:
            del found.parts[before[0] :], found.stories[before[1] :]
            self._part(name, "uncovered", _UNREADABLE.get(kind, because("part.embedded-file")))
        else:
            self.made.inner[member.name] = inner

    def _page(self, member: Member, name: str) -> None:
        try:
            opened = open_xml(member.data, declared=declared_in(member.data))
            classes = self.found.options.citation_classes
            page = read_page(opened.text, xml=False, citation_classes=classes)
        except InputError:
            self._part(name, "uncovered", because("part.embedded-page"))
            return
        number = self._listed(member, opened)
        for block in page.blocks:
            block.places = [place._replace(context=HTML + place.context) for place in block.places]
            block.kind = block.kind or ("hidden" if self.depth else "")
            block.region = block.region or ("embedded" if self.depth else "")
        self.found.stories.append((_RANKS["afchunk"], _natural(name), number, page.blocks))
        why = because("part.packed-file") if page.embedded else None
        self._part(name, "uncovered" if why else "read", why)

    def _part(self, name: str, state: str, why: Reason | None = None) -> None:
        self.found.parts.append(Part(self.prefix + name, state, why))

    def _cut_lists(self) -> None:
        renamed = self.made.renamed
        for source in self.members.relations:
            member = self.by_name[relationships.rels_of(source).lower()]
            if member.name not in self.made.removed:
                number = self.made.numbers[member.name]
                cuts = relationships.cuts_in_relations(source, self.members, renamed)
                self.found.xml[number].cuts += cuts
                self._read_relations(number, source)
                if number in self.found.values.blobs:
                    name = renamed.get(member.name, member.name)
                    self._part(name, "uncovered", because("part.packed-file"))
        number = self.made.numbers[self.members.names[relationships.TYPES.lower()]]
        opened = self.found.xml[number]
        opened.cuts += relationships.cuts_in_types(opened.text, self.members, renamed)

    def _read_relations(self, number: int, source: str) -> None:
        text, values = self.found.xml[number].text, self.found.values
        for relation in self.members.relations[source]:
            if relation.kind in self.members.gone:
                continue
            if relation.id_at:
                values.read(text, number, relation.id_at, vocabulary.IDENTIFIER)
            if relation.type_at:
                values.read(text, number, relation.type_at, vocabulary.CODE)
            if relation.external or relationships.resolved(source, relation.target) not in self.by_name:
                values.read(text, number, relation.target_at, vocabulary.LINK)


def _natural(name: str) -> list[str | int]:
    return [int(step) if step.isdigit() else step for step in _NATURAL.split(name)]


def _picture(name: str, data: bytes, type_: str, options: Options) -> Picture:
    """A picture is read; drawings, sound and film are not."""
    if type_.startswith(("audio/", "video/")):
        return Picture(Part(name, "uncovered", because("part.media")))
    if data.startswith(_DRAWINGS) or type_.endswith(("emf", "wmf")):
        return Picture(Part(name, "uncovered", because("part.metafile")))
    return read_picture(name, data, options)
