"""Nobody is named for a role that is not certain; what a policy supposes about people of no known role."""

from dataclasses import replace

import pytest

from lexveil import config
from lexveil.model import ROLES, Document, Entity, Span, because
from lexveil.policy import decide, override, parse, suppose

DOCUMENT = Document("d", "Ann Roe came.")
NAMED = ["JUDGE", "ARBITRATOR", "TRIBUNAL_MEMBER", "CLERK", "LAWYER"]
BY_ROLE = [
    "arbitration",
    "austria",
    "belgium",
    "catalonia",
    "denmark",
    "finland",
    "france",
    "germany",
    "italy",
    "norway",
    "spain",
    "sweden",
    "switzerland",
    "uk",
]
HIDDEN = ["PARTY", "WITNESS", "CHILD", "RELATIVE", "OFFICIAL", "EXPERT", "UNKNOWN"]


def ann(role: str, certainty: int = 1, **values) -> Entity:
    return Entity("e1", "PERSON", role, 1, (Span(0, 7, "PERSON"),), role_certainty=certainty, **values)


def action(entity: Entity, policy) -> str:
    policy = config.policy(policy) if isinstance(policy, str) else policy
    (decision,) = decide(DOCUMENT, suppose([entity], policy), policy)
    return decision.action


@pytest.mark.parametrize("role", NAMED)
def test_the_british_practice_names_bench_and_bar(role):
    assert action(ann(role), "uk") == "keep"


@pytest.mark.parametrize("role", HIDDEN)
def test_the_british_practice_hides_everyone_else(role):
    assert action(ann(role), "uk") == "replace"


@pytest.mark.parametrize("name", sorted(config.presets()))
def test_no_preset_names_anybody_for_an_uncertain_role(name):
    for role in ROLES:
        for certainty in (1, 2):
            if action(ann(role, certainty), name) == "replace":
                assert action(ann(role, 3), name) == "replace"
        if action(ann("UNKNOWN"), name) == "replace":
            assert action(ann(role, 3), name) == "replace"


@pytest.mark.parametrize("name", BY_ROLE)
def test_who_would_be_named_for_a_certain_role_is_not_for_an_uncertain_one(name):
    assert action(ann("JUDGE", 1), name) == "keep"
    assert action(ann("JUDGE", 2), name) == "keep"
    assert action(ann("JUDGE", 3), name) == "replace"
    assert action(ann("UNKNOWN", 1), name) == "replace"  # even if a reviewer says so
    policy = config.policy(name)
    (decision,) = decide(DOCUMENT, [ann("JUDGE", 3)], policy)
    assert decision.why == because("uncertain-role", policy=name)


def test_a_policy_may_ask_for_more_or_for_nothing():
    rules = '[[rule]]\ncategory = "PERSON"\nrole = "JUDGE"\naction = "keep"\n[[rule]]\nlabel = "P{n}"\n'
    strict = parse(f"format = 1\nrole_certainty = 1\n{rules}", name="mine")
    trusting = parse(f"format = 1\nrole_certainty = 3\n{rules}", name="mine")
    assert [action(ann("JUDGE", level), strict) for level in (1, 2, 3)] == ["keep", "replace", "replace"]
    assert [action(ann("JUDGE", level), trusting) for level in (1, 2, 3)] == ["keep", "keep", "keep"]


def test_a_policy_that_names_one_role_to_go_hides_whose_role_is_unknown():
    policy = parse('format = 1\n[[rule]]\nrole = "WITNESS"\nlabel = "W{n}"', name="mine")
    assert action(ann("UNKNOWN"), policy) == "replace"
    assert action(ann("JUDGE"), policy) == "keep"


def test_whom_the_policy_keeps_whatever_the_role_stays():
    policy = override(config.policy("arbitration"), keep=["person"])
    assert action(ann("UNKNOWN"), policy) == "keep"


def test_only_means_nobody_else():
    policy = override(config.policy("court-eu"), only=["judge"])
    assert action(ann("UNKNOWN"), policy) == "keep"
    assert action(ann("JUDGE"), policy) == "replace"


def test_arbitration_takes_the_rest_for_witnesses_and_shows_that_nothing_says_so():
    (entity,) = suppose([ann("UNKNOWN", 3)], config.policy("arbitration"))
    assert (entity.role, entity.role_certainty) == ("WITNESS", 3)
    assert entity.why == (because("supposed", role="WITNESS", policy="arbitration"),)
    for name in sorted({*config.presets()} - {"arbitration"}):
        assert suppose([ann("UNKNOWN", 3)], config.policy(name)) == (ann("UNKNOWN", 3),)


@pytest.mark.parametrize(("share", "category"), [(30, "PERSON"), (31, "LOC")])
def test_arbitration_drops_a_name_that_too_often_reads_as_a_place(share, category):
    read = ann("UNKNOWN", 3, why=(because("read-as", role="LOCATION", share=share),))
    (entity,) = suppose([read], config.policy("arbitration"))
    assert entity.category == category
    assert suppose([read], config.policy("court-eu")) == (read,)
    if category == "LOC":
        assert (entity.role, entity.certainty) == ("LOCATION", 3)
        assert entity.why == read.why  # a doubt


def test_what_is_no_person_is_supposed_nothing_about():
    company = replace(ann("ORGANIZATION"), category="ORG")
    assert suppose([company], config.policy("arbitration")) == (company,)
