"""A policy of another country is allowed, and said."""

import pytest

from lexveil.model import Document, because
from lexveil.pipeline.warnings import more_notes, warnings

NOTE = "note.policy-language"


def notes(language, labels):
    return [note.code for note in more_notes(Document("d", "Sak.", language), (), labels=labels)]


@pytest.mark.parametrize(
    ("language", "labels", "said"),
    [
        ("fi", "da", True),
        ("da", "da", False),
        ("fi", "", False),  # labels in the language of the document
        ("fi", "en", False),  # of no country
    ],
)
def test_labels_in_the_language_of_another_country_are_said(language, labels, said):
    assert (NOTE in notes(language, labels)) is said


def test_it_asks_nobody_to_look():
    document = Document("d", "Sak.", "fi", notes=(because(NOTE, items=(because("language.da"),)),))
    assert warnings(document) == ()
