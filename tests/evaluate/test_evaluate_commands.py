import json

import pytest
from typer.testing import CliRunner

from lexveil.errors import InputError, OutputError
from lexveil.evaluate import commands
from lexveil.evaluate.detection import Mask, Prediction
from lexveil.model import Span

TEXT = "Ann Canary met Bo Day."
LINE = {
    "id": "a",
    "text": TEXT,
    "mentions": [{"start": 0, "end": 10, "type": "PER"}, {"start": 15, "end": 21, "type": "PER"}],
}


@pytest.fixture
def asked(monkeypatch):
    """The pipeline replaced by one that finds Bo Day; says how it was asked for."""
    asked = []

    def predictor(**options):
        asked.append(options)
        prediction = Prediction((Span(15, 21, "PERSON"),), (Mask(15, 21, "e1"),))
        return lambda gold: {"raw": prediction, "uniform": prediction}

    monkeypatch.setattr(commands, "predictor", predictor)
    return asked


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(LINE), "utf8")
    return path


def run(*arguments):
    return CliRunner().invoke(commands.app, ["detection", *map(str, arguments)])


def test_figures_go_to_the_screen_and_the_file(asked, gold, tmp_path):
    out = tmp_path / "figures.json"
    result = run("--gold", gold, "--json", out)
    assert result.exit_code == 0
    assert "Recall of mentions to mask" in result.stdout
    assert "Canary" not in result.output
    report = json.loads(out.read_text("utf8"))
    assert list(report) == ["raw", "uniform", "balanced"]
    assert report["uniform"]["masked_mention_recall"] == {"all": 0.5, "PER": 0.5}
    assert [path.name for path in tmp_path.iterdir() if path != gold] == ["figures.json"]
    assert [options["balance"] for options in asked] == [False, True]
    assert asked[0]["policy"] == "strict"


def test_policy_and_model_are_passed_on_and_balance_can_be_left_out(asked, gold):
    result = run("--gold", gold, "--policy", "court-eu", "--model", "spacy:x", "--no-balance", "--alone")
    assert result.exit_code == 0
    assert asked == [{"policy": "court-eu", "model": "spacy:x", "balance": False, "alone": True}]


def test_misses_are_shown_only_on_request(asked, gold):
    result = run("--gold", gold, "--errors", "1")
    assert "Ann Canary met Bo Day." in result.stdout


def test_labels_are_mapped(asked, gold, tmp_path):
    labels, out = tmp_path / "map.toml", tmp_path / "figures.json"
    labels.write_text('PER = "PERSON"', "utf8")
    assert run("--gold", gold, "--map", labels, "--json", out).exit_code == 0
    assert json.loads(out.read_text("utf8"))["raw"]["strict_f1"]["PERSON"] == pytest.approx(2 / 3)


def test_origins_are_measured_on_request(asked, gold, tmp_path):
    labels, out = tmp_path / "map.json", tmp_path / "figures.json"
    labels.write_text('{"PER": "PERSON"}', "utf8")
    result = run("--gold", gold, "--map", labels, "--origins", "--json", out)
    assert "largest gap" in result.stdout
    assert "gap" in json.loads(out.read_text("utf8"))["uniform"]["origins"]


def test_bad_gold_and_a_bad_place_are_errors_that_say_so(asked, gold, tmp_path):
    assert isinstance(run("--gold", tmp_path / "none.jsonl").exception, InputError)
    result = run("--gold", gold, "--json", tmp_path / "no" / "folder.json")
    assert isinstance(result.exception, OutputError)
    assert "a folder that is there" in str(result.exception)
    assert not asked, "a bad place is told before anything is measured"


def test_a_report_is_written_whole_or_not_at_all(tmp_path):
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(OutputError):
        commands.write("{}", tmp_path / "folder.json")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.json"]
