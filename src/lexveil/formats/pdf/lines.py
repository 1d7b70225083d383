"""Lines and columns: the order in which one reads the letters of a page.

Stretches that are drawn one after the other stay together; white space that runs down several lines parts
columns; the cells of a table are read row by row. Each step sorts once or walks once.
"""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from lexveil.formats.pdf.letters import Letter

SAME_LINE = 0.2  # of the size: how far baselines may differ within a stretch
BACK, WIDE = -0.4, 1.6  # of the size: steps within a stretch, back and after a space that is drawn
GAP, BARE = 0.4, 1.0  # of the size: steps without one; the second in files that draw no spaces
DRAWN = 0.04  # of all glyphs: so many spaces say that spaces are drawn
MANY_SPACES = 3  # so many in a row stand for a tabulator
GUTTER = 0.5  # of the size: white space between columns; that between words is within a stretch
LABEL = 6  # characters: a column that only holds numbers of paragraphs has no more in a line
COLUMN = 12.0  # of the size: the least width of a column of running text
FILLED = 0.6  # of the column: how far lines of running text reach, most of them
ROW = 0.5  # of the size: white space between rows of a table
MAX_DEPTH = 6
MAX_COLUMNS = 40  # more stand askew
DOWN, UP = 0.2, 0.75  # of the size: how far letters reach below and above the line

Interval = tuple[float, float]


class Stretch:
    """Spots in a row."""

    __slots__ = ("letters", "size", "x0", "x1", "y")

    def __init__(self, letter: Letter) -> None:
        self.letters = [letter]
        self.x0, self.x1, self.y, self.size = letter.x0, letter.x1, letter.y, letter.size

    @property
    def bottom(self) -> float:
        return self.y - DOWN * self.size

    @property
    def top(self) -> float:
        return self.y + UP * self.size


class Line(NamedTuple):
    stretches: list[Stretch]  # from left to right
    x0: float
    x1: float
    y: float
    size: float


class Column(NamedTuple):
    lines: list[Line]  # from top to bottom
    left: float
    right: float
    whole: bool  # whether nothing stands beside it
    follows: bool  # whether the text of the column before may go on here


def columns(letters: Sequence[Letter]) -> list[Column]:
    return _columns(_stretches(letters), median(letter.size for letter in letters), 0)


def _stretches(letters: Sequence[Letter]) -> list[Stretch]:
    drawn = sum(letter.text == " " for letter in letters) > DRAWN * len(letters)
    gap = GAP if drawn else BARE
    found: list[Stretch] = []
    spaces: list[Letter] = []
    last: Stretch | None = None
    for letter in letters:
        if letter.text == " ":
            spaces.append(letter)
            continue
        if last and _goes_on(last, letter, spaces, gap):
            last.letters += [*spaces, letter]
            last.x1 = max(last.x1, letter.x1)
        else:
            if last:
                last.letters += spaces
            last = Stretch(letter)
            found.append(last)
        spaces = []
    if last:
        last.letters += spaces
    return found


def _goes_on(last: Stretch, letter: Letter, spaces: list[Letter], gap: float) -> bool:
    size = max(last.size, letter.size)
    if abs(letter.y - last.y) > SAME_LINE * size or not 0.6 * size <= min(last.size, letter.size):
        return False
    if len(spaces) >= MANY_SPACES or not spaces:
        return BACK * size <= letter.x0 - last.x1 <= gap * size
    return last.x1 <= letter.x0 <= max(last.x1, spaces[-1].x1) + WIDE * size


def _columns(stretches: list[Stretch], size: float, depth: int) -> list[Column]:
    """`size` is the usual one of the page."""
    found: list[Column] = []
    for bands in _regions(_bands(stretches), size):
        inside = [stretch for band in bands for stretch in band]
        parts = _occupied(inside, size)
        cells = _split(inside, parts)
        labels = all(len(stretch.letters) <= LABEL for stretch in cells[0])
        if len(parts) < 2 or depth >= MAX_DEPTH or labels:
            found.append(Column(_lines(inside), parts[0][0], parts[-1][1], depth == 0, False))
        elif _are_columns(cells, parts, size):
            for number, (cell, (_, right)) in enumerate(zip(cells, parts, strict=True)):
                first, *more = _columns(cell, size, depth + 1)
                below = first._replace(follows=number > 0), *more
                found += (each._replace(right=max(each.right, right)) for each in below)
        else:
            for row in _rows(bands, size):
                for cell, (left, right) in zip(_split(row, parts), parts, strict=True):
                    if cell:
                        found.append(Column(_lines(cell), left, right, False, False))
    return found


