"""Whatever a corpus comes in: tables, folders, archives, addresses; and what is wrong with it."""

import json
import os
from pathlib import Path

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lexveil.batch import archives, rows
from lexveil.batch.rows import Columns
from tests.batch.corpora import NAMES, lines, made, run, tarred, text, zipped

ROWS = [{"id": at, "text": text(at)} for at in range(4)]


def write_rows(path, suffix):
    path = path / f"rows{suffix}"
    if suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf8")
    elif suffix == ".json":
        path.write_text(json.dumps(ROWS, indent=1), "utf8")
    elif suffix == ".csv":
        path.write_text("id,text\n" + "".join(f'{row["id"]},"{row["text"]}"\n' for row in ROWS), "utf8")
    else:
        pq.write_table(pa.Table.from_pylist(ROWS), path)
    return path


@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".csv", ".parquet"])
def test_the_rows_of_every_table_are_read_with_their_numbers(suffix, tmp_path):
    path = write_rows(tmp_path, suffix)
    found = [item for item, _ in rows.items(str(path), Columns("text"), "rows")]
    assert [(each.number, each.text, each.error) for each in found] == [
        (at + 1, row["text"], "") for at, row in enumerate(ROWS)
    ]
    assert list(rows.items(str(path), Columns("text"), "rows"))[-1][1] <= path.stat().st_size


def test_a_row_with_more_cells_than_columns_tells_nothing_of_them(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("id,text\n1,Mr Ivo Lundgren left.,Pia Holt,more\n", "utf8")
    run(path, "--out", tmp_path / "out")
    assert [each["text"] for each in lines(tmp_path / "out")] == ["Person A left."]
    assert lines(tmp_path / "out", "errors.jsonl") == []


def test_a_long_array_is_read_piece_by_piece(tmp_path):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([{"text": "ä" * 40_000}, {"text": "b"}, ["no row"], {"text": "c"}]), "utf8")
    found = [item for item, _ in rows.items(str(path), Columns("text"), "rows")]
    assert [(len(each.text), each.error) for each in found] == [
        (40_000, ""), (1, ""), (0, "batch.row-without"), (1, ""),
    ]  # fmt: skip


def test_an_array_that_breaks_off_is_an_error_after_its_rows(tmp_path):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(ROWS)[:-30], "utf8")
    found = [item.error for item, _ in rows.items(str(path), Columns("text"), "rows")]
    assert found == ["", "", "", "batch.broken"]


def test_a_folder_keeps_its_tree_and_tells_no_name(tmp_path):
    folder = tmp_path / "in"
    (folder / "2019" / "Lundgren").mkdir(parents=True)
    (folder / "2019" / "a.txt").write_text(text(0), "utf8")
    (folder / "2019" / "Lundgren" / "b.txt").write_text(text(0), "utf8")
    (folder / "Pia Holt.html").write_text(f"<p>{text(1)}</p>", "utf8")
    (folder / "empty.txt").write_text("", "utf8")
    said = run(folder, "--out", tmp_path / "out")
    assert said.exit_code == 1
    results = made(tmp_path / "out")
    twins = [each["twin"] for each in lines(tmp_path / "out")]
    assert twins[1] == "2019/a.txt"
    assert [name.partition("-")[0] for name in (twins[0], twins[2])] == ["document", "2019/document"]
    assert set(results) == {*twins, "results.jsonl", "errors.jsonl", "summary.json"}
    assert [(each["document"], each["error"]) for each in lines(tmp_path / "out", "errors.jsonl")] == [
        (2, "file.empty")
    ]
    everything = b"".join(results.values()).decode() + "".join(results)
    assert [name for name in NAMES if name in everything or name.split()[1] in everything] == []
    sizes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert json.loads((tmp_path / "out" / "times.json").read_bytes())["read"] == sizes
    listed = (tmp_path / "out-dictionary" / "documents.jsonl").read_text("utf8").splitlines()
    assert [json.loads(each)["document"] for each in listed] == [1, 2, 3, 4]


