"""The three rules of PSILENCE, section 4.3, one by one."""

import pytest

from builders import doc
from lexveil.model import Span, because
from lexveil.resolve.phrases import Evidence
from lexveil.resolve.roles import mention_types, reconcile


@pytest.mark.parametrize(
    ("types", "role"),
    [
        ({"JUDGE": 3}, "JUDGE"),  # one type: it is right
        ({"PERSON": 4}, "WITNESS"),  # a person whom nothing specialises
        ({"PERSON": 20, "PARTY": 1}, "PARTY"),  # rule 1: one party mention is enough
        ({"LOCATION": 9, "PARTY": 1}, "PARTY"),
        ({"PERSON": 69, "ORGANIZATION": 31}, "ORGANIZATION"),  # rule 2: over 30 % are no person
        ({"PERSON": 70, "ORGANIZATION": 30}, "WITNESS"),  # rule 2: 30 % are not over 30 %
        ({"PERSON": 6, "LOCATION": 1, "LAW_FIRM": 3}, "LAW_FIRM"),
        ({"PERSON": 3, "LAWYER": 4}, "LAWYER"),  # rule 3: the most frequent
        ({"PERSON": 4, "LAWYER": 3}, "WITNESS"),
        ({"PERSON": 3, "JUDGE": 3}, "WITNESS"),  # a tie hides rather than shows
        ({"EXPERT": 5, "AUTHOR": 2, "PERSON": 1}, "EXPERT"),
    ],
)
def test_rules_in_order(types, role):
    assert reconcile(types) == role


def test_an_introduction_holds_for_all_mentions():
    _, spans, _ = doc("Judge [Roe](PERSON). [Roe](PERSON). [Roe](PERSON).")
    types, why = mention_types(spans, {spans[0]: Evidence("JUDGE", 2, because("title", title="judge"))})
    assert types == {"JUDGE": 3}
    assert why == (because("title", title="judge"),)


def test_a_passing_remark_holds_for_one_mention():
    _, spans, _ = doc("[Roe](PERSON), a lawyer. [Roe](PERSON). [Roe](PERSON).")
    types, _ = mention_types(spans, {spans[0]: Evidence("LAWYER", 1, because("after", role="LAWYER"))})
    assert types == {"LAWYER": 1, "PERSON": 2}
    assert reconcile(types) == "WITNESS"


def test_of_two_introductions_the_one_that_hides_counts():
    _, spans, _ = doc("[Roe](PERSON), [Roe](PERSON), [Roe](PERSON), [Roe](PERSON).")
    evidence = {
        spans[0]: Evidence("LAWYER", 2, because("list")),
        spans[1]: Evidence("WITNESS", 2, because("before")),
    }
    types, _ = mention_types(spans, evidence)
    assert types == {"LAWYER": 1, "WITNESS": 3}


@pytest.mark.parametrize(("score", "types"), [(0.1, {"PERSON": 3}), (0.6, {"PERSON": 1, "LOCATION": 2})])
def test_a_faint_guess_at_a_place_says_nothing_against_a_person(score, types):
    spans = [Span(0, 5, "PERSON", 0.9), Span(10, 15, "LOC", score), Span(20, 25, "LOC", score)]
    assert mention_types(spans, {})[0] == types
