"""Every command of docs/papers.md runs, in the order of the page; every test and file it names is there."""

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lexveil.cli import app

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "papers.md").read_text("utf8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
FILES = re.findall(r"```\w+ (\S+)\n(.*?)```", PAGE, re.DOTALL)
MAY_ASK = (0, 4)  # done; done, and somebody must look at something


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """One folder for all of them: a command may read what the one before wrote."""
    folder = tmp_path_factory.mktemp("papers")
    shutil.copytree(ROOT / "examples", folder / "examples")
    for name, text in FILES:
        (folder / name).write_text(text, "utf8")
    return folder


def test_there_are_commands_for_every_paper():
    sections = PAGE.split("\n## ")[1:]
    assert len(sections) == 5
    assert [section.partition("\n")[0] for section in sections if "```sh" not in section] == []
    assert len(COMMANDS) == len(set(COMMANDS)) > 20


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command.split()[1:4]))
def test_the_command_runs(command, place, monkeypatch):
    monkeypatch.chdir(place)
    program, *words = command.split()
    assert program == "lexveil"
    result = CliRunner().invoke(app, words)
    assert result.exit_code in MAY_ASK, f"{result.output}{result.exception!r}"


def test_what_the_page_names_is_there():
    named = re.findall(r"`((?:tests|benchmarks|train|src)/[\w./-]+)`", PAGE)
    assert [name for name in named if not (ROOT / name).exists()] == []
    inside = re.findall(r"`((?:resolve|names|detect|evaluate)/[\w./-]+)`", PAGE)
    assert [name for name in inside if not (ROOT / "src" / "lexveil" / name).exists()] == []
