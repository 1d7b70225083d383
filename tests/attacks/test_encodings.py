"""Parts that declare an odd encoding, or break a parser otherwise: one line of error, of that file alone."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lexveil import formats
from lexveil.check import leaks
from lexveil.cli import app
from lexveil.errors import CoverageError, InputError, LexveilError, OutputError
from lexveil.formats.source import Format
from lexveil.text.search import Form

GOLDEN = Path(__file__).parent.parent / "golden"
DOCX, ODT = GOLDEN / "docx" / "runs.docx", GOLDEN / "odt" / "canary.odt"
NOTES = GOLDEN / "docx" / "canaries.docx"
ODD = (
    "UTF-7", "utf-16", "utf_32", "ucs-4", "ebcdic-cp-us", "cp037", "rot13", "base64", "zlib", "quopri", "hz",
    "punycode", "idna", "unicode_escape", "iso-2022-jp", "undefined", "mbcs", "x-user-defined", "",
)  # fmt: skip
SAID = "Ms Dagny Welhaven, witness. +AFcAZQBsAGgAYQB2AGUAbg- Zo\u00eb"
HIDDEN = [Form("welhaven", "part", "e1")]


def xml(encoding: str) -> bytes:
    return f'<?xml version="1.0" encoding="{encoding}"?><a><b>{SAID}</b></a>'.encode("latin-1")


def put(path: Path, name: str, data: bytes) -> bytes:
    """The container with one member more, or another one."""
    with zipfile.ZipFile(path) as archive:
        members = {each: archive.read(each) for each in archive.namelist()} | {name: data}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for each, content in members.items():
            archive.writestr(each, content)
    return made.getvalue()


def redeclared(path: Path, name: str, encoding: str) -> bytes:
    """The container with another word for the encoding of one member."""
    with zipfile.ZipFile(path) as archive:
        data = archive.read(name)
    start = f'<?xml version="1.0" encoding="{encoding}"?>'.encode()
    rest = data[data.index(b"?>") + 2 :] if data.startswith(b"<?xml") else data
    return put(path, name, start + rest)


def page(encoding: str) -> bytes:
    return f'<meta charset="{encoding}"><p>{SAID}'.encode("latin-1")


def mail(encoding: str) -> bytes:
    head = f"Subject: =?{encoding}?Q?Hei?=\nContent-Type: text/plain; charset={encoding}\n\n"
    return (head + SAID).encode("latin-1")


def framed(encoding: str) -> bytes:
    frame = f'<iframe src="data:text/html;charset={encoding};base64,PHA+SGVp"></iframe>'
    return f"<p>{SAID}{frame}".encode()


FILES = {
    "XML": (".xml", xml),
    "a page": (".html", page),
    "an e-mail": (".eml", mail),
    "custom XML of Word": (".docx", lambda name: put(DOCX, "customXml/item1.xml", xml(name))),
    "a part of Word": (".docx", lambda name: redeclared(DOCX, "word/document.xml", name)),
    "notes of Word": (".docx", lambda name: redeclared(NOTES, "word/footnotes.xml", name)),
    "types of Word": (".docx", lambda name: redeclared(DOCX, "[Content_Types].xml", name)),
    "content of an ODT": (".odt", lambda name: redeclared(ODT, "content.xml", name)),
    "an object in an ODT": (".odt", lambda name: put(ODT, "Object 9/content.xml", xml(name))),
    "a page in a page": (".html", framed),
}


def error_of(data: bytes, name: str) -> LexveilError | None:
    """What reading it and writing it back ends with."""
    try:
        formats.write(formats.read(data, name), ())
    except LexveilError as error:
        return error
    return None


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("encoding", ODD)
def test_an_odd_encoding_is_read_or_refused(kind: str, encoding: str) -> None:
    suffix, make = FILES[kind]
    data = make(encoding)
    error = error_of(data, f"file{suffix}")
    if error:
        assert not error.code.endswith(("unexpected", "unwritten"))  # foreseen
        assert "\n" not in str(error)
        assert "Welhaven" not in str(error)
    assert b"Welhaven" not in data or leaks(data, HIDDEN).leaks


def test_a_name_in_utf7_is_found() -> None:
    data = b'<?xml version="1.0" encoding="UTF-7"?><a>+AFcAZQBsAGgAYQB2AGUAbg-</a>'
    assert leaks(data, HIDDEN).leaks


BREAKS = [RecursionError("Welhaven"), ZeroDivisionError("Welhaven"), UnicodeError("Welhaven"), MemoryError()]


def failing(error: Exception) -> Any:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("error", BREAKS, ids=lambda each: type(each).__name__)
def test_what_no_parser_foresaw(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexveil.formats.text.TEXT", Format(failing(error), failing(error)))
    with pytest.raises(InputError, match=type(error).__name__) as caught:
        formats.read(b"Ms Welhaven", "file.txt")
    assert "Welhaven" not in str(caught.value)


def test_what_no_writer_foresaw(monkeypatch: pytest.MonkeyPatch) -> None:
    document = formats.read(b"Ms Welhaven", "file.txt")
    monkeypatch.setattr("lexveil.formats.text.TEXT", Format(failing(BREAKS[0]), failing(BREAKS[0])))
    with pytest.raises(OutputError, match="nothing was written"):
        formats.write(document, ())


def test_what_the_leak_check_did_not_foresee_is_never_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexveil.check.markup.sources", failing(BREAKS[1]))
    with pytest.raises(CoverageError, match="does not go out"):
        leaks(b"Ms Welhaven", HIDDEN)


@pytest.mark.parametrize(
    "where", ["lexveil.formats.html.HTML", "lexveil.pipeline.read", "lexveil.pipeline.analyze_case"]
)
def test_one_broken_file_does_not_end_the_batch(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, name = where.rpartition(".")
    real = getattr(__import__(module, fromlist=[name]), name)
    calls = []

    def once(*given: Any, **more: Any) -> Any:
        calls.append(given)
        if len(calls) == 1:
            raise BREAKS[0]
        return real(*given, **more)

    monkeypatch.setattr(where, Format(failing(BREAKS[0]), real.write) if name == "HTML" else once)
    files = [tmp_path / "a.html", tmp_path / "b.txt"]
    for path in files:
        path.write_text("The Panel heard Ms Dagny Welhaven.", "utf8")
    done = CliRunner().invoke(app, ["run", *map(str, files), "--out", str(tmp_path / "out")])
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    assert "Welhaven" not in done.output
    assert (tmp_path / "out" / "b.txt").exists()
