"""Examples of the Continent, their gold asked through the policies of countries that speak their language."""

import json
from pathlib import Path

import pytest

from examples.gold import build
from lexveil import config
from lexveil.model import Document, Entity, Span
from lexveil.policy import decide

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMED = ("JUDGE", "LAWYER", "CLERK", "AUTHOR")


def people(name):
    """The document, and its people as the gold has them."""
    gold = json.loads((EXAMPLES / f"{name}.gold.jsonl").read_text("utf8"))
    found = {}
    for mention in gold["mentions"]:
        if mention["type"] == "PERSON":
            role = "UNKNOWN" if mention["role"] == "OTHER" else mention["role"]
            span = Span(mention["start"], mention["end"], "PERSON", sources=("gold",))
            found.setdefault((mention["cluster"], role), []).append(span)
    entities = [Entity(key, "PERSON", role, 1, tuple(spans)) for (key, role), spans in found.items()]
    return Document(name, gold["text"], language=gold["language"]), entities


COUNTRIES = {
    "urteil-de": ("germany", "austria", "switzerland"),
    "arret-fr": ("france", "belgium", "switzerland"),
    "sentenza-it": ("italy", "switzerland"),
    "sentencia-es": ("spain", "catalonia"),
    "sentencia-ca": ("catalonia", "spain"),
}


@pytest.mark.parametrize(
    ("name", "policy"), [(name, policy) for name, policies in COUNTRIES.items() for policy in policies]
)
def test_whoever_must_go_goes_and_the_bar_stays(name, policy):
    document, entities = people(name)
    decisions = {each.entity: each for each in decide(document, entities, config.presets()[policy])}
    for entity in entities:
        wanted = "keep" if entity.role in NAMED else "replace"
        assert decisions[entity.id].action == wanted, entity.role


def test_text_and_gold_are_what_the_marks_say():
    assert [path.name for path, content in build.made() if path.read_text("utf8") != content] == []
