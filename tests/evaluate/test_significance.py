import pytest

from lexveil.evaluate.significance import mcnemar, wilcoxon


def test_mcnemar_counts_what_happened_one_way_alone():
    assert mcnemar([]) == 1
    assert mcnemar([(True, True)] * 9) == 1
    assert mcnemar([(True, False)] * 5) == pytest.approx(2 / 32)
    assert mcnemar([(True, False)] * 3 + [(False, True)] * 3) == 1


def test_wilcoxon_ranks_differences_and_leaves_out_ties():
    # the example of the 1945 paper's kind: 8 pairs, negative ranks 1 and 2 of 36: exact two-sided 10/256
    assert wilcoxon([-1, -2, 3, 4, 5, 6, 7, 8, 0, 0]) == pytest.approx(10 / 256)
    assert wilcoxon([0, 0]) == 1
    assert wilcoxon([1, -1]) == 1
    many = [1.0] * 40 + [-1.0] * 40
    assert wilcoxon(many) == pytest.approx(1)
    assert wilcoxon([1.0] * 60 + [-1.0] * 20) < 0.001
