"""Towns near the real one, with a postcode of their own."""

import re

from lexveil import pipeline
from lexveil.model import Document
from lexveil.replace.surrogates import nearby
from lexveil.text.fold import fold


def published(text, language):
    result = pipeline.analyze(Document("doc-near", text, language), policy="research", key=b"k" * 32)
    for each in sorted(result.replacements, key=lambda each: -each.start):
        text = text[: each.start] + each.text + text[each.end :]
    return text


def test_the_postcode_is_that_of_the_town():
    text = published("Saksøkeren Kari Kvarnmo bor i Kjøpmannsgata 12, 7600 Levanger.", "nb")
    code, town = re.search(r"(\d{4}) (\w+)", text).groups()
    assert town in nearby.near("levanger")
    assert nearby.postcode(fold(town)) == code


def test_every_listed_town_has_a_postcode():
    towns = {fold(town) for row in nearby._coded() for town, _ in row}
    assert len(towns) > 300
    assert all(nearby.postcode(town) for town in towns)


def test_an_article_goes_with_its_day():
    text = published("Käranden Karin Kvarnmo, född i Motala den 3 maj 1980, bor där.", "sv")
    assert "den en dag" not in text
