"""`lexveil.toml`: what it may say, what goes before it, and what is refused."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil import config
from lexveil.cli import app

HEARD = "Mr Ivo Lundgren testified before Judge Pia Holt.\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text(HEARD, "utf8")
    monkeypatch.chdir(tmp_path)
    before = config.settings_file.get()
    yield
    config.settings_file.set(before)


def call(*words, **environment):
    return CliRunner().invoke(app, list(words), env=environment)


def written(folder="out"):
    return Path(folder, "a.txt").read_text("utf8")


WHOLE = """
language = "en"
risk_threshold = 7

[run]
policy = "arbitration"
out = "published"
dictionary = false
"""


def test_options_and_settings_come_from_the_file_in_the_folder(tmp_path):
    (tmp_path / "lexveil.toml").write_text(WHOLE)
    result = call("run", "a.txt")
    assert result.exit_code == 0, result.output
    assert written("published") == "WITNESS_1 testified before Judge Pia Holt.\n"
    assert "threshold 7" in result.output
    assert not (tmp_path / "published-dictionary").exists()


def test_the_environment_goes_before_the_file_and_the_command_line_before_both(tmp_path):
    (tmp_path / "own.toml").write_text('risk_threshold = 7\n[run]\npolicy = "arbitration"\nout = "out"\n')
    assert "threshold 8" in call("--config", "own.toml", "run", "a.txt", LEXVEIL_RISK_THRESHOLD="8").output
    call("--config", "own.toml", "run", "a.txt", "--policy", "strict")
    assert "Holt" not in written()


def test_the_language_of_messages_may_stand_there(tmp_path):
    (tmp_path / "lexveil.toml").write_text('messages = "fi"\n')
    assert "tarkista polku" in call("run", "nothing.txt").output


def test_the_service_has_a_table(tmp_path):
    (tmp_path / "lexveil.toml").write_text("[serve]\nport = 99999\nno-browser = true\n")
    assert "LEXVEIL_SERVE_PORT must be at most 65535" in call("serve").output


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("policy = 'arbitration'", "'policy' is no setting that is known here: choose one of"),
        ("[ruin]\nout = 'x'", "'ruin' is no setting"),
        ("[run]\noutput = 'x'", "'output' is no setting"),
        ("vault_key = 'abc'", "'vault_key' is no setting"),
        ("language = 3.5", "'language' must be a text"),
        ("[run]\npolicy = 3.5", "'policy' must be a text"),
        ("[run]\nout = ['x']", "'out' has a value that cannot be meant: see `lexveil run --help`"),
        ("[run]\nquiet = 'perhaps'", "'quiet' has a value"),
        ("[run]\ntext-column = 'body'", "'text-column' has a value"),
        ("language = 'klingon'", "LEXVEIL_LANGUAGE must be one of"),
        ("language = ", "no TOML that can be read"),
    ],
)
def test_nonsense_is_one_line_and_nothing_is_done(tmp_path, text, says):
    (tmp_path / "lexveil.toml").write_text(text)
    result = call("run", "a.txt", "--out", "out")
    assert result.exit_code == 1
    assert says in result.output
    assert result.output.startswith("lexveil: lexveil.toml: ")
    assert result.output.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_command_of_a_command_has_a_table_in_its_table(tmp_path):
    (tmp_path / "lexveil.toml").write_text("[annotations.propose]\nto = 'doccano'\nout = 'made.jsonl'\n")
    result = call("annotations", "propose", "a.txt")
    assert result.exit_code == 0, result.output
    assert '"label"' in (tmp_path / "made.jsonl").read_text("utf8")
    (tmp_path / "lexveil.toml").write_text("[annotations.propose]\nfor = 'doccano'\n")
    assert "'for' is no setting" in call("annotations", "propose", "a.txt").output
    (tmp_path / "lexveil.toml").write_text("[annotations]\npropose = 'doccano'\n")
    assert "'propose' has a value" in call("annotations", "propose", "a.txt").output


def test_a_file_that_is_not_there_is_told():
    assert "no such settings file" in call("--config", "other.toml", "run", "a.txt").output


def test_programs_do_not_read_it(tmp_path):
    (tmp_path / "lexveil.toml").write_text("risk_threshold = 7\n")
    assert config.settings({}).risk_threshold == 5
