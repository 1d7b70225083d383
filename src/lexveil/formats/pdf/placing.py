"""Where pseudonyms go on a page.

Comes in: the spots of a page, and which of its glyphs each replacement removes. Goes out: for each of them
the glyph in whose place it is set, and the room it has there: that of what was removed, and the white space
after it. A name over two lines is set in the first, unless it is much too narrow there.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from lexveil.formats.pdf.spots import Group, Spot

ENOUGH = 0.7  # of the width of a pseudonym: less room and it is set where there is more
FREE, FURTHER = 1.5, 3.0  # of what was removed, and in sizes: white space that may be taken
APART = 0.25  # of the size: the white space that stays before the next word
GOES_ON = 0.6  # of the size: the next word of a sentence is no further away
SAME_LINE = 0.3
MAX_ROWS = 50


class Room(NamedTuple):
    number: int  # the glyph in whose place the pseudonym is set
    width: float  # of what was removed, on the page
    most: float  # with the white space after it
    followed: bool  # whether text goes on after it
    size: float


class Page:
    """The spots of a page by number and by line; `edge` is the right edge of the page."""

    def __init__(self, groups: Mapping[Group, Sequence[Spot]], *, edge: float) -> None:
        self.spots: dict[int, tuple[Group, Spot]] = {}
        self.steps: dict[Group, float] = {}
        self.rows: dict[tuple[Group, int], list[float]] = {}  # where glyphs begin, by group and height
        self.edges: dict[Group, float] = {}
        for group, found in groups.items():
            for spot in found:
                for number in range(spot.number, spot.end):
                    self.spots[number] = (group, spot)
            seen = [spot for spot in found if spot.text != " "]
            self.steps[group] = step = median(spot.size for spot in found)
            for spot in seen:
                self.rows.setdefault((group, math.floor(spot.y / step)), []).append(spot.x0)
            self.edges[group] = max((spot.x1 for spot in seen), default=0.0) if group.angle else edge

        for row in self.rows.values():
            row.sort()

    def rooms(self, numbers: Iterable[int]) -> list[Room]:
        """The room that each stretch of removed glyphs leaves, in reading order."""
        found: list[tuple[Group, list[Spot]]] = []
        for number in numbers:
            if number not in self.spots:
                continue
            group, spot = self.spots[number]
            if found and found[-1][1][-1] is spot:
                continue
            if found and found[-1][0] == group and _follows(found[-1][1][-1], spot):
                found[-1][1].append(spot)
            else:
                found.append((group, [spot]))
        return [self._room(group, spots) for group, spots in found]

    def _room(self, group: Group, removed: list[Spot]) -> Room:
        first, x1 = removed[0], max(spot.x1 for spot in removed)
        width = x1 - first.x0
        next_ = self._next(group, first, x1)
        free = min(next_ - APART * first.size, self.edges[group] - first.size) - first.x0
        most = max(FREE * width, width + FURTHER * first.size)
        followed = next_ - x1 < GOES_ON * first.size
        return Room(first.number, width, max(width, min(free, most)), followed, first.size)

    def _next(self, group: Group, spot: Spot, x1: float) -> float:
        """Where the next glyph on the line begins, or on one that letters of this size reach into."""
        near, step = 0.6 * spot.size, self.steps[group]
        low, high = math.floor((spot.y - near) / step), math.floor((spot.y + near) / step)
        found = math.inf
        for height in range(low, min(high, low + MAX_ROWS) + 1):
            row = self.rows.get((group, height), [])
            at = bisect_right(row, x1 - near / 4)
            found = min(found, row[at]) if at < len(row) else found
        return found


def chosen(rooms: Sequence[Room], needed: float) -> Room:
    """The first room, or the widest if the first is much too narrow; `needed` is in multiples of the size."""
    first = rooms[0]
    if first.width >= ENOUGH * needed * first.size:
        return first
    return max(rooms, key=lambda room: room.width)


def _follows(last: Spot, spot: Spot) -> bool:
    return abs(last.y - spot.y) < SAME_LINE * max(last.size, spot.size) and spot.x0 > last.x0
