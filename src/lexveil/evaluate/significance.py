"""Whether two ways differ by more than chance: McNemar's test of pairs, Wilcoxon's signed ranks.

Both are exact where that is cheap, and two-sided. Simancek and Vydiswaran 2024 (CALD-pseudo, section 3.3)
test with them whether one strategy leaks less than another, and whether it changes how often names stand in
a document.
"""

from collections.abc import Iterable, Sequence
from math import comb, erfc, sqrt

EXACT = 25  # so many differences are weighed one by one


def mcnemar(pairs: Iterable[tuple[bool, bool]]) -> float:
    """p of what happened to the same things in two ways; only what happened one way alone counts (the exact,
    binomial test).

    >>> mcnemar([(True, False)] * 8 + [(False, True)] + [(True, True)] * 50)
    0.0390625
    """
    told = list(pairs)
    one, other = sum(a and not b for a, b in told), sum(b and not a for a, b in told)
    total = one + other
    tail = sum(comb(total, each) for each in range(min(one, other) + 1))
    return float(min(1.0, 2 * tail / 2**total))


def wilcoxon(differences: Sequence[float]) -> float:
    """p of pairs whose differences lie around 0; without the pairs that are alike (Wilcoxon 1945).

    >>> wilcoxon([1, 2, 3, 4, 5])
    0.0625
    """
    told = sorted((each for each in differences if each), key=abs)
    ranks: list[float] = []
    at = 0
    while at < len(told):
        last = at
        while last < len(told) and abs(told[last]) == abs(told[at]):
            last += 1
        ranks += [(at + 1 + last) / 2] * (last - at)
        at = last
    if not told:
        return 1.0
    above = sum(rank for rank, each in zip(ranks, told, strict=True) if each > 0)
    least = min(above, sum(ranks) - above)
    if len(told) <= EXACT:
        return min(1.0, 2 * _share_up_to(ranks, least))
    spread = sqrt(sum(rank * rank for rank in ranks) / 4)
    return erfc(abs(above - sum(ranks) / 2) / spread / sqrt(2))


def _share_up_to(ranks: Sequence[float], most: float) -> float:
    """The share of all choices of signs whose positive ranks sum up to at most so much; ranks are halves."""
    ways = {0: 1}
    for rank in ranks:
        more: dict[int, int] = dict(ways)
        for total, number in ways.items():
            reached = total + round(2 * rank)
            more[reached] = more.get(reached, 0) + number
        ways = more
    found = sum(number for total, number in ways.items() if total <= 2 * most)
    return float(found / 2 ** len(ranks))
