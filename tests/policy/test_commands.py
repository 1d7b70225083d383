import json

import pytest
from typer.testing import CliRunner

from lexveil.cli import app

RULE = 'format = 1\n[[rule]]\ncategory = "PERSON"\nlabel = "{word} {A}"\n'
TEXT = "Judge Ann Torvund heard Mr Bo Quellmark.\n\nMr Quellmark said no.\n"


@pytest.fixture
def run():
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words])


def test_a_good_policy_is_ok(run, tmp_path):
    (tmp_path / "mine.toml").write_text(RULE + '[[rule]]\ncategory = "ORG"\naction = "keep"\n', "utf8")
    result = run("policies", "check", tmp_path / "mine.toml")
    assert result.exit_code == 0
    assert result.output.startswith("ok: 2 rules, 1 of them keep; styles: label")


def test_a_bad_policy_is_named_with_line_and_key(run, tmp_path):
    (tmp_path / "mine.toml").write_text(RULE + '[[rule]]\ncategory = "PERSON"\naction = "keep"\n', "utf8")
    result = run("policies", "check", tmp_path / "mine.toml")
    assert result.exit_code == 1
    assert "line 5: rule 2 contradicts rule 1" in result.output
    assert run("policies", "check", tmp_path / "nowhere.toml").exit_code == 1


def test_a_policy_that_asks_for_approval_says_so(run, tmp_path):
    (tmp_path / "mine.toml").write_text("approval = true\n" + RULE, "utf8")
    told = run("policies", "check", tmp_path / "mine.toml").output
    assert told.strip().endswith("the service exports only what was approved")
    assert "approved" not in run("policies", "check", "strict").output
    assert run("policies", "show", tmp_path / "mine.toml").output == "approval = true\n" + RULE


def test_what_is_written_without_the_approval_that_is_asked_for_says_so(run, tmp_path):
    (tmp_path / "mine.toml").write_text("approval = true\n" + RULE, "utf8")
    (tmp_path / "a.txt").write_text(TEXT, "utf8")
    (tmp_path / "a.csv").write_text('id,text\n1,"Mr Bo Quellmark said no."\n', "utf8")
    for name in ("a.txt", "a.csv"):
        out = tmp_path / f"out {name}"
        result = run("run", tmp_path / name, "--policy", tmp_path / "mine.toml", "--out", out)
        assert result.exit_code == 0, result.output
        assert "nobody has approved this, and the policy asks for it" in result.output
        report = json.loads((out / "a.report.json").read_text("utf8"))
        assert any("nobody has approved this" in note for note in report["notes"])
        assert "nobody has approved this" in (out / "a.report.html").read_text("utf8")
    assert "approved" not in run("run", tmp_path / "a.txt", "--out", tmp_path / "other").output


def test_every_preset_is_ok_and_shown(run):
    listed = run("policies").output
    for name in (
        "austria",
        "belgium",
        "catalonia",
        "denmark",
        "finland",
        "france",
        "germany",
        "hipaa",
        "italy",
        "norway",
        "research",
        "spain",
        "sweden",
        "switzerland",
    ):
        assert name in listed
        assert run("policies", "check", name).exit_code == 0
        assert "format = 1" in run("policies", "show", name).output


def text_of(run, tmp_path, *options):
    (tmp_path / "a.txt").write_text(TEXT, "utf8")
    result = run("run", tmp_path / "a.txt", "--policy", "court-eu", "--out", tmp_path / "out", *options)
    assert result.exit_code == 0, result.output
    return (tmp_path / "out" / "a.txt").read_text("utf8")


def test_keep_on_the_command_line(run, tmp_path):
    assert "Torvund" not in text_of(run, tmp_path)
    kept = text_of(run, tmp_path, "--keep", "judge,lawyer")
    assert "Judge Ann Torvund" in kept
    assert "Quellmark" not in kept
    found = json.loads((tmp_path / "out-dictionary" / "a.lexveil.json").read_text("utf8"))
    assert "court-eu: --keep" in [each["why"] for each in found["lexveil"]["entities"]]


def test_only_on_the_command_line(run, tmp_path):
    only = text_of(run, tmp_path, "--only", "judge")
    assert "Quellmark" in only
    assert "Torvund" not in only


def test_unknown_words_are_errors_on_one_line(run, tmp_path):
    (tmp_path / "a.txt").write_text(TEXT, "utf8")
    for option in ("--only", "--keep"):
        result = run("run", tmp_path / "a.txt", "--out", tmp_path / "out", option, "wizard")
        assert result.exit_code == 1
        assert f"{option} 'wizard' is unknown" in result.output
        assert "Traceback" not in result.output
