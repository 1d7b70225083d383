"""What is taken for what: the types of the gold against the types found, mention by mention.

A row is a type of the gold, a column what was found there; `NOTHING` is what nobody found, and, as a row,
what was found where the gold has nothing. Of several found in one mention the one that covers most counts.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lexveil.evaluate.detection import ratio, type_of
from lexveil.evaluate.gold import Gold
from lexveil.pipeline import Result

NOTHING = "NOTHING"

Matrix = dict[str, dict[str, int]]


class Typed(NamedTuple):
    start: int
    end: int
    type: str


def matrix(pairs: Iterable[tuple[Sequence[Typed], Sequence[Typed]]]) -> Matrix:
    """Of each document what the gold marks and what was found, either without overlaps among themselves.

    >>> matrix([([Typed(0, 4, "LOC")], [Typed(0, 4, "PERSON"), Typed(9, 12, "LOC")])])
    {'LOC': {'PERSON': 1}, 'NOTHING': {'LOC': 1}}
    """
    counts: Counter[tuple[str, str]] = Counter()
    for wanted, found in pairs:
        ordered, touched = sorted(found), set[int]()
        ends = [each.end for each in ordered]
        for mention in wanted:
            best, most, at = NOTHING, 0, bisect_left(ends, mention.start + 1)
            while at < len(ordered) and ordered[at].start < mention.end:
                shared = min(mention.end, ordered[at].end) - max(mention.start, ordered[at].start)
                touched.add(at)
                if shared > most:
                    best, most = ordered[at].type, shared
                at += 1
            counts[mention.type, best] += 1
        counts.update((NOTHING, each.type) for at, each in enumerate(ordered) if at not in touched)
    rows: Matrix = {}
    for (one, other), number in sorted(counts.items()):
        rows.setdefault(one, {})[other] = number
    return rows


def report(rows: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """The matrix; how many mentions have another type; every two types, the most confused first."""
    marked = {one: row for one, row in rows.items() if one != NOTHING}
    found = {one: {b: n for b, n in row.items() if b != NOTHING} for one, row in marked.items()}
    total = sum(sum(row.values()) for row in found.values())
    wrong: Counter[tuple[str, str]] = Counter()
    for one, row in found.items():
        for other, number in row.items():
            if one != other:
                first, second = sorted((one, other))
                wrong[first, second] += number
    return {
        "matrix": rows,
        "found": total,
        "of_another_type": ratio(wrong.total(), total),
        "confused": [
            {"types": list(pair), "mentions": number, "share": ratio(number, _between(found, pair))}
            for pair, number in sorted(wrong.items(), key=lambda each: (-each[1], each[0]))
        ],
    }


def _between(found: Mapping[str, Mapping[str, int]], pair: tuple[str, str]) -> int:
    """Mentions of two types that were taken for one of the two."""
    return sum(found.get(one, {}).get(other, 0) for one in pair for other in pair)


def evaluate(
    documents: Sequence[Gold],
    predict: Callable[[Gold], Result],
    *,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """What the pipeline calls the mentions of the gold, in the gold's own types."""
    types = {mention.type for gold in documents for mention in gold.mentions}
    pairs = []
    for gold in documents:
        result = predict(gold)
        found = [
            Typed(span.start, span.end, type_of(entity.category, types))
            for entity in result.entities
            for span in entity.spans
        ]
        pairs.append((outermost(Typed(m.start, m.end, m.type) for m in gold.mentions), outermost(found)))
        step()
    return report(matrix(pairs))


def outermost(ranges: Iterable[Typed]) -> list[Typed]:
    """Those that lie in no other; of two that cross, the first."""
    kept: list[Typed] = []
    for each in sorted(ranges, key=lambda each: (each.start, -each.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept
