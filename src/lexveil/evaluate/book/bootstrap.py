"""How sure a figure is: the documents are drawn again and again, and the figure with them."""

import random
from collections.abc import Sequence
from typing import NamedTuple

RUNS = 1000
LEAST = 3  # documents
SHARE = 0.95  # of the runs between low and high


class Interval(NamedTuple):
    value: float | None
    low: float | None
    high: float | None


def interval(counts: Sequence[tuple[float, float]], *, seed: int = 0, runs: int = RUNS) -> Interval:
    """`counts`: of each document a part and a whole; the figure is the sum of parts over that of wholes. Of
    fewer than `LEAST` documents nothing is known about others.

    >>> interval([(1, 2), (1, 2), (1, 2)])
    Interval(value=0.5, low=0.5, high=0.5)
    """
    whole = sum(each for _, each in counts)
    if not whole:
        return Interval(None, None, None)
    value = sum(part for part, _ in counts) / whole
    if len(counts) < LEAST:
        return Interval(value, None, None)
    draw = random.Random(seed)  # noqa: S311 (which documents are drawn)
    found = []
    for _ in range(runs):
        drawn = draw.choices(counts, k=len(counts))
        wanted = sum(each for _, each in drawn)
        if wanted:
            found.append(sum(part for part, _ in drawn) / wanted)
    found.sort()
    aside = (1 - SHARE) / 2
    low, high = found[int(aside * len(found))], found[min(len(found) - 1, int((1 - aside) * len(found)))]
    return Interval(value, low, high)
