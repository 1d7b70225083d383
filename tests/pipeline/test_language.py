"""The language of a document: told from the text, or given; and what the user is told."""

import dataclasses

import pytest
from typer.testing import CliRunner

from lexveil import config, pipeline
from lexveil.cli import app
from lexveil.config import Settings
from lexveil.detect import models
from lexveil.errors import LexveilError
from lexveil.formats import ocr
from lexveil.languages import identify, packs
from lexveil.model import Document, Part, Reason, Zone, because
from lexveil.pipeline.language import noted, read_in_language, with_language
from tests.languages.test_identify import TEXTS

RULES = Settings(detectors=("titles",))

pytestmark = pytest.mark.usefixtures("english_model")


def read(folder, text, **given):
    path = folder / "judgment.txt"
    path.write_text(text, "utf8")
    return pipeline.read(path, settings=dataclasses.replace(RULES, **given))


def codes(document):
    return [note.code for note in document.notes]


def test_an_english_document_is_as_it_was(tmp_path):
    found, given = read(tmp_path, TEXTS["en"]), read(tmp_path, TEXTS["en"], language="en")
    assert found == dataclasses.replace(given, source=found.source)
    assert (found.language, found.stretches, found.notes) == ("en", (), ())


def test_another_language_is_told_and_that_a_model_for_english_reads_it(tmp_path):
    found = read(tmp_path, TEXTS["sv"])
    assert (found.language, found.stretches) == ("sv", ())
    assert "(Swedish) and was read by one for other languages" in str(found.notes[0])
    assert "(ruotsi)" in found.notes[0].render("fi")


def test_a_mixed_document_has_stretches(tmp_path):
    found = read(tmp_path, f"{TEXTS['fi']}\n\n{TEXTS['sv']}\n\n{TEXTS['fi']}")
    assert found.language == "fi"
    assert [each.language for each in found.stretches] == ["fi", "sv", "fi"]
    assert found.language_at(found.text.index("Tingsrätten")) == "sv"
    assert "(Finnish and Swedish)" in str(found.notes[0])


@pytest.mark.parametrize(
    ("language", "name"), [("pl", "Polish"), ("el", "Greek"), ("und-Arab", "Arabic letters")]
)
def test_an_unknown_language_is_told(tmp_path, language, name):
    found = read(tmp_path, TEXTS[language])
    assert found.language == language
    assert codes(found) == ["note.language-unknown"]
    assert name in str(found.notes[0])
    result = pipeline.analyze(found, settings=RULES)
    assert result.document.notes == found.notes  # told once
    assert result.text == TEXTS[language]


@pytest.mark.parametrize("text", ["Jane Roe", "12 34"])
def test_too_little_text_is_told(tmp_path, text):
    found = read(tmp_path, text)
    assert (found.language, codes(found)) == ("en", ["note.language-unclear"])
    assert pipeline.analyze(found, settings=RULES).document.notes == found.notes


def test_the_language_that_is_given_holds(tmp_path):
    found = read(tmp_path, f"{TEXTS['fi']}\n\n{TEXTS['sv']}", language="sv")
    assert (found.language, found.stretches) == ("sv", ())
    assert codes(found) == ["note.language-model"]


def test_a_wrong_one_is_told(tmp_path):
    found = read(tmp_path, TEXTS["de"], language="en")
    assert found.language == "en"
    assert "(German)" in str(found.notes[0])
    assert codes(read(tmp_path, TEXTS["nn"], language="nb")) == ["note.language-model"]
    assert codes(read(tmp_path, TEXTS["und-Cyrl"], language="ru")) == ["note.language-unknown"]


def test_of_a_model_from_elsewhere_nothing_is_told():
    document = with_language(Document("d", TEXTS["de"]), "auto")
    assert noted(document, "hf:some/model").notes == ()
    assert codes(noted(document, models.DEFAULT)) == ["note.language-model"]


def test_what_is_code_does_not_count():
    text = f"{TEXTS['en']}\n\n{TEXTS['de']}"
    code = Zone(len(TEXTS["en"]) + 2, len(text), "code")
    assert with_language(Document("d", text, zones=(code,)), "auto").stretches == ()


@pytest.mark.parametrize("messages", config.MESSAGES)
def test_every_language_has_a_name(messages):
    spoken = (*identify.table().languages, *identify._scripts()["letters"].values(), *packs())
    named = [Reason(f"language.{code}").render(messages) for code in spoken]
    assert not [name for name in named if name.startswith("reason.")]


def test_a_language_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(LexveilError, match="auto, "):
        config.settings({"LEXVEIL_LANGUAGE": "klingon"})
    (tmp_path / "a.txt").write_text(TEXTS["en"], "utf8")
    ran = CliRunner().invoke(app, ["run", str(tmp_path / "a.txt"), "--language", "klingon"])
    assert (ran.exit_code > 0, "klingon" in ran.output, "auto, " in ran.output) == (True, True, True)


def test_text_in_pictures_is_read_again_in_its_language(monkeypatch):
    part = Part("page 1, image 1", "read", because("part.picture-text"))
    asked = []

    def scan(language):
        asked.append(language)
        return Document("d", TEXTS["de"], language, parts=(part,))

    monkeypatch.setattr(ocr, "pack", {"en": "eng", "de": "deu"}.get)
    assert read_in_language(scan, "auto").language == "de"
    assert asked == ["en", "de"]
