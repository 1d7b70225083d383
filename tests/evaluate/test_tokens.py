import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from lexveil.evaluate import commands, corrections, tokens
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.tokens import Label, Range, labels
from lexveil.model import Entity, Replacement, Span

TEXT = "Ann Roe met Bo on 3 May in Oslo."
GOLD = Gold(
    "a",
    TEXT,
    (
        Mention(0, 7, "PERSON"),
        Mention(12, 14, "PERSON"),
        Mention(18, 23, "DATETIME", masked=False),
    ),
)


def entity(number, category, *spans):
    return Entity(f"e{number}", category, "UNKNOWN", 1, spans)


ROE, BO, OSLO = (
    Span(0, 7, "PERSON", 0.9),
    Span(12, 14, "PERSON", 0.4),
    Span(27, 31, "PERSON", 0.4),
)
RESULT = SimpleNamespace(
    spans=(ROE, BO, OSLO),
    entities=(entity(1, "PERSON", ROE), entity(2, "PERSON", BO), entity(3, "PERSON", OSLO)),
    replacements=tuple(
        Replacement(span.start, span.end, "X", f"e{number}") for number, span in enumerate((ROE, BO, OSLO), 1)
    ),
)


def test_the_first_token_of_a_name_begins_it():
    found = labels(TEXT, [Range(0, 7, "PERSON"), Range(12, 14, "PERSON")])
    assert [label.tag for label in found] == ["B", "I", "O", "B", "O", "O", "O", "O", "O"]
    assert found[0].type == "PERSON"


def test_two_names_side_by_side_are_two():
    assert labels("Ann Bo", [Range(0, 3, "PERSON"), Range(4, 6, "PERSON")]) == [
        Label("B", "PERSON"),
        Label("B", "PERSON"),
    ]


def test_figures_by_token_and_by_type():
    found = tokens.evaluate([GOLD], lambda gold: RESULT)
    # To hide: Ann, Roe, Bo. Hidden: these, and Oslo.
    assert found["binary"] == {
        "precision": 3 / 4,
        "recall": 1.0,
        "f1": pytest.approx(6 / 7),
        "wanted": 3,
    }
    assert found["tags"]["I"]["f1"] == 1.0
    assert found["tags"]["B"]["precision"] == 2 / 3
    assert list(found["types"]) == ["PERSON"]
    assert found["weighted_f1"] == pytest.approx(6 / 7)


def test_pruning_takes_away_what_is_of_the_lowest_certainty():
    found = corrections.evaluate([GOLD], lambda gold: RESULT)
    figures = {name: each["danish"] for name, each in found.items()}
    assert list(figures) == list(corrections.COLUMNS)
    assert (figures["NER+NEN"]["recall"], figures["NER+NEN"]["precision"]) == (1.0, 2 / 3)
    assert (figures["NER+NEN, pruned"]["recall"], figures["NER+NEN, pruned"]["precision"]) == (1 / 2, 1.0)
    assert figures["NER, pruned"]["false_positive"]["tokens"] == 0


@pytest.mark.parametrize(("command", "shown"), [("tokens", "weighted"), ("corrections", "pruned")])
def test_commands_show_and_write_the_figures(command, shown, monkeypatch, tmp_path):
    monkeypatch.setattr(commands, "analyzer", lambda **options: lambda gold: RESULT)
    gold, out = tmp_path / "gold.jsonl", tmp_path / "figures.json"
    gold.write_text(
        json.dumps({"id": "a", "text": TEXT, "mentions": [{"start": 0, "end": 7, "type": "PERSON"}]}), "utf8"
    )
    result = CliRunner().invoke(commands.app, [command, "--gold", str(gold), "--json", str(out)])
    assert result.exit_code == 0
    assert shown in result.stdout
    assert "Roe" not in result.output
    assert json.loads(out.read_text("utf8"))


def test_the_reports_of_the_experiment_are_measured_by_a_command(monkeypatch, tmp_path):
    monkeypatch.setattr(commands.pipeline, "analyze", lambda *each, **more: SimpleNamespace(replacements=()))
    out = tmp_path / "figures.json"
    result = CliRunner().invoke(commands.app, ["inflection", "--json", str(out)])
    assert result.exit_code == 0
    assert json.loads(out.read_text("utf8")) == {
        "names": 152,
        "found": 0,
        "right": 0,
        "false": 0,
        "share": 0.0,
    }
