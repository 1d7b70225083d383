"""Errors, reasons and notes in the language that the user asks for."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.messages import catalogue


def test_an_error_in_the_language_of_the_option_and_of_the_environment(monkeypatch, tmp_path: Path) -> None:
    file = tmp_path / "award.txt"
    file.write_text("Mr Roe came.")
    wrong = ["parts", str(file), "--tracked", "hide"]
    finnish = catalogue("fi")["error.cli.unknown"].partition("{choices}")[0]
    finnish = finnish.format(name="tracked", given="hide")
    assert "is unknown: choose one of" in CliRunner().invoke(app, wrong).output
    assert finnish in CliRunner().invoke(app, ["--messages", "fi", *wrong]).output
    monkeypatch.setenv("LEXVEIL_MESSAGES", "fi")
    assert finnish in CliRunner().invoke(app, wrong).output
    assert "is unknown: choose one of" in CliRunner().invoke(app, ["--messages", "en", *wrong]).output


def test_reasons_of_a_part_in_another_language(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text('<p>Mr Roe came.<img src="data:application/zip;base64,UEsDBA==">')
    told = catalogue("de")["reason.part.page-file"].split()[0]
    assert told in CliRunner().invoke(app, ["--messages", "de", "parts", str(file)]).output
    assert "a file in base64" in CliRunner().invoke(app, ["parts", str(file)]).output


@pytest.mark.parametrize("given", ["tlh", "english"])
def test_a_language_without_messages(given: str) -> None:
    found = CliRunner().invoke(app, ["--messages", given, "policies"])
    assert found.exit_code == 1
    assert f"there are no messages in '{given}'" in found.output
