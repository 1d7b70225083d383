"""Ranges of characters and what they leave readable.

Comes in: a text and ranges `start..end` in any order, overlapping or not. Goes out: the ranges as one sorted
set without overlap, or the letters and digits that no range covers. Every step is linear after one sort.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

# The benchmark's convention: these may stay readable before a name, with or without their full stop.
_TITLE = re.compile(r"(?:mrs|mr|ms|dr)(?:\.\s*|\s+)(?=\S)", re.IGNORECASE)


class Cover(NamedTuple):
    """Ranges sorted and merged: range i is starts[i]..ends[i]."""

    starts: list[int]
    ends: list[int]

    def touches(self, start: int, end: int) -> bool:
        at = bisect_right(self.ends, start)
        return at < len(self.starts) and self.starts[at] < end


def merge(ranges: Iterable[tuple[int, int]]) -> Cover:
    """The union of the ranges.

    >>> merge([(5, 9), (0, 2), (7, 12)])
    Cover(starts=[0, 5], ends=[2, 12])
    """
    cover = Cover([], [])
    for start, end in sorted(ranges):
        if cover.ends and start <= cover.ends[-1]:
            cover.ends[-1] = max(cover.ends[-1], end)
        else:
            cover.starts.append(start)
            cover.ends.append(end)
    return cover


def past_title(text: str, start: int, end: int) -> int:
    """Where the range starts once a leading Mr, Mrs, Ms or Dr is set aside.

    >>> past_title("Mr. Roe", 0, 7), past_title("Drew Roe", 0, 8), past_title("Ms", 0, 2)
    (4, 0, 0)
    """
    found = _TITLE.match(text, start, end)
    return found.end() if found else start


def readable(text: str) -> bytearray:
    """One byte a character: 1 for a letter or digit, 0 for the rest, which tells nobody anything.

    >>> readable("J. 7").hex(" ")
    '01 00 00 01'
    """
    return bytearray(map(str.isalnum, text))


def keep(flags: bytearray, cover: Cover) -> bytearray:
    """The flags inside the cover, 0 elsewhere."""
    kept = bytearray(len(flags))
    for start, end in zip(*cover, strict=True):
        kept[start:end] = flags[start:end]
    return kept


def drop(flags: bytearray, cover: Cover) -> bytearray:
    """The flags outside the cover, 0 inside."""
    left = bytearray(flags)
    for start, end in zip(*cover, strict=True):
        left[start:end] = bytes(end - start)
    return left


def both(one: bytearray, other: bytearray) -> int:
    """How many characters carry both flags."""
    return (int.from_bytes(one) & int.from_bytes(other)).bit_count()
