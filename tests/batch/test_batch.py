"""Corpora of rows: the same bytes whatever the number of processes, and whatever was killed on the way."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from lexveil.batch import items, rows, worker
from lexveil.batch.items import Item, part_size, parts
from lexveil.cli import app
from lexveil.detect import ner
from lexveil.detect.computed import Computed

NAMES = "Ivo Lundgren,Pia Holt,Aurelio Brankov,Greta Hollis,Imre Farkas".split(",")
TEXTS = [f"Mr {NAMES[at % 5]} testified on {at % 27 + 1} May 2019 in case {at}." for at in range(140)]
OUTPUT = ("results.jsonl", "errors.jsonl", "summary.json")


@pytest.fixture
def corpus(tmp_path):
    lines = [json.dumps({"text": text, "other": NAMES[0]}) for text in TEXTS]
    lines[3:3] = ["{broken Lundgren", json.dumps({"other": "Pia Holt"}), json.dumps(["Pia Holt"])]
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf8")
    return path


def run(*words):
    return CliRunner().invoke(app, ["batch", *map(str, words)])


def made(folder):
    return {name: (folder / name).read_bytes() for name in OUTPUT}


@pytest.fixture
def undisturbed(corpus, tmp_path):
    assert run(corpus, "--out", tmp_path / "whole", "--language", "en", "--workers", 1).exit_code == 1
    return made(tmp_path / "whole")


def test_every_row_is_a_result_or_an_error_without_names(corpus, undisturbed):
    results = [json.loads(line) for line in undisturbed["results.jsonl"].splitlines()]
    errors = [json.loads(line) for line in undisturbed["errors.jsonl"].splitlines()]
    assert [each["row"] for each in results] == [1, 2, 3, *range(7, 144)]
    assert [(each["row"], each["error"]) for each in errors] == [
        (4, "batch.row-broken"), (5, "batch.row-without"), (6, "batch.row-without"),
    ]  # fmt: skip
    whole = b"".join(undisturbed.values()).decode()
    assert [name for name in NAMES if name in whole or name.split()[1] in whole] == []
    assert results[0]["text"].startswith("Person A testified")


@pytest.mark.parametrize(
    ("documents", "characters", "least"), [(60, 5_000, 16), (200, 5_000, 50), (3_000, 5_000, 64)]
)
def test_a_small_corpus_is_work_for_many_processes(documents, characters, least):
    texts = ((Item("rows", at, size=characters), 0) for at in range(documents))
    made = [part.units for part in parts("p", texts, part_size(documents * characters))]
    assert len(made) >= least
    assert max(map(len, made)) * least <= documents * 1.25  # none is much more than the others


def test_where_parts_end_changes_nothing(corpus, undisturbed, tmp_path, monkeypatch):
    monkeypatch.setattr(items, "LEAST_SIZE", 100)
    monkeypatch.setattr(items, "PARTS", 1_000)
    run(corpus, "--out", tmp_path / "cut", "--language", "en", "--workers", 1)
    found = made(tmp_path / "cut")
    assert [found[name] for name in OUTPUT[:2]] == [undisturbed[name] for name in OUTPUT[:2]]


def test_the_number_of_processes_changes_nothing(corpus, undisturbed, tmp_path):
    run(corpus, "--out", tmp_path / "two", "--language", "en", "--workers", 2)
    assert made(tmp_path / "two") == undisturbed


def test_what_was_killed_goes_on_to_the_same_bytes(corpus, undisturbed, tmp_path):
    out = tmp_path / "killed"
    asked = ["batch", str(corpus), "--out", str(out), "--language", "en", "--workers", "1"]
    for moment in ("0000000-00000000.json", "0000000-00000001.json"):
        more = ["--resume"] if out.exists() else []
        command = [sys.executable, "-c", "from lexveil.cli import main; main()", *asked, *more]
        running = subprocess.Popen(command, start_new_session=True)
        while not (out / ".parts" / moment).exists() and running.poll() is None:
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        assert (out / ".parts" / moment).exists()
        kept = (out / ".parts" / moment).stat().st_mtime_ns
    again = run(corpus, "--out", out, "--language", "en", "--workers", 1)
    assert "--resume" in again.output
    other = run(corpus, "--out", out, "--language", "en", "--policy", "strict", "--resume")
    assert (other.exit_code, (out / ".parts" / moment).stat().st_mtime_ns) == (1, kept)
    run(corpus, "--out", out, "--language", "en", "--resume")
    assert made(out) == undisturbed
    assert not (out / ".parts").exists()
    run(corpus, "--out", out, "--language", "en", "--resume")
    assert made(out) == undisturbed


def test_windows_of_many_texts_are_computed_once(tmp_path, monkeypatch):
    path = tmp_path / "rows.jsonl"
    path.write_text((json.dumps({"text": TEXTS[0]}) + "\n") * 100, "utf8")
    computed = []
    alone = ner._computed
    monkeypatch.setattr(ner, "_computed", lambda *given: computed.append(1) or alone(*given))
    monkeypatch.setattr(worker, "COMPUTED", Computed())
    run(path, "--out", tmp_path / "once", "--language", "en", "--workers", 1)
    assert len(computed) == 1
    monkeypatch.setattr(worker, "COMPUTED", Computed(most=0))
    run(path, "--out", tmp_path / "each", "--language", "en", "--workers", 1)
    assert len(computed) == 101
    assert made(tmp_path / "once") == made(tmp_path / "each")


def test_surrogates_are_the_same_from_the_same_key(tmp_path):
    table, key = tmp_path / "rows.csv", tmp_path / "secret"
    table.write_text("id,body\n" + "".join(f"{at},{text}\n" for at, text in enumerate(TEXTS[:5])), "utf8")
    key.write_text("a long secret", "utf8")
    found = []
    for name, more in (("one", ["--key-file", key]), ("two", ["--key-file", key]), ("three", [])):
        out = tmp_path / name
        asked = ["--text-column", "body", "--policy", "research", "--language", "en", "--workers", 1]
        assert run(table, "--out", out, *asked, *more).exit_code in (0, 4)
        found.append((out / "results.jsonl").read_bytes())
    assert found[0] == found[1] != found[2]


def test_another_key_is_another_work(corpus, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"secret {name}", "utf8")
    asked = (corpus, "--out", tmp_path / "out", "--workers", 1)
    run(*asked, "--key-file", tmp_path / "one")
    (tmp_path / "out" / "results.jsonl").unlink()
    (tmp_path / "out" / ".parts").mkdir()
    about = json.loads((tmp_path / "out" / "summary.json").read_bytes())["about"]
    (tmp_path / "out" / ".parts" / "batch.json").write_text(json.dumps(about, indent=1, sort_keys=True))
    (tmp_path / "out" / ".parts" / "key").write_bytes(b"the mark of another")
    said = run(*asked, "--key-file", tmp_path / "two", "--resume")
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert not (tmp_path / "out" / "results.jsonl").exists()


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [("a.csv", "id,body\n1,x\n", "text"), ("a.xyz", "x", ".jsonl"), ("none.jsonl", None, "none.jsonl")],
)
def test_what_cannot_be_read_is_one_line_and_nothing_is_written(name, text, code, tmp_path):
    path = tmp_path / name
    if text is not None:
        path.write_text(text, "utf8")
    said = run(path, "--out", tmp_path / "out")
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert code in said.output
    assert not (tmp_path / "out").exists()


def test_a_row_that_is_too_long_is_an_error_of_its_own(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"text": "x" * 50}) + "\n" + json.dumps({"text": "y"}) + "\n", "utf8")
    found = [item for item, _ in rows.items(str(path), rows.Columns("text"), "rows.jsonl", longest=10)]
    assert [(each.text, each.error) for each in found] == [("", "batch.row-long"), ("y", "")]
