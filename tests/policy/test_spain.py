"""The Spanish and the Catalan example, their gold asked through the policy of the country."""

import json
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("name", "policy"), [("sentencia", "spain"), ("sentencia-ca", "catalonia"), ("sentencia", "catalonia")]
)
def test_whoever_must_go_goes_and_the_bar_stays(name, policy):
    document, entities = people(name)
    decisions = {each.entity: each for each in decide(document, entities, config.presets()[policy])}
    for entity in entities:
        wanted = "keep" if entity.role in NAMED else "replace"
        assert decisions[entity.id].action == wanted, entity.role


@pytest.mark.parametrize("name", ["sentencia", "sentencia-ca"])
def test_the_gold_is_of_the_text(name):
    gold = json.loads((EXAMPLES / f"{name}.gold.jsonl").read_text("utf8"))
    assert gold["text"] == (EXAMPLES / f"{name}.txt").read_text("utf8")
