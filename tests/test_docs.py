"""What the documents say is what the code does."""

import doctest
import re
from dataclasses import fields
from pathlib import Path

import pytest

import lexveil
from lexveil import config, languages, policy
from lexveil.cli import COMMANDS, loaded, settings_file
from lexveil.detect.metadata import roles_of
from lexveil.model import CATEGORIES, ROLES

ROOT = Path(__file__).parent.parent
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])


def test_every_command_is_in_the_list():
    listed = (ROOT / "docs" / "commands.md").read_text("utf8")
    assert [name for name in COMMANDS if f"lexveil {name}" not in listed] == []


def test_the_policy_in_the_docs_is_valid_and_names_every_choice():
    text = (ROOT / "docs" / "policies.md").read_text("utf8")
    example = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert len(policy.parse(example[1], name="docs").rules) == 3
    assert [name for name in CATEGORIES if name not in text] == []
    assert [name for name in ROLES if name not in text and name != "PERSON"] == []


def test_the_metadata_in_the_docs_is_valid(tmp_path):
    text = (ROOT / "docs" / "metadata.md").read_text("utf8")
    (tmp_path / "case.json").write_text(re.search(r"```json\n(.*?)```", text, re.DOTALL)[1], "utf8")
    listed = roles_of(config.metadata(tmp_path / "case.json"))
    assert {each.role for each in listed} >= {"PARTY", "JUDGE", "LAWYER", "EXPERT", "LAW_FIRM"}


def test_every_setting_is_in_the_table_and_no_other():
    text = (ROOT / "docs" / "settings.md").read_text("utf8")
    listed = re.findall(r"^\| `(LEXVEIL_\w+)` \|", text, re.MULTILINE)
    known = {f"LEXVEIL_{each.name.upper()}" for each in fields(config.Settings)}
    known |= {f"LEXVEIL_SERVE_{each.name.upper()}" for each in fields(config.Service)}
    known |= {"LEXVEIL_VAULT_KEY", "LEXVEIL_VAULT_PASSPHRASE"}  # secrets: read where they are needed
    known |= {"LEXVEIL_MESSAGES"}  # of the command line alone
    assert sorted(listed) == sorted(known)


def test_the_settings_file_in_the_docs_holds(tmp_path, monkeypatch):
    text = (ROOT / "docs" / "settings.md").read_text("utf8")
    (tmp_path / "own.toml").write_text(re.search(r"```toml\n(.*?)```", text, re.DOTALL)[1], "utf8")
    tables = settings_file.read(tmp_path / "own.toml", COMMANDS)
    assert (config.settings().risk_threshold, config.service().port) == (7, 9000)
    config.settings_file.set({})
    options = settings_file.options_of(loaded("run"), tables["run"], None)
    assert options == {"policy": "finland", "out": "published", "text_columns": ["body"]}


def test_every_section_of_a_language_is_described():
    text = (ROOT / "docs" / "languages.md").read_text("utf8")
    sections = {
        name
        for code in languages.codes()
        for table in ("language", *languages.TABLES)
        for name in languages.own(code, table)
    }
    assert [name for name in sorted(sections) if f"`{name}`" not in text] == []


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_hold(path):
    links = re.findall(r"\]\((?!http|#|[A-Z])([^)#\s]+)", path.read_text("utf8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_what_the_package_exports_exists():
    assert [name for name in lexveil.__all__ if not hasattr(lexveil, name)] == []


def test_the_excerpt_in_the_readme_is_the_real_result():
    readme = (ROOT / "README.md").read_text("utf8")
    result = lexveil.pseudonymize(
        ROOT / "examples" / "award.html",
        metadata=ROOT / "examples" / "award.metadata.json",
        policy="arbitration",
    )
    texts = {
        side: re.sub(r"\s+", " ", text) for side, text in (("b", result.document.text), ("a", result.text))
    }
    rows = [row.split("|")[1:3] for row in readme.splitlines() if re.match(r"\| \d+\.", row)]
    assert len(rows) == 2
    for before, after in rows:
        for side, cell in (("b", before), ("a", after)):
            for part in cell.replace("**", "").split("…"):
                assert part.strip() in texts[side]


EXAMPLES = [path for path in DOCS if "```python\n>>>" in path.read_text("utf8")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_in_python_are_right(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"^```\w*$", "", path.read_text("utf8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=told.append)
    assert runner.summarize(verbose=False).attempted > 0
    assert told == []
