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


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "ca",
            "hi havia l'empar i va desheretar l'àngels, filla de l'oriol pla, sense dir res",
            "l'Oriol Pla",
        ),
        ("it", "disse che l'esistenza era nota, e uscì con l'elena senza dire altro a nessuno", "l'Elena"),
        (
            "fr",
            "elle a vu l'anne et dit que l'existence du bail était connue de tout le monde",
            "l'existence",
        ),
    ],
)
def test_an_elided_article_is_no_part_of_a_name(language, text, expected):
    assert expected in recased(Document("copy", text, language)).text
