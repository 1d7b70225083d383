"""What docs/security.md says is shown by tests that are there."""

import re
from pathlib import Path

from lexveil.config import service

ROOT = Path(__file__).parents[3]


def test_every_test_that_the_page_names_is_there() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf8")
    named = set(re.findall(r"`(test_\w+)`", page))
    folders = (Path(__file__).parent, Path(__file__).parents[1], ROOT / "tests" / "store" / "desk")
    files = [file for folder in folders for file in folder.glob("test_*.py")]
    there = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text("utf8"))}
    assert len(named) > 30
    assert named - there == set()


def test_every_setting_that_the_page_names_is_one() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf8")
    names = re.findall(r"`(?:LEXVEIL_SERVE|…)_([A-Z_]+)`", page)
    assert len(names) > 10
    assert [name for name in names if not hasattr(service({}), name.lower())] == []