def test_names_of_files_that_are_no_text_go_through(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    Path(os.fsdecode(os.fsencode(folder) + b"/letter\xff.txt")).write_text(text(0), "utf8")
    assert run(folder, "--out", tmp_path / "out").exit_code == 0
    [result] = lines(tmp_path / "out")
    assert (tmp_path / "out" / result["twin"]).read_text("utf8").startswith("Person A")


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_archives_are_read_member_by_member(pack, tmp_path):
    ending = ".zip" if pack is zipped else ".tar.gz"
    members = {
        "a/one.txt": text(0), "../two.txt": text(1), "three.html": f"<p>{text(2)}</p>",
        "picture.bin": "x", "A/one.txt": text(3),
    }  # fmt: skip
    path = pack(tmp_path / f"court{ending}", members)
    run(path, "--out", tmp_path / "out")
    assert [each["twin"] for each in lines(tmp_path / "out")] == ["court/a/one.txt", "court/three.html"]
    errors = [(each["document"], each["error"]) for each in lines(tmp_path / "out", "errors.jsonl")]
    assert errors == [(2, "batch.member-outside"), (4, "batch.same-target")]
    assert (tmp_path / "out" / "court" / "a" / "one.txt").read_text("utf8").startswith("Person A testified")
    assert not (tmp_path / "two.txt").exists()


def test_an_archive_that_breaks_off_keeps_what_came_before(tmp_path):
    path = tarred(tmp_path / "court.tar.gz", {f"{at}.txt": text(at) * 2000 for at in range(3)})
    path.write_bytes(path.read_bytes()[:-200])
    found = [item for item, _ in archives.items(
        str(path), ".", "court", suffixes=frozenset([".txt"]), max_bytes=10**6
    )]  # fmt: skip
    assert [each.error for each in found][-1] == "batch.archive-broken"
    assert [each.error for each in found][:-1] == [""] * (len(found) - 1)


def test_members_that_are_too_large_are_errors(tmp_path):
    path = zipped(tmp_path / "court.zip", {"a.txt": "x" * 100, "b.txt": "x"})
    found = [item for item, _ in archives.items(
        str(path), ".", "court", suffixes=frozenset([".txt"]), max_bytes=50
    )]  # fmt: skip
    assert [each.error for each in found] == ["batch.member-large", ""]


def test_addresses_are_read_like_paths(tmp_path):
    memory = fsspec.filesystem("memory")
    memory.pipe("/corpus/2019/rows.jsonl", "".join(json.dumps(row) + "\n" for row in ROWS).encode())
    memory.pipe("/corpus/2020/a.txt", text(0).encode())
    try:
        assert run("memory://corpus", "--out", tmp_path / "out").exit_code == 0
        run("memory://corpus/*/*.jsonl", "--out", tmp_path / "some")
        said = run("memory://nowhere/rows.jsonl", "--out", tmp_path / "none")
    finally:
        memory.rm("/corpus", recursive=True)
    results = lines(tmp_path / "out")
    assert [each.get("row") for each in results] == [1, 2, 3, 4, None]
    assert results[-1]["twin"] == "2020/a.txt"
    assert [each["file"] for each in lines(tmp_path / "some")] == ["2019/rows.jsonl"] * 4
    assert (said.exit_code, said.output.count("\n")) == (1, 1)


def test_every_bad_input_is_told_before_anything_is_written(tmp_path):
    (tmp_path / "no.csv").write_text("id,body\n1,x\n", "utf8")
    (tmp_path / "bad.zip").write_text("no archive", "utf8")
    (tmp_path / "bad.parquet").write_text("no table", "utf8")
    pq.write_table(pa.table({"body": ["x"]}), tmp_path / "column.parquet")
    names = ("no.csv", "bad.zip", "bad.parquet", "column.parquet", "none.jsonl")
    said = run(*(tmp_path / name for name in names), "--out", tmp_path / "out")
    assert said.exit_code == 1
    assert [name for name in names if f"{name}: " not in said.output] == []
    assert said.output.count("\n") == len(names)
    assert not (tmp_path / "out").exists()


def test_two_inputs_of_one_name_are_refused(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(text(0), "utf8")
    said = run(tmp_path / "one", tmp_path / "two", "--out", tmp_path / "out")
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    zipped(tmp_path / "one.zip", {"a.txt": text(0)})
    (tmp_path / "in" / "one").mkdir(parents=True)
    (tmp_path / "in" / "one" / "a.txt").write_text(text(0), "utf8")
    assert run(tmp_path / "one.zip", tmp_path / "in", "--out", tmp_path / "out").exit_code == 1
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_the_output_too_is_refused(tmp_path):
    (tmp_path / "a.txt").write_text(text(0), "utf8")
    said = run(tmp_path, "--out", tmp_path)
    assert (said.exit_code, said.output.count("\n")) == (1, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
