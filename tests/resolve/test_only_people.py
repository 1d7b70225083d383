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
    ],
)
def test_particles_and_labels_are_nobody(language, text, left):
    marked = doc(text, language=language)
    spans = [replace(span, sources=("ner:eu-legal",)) for span in marked.spans]
    kept = only_people(marked.document, spans)
    assert [marked.document.text[span.start : span.end] for span in kept] == left
