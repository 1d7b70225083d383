"""Files that nobody should trust: each is one line of error, and nothing is written."""

import io
import resource
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

GOLDEN = Path(__file__).parent / "golden"
DOCX, ODT, PDF = GOLDEN / "docx" / "runs.docx", GOLDEN / "odt" / "canary.odt", GOLDEN / "pdf" / "canaries.pdf"
NAME = "Torvund"
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
XML = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "{NAME}">{LAUGHS}]><r>&l9;</r>'
OUTSIDE = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>{NAME} &x;</r>'
MEMORY = 4 * 2**30  # bytes of address space, of which libraries take the most


def changed(path: Path, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The container with its members changed."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return made.getvalue()


def encrypted() -> bytes:
    made = io.BytesIO()
    with pikepdf.open(PDF) as pdf:
        pdf.save(made, encryption=pikepdf.Encryption(owner="o", user="u"))
    return made.getvalue()


def bomb(members: dict[str, bytes]) -> None:
    members["word/media/image1.png"] = bytes(200_000_000)


def without(name: str) -> Callable[[dict[str, bytes]], None]:
    return lambda members: members.pop(name) and None


def put(name: str, data: bytes) -> Callable[[dict[str, bytes]], None]:
    return lambda members: members.update({name: data})


CASES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a zip bomb": (".docx", lambda: changed(DOCX, bomb)),
    "an XML bomb": (".xml", lambda: XML.encode()),
    "an XML bomb in a Word file": (".docx", lambda: changed(DOCX, put("word/document.xml", XML.encode()))),
    "an XML bomb in an ODT": (".odt", lambda: changed(ODT, put("content.xml", XML.encode()))),
    "an external entity": (".xml", lambda: OUTSIDE.encode()),
    "an external entity in a Word file": (
        ".docx", lambda: changed(DOCX, put("word/document.xml", OUTSIDE.encode()))
    ),
    "a path out of the container": (".docx", lambda: changed(DOCX, put("../../evil.xml", b"<a/>"))),
    "half a Word file": (".docx", lambda: DOCX.read_bytes()[: DOCX.stat().st_size // 2]),
    "half an ODT": (".odt", lambda: ODT.read_bytes()[:2000]),
    "a Word file without its document": (".docx", lambda: changed(DOCX, without("word/document.xml"))),
    "an ODT without its content": (".odt", lambda: changed(ODT, without("content.xml"))),
    "a Word file with a password": (".docx", lambda: bytes.fromhex("d0cf11e0a1b11ae1") + bytes(2000)),
    "a PDF with a password": (".pdf", encrypted),
    "a PDF cut off": (".pdf", lambda: PDF.read_bytes()[:700]),
    "a PDF of nothing": (".pdf", lambda: b"%PDF-1.7\n%%EOF\n"),
    "a PDF that is a page": (".pdf", lambda: f"<p>{NAME}</p>".encode()),
    "a Word file that is a page": (".docx", lambda: f"<html><p>{NAME}</p></html>".encode()),
    "an ODT that is a page": (".odt", lambda: f"<html><p>{NAME}</p></html>".encode()),
    "zeros as PDF": (".pdf", lambda: bytes(2_000_000)),
    "zeros as Word file": (".docx", lambda: bytes(2_000_000)),
    "XML cut off": (".xml", lambda: f"<a><b>{NAME}</b>".encode()),
    "XML a million deep": (".xml", lambda: b"<a>" * 1_000_000),
    "a table without text": (".jsonl", lambda: b'{"title": "Torvund"}\n'),
    "a table that is none": (".jsonl", lambda: b"Torvund\n"),
    "a table without the column": (".csv", lambda: b"id,title\n1,Torvund\n"),
    "no Parquet": (".parquet", lambda: b"PAR1Torvund"),
    "an empty mail": (".eml", lambda: b"\r\n\r\n"),
}  # fmt: skip


def lexveil(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with little memory and time."""
    command = [sys.executable, "-c", "from lexveil.cli import main; main()", *map(str, arguments)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )


@pytest.mark.parametrize("case", CASES)
def test_what_nobody_should_trust_is_one_line_of_error(case, tmp_path):
    suffix, make = CASES[case]
    path = tmp_path / f"file{suffix}"
    path.write_bytes(make())
    done = lexveil("run", path, "--out", tmp_path / "out")
    lines = done.stderr.strip().splitlines()
    assert (done.returncode, len(lines)) == (1, 1), done.stderr
    assert lines[0].startswith("lexveil: ")
    assert str(path) in lines[0]
    assert NAME not in done.stderr + done.stdout
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", [".docx", ".pdf", ".xml", ".txt"])
def test_a_gigabyte_of_zeros_is_not_even_read(suffix, tmp_path):
    path = tmp_path / f"zeros{suffix}"
    with path.open("wb") as file:
        file.truncate(10**9)
    done = lexveil("run", path, "--out", tmp_path / "out")
    assert done.returncode == 1
    assert "larger than the limit of 25 MiB" in done.stderr
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
