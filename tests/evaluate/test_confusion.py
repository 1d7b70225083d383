import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from lexveil.evaluate import commands, corpus_commands
from lexveil.evaluate.confusion import NOTHING, Typed, matrix, outermost, report
from lexveil.model import Entity, Span

TEXT = "Paris met Rome in Oslo with Bo."


def test_the_type_that_covers_most_of_a_mention_counts():
    wanted = [Typed(0, 10, "LOC"), Typed(20, 25, "ORG")]
    found = [Typed(0, 3, "ORG"), Typed(3, 10, "PERSON"), Typed(30, 33, "LOC")]
    assert matrix([(wanted, found)]) == {
        "LOC": {"PERSON": 1},
        "ORG": {NOTHING: 1},
        NOTHING: {"LOC": 1},
    }


def test_two_types_are_confused_both_ways():
    rows = {
        "LOC": {"LOC": 6, "PERSON": 1, NOTHING: 3},
        "PERSON": {"PERSON": 10, "LOC": 3},
        NOTHING: {"LOC": 9},
    }
    figures = report(rows)
    assert figures["found"] == 20
    assert figures["of_another_type"] == pytest.approx(0.2)
    assert figures["confused"] == [{"types": ["LOC", "PERSON"], "mentions": 4, "share": pytest.approx(0.2)}]
    assert report({})["of_another_type"] is None


def test_of_nested_mentions_the_outermost_counts():
    inner, outer, crossing = Typed(2, 4, "LOC"), Typed(0, 8, "ORG"), Typed(6, 12, "PERSON")
    assert outermost([inner, outer, crossing]) == [outer]


def test_the_command_uses_the_types_of_the_gold(tmp_path, monkeypatch):
    spans = (Span(0, 5, "PERSON"), Span(10, 14, "LOC"), Span(18, 22, "ADDRESS"))
    entities = tuple(Entity(f"e{at}", span.category, "UNKNOWN", 1, (span,)) for at, span in enumerate(spans))
    result = SimpleNamespace(entities=entities)
    monkeypatch.setattr(corpus_commands, "analyzer", lambda **_: lambda gold: result)
    mentions = [{"start": span.start, "end": span.end, "type": "LOC"} for span in spans]
    path, out = tmp_path / "gold.jsonl", tmp_path / "figures.json"
    path.write_text(json.dumps({"id": "a", "text": TEXT, "mentions": mentions}), "utf8")
    shown = CliRunner().invoke(commands.app, ["confusion", "--gold", str(path), "--json", str(out)])
    assert shown.exit_code == 0, shown.output
    assert json.loads(out.read_text("utf8"))["matrix"] == {"LOC": {"LOC": 2, "PERSON": 1}}
    assert "LOC and PERSON" in shown.stdout
    assert "Rome" not in shown.output
