"""What lies beside the published texts tells of nobody: names of files, lists, figures, errors."""

import json
import stat
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from attacks.files import SAID
from lexveil.cli import app
from lexveil.errors import InputError
from lexveil.formats.source import Options
from lexveil.formats.tables import read_rows

NAMES = ("welhaven", "dagny", "prohaska", "torgrim")


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, words)])


def telling(folder: Path) -> list[str]:
    """The files whose name or content tells of somebody."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [
        f"{path.relative_to(folder)}: {name}"
        for path in files
        for name in NAMES
        if name in f"{path.relative_to(folder)} {path.read_text('utf8', 'replace')}".lower()
    ]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "Prohaska v State").mkdir(parents=True)
    rows = [{"id": number, "text": SAID} for number in range(3)]
    (folder / "welhaven_corpus.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n", "utf8")
    (folder / "plain rows.jsonl").write_text(json.dumps({"text": "It rained."}) + "\n", "utf8")
    with zipfile.ZipFile(folder / "prohaska.zip", "w") as archive:
        archive.writestr("Dagny/statement.txt", SAID)
    for name in ("DW statement.txt", "Prohaska v State/a.txt"):
        (folder / name).write_text(SAID, "utf8")
    return folder


def test_nothing_in_the_folder_of_a_batch_tells_of_somebody(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = call("batch", source, "--out", out, "--workers", 1)
    assert done.exit_code == 0, done.output
    assert telling(out) == []
    assert not list(out.rglob("DW*"))
    files = {json.loads(line)["file"] for line in (out / "results.jsonl").read_text("utf8").splitlines()}
    assert files == {"", "input-1", "input-2", "plain rows.jsonl"}
    about = json.loads((out / "summary.json").read_text("utf8"))["about"]
    assert "digest" not in about  # of names and sizes of the inputs: both can be guessed
    apart = tmp_path / "out-dictionary"
    listed = [json.loads(line) for line in (apart / "documents.jsonl").read_text("utf8").splitlines()]
    assert {"file": "input-2", "path": "welhaven_corpus.jsonl"} in listed
    assert stat.S_IMODE(apart.stat().st_mode) == 0o700
    assert {stat.S_IMODE(each.stat().st_mode) for each in apart.iterdir()} == {0o600}
    assert call("batch", source, "--out", out, "--workers", 1, "--resume").exit_code == 0  # ended before
    (source / "welhaven_corpus.jsonl").write_text(json.dumps({"text": "Another."}) + "\n", "utf8")
    assert call("batch", source, "--out", out, "--workers", 1, "--resume").exit_code == 1


def test_a_table_and_documents_of_one_folder_get_names_of_their_own(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (source / "prohaska.zip").unlink()
    done = call("run", source, "--out", out)
    assert done.exit_code in (0, 4), done.output  # 4: rows of which nobody is named
    assert telling(out) == []
    assert len({path.name.split(".")[0] for path in out.rglob("document-*")}) == 3


@pytest.mark.parametrize("head", ["# Welhaven,a", "Dagny Welhaven,notes", "statement of ingrid,x"])
def test_titles_of_columns_that_may_be_somebodys_are_not_told(head: str) -> None:
    with pytest.raises(InputError) as caught:
        read_rows(f"{head}\n1,2\n".encode(), Options(), ".csv")
    assert "…" in str(caught.value)
    assert not any(name in str(caught.value).lower() for name in (*NAMES, "ingrid"))


def test_other_titles_of_columns_are_told() -> None:
    with pytest.raises(InputError, match="Date of birth, full_text, docket"):
        read_rows(b"Date of birth,full_text,docket\n1,2,3\n", Options(), ".csv")
