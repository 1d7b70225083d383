"""The measures against figures worked out by hand and against published ones.

The first groupings and their figures are those of the test cases of the CoNLL reference scorer (version 8.01,
github.com/conll/reference-coreference-scorers, test/TestCases.README); the example with seven mentions is
that of Pradhan et al. 2014, "Scoring Coreference Partitions of Predicted Mentions". Both take MUC as first
printed.
"""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.evaluate.coreference import assignment, b_cubed, ceaf_e, groups, lea, muc, score

KEY = groups(["a", "bc", "def"])


def split(text):
    return groups(text.split())


@pytest.mark.parametrize(
    ("response", "measure", "recall", "precision"),
    [
        ("a bc def", "muc", 1, 1),
        ("a bc def", "b3", 1, 1),
        ("a bc def", "ceafe", 1, 1),
        ("a bc def", "lea", 1, 1),
        ("a de", "muc", 1 / 3, 1),
        ("a de", "b3", 7 / 18, 1),
        ("a de", "ceafe", 0.6, 0.9),
        ("a bcx defy z", "ceafe", 2.657 / 3, 2.657 / 4),
        ("a bcx dy z", "ceafe", 2.2 / 3, 0.55),
        ("a bcxB dy z", "ceafe", 2.067 / 3, 2.067 / 4),
        ("a bcx dy Bz", "ceafe", 2.2 / 3, 0.55),
    ],
)
def test_figures_of_the_reference_scorer(response, measure, recall, precision):
    measures = {
        "muc": lambda key, found: muc(key, found, singletons=False),
        "b3": b_cubed,
        "ceafe": ceaf_e,
        "lea": lea,
    }
    counts = measures[measure](KEY, split(response))
    assert counts.recall == pytest.approx(recall, abs=5e-4)
    assert counts.precision == pytest.approx(precision, abs=5e-4)


def test_figures_of_pradhan_2014():
    key, response = split("abc defg"), split("ab cd fghi")
    assert muc(key, response, singletons=False).f1 == pytest.approx(0.40)
    assert b_cubed(key, response).recall == pytest.approx(0.42, abs=0.005)
    assert b_cubed(key, response).precision == pytest.approx(0.50)
    assert b_cubed(key, response).f1 == pytest.approx(0.46, abs=0.006)  # printed from rounded parts
    assert ceaf_e(key, response).recall == pytest.approx(0.65)
    assert ceaf_e(key, response).precision == pytest.approx(0.43, abs=0.005)
    assert ceaf_e(key, response).f1 == pytest.approx(0.52, abs=0.005)


def test_lea_by_hand():
    # Moosavi and Strube 2016: abc keeps 1 of 3 links, defg 1 of 6; ab 1 of 1, cd none, fghi 1 of 6.
    counts = lea(split("abc defg"), split("ab cd fghi"))
    assert counts.recall == pytest.approx((3 * 1 / 3 + 4 * 1 / 6) / 7)
    assert counts.precision == pytest.approx((2 * 1 + 2 * 0 + 4 * 1 / 6) / 8)


def test_a_singleton_is_one_link_that_is_there_or_not():
    # PSILENCE, section 6. Key: {a} is right, {b} is not, {cd} keeps its link. Response: {bcd} has 1 of 2.
    counts = muc(split("a b cd"), split("a bcd"))
    assert (counts.right, counts.wanted) == (2, 3)
    assert (counts.true, counts.given) == (2, 3)
    assert muc(split("a b cd"), split("a bcd"), singletons=False).wanted == 1


def test_everything_in_one_group_and_everyone_alone():
    key = split("ab cd")
    assert muc(key, split("abcd")).recall == 1
    assert b_cubed(key, split("a b c d")).precision == 1
    assert b_cubed(key, split("a b c d")).recall == 0.5


def test_micro_pools_and_macro_averages():
    pairs = [(split("ab"), split("ab")), (split("abcdef"), split("a b c d e f"))]
    figures = score(pairs)
    assert figures["b3"]["macro"] == pytest.approx((1 + 2 / (6 + 1)) / 2)
    assert figures["b3"]["recall"] == pytest.approx((2 + 1) / 8)
    assert figures["conll"]["micro"] == pytest.approx(
        sum(figures[name]["micro"] for name in ("muc", "b3", "ceafe")) / 3
    )


def test_nothing_to_group_counts_nowhere():
    assert score([((), ())])["conll"] == {"macro": None, "micro": None}
    assert score([((), ()), (split("ab"), split("ab"))])["conll"]["macro"] == 1
    assert score([(split("ab"), ())])["conll"]["macro"] == 0


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=1, max_size=4))
def test_the_assignment_is_the_best_there_is(rows):
    worth = {(at, to): float(value) for at, row in enumerate(rows) for to, value in enumerate(row) if value}

    def best(row, free):
        if row == len(rows):
            return 0.0
        choices = [worth.get((row, to), 0.0) + best(row + 1, free - {to}) for to in free]
        return max([best(row + 1, free), *choices])

    assert assignment(worth) == pytest.approx(best(0, frozenset(range(4))))


def test_the_assignment_of_300_by_300_is_fast():
    chance = random.Random(3)
    worth = {(row, column): chance.random() for row in range(300) for column in range(300)}
    began = time.perf_counter()
    assert 250 < assignment(worth) <= 300
    assert time.perf_counter() - began < 20
