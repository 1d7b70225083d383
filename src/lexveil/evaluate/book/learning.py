"""How many reviewed documents are enough: for a figure one can rely on, and to learn from.

Two curves over a court's own gold. How wide the interval around the recall still is after so many documents;
and how well names are found in the rest by a small tagger that learned from so many documents of this court
alone, beside what the shipped models find there: where the line of the tagger comes near, training on own
documents would pay.
"""

import random
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from lexveil.evaluate.attacks import tagger
from lexveil.evaluate.book import bootstrap
from lexveil.evaluate.gold import Gold

SIZES = (1, 2, 3, 5, 8, 12, 20, 30, 50, 80)
DRAWS = 5
LEAST = 4  # documents


def curves(
    documents: Sequence[Gold], counts: Sequence[tuple[float, float]], *, seed: int = 0
) -> dict[str, Any] | None:
    """`counts`: of each document the mentions hidden and those to hide; None for too few documents."""
    if len(documents) < LEAST:
        return None
    draw = random.Random(seed)  # noqa: S311 (which documents are learned from)
    points = []
    for size in [each for each in SIZES if each < len(documents)]:
        widths, learned = [], []
        for _ in range(DRAWS):
            order = draw.sample(range(len(documents)), len(documents))
            few, rest = order[:size], order[size:]
            found = bootstrap.interval([counts[at] for at in few], runs=200)
            if found.low is not None and found.high is not None:
                widths.append(found.high - found.low)
            texts = [_tagged(documents[at]) for at in few]
            learned.append(tagger.f1(tagger.train(texts, seed=seed), [_tagged(documents[at]) for at in rest]))
        points.append(
            {"documents": size, "width": fmean(widths) if widths else None, "learned_f1": fmean(learned)}
        )
    return {"points": points, "documents": len(documents)}


def _tagged(gold: Gold) -> tagger.Tagged:
    return tagger.Tagged(gold.text, [(e.start, e.end) for e in gold.mentions if e.type == "PERSON"])
