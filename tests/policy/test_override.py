import pytest

from lexveil import config
from lexveil.errors import PolicyError
from lexveil.model import Document, Entity, Span
from lexveil.policy import decide, override, parse

EVERY = parse(
    'format = 1\n[[rule]]\nrole = "AUTHOR"\naction = "keep"\n'
    '[[rule]]\ncategory = ["PERSON", "ORG"]\nlabel = "{word} {A}"\n'
    '[[rule]]\ncategory = "DATE"\nstyle = "shift"\n',
    name="mine",
)


def actions(policy, *kinds):
    document = Document("doc-x", "Torvund")
    found = [
        Entity(f"e{n}", category, role, 1, (Span(0, 7, category),))
        for n, (category, role) in enumerate(kinds)
    ]
    return [each.action for each in decide(document, found, policy)]


PEOPLE = [("PERSON", "WITNESS"), ("PERSON", "JUDGE"), ("PERSON", "LAWYER"), ("ORG", "ORGANIZATION")]


def test_only_replaces_nothing_else():
    assert actions(override(EVERY, only=["person"]), *PEOPLE) == ["replace", "replace", "replace", "keep"]
    assert actions(override(EVERY, only=["org", "judge"]), *PEOPLE) == ["keep", "replace", "keep", "replace"]


def test_only_does_not_replace_more_than_the_policy():
    policy = override(config.policy("arbitration"), only=["person"])
    assert actions(policy, *PEOPLE) == ["replace", "keep", "keep", "keep"]
    assert actions(override(EVERY, only=["person"]), ("PERSON", "AUTHOR")) == ["keep"]


def test_keep_comes_before_every_rule():
    policy = override(EVERY, keep=["judge", "Law-Firm", "lawyer", "org"])
    assert actions(policy, *PEOPLE) == ["replace", "keep", "keep", "keep"]


def test_a_decision_says_that_the_command_line_kept_it():
    policy = override(EVERY, keep=["judge"])
    document = Document("doc-x", "Torvund")
    (decision,) = decide(document, [Entity("e", "PERSON", "JUDGE", 1, (Span(0, 7, "PERSON"),))], policy)
    assert str(decision.why) == "mine: --keep"


def test_nothing_asked_nothing_changed():
    assert override(EVERY) == EVERY


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"only": ["wizard"]}, ("--only 'wizard'", "person", "judge")),
        ({"keep": ["wizard"]}, ("--keep 'wizard'", "person", "judge")),
        ({"only": ["person"], "keep": ["Person"]}, ("--only and --keep", "person")),
        ({"only": ["money"]}, ("mine", "--only money")),
    ],
)
def test_a_word_that_makes_no_sense_is_an_error(asked, words):
    with pytest.raises(PolicyError) as caught:
        override(EVERY, **asked)
    assert all(word in str(caught.value) for word in words)
