"""Which model reads which paragraph: the settings beside each model list its languages."""

import json
import shutil

import numpy as np
import pytest

from lexveil import detect
from lexveil.detect import models, ner
from lexveil.errors import DetectorError
from lexveil.languages import codes
from lexveil.model import Document, Stretch
from tests.conftest import forget_models

ENGLISH = "The applicant, Mr Tobias Lindqvist, lives in Uppsala."
GERMAN = "Der Kläger, Herr Jonas Feldmann, wohnt in Bern."


@pytest.fixture
def two(tmp_path, monkeypatch):
    """The shipped model, and one for German that says PERSON of each word with an F."""
    shutil.copytree(models.MODELS / models.DEFAULT, tmp_path / models.DEFAULT)
    settings = json.loads((models.MODELS / models.DEFAULT / "model.json").read_text("utf8"))
    settings |= {
        "id": "fake",
        "languages": {"de": {}, "fr": {"points": {**settings["points"]}}},
        "sha256": {"model.onnx": "0"},
    }
    (tmp_path / "fake").mkdir()
    (tmp_path / "fake" / "model.json").write_text(json.dumps(settings), "utf8")
    load, asked = models.load.__wrapped__, []

    def fake_load(model=models.DEFAULT, threads=0):
        if model != "fake":
            return shipped
        tags = 1 + 4 * len(settings["types"])

        def run(pieces):
            asked.append(pieces)
            found = np.zeros((*pieces.shape, tags), np.float32)
            found[..., 0] = 9
            found[pieces == 7] = np.eye(tags)[4] * 18  # S-PERSON
            return found, np.zeros((*pieces.shape, len(settings["masks"])), np.float32)

        encode = lambda words: [[7 if "F" in word else 5] for word in words]  # noqa: E731
        return models.Model("fake", "fake", run, encode, settings, 1)

    shipped = load(models.DEFAULT, 1)
    monkeypatch.setattr(models, "MODELS", tmp_path)
    monkeypatch.setattr(models, "load", fake_load)
    forget_models()
    yield asked
    forget_models()


def mixed():
    text = f"{ENGLISH}\n\n{GERMAN}\n\n{ENGLISH}"
    one, other = len(ENGLISH) + 2, len(ENGLISH) + len(GERMAN) + 4
    parts = (Stretch(0, one, "en"), Stretch(one, other, "de"), Stretch(other, len(text), "en"))
    return Document("d", text, stretches=parts)


def people(document, **asked):
    return sorted(
        (span.start, document.text[span.start : span.end], span.sources[0])
        for span in ner.find(document, **asked)
        if span.category == "PERSON"
    )


def test_each_paragraph_is_read_by_the_model_of_its_language(two):
    found = people(mixed())
    assert [name for _, name, _ in found] == ["Tobias Lindqvist", "Feldmann", "Tobias Lindqvist"]
    assert [source for *_, source in found] == ["ner:en-legal", "ner:fake", "ner:en-legal"]
    assert found[1][0] == mixed().text.index("Feldmann")


def test_a_language_without_a_model_is_read_by_the_one_that_knows_most(two):
    spoken = ("en", "de", "de-CH", "sv", "pl", "und-Cyrl")
    assert [models.models_of(each) for each in spoken] == [("en-legal",), *[("fake",)] * 5]
    assert [models.knows("de"), models.knows("sv"), models.knows("pl")] == [True, False, False]
    assert [models.knows("de", "en-legal"), models.knows("de", "fake")] == [False, True]
    people(Document("d", GERMAN, "sv"))
    assert two


def test_a_model_that_lists_no_languages_reads_all(two, tmp_path):
    path = tmp_path / "fake" / "model.json"
    settings = json.loads(path.read_text("utf8"))
    path.write_text(json.dumps({key: settings[key] for key in settings.keys() - {"languages"}}), "utf8")
    forget_models()
    assert {code: models.models_of(code) for code in codes()} == {
        code: ("en-legal", "fake") if code == "en" else ("fake",) for code in codes()
    }
    assert models.knows("ca")


def test_a_paragraph_is_read_by_every_model_of_its_language(two, tmp_path):
    path = tmp_path / "fake" / "model.json"
    settings = json.loads(path.read_text("utf8"))
    settings["languages"]["en"] = {}
    path.write_text(json.dumps(settings), "utf8")
    forget_models()
    readings = ner.prepare(mixed(), ner.Asked())
    assert [each.model.name for each in readings] == ["en-legal", "fake"]
    assert [ENGLISH in each.text for each in readings] == [True, True]
    assert [GERMAN in each.text for each in readings] == [False, True]


def test_one_model_is_all_there_needs_to_be(english_model):
    assert [models.models_of(each) for each in ("en", "de", "pl")] == [("en-legal",)] * 3
    assert [models.knows("en"), models.knows("de")] == [True, False]


def test_the_model_that_is_named_reads_all(two):
    assert {source for *_, source in people(mixed(), model="en-legal")} == {"ner:en-legal"}
    assert not two


def test_several_documents_are_read_together(two):
    documents = [mixed(), Document("e", GERMAN, "de"), Document("f", ENGLISH)]
    together = list(detect.find_many(documents, ["ner"]))
    assert together == [detect.find(each, ["ner"]) for each in documents]
    assert all(together)


def test_a_language_can_have_settings_of_its_own(two):
    first, second = ner.prepare(
        Document("d", "Le\n\nDer", stretches=(Stretch(0, 4, "fr"), Stretch(4, 7, "de"))), ner.Asked()
    )
    assert (first.model.key, second.model.key) == ("fake fr", "fake")


def test_results_tell_every_model(two):
    about = models.about("en-legal", "fake")
    assert about["model"] == "en-legal, fake"
    assert about["checksum"].endswith(", 0")


def test_languages_that_are_no_table_are_an_error(two, tmp_path):
    path = tmp_path / "fake" / "model.json"
    path.write_text(json.dumps({"id": "fake", "languages": ["de"], "sha256": {}}), "utf8")
    forget_models()
    with pytest.raises(DetectorError, match="fake"):
        models.readers()
