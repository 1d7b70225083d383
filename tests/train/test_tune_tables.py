"""The tables of roles and groups learn on from reviewed documents."""

import json

import numpy as np
import pytest

pytest.importorskip("scipy")
pytest.importorskip("sklearn")

from lexveil.evaluate.gold import Gold, Mention, as_line
from lexveil.resolve import learned_roles, scorer
from train import tune_groups, tune_roles
from train.tune_groups import joined
from train.tune_roles import tuned

LAWYER = learned_roles.ROLES.index("LAWYER")


def test_weights_that_no_row_touches_stay():
    shipped = learned_roles.model()
    made = tuned([[3, 7], [3, 9]] * 20, [LAWYER] * 40, 0.6)
    assert (made["weights"][11] == shipped.weights[11].astype(np.float16)).all()
    assert made["weights"][3, LAWYER] > shipped.weights[3, LAWYER] + 0.1


def test_joined_trees_say_what_both_say():
    shipped = scorer.trees("links")
    leaf = {name: np.zeros(1) for name in ("feature", "threshold", "left", "right")}
    more = [{**leaf, "value": np.array([0.5]), "depth": np.array(0)}]
    made = scorer.Trees(**{**joined(shipped, more), "bias": shipped.bias, "depth": shipped.depth})
    rows = np.random.default_rng(1).random((5, shipped.feature.max() + 1))
    assert scorer.total(made, rows) == pytest.approx(scorer.total(shipped, rows) + 0.5)


def gold(number: int) -> Gold:
    text = (
        f"Scrivener-in-chief: Oru Taskell.\n\nThe scrivener Ivo Brand spoke. Oru left. Ivo stayed. {number}"
    )
    places = {"a": ("Oru Taskell", "Oru"), "b": ("Ivo Brand", "Ivo")}
    marks = []
    for who, forms in places.items():
        at = text.index(forms[0])
        marks.append(Mention(at, at + len(forms[0]), "PERSON", "EXPERT", who))
        again = text.rindex(forms[1])
        marks.append(Mention(again, again + len(forms[1]), "PERSON", "EXPERT", who))
    return Gold(f"d{number}", text, tuple(marks), language="sv")


@pytest.mark.parametrize("learn", [tune_roles, tune_groups])
def test_a_report_tells_before_and_after(learn, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.jsonl").write_text("".join(as_line(gold(n)) + "\n" for n in range(12)), "utf8")
    learn.main(learn.Settings(gold=tmp_path / "own.jsonl", out=tmp_path / "made"))
    report = json.loads((tmp_path / "made" / "report.json").read_text("utf8"))
    assert report["documents"] == {"learned": 9, "measured": 3}
    before, after = report["before"]["own"], report["after"]["own"]
    assert before.keys() == after.keys() != set()


def test_roles_of_another_language_are_asked_after_they_were_learned(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.jsonl").write_text("".join(as_line(gold(n)) + "\n" for n in range(12)), "utf8")
    tune_roles.main(tune_roles.Settings(gold=tmp_path / "own.jsonl", out=tmp_path / "made"))
    report = json.loads((tmp_path / "made" / "report.json").read_text("utf8"))
    assert report["languages"] == ["en", "sv"]
    assert report["after"]["own"]["together, accuracy"] > report["before"]["own"]["together, accuracy"]
    with scorer.reading_from(tmp_path / "made"):
        assert learned_roles.model().languages == ("en", "sv")
    assert learned_roles.model().languages == ("en",)
