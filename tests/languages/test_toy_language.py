"""A language that nobody speaks, added as docs/languages.md says: a folder of tables, nothing else."""

import pytest

import lexveil
from lexveil import config, languages
from lexveil.model import Document

CODE = "qtz"
TABLES = {
    "language": """
parent = "en"
capitals = "names"
decimal = ","
ocr = "eng"
locales = ["en_GB"]
""",
    "people": """
[courtesy]
m = ["gorb"]
f = ["gorba"]
any = []
""",
    "roles": """
[[phrases]]
role = "LAWYER"
words = ['plendor']

[[phrases]]
role = "PARTY"
words = ['qvestor']
""",
    "replace": """
[words]
PERSON = "golem"
""",
}
RULES = config.Settings(detectors=("titles", "gazetteer"))


@pytest.fixture
def toy(tmp_path, monkeypatch):
    for each in languages.FOLDER.iterdir():
        (tmp_path / each.name).symlink_to(each)
    (tmp_path / CODE).mkdir()
    for name, text in TABLES.items():
        (tmp_path / CODE / f"{name}.toml").write_text(text, "utf8")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    languages.codes.cache_clear()
    yield
    languages.codes.cache_clear()


def analyzed(text, language):
    return lexveil.analyze(Document("doc", text, language), policy="court-eu", settings=RULES)


def surfaces(result):
    return {
        result.document.text[span.start : span.end] for entity in result.entities for span in entity.spans
    }


def test_titles_and_labels_come_from_its_tables(toy):
    text = "Gorb Torvund venis. Torvund foriris."
    result = analyzed(text, CODE)
    assert surfaces(result) == {"Torvund"}
    assert result.text == "Golem A venis. Golem A foriris."
    assert surfaces(analyzed(text, "en")) == set()


def test_roles_come_from_its_tables(toy):
    text = "La plendor Ann Velanou parolis."
    assert [entity.role for entity in analyzed(text, CODE).entities] == ["LAWYER"]
    assert [entity.role for entity in analyzed(text, "en").entities] != ["LAWYER"]


def test_what_it_lacks_comes_from_its_parent(toy):
    assert languages.load(CODE).numbers == languages.load("en").numbers
    assert languages.load(CODE).people["suffixes"] == languages.load("en").people["suffixes"]
