import pytest

from builders import doc
from lexveil.model import Decision, Entity
from lexveil.replace import hidden_forms, pseudonyms, settled

KEY = b"k" * 32
STYLES = ["label", "underscores", "initials", "blank", "redact", "surrogate", "shift", "generalize"]


def world(marked, styles, label="{word} {A}"):
    document, spans, _ = doc(marked)
    entities = [Entity(f"e{n}", span.category, "WITNESS", 1, (span,)) for n, span in enumerate(spans)]
    decisions = [
        Decision(entity.id, "replace", "test", label if style == "label" else "", style=style)
        for entity, style in zip(entities, styles, strict=True)
    ]
    return document, entities, decisions


def given(marked, styles, *, key=KEY, **options):
    return pseudonyms(*world(marked, styles), language="en", key=key, **options)


def test_every_style_gives_everyone_a_name():
    marked = " ".join(f"[{name}](PERSON)" for name in "Roe Poe Doe Loe Moe Zoe".split())
    marked += " [3 May 1994](DATE) [26 years](AGE)"
    found = given(marked, STYLES)
    assert sorted(found.names) == [f"e{n}" for n in range(8)]
    assert all(found.names.values())


def test_the_same_key_gives_the_same_and_another_key_something_else():
    marked = "[Ann Torvund](PERSON) met [Bo Quellmark](PERSON)"
    styles = ["surrogate", "surrogate"]
    assert given(marked, styles) == given(marked, styles)
    assert given(marked, styles).names != given(marked, styles, key=b"x" * 32).names


def test_who_is_kept_gets_nothing():
    document, entities, (first, second) = world("[Roe](PERSON) met [Doe](PERSON)", ["label", "label"])
    decisions = [first, Decision(second.entity, "keep", "test")]
    found = pseudonyms(document, entities, decisions, language="en", key=KEY)
    assert found.names == {"e0": "person A"}


def test_what_is_known_of_the_case_is_kept_and_given_to_nobody_else():
    marked = "[Roe](PERSON) met [Doe](PERSON) and [Poe](PERSON)"
    found = given(marked, ["label"] * 3, known={"e1": "person A"}, taken={"person A", "person B"})
    assert found.names == {"e0": "person C", "e1": "person A", "e2": "person D"}


def test_a_known_surrogate_is_kept():
    marked = "[Ann Torvund](PERSON) met [Bo Quellmark](PERSON)"
    found = given(marked, ["surrogate"] * 2, known={"e0": "Eva Lindqvist"})
    assert found.names["e0"] == "Eva Lindqvist"
    assert found.forms["e0"]["Ann Torvund"] == "Eva Lindqvist"


def test_no_surrogate_is_the_name_of_somebody_who_is_kept():
    document, entities, decisions = world("[Ann Torvund](PERSON) [Lang](PERSON)", ["surrogate", "label"])
    decisions[1] = Decision("e1", "keep", "test")
    for number in range(20):
        found = pseudonyms(document, entities, decisions, language="en", key=bytes([number]) * 32)
        assert "Lang" not in found.names["e0"].split()


@pytest.mark.parametrize("style", ["label", "initials"])
def test_a_mention_written_as_its_pseudonym_is_not_hidden(style):
    document, spans, _ = doc("[Ann Torvund](PERSON) signed [A.T.](PERSON) here")
    entity = Entity("e0", "PERSON", "WITNESS", 1, spans)
    decisions = [Decision("e0", "replace", "test", "P{n}" if style == "label" else "", style=style)]
    found = pseudonyms(document, [entity], decisions, language="en", key=KEY)
    told = settled(document, [entity], decisions, found)
    forms = {form.text for form in hidden_forms(document.text, [entity], told)}
    assert told["e0"].kept == (() if style == "label" else (spans[1],))
    assert "ann torvund" in forms
