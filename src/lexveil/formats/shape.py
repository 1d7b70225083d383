"""What a document looks like: its headings, items of lists, rows and cells of tables, notes and pages.

Of any two zones, one lies in the other or they are apart. Cells without text have no zone, so that of a cell
says its column where it is not the next one: `cell 3`, and `cell 3-4` where it is wider than one.
"""

from dataclasses import replace
from itertools import pairwise
from typing import Optional

from lexveil.model import Zone

HEADING, ROW, CELL = "heading", "row", "cell"
LEVELS = 6
LONGEST = 500  # characters of a heading; what is longer is a paragraph in the style of one
MOST_COLUMNS = 200  # of a table; what a file says beyond that stands in the last of them
_NONE = Zone(0, 0, "")


class Shape:
    """One thing on the page, and what it lies in: two rows are two, however alike they are."""

    __slots__ = ("column", "columns", "depth", "kind", "outer")

    def __init__(self, kind: str, outer: Optional["Shape"] = None) -> None:
        self.kind = kind
        self.outer = outer
        self.column = 0  # of a cell, from 0
        self.columns = 0  # of a row: how many its cells take up so far; of a cell: how many it is wide
        self.depth: int = outer.depth + 1 if outer else 0


def heading(level: int) -> str:
    return f"{HEADING} {min(max(level, 1), LEVELS)}"


def opened(kind: str, outer: Shape | None, *, columns: int = 1) -> Shape | None:
    """What lies in a new thing of that kind; `outer` itself where there can be none of it."""
    around = outer.kind if outer else ""
    if not kind or (kind == CELL and around != ROW):
        return outer
    if kind.startswith(HEADING) and around.startswith(HEADING):
        return outer
    made = Shape(kind, outer)
    if kind == CELL and outer:
        made.column = min(outer.columns, MOST_COLUMNS - 1)
        widen(made, columns)
    return made


def columns_told(words: str) -> int:
    """How many columns a file says, as it says it; 0 if that is no number."""
    return int(words) if words.isascii() and words.isdecimal() and len(words) < 6 else 0


def widen(cell: Shape, columns: int) -> None:
    cell.columns = max(1, min(columns, MOST_COLUMNS - cell.column))
    if cell.outer:
        cell.outer.columns = cell.column + cell.columns


def skipped(row: Shape | None, columns: int) -> None:
    """Cells of the row that hold nothing."""
    if row and row.kind == ROW:
        row.columns = min(row.columns + max(0, columns), MOST_COLUMNS)


def beside(shape: Shape | None) -> Shape | None:
    """Where text lies that hangs in something and is no part of it: a note to a heading is no heading."""
    while shape and shape.kind.startswith(HEADING):
        shape = shape.outer
    return shape


class Outline:
    """The zones in the making. Each thing is begun once and ended once, so the cost is that of the things."""

    __slots__ = ("_columns", "_last", "_open", "_zones")

    def __init__(self) -> None:
        self._zones: list[Zone] = []
        self._open: list[tuple[Shape, int]] = []  # from the outermost, and which of the zones it is
        self._columns: list[int] = []  # of each that is open: the column after the last cell, if it is a row
        self._last = 0  # where the last block ended

    def add(self, shape: Shape | None, start: int, end: int) -> None:
        """The next block."""
        begun: list[Shape] = []
        while shape and not (shape.depth < len(self._open) and self._open[shape.depth][0] is shape):
            begun.append(shape)
            shape = shape.outer
        self._close(shape.depth + 1 if shape else 0)
        for each in reversed(begun):
            kind = self._cell(each) if each.kind == CELL else each.kind
            self._open.append((each, len(self._zones)))
            self._columns.append(0)
            self._zones.append(Zone(start, start, kind))
        self._last = end

    def zones(self) -> tuple[Zone, ...]:
        self._close(0)
        long = (zone.kind.startswith(HEADING) and zone.end - zone.start > LONGEST for zone in self._zones)
        found = [zone for zone, gone in zip(self._zones, long, strict=True) if not gone]
        return tuple(zone for zone, inner in pairwise([*found, _NONE]) if not _numbered(zone, inner))

    def _close(self, depth: int) -> None:
        while len(self._open) > depth:
            at = self._open.pop()[1]
            self._zones[at] = replace(self._zones[at], end=self._last)
            self._columns.pop()

    def _cell(self, cell: Shape) -> str:
        """The kind of a cell in the row that was opened last."""
        first, behind = cell.column, cell.column + cell.columns
        plain = behind == first + 1 == self._columns[-1] + 1
        self._columns[-1] = behind
        if plain:
            return CELL
        return f"{CELL} {first + 1}" if behind == first + 1 else f"{CELL} {first + 1}-{behind}"


def _numbered(zone: Zone, inner: Zone) -> bool:
    """An item that is nothing but a heading: offices number headings with lists."""
    alike = (zone.start, zone.end) == (inner.start, inner.end)
    return alike and zone.kind == "item" and inner.kind.startswith(HEADING)
