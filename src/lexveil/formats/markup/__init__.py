"""Blocks of text with their places in the source, and replacements back into those places."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from lexveil.formats.shape import Outline, Shape, beside
from lexveil.formats.source import Options, Pieces, Place, Replacements, Source
from lexveil.model import Document, Part, Piece, Reason, Zone, because

BREAK = "\n\n"  # between blocks
LEFT = 64  # characters before a replacement that decide how it must be spelled

Range = tuple[int, int]
Note = Reason | None
Spell = Callable[[str, str, str], str]  # a replacement for its context, the source just before it given


class Block:
    """One block of text in the making: a paragraph, a cell, an attribute.

    White space is held back until text follows, so that a block never begins or ends with it and a run of
    it, spread over several inline elements, is one character.
    """

    __slots__ = (
        "citations", "cited_from", "citing", "ends", "gap", "kind", "length", "marks", "parts", "places",
        "region", "shape", "starts",
    )  # fmt: skip

    def __init__(self, kind: str = "", *, citing: bool = False, region: str = "") -> None:
        self.kind = kind  # the zone the whole block is, "" for none
        self.citing = citing  # whether what comes next stands in a citation
        self.region = region  # the part of the file it stands in, "" for the body
        self.shape: Shape | None = None  # what on the page it stands in, None for a paragraph
        self.parts: list[str] = []
        # Three lists side by side, not one of triples: a page has half a million pieces.
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.places: list[Place] = []
        self.length = 0
        self.gap: list[tuple[str, str, list[Range]]] = []  # character, context, where it stands
        self.citations: list[Range] = []
        self.marks: list[Zone] = []  # people whose role the source's own elements tell
        self.cited_from = -1

    def add(self, text: str, start: int, end: int, context: str) -> None:
        """Characters of the source. Where the lengths differ, they stand and fall together."""
        if self.gap:
            self._fill()
        if self.citing and self.cited_from < 0:
            self.cited_from = self.length
        self.starts.append(self.length)
        self.length += len(text)
        self.ends.append(self.length)
        self.places.append(Place(start, end, context))
        self.parts.append(text)

    def space(self, start: int, end: int, context: str) -> None:
        if self.gap:
            self.gap[-1][2].append((start, end))
        else:
            self.gap.append((" ", context, [(start, end)]))

    def line(self, ranges: list[Range], context: str) -> None:
        """A line break; white space around it is part of it."""
        if self.gap and self.gap[-1][0] == " ":
            ranges = self.gap.pop()[2] + ranges
        self.gap.append(("\n", context, ranges))

    def hide(self, start: int, end: int, context: str) -> None:
        """Something that shows no character but goes when the characters on both sides of it go."""
        if self.gap:
            self.gap[-1][2].append((start, end))
        elif self.length:
            self.starts.append(self.length)
            self.ends.append(self.length)
            self.places.append(Place(start, end, context))

    def cite(self, citing: bool) -> None:
        """What comes next stands in a citation, or no more."""
        self.citing = citing
        if not citing and self.cited_from >= 0:
            self.citations.append((self.cited_from, self.length))
            self.cited_from = -1

    def visible(self) -> bool:
        return any(not part.isspace() for part in self.parts)

    def _fill(self) -> None:
        gap, self.gap = self.gap, []
        if not self.length:
            return
        for char, context, ranges in gap:
            if ranges:
                (start, end), *more = ranges
                self.starts.append(self.length)
                self.ends.append(self.length + 1)
                self.places.append(Place(start, end, context, tuple(more)))
            self.parts.append(char)
            self.length += 1


EMBEDDED = Block("embedded")  # stands for a file inside a value that was not read


class Aside(NamedTuple):
    """Where the text of an element that stands apart goes, and as which zone."""

    blocks: list[Block]
    kind: str = ""
    region: str = ""


# Where text stands that is put beside a block, by what it is counted as.
_REGIONS = {"attribute": "attribute", "comment": "comment", "instruction": "script"}


class ReadingOrder:
    """The block in the making, and the lists that finished blocks go to.

    Hidden text and notes follow the block they stand in, code comes at the end.
    """

    def __init__(self, *, notes_have_shapes: bool) -> None:
        self.notes_have_shapes = notes_have_shapes
        self.block = Block()
        self.shape: Shape | None = None  # what the open elements are on the page
        self.blocks: list[Block] = []
        self.after: list[Block] = []  # to follow the block they stand in
        self.code: list[Block] = []
        self.counts: Counter[str] = Counter()  # what was read as hidden text; embedded files that were not
        self.cited = 0  # how many open elements are citations
        self._asides: list[Aside] = []  # of the open elements whose text stands apart

    def done(self) -> list[Block]:
        self.boundary()
        for block in self.code:
            block.shape = None
        return [block for block in self.blocks + self.code if block.visible()]

    def boundary(self) -> None:
        """Whatever comes next is a new block."""
        block = self.block
        if block.length:
            (self._asides[-1].blocks if self._asides else self.blocks).append(block)
            self.block = self._new_block()
        else:
            block.gap.clear()
        if self.after and not self._asides:
            for each in self.after:
                own = each.shape if self.notes_have_shapes else None
                each.shape = own or beside(block.shape)
            self.blocks += self.after
            self.after = []
        self.block.shape = self.shape

    def put(self, blocks: Iterable[Block], name: str) -> None:
        """Hidden text after the block it stands in, code at the end."""
        for block in blocks:
            block.region = block.region or _REGIONS.get(name, "")
            if block is EMBEDDED:
                self.counts["embedded file"] += 1
            elif block.visible():
                self.counts[name] += block.kind == "hidden"
                (self.after if block.kind == "hidden" else self.code).append(block)

    def hidden_note(self, *names: str) -> list[Reason]:
        """What was read as hidden text, counted by these names."""
        found = tuple(because(f"note.{name}", count=self.counts[name]) for name in names if self.counts[name])
        total = sum(self.counts[name] for name in names)
        return [because("note.hidden", items=found, count=total)] if found else []

    def before(self) -> str:
        """The last characters of the line, right before what comes next."""
        return self.block.parts[-1][-3:] if self.block.parts and not self.block.gap else ""

    def begin_citation(self) -> None:
        self.cited += 1
        self.block.cite(True)

    def end_citation(self) -> None:
        self.cited -= 1
        if not self.cited:
            self.block.cite(False)

    def begin_aside(self, aside: Aside) -> None:
        self._asides.append(aside)
        self.block = self._new_block()

    def end_aside(self, block: Block) -> None:
        """Go on with the block that the aside interrupted."""
        self.boundary()
        self._asides.pop()
        self.block = block
        self.block.cite(self.cited > 0)

    def _new_block(self) -> Block:
        around = self._asides[-1] if self._asides else Aside([])
        block = Block(around.kind, citing=self.cited > 0, region=around.region)
        block.shape = self.shape
        return block


class Laid(NamedTuple):
    text: str
    pieces: tuple[Piece, ...]
    zones: tuple[Zone, ...]
    shape: tuple[Zone, ...]
    regions: tuple[Zone, ...] = ()


def lay(blocks: Iterable[Block]) -> Laid:
    """Blocks one after the other, with a blank line between."""
    parts: list[str] = []
    pieces: list[Piece] = []
    zones: list[Zone] = []
    regions: list[Zone] = []
    outline = Outline()
    at = 0
    for block in blocks:
        if parts:
            parts.append(BREAK)
            at += len(BREAK)
        parts += block.parts
        found = zip(block.starts, block.ends, block.places, strict=True)
        pieces += [Piece(at + start, at + end, place) for start, end, place in found]
        if block.kind:
            zones.append(Zone(at, at + block.length, block.kind))
        block.cite(False)
        zones += [Zone(at + start, at + end, "citation") for start, end in block.citations]
        zones += [Zone(at + mark.start, at + mark.end, mark.kind) for mark in block.marks]
        outline.add(block.shape, at, at + block.length)
        if block.region:
            before = regions[-1] if regions else Zone(0, 0, "")
            goes_on = (before.end + len(BREAK), before.kind) == (at, block.region)
            start = regions.pop().start if goes_on else at
            regions.append(Zone(start, at + block.length, block.region))
        at += block.length
    return Laid("".join(parts), tuple(pieces), tuple(zones), outline.zones(), tuple(regions))


def document_of(
    laid: Laid, options: Options, content: Any, *, parts: Iterable[Part] = (), notes: Iterable[Note] = ()
) -> Document:
    """The document of a text, without its id; `content` is what the format needs to write the file again."""
    told = tuple(note for note in notes if note)
    made = Document("", laid.text, options.language, laid.pieces, laid.zones, shape=laid.shape, notes=told)
    return replace(made, source=Source(content), parts=tuple(parts), regions=laid.regions)


def check(replacements: Replacements, length: int) -> None:
    """Sorted, apart, and inside a text of that length: a broken caller must not make a broken file."""
    last = 0
    for number, replacement in enumerate(replacements):
        if not last <= replacement.start < replacement.end <= length:
            raise ValueError(
                f"replacement {number} ({replacement.start}..{replacement.end}) is empty, out of order, "
                f"overlapping or beyond the {length} characters of the text"
            )
        last = replacement.end


class Cut(NamedTuple):
    """Instead of start..end of the source there stands `text`, whatever is replaced."""

    start: int
    end: int
    text: str = ""


def with_cuts(source: str, cuts: Iterable[Cut]) -> str:
    """The source with the cuts; of two that overlap, the one that begins first counts."""
    parts: list[str] = []
    last = 0
    for cut in sorted(cuts):
        if cut.start >= last:
            parts += (source[last : cut.start], cut.text)
            last = cut.end
    return "".join([*parts, source[last:]])


class Edit(NamedTuple):
    start: int
    end: int
    order: int
    text: str | None  # None: only removed, the replacement went into an earlier place
    context: str


def splice(source: str, pieces: Pieces, replacements: Replacements, spell: Spell) -> str:
    """The source with each replacement in the first place it covers, the rest of what it covers removed."""
    parts: list[str] = []
    last = 0
    for edit in sorted(_edits(pieces, replacements), key=lambda edit: edit[:3]):
        start = max(edit.start, last)  # two replacements may share one character reference
        parts.append(source[last:start])
        if edit.text is not None:
            parts.append(spell(edit.text, edit.context, source[max(last, start - LEFT) : start]))
        last = max(edit.end, start)
    return "".join([*parts, source[last:]])


def _edits(pieces: Pieces, replacements: Replacements) -> Iterator[Edit]:
    every = zip(replacements, touching(pieces, replacements), strict=True)
    for order, (replacement, touched) in enumerate(every):
        text: str | None = replacement.text
        for piece in touched:
            start, end = covered(piece, replacement.start, replacement.end)
            yield Edit(start, end, order, text if piece.start < piece.end else None, piece.place.context)
            if piece.start < piece.end:
                text = None
            for start, end in piece.place.more:
                yield Edit(start, end, order, None, piece.place.context)
        if text is not None:
            raise nothing_covered(order)


def touching(pieces: Pieces, replacements: Replacements) -> Iterator[Pieces]:
    """For each replacement the pieces that it covers at least in part."""
    first = 0
    for each in replacements:
        while first < len(pieces) and pieces[first].end <= each.start:
            first += 1
        last = first
        while last < len(pieces) and pieces[last].start < each.end:
            last += 1
        yield pieces[first:last]


def nothing_covered(order: int) -> ValueError:
    return ValueError(f"replacement {order} covers no text of the source, only breaks between blocks")


def covered(piece: Piece, start: int, end: int) -> Range:
    """The part of the source that goes with start..end: exact where characters map one to one, else all."""
    place: Place = piece.place
    if piece.end - piece.start != place.end - place.start or place.more:
        return place.start, place.end
    before, after = max(start - piece.start, 0), max(piece.end - end, 0)
    return place.start + before, place.end - after
