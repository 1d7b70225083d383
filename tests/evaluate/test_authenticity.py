import csv
import io
import json

import pytest
from typer.testing import CliRunner

from lexveil.errors import InputError
from lexveil.evaluate import commands
from lexveil.evaluate.authenticity import answers, curve, evaluate, judged, nearest, sheet
from lexveil.evaluate.word_classes import shares

REAL = [f"The clerk number {at} went to the market and bought {at} apples for the judge." for at in range(20)]
MADE = [f"A gardener planted {at} roses beside a quiet wall yesterday." for at in range(20)]


def test_copies_and_near_copies_are_found():
    report = nearest(REAL, [REAL[3].replace("judge", "Judge"), f"  {REAL[5]} ", *MADE[:2]])
    assert report["identical"] == 1
    assert report["similar"] == 2
    assert report["share_similar"] == 0.5
    assert nearest(REAL, MADE)["similar"] == 0


def test_figures_side_by_side():
    report = evaluate(REAL, MADE, tag=lambda text: ["NOUN", "VERB"] if "clerk" in text else ["NOUN"])
    real, made = report["texts"]["original"], report["texts"]["made"]
    assert real["tokens"] == 20 * 15
    assert real["types"] > made["types"]
    assert real["type_token"][-1] == (300, pytest.approx(real["types"] / 300))
    assert real["parts_of_speech"] == {"NOUN": 0.5, "VERB": 0.5}
    assert made["parts_of_speech"] == {"NOUN": 1.0}
    assert report["vocabulary"]["only_made"] > 0
    with pytest.raises(InputError):
        evaluate([], MADE)


def test_the_type_token_ratio_falls_as_the_corpus_grows():
    points = curve([str(at % 10) for at in range(100)])
    assert points[0] == (5, 1.0)
    assert points[-1] == (100, 0.1)
    assert [share for _, share in points] == sorted((share for _, share in points), reverse=True)


def test_blind_questions_tell_nothing_of_the_kind_and_come_back_as_figures():
    text, key = sheet(REAL, MADE, number=10)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 20
    assert "original" not in text.partition("\n")[2]
    assert sorted(key.values()) == ["made"] * 10 + ["original"] * 10

    def filled(say):
        out = io.StringIO()
        table = csv.DictWriter(out, fieldnames=list(rows[0]))
        table.writeheader()
        table.writerows({**row, "naturalness": say(row)} for row in rows)
        return answers(out.getvalue())

    knows = filled(lambda row: "y" if key[row["number"]] == "original" else "n")
    always = filled(lambda row: "Yes")
    report = judged({"ann": knows, "bo": knows, "cy": always}, key)["naturalness"]
    assert report["yes"]["ann"] == {"original": 1.0, "made": 0.0}
    assert report["yes"]["cy"] == {"original": 1.0, "made": 1.0}
    agreed = {tuple(each["raters"]): each["cohen"] for each in report["cohen"]}
    assert agreed["ann", "bo"] == 1
    assert agreed["ann", "cy"] == 0
    with pytest.raises(InputError):
        filled(lambda row: "perhaps")


def test_the_command_writes_the_sheet_and_reads_it_again(tmp_path):
    for name, texts in (("original", REAL), ("made", MADE)):
        lines = "\n".join(json.dumps({"text": text}) for text in texts)
        (tmp_path / f"{name}.jsonl").write_text(lines, "utf8")
    asked = [
        "authenticity",
        "--original",
        str(tmp_path / "original.jsonl"),
        "--made",
        str(tmp_path / "made.jsonl"),
    ]
    paths = ["--questions", str(tmp_path / "sheet.csv"), "--key", str(tmp_path / "key.json"), "--number", "5"]
    assert isinstance(CliRunner().invoke(commands.app, [*asked, *paths[:2]]).exception, InputError)
    result = CliRunner().invoke(commands.app, [*asked, *paths])
    assert result.exit_code == 0, result.output
    filled = (tmp_path / "sheet.csv").read_text("utf8").replace(",,,,", ",y,n,,")
    (tmp_path / "ann.csv").write_text(filled, "utf8")
    (tmp_path / "bo.csv").write_text(filled, "utf8")
    out = tmp_path / "figures.json"
    said = ["--answers", str(tmp_path / "ann.csv"), "--answers", str(tmp_path / "bo.csv"), *paths[2:4]]
    result = CliRunner().invoke(commands.app, [*asked, *said, "--json", str(out)])
    assert result.exit_code == 0, result.output
    report = json.loads(out.read_text("utf8"))
    assert report["questions"]["naturalness"]["yes"]["ann"] == {"original": 1.0, "made": 1.0}
    assert report["nearest"]["identical"] == 0


def test_classes_of_words_need_no_model_in_any_language():
    classes = shares(
        ["The clerk met Ann Roe in 2021.", "Kirjuri tapasi Matti Virtasen vuonna 2021, ja hän kertoi."]
    )
    assert sum(classes.values()) == pytest.approx(1)
    assert classes["name"] == pytest.approx(4 / 19)
    assert classes["number"] == pytest.approx(2 / 19)
    assert classes["mark"] == pytest.approx(3 / 19)
    assert evaluate(REAL, MADE)["texts"]["made"]["word_classes"]["name"] == 0


def test_parts_of_speech_are_those_of_a_model_of_spacy(tmp_path):
    spacy = pytest.importorskip("spacy")
    model = spacy.blank("en")
    model.add_pipe("attribute_ruler").add([[{"LOWER": "clerk"}]], {"POS": "NOUN"})
    model.to_disk(tmp_path / "model")
    (tmp_path / "texts.jsonl").write_text(json.dumps({"text": "clerk clerk"}), "utf8")
    texts, out = str(tmp_path / "texts.jsonl"), tmp_path / "figures.json"
    asked = ["authenticity", "--original", texts, "--made", texts, "--spacy", str(tmp_path / "model")]
    result = CliRunner().invoke(commands.app, [*asked, "--json", str(out)])
    assert result.exit_code == 0, result.output
    assert json.loads(out.read_text("utf8"))["texts"]["made"]["parts_of_speech"] == {"NOUN": 1.0}
