"""The sources of a document, ready to be read, and the text that is in them.

Where changes are kept, what the paragraphs said before them is read a second time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.formats.markup import Block, with_cuts
from lexveil.formats.odt import changes, identifiers, metadata
from lexveil.formats.odt.changes import Rejected
from lexveil.formats.odt.container import BOM, ODF, SVG, XML, decoded
from lexveil.formats.odt.member import MemberText, Paths, read_member
from lexveil.formats.odt.metadata import Cleaning
from lexveil.formats.package import Member
from lexveil.formats.source import Options, Place
from lexveil.model import Part, because

TRACKED = ("keep", "accept", "reject")
VOCABULARIES = {ODF: "odf", SVG: "svg", XML: "xml"}


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
    source = with_cuts(source, metadata.cuts(source, cleaning, folder))
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
