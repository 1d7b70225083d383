"""Every error of a format has its sentence."""

import ast
from pathlib import Path

import pytest

from lexveil import formats, messages

SOURCE = Path(formats.__file__).parent


def codes(path: Path) -> list[str]:
    calls = (node for node in ast.walk(ast.parse(path.read_text("utf8"))) if isinstance(node, ast.Call))
    raised = (node for node in calls if isinstance(node.func, ast.Name) and node.args)
    first = [node.args[0] for node in raised if node.func.id in ("InputError", "OutputError")]
    return [code.value for code in first if isinstance(code, ast.Constant)]


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_code_has_a_sentence(path):
    assert [code for code in codes(path) if not messages.known(f"error.{code}")] == []


@pytest.mark.parametrize("kind", ["pdf", "packed", "old-office", "rtf"])
def test_a_container_that_is_taken_for_text_is_told_by_its_kind(kind):
    assert messages.known(f"error.encoding.{kind}")


@pytest.mark.parametrize(
    "what", ["tag", "attribute", "comment", "section", "instruction", "doctype", "element"]
)
def test_what_never_ends_is_told_by_its_kind(what):
    assert messages.known(f"error.html.unclosed-{what}")
