"""What a detector took for a person and is none, whatever its score."""

from dataclasses import replace

import pytest

from builders import doc
from lexveil.resolve.only_people import only_people


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("de", "Die Stellung der Frau [in der](PERSON) Kirche.", []),
        (
            "es",
            "La casa de [Ana de la Fuente](PERSON), viuda [de la](PERSON) que sí.",
            ["Ana de la Fuente"],
        ),
        ("en", "later [ben](PERSON) said so", ["ben"]),
        ("da", "[T1](PERSON) findes skyldig, [T2](PERSON) frifindes.", []),
        ("es", "[Blanca Mora](PERSON), [C.C.](PERSON) 34.900.118, [T.P.](PERSON): 140.922", ["Blanca Mora"]),
        ("en", "[A.B.](PERSON) was 12.", ["A.B."]),
        ("en", "the [hand-down](PERSON) of this", []),
        ("en", "[Joan Hope](PERSON) and joan hope", ["Joan Hope"]),
    ],
)
def test_particles_and_labels_are_nobody(language, text, left):
    marked = doc(text, language=language)
    spans = [replace(span, sources=("ner:eu-legal",)) for span in marked.spans]
    kept = only_people(marked.document, spans)
    assert [marked.document.text[span.start : span.end] for span in kept] == left


def test_a_phrase_that_the_text_writes_in_small_letters_is_nobody():
    marked = doc("[PROSPECTIVE ADOPTERS](PERSON) v [ANN HOPE](PERSON). The prospective adopters asked Ann.")
    spans = [replace(span, score=0.58, sources=("citations:parties",)) for span in marked.spans]
    kept = only_people(marked.document, spans)
    assert [marked.document.text[span.start : span.end] for span in kept] == ["ANN HOPE"]
