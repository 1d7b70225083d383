"""How alike are two groupings of the same mentions: MUC, B³, CEAF-e, LEA and the CoNLL average.

Pooled over documents (micro) and averaged over them (macro). A mention that only one side has counts
against the other. MUC (Vilain et al. 1995) counts links, |S| - 1 for a group, and so cannot see singletons.
PSILENCE, section 6, counts |k(S)| and |p(S)| for them instead. Word by word that would give a singleton a
right link wherever its mention is found, in whichever group. "A binary metric", as the section ends, it is
only if the link is there where the mention stands alone on the other side too: so we count.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

Groups = Sequence[frozenset[Hashable]]


class Counts(NamedTuple):
    """What is right, out of what was wanted (recall) and out of what was given (precision)."""

    right: float
    wanted: float
    true: float  # the right ones again, as the response counts them
    given: float

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else float(not self.given)

    @property
    def precision(self) -> float:
        return self.true / self.given if self.given else float(not self.wanted)

    @property
    def f1(self) -> float:
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0


def groups(members: Iterable[Collection[Hashable]]) -> Groups:
    return tuple(frozenset(each) for each in members if each)


def muc(key: Groups, response: Groups, *, singletons: bool = True) -> Counts:
    return Counts(*_links(key, response, singletons), *_links(response, key, singletons))


def _links(key: Groups, response: Groups, singletons: bool) -> tuple[float, float]:
    """Links of the key that the response keeps: a group falls into so many parts, less one link each."""
    owner = _owner(response)
    right = wanted = 0
    for group in key:
        if len(group) == 1:
            alone = response[owner[mention]] if (mention := next(iter(group))) in owner else frozenset()
            right += singletons and alone == group
            wanted += singletons
            continue
        parts = {owner[mention] for mention in group if mention in owner}
        missing = sum(mention not in owner for mention in group)
        right += len(group) - len(parts) - missing
        wanted += len(group) - 1
    return right, wanted


def b_cubed(key: Groups, response: Groups) -> Counts:
    """Per mention: how much of its group came along (Bagga and Baldwin 1998)."""
    shared = _shared(key, response)
    right = sum(count * count / len(key[one]) for (one, _), count in shared.items())
    true = sum(count * count / len(response[other]) for (_, other), count in shared.items())
    return Counts(right, _size(key), true, _size(response))


def ceaf_e(key: Groups, response: Groups) -> Counts:
    """The best one-to-one match of groups, each pair as alike as its Dice coefficient (Luo 2005)."""
    shared = _shared(key, response).items()
    best = assignment({(a, b): 2 * count / (len(key[a]) + len(response[b])) for (a, b), count in shared})
    return Counts(best, len(key), best, len(response))


def lea(key: Groups, response: Groups) -> Counts:
    """Links kept, each group weighted by its size (Moosavi and Strube 2016); a singleton links to itself."""
    return Counts(*_weighed(key, response), *_weighed(response, key))


def _weighed(key: Groups, response: Groups) -> tuple[float, float]:
    owner = _owner(response)
    right = 0.0
    for group in key:
        if len(group) == 1:
            (mention,) = group
            right += mention in owner and len(response[owner[mention]]) == 1
            continue
        parts = Counter(owner[mention] for mention in group if mention in owner)
        kept = sum(count * (count - 1) for count in parts.values())
        right += len(group) * kept / (len(group) * (len(group) - 1))
    return right, _size(key)


MEASURES: Mapping[str, Callable[[Groups, Groups], Counts]] = {
    "muc": muc, "b3": b_cubed, "ceafe": ceaf_e, "lea": lea,
}  # fmt: skip
CONLL = ("muc", "b3", "ceafe")


def _owner(found: Groups) -> dict[Hashable, int]:
    return {mention: number for number, group in enumerate(found) for mention in group}


def _shared(key: Groups, response: Groups) -> Counter[tuple[int, int]]:
    """How many mentions each pair of groups has in common; only pairs that have any."""
    owner = _owner(response)
    return Counter(
        (number, owner[mention]) for number, group in enumerate(key) for mention in group if mention in owner
    )


def _size(found: Groups) -> int:
    return sum(map(len, found))


def assignment(worth: Mapping[tuple[int, int], float]) -> float:
    """The greatest total worth when each row and each column is used at most once.

    Rows and columns that no pair connects are solved apart: real groupings fall into small pieces.

    >>> assignment({(0, 0): 3.0, (0, 1): 2.0, (1, 0): 2.0})
    4.0
    """
    total = 0.0
    for rows, columns in _pieces(worth):
        if len(rows) == 1 or len(columns) == 1:
            total += max(worth[row, column] for row in rows for column in columns if (row, column) in worth)
            continue
        cost = np.array([[-worth.get((row, column), 0.0) for column in columns] for row in rows])
        total -= _cheapest(cost if len(rows) <= len(columns) else cost.T)
    return total


def _pieces(pairs: Iterable[tuple[int, int]]) -> list[tuple[list[int], list[int]]]:
    """The connected parts of a bipartite graph, as (rows, columns)."""
    above: dict[tuple[str, int], tuple[str, int]] = {}

    def top(node: tuple[str, int]) -> tuple[str, int]:
        while above.setdefault(node, node) != node:
            above[node] = above[above[node]]
            node = above[node]
        return node

    for row, column in pairs:
        above[top(("row", row))] = top(("column", column))
    parts: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
    for node in sorted(above):
        parts.setdefault(top(node), ([], []))[node[0] == "column"].append(node[1])
    return list(parts.values())


def _cheapest(cost: np.ndarray) -> float:
    """Hungarian method by shortest augmenting paths; no more rows than columns. Cubic, in row operations."""
    rows, columns = cost.shape
    price_row, price_column = np.zeros(rows + 1), np.zeros(columns + 1)
    taken_by = np.zeros(columns + 1, dtype=int)  # the row, from 1, of each column; column 0 is the start
    padded = np.pad(cost, ((1, 0), (1, 0)))
    for row in range(1, rows + 1):
        taken_by[0] = row
        column = 0
        least = np.full(columns + 1, np.inf)
        came_from = np.zeros(columns + 1, dtype=int)
        seen = np.zeros(columns + 1, dtype=bool)
        while taken_by[column]:
            seen[column] = True
            at = taken_by[column]
            slack = padded[at] - price_row[at] - price_column
            better = ~seen & (slack < least)
            better[0] = False
            least[better], came_from[better] = slack[better], column
            open_to = np.where(seen, np.inf, least)
            open_to[0] = np.inf
            following = int(open_to.argmin())
            step = open_to[following]
            price_row[taken_by[seen]] += step
            price_column[seen] -= step
            least[~seen] -= step
            column = following
        while column:
            taken_by[column] = taken_by[came_from[column]]
            column = came_from[column]
    return float(padded[taken_by[1:], range(1, columns + 1)].sum())


def score(pairs: Iterable[tuple[Groups, Groups]]) -> dict[str, Any]:
    """`{"conll": {"macro", "micro"}, "muc": {"macro", "micro", "recall", "precision"}, …}` of all pairs.

    Recall and precision are pooled. A document without key and response groups counts nowhere: there was
    nothing to group.
    """
    per_document = [
        {name: measure(key, response) for name, measure in MEASURES.items()}
        for key, response in pairs
        if key or response
    ]
    if not per_document:
        nothing = dict.fromkeys(("macro", "micro", "recall", "precision"))
        return {"conll": dict.fromkeys(("macro", "micro")), **{name: dict(nothing) for name in MEASURES}}
    figures: dict[str, Any] = {"conll": {}}
    for name in MEASURES:
        pooled = Counts(*(sum(each) for each in zip(*(counts[name] for counts in per_document), strict=True)))
        figures[name] = {
            "macro": sum(counts[name].f1 for counts in per_document) / len(per_document),
            "micro": pooled.f1,
            "recall": pooled.recall,
            "precision": pooled.precision,
        }
    for average in ("macro", "micro"):
        figures["conll"][average] = sum(figures[name][average] for name in CONLL) / len(CONLL)
    return figures
