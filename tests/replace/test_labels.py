import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.model import Decision, Entity, Span
from lexveil.replace.styles import labels, letters


def given_to(count, label, text="", *, category="PERSON", language="en", taken=()):
    entities = [Entity(f"e{n}", category, "WITNESS", 1, (Span(n, n + 1, category),)) for n in range(count)]
    decisions = {entity.id: Decision(entity.id, "replace", "test", label) for entity in entities}
    return list(labels(text, entities, decisions, language=language, taken=taken).values())


def test_letters_go_on_after_z():
    assert [letters(number) for number in (1, 26, 27, 52, 53, 703)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]


def test_numbers_and_letters_follow_the_order():
    assert given_to(2, "WITNESS_{n}") == ["WITNESS_1", "WITNESS_2"]
    assert given_to(28, "{word} {A}", language="fi")[-3:] == ["henkilö Z", "henkilö AA", "henkilö AB"]


def test_what_the_text_uses_already_is_passed_over():
    assert given_to(2, "WITNESS_{n}", "Witness_1 and WITNESS_3 spoke") == ["WITNESS_2", "WITNESS_4"]
    assert given_to(1, "{A}.________", "A.________ AG") == ["B.________"]


def test_what_another_in_the_case_has_is_passed_over():
    assert given_to(2, "person {A}", taken={"Person A", "person C"}) == ["person B", "person D"]


def test_each_word_counts_by_itself_and_one_label_counts_for_all():
    entities = [
        Entity("e1", "PERSON", "WITNESS", 1, (Span(0, 1, "PERSON"),)),
        Entity("e2", "ORG", "ORGANIZATION", 1, (Span(1, 2, "ORG"),)),
    ]
    for label, names in (("[{word}{n}]", ["[person1]", "[virksomhed1]"]), ("{A}", ["A", "B"])):
        decisions = {entity.id: Decision(entity.id, "replace", "test", label) for entity in entities}
        assert list(labels("", entities, decisions, language="da").values()) == names


def test_two_labels_that_read_alike_never_give_the_same():
    entities = [Entity(f"e{n}", "PERSON", "WITNESS", 1, (Span(n, n + 1, "PERSON"),)) for n in range(2)]
    decisions = {
        "e0": Decision("e0", "replace", "test", "person {A}"),
        "e1": Decision("e1", "replace", "test", "{Word} {A}"),
    }
    assert list(labels("", entities, decisions).values()) == ["person A", "Person B"]


@pytest.mark.parametrize("label", ["X_{n}", "x {A}", "[{word}{n}]", "{A}.________"])
@given(st.integers(1, 60), st.sets(st.integers(1, 40)))
def test_nobody_shares_a_label(label, count, used):
    taken = {re.sub(r"\{.*\}", str(each), "X_{n}") for each in used}
    found = given_to(count, label, taken=taken)
    assert len({name.lower() for name in found}) == count
    assert taken.isdisjoint(found)
