"""Where words of the text stand on the pages of a PDF, and how a page looks.

Boxes are shares of what a viewer shows of a page, from its upper left corner, so that they fit a picture of
it of any size. Words in pictures have the boxes in which they were read. What stands on no page (in a form,
the metadata, an outline) has no box.
"""

import io
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pikepdf
import pypdfium2
from pikepdf import Matrix

from lexveil.errors import InputError
from lexveil.formats.images.reading import CONTEXT, line_boxes
from lexveil.formats.markup import Range, covered, touching
from lexveil.formats.pdf.content import Show
from lexveil.formats.pdf.file import opened
from lexveil.formats.pdf.pages import Box, Pages, upright, visible
from lexveil.formats.pdf.scans import cover
from lexveil.formats.pdf.scans.pixels import PDFIUM
from lexveil.formats.pdf.scans.sheets import moved
from lexveil.formats.pdf.writing import Content
from lexveil.model import Document, Piece, Replacement

WIDE = 1200  # pixels across a picture of a page
GAP = 0.05  # of the width of a page, between words of one line
LONGEST = 6000  # and down it
_PLAIN = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Shares = tuple[float, float, float, float]  # left, top, right, bottom


class Placing(NamedTuple):
    """A stretch of the text on a page."""

    start: int
    end: int
    page: int  # from 0
    box: Shares


def placings(document: Document, places: Sequence[Range]) -> list[Placing]:
    """In the order of the places; one for each line of each, more where it is drawn in parts."""
    content: Content = document.source.content
    wanted = [Replacement(start, end, "", "") for start, end in sorted(set(places))]
    found: list[Placing] = []
    glyphs: dict[int, list[tuple[Replacement, Range]]] = defaultdict(list)  # by page
    bases = [span.base for span in content.spans]
    with opened(content.data, max_bytes=content.max_bytes) as pdf:
        for each, pieces in zip(wanted, touching(document.pieces, wanted), strict=True):
            words = [piece for piece in pieces if piece.place.context == CONTEXT]
            found += _in_pictures(pdf, content, each, words)
            for piece in pieces:
                shown = covered(piece, each.start, each.end)
                on_page = piece.place.context != CONTEXT and shown[0] < min(shown[1], content.strings_from)
                if on_page and bases:
                    glyphs[content.spans[bisect_right(bases, shown[0]) - 1].page].append((each, shown))
        pages = Pages(pdf, {span.key: span.page for span in content.spans})
        known = {(span.page, span.key): span.base for span in content.spans}
        for page in sorted(glyphs):
            scopes, _ = pages.follow(page)
            seen = ((known[page, scope.key], show) for scope in scopes for show in scope.seen.shows)
            shows = sorted(((base + show.first, show) for base, show in seen), key=lambda each: each[0])
            view = visible(pdf.pages[page])
            for each, shown in glyphs[page]:
                for box in _boxes(shows, shown):
                    found.append(Placing(each.start, each.end, page, _shares(box, view)))
    return _joined(found)


def _joined(found: Sequence[Placing]) -> list[Placing]:
    """What stands side by side on a line is one box, however many operators draw it."""
    made: list[Placing] = []
    for each in sorted(found, key=lambda each: each[:2]):  # of one place in the order of reading
        before = made[-1] if made and made[-1][:3] == each[:3] else None
        if before and _beside(before.box, each.box):
            one, other = before.box, each.box
            box = (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
            made[-1] = before._replace(box=box)
        else:
            made.append(each)
    return made


def _beside(one: Shares, other: Shares) -> bool:
    overlap = min(one[3], other[3]) - max(one[1], other[1])
    low = min(one[3] - one[1], other[3] - other[1])
    return overlap > low / 2 and max(one[0], other[0]) - min(one[2], other[2]) < GAP


def _boxes(shows: Sequence[tuple[int, Show]], shown: Range) -> Iterator[Box]:
    """Where glyphs stand, by the operators that show them."""
    start, end = shown
    firsts = [first for first, _ in shows]
    while start < end:
        at = bisect_right(firsts, start) - 1
        if at < 0:
            return
        first, show = shows[at]
        last = min(end, first + len(show.glyphs))
        if start >= last:
            return
        yield cover(show, start - first, last - 1 - first, _PLAIN, "").box
        start = last


def _in_pictures(
    pdf: pikepdf.Pdf, content: Content, each: Replacement, pieces: Sequence[Piece]
) -> Iterator[Placing]:
    numbers = [piece.place.start for piece in pieces if piece.place.start < piece.place.end]
    for scan in content.pictures.scans:
        own = [scan.words[at - scan.first] for at in numbers if 0 <= at - scan.first < len(scan.words)]
        if not own or scan.sheet.page < 0:
            continue
        page = pdf.pages[scan.sheet.page]
        for box, _ in line_boxes(own, ""):
            on_page = moved(moved(box, scan.matrix), Matrix(*upright(page)))
            yield Placing(each.start, each.end, scan.sheet.page, _shares(on_page, visible(page)))


def _shares(box: Box, view: Box) -> Shares:
    wide, high = view[2] - view[0] or 1.0, view[3] - view[1] or 1.0
    left, right = ((x - view[0]) / wide for x in (box[0], box[2]))
    top, bottom = ((view[3] - y) / high for y in (box[3], box[1]))
    found = (max(0.0, min(1.0, each)) for each in (left, top, right, bottom))
    left, top, right, bottom = (round(each, 5) for each in found)
    return left, top, right, bottom


def sizes(data: bytes) -> list[tuple[float, float]]:
    """How wide and high each page is, as it is looked at."""
    try:
        with PDFIUM, pypdfium2.PdfDocument(data) as document:
            return [document.get_page_size(number) for number in range(len(document))]
    except (pypdfium2.PdfiumError, ValueError, MemoryError):
        raise InputError("picture.undrawn") from None


def page_picture(data: bytes, number: int) -> bytes:
    """A PNG of a page, from 0, as a viewer shows it."""
    made = io.BytesIO()
    try:
        with PDFIUM, pypdfium2.PdfDocument(data) as document:
            page = document[number]
            width, height = page.get_size()
            scale = min(WIDE / (width or 1), LONGEST / (height or 1))
            page.render(scale=scale, may_draw_forms=False).to_pil().save(made, "PNG")
    except (pypdfium2.PdfiumError, ValueError, MemoryError, IndexError):
        raise InputError("picture.undrawn") from None
    return made.getvalue()
