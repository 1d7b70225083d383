"""Text in the pictures of a PDF: scanned pages, and pictures on any page.

Comes in: an open PDF. Goes out: blocks of text like those of any format, whose places are numbers of words,
and a part for each picture; and, from replacements, the same PDF with the pixels of replaced words painted
over, their pseudonyms set there as real text, and the unseen text of scanned pages made anew. Never trusts
the unseen text that a scan came with to say all that the picture shows, nor the picture to show all that the
text says (docs/decisions/0018-ocr.md).

`sheets` finds and draws the pictures, `looking` reads them, `pixels` changes them, `layer` sets the text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pikepdf
from pikepdf import Matrix

from lexveil.errors import OutputError
from lexveil.formats import ocr
from lexveil.formats.images.reading import turned_by
from lexveil.formats.images.redact import grown
from lexveil.formats.images.words import Box, Hit, blocks, hits, line_boxes
from lexveil.formats.markup import Block
from lexveil.formats.ocr import Word
from lexveil.formats.pdf.content import Show
from lexveil.formats.pdf.scans import layer, pixels
from lexveil.formats.pdf.scans.layer import Set
from lexveil.formats.pdf.scans.looking import WHOLE, looked
from lexveil.formats.pdf.scans.sheets import Object, Placed, Rect, Sheet, drawn, moved, to_page
from lexveil.model import Part, Piece, Replacement

__all__ = ["Cover", "Scan", "Scans", "cover", "prepare", "read_scans", "write_scans"]

_ORDER = ("kept", "read", "uncovered")  # of two states of one picture the later counts


@dataclass(frozen=True, slots=True)
class Scan:
    """A sheet that was looked at."""

    sheet: Sheet
    words: tuple[Word, ...] = field(repr=False)
    first: int  # the number of its first word in the document
    matrix: Matrix  # from the pixels in which the words stand to the page
    size: tuple[int, int]  # in those pixels
    turn: int  # degrees clockwise by which the page had to be turned further to be read
    whole: bool  # whether it is a scan of the page, whose unseen text is made anew


@dataclass(frozen=True, slots=True)
class Scans:
    scans: tuple[Scan, ...]
    blocks: Mapping[int, list[Block]] = field(repr=False)  # by page, counted from 0; -1 for none
    parts: tuple[Part, ...]
    notes: tuple[str, ...]


class Cover(NamedTuple):
    """A stretch of unseen text that is replaced: where it stands on its page, and by what."""

    box: Rect
    label: str


@dataclass(slots=True)
class _Gone:
    """A box that goes, the label that is set there, and the words that are not any more."""

    box: Box
    label: str
    words: list[int]  # numbers within the scan


def cover(show: Show, first: int, last: int, upright: Sequence[float], label: str) -> Cover:
    """Where glyphs `first` to `last` of unseen text stand on the page, however that is looked at."""
    matrix = Matrix(*show.matrix) @ Matrix(*upright).inverse()
    end = show.offsets[last] + show.glyphs[last].width * show.size * show.stretch
    low, high = show.rise - 0.25 * show.size, show.rise + 0.9 * show.size
    return Cover(moved((show.offsets[first], low, end, high), matrix), label)


def prepare(pdf: pikepdf.Pdf) -> None:
    """Make objects of the pictures within drawing instructions. To be done before those are followed."""
    for page in pdf.pages:
        page.externalize_inline_images(min_size=0, shallow=False)


def read_scans(pdf: pikepdf.Pdf, *, language: str) -> Scans:
    scans: list[Scan] = []
    found: dict[int, list[Block]] = {}
    parts: dict[Object, Part] = {}
    counts: dict[int, int] = {}
    first = 0
    for sheet, (seen, state, why, scale, size) in looked(pdf, language=language):
        for image in dict.fromkeys(each.image for each in sheet.placed):
            if image not in parts:
                counts[sheet.page] = counts.get(sheet.page, 0) + 1
                parts[image] = Part(_name(sheet, counts[sheet.page]), state, why)
            elif _ORDER.index(state) > _ORDER.index(parts[image].state):
                parts[image] = Part(parts[image].name, state, why)
        matrix = to_page(sheet, scale, seen.turn)
        size = (size[1], size[0]) if seen.turn % 180 else size
        whole = sheet.share >= WHOLE and bool(seen.words)
        scans.append(Scan(sheet, tuple(seen.words), first, matrix, size, seen.turn, whole))
        found.setdefault(sheet.page, []).extend(blocks(seen.words, first=first))
        first += len(seen.words)
    note = ocr.note(language) if first else ""
    return Scans(tuple(scans), found, tuple(parts.values()), (note,) if note else ())


def write_scans(
    pdf: pikepdf.Pdf,
    scans: Scans,
    pieces: Sequence[Piece],
    replacements: Sequence[Replacement],
    *,
    covers: Mapping[int, Sequence[Cover]] | None = None,
    boxes: bool = False,
) -> None:
    """Change the PDF. `covers` are the replacements in unseen text by page; write those first."""
    words = [word for scan in scans.scans for word in scan.words]
    own = _by_scan(scans.scans, hits(words, pieces, replacements))
    gone = [
        [*_hit(scan, found), *_covered(scan, found, (covers or {}).get(scan.sheet.page, ()))]
        for scan, found in zip(scans.scans, own, strict=True)
    ]
    _paint(pdf, scans.scans, gone)
    by_page: dict[int, list[tuple[Scan, list[_Gone]]]] = {}
    for scan, marked in zip(scans.scans, gone, strict=True):
        if scan.sheet.page >= 0:
            by_page.setdefault(scan.sheet.page, []).append((scan, marked))
    for number, shown in by_page.items():
        if not any(marked for _, marked in shown):
            continue  # nothing is replaced on it
        page = pdf.pages[number]
        if any(scan.whole for scan, _ in shown):
            layer.drop_unseen(pdf, page)
        placed = [(scan.matrix, each) for scan, marked in shown for each in _set(pdf, scan, marked)]
        layer.add_text(pdf, page, placed, boxes=boxes)


def _by_scan(scans: Sequence[Scan], found: Sequence[Hit]) -> list[list[Hit]]:
    """The hits of each scan, their words numbered within it; both come in order."""
    made: list[list[Hit]] = [[] for _ in scans]
    at = 0
    for hit in found:
        while hit.words[0] >= scans[at].first + len(scans[at].words):
            at += 1
        made[at].append(Hit([number - scans[at].first for number in hit.words], hit.label))
    return made


def _hit(scan: Scan, found: Sequence[Hit]) -> Iterator[_Gone]:
    for hit in found:
        words = hit.words
        for box, label in line_boxes([scan.words[number] for number in hit.words], hit.label):
            yield _Gone(grown(box, scan.size), label, words)
            words = []


def _covered(scan: Scan, found: Sequence[Hit], covers: Sequence[Cover]) -> Iterator[_Gone]:
    """Names that the unseen text has; where the picture has them too, their label is set already."""
    if not covers:
        return
    hit = {number for each in found for number in each.words}
    inverse = scan.matrix.inverse()
    for cover in covers:
        left, top, right, bottom = (round(value) for value in moved(cover.box, inverse))
        if right <= 0 or bottom <= 0 or left >= scan.size[0] or top >= scan.size[1]:
            continue
        within = [
            number
            for number, word in enumerate(scan.words)
            if left <= (word.left + word.right) / 2 <= right and top <= (word.top + word.bottom) / 2 <= bottom
        ]
        label = "" if hit.intersection(within) else cover.label
        box = max(0, left), max(0, top), min(scan.size[0], right), min(scan.size[1], bottom)
        yield _Gone(box, label, within)


def _paint(pdf: pikepdf.Pdf, scans: Sequence[Scan], gone: Sequence[Sequence[_Gone]]) -> None:
    """Paint over each box in every picture of the page that lies there, also under another."""
    on_page: dict[int, list[Placed]] = {}
    for scan in scans:
        on_page.setdefault(scan.sheet.page, []).extend(scan.sheet.placed)
    parts: dict[Object, list[pixels.Part]] = {}
    for scan, marked in zip(scans, gone, strict=True):
        placed = on_page[scan.sheet.page] if scan.sheet.page >= 0 else scan.sheet.placed
        for each in placed if marked else ():
            inverse = each.matrix.inverse()
            for mark in marked:
                left, bottom, right, top = moved(moved(mark.box, scan.matrix), inverse)
                if left < 1 and right > 0 and bottom < 1 and top > 0:
                    parts.setdefault(each.image, []).append((left, 1 - top, right, 1 - bottom))
    for image, found in parts.items():
        try:
            pixels.paint_out(pdf.get_object(image), found)
        except OutputError as error:
            page = min(
                scan.sheet.page for scan in scans if any(image == each.image for each in scan.sheet.placed)
            )
            where = f"page {page + 1}: " if page >= 0 else ""
            raise OutputError(f"{where}{error}") from None


def _set(pdf: pikepdf.Pdf, scan: Scan, marked: Sequence[_Gone]) -> list[Set]:
    """The text of a scan in the order of reading: pseudonyms, and, if it is a whole page, all other words."""
    sizes = layer.sizes(scan.words)
    dark = _dark(pdf, scan, marked)
    labels: dict[int, list[Set]] = {}
    for mark, ground in zip(marked, dark, strict=True):
        if mark.label:
            first = mark.words[0] if mark.words else len(scan.words)
            labels.setdefault(first, []).append(_label(scan, mark, sizes, ground))
    gone = {number for mark in marked for number in mark.words}
    made: list[Set] = []
    for number, word in enumerate([*scan.words, None]):
        made += labels.get(number, ())
        if word and scan.whole and number not in gone:
            size = sizes[word.block, word.paragraph, word.line]
            box = word.left, word.top, word.right, word.bottom
            left, line, width, up = layer.placed_at(word, box, size)
            made.append(Set(word.text + " ", left, line, width, size, shown=False, up=up))
    return made


def _label(scan: Scan, mark: _Gone, sizes: Mapping[tuple[int, int, int], float], dark: bool) -> Set:
    left, top, right, bottom = mark.box
    if not mark.words:
        height = bottom - top
        return Set(mark.label, left, bottom - 0.25 * height, right - left, 0.7 * height, True, dark)
    word = scan.words[mark.words[0]]
    size = sizes[word.block, word.paragraph, word.line]
    first = max(left, word.left), top, right, min(bottom, word.bottom)
    left_, line, width, up = layer.placed_at(word, first, size)
    return Set(mark.label, left_, line, width, size, True, dark, up)


def _dark(pdf: pikepdf.Pdf, scan: Scan, marked: Sequence[_Gone]) -> list[bool]:
    """Whether each box is dark, now that it is painted."""
    if not any(mark.label for mark in marked):
        return [False] * len(marked)
    picture = turned_by(drawn(pdf, scan.sheet)[0], scan.turn)
    return [float(np.asarray(picture.crop(mark.box)).mean()) < 128 for mark in marked]


def _name(sheet: Sheet, number: int) -> str:
    """Of a part; pictures that no page draws itself are in stamps, patterns and buttons."""
    return f"page {sheet.page + 1}, image {number}" if sheet.page >= 0 else f"image {number} of no page"
