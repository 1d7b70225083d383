"""Where words stand on the pages of a PDF."""

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from lexveil import formats
from lexveil.errors import InputError
from lexveil.formats.pdf import placing

GOLDEN = Path(__file__).parents[1] / "golden" / "pdf"
AWARD = (GOLDEN / "award-chromium.pdf").read_bytes()
NAMES = ("Ragnhild Osterholm", "Quellmark", "Brandtwell", "Torvund")


def places(text: str, words: str) -> list[tuple[int, int]]:
    found, at = [], text.find(words)
    while at >= 0:
        found.append((at, at + len(words)))
        at = text.find(words, at + 1)
    return found


def turned(data: bytes, degrees: int) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            page.rotate(degrees, relative=False)
        pdf.save(out)
    return out.getvalue()


@pytest.mark.parametrize("name", ["award-chromium.pdf", "award-libreoffice.pdf"])
@pytest.mark.parametrize("words", NAMES)
def test_in_the_box_of_a_name_a_viewer_reads_that_name(name: str, words: str) -> None:
    data = (GOLDEN / name).read_bytes()
    document = formats.read(data, name)
    wanted = places(document.text, words)
    found = placing.placings(document, wanted)
    assert found
    with pypdfium2.PdfDocument(data) as pdf:
        for each in found:
            page = pdf[each.page]
            width, height = page.get_size()
            left, top, right, bottom = each.box
            box = (left * width - 1, height * (1 - bottom) - 1, right * width + 1, height * (1 - top) + 1)
            text = page.get_textpage().get_text_bounded(*box)
            assert words.split()[0] in text or words.split()[-1] in text


def test_a_name_on_one_line_has_one_box() -> None:
    document = formats.read(AWARD, "award.pdf")
    (place,) = places(document.text, "Ragnhild Osterholm")
    (found,) = placing.placings(document, [place])
    assert (found.start, found.end, found.page) == (*place, 0)
    left, top, right, bottom = found.box
    assert 0 < left < right < 1
    assert 0 < top < bottom < 1
    assert right - left > bottom - top


def around(found: list[placing.Placing]) -> tuple[float, ...]:
    left, top, right, bottom = zip(*(each.box for each in found), strict=True)
    return min(left), min(top), max(right), max(bottom)


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_page_that_lies_on_its_side_has_boxes_as_it_is_looked_at(degrees: int) -> None:
    upright = formats.read(AWARD, "award.pdf")
    lying = formats.read(turned(AWARD, degrees), "award.pdf")
    before, after = (
        around(placing.placings(each, places(each.text, "Ragnhild Osterholm"))) for each in (upright, lying)
    )
    left, top, right, bottom = before
    expected = {
        90: (1 - bottom, left, 1 - top, right),
        180: (1 - right, 1 - bottom, 1 - left, 1 - top),
        270: (top, 1 - right, bottom, 1 - left),
    }[degrees]
    assert after == pytest.approx(expected, abs=0.01)


def test_what_stands_on_no_page_has_no_box() -> None:
    document = formats.read((GOLDEN / "canaries.pdf").read_bytes(), "canaries.pdf")
    every = placing.placings(document, [(0, len(document.text))])
    assert {each.page for each in every} <= set(
        range(len(placing.sizes((GOLDEN / "canaries.pdf").read_bytes())))
    )
    hidden = [zone for zone in document.zones if zone.kind == "code"]
    assert hidden
    assert placing.placings(document, [(hidden[-1].start, hidden[-1].end)]) == []


def test_a_page_is_drawn_as_wide_as_asked() -> None:
    picture = Image.open(io.BytesIO(placing.page_picture(AWARD, 0)))
    assert picture.size[0] == placing.WIDE
    with pytest.raises(InputError):
        placing.page_picture(AWARD, 99)
    with pytest.raises(InputError):
        placing.page_picture(b"%PDF-1.7 no pages", 0)
