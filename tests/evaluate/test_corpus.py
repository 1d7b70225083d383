import json

import pytest
from typer.testing import CliRunner

from lexveil.errors import InputError
from lexveil.evaluate import commands, corpus_commands
from lexveil.evaluate import gold as golds
from lexveil.evaluate.corpus import evaluate
from lexveil.evaluate.detection import Mask, Prediction
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.names_file import read_names

ONE = Gold("a", "Ann Roe met Bo Day. Roe left.", (
    Mention(0, 7, "PERSON", "WITNESS", "a"), Mention(12, 18, "PERSON", "JUDGE", "b"),
    Mention(20, 23, "PERSON", "WITNESS", "a"),
))  # fmt: skip
TWO = Gold("b", "Oslo, the end.", (Mention(0, 4, "LOC"),), language="nb")


def test_per_document_and_per_language():
    report = evaluate([ONE, TWO])
    assert report["per_document"]["tokens"] == {"median": 5.0, "least": 3, "most": 7, "all": 10}
    assert report["per_document"]["groups"] == {"median": 1.0, "least": 0, "most": 2, "all": 2}
    assert report["per_document"]["alone"]["all"] == 1
    assert report["languages"]["nb"] == {
        "documents": 1, "lengths": {"up to 1,000": 1}, "mentions": {"LOC": 1},
    }  # fmt: skip
    assert evaluate([ONE, TWO], role="WITNESS")["per_document"]["mentions"]["all"] == 2


def lines(path, *documents):
    path.write_text("".join(f"{golds.as_line(each)}\n" for each in documents), "utf8")
    return path


def test_a_gold_line_is_read_as_it_was_written(tmp_path):
    assert golds.read(lines(tmp_path / "gold.jsonl", ONE, TWO)) == (ONE, TWO)


def test_the_command(tmp_path):
    path = lines(tmp_path / "gold.jsonl", ONE, TWO)
    result = CliRunner().invoke(commands.app, ["corpus", "--gold", str(path), "--role", "witness"])
    assert result.exit_code == 0, result.output
    assert "median" in result.stdout
    assert "Roe" not in result.output
    wrong = CliRunner().invoke(commands.app, ["corpus", "--gold", str(path), "--role", "king"])
    assert isinstance(wrong.exception, InputError)


NAMES = """
[north]
male = ["Aaro"]
female = ["Aino"]
family = ["Virtanen"]
[south]
male = ["Ahmad"]
female = ["Amina"]
family = ["Haddad"]
"""


def test_bias_is_measured_with_names_of_ones_own_and_the_copies_are_gold(tmp_path, monkeypatch):
    def predict(gold):
        masks = [Mask(each.start, each.end) for each in gold.mentions if "Haddad" not in gold.text]
        return {"raw": Prediction((), ()), "uniform": Prediction((), tuple(masks))}

    monkeypatch.setattr(corpus_commands, "predictor", lambda **_: predict)
    path, names = lines(tmp_path / "gold.jsonl", ONE), tmp_path / "names.toml"
    names.write_text(NAMES, "utf8")
    copies, out = tmp_path / "copies.jsonl", tmp_path / "figures.json"
    asked = ["bias", "--gold", str(path), "--names", str(names), "--copies", str(copies), "--json", str(out)]
    result = CliRunner().invoke(commands.app, asked)
    assert result.exit_code == 0, result.output
    report = json.loads(out.read_text("utf8"))
    assert report["opportunity"] == {"north": 1.0, "south": -1.0}
    renamed = golds.read(copies)
    assert [each.id for each in renamed] == ["a north", "a south"]
    assert "Virtanen" in renamed[0].text
    assert "Roe" not in renamed[1].text


@pytest.mark.parametrize(
    "text", ["[one]\nfamily = ['Roe']", "[one]\nmale=['Bo']\n[two]\nfamily=['Roe']", "=", "x = 3"]
)
def test_bad_lists_of_names_are_refused(tmp_path, text):
    path = tmp_path / "names.toml"
    path.write_text(text, "utf8")
    with pytest.raises(InputError):
        read_names(path)
