"""Pages with text and pictures at once: both are read, and a name goes from both."""

import pypdfium2
import pytest
from PIL import Image, ImageDraw

from golden.scan_build import scan
from lexveil.formats import ocr, pdf
from lexveil.formats.ocr import Word
from lexveil.model import Replacement

WORDS = [
    Word("Mr", 60, 100, 90, 120, 95, 1, 1, 1),
    Word("Torvund", 100, 100, 200, 120, 95, 1, 1, 1),
    Word("spoke.", 210, 100, 280, 120, 95, 1, 1, 1),
]


@pytest.fixture(autouse=True)
def reads(monkeypatch):
    """The program that reads pictures sees these words in every one."""
    monkeypatch.setattr(ocr, "available", lambda: True)
    monkeypatch.setattr(ocr, "pack", lambda language: ocr.packs()[language])
    monkeypatch.setattr(ocr, "turn", lambda image: 0)
    monkeypatch.setattr(ocr, "words", lambda image, **options: [] if options.get("sparse") else WORDS)


def page() -> Image.Image:
    image = Image.new("L", (600, 400), 255)
    draw = ImageDraw.Draw(image)
    for word in WORDS:
        for x in range(word.left, word.right, 8):
            draw.rectangle((x, word.top, x + 3, word.bottom - 1), fill=0)
    return image


def shown(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    text = document[0].get_textpage().get_text_range()
    document.close()
    return text


@pytest.mark.parametrize("rotate", [0, 90])
def test_a_name_in_the_picture_and_in_the_unseen_text_is_replaced_in_both(rotate):
    document = pdf.read(scan(page(), dpi=72, hidden="Mr Torvund and Ms Quellmark spoke.", rotate=rotate))
    assert document.text == "Mr Torvund and Ms Quellmark spoke.\n\nMr Torvund spoke."
    assert {part.name: part.state for part in document.parts} == {"page 1": "read", "page 1, image 1": "read"}
    names = [(name, document.text.index(name)) for name in ("Torvund", "Quellmark")]
    again = document.text.rindex("Torvund")
    changes = [Replacement(at, at + len(name), "person A", "e1") for name, at in names]
    written = pdf.write(document, [*changes, Replacement(again, again + 7, "person A", "e1")])
    assert "person A" in shown(written)
    assert "Torvund" not in shown(written)
    assert "Quellmark" not in shown(written)


def test_a_page_whose_pictures_are_not_touched_stays_as_it_is():
    document = pdf.read(scan(page(), dpi=72))
    assert "spoke." in document.text
    assert pdf.write(document, ()) == document.source.content.data
