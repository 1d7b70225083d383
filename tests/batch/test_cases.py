"""One person, one pseudonym in all of a case, wherever its rows stand, whoever works on them, and again."""

import json

import pytest
from typer.testing import CliRunner

from lexveil.batch import corpus as runs
from lexveil.cli import app
from lexveil.store import Key, open_vault
from lexveil.store.keys import passphrase_file
from tests.batch.corpora import lines, made, run


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret"
    path.write_text("a long secret of ours", "utf8")
    return path


def rows(path, several):
    path.write_text("".join(json.dumps(row) + "\n" for row in several), "utf8")
    return path


def scattered(path, number=150):
    """Cases whose rows stand far apart; in each two people take turns."""
    people = ("Ivo Lundgren", "Pia Holt")
    texts = (f"Mr {people[at // 10 % 2]} testified in hearing {at}." for at in range(number))
    return rows(path, [{"text": text, "docket": f"K {at % 10}"} for at, text in enumerate(texts)])


def test_the_rows_of_a_case_share_their_pseudonyms(tmp_path):
    path = scattered(tmp_path / "rows.jsonl")
    assert run(path, "--out", tmp_path / "out", "--case-by", "docket", "--workers", 1).exit_code == 0
    found = {each["row"]: each["text"].split(" testified")[0] for each in lines(tmp_path / "out")}
    for at in range(150):
        assert found[at + 1] == ("Person A", "Person B")[at // 10 % 2], at
    assert json.loads((tmp_path / "out" / "summary.json").read_bytes())["cases"] == 10
    run(path, "--out", tmp_path / "two", "--case-by", "docket", "--workers", 2)
    assert made(tmp_path / "two") == made(tmp_path / "out")


def test_a_row_without_a_case_is_an_error_of_its_own(tmp_path):
    path = rows(tmp_path / "rows.jsonl", [{"text": "Mr Ivo Lundgren left."}, {"text": "x", "docket": " "}])
    run(path, "--out", tmp_path / "out", "--case-by", "docket")
    assert [each["error"] for each in lines(tmp_path / "out", "errors.jsonl")] == [
        "batch.row-without-case"
    ] * 2


def test_a_case_is_the_same_however_its_blanks_are_typed(tmp_path):
    texts = ("Mr Ivo Lundgren testified.", "Ms Pia Holt testified.", "Mr Ivo Lundgren left.")
    dockets = ("K  1", "K 1 ", "K\u00a01")
    path = rows(tmp_path / "rows.jsonl", [
        {"text": text, "docket": docket} for text, docket in zip(texts, dockets, strict=True)
    ])  # fmt: skip
    path.write_text(path.read_text("utf8") + json.dumps({"text": "x", "docket": "K" * 600}), "utf8")
    run(path, "--out", tmp_path / "out", "--case-by", "docket")
    assert [each["text"] for each in lines(tmp_path / "out")] == [
        "Person A testified.", "Person B testified.", "Person A left.",
    ]  # fmt: skip
    [error] = lines(tmp_path / "out", "errors.jsonl")
    assert error["error"] == "vault.case-name"
    assert "500" in error["why"]


def test_a_folder_is_a_case(tmp_path):
    for folder, names in (("a", ("Ivo Lundgren", "Pia Holt")), ("b", ("Pia Holt", "Ivo Lundgren"))):
        (tmp_path / "in" / folder).mkdir(parents=True)
        for at, name in enumerate((*names, names[0])):
            (tmp_path / "in" / folder / f"{at}.txt").write_text(f"Mr {name} testified.", "utf8")
    run(tmp_path / "in", "--out", tmp_path / "out", "--case-by", "folder")
    for folder in "ab":
        texts = [(tmp_path / "out" / folder / f"{at}.txt").read_text("utf8") for at in range(3)]
        assert texts == ["Person A testified.", "Person B testified.", "Person A testified."]


def test_a_vault_gives_the_same_pseudonyms_again(tmp_path, secret):
    vault = ("--vault", tmp_path / "cases.vault", "--passphrase-file", secret, "--case-by", "docket")
    first = rows(tmp_path / "first.jsonl", [{"text": "Mr Ivo Lundgren testified.", "docket": "K 1"}])
    later = rows(tmp_path / "later.jsonl", [
        {"text": "Ms Pia Holt testified.", "docket": "K 1"},
        {"text": "Mr Ivo Lundgren testified.", "docket": "K 1"},
        {"text": "Ms Pia Holt testified.", "docket": "K 2"},
    ])  # fmt: skip
    assert run(first, "--out", tmp_path / "one", *vault).exit_code == 0
    assert run(later, "--out", tmp_path / "two", *vault, "--workers", 2).exit_code == 0
    assert [each["text"] for each in lines(tmp_path / "two")] == [
        "Person B testified.", "Person A testified.", "Person A testified.",
    ]  # fmt: skip
    assert run(later, "--out", tmp_path / "three", *vault, "--workers", 1).exit_code == 0
    assert lines(tmp_path / "three") == lines(tmp_path / "two")
    with open_vault(tmp_path / "cases.vault", passphrase_file(secret)) as opened:
        assert {about.name: about.entries for about in opened.cases()} == {"K 1": 2, "K 2": 1}


def test_with_surrogates_vault_and_workers_change_no_byte(tmp_path, secret):
    path = scattered(tmp_path / "rows.jsonl", 40)
    found = []
    for name, workers in (("one", 1), ("two", 2)):
        vault = ("--vault", tmp_path / f"{name}.vault", "--passphrase-file", secret)
        (tmp_path / "cases.vault").exists() or _new_vault(tmp_path / "cases.vault", secret)
        (tmp_path / f"{name}.vault").write_bytes((tmp_path / "cases.vault").read_bytes())
        asked = ("--case-by", "docket", "--policy", "research", "--workers", workers)
        run(path, "--out", tmp_path / name, *asked, *vault)
        found.append(made(tmp_path / name))
    assert found[0] == found[1]
    assert b"Lundgren" not in found[0]["results.jsonl"]


def _new_vault(path, secret):
    key: Key = passphrase_file(secret)
    open_vault(path, key).close()


def test_documents_of_a_vault_can_be_restored(tmp_path, secret):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Mr Ivo Lundgren testified.", "utf8")
    vault = ["--vault", str(tmp_path / "cases.vault"), "--passphrase-file", str(secret)]
    run(tmp_path / "in", "--out", tmp_path / "out", "--case-by", "folder", *vault)
    assert not (tmp_path / "out" / ".parts").exists()
    twin = str(tmp_path / "out" / "a.txt")
    said = CliRunner().invoke(app, ["restore", twin, *vault, "--out", str(tmp_path / "back")])
    assert said.exit_code == 0, said.output
    [back] = (path for path in (tmp_path / "back").rglob("*") if path.is_file())
    assert back.read_text("utf8") == "Mr Ivo Lundgren testified."


def test_a_vault_without_cases_is_refused(tmp_path, secret):
    path = rows(tmp_path / "rows.jsonl", [{"text": "x"}])
    said = run(path, "--out", tmp_path / "out", "--vault", tmp_path / "v", "--passphrase-file", secret)
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert not (tmp_path / "v").exists()


def test_another_engine_within_a_case_is_refused(tmp_path, secret, monkeypatch):
    vault = ("--vault", tmp_path / "cases.vault", "--passphrase-file", secret, "--case-by", "docket")
    path = rows(tmp_path / "rows.jsonl", [{"text": "Mr Ivo Lundgren testified.", "docket": "K 1"}])
    assert run(path, "--out", tmp_path / "one", *vault).exit_code == 0
    monkeypatch.setattr(runs.Corpus, "device", property(lambda corpus: "torch 2, bfloat16"))
    said = run(path, "--out", tmp_path / "two", *vault)
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert "engine" in said.output


def test_a_case_that_changed_meanwhile_stops_before_the_vault(tmp_path, secret, monkeypatch):
    key = passphrase_file(secret)
    vault = ("--vault", tmp_path / "cases.vault", "--passphrase-file", secret, "--case-by", "docket")
    path = rows(tmp_path / "rows.jsonl", [{"text": "Mr Ivo Lundgren testified.", "docket": "K 1"}])
    save = runs.lasting.save

    def meanwhile(opened, *more):
        monkeypatch.setattr(runs.lasting, "save", save)
        other = rows(tmp_path / "other.jsonl", [{"text": "Ms Pia Holt testified.", "docket": "K 1"}])
        run(other, "--out", tmp_path / "other", *vault)
        return save(opened, *more)

    monkeypatch.setattr(runs.lasting, "save", meanwhile)
    said = run(path, "--out", tmp_path / "out", *vault)
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert not (tmp_path / "out" / "results.jsonl").exists()
    with open_vault(tmp_path / "cases.vault", key) as opened:
        assert [each.forms[0] for each in opened.known("K 1")] == ["Pia Holt"]


@pytest.mark.parametrize("kind", ["column", "sidecar"])
def test_what_is_known_of_a_case_is_used(kind, tmp_path):
    known = {"judges": ["Pia Holt"]}
    sentence = "Pia Holt heard Ivo Lundgren."
    if kind == "column":
        several = [{"text": sentence, "metadata": known}, {"text": "x", "metadata": "[no object"}]
        given = rows(tmp_path / "rows.jsonl", several)
    else:
        given = tmp_path / "in"
        given.mkdir()
        for name in "ab":
            (given / f"{name}.txt").write_text(sentence, "utf8")
        (given / "a.metadata.json").write_text(json.dumps(known), "utf8")
        (given / "b.metadata.json").write_text("[no object", "utf8")
    run(given, "--out", tmp_path / "out", "--metadata", kind, "--keep", "judge")
    assert [each["error"] for each in lines(tmp_path / "out", "errors.jsonl")] == ["batch.row-metadata"]
    [result] = lines(tmp_path / "out")
    text = result.get("text") or (tmp_path / "out" / result["twin"]).read_text("utf8")
    assert text.startswith("Pia Holt heard")
    assert "Lundgren" not in text
