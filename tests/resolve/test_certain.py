"""What a model is certain of outweighs lists of words; letters of an office, headings, towns stay nobody."""

import pytest

from lexveil.model import Document, Span
from lexveil.resolve.only_people import only_people


def kept(text, surface, language="en", score=0.93):
    start = text.index(surface)
    spans = only_people(
        Document("d", text, language), [Span(start, start + len(surface), "PERSON", score, ("ner:test",))]
    )
    return bool(spans) and spans[0].category == "PERSON"


@pytest.mark.parametrize(
    ("text", "surface", "language", "person"),
    [
        ("“Pt has no feeling. Dr. P. aware.”", "P.", "en", True),
        ("This is CJ, her husband.", "CJ", "en", True),
        ("So Roebuck CJ held.", "CJ", "en", False),
        ("He paid EUR 15,000.\n\nE. The prize\n\nIt was paid.", "E.", "en", False),
        ("Tom Roe, Viana do Castelo, Portugal\nappeals.", "Viana do Castelo", "en", False),
        ("composta dei giudici:\nVerdi, presidente,\nStoppa e von Moos", "Stoppa", "it", True),
        ("Ta med tillitsvalgt. Bjørg i resepsjonen har kort.", "Bjørg", "nb", True),
        ("Dette er rett. Storm og stille har vekslet.", "Storm", "nb", False),
        ("para que evite a los Blanco un juicio", "Blanco", "es", True),
    ],
)
def test_who_is_a_person(text, surface, language, person):
    assert kept(text, surface, language) is person
