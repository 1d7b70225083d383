"""What somebody must look at before it is published: exit code 4, a folder of its own, the report."""

import json

import pytest
from typer.testing import CliRunner

from lexveil.cli import app

CLEAN = "Dagny Welhaven, claimant, sued Tomas Prohaska, defendant. Ms Welhaven won.\n"
LISTED = "Ruth Green, claimant, sued William Marsh. Ms Green met Mr Marsh in Green Park.\n"
NOBODY = "The rule is that a contract is formed by offer and acceptance, and that it binds. " * 25


def call(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments), "--policy", "court-eu"])


@pytest.fixture
def files(tmp_path):
    for name, text in {"clean": CLEAN, "listed": LISTED, "nobody": NOBODY}.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf8")
    return tmp_path


def test_one_document_lies_where_it_was_asked_for(files):
    result = call("run", files / "listed.txt", "--out", files / "out")
    assert result.exit_code == 4
    assert "look at them before you publish" in result.output
    report = json.loads((files / "out" / "listed.report.json").read_text("utf8"))
    assert [(each["reason"], each["places"]) for each in report["needs_review"]] == [("left.place", 1)]
    dictionary = json.loads((files / "out-dictionary" / "listed.lexveil.json").read_text("utf8"))
    assert [LISTED[each["start"] : each["end"]] for each in dictionary["lexveil"]["needs_review"]] == [
        "Green"
    ]
    assert report["risk"]["verdict"] == "open"
    assert "Green" not in json.dumps(report)


def test_of_several_what_needs_a_review_lies_apart(files):
    result = call("run", files / "clean.txt", files / "listed.txt", "--out", files / "out")
    assert result.exit_code == 4
    assert {path.name for path in (files / "out").glob("*.txt")} == {"clean.txt"}
    assert {path.name for path in (files / "out" / "needs-review").glob("*.txt")} == {"listed.txt"}
    dictionaries = {path.name for path in (files / "out-dictionary").iterdir()}
    assert dictionaries == {"clean.lexveil.json", "listed.lexveil.json"}
    assert not list((files / "out").rglob("*.lexveil.json"))


def test_a_file_that_fails_weighs_more_than_one_to_be_reviewed(files):
    assert call("run", files / "listed.txt", files / "gone.txt", "--out", files / "out").exit_code == 1


def test_a_long_text_without_anybody_is_warned_of(files):
    result = call("run", files / "nobody.txt", "--out", files / "out")
    assert result.exit_code == 4
    assert "no person was found" in result.output
    assert "acceptable" not in result.output


def test_a_policy_may_say_that_a_warning_is_a_note_or_stops(files):
    text = (files / "mine.toml").write_text
    rule = '[[rule]]\ncategory = "PERSON"\nlabel = "{word} {A}"\n'
    for word, code in (("note", 0), ("review", 4), ("stop", 1)):
        text(f'format = 1\nwarnings = "{word}"\n{rule}', "utf8")
        arguments = ["run", files / "nobody.txt", "--out", files / word, "--policy", files / "mine.toml"]
        result = CliRunner().invoke(app, [*map(str, arguments)])
        assert result.exit_code == code, result.output
        assert (files / word / "nobody.txt").exists() == (word != "stop")


def test_the_check_says_what_is_to_be_looked_at(files):
    call("run", files / "listed.txt", "--out", files / "out")
    dictionary = files / "out-dictionary" / "listed.lexveil.json"
    result = CliRunner().invoke(app, ["check", str(files / "out" / "listed.txt"), "-d", str(dictionary)])
    assert result.exit_code == 4
