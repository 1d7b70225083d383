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


def allowed(types: int) -> Floats:
    """Log-weights of tag after tag: 0 where a whole span stays whole, -inf where it would break."""
    count = 1 + 4 * types
    after = np.full((count, count), -np.inf, np.float32)
    closed = [0, *(i for i in range(1, count) if (i - 1) % 4 >= 2)]
    opens = [0, *(i for i in range(1, count) if (i - 1) % 4 in (0, 3))]
    after[np.ix_(closed, opens)] = 0
    for begin in range(1, count, 4):
        after[begin : begin + 2, begin + 1 : begin + 3] = 0
    return after


class Found(NamedTuple):
    first: int  # word
    last: int  # word, inclusive
    type: int
    score: float


def decode(chances: Floats, breaks: NDArray[np.bool_], *, threshold: float, after: Floats) -> Iterator[Found]:
    """The best sequence of whole spans. A lone word is outside when p(in a span) < threshold.

    Of sequences that are equally good, the one whose tags come first in `tag_names` counts.
    """
    edges = np.flatnonzero(np.diff(np.pad(~calm(chances, breaks, threshold), 1).astype(np.int8)))
    scores = np.log(chances + 1e-9)
    scores[:, 0] += np.log(threshold / (1 - threshold))
    scores = np.round(scores, DIGITS)
    runs = edges.reshape(-1, 2)
    for (start, _), tags in zip(runs.tolist(), _best(scores, runs, after), strict=True):
        begin = 0
        for at, tag in enumerate(tags):
            place = (tag - 1) % 4 if tag else -1
            if place in (0, 3):
                begin = at
            if place in (2, 3):
                kind = (tag - 1) // 4
                own = chances[start + begin : start + at + 1, 1 + 4 * kind : 5 + 4 * kind]
                yield Found(start + begin, start + at, kind, float(own.sum(1).mean()))


def calm(chances: Floats, breaks: NDArray[np.bool_], threshold: float) -> NDArray[np.bool_]:
    """The words that are surely in no span."""
    outside = chances[:, 0]
    quiet: NDArray[np.bool_] = (1 - outside) * (1 - threshold) < CALM * threshold * outside
    return quiet | breaks


def _best(scores: Floats, runs: NDArray[np.int64], after: Floats) -> list[list[int]]:
    """Viterbi in all runs of words at once: the best tags that start and end outside or at a border."""
    if not len(runs):
        return []
    lengths = runs[:, 1] - runs[:, 0]
    order = np.argsort(-lengths, kind="stable")  # the longest first, so that the runs under way are a slice
    starts, lengths = runs[order, 0], lengths[order]
    best = scores[starts] + after[0]
    back: list[NDArray[np.int64]] = []
    for at in range(1, int(lengths[0])):
        alive = int(np.searchsorted(-lengths, -at, "left"))
        paths = best[:alive, :, None] + after
        back.append(paths.argmax(1))
        best[:alive] = paths.max(1) + scores[starts[:alive] + at]
    last = (best + after[:, 0]).argmax(1)
    tags: list[list[int]] = [[] for _ in order]
    for number, (run, length) in enumerate(zip(order.tolist(), lengths.tolist(), strict=True)):
        path = [int(last[number])]
        for at in range(length - 2, -1, -1):
            path.append(int(back[at][number, path[-1]]))
        tags[run] = path[::-1]
    return tags


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
