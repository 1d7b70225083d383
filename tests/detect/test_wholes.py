"""Addresses that a model saw in part or took for a place."""

import pytest

from builders import doc
from lexveil.detect.addresses.wholes import whole_addresses
from lexveil.model import Span


def wholes(marked):
    document, spans, _ = doc(marked)
    spans = [Span(span.start, span.end, span.category, 0.9, ("ner:eu-legal",)) for span in spans]
    found = whole_addresses(spans, document.text)
    return [(document.text[span.start : span.end], span.category) for span in found]


@pytest.mark.parametrize(
    "address",
    [
        "17 traverse du Moulin, 13011 EXEMPLEVILLE",
        "Beispielgasse 12/3",
        "via Esempio n. 22",
        "Eksempelvej 4 B, 2100 København",
        "47 avenue Jean Exemple 93300 EXEMPLEVILLE",
        "Eksempli 31 C",
        "Eksempelvangen 23, 2. sal, Eksempelby",
    ],
)
def test_a_place_with_a_house_number_or_a_postcode_is_an_address(address):
    assert wholes(f"domicilié [{address}](LOC), et") == [(address, "ADDRESS")]


@pytest.mark.parametrize(
    "place", ["Exampleton", "Highway 7", "Roe 1", "North Exampleton", "13011 Exampleton"]
)
def test_other_places_stay_places(place):
    assert wholes(f"in [{place}](LOC) it") == [(place, "LOC")]


def test_parts_of_one_address_are_one():
    text = "à [MEURVILLE](LOC) (21190) [3 rue du Moulin](ADDRESS), [France](LOC). [Lyon](LOC), [Paris](LOC)"
    assert wholes(text) == [
        ("MEURVILLE (21190) 3 rue du Moulin, France", "ADDRESS"),
        ("Lyon", "LOC"),
        ("Paris", "LOC"),
    ]


def test_an_address_ends_where_its_last_word_does():
    assert wholes("im Hause [Beispielgasse 12, 2. Stock link](ADDRESS)s, gelegen")[0][0].endswith("links")


@pytest.mark.parametrize(
    ("marked", "whole"),
    [
        ("wohnhaft [Musterweg 7](ADDRESS) in 09131 [Musterstadt](LOC).", "Musterweg 7 in 09131 Musterstadt"),
        ("[Musterweg 18](ADDRESS), 3. OG links, 68163 [Musterstadt](LOC)", None),
        ("[rue du Moulin 3, bte 3](ADDRESS), à 4800 [Exempleville](LOC), où", None),
        ("en [C/ Mayor, 19](ADDRESS), bq. 2, 1.º B, de [Exápolis](LOC), le", None),
    ],
)
def test_a_floor_and_a_postcode_between_street_and_town_are_parts_of_the_address(marked, whole):
    text = doc(marked).document.text
    first, *_, last = doc(marked).spans
    assert wholes(marked) == [(whole or text[first.start : last.end], "ADDRESS")]


def test_a_year_between_a_street_and_a_town_is_no_postcode():
    found = wholes("[rue du Moulin 3](ADDRESS), le 12 mai 2021 [Exempleville](LOC)")
    assert [category for _, category in found] == ["ADDRESS", "LOC"]
