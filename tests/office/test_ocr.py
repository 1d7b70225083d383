"""Pictures read by the program itself: every name is found, and none is left that it could read again."""

import io
import subprocess

import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageDraw

from golden import scan_build
from golden.scan_build import NAMES
from lexveil.formats import images, ocr
from lexveil.formats.images.reading import hits
from lexveil.formats.markup import Laid, lay
from lexveil.formats.pdf import scans
from lexveil.model import Replacement

needed = pytest.mark.skipif(not ocr.available(), reason="tesseract is not installed")
PSEUDONYMS = {name: f"person {letter}" for name, letter in zip(NAMES, "ABCDE", strict=True)}


def test_the_program_is_there():
    assert ocr.available(), "apt-get install tesseract-ocr"


def replacements(laid: Laid) -> list[Replacement]:
    found = [
        Replacement(at, at + len(name), new, name)
        for name, new in PSEUDONYMS.items()
        for at in range(len(laid.text))
        if laid.text.startswith(name, at)
    ]
    return sorted(found, key=lambda each: each.start)


def seen_in(image: Image.Image) -> str:
    """What the program reads in a picture, by lines and anywhere."""
    both = [each.text for sparse in (False, True) for each in ocr.words(image, language="en", sparse=sparse)]
    return " ".join(both)


def run(*command: str, data: bytes, tmp_path) -> str:
    path = tmp_path / "written.pdf"
    path.write_bytes(data)
    done = subprocess.run([command[0], *command[1:], str(path), "-"], capture_output=True, check=True)
    return done.stdout.decode("utf8", "replace")


@needed
@pytest.mark.parametrize(("dpi", "points"), [(100, 12), (150, 10), (200, 12), (300, 9), (600, 12)])
def test_every_name_on_a_page_is_read(dpi, points):
    data = scan_build.file(scan_build.page(dpi=dpi, points=points), dpi=(dpi, dpi))
    found = images.read_image("a", data, language="en")
    text = lay(found.blocks).text
    assert (found.part.state, [name for name in NAMES if name not in text]) == ("read", [])


@needed
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP", "GIF", "BMP"])
def test_names_in_a_picture_are_gone_and_their_pseudonyms_can_be_read(kind):
    data = scan_build.file(scan_build.page(), kind)
    found = images.read_image("a", data, language="en")
    laid = lay(found.blocks)
    chosen = replacements(laid)
    assert {each.entity for each in chosen} == set(NAMES)
    written = images.write_image(data, found, laid.pieces, chosen)
    image = images.shown(images.opened(written))
    assert [name for name in NAMES if name in seen_in(image)] == []
    assert "person" in seen_in(image)
    before, after = (np.asarray(each.convert("L")).astype(int) for each in (scan_build.page(), image))
    for hit in hits(found.words, laid.pieces, chosen):
        word = found.words[hit.words[0]]
        box = slice(word.top, word.bottom), slice(word.left, word.right)
        assert np.abs(after[box] - before[box]).mean() > 20


@needed
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_lies_on_its_side_or_head_is_read(turn):
    image = scan_build.page(skew=0).rotate(turn, expand=True)
    data = scan_build.file(image)
    found = images.read_image("a", data, language="en")
    laid = lay(found.blocks)
    assert [name for name in NAMES if name not in laid.text] == []
    written = images.write_image(data, found, laid.pieces, replacements(laid))
    upright = images.opened(written).rotate(-turn, expand=True)
    assert [name for name in NAMES if name in seen_in(upright)] == []


@needed
def test_names_in_a_table_of_ruled_lines_and_in_a_chart_are_read():
    image = Image.new("RGB", (1000, 700), "white")
    draw = ImageDraw.Draw(image)
    font = scan_build.font(22)
    for row, name in enumerate(NAMES):
        draw.rectangle((40, 40 + 50 * row, 480, 90 + 50 * row), outline="black", width=2)
        draw.text((60, 52 + 50 * row), f"Mr {name}", fill="black", font=font)
    for column, name in enumerate(NAMES[:3]):
        box = (40 + 320 * column, 450, 320 + 320 * column, 540)
        draw.rounded_rectangle(box, 12, fill="#dde8ff", outline="navy", width=3)
        draw.text((box[0] + 60, 480), name.upper(), fill="black", font=font)
    text = lay(images.read_image("a", scan_build.file(image), language="en").blocks).text
    wanted = [*NAMES, *(name.upper() for name in NAMES[:3])]
    assert [name for name in wanted if name not in text] == []


@needed
def test_white_letters_on_nothing_are_read():
    image = Image.new("RGBA", (900, 120), (255, 255, 255, 0))
    ImageDraw.Draw(image).text((30, 30), "Witness Torvund", fill="white", font=scan_build.font(48))
    assert "Torvund" in lay(images.read_image("a", scan_build.file(image), language="en").blocks).text


@needed
def test_a_page_that_is_too_blurred_or_too_crooked_is_uncovered():
    crooked = scan_build.page().rotate(14, expand=True, fillcolor=250)
    small = scan_build.page(dpi=40, noise=0)
    for image in (crooked, small.resize((small.width * 4, small.height * 4))):
        assert images.read_image("a", scan_build.file(image), language="en").part.state == "uncovered"


@needed
@pytest.mark.parametrize("encoding", ["jpeg", "flate", "palette", "jpx", "fax", "jbig2", "stencil"])
def test_a_scanned_page_in_every_encoding(encoding, tmp_path):
    data = scan_build.scan(scan_build.page(), encoding=encoding)
    check(data, tmp_path)


@needed
@pytest.mark.parametrize(
    "options",
    [
        {"rotate": 90},
        {"rotate": 180},
        {"rotate": 270},
        {"strips": 7, "encoding": "fax"},
        {"hidden": "Ms Torvund and Mr Vandermoor"},
    ],
    ids=str,
)
def test_a_scanned_page_however_it_lies(options, tmp_path):
    check(scan_build.scan(scan_build.page(), **options), tmp_path)


def check(data: bytes, tmp_path) -> None:
    """Read, replace, write; then look at it with other programs, and once more with ours."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        scans.prepare(pdf)
        found = scans.read_scans(pdf, language="en")
        laid = lay(block for page in found.blocks.values() for block in page)
        assert {part.state for part in found.parts} == {"read"}
        chosen = replacements(laid)
        assert {each.entity for each in chosen} == set(NAMES)
        scans.write_scans(pdf, found, laid.pieces, chosen)
        made = io.BytesIO()
        pdf.save(made, deterministic_id=True)
    written = made.getvalue()
    text = run("pdftotext", "-layout", data=written, tmp_path=tmp_path)
    assert [name for name in (*NAMES, "Quell-") if name in text] == []
    assert [new for new in PSEUDONYMS.values() if new not in text] == []
    assert "The District Court of Norhaven" in text
    subprocess.run(["qpdf", "--check", str(tmp_path / "written.pdf")], capture_output=True, check=True)
    shot = tmp_path / "page"
    path = str(tmp_path / "written.pdf")
    subprocess.run(["pdftoppm", "-r", "200", "-gray", "-png", "-singlefile", path, str(shot)], check=True)
    with Image.open(shot.with_suffix(".png")) as picture:
        upright = picture.convert("L")
    for degrees in (0, ocr.turn(upright)):
        seen = seen_in(upright.rotate(-degrees, expand=True))
        assert [name for name in (*NAMES, "Quell-") if name in seen] == []
    with pikepdf.open(io.BytesIO(written)) as pdf:
        found = scans.read_scans(pdf, language="en")
    again = lay(block for page in found.blocks.values() for block in page).text
    assert [name for name in NAMES if name in again] == []
