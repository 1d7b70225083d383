"""A court's crest that nothing can read stops no file for good: it is allowed by its mark, wherever it is."""

import base64
import io
import re
import zipfile
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from attacks.files import OFFICE, SAID, docx
from formats.pictures import drawing
from formats.pictures import file as saved
from golden.pdf_build import simple, text
from golden.scan_build import image_object
from lexveil.cli import app
from lexveil.errors import InputError
from lexveil.formats import ocr
from lexveil.formats.images import mark
from lexveil.formats.pictures import picture
from lexveil.store import keys

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


def pdf_file(picture: bytes) -> bytes:
    line = text(SAID[:60], 40, 500) + " q 100 0 0 30 40 600 cm /P1 Do Q"
    with pikepdf.open(io.BytesIO(simple(line))) as file, Image.open(io.BytesIO(picture)) as image:
        made = image_object(file, image.convert("L"), "jpeg")
        file.pages[0].Resources.XObject = pikepdf.Dictionary(P1=made)
        saved = io.BytesIO()
        file.save(saved)
        return saved.getvalue()


FILES = {".docx": word_file, ".html": page, ".pdf": pdf_file}


@pytest.fixture(autouse=True)
def _no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the program that reads pictures."""
    monkeypatch.setattr(ocr, "available", lambda: False)


MARKED = re.compile(r"--allow-image ([0-9a-f]{16})")


def told(folder: Path, suffix: str, picture: bytes) -> str:
    """The mark that the message tells."""
    path = folder / f"asked{suffix}"
    path.write_bytes(FILES[suffix](picture))
    found = MARKED.search(run(path).output)
    assert found
    return found[1]


def run(path: Path, *options: str) -> Result:
    return CliRunner().invoke(app, ["run", str(path), "--out", str(path.parent / "out"), *options])


@pytest.mark.parametrize("suffix", FILES)
def test_the_message_tells_the_mark_and_the_mark_lets_it_out(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_bytes(FILES[suffix](CREST))
    assert run(path).exit_code == 1
    allowed = told(tmp_path, suffix, CREST)
    assert allowed == mark(CREST) or suffix == ".pdf"
    assert run(path, "--allow-image", allowed).exit_code == 0
    assert "Welhaven" not in (tmp_path / "out" / path.name).read_bytes().decode("latin-1")
    report = (tmp_path / "out" / "file.report.json").read_text("utf8")
    assert allowed in report


@pytest.mark.parametrize("suffix", FILES)
def test_another_picture_is_not_let_out_by_it(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_bytes(FILES[suffix](OTHER))
    assert run(path, "--allow-image", told(tmp_path, suffix, CREST)).exit_code == 1


@pytest.mark.parametrize("suffix", FILES)
def test_what_was_allowed_in_a_case_is_known_there(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = told(tmp_path, suffix, CREST)
    keys.new_key_file(tmp_path / "key")
    monkeypatch.setenv("LEXVEIL_VAULT", str(tmp_path / "cases.vault"))
    known = ["--vault-key", str(tmp_path / "key"), "--case"]
    first, second = (tmp_path / f"{name}{suffix}" for name in ("first", "second"))
    for path in (first, second):
        path.write_bytes(FILES[suffix](CREST))
    assert run(first, *known, "A").exit_code == 1
    assert run(first, *known, "A", "--allow-image", allowed).exit_code == 0
    assert run(second, *known, "A").exit_code == 0
    assert run(second, *known, "B").exit_code == 1


def test_the_same_bytes_in_other_colours_are_another_picture(tmp_path: Path) -> None:
    """A palette can show what another one hides."""
    marks = set()
    for level in (100, 255):
        with pikepdf.open(io.BytesIO(pdf_file(CREST))) as file:
            picture = file.pages[0].Resources.XObject.P1
            picture.write(bytes(range(256)) * 24)
            palette = pikepdf.String(bytes([0, 0, 0, level] * 64))
            picture.ColorSpace = pikepdf.Array([pikepdf.Name.Indexed, pikepdf.Name.DeviceGray, 255, palette])
            picture.Width, picture.Height = 96, 64
            made = io.BytesIO()
            file.save(made)
        path = tmp_path / f"{level}.pdf"
        path.write_bytes(made.getvalue())
        marks.add(MARKED.search(run(path).output)[1])
    assert len(marks) == 2


def test_marks_can_be_set_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXVEIL_ALLOW_IMAGE", f"{mark(OTHER)},{mark(CREST)}")
    path = tmp_path / "file.docx"
    path.write_bytes(word_file(CREST))
    assert run(path).exit_code == 0


@pytest.mark.parametrize("suffix", FILES)
def test_a_picture_can_be_looked_at_by_its_mark(suffix: str, tmp_path: Path) -> None:
    made = picture(FILES[suffix](CREST), told(tmp_path, suffix, CREST))
    with Image.open(io.BytesIO(made)) as shown:
        assert shown.format == "PNG"
        assert shown.width / shown.height == pytest.approx(200 / 60, rel=0.02)
        assert shown.convert("L").getextrema()[0] < 50
    with pytest.raises(InputError):
        picture(FILES[suffix](CREST), "0" * 16)
