"""`lexveil doctor` and `lexveil completion`."""

import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from lexveil import languages
from lexveil.cli import app
from lexveil.detect import models
from lexveil.errors import DetectorError
from lexveil.formats import ocr

MAIN = "import sys; sys.argv = ['lexveil', *sys.argv[1:]]; from lexveil.cli import main; main()"


def call(*words, **environment):
    return CliRunner().invoke(app, list(words), env=environment)


def findings(result):
    return {each["name"]: each for each in json.loads(result.stdout)["findings"]}


def test_it_tells_what_is_there():
    found = findings(call("doctor", "--json"))
    assert found["en-legal"]["state"] == "ok"
    assert found["spacy"]["state"] == "ok"  # the tests need it
    assert found["spacy"]["about"].startswith("spacy 3")


def test_nothing_is_told_twice():
    names = [each["name"] for each in json.loads(call("doctor", "--json").stdout)["findings"]]
    assert sorted(names) == sorted(set(names))
    assert {"gpu", "rdf", "settings"} <= set(names)


def test_what_is_missing_is_told_with_the_way_to_get_it(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    result = call("doctor")
    assert result.exit_code == 0
    assert "apt-get install tesseract-ocr" in " ".join(result.output.replace("│", " ").split())
    assert "Lexveil works" in result.output


def test_the_languages_that_scans_are_not_read_in_are_told_with_their_packages(monkeypatch):
    monkeypatch.setattr(ocr, "installed", lambda: frozenset({"eng", "fin"}))
    found = findings(call("doctor", "--json"))["tesseract-languages"]
    assert found["state"] == "missing"
    assert "tesseract-ocr-swe" in found["get"].split()
    assert not {"tesseract-ocr-fin", "tesseract-ocr-eng"} & set(found["get"].split())
    assert "sv" in found["purpose"]
    every = frozenset(languages.packs().values())
    monkeypatch.setattr(ocr, "installed", lambda: every)
    assert findings(call("doctor", "--json"))["tesseract-languages"]["state"] == "ok"


def test_a_broken_model_is_told_and_fails(monkeypatch):
    def fail(_):
        raise DetectorError("detect.model-package", package="onnxruntime")

    monkeypatch.setattr(models, "load", fail)
    result = call("doctor", "--json")
    assert result.exit_code == 1
    assert findings(result)["en-legal"]["state"] == "broken"


def test_settings_that_make_no_sense_are_one_line():
    result = call("doctor", LEXVEIL_TRACKED="perhaps")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_has_its_script(shell):
    assert "_LEXVEIL_COMPLETE" in call("completion", shell).output


def test_an_unknown_shell_names_the_others():
    result = call("completion", "tcsh")
    assert "--shell 'tcsh' is unknown: choose one of bash" in result.output


@pytest.mark.parametrize(
    ("typed", "at", "offered"),
    [
        ("lexveil do", 1, "doctor"),
        ("lexveil run --dry", 2, "--dry-run"),
        ("lexveil vault ro", 2, "rotate-key"),
        ("lexveil run --policy cou", 3, "court-eu"),
        ("lexveil entities --language f", 3, "fi"),
    ],
)
def test_what_bash_asks_is_answered(typed, at, offered):
    asked = {"_LEXVEIL_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(at)}
    done = subprocess.run(
        [sys.executable, "-c", MAIN], env={**os.environ, **asked}, capture_output=True, text=True
    )
    assert offered in done.stdout.split()
