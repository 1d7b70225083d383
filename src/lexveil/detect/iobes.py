"""IOBES tags: probabilities of words in, whole spans out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

CALM = 0.15  # a word whose odds of being in a span are below this share of what it takes is outside
DIGITS = 4  # of a logarithm: processors differ in the last bits of one
FAINTEST = 0.29  # the highest score of a span with poor bounds: below merge.FAINT


def tag_names(types: Sequence[str]) -> list[str]:
    """O, then B I E S of each type: Begin, Inside, End, Single."""
    return ["O", *(f"{place}-{kind}" for kind in types for place in "BIES")]


class Found(NamedTuple):
    first: int  # word
    last: int  # word, inclusive
    type: int
    score: float


def decode(chances: Floats, breaks: NDArray[np.bool_], *, threshold: float) -> Iterator[Found]:
    """The best sequence of whole spans. A lone word is outside when p(in a span) < threshold.

    Of sequences that are equally good, the one whose tags come first in `tag_names` counts.
    """
    edges = np.flatnonzero(np.diff(np.pad(~calm(chances, breaks, threshold), 1).astype(np.int8)))
    scores = np.log(chances + 1e-9)
    scores[:, 0] += np.log(threshold / (1 - threshold))
    scores = np.round(scores, DIGITS)
    runs = edges.reshape(-1, 2)
    begins, inside, ends, alone = (chances[:, 1 + place :: 4] for place in range(4))
    kinds = begins + inside + ends + alone  # of each word, how likely it is of each type
    for (start, _), tags in zip(runs.tolist(), _best(scores, runs), strict=True):
        begin = 0
        for at, tag in enumerate(tags):
            place = (tag - 1) % 4 if tag else -1
            if place in (0, 3):
                begin = at
            if place in (2, 3):
                kind = (tag - 1) // 4
                score = mean(kinds[start + begin : start + at + 1, kind])
                yield Found(start + begin, start + at, kind, score)


def mean(numbers: Floats) -> float:
    """What numpy says, which takes long to say it of one or two, as most names have."""
    if len(numbers) > 2:
        return float(numbers.mean())
    return float(numbers[0]) if len(numbers) == 1 else float(numbers[0] + numbers[1]) / 2


def calm(chances: Floats, breaks: NDArray[np.bool_], threshold: float) -> NDArray[np.bool_]:
    """The words that are surely in no span."""
    outside = chances[:, 0]
    quiet: NDArray[np.bool_] = (1 - outside) * (1 - threshold) < CALM * threshold * outside
    return quiet | breaks


def _best(scores: Floats, runs: NDArray[np.int64]) -> list[list[int]]:
    """Viterbi in all runs of words at once: the best tags that start and end outside or at a border."""
    if not len(runs):
        return []
    lengths = runs[:, 1] - runs[:, 0]
    order = np.argsort(-lengths, kind="stable")  # the longest first, so that the runs under way are a slice
    starts, lengths = runs[order, 0], lengths[order]
    closed = np.array([0, *(tag for tag in range(1, scores.shape[1]) if (tag - 1) % 4 >= 2)])
    best = scores[starts]
    best[:, 2::4] = best[:, 3::4] = -np.inf
    back: list[NDArray[np.int64]] = []
    for at in range(1, int(lengths[0])):
        alive = int(np.searchsorted(-lengths, -at, "left"))
        before, came = _stepped(best[:alive], closed)
        back.append(came)
        best[:alive] = before + scores[starts[:alive] + at]
    last = closed[best[:, closed].argmax(1)]
    tags: list[list[int]] = [[] for _ in order]
    for number, (run, length) in enumerate(zip(order.tolist(), lengths.tolist(), strict=True)):
        path = [int(last[number])]
        for at in range(length - 2, -1, -1):
            path.append(int(back[at][number, path[-1]]))
        tags[run] = path[::-1]
    return tags


def _stepped(best: Floats, closed: NDArray[np.int64]) -> tuple[Floats, NDArray[np.int64]]:
    """The best that may stand before each tag, and which tag that is: before O, B and S one that ends a span
    or is in none; before I and E what begins theirs or goes on with it. No other leaves a span whole."""
    before, came = np.empty_like(best), np.empty(best.shape, np.int64)
    ended = closed[best[:, closed].argmax(1)][:, None]
    after_end = np.take_along_axis(best, ended, 1)
    begun, under_way = best[:, 1::4], best[:, 2::4]
    for first, step in ((0, best.shape[1]), (1, 4), (4, 4)):
        before[:, first::step], came[:, first::step] = after_end, ended
    begins = np.arange(1, best.shape[1], 4)
    for first in (2, 3):
        before[:, first::4] = np.maximum(begun, under_way)
        came[:, first::4] = begins + (under_way > begun)
    return before, came


def uncovered(sure: Sequence[Found], more: Iterable[Found]) -> list[Found]:
    """The stretches of `more` that `sure` does not have."""
    taken = {at for found in sure for at in range(found.first, found.last + 1)}
    left: list[Found] = []
    for found in more:
        first = None
        for at in range(found.first, found.last + 2):
            inside = at <= found.last and at not in taken
            if inside and first is None:
                first = at
            elif not inside and first is not None:
                left.append(Found(first, at - 1, found.type, min(found.score, FAINTEST)))
                first = None
    return left
