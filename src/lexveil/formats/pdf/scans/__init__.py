"""Text in the pictures of a PDF: scanned pages, and pictures on any page.

Replaced words are painted over, their pseudonyms set there as real text, and the unseen text of scanned pages
is made anew, so that a page can be searched and copied as before. Never trusts the unseen text that a scan
came with to say all that the picture shows, nor the picture to show all that the text says
(docs/decisions/0018-ocr.md). `sheets` finds, draws and reads the pictures, `pixels` changes them.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import pikepdf
from pikepdf import Dictionary, Matrix, Name, Page, Pdf
from PIL import Image

from lexveil.errors import OutputError
from lexveil.formats import ocr
from lexveil.formats.images import grown
from lexveil.formats.images.reading import Box, Hit, blocks, hits, line_boxes, turned_by
from lexveil.formats.markup import Block
from lexveil.formats.ocr import Word
from lexveil.formats.pdf import typesetting
from lexveil.formats.pdf.content import SHOWING, Show, lines_before
from lexveil.formats.pdf.file import named, write_content
from lexveil.formats.pdf.scans import pixels, sheets
from lexveil.formats.pdf.scans.sheets import Object, Placed, Rect, Sheet, moved
from lexveil.formats.source import Pieces, Replacements
from lexveil.model import Part, Reason

_ORDER = ("kept", "read", "uncovered")  # of two states of one picture the later counts

NEITHER = 3  # the mode of text that is neither filled nor stroked
MAX_DEPTH = 25
FACE = "Helvetica"
CAPITAL, LOWER, BELOW = 0.72, 0.52, 0.21  # of the size: letters above the line, low ones, and tails below it
_LOW, _TAILS = frozenset("acemnorsuvwxz"), frozenset("gjpqyçşțņķļģQ,;()[]{}/§µ")


class PlacedText(NamedTuple):
    """Text set at the foot of a box, in pixels."""

    text: str
    left: float
    baseline: float
    width: float
    size: float
    shown: bool
    dark: bool = False  # whether the ground is
    up: bool = False  # whether it runs up the page: `left` is then its foot, and `baseline` across the page


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
    notes: tuple[Reason, ...]


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


def prepare(pdf: Pdf) -> None:
    """Make objects of the pictures within drawing instructions. To be done before those are followed."""
    for page in pdf.pages:
        page.externalize_inline_images(min_size=0, shallow=False)


def read_scans(pdf: Pdf, *, language: str, allowed: Collection[str] = ()) -> Scans:
    """`allowed` are the marks of pictures that go out as they are."""
    scans: list[Scan] = []
    found: dict[int, list[Block]] = {}
    parts: dict[Object, Part] = {}
    counts: Counter[int] = Counter()
    first = 0
    found_sheets = sheets.read_sheets(pdf, language=language, allowed=allowed)
    for sheet, (seen, state, why, scale, size) in found_sheets:
        for image in dict.fromkeys(each.image for each in sheet.placed):
            if image not in parts:
                counts[sheet.page] += 1
                name = f"page {sheet.page + 1}, image {counts[sheet.page]}"
                if sheet.page < 0:  # in a stamp, a pattern, a button
                    name = f"image {counts[sheet.page]} of no page"
                parts[image] = Part(name, state, why)
            elif _ORDER.index(state) > _ORDER.index(parts[image].state):
                parts[image] = Part(parts[image].name, state, why)
        matrix = sheets.to_page(sheet, scale, seen.turn)
        size = (size[1], size[0]) if seen.turn % 180 else size
        whole = sheet.share >= sheets.WHOLE and bool(seen.words)
        scans.append(Scan(sheet, tuple(seen.words), first, matrix, size, seen.turn, whole))
        found.setdefault(sheet.page, []).extend(blocks(seen.words, first=first))
        first += len(seen.words)
    note = ocr.note(language) if first else None
    return Scans(tuple(scans), found, tuple(parts.values()), (note,) if note else ())


def write_scans(
    pdf: Pdf,
    scans: Scans,
    pieces: Pieces,
    replacements: Replacements,
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
        if any(scan.whole for scan, _ in shown) and "/Contents" in page.obj:
            _drop_unseen(pdf, page.obj, page.obj.get("/Resources"), 0, set(), 0)
        placed = [(scan.matrix, each) for scan, marked in shown for each in _set(pdf, scan, marked)]
        add_text(pdf, page, placed, boxes=boxes)


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
        middles = (((word.left + word.right) / 2, (word.top + word.bottom) / 2) for word in scan.words)
        within = [at for at, (x, y) in enumerate(middles) if left <= x <= right and top <= y <= bottom]
        label = "" if hit.intersection(within) else cover.label
        box = max(0, left), max(0, top), min(scan.size[0], right), min(scan.size[1], bottom)
        yield _Gone(box, label, within)


def _paint(pdf: Pdf, scans: Sequence[Scan], gone: Sequence[Sequence[_Gone]]) -> None:
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
        except OutputError:
            shown = ((scan.sheet.page, {each.image for each in scan.sheet.placed}) for scan in scans)
            page = min(page for page, images in shown if image in images)
            if page < 0:
                raise
            raise OutputError("picture.unchangeable-on-page", page=page + 1) from None


def _set(pdf: Pdf, scan: Scan, marked: Sequence[_Gone]) -> list[PlacedText]:
    """The text of a scan in the order of reading: pseudonyms, and, if it is a whole page, all other words."""
    sizes = line_sizes(scan.words)
    labels: dict[int, list[PlacedText]] = {}
    labelled = [mark for mark in marked if mark.label]
    picture = turned_by(sheets.drawn(pdf, scan.sheet)[0], scan.turn) if labelled else Image.new("L", (1, 1))
    for mark in labelled:
        first = mark.words[0] if mark.words else len(scan.words)
        dark = float(np.asarray(picture.crop(mark.box)).mean()) < 128  # now that it is painted
        labels.setdefault(first, []).append(_label(scan, mark, sizes, dark))
    gone = {number for mark in marked for number in mark.words}
    made: list[PlacedText] = []
    for number, word in enumerate([*scan.words, None]):
        made += labels.get(number, ())
        if word and scan.whole and number not in gone:
            size = sizes[word.row]
            box = word.left, word.top, word.right, word.bottom
            left, line, width, up = placed_at(word, box, size)
            made.append(PlacedText(word.text + " ", left, line, width, size, shown=False, up=up))
    return made


def _label(scan: Scan, mark: _Gone, sizes: Mapping[tuple[int, int, int], float], dark: bool) -> PlacedText:
    left, top, right, bottom = mark.box
    if not mark.words:
        height = bottom - top
        return PlacedText(mark.label, left, bottom - 0.25 * height, right - left, 0.7 * height, True, dark)
    word = scan.words[mark.words[0]]
    size = sizes[word.row]
    first = max(left, word.left), top, right, min(bottom, word.bottom)
    left_, line, width, up = placed_at(word, first, size)
    return PlacedText(mark.label, left_, line, width, size, True, dark, up)


def placed_at(word: Word, box: Box, size: float) -> tuple[float, float, float, bool]:
    """Where text begins that takes the place of a word and fills a box, how wide it is, and if it runs up."""
    below = BELOW * size if _TAILS.intersection(word.text) else 0.0
    left, top, right, bottom = box
    if sideways(word):
        return bottom, word.right - below, bottom - top, True
    return left, word.bottom - below, right - left, False


def sideways(word: Word) -> bool:
    return word.bottom - word.top > 1.5 * (word.right - word.left) and len(word.text) > 2


def line_sizes(words: Sequence[Word]) -> dict[tuple[int, int, int], float]:
    """The size of the letters of each line, from the heights of its words."""
    lines: dict[tuple[int, int, int], list[float]] = {}
    for word in words:
        high = LOWER if _LOW.issuperset(word.text) else CAPITAL
        tails = BELOW if _TAILS.intersection(word.text) else 0.0
        height = word.right - word.left if sideways(word) else word.bottom - word.top
        lines.setdefault(word.row, []).append(height / (high + tails))
    return {line: max(1.0, median(found)) for line, found in lines.items()}


def add_text(pdf: Pdf, page: Page, placed: Sequence[tuple[Matrix, PlacedText]], *, boxes: bool) -> None:
    """Set text on a page; each matrix leads from pixels to the page."""
    if not placed:
        return
    names: dict[str, str] = {}
    lines = ["q"]
    for matrix, each in placed:
        a, b, c, d, *_ = matrix.shorthand
        at, directions = (each.left, each.baseline), (a, b, -c, -d)
        if each.up:
            at, directions = (each.baseline, each.left), (-c, -d, -a, -b)
        x, y = matrix.transform(at)
        face, codes, size, stretch = _fitted(each, boxes=boxes)
        if face not in names:
            names[face] = _named(page, typesetting.made(pdf, face))
        place = " ".join(f"{value:.5f}" for value in (*directions, x, y))
        look = f"{0 if not each.dark else 1} g 0 Tr" if each.shown else f"{NEITHER} Tr"
        font = f"{names[face]} {size:.3f} Tf {100 * stretch:.3f} Tz"
        lines.append(f"BT {look} {font} {place} Tm <{codes.hex()}> Tj ET")
    lines.append("Q")
    page.contents_add(b"q\n", prepend=True)
    page.contents_add("\n".join(["\nQ", *lines, ""]).encode())


def _named(page: Page, font: pikepdf.Object) -> str:
    """A name for a font that the page has none of yet, the same for the same page."""
    listed = page.resources.get("/Font")
    taken = set(listed.keys()) if isinstance(listed, Dictionary) else set()
    free = next(name for number in count() if (name := f"/Lexveil{number}") not in taken)
    return str(page.add_resource(font, Name.Font, Name(free)))


def _fitted(each: PlacedText, *, boxes: bool) -> tuple[str, bytes, float, float]:
    """The face, the codes in it, and the size and width at which they fill the room or fit into it."""
    if not each.shown:
        wide = (len(each.text.rstrip()) or 1) * typesetting.UNSEEN_WIDTH * each.size
        return typesetting.UNSEEN, each.text.encode("utf-16-be"), each.size, max(0.01, each.width / wide)
    face, codes, ems = typesetting.BOX, b"X", typesetting.BOX_WIDTH
    if not boxes:
        face, codes, ems = FACE, typesetting.encoded(each.text), typesetting.ems_of(FACE, each.text)
    ratio = min(1.0, each.width / (ems * each.size or 1.0))
    stretch = max(ratio, typesetting.SQUEEZE)
    return face, codes, max(0.1, each.size * ratio / stretch), stretch


def _drop_unseen(pdf: Pdf, stream: Any, resources: Any, mode: int, seen: set[Object], depth: int) -> None:
    """Take the unseen text off a page and off the forms it draws."""
    drawings = resources.get("/XObject") if isinstance(resources, Dictionary) else None
    kept: list[Any] = []
    saved: list[int] = []
    changed = False
    for each in pikepdf.parse_content_stream(stream):
        operator = str(each.operator)
        if operator == "q":
            saved.append(mode)
        elif operator == "Q" and saved:
            mode = saved.pop()
        elif operator == "Tr" and len(each.operands) == 1:
            mode = int(each.operands[0])
        elif operator == "Do" and depth < MAX_DEPTH:
            form = named(drawings, str(each.operands[0]))
            is_form = isinstance(form, pikepdf.Stream) and form.get("/Subtype") == "/Form"
            if form is not None and is_form and form.objgen not in seen:
                seen.add(form.objgen)
                _drop_unseen(pdf, form, form.get("/Resources", resources), mode, seen, depth + 1)
        unseen = mode == NEITHER and operator in SHOWING
        changed = changed or unseen
        kept += lines_before(each) if unseen else (each,)
    if changed:
        write_content(pdf, stream, kept)
