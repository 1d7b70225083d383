"""Somebody whom the case knows is found by the full name, whatever a detector took it for."""

import pytest

from lexveil.model import Document, Span
from lexveil.resolve.known_people import with_known
from lexveil.resolve.recognize import Named

KNOWN = (
    Named("k1", "PERSON", ("Bronagh Tierney", "Tierney", "Ms Tierney")),
    Named("k2", "ORG", ("Wexcombe Harbour",)),
    Named("k3", "PERSON", ("Summer May",)),
)


def found(text: str, *spans: tuple[str, str]) -> list[tuple[str, str]]:
    given = [Span(text.index(words), text.index(words) + len(words), kind) for words, kind in spans]
    result = with_known(Document("d", text), given, KNOWN)
    return [(text[span.start : span.end], span.category) for span in result]


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        ("Copies go to Bronagh Tierney.", [("Bronagh Tierney", "LOC")], [("Bronagh Tierney", "PERSON")]),
        ("Copies go to BRONAGH\nTIERNEY.", [], [("BRONAGH\nTIERNEY", "PERSON")]),
        ("Copies go to Bronagh Tierney.", [("Bronagh", "LOC"), ("Tierney", "ORG")],
         [("Bronagh Tierney", "PERSON")]),
        ("Bronagh Tierney came.", [("Bronagh Tierney", "PERSON")], [("Bronagh Tierney", "PERSON")]),
        ("Bronagh Tierney spoke.", [("Bronagh", "LOC"), ("Tierney spoke", "MISC")],
         [("Bronagh Tierney", "PERSON")]),
        # A firm that is called after somebody, and what no full name is.
        ("Bronagh Tierney Ltd paid.", [("Bronagh Tierney Ltd", "ORG")], [("Bronagh Tierney Ltd", "ORG")]),
        ("Tierney came to Wexcombe Harbour.", [], []),
        ("In summer may be rain.", [], []),
    ],
)  # fmt: skip
def test_somebody_known_is_a_person_wherever_the_full_name_stands(text, spans, expected):
    assert found(text, *spans) == expected
