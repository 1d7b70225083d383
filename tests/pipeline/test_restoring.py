"""Of a file that was edited, only what is proven is put back."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lexveil.pipeline.restoring import proven
from lexveil.store import Known


def person(entity, pseudonym, *forms, **more):
    return Known(entity, more.pop("category", "PERSON"), "WITNESS", forms, pseudonym, **more)


def restored(text, *known):
    found = proven(text, known)
    for each in reversed(found.replacements):
        text = text[: each.start] + each.text + text[each.end :]
    return text


IVO = person("v1", "WITNESS_1", "Ivo Lundgren", "Lundgren")
PIA = person("v2", "person B", "Pia Holt")


def test_a_pseudonym_gives_the_full_name():
    text = "WITNESS_1 met person B. Person B left WITNESS_1's house; PERSON B AND WITNESS_12, WITNESS_1X."
    assert restored(text, IVO, PIA) == (
        "Ivo Lundgren met Pia Holt. Pia Holt left Ivo Lundgren's house; PIA HOLT AND WITNESS_12, WITNESS_1X."
    )


def test_a_form_that_was_written_gives_the_form_that_stood_there():
    lang = person(
        "v1", "Peter Lange", "Michael Blatter", "Blatter", style="surrogate",
        written=(("Peter Lange", "Michael Blatter"), ("Lange", "Blatter")),
    )  # fmt: skip
    assert (
        restored("Peter Lange said, and Mr Lange agreed.", lang)
        == "Michael Blatter said, and Mr Blatter agreed."
    )


def test_a_capital_makes_no_other_form():
    olaf = person(
        "v1", "person D", "Olaf Karlmark",
        written=(("Person D", "Mr Olaf Karlmark"), ("person D", "Karlmark")),
    )  # fmt: skip
    assert (
        restored("Person D saw it, and person D left.", olaf)
        == "Olaf Karlmark saw it, and Olaf Karlmark left."
    )


def test_a_letter_in_brackets_counts_if_it_stands_alone():
    letter = person("v1", "[A]", "Ivo Lundgren")
    assert restored("[A] left. “[A]nybody” and sub[A] stayed.", letter) == (
        "Ivo Lundgren left. “[A]nybody” and sub[A] stayed."
    )


def test_what_may_mean_two_is_left_and_counted():
    one = person("v1", "Ann Lange", "Ann Blatter", style="surrogate", written=(("Lange", "Blatter"),))
    other = person("v2", "Bo Lange", "Bo Karlmark", style="surrogate", written=(("Lange", "Karlmark"),))
    found = proven("Ann Lange met Lange.", [one, other])
    assert [each.text for each in found.replacements] == ["Ann Blatter"]
    assert (found.people, found.unclear, found.absent) == (1, 1, 1)


def test_what_may_stand_there_by_chance_is_left():
    letter = person("v1", "A", "Ivo Lundgren")
    word = person("v2", "House", "Pia Holt", style="surrogate")
    blank = person("v3", "________", "Ann Torvund", style="blank")
    initials = person("v5", "I.A.L.", "Ivo A. Lundgren", style="initials")
    year = person("v4", "2019", "3 May 2019", category="DATE", style="generalize")
    text = "A House of ________ since 2019, signed I.A.L."
    assert restored(text, letter, word, blank, year, initials) == text
    assert proven(text, [letter, word, blank, year, initials]).unclear == 5


def test_nothing_is_found_in_another_document():
    found = proven("Nobody is here.", [IVO, PIA])
    assert (found.replacements, found.people, found.unclear, found.absent) == ((), 0, 0, 2)
    assert proven("Nobody is here.", []).replacements == ()


@given(st.text(max_size=80), st.lists(st.sampled_from(["WITNESS_1", "person B", "WITNESS_2"]), max_size=5))
def test_replacements_are_sorted_and_apart(text, more):
    whole = text + " ".join(more)
    found = proven(whole, [IVO, PIA]).replacements
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(each.entity in ("v1", "v2") and 0 <= each.start < each.end <= len(whole) for each in found)
