"""The street of a home tells it wherever it is named."""

import pytest

from builders import doc
from lexveil.resolve.everywhere import everywhere


@pytest.mark.parametrize(
    ("text", "language", "again"),
    [
        (
            "Er wohnt [Roxleyer Str. 14, 00803 Exempel](ADDRESS). In der Roxleyer Straße stand ein Wagen.",
            "de",
            "Roxleyer Straße",
        ),
        ("Er wohnt [Roxleyallee 5](ADDRESS). In der Roxleyallee stand ein Wagen.", "de", "Roxleyallee"),
        (
            "Vive en [C/ Roxley, 3, bajo](ADDRESS). Ocurrió en la calle Roxley, de noche.",
            "es",
            "calle Roxley",
        ),
        (
            "Abita in [p.zza Roxley n. 9 a Esempio](ADDRESS); in piazza Roxley fu vista.",
            "it",
            "piazza Roxley",
        ),
        (
            "Elle vit [12, rue de la Roxley, 00590 EXEMPLE](ADDRESS). Il passa rue de la Roxley.",
            "fr",
            "rue de la Roxley",
        ),
        (
            "Viu al [carrer de Roxley, 12, 3r 2a](ADDRESS). Va ser al c. de Roxley, de nit.",
            "ca",
            "c. de Roxley",
        ),
    ],
)
def test_the_street_of_a_home_is_found_again(text, language, again):
    document, spans, _ = doc(text, language=language)
    found = [document.text[each.start : each.end] for each in everywhere(document, spans)]
    assert found[1:] == [again]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Vive en [C/ Roxley, 3, bajo](ADDRESS). La plaza está lejos.", "es"),
        ("Er wohnt [Am Markt 3](ADDRESS). Am Abend kam er.", "de"),
    ],
)
def test_other_streets_stay(text, language):
    document, spans, _ = doc(text, language=language)
    assert len(everywhere(document, spans)) == 1
