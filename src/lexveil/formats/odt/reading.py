"""The sources of a document, ready to be read, and the text that is in them.

First metadata goes out of them: properties, authors, dates, printers; fields that show a property are fixed
to what they show. Where changes are kept, what the paragraphs said before them is read a second time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.formats.markup import Block, Cut, with_cuts
from lexveil.formats.markup.escaping import escaped
from lexveil.formats.markup.tokens import Token, tokens, value, value_of
from lexveil.formats.odt import changes, identifiers
from lexveil.formats.odt.changes import Rejected
from lexveil.formats.odt.container import BOM, ODF, SVG, XML, Plan, decoded, referred
from lexveil.formats.odt.member import MemberText, Paths, read_member
from lexveil.formats.odt.vocabulary import SCHEMA, SIGNATURES, SIGNED
from lexveil.formats.package import Member
from lexveil.formats.source import Options, Place
from lexveil.model import Part, because

TRACKED = ("keep", "accept", "reject")
VOCABULARIES = {ODF: "odf", SVG: "svg", XML: "xml"}

KEPT_PROPERTIES, SETTINGS, FIELDS = (
    frozenset(SCHEMA["metadata"][name].split()) for name in ("kept_properties", "settings", "fields")
)
# Marks of editing sessions, which tell what was written together.
SESSION = frozenset(("officeooo:rsid", "officeooo:paragraph-rsid"))
ZEROS = frozenset(("Rsid", "RsidRoot"))
ADDRESSES = frozenset(("xlink:href", "rdf:about", "rdf:resource"))
DATE = "1970-01-01T00:00:00"


@dataclass(slots=True)
class Cleaning:
    """What is known of the whole document while its members are cleaned one by one."""

    plan: Plan
    keep_metadata: bool = False
    authors: dict[str, int] = field(default_factory=dict)  # by their order of appearance

    def author(self, name: str) -> int:
        return self.authors.setdefault(name, len(self.authors) + 1)


@dataclass(slots=True)
class _Path:
    folder: str
    open: list[Token] = field(default_factory=list)
    signed: int = 0  # how many open elements are comments or changes
    author: int = 1  # who wrote the one that was met last


def cuts(source: str, cleaning: Cleaning, folder: str = "") -> Iterator[Cut]:
    """`folder`: that of the member, with its slash; addresses within the container may count from there."""
    path = _Path(folder)
    for token in tokens(source):
        if token.kind == "start":
            yield from _tag(source, token, cleaning, folder)
            if not token.empty:
                path.open.append(token)
                path.signed += token.name in SIGNED
            else:
                yield from _element(source, token, token, path, cleaning)
        elif token.kind == "end":
            start = path.open.pop()
            path.signed -= start.name in SIGNED
            yield from _element(source, start, token, path, cleaning)


def _tag(source: str, token: Token, cleaning: Cleaning, folder: str) -> Iterator[Cut]:
    for attribute in token.attributes:
        if attribute.name in SESSION and not cleaning.keep_metadata:
            start = source.rindex(attribute.name, token.start, attribute.start)
            yield Cut(start - 1, attribute.end + 1)
        elif attribute.name in ADDRESSES and cleaning.plan.words:
            address = value(source, attribute)
            member = referred(address, folder, cleaning.plan.paths)
            new = cleaning.plan.renamed(member)
            if new != member:
                yield Cut(attribute.start, attribute.end, escaped("./" * address.startswith("./") + new))
    if token.name in FIELDS and not cleaning.keep_metadata:
        yield from _fixed(source, token)


def _fixed(source: str, token: Token) -> Iterator[Cut]:
    for attribute in token.attributes:
        if attribute.name == "text:fixed":
            if value(source, attribute) != "true":
                yield Cut(attribute.start, attribute.end, "true")
            return
    end = token.end - (2 if token.empty else 1)
    yield Cut(end, end, ' text:fixed="true"')


def _element(source: str, start: Token, end: Token, path: _Path, cleaning: Cleaning) -> Iterator[Cut]:
    """An element has ended; `path` is where it stood."""
    name, within = start.name, path.open[-1].name if path.open else ""
    if name == "draw:image":
        removed = cleaning.plan.removed
        if removed and referred(value_of(source, start, "xlink:href"), path.folder, removed):
            yield Cut(start.start, end.end)
    elif name == "config:config-item":
        yield from _setting(source, start, end, cleaning)
    elif cleaning.keep_metadata:
        return
    elif within == "office:meta" and name not in KEPT_PROPERTIES:
        yield Cut(start.start, end.end)
    elif path.signed and name in SIGNATURES and start is not end:
        old = source[start.end : end.start]
        if name == "dc:creator":
            path.author = cleaning.author(old.strip())
        neutral = {"dc:creator": f"Author {path.author}", "meta:date-string": "", "dc:date": DATE}
        new = neutral.get(name, f"A{path.author}")
        if new != old:
            yield Cut(start.end, end.start, new)


def _setting(source: str, start: Token, end: Token, cleaning: Cleaning) -> Iterator[Cut]:
    """Printers and data sources; what is in base64 nobody can read, and it may name them too."""
    name = value_of(source, start, "config:name")
    coded = value_of(source, start, "config:type") == "base64Binary"
    if coded or (name in SETTINGS and not cleaning.keep_metadata):
        new = "0" if name in ZEROS else ""
        if start is not end and source[start.end : end.start] != new:
            yield Cut(start.end, end.start, new)


@dataclass(frozen=True, slots=True)
class Text:
    """A member that is XML, as it will be written if nothing is replaced."""

    member: str  # its name as it came in
    name: str  # and as it goes out
    vocabulary: str
    source: str = field(repr=False)
    bom: bytes
    cleaned: bool  # whether the source is not the one that came in
    changes: int = 0

    @property
    def folder(self) -> str:
        """With its slash; addresses in the member may count from there."""
        return self.name[: self.name.rfind("/") + 1]

    def bytes(self, source: str) -> bytes:
        return self.bom + source.encode("utf-8")


class Reading(NamedTuple):
    first: list[Block]
    second: list[Block]  # paragraphs as they were before tracked changes
    parts: list[Part]


def prepared(member: Member, role: str, cleaning: Cleaning, options: Options) -> Text:
    name = cleaning.plan.renamed(member.name)
    original = decoded(member.data, name, max_bytes=options.max_bytes, odf=role == ODF)
    source, number = original, 0
    if role == ODF:
        number = changes.count(source)
        source = _settled(source, options.tracked)
    folder = member.name[: member.name.rfind("/") + 1]
    source = with_cuts(source, cuts(source, cleaning, folder))
    bom = BOM if member.data.startswith(BOM) else b""
    return Text(member.name, name, VOCABULARIES[role], source, bom, source != original, number)


def _settled(source: str, tracked: str) -> str:
    if tracked not in TRACKED:
        raise InputError("file.tracked", choices=", ".join(TRACKED))
    if changes.LIST not in source or tracked == "keep":
        return source
    return changes.accepted(source) if tracked == "accept" else changes.undone(source)


def read(text: Text, paths: Paths, *, keep_metadata: bool) -> Reading:
    """`paths`: those of all members, by their new names."""
    earlier = _earlier(text)
    skipped = {start: end for state in earlier for start, end in state.restored.items()}
    unsigned = not keep_metadata
    found = read_member(text.source, text.vocabulary, paths, text.folder, unsigned=unsigned, skipped=skipped)
    known = {_key(block) for block in found.blocks + found.code}
    second = [block for state in earlier for block in _before(text, state, known, paths)]
    return Reading(found.blocks + found.code, second, _parts(text, found))


def _earlier(text: Text) -> list[Rejected]:
    """The member as it was before the tracked changes and, where they lie in layers, between them."""
    if text.vocabulary != "odf" or changes.LIST not in text.source:
        return []
    states = [changes.rejected(text.source)]
    if changes.layered(text.source):
        states.append(changes.rejected(text.source, insertions=True))
    return states


def _before(text: Text, state: Rejected, known: set[tuple[int, str]], paths: Paths) -> Iterator[Block]:
    """Blocks that are not known yet, with their places in the source as it is."""
    source = changes.joined(text.source, state.segments)
    walked = read_member(source, "odf", paths, text.folder, unsigned=True, skipped={})
    origin = changes.Origin(state.segments)
    for block in walked.blocks + walked.code:
        if _moved(block, origin) and _key(block) not in known:
            known.add(_key(block))
            block.kind = block.kind or "hidden"
            block.shape = None  # it stands apart, and the first reading showed where it belongs
            yield block


def _key(block: Block) -> tuple[int, str]:
    return block.places[0].start, "".join(block.parts)


def _moved(block: Block, origin: changes.Origin) -> bool:
    """Give the block the places it has in the source; False if it has none there."""
    moved: list[tuple[int, int, Place]] = []
    for start, end, place in zip(block.starts, block.ends, block.places, strict=True):
        ranges = origin.of(place.start, place.end)
        if place.more or end - start != place.end - place.start:
            ranges += [each for more in place.more for each in origin.of(*more)]
            if ranges:
                moved.append((start, end, Place(*ranges[0], place.context, tuple(ranges[1:]))))
            continue
        for one in ranges:  # text that was written together may stand in several places
            moved.append((start, start + one[1] - one[0], Place(*one, place.context)))
            start += one[1] - one[0]
    block.starts[:] = [start for start, _, _ in moved]
    block.ends[:] = [end for _, end, _ in moved]
    block.places[:] = [place for _, _, place in moved]
    return bool(moved)


def _parts(text: Text, found: MemberText) -> list[Part]:
    metadata = text.name.endswith(("meta.xml", "settings.xml")) and text.cleaned
    state, why = ("cleaned", because("part.metadata")) if metadata else ("read", None)
    parts = [Part(text.name, state, why)]
    embedded = (f"{text.name}, embedded file {number}" for number in range(1, found.embedded + 1))
    parts += (Part(name, "uncovered", because("part.embedded-unread")) for name in embedded)
    if found.macros:
        parts.append(Part(f"{text.name}, macros", "uncovered", because("part.macros-unread")))
    return parts


def names(texts: Iterable[Text], paths: Paths) -> dict[str, str]:
    """The names of things in all members, and the zone each is read in."""
    found: dict[str, str] = {}
    for text in texts:
        identifiers.collect(text.source, text.vocabulary, paths, found)
    return found
