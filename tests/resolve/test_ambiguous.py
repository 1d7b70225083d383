"""How a document speaks of people who share a family name."""

import numpy as np
import pytest

from builders import doc
from lexveil.resolve.ambiguous import DOCUMENT_FEATURES, MENTION_FEATURES, mention_matrix, unclear
from lexveil.resolve.cluster import cluster
from lexveil.resolve.name_forms import name_forms
from lexveil.resolve.people import Person


def people_of(text):
    """The forms of the text by their words, and a person for each full name."""
    document, spans, _ = doc(text)
    forms = name_forms(document, spans)
    people = []
    for form in forms:
        if not form.name.bare:
            people.append(Person())
            people[-1].add(form)
    return {(form.name.title, *form.name.tokens): form for form in forms}, people


def column(rows, name):
    return rows[:, DOCUMENT_FEATURES.index(name)].tolist()


def test_a_party_a_child_and_the_dead_are_known_by_the_words_next_to_them():
    forms, _ = people_of(
        "[ANN ROE](PERSON:a), Claimant. Her son [Bob Roe](PERSON:b), aged nine. "
        "The late [Carl Roe](PERSON:c). [Dora Roe](PERSON:d), who was 45, and [Eva Roe](PERSON:e) (2)."
    )
    told = {key[1]: (form.party, form.minor, form.dead, form.capitals) for key, form in forms.items()}
    assert told["ann"] == (True, False, False, True)
    assert told["bob"] == (False, True, False, False)
    assert told["carl"] == (False, False, True, False)
    assert told["dora"] == told["eva"] == (False, False, False, False)


def test_whoever_is_still_written_in_full_is_seen():
    forms, people = people_of(
        "[John Roe](PERSON:a) and [Paul Roe](PERSON:b) met. Mr [Roe](PERSON:a) sat. Mr [Roe](PERSON:a) rose. "
        "[Paul Roe](PERSON:b) left."
    )
    case = unclear(forms["mr", "roe"], people, np.ones(2))
    assert column(case.by_document, "share in full again") == [0.0, 1.0]
    assert column(case.by_document, "alone in full again") == [1.0, 0.0]
    assert column(case.by_document, "last named at first use") == [0.0, 1.0]
    assert mention_matrix(case.form.first, case).shape == (2, len(MENTION_FEATURES))


@pytest.mark.parametrize("short", ["(“Mr [Roe](PERSON:a)”)", "(hereinafter Mr [Roe](PERSON:a))"])
def test_a_definition_holds_for_the_document_and_says_so(short):
    document, spans, _ = doc(
        f"[John Roe](PERSON:a) {short} met [Paul Roe](PERSON:b). "
        "Mr [Roe](PERSON:a) spoke of [Paul Roe](PERSON:b)."
    )
    john, paul = cluster(document, spans)
    assert (len(john.spans), len(paul.spans)) == (3, 2)
    assert "alias" in {link.why.code for link in john.links}
    assert john.certainty == 3


def test_a_name_in_brackets_that_goes_on_is_no_definition():
    forms, _ = people_of("[Ann Roe](PERSON:a) ([Roe](PERSON:b) was her cousin) met [Paul Roe](PERSON:b).")
    assert forms["", "roe"].defined == set()
