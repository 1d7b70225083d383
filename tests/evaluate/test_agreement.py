import json

import pytest
from typer.testing import CliRunner

from lexveil.errors import InputError
from lexveil.evaluate import commands
from lexveil.evaluate.agreement import agreement, alpha, kappa, of_files
from lexveil.evaluate.gold import Gold, Mark, Mention

TEXT = "Ann Roe met Bo Day in Oslo."
ROE, DAY = Mark(0, 7, "PERSON", "DIRECT", "e1"), Mark(12, 18, "PERSON", "QUASI", "e2")
OSLO = Mark(22, 26, "LOC", "NO_MASK", "e3")


def test_kappa_is_that_of_the_textbook():
    # 50 things: both yes 20, both no 15, 5 and 10 apart (the example of the usual description): .4
    one = "y" * 25 + "n" * 25
    other = "y" * 20 + "n" * 5 + "y" * 10 + "n" * 15
    assert kappa(one, other) == pytest.approx(0.4)
    assert kappa("ab", "ba") == pytest.approx(-1)
    assert kappa("", "") is None
    assert kappa("aaa", "aaa") is None, "everybody says the same of everything: chance explains it"


def test_alpha_is_that_of_krippendorff():
    # Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section C: 4 observers, 12 units, 0.743
    observers = (
        (1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None),
        (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3),
        (None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None),
        (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None),
    )
    units = [[value for value in unit if value is not None] for unit in zip(*observers, strict=True)]
    assert alpha(units) == pytest.approx(0.743, abs=0.001)
    assert alpha([("a",), ("b",)]) is None


def test_words_are_what_annotators_agree_on():
    gold = Gold("a", TEXT, (), {"one": (ROE, DAY, OSLO), "two": (ROE, OSLO)})
    report = agreement([gold])
    assert (report["documents"], report["words"]) == (1, 7)
    (pair,) = report["pairs"]
    assert pair["annotators"] == ["one", "two"]
    assert pair["f1"] == pytest.approx(2 / 2.5)
    # hidden: Ann Roe by both, Bo Day by one of them; 7 words
    assert pair["cohen"]["hidden"] == pytest.approx((5 / 7 - 23 / 49) / (1 - 23 / 49))
    same = Gold("a", TEXT, (), {"one": (ROE, OSLO), "two": (OSLO, ROE)})
    assert agreement([same])["krippendorff"] == {"type": 1.0, "hidden": 1.0}


def test_who_marked_nothing_has_judged_all_the_same():
    gold = Gold("a", TEXT, (), {"one": (ROE,), "two": ()})
    (pair,) = agreement([gold])["pairs"]
    assert pair["documents"] == 1
    assert pair["f1"] == 0
    assert pair["cohen"]["type"] == 0


def test_documents_of_one_annotator_alone_are_left_aside():
    both = Gold("a", TEXT, (), {"one": (ROE,), "two": (ROE,)})
    alone = Gold("b", TEXT, (), {"one": (DAY,)})
    assert agreement([both, alone])["documents"] == 1
    with pytest.raises(InputError):
        agreement([alone])


def test_files_are_annotators():
    one = Gold("a", TEXT, (Mention(0, 7, "PERSON"),))
    two = Gold("a", TEXT, (Mention(0, 7, "PERSON"), Mention(22, 26, "LOC", masked=False)))
    (joined,) = of_files({"ann": [one], "bo": [two]})
    assert joined.annotators["bo"][1].identifier == "NO_MASK"
    assert agreement([joined])["krippendorff"]["hidden"] == 1
    with pytest.raises(InputError):
        of_files({"ann": [one], "bo": [Gold("a", TEXT + " ", ())]})


def test_the_command_shows_and_writes_them(tmp_path):
    line = {"id": "a", "text": TEXT, "mentions": [{"start": 0, "end": 7}]}
    paths = [tmp_path / "ann.jsonl", tmp_path / "bo.jsonl"]
    for path in paths:
        path.write_text(json.dumps(line), "utf8")
    out = tmp_path / "figures.json"
    options = ["agreement", *(word for path in paths for word in ("--gold", str(path))), "--json", str(out)]
    shown = CliRunner().invoke(commands.app, options)
    assert shown.exit_code == 0, shown.output
    assert "ann and bo" in shown.stdout
    assert "Roe" not in shown.output
    assert json.loads(out.read_text("utf8"))["pairs"][0]["cohen"] == {"type": 1.0, "hidden": 1.0}
    (tmp_path / "more").mkdir()
    again = tmp_path / "more" / "ann.jsonl"
    again.write_text(json.dumps(line), "utf8")
    refused = CliRunner().invoke(commands.app, ["agreement", "--gold", str(paths[0]), "--gold", str(again)])
    assert isinstance(refused.exception, InputError)