def _bands(stretches: list[Stretch]) -> list[list[Stretch]]:
    """From top to bottom, parted wherever nothing reaches across."""
    bands: list[list[Stretch]] = []
    bottom = 0.0
    for stretch in sorted(stretches, key=lambda each: -each.top):
        if bands and stretch.top > bottom:
            bands[-1].append(stretch)
            bottom = min(bottom, stretch.bottom)
        else:
            bands.append([stretch])
            bottom = stretch.bottom
    return bands


def _regions(bands: list[list[Stretch]], size: float) -> list[list[list[Stretch]]]:
    """Bands that share their columns."""
    regions: list[list[list[Stretch]]] = []
    held: list[Interval] = []
    bottom = 0.0
    for band in bands:
        own = _occupied(band, size)
        both = _merged(sorted(held + own), GUTTER * size)
        apart = bottom - max(stretch.top for stretch in band) > size
        alone = len(held) > 1 and len(own) == 1 and apart
        if not regions or alone or not max(len(held), len(own)) <= len(both) <= MAX_COLUMNS:
            regions.append([])
            both = own
        regions[-1].append(band)
        held = both
        bottom = min(stretch.bottom for stretch in band)
    return regions


def _occupied(stretches: Sequence[Stretch], size: float) -> list[Interval]:
    return _merged(sorted((stretch.x0, stretch.x1) for stretch in stretches), GUTTER * size)


def _merged(intervals: list[Interval], gap: float) -> list[Interval]:
    merged: list[Interval] = []
    for start, end in intervals:
        if merged and start - merged[-1][1] < gap:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _are_columns(cells: list[list[Stretch]], parts: list[Interval], size: float) -> bool:
    """Columns of running text have long lines, most of them full; cells do not."""
    for cell, (left, right) in zip(cells, parts, strict=True):
        lines = _lines(cell)
        full = sum(line.x1 - line.x0 >= FILLED * (right - left) for line in lines)
        if right - left < COLUMN * size or len(lines) < 3 or full < len(lines) / 2:
            return False
    return True


def _rows(bands: list[list[Stretch]], size: float) -> list[list[Stretch]]:
    rows = [list(bands[0])]
    for above, band in pairwise(bands):
        gap = min(each.bottom for each in above) - max(each.top for each in band)
        if gap > ROW * size:
            rows.append([])
        rows[-1] += band
    return rows


def _split(stretches: list[Stretch], parts: list[Interval]) -> list[list[Stretch]]:
    """The stretches of each column, whose intervals hold them."""
    cells: list[list[Stretch]] = [[] for _ in parts]
    at = 0
    for stretch in sorted(stretches, key=lambda each: each.x0):
        while at + 1 < len(parts) and stretch.x0 >= parts[at + 1][0]:
            at += 1
        cells[at].append(stretch)
    return cells


def _lines(stretches: list[Stretch]) -> list[Line]:
    """A small letter that is raised or lowered belongs to the line it overlaps."""
    found: list[list[Stretch]] = []
    box = (0.0, 0.0)
    for stretch in sorted(stretches, key=lambda each: -each.y):
        own = (stretch.bottom, stretch.top)
        shared = min(box[1], own[1]) - max(box[0], own[0])
        if found and shared >= 0.5 * min(box[1] - box[0], own[1] - own[0]):
            found[-1].append(stretch)
            box = max(box, own, key=lambda each: each[1] - each[0])
        else:
            found.append([stretch])
            box = own
    return [_line(sorted(each, key=lambda stretch: stretch.x0)) for each in found]


def _line(stretches: list[Stretch]) -> Line:
    largest = max(stretches, key=lambda each: (each.size, each.x1 - each.x0))
    return Line(stretches, stretches[0].x0, max(each.x1 for each in stretches), largest.y, largest.size)
