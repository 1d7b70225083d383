import csv
import io
import json
import re

import pytest
from typer.testing import CliRunner

from lexveil.errors import InputError
from lexveil.evaluate import commands
from lexveil.evaluate.marks import weights
from lexveil.evaluate.red_team import evaluate, interval, read, sheet
from lexveil.evaluate.red_team_form import form

TEXTS = [{"id": f"t{at}", "text": f"Person A of case {at} was heard."} for at in range(30)]


def filled(blank, residue=(), reidentified=()):
    """The sheet as somebody brings it back who found these."""
    rows = list(csv.DictReader(io.StringIO(blank)))
    out = io.StringIO()
    table = csv.DictWriter(out, fieldnames=list(rows[0]))
    table.writeheader()
    for row in rows:
        found = {"residue": row["number"] in residue, "reidentified": row["number"] in reidentified}
        table.writerow({**row, **{name: "y" if yes else "n" for name, yes in found.items()}})
    return out.getvalue()


def test_a_sheet_has_so_many_texts_each_once_and_the_same_again():
    rows = list(csv.DictReader(io.StringIO(sheet(TEXTS, number=20))))
    assert len({row["number"] for row in rows}) == 20
    assert {row["text"] for row in rows} <= {each["text"] for each in TEXTS}
    assert sheet(TEXTS, number=20) == sheet(TEXTS, number=20) != sheet(TEXTS, number=20, seed=1)
    assert len(list(csv.DictReader(io.StringIO(sheet(TEXTS, number=200))))) == 30


def test_residue_and_reidentification_are_counted_apart():
    blank = sheet(TEXTS, number=30)
    ann = read(filled(blank, residue={"t1", "t2", "t3"}, reidentified={"t3", "t9"}))
    bo = read(filled(blank, residue={"t3", "t4"}))
    report = evaluate({"ann": ann, "bo": bo})
    told = report["attackers"]["ann"]
    assert (told["residue"]["yes"], told["reidentified"]["yes"], told["by_facts_alone"]) == (3, 2, 1)
    assert told["residue"]["low"] < 0.1 < told["residue"]["high"]
    together = report["together"]
    assert (together["residue"]["yes"], together["reidentified"]["yes"]) == (4, 2)
    (agreed,) = report["cohen"]["residue"]
    assert agreed["raters"] == ["ann", "bo"]
    assert agreed["cohen"] == pytest.approx((28 - 1 - (27 * 28 + 3 * 2) / 30) / (30 - (27 * 28 + 3 * 2) / 30))


def test_nobody_found_in_few_texts_proves_little():
    assert interval(0, 10)[1] > 0.25
    assert interval(0, 200)[1] < 0.02
    assert interval(0, 0) == (0.0, 1.0)


def test_an_answer_that_is_none_is_refused():
    blank = sheet(TEXTS, number=3)
    with pytest.raises(InputError):
        read(filled(blank).replace(",n,n,", ",perhaps,n,", 1))


def test_the_command_writes_a_sheet_and_counts_what_comes_back(tmp_path):
    published, blank = tmp_path / "published.jsonl", tmp_path / "sheet.csv"
    published.write_text("\n".join(map(json.dumps, TEXTS)), "utf8")
    call = ["red-team", "--published", str(published), "--sheet", str(blank), "--number", "10"]
    done = CliRunner().invoke(commands.app, call)
    assert done.exit_code == 0, done.output
    first = next(csv.DictReader(io.StringIO(blank.read_text("utf8"))))["number"]
    for name, found in (("ann", {first}), ("bo", set())):
        (tmp_path / f"{name}.csv").write_text(filled(blank.read_text("utf8"), residue=found), "utf8")
    out = tmp_path / "figures.json"
    given = [word for name in ("ann", "bo") for word in ("--answers", str(tmp_path / f"{name}.csv"))]
    done = CliRunner().invoke(commands.app, ["red-team", *given, "--json", str(out)])
    assert done.exit_code == 0, done.output
    report = json.loads(out.read_text("utf8"))
    assert report["together"]["residue"] == {**report["together"]["residue"], "texts": 10, "yes": 1}
    assert report["together"]["reidentified"]["yes"] == 0
    assert "by facts alone" in done.output
    assert CliRunner().invoke(commands.app, ["red-team"]).exit_code == 2
    missing = CliRunner().invoke(commands.app, ["red-team", "--answers", str(tmp_path / "none.csv")])
    assert isinstance(missing.exception, InputError)


def test_a_long_text_comes_back_whole():
    blank = sheet([{"id": "long", "text": "word " * 50_000}], number=1)
    assert read(blank.replace(",,,", ",y,n,"))["residue"] == {"long": True}


def test_the_form_holds_the_texts_of_the_sheet_and_no_markup_of_theirs(tmp_path):
    texts = [*TEXTS, {"id": "bad", "text": "</script><b>Person A</b>"}]
    page = form(texts, number=100, language="fi")
    told = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    assert {each["id"] for each in told["texts"]} == {each["id"] for each in texts}
    assert page.count("</script>") == 2
    assert told["columns"] == sheet(TEXTS, number=1).splitlines()[0].split(",")
    assert set(told["tags"]) == set(weights())
    assert told["words"]["yes"] == "Kyllä"
    published, out = tmp_path / "published.jsonl", tmp_path / "form.html"
    published.write_text("\n".join(map(json.dumps, TEXTS)), "utf8")
    call = ["red-team", "--published", str(published), "--form", str(out), "--number", "2"]
    assert CliRunner().invoke(commands.app, call).exit_code == 0
    assert out.read_text("utf8").startswith("<!DOCTYPE html>")
