"""The command line where a terminal, a disk or an environment is not what it expects."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builders import for_arbitration
from lexveil.cli import app, output

FULL = Path("/dev/full")
TEXT = "Ms Ann Torvund QC appeared. Mr Ivo Mühlquell testified. Mühlquell’s bag was red.\n"


@pytest.fixture
def award(tmp_path):
    path = tmp_path / "award.txt"
    path.write_text(TEXT, "utf8")
    return path


def started(*arguments, stdout=subprocess.PIPE, **environment):
    command = [sys.executable, "-c", "from lexveil.cli import main; main()", *for_arbitration(arguments)]
    return subprocess.run(
        command, env=os.environ | environment, stdout=stdout, stderr=subprocess.PIPE, check=False
    )


def call(*arguments, **environment):
    return CliRunner().invoke(app, for_arbitration(arguments), env=environment)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_a_letter_shows_another_sign(award, tmp_path, encoding):
    ended = started("run", award, "--show", "--out", tmp_path / "out", PYTHONIOENCODING=encoding)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "out" / "award.txt").read_text("utf8").startswith("Ms Ann Torvund QC")


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_a_full_disk_behind_the_output_is_one_line(award, tmp_path):
    with FULL.open("wb") as full:
        ended = started("run", award, "--out", tmp_path / "out", stdout=full)
    assert ended.returncode == 1
    assert ended.stderr.decode().count("\n") == 1
    assert "nothing more can be shown" in ended.stderr.decode()


@pytest.mark.parametrize("width", [20, 80, 200])
def test_names_are_never_cut_in_the_table(award, monkeypatch, width):
    monkeypatch.setattr(output.console, "_width", width)
    shown = call("entities", award).output
    column = "".join(line.split("│")[-2].strip() for line in shown.splitlines() if "│" in line)
    assert "…" not in shown
    assert "IvoMühlquell" in column.replace(" ", "")


def test_a_file_that_is_named_twice_is_one_document(award, tmp_path):
    result = call("run", award, award, "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert result.output.count("replaced by policy") == 1


def test_one_entity_in_one_place_is_said_so(tmp_path):
    path = tmp_path / "note.txt"
    path.write_text("Mr Ivo Mühlquell testified.\n", "utf8")
    assert "1 entity in 1 place replaced" in call("run", path, "--out", tmp_path / "out").output


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (["--language", "xx"], {}, "--language 'xx' is unknown: choose one of auto, ca, da"),
        ([], {"LEXVEIL_LANGUAGE": "klingon"}, "LEXVEIL_LANGUAGE must be one of auto, ca, da"),
        ([], {"LEXVEIL_MODEL": "nothing"}, "there is no model 'nothing': choose one of en-legal, a folder"),
        ([], {"LEXVEIL_MAX_BYTES": "10"}, "larger than the limit of 10 bytes"),
        (["--metadata", "none.json"], {}, "does not exist"),
    ],
)
def test_nonsense_is_refused_in_one_line(award, tmp_path, english_model, arguments, environment, said):
    result = call("run", award, "--out", tmp_path / "out", *arguments, **environment)
    assert result.exit_code == 1
    assert said in result.output
    assert result.output.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_an_empty_language_is_none(award, tmp_path):
    assert call("run", award, "--out", tmp_path / "out", "--language", "", LEXVEIL_LANGUAGE="").exit_code == 0


@pytest.mark.parametrize("model", ["", "en-legal"])
def test_the_english_model_knows_no_other_language_by_whatever_name(award, tmp_path, model, english_model):
    result = call("run", award, "--out", tmp_path / "out", "--language", "fi", LEXVEIL_MODEL=model)
    assert result.exit_code == 4
    assert "a language that no model here was trained for (Finnish)" in result.output
    assert "this looks like another language (English)" in result.output


def test_more_threads_than_cores_are_no_harm(award, tmp_path):
    assert call("run", award, "--out", tmp_path / "out", LEXVEIL_THREADS="100000").exit_code == 0


def test_a_port_beyond_all_ports_is_refused():
    result = call("serve", "--no-browser", LEXVEIL_SERVE_PORT="99999")
    assert (result.exit_code, result.output) == (1, "lexveil: LEXVEIL_SERVE_PORT must be at most 65535\n")


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_standard_input_is_refused_with_advice(name):
    assert "save it as a file" in call("run", name).output


def test_an_unknown_suffix_names_tables_too(tmp_path):
    (tmp_path / "a.xyz").write_text("x")
    assert ".csv" in call("run", tmp_path / "a.xyz").output
    (tmp_path / "a.csv").write_text("text\nx\n")
    assert "only `lexveil run` reads" in call("entities", tmp_path / "a.csv").output


def test_descriptions_of_policies_keep_their_brackets():
    assert "[person1]" in call("policies").output


@pytest.mark.parametrize("command", [["list"], ["password", "ada"]])
def test_asking_about_users_makes_no_database(tmp_path, command):
    result = call("users", *command, "--database", tmp_path / "none" / "desk.sqlite")
    assert "there is no database at" in result.output
    assert list(tmp_path.iterdir()) == []


def test_an_address_of_another_database_makes_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "postgresql://" in call("users", "add", "ada", "--database", "mysql://x").output
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_for_the_page_is_named(award, tmp_path):
    (tmp_path / "empty.txt").write_text(" \n")
    assert (
        "empty.txt: the file is empty" in call("review", award, tmp_path / "empty.txt", "--no-browser").output
    )


@pytest.mark.parametrize(
    ("options", "told"), [(["--accounts", "--allowed-host", "desk.example"], True), ([], False)]
)
def test_a_service_that_nobody_can_log_in_to_says_so(tmp_path, monkeypatch, options, told):
    monkeypatch.setattr("lexveil.service.server.run", lambda *_, **__: None)
    monkeypatch.setattr("lexveil.service.server.listening", lambda host, _: socket.create_server((host, 0)))
    result = call("serve", "--no-browser", "--database", tmp_path / "desk.sqlite", *options)
    assert result.exit_code == 0, result.output
    assert ("lexveil users add NAME --role administrator" in result.output) is told


def test_accounts_need_the_name_of_the_service(tmp_path):
    result = call("serve", "--accounts", "--no-browser", "--database", tmp_path / "desk.sqlite")
    assert result.exit_code == 1
    assert "--allowed-host" in result.output
    assert not (tmp_path / "desk.sqlite").exists()
