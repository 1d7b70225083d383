"""The names that others build on: `import lexveil` is light, and gives them all."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer

import lexveil
from lexveil.cli import COMMANDS, loaded

HEAVY = ("onnxruntime", "numpy", "typer", "fastapi", "pikepdf", "faker", "lexveil.pipeline")
TEXT = "The tribunal heard Ms Zephyrine Torvund. Ms Torvund testified that the valve was open."


def test_a_document_in_memory_is_analysed_and_replaced() -> None:
    document = lexveil.Document(id="doc-1", text=TEXT, language="en")
    result = lexveil.analyze(document, policy="court-eu")
    (person,) = [each for each in result.entities if each.category == "PERSON"]
    assert person.role
    assert len(person.spans) == 2
    assert [each.action for each in result.decisions if each.entity == person.id] == ["replace"]
    assert {each.text.lower() for each in result.replacements} == {"person a"}
    assert all(TEXT[each.start : each.end].endswith("Torvund") for each in result.replacements)
    assert {each.entity for each in result.replacements} == {person.id}
    assert "Torvund" not in result.text


def test_a_file_is_pseudonymized(tmp_path: Path) -> None:
    path = tmp_path / "award.txt"
    path.write_text(TEXT, "utf8")
    lexveil.pseudonymize(path, policy="court-eu", out=tmp_path / "out")
    assert "Torvund" not in (tmp_path / "out" / "award.txt").read_text("utf8")


def test_every_public_name_is_there() -> None:
    assert [name for name in lexveil.__all__ if not hasattr(lexveil, name)] == []
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        lexveil.nonsense  # noqa: B018


def test_importing_loads_nothing_heavy() -> None:
    code = f"import sys, lexveil; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_the_help_loads_no_command() -> None:
    heavy = [name for name in HEAVY if name != "typer"]
    code = (
        "import sys; from lexveil.cli import app\n"
        "try: app(['--help'])\n"
        f"except SystemExit: print('loaded', [name for name in {heavy} if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    assert said.endswith("loaded []\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_itself(name: str) -> None:
    command = loaded(name)
    assert isinstance(command, typer.core.TyperCommand | typer.core.TyperGroup)
    assert (command.help or "").partition("\n\n")[0].replace("\n", " ") == COMMANDS[name].help
