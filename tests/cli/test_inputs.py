"""What may be handed to `lexveil run`: folders, patterns, standard input; and what it says besides."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from lexveil.store import Vault

HEARD = "Mr Ivo Lundgren testified.\n"


def call(*arguments, given=None, **environment):
    words = [str(each) for each in arguments]
    return CliRunner().invoke(app, [*words, "--policy", "arbitration"], input=given, env=environment)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    for name in ("in/a.txt", "in/sub/b.md", "in/sub/.hidden/c.txt", "in/.lexveil-x/d.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(HEARD, "utf8")
    (tmp_path / "in/picture.xyz").write_bytes(b"x")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_folder_keeps_its_tree_and_says_what_it_left_out(tree):
    result = call("run", "in", "--out", "out", "--no-report")
    assert result.exit_code == 0, result.output
    assert files(tree / "out") == ["a.txt", "sub/b.md"]
    assert (tree / "out/sub/b.md").read_text("utf8") == "WITNESS_1 testified.\n"
    assert files(tree / "out-dictionary") == ["a.lexveil.json", "sub/b.lexveil.json"]
    assert "other kinds that were left out: 1" in result.output


def test_results_within_the_folder_are_no_input_of_the_next_run(tree):
    for _ in range(2):
        assert call("run", "in", "--out", "in/out", "--no-report").exit_code == 0
    assert files(tree / "in/out") == ["a.txt", "sub/b.md"]


def test_a_pattern_keeps_the_tree_from_its_first_sign_on(tree):
    assert call("run", "in/**/*.md", "--out", "out", "--no-report", "--no-dictionary").exit_code == 0
    assert files(tree / "out") == ["sub/b.md"]


def test_a_case_may_be_a_folder(tree):
    (tree / "in/sub/b.md").write_text("Ms Pia Holt testified.\n", "utf8")
    assert call("run", "in", "--case", "Rowing", "--out", "out", "--no-report").exit_code == 0
    assert (tree / "out/sub/b.md").read_text("utf8") == "WITNESS_2 testified.\n"


def test_a_folder_that_is_called_after_somebody_is_not_repeated(tree):
    (tree / "in/Ivo Lundgren").mkdir()
    (tree / "in/Ivo Lundgren/e.txt").write_text(HEARD, "utf8")
    assert call("run", "in", "--out", "out", "--no-report").exit_code == 0
    assert files(tree / "out") == ["a.txt", "document-1.txt", "sub/b.md"]


def test_a_run_that_fails_leaves_no_folder(tree):
    (tree / "in/sub/b.md").write_bytes(b"\x00\x01")
    assert call("run", "in/sub", "--out", "out/deep").exit_code == 1
    assert not (tree / "out").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nowhere/*.txt"], "no file matches this pattern"),
        (["empty"], "no document lies in this folder"),
        (["-", "in/a.txt"], "standard input (-) goes alone"),
        (["-"], "--format text"),
        (["in/a.txt", "--format", "text"], "--format is for standard input"),
        (["-", "--format", "csv"], "a table is not read from standard input"),
        (["-", "--format", "zip"], "--format 'zip' is unknown"),
        (["-", "--format", "text", "--write-dictionary", "in"], "is a folder"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(tree, words, says):
    (tree / "empty").mkdir()
    result = call("run", *words, "--out", "out", given="Zephyrine\n")
    assert result.exit_code == 1
    assert says in result.output
    assert result.output.count("\n") == 1
    assert "Zephyrine" not in result.output
    assert not (tree / "out").exists()


def piped(*words: str, given: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "from lexveil.cli import main; main()", *words]
    return subprocess.run(command, input=given, capture_output=True, env=os.environ)


def test_standard_input_goes_to_standard_output_and_nowhere_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = b"<p>Mr <b>Ivo</b> Lundgren testified.</p>"
    done = piped("run", "-", "--format", "html", "--policy", "arbitration", given=page)
    assert done.stdout == b"<p>WITNESS_1<b></b> testified.</p>"
    assert done.returncode == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "given", [b"Mr Ivo Lundgren \x01 testified.", b"", b"%PDF-1.7"], ids=["bytes", "empty", "pdf"]
)
def test_what_cannot_be_read_of_standard_input_says_that_it_came_from_there(given):
    done = piped("run", "-", "--format", "text", given=given)
    (line,) = done.stderr.decode().splitlines()
    assert (done.returncode, done.stdout) == (1, b"")
    assert line.startswith("lexveil: <stdin>: ")
    assert "Lundgren" not in line


def test_of_standard_input_a_dictionary_is_written_where_it_was_asked_for(tmp_path):
    listed = tmp_path / "names.json"
    words = ("run", "-", "--format", "text", "--policy", "arbitration", "--quiet")
    done = piped(*words, "--write-dictionary", str(listed), given=HEARD.encode())
    assert (done.stdout, done.stderr) == (b"WITNESS_1 testified.\n", b"")
    assert "Lundgren" in listed.read_text("utf8")
    assert listed.stat().st_mode & 0o077 == 0


def test_a_case_in_a_vault_takes_standard_input(tmp_path):
    (tmp_path / "phrase").write_text("four words or maybe five")
    kept = ("--vault", tmp_path / "c.vault", "--passphrase-file", tmp_path / "phrase")
    refused = call("run", "-", "--format", "text", *kept, given=HEARD)
    assert "name the case with --case" in refused.output
    for text, expected in [(HEARD, "WITNESS_1"), ("Ms Pia Holt testified.\n", "WITNESS_2")]:
        result = call("run", "-", "--format", "text", "--case", "Rowing", *kept, given=text)
        assert expected in result.stdout


def test_quiet_says_nothing_and_errors_are_still_told(tree):
    assert call("run", "in", "--out", "out", "--quiet").output == ""
    result = call("run", "in/a.txt", "in/nothing.txt", "--out", "out", "--quiet")
    assert result.exit_code == 1
    assert result.output == "lexveil: in/nothing.txt: there is no such file: check the path\n"


def test_json_tells_each_file_its_figures_and_no_name(tree):
    result = call("run", "in/a.txt", "in/nothing.txt", "--out", "out", "--json")
    told = json.loads(result.stdout)
    good, bad = told["files"]
    assert told["status"] == result.exit_code == 1
    assert (good["written"], good["entities"], good["places"]) == ("out/a.txt", 1, 1)
    assert (bad["file"], bad["code"]) == ("in/nothing.txt", "file.missing")
    assert "Lundgren" not in result.stdout
    assert told["left_out"] == 0
    assert json.loads(call("run", "in", "--out", "more", "--json").stdout)["left_out"] == 1


def test_a_dry_run_shows_what_would_stand_where_and_writes_nothing(tree):
    result = call("run", "in", "--out", "out", "--dry-run")
    assert result.exit_code == 0
    assert "Mr Ivo Lundgren" in result.output
    assert "WITNESS_1" in result.output
    assert not (tree / "out").exists()
    assert not (tree / "out-dictionary").exists()


def test_a_dry_run_makes_no_vault(tree):
    assert call("run", "in/a.txt", "--dry-run", "--vault", "c.vault").exit_code == 0
    assert not (tree / "c.vault").exists()


@pytest.mark.parametrize("policy", ["court-eu", "nonsense"])
def test_a_vault_is_closed_whatever_comes_of_a_run(tmp_path, monkeypatch, policy):
    closed = []
    monkeypatch.setattr(Vault, "__exit__", lambda vault, *_: closed.append(vault.close()))
    (tmp_path / "phrase").write_text("four words or maybe five")
    (tmp_path / "a.txt").write_text(HEARD)
    kept = ("--vault", tmp_path / "c.vault", "--passphrase-file", tmp_path / "phrase")
    call("run", tmp_path / "a.txt", "--out", tmp_path / "out", "--policy", policy, *kept)
    assert closed == [None]
