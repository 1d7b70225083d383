"""A name that one row of a table hides and another shows."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil.cli import app

SAID = "Ms Dagny Welhaven sued Mr Tomas Prohaska. Ms Welhaven said that Mr Prohaska had left."


def run(tmp_path: Path, *rows: str) -> tuple[int, list[str]]:
    file = tmp_path / "chat.jsonl"
    file.write_text("".join(json.dumps({"text": each}) + "\n" for each in rows), "utf8")
    done = CliRunner().invoke(app, ["run", str(file), "--policy", "court-eu", "--out", str(tmp_path / "out")])
    report = json.loads((tmp_path / "out" / "chat.report.json").read_text("utf8"))
    return done.exit_code, [each["reason"] for each in report["needs_review"]]


@pytest.mark.parametrize(
    "row", ["welhaven", "the welhaven lease was long", "Order 12 nevahlew", "Oslo welhaven"]
)
def test_a_name_that_another_row_hides_is_listed(row: str, tmp_path: Path) -> None:
    assert run(tmp_path, SAID, "It rained.", row) == (4, ["left.row"])


@pytest.mark.parametrize(
    "row",
    [
        "Judge Dagny Welhaven gave judgment. The appeal is dismissed.",  # somebody else, who stays
        "Ms Welhaven sued them.",  # she goes there too
        "Welhaven Shipping AS owed nothing.",
        "Nothing was said.",
    ],
)
def test_who_was_found_in_a_row_is_no_doubt(row: str, tmp_path: Path) -> None:
    assert run(tmp_path, SAID, row) == (0, [])


def test_a_word_that_is_a_name_elsewhere_is_no_doubt(tmp_path: Path) -> None:
    said = "Ms Ruth Marsh sued Mr William Green. Ms Marsh said that Mr Green had left."
    assert run(tmp_path, said, "We walked over the green marsh to Oslo.") == (0, [])
