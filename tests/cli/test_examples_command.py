"""`lexveil examples`: every listed document is there with its gold, and can be copied."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil import config
from lexveil.cli import app, examples
from lexveil.evaluate.gold import read
from lexveil.languages import codes

LISTED = examples.listed()
LANGUAGES = {"en", "fi", "sv", "da", "nb", "nn", "de", "fr", "it", "es", "ca"}


def test_the_list_names_documents_of_every_language() -> None:
    found = CliRunner().invoke(app, ["examples"], env={"COLUMNS": "200"})
    assert found.exit_code == 0
    assert [each["file"] for each in LISTED if each["file"] not in found.output] == []
    assert {each["language"] for each in LISTED} >= LANGUAGES


@pytest.mark.parametrize("example", LISTED, ids=lambda each: each["file"])
def test_an_example_has_gold_a_language_and_a_policy(example: dict[str, str]) -> None:
    stem = Path(example["file"]).stem
    gold = read(examples.folder() / f"{stem}.gold.jsonl")[0]
    assert gold.id == stem
    assert sum(mention.masked for mention in gold.mentions) > 20
    assert example["language"] in codes()
    assert config.policy(example["policy"]).rules


def test_examples_are_copied_with_what_belongs_to_them(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["examples", "award", "dom-sv.txt", "--out", str(tmp_path / "new")])
    assert found.exit_code == 0
    names = {path.name for path in (tmp_path / "new").iterdir()}
    award = {"award.html", "award.gold.jsonl", "award.metadata.json"}
    assert names == award | {"dom-sv.txt", "dom-sv.gold.jsonl"}
    gold = json.loads((tmp_path / "new" / "dom-sv.gold.jsonl").read_text("utf8"))
    assert gold["text"] == (tmp_path / "new" / "dom-sv.txt").read_text("utf8")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "dom-nn.txt").write_text("mine")
    found = CliRunner().invoke(app, ["examples", "dom-nb", "dom-nn", "--out", str(tmp_path)])
    assert found.exit_code == 1
    assert "exists already" in found.output
    assert [path.name for path in tmp_path.iterdir()] == ["dom-nn.txt"]


def test_an_example_that_is_not_there() -> None:
    found = CliRunner().invoke(app, ["examples", "urteil-x"])
    assert found.exit_code == 1
    assert "dom-sv.txt" in found.output
