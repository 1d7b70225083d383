"""One role of many mentions: the rules of PSILENCE, section 4.3, but for those that a policy decides."""

import pytest

from builders import doc
from lexveil.model import Span, because
from lexveil.resolve.phrases import Evidence
from lexveil.resolve.roles import mention_types, no_person, reconcile, role_certainty


@pytest.mark.parametrize(
    ("types", "role"),
    [
        ({"JUDGE": 3}, "JUDGE"),  # one type: it is right
        ({"PERSON": 4}, "UNKNOWN"),  # a person of whom nothing is said
        ({"PERSON": 20, "PARTY": 1}, "PARTY"),  # one party mention is enough
        ({"LOCATION": 9, "PARTY": 1}, "PARTY"),
        ({"PERSON": 69, "ORGANIZATION": 31}, "UNKNOWN"),  # a person all the same: `no_person` tells the share
        ({"ORGANIZATION": 3, "LAW_FIRM": 4}, "LAW_FIRM"),
        ({"PERSON": 3, "LAWYER": 4}, "LAWYER"),  # the most frequent
        ({"PERSON": 4, "LAWYER": 3}, "UNKNOWN"),
        ({"PERSON": 3, "JUDGE": 3}, "UNKNOWN"),  # a tie hides rather than shows
        ({"PERSON": 2, "UNKNOWN": 2, "LAWYER": 3}, "UNKNOWN"),  # both speak against a role
        ({"EXPERT": 5, "AUTHOR": 2, "PERSON": 1}, "EXPERT"),
    ],
)
def test_rules_in_order(types, role):
    assert reconcile(types) == role


def test_of_what_is_no_person_the_most_frequent_reading_counts():
    assert reconcile({"ORGANIZATION": 3, "LAWYER": 1}, person=False) == "ORGANIZATION"


@pytest.mark.parametrize(
    ("types", "told"),
    [
        ({"PERSON": 6, "LOCATION": 1, "LAW_FIRM": 3}, ("LAW_FIRM", 0.4)),
        ({"PERSON": 6}, ("", 0.0)),
        ({"PERSON": 6, "WITNESS": 1, "LOCATION": 9}, ("", 0.0)),  # only people are witnesses
    ],
)
def test_the_share_of_readings_as_no_person(types, told):
    assert no_person(types) == told


def said(role: str, weight: int = 2) -> Evidence:
    return Evidence(role, weight, because("before", role=role))


def listed(role: str, weight: int = 2) -> Evidence:
    return Evidence(role, weight, because("list", role=role, line=1))


@pytest.mark.parametrize(
    ("role", "evidence", "certainty"),
    [
        ("JUDGE", [said("JUDGE")], 1),
        ("JUDGE", [said("JUDGE", 1)], 2),  # a slight sign
        ("LAWYER", [Evidence("LAWYER", 1, because("learned", role="LAWYER", share=99))], 3),  # a guess
        ("LAWYER", [Evidence("LAWYER", 1, because("after", role="LAWYER"))], 3),  # "a lawyer who saw it"
        ("UNKNOWN", [], 3),
        ("LAWYER", [said("LAWYER"), said("LAWYER"), said("PARTY")], 2),
        ("LAWYER", [said("LAWYER"), said("WITNESS")], 3),  # as much for another
        ("LAWYER", [said("LAWYER", 3), said("WITNESS")], 1),  # case metadata
        ("LAWYER", [said("LAWYER", 1), said("WITNESS")], 3),
        ("PARTY", [said("PARTY"), said("WITNESS"), said("WITNESS")], 1),  # parties give evidence
        ("PARTY", [said("PARTY"), said("RELATIVE"), said("RELATIVE")], 3),
        ("JUDGE", [said("JUDGE"), said("BENCH")], 1),
        ("JUDGE", [listed("JUDGE"), listed("JUDGE")], 1),
        ("JUDGE", [listed("JUDGE")], 3),  # of four mentions one: the list may have ended before
        ("LAWYER", [listed("LAWYER", 3)], 1),  # the first page
        ("PARTY", [listed("PARTY")], 1),  # is named under no policy
        ("LAWYER", [Evidence("LAWYER", 2, because("represented", role="LAWYER"))] * 4, 3),  # a manager
    ],
)
def test_how_certain_a_role_is(role, evidence, certainty):
    spans = [Span(10 * at, 10 * at + 5, "PERSON") for at in range(4)]
    assert role_certainty(role, spans, dict(zip(spans, evidence, strict=False))) == certainty


def test_an_introduction_holds_for_all_mentions():
    _, spans, _ = doc("Judge [Roe](PERSON). [Roe](PERSON). [Roe](PERSON).")
    types, why = mention_types(spans, {spans[0]: Evidence("JUDGE", 2, because("title", title="judge"))})
    assert types == {"JUDGE": 3}
    assert why == (because("title", title="judge"),)


def test_a_passing_remark_holds_for_one_mention():
    _, spans, _ = doc("[Roe](PERSON), a lawyer. [Roe](PERSON). [Roe](PERSON).")
    types, _ = mention_types(spans, {spans[0]: Evidence("LAWYER", 1, because("after", role="LAWYER"))})
    assert types == {"LAWYER": 1, "PERSON": 2}
    assert reconcile(types) == "UNKNOWN"


def test_an_introduction_outweighs_what_is_said_in_passing():
    _, spans, _ = doc("[Roe](PERSON), [Roe](PERSON), [Roe](PERSON), [Roe](PERSON).")
    counsel, spoke = said("LAWYER"), Evidence("WITNESS", 2, because("testifies", role="WITNESS"))
    assert mention_types(spans, {spans[0]: counsel, spans[1]: spoke})[0] == {"LAWYER": 4}
    assert role_certainty("LAWYER", spans, {spans[0]: counsel, spans[1]: spoke}) == 3  # named under no policy
    assert mention_types(spans, {spans[0]: said("LAWYER", 1), spans[1]: spoke})[0]["WITNESS"] == 3


@pytest.mark.parametrize(("score", "types"), [(0.1, {"PERSON": 3}), (0.6, {"PERSON": 1, "LOCATION": 2})])
def test_a_faint_guess_at_a_place_says_nothing_against_a_person(score, types):
    spans = [Span(0, 5, "PERSON", 0.9), Span(10, 15, "LOC", score), Span(20, 25, "LOC", score)]
    assert mention_types(spans, {})[0] == types
