"""The base form of a name, which the page shows beside the fullest form that is written."""

import pytest

from lexveil.model import Document, Entity, Span
from lexveil.names.entity_forms import entity_form


def form(text: str, *mentions: str, language: str = "fi", category: str = "PERSON") -> str:
    places = ((text.index(each), text.index(each) + len(each)) for each in mentions)
    spans = tuple(Span(start, end, category) for start, end in places)
    return entity_form(Document("a", text, language), Entity("e1", category, "UNKNOWN", 1, spans))


@pytest.mark.parametrize(
    ("mentions", "base"),
    [
        (("Matti Virtaselle", "Virtasen"), "Matti Virtanen"),
        (("MATTI VIRTANEN", "Virtasta"), "Virtanen"),
        (("Aino Mäkelän",), "Aino Mäkelä"),
    ],
)
def test_the_last_word_of_the_fullest_form_has_its_ending_taken_off(mentions, base):
    assert form(". ".join(mentions), *mentions) == base


def test_a_place_too_but_nothing_else():
    assert form("Asunut Turussa.", "Turussa", category="LOC") == "Turku"
    assert form("Puh. 040 1234567", "040 1234567", category="PHONE") == ""


def test_what_is_not_inflected_stays():
    assert form("Ann Roe came. Roe left.", "Ann Roe", "Roe", language="en") == "Ann Roe"
