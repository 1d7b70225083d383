"""A court's crest that nothing can read stops no file for good: it is allowed by its mark, wherever it is."""

import base64
import io
import re
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from attacks.test_hiding_places import OFFICE, SAID, docx
from formats.pictures import drawing
from formats.pictures import file as saved
from lexveil.cli import app
from lexveil.formats import ocr
from lexveil.formats.images import mark

CREST, OTHER = saved(drawing()), saved(drawing(size=(210, 70)))
LINK = f'<Relationship Id="r9" Type="{OFFICE}/image" Target="media/image1.png"/>'
PNG = '<Default Extension="png" ContentType="image/png"/>'


def word_file(picture: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(docx(""))) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "word/_rels/document.xml.rels":
                data = data.replace(b"</Relationships>", LINK.encode() + b"</Relationships>")
            new.writestr(name, data.replace(b"<Default", PNG.encode() + b"<Default", 1))
        new.writestr("word/media/image1.png", picture)
    return made.getvalue()


def page(picture: bytes) -> bytes:
    packed = base64.b64encode(picture).decode()
    return f'<p>{SAID}</p><img src="data:image/png;base64,{packed}">'.encode()


FILES = {".docx": word_file, ".html": page}


@pytest.fixture(autouse=True)
def _no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the program that reads pictures."""
    monkeypatch.setattr(ocr, "available", lambda: False)


def run(path: Path, *options: str) -> Result:
    return CliRunner().invoke(app, ["run", str(path), "--out", str(path.parent / "out"), *options])


@pytest.mark.parametrize("suffix", FILES)
def test_the_message_tells_the_mark_and_the_mark_lets_it_out(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_bytes(FILES[suffix](CREST))
    stopped = run(path)
    assert stopped.exit_code == 1
    told = re.search(r"--allow-image ([0-9a-f]{16})", stopped.output)
    assert told
    assert told[1] == mark(CREST)
    assert run(path, "--allow-image", told[1]).exit_code == 0
    assert "Welhaven" not in (tmp_path / "out" / path.name).read_bytes().decode("latin-1")
    report = (tmp_path / "out" / "file.report.json").read_text("utf8")
    assert mark(CREST) in report


@pytest.mark.parametrize("suffix", FILES)
def test_another_picture_is_not_let_out_by_it(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_bytes(FILES[suffix](OTHER))
    assert run(path, "--allow-image", mark(CREST)).exit_code == 1


def test_marks_can_be_set_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXVEIL_ALLOW_IMAGE", f"{mark(OTHER)},{mark(CREST)}")
    path = tmp_path / "file.docx"
    path.write_bytes(word_file(CREST))
    assert run(path).exit_code == 0
