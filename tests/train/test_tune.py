"""A shipped detector learns on from reviewed documents."""

import json

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

from lexveil.detect import models
from lexveil.evaluate.gold import Gold, Mention, as_line
from train import tune
from train.detector import OPEN, TAGS, Item
from train.tune import Settings, example, narrowed


def gold(number: int) -> Gold:
    text = f"Witness Oru Taskell told Mr Ivo Brandvoll of paragraph {number}."
    marks = (Mention(8, 19, "PERSON"), Mention(28, 41, "PERSON"))
    return Gold(f"d{number}", text, marks)


def test_a_title_is_inside_where_the_model_learned_it_so():
    labelled = frozenset({"PERSON"})
    inside, outside = (example(gold(1), labelled, titled=titled).mentions for titled in (True, False))
    assert [(each.start, each.end) for each in inside] == [(8, 19), (25, 41)]
    assert [(each.start, each.end) for each in outside] == [(8, 19), (28, 41)]


def test_what_was_not_looked_for_keeps_what_the_shipped_model_says():
    open_ = np.array([not each.endswith("PERSON") for each in TAGS])
    item = Item(None, np.array([OPEN, 1]), open_, np.array([-1, -1]), None, True)
    rows = np.full((2, len(TAGS)), 1 / len(TAGS), np.float32)
    found = narrowed(item, rows)
    assert found[0][~open_].sum() == 0
    assert found[0].sum() == pytest.approx(1)
    assert found[1].tolist() == rows[1].tolist()


def test_a_tuned_model_is_a_model_and_has_a_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # no examples there: only its own documents are measured
    (tmp_path / "own.jsonl").write_text("".join(as_line(gold(n)) + "\n" for n in range(8)), "utf8")
    settings = Settings(gold=tmp_path / "own.jsonl", out=tmp_path / "tuned", epochs=2, batch=2)
    tune.main(settings)
    report = json.loads((tmp_path / "tuned" / "report.json").read_text("utf8"))
    assert report["documents"] == {"learned": 6, "measured": 2}
    assert report["before"].keys() == report["after"].keys() == {"own"}
    assert report["training"]["steps"] == report["training"]["of"] == 6
    assert models.load(str(tmp_path / "tuned")).name == "en-legal, tuned"
    shipped, made = (folder / "model.onnx" for folder in (models.MODELS / "en-legal", tmp_path / "tuned"))
    assert shipped.read_bytes() != made.read_bytes()


def test_the_minutes_end_it(tmp_path):
    settings = Settings(gold=tmp_path, out=tmp_path, minutes=0.0001, epochs=500)
    model = tune.start("en-legal")
    tokenizer = tune.Tokenizer.from_file(str(models.MODELS / "en-legal" / "tokenizer.json"))
    examples = [example(gold(1), frozenset({"PERSON"}), titled=True)]
    items = tune.detector.items_of(examples, tokenizer, model.body.shape.end)
    _, spent = tune.train(model, items, settings)
    assert spent["steps"] < spent["of"]
