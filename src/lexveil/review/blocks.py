"""The text in the blocks that the page shows: paragraphs, headings, items, cells, notes.

Comes in: the text and the shape of a document, whose zones are in order and lie in one another or apart.
Goes out: blocks in order, which leave out nothing but white space. Blank lines part them, and zones do. What
stands in a cell is a cell, and knows its table, row and column, and how many columns it takes if more than
one; where a page begins, an empty block says so.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lexveil.model import Zone

PARAGRAPH, PAGE, ROW, CELL = "p", "page", "row", "cell"

_CELL = re.compile(r"cell(?: (\d+)(?:-(\d+))?)?")  # formats/shape.py: which columns, where it must be said
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")

Place = tuple[int, int, int] | tuple[int, int, int, int]  # table, row, column, each from 0; columns if many
Block = tuple[int, int, str] | tuple[int, int, str, Place]


@dataclass(slots=True)
class _Open:
    """A zone that the walk is in."""

    zone: Zone
    place: Place = (0, 0, 0)  # of a row and a cell
    columns: int = 0  # of a row, so far
    last: "_Open | None" = None  # the last row right in it


def blocks(text: str, shape: Sequence[Zone]) -> list[Block]:
    found: list[Block] = []
    stack = [_Open(Zone(0, len(text), PARAGRAPH))]
    zones = sorted(shape, key=lambda zone: (zone.start, -zone.end))
    at = tables = 0
    for start, end in _stretches(text, shape):
        while stack[-1].zone.end <= start:
            stack.pop()
        while at < len(zones) and zones[at].start <= start:
            zone = zones[at]
            at += 1
            if zone.end <= start:  # it holds nothing but white space
                continue
            opened = _opened(text, zone, stack[-1], tables)
            tables += zone.kind == ROW and opened.place[0] == tables
            stack.append(opened)
            if zone.kind == PAGE:
                found.append((start, start, PAGE))
        found.append(_block(start, end, stack))
    return found


def _opened(text: str, zone: Zone, around: _Open, tables: int) -> _Open:
    opened = _Open(zone)
    if zone.kind == ROW:
        before = around.last
        goes_on = before is not None and not text[before.zone.end : zone.start].strip()
        opened.place = (before.place[0], before.place[1] + 1, 0) if before and goes_on else (tables, 0, 0)
        around.last = opened
    elif (cell := _CELL.fullmatch(zone.kind)) and around.zone.kind == ROW:
        column = int(cell[1]) - 1 if cell[1] else around.columns
        around.columns = int(cell[2]) if cell[2] else column + 1
        wide = around.columns - column
        opened.place = (*around.place[:2], column, wide) if wide > 1 else (*around.place[:2], column)
    return opened


def _block(start: int, end: int, stack: Sequence[_Open]) -> Block:
    cell = next((each for each in reversed(stack) if _CELL.fullmatch(each.zone.kind)), None)
    if cell:
        return start, end, CELL, cell.place
    kind = next(each.zone.kind for each in reversed(stack) if each.zone.kind not in (ROW, PAGE))
    return start, end, kind


def _stretches(text: str, shape: Sequence[Zone]) -> Iterator[tuple[int, int]]:
    """Between blank lines and the edges of zones, without white space around."""
    cuts = {0, len(text), *(zone.start for zone in shape), *(zone.end for zone in shape)}
    for gap in _BLANK_LINES.finditer(text):
        cuts.add(gap.start())
    for start, end in pairwise(sorted(cuts)):
        piece = text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())
