"""How well scores tell two kinds of things apart."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def auc(wanted: Sequence[float], others: Sequence[float]) -> float | None:
    """How often one that is wanted has the higher score of two; 0.5 is a guess, None where a side is empty.

    >>> auc([3, 2], [1, 2]), auc([1], [])
    (0.875, None)
    """
    if not wanted or not others:
        return None
    order = sorted(others)
    won = sum(bisect_left(order, each) + bisect_right(order, each) for each in wanted)
    return won / (2 * len(wanted) * len(others))


def precision_at(wanted: Sequence[float], others: Sequence[float]) -> float | None:
    """The share of wanted ones among as many of the highest scores; ties count as they fall on average.

    >>> precision_at([3, 2], [1, 2])
    0.75
    """
    number = len(wanted)
    if not number or not others:
        return None
    bound = sorted([*wanted, *others], reverse=True)[number - 1]
    above = sum(each > bound for each in wanted)
    above_of_all = above + sum(each > bound for each in others)
    at = sum(each == bound for each in wanted)
    at_of_all = at + sum(each == bound for each in others)
    return (above + (number - above_of_all) * at / at_of_all) / number
