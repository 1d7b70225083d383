"""What somebody typed without care is recased where a document quotes it, and nothing else is."""

import pytest

from lexveil.model import Document
from lexveil.names.legible import recased


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "es",
            "Escribió: «rocío esta semana no puedo con los niños».",
            "«Rocío esta semana",
        ),
        ("fr", "Il écrit : « dis à damien de ne pas passer demain ».", "« dis à Damien de ne pas passer"),
        (
            "ca",
            "El xat:\n  [07/02, 11:24] gerard: avui no puc venir amb tu",
            "] Gerard: avui",
        ),
        (
            "it",
            "Disse che «il muro della casa è ancora umido».",
            "Disse che «il muro della casa è ancora umido».",
        ),
        (
            "fr",
            "Il relève « l'existence de nombreux défauts apparents ».",
            "« l'existence de",
        ),
    ],
)
def test_names_in_a_quoted_message_get_their_capitals(language, text, expected):
    assert expected in recased(Document("chat", text, language)).text
