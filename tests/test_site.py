"""The site: its reference is made from the code, it names every page, and asks for nothing elsewhere."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

import lexveil
from lexveil.cli import COMMANDS

ROOT = Path(__file__).parent.parent
SOURCES, BUILT = ROOT / "artefacts" / "site-sources", ROOT / "artefacts" / "site"
SCRIPT = ROOT / "site" / "build.py"


@pytest.fixture(scope="module", autouse=True)
def built():
    words = [] if find_spec("material") else ["--sources-only"]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words], capture_output=True, text=True, env=os.environ
    )
    assert done.returncode == 0, done.stderr[-2000:]


def pages(found):
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for inner in found.values():
            yield from pages(inner)
    else:
        for inner in found:
            yield from pages(inner)


def test_every_page_of_the_menu_is_there():
    named = set(pages(yaml.safe_load((ROOT / "site" / "mkdocs.yml").read_text("utf8"))["nav"]))
    there = {str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.md")}
    assert named - there == set()
    assert len(named) > 30


def test_the_reference_names_every_command_and_every_name():
    commands = (SOURCES / "reference" / "cli.md").read_text("utf8")
    assert [name for name in COMMANDS if f"## `lexveil {name}`" not in commands] == []
    names = (SOURCES / "reference" / "python.md").read_text("utf8")
    assert [name for name in lexveil.__all__ if f"## `{name}`" not in names] == []


def test_every_package_of_the_core_states_a_licence():
    text = (SOURCES / "licences.md").read_text("utf8")
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)[1:]
    assert len(rows) > 20
    assert [name for name, _, licence in rows if "see the package" in licence] == []
    assert not [row for row in rows if re.search(r"(?<!L)\b(?:A?GPL)", row[2])]


def prose(path):
    """Its lines that are in no block."""
    inside = False
    for line in path.read_text("utf8").splitlines():
        inside ^= line.startswith("```")
        yield "" if inside else line


def test_lists_and_tables_begin_after_an_empty_line():
    """Without it the site shows them as one paragraph, though others do not."""
    begins = re.compile(r"(?:[-*]|\d+\.) |\|")
    wrong = []
    for path in SOURCES.rglob("*.md"):
        before, listed = "", False
        for line in prose(path):
            begun = bool(begins.match(line))
            if begun and before.strip() and not before.startswith(("#", "|")) and not listed:
                wrong.append((path.name, line[:60]))
            listed = begun or (listed and bool(line.strip()))
            before = line
    assert wrong == []


def test_the_first_page_calls_others_by_their_titles():
    text = (SOURCES / "index.md").read_text("utf8")
    assert "[Publishing decisions](publishing.md)" in text
    assert re.findall(r"\[docs/[^\]]*\]|\]\(docs/", text) == []


def test_every_block_is_one_that_the_site_shows_as_such():
    """mkdocs knows blocks by one word at most: `toml`, not `toml mine.toml`."""
    opened = re.compile(r"^```(.+)$", re.MULTILINE)
    told = {about for path in SOURCES.rglob("*.md") for about in opened.findall(path.read_text("utf8"))}
    assert {"python", "sh", "toml"} <= told
    assert [about for about in sorted(told) if not about.isalpha()] == []
    assert "`labour.toml`:" in (SOURCES / "how-to" / "policy.md").read_text("utf8")


def test_the_built_site_asks_for_nothing_elsewhere():
    if not find_spec("material"):
        pytest.skip("mkdocs-material is not here: make site")
    asked = re.compile(r"""<(?:script|img|link)\b[^>]*\b(?:src|href)=["'](https?:)?//""")
    found = [path.name for path in BUILT.rglob("*.html") if asked.search(path.read_text("utf8"))]
    assert found == []
