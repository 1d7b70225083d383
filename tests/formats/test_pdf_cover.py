"""What cannot be read is named, and nothing is taken for read that was not."""

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from golden.pdf_build import simple, text
from lexveil.formats import ocr, pdf

PLAIN = text("The witness was heard.", 40, 500)


def uncovered(data: bytes) -> dict[str, str]:
    return {part.name: part.explain() for part in pdf.read(data).parts if part.state == "uncovered"}


def built(content: str, change=lambda file: None) -> bytes:
    with pikepdf.open(io.BytesIO(simple(content))) as file:
        change(file)
        made = io.BytesIO()
        file.save(made)
        return made.getvalue()


@pytest.fixture(autouse=True)
def no_reader(monkeypatch):
    """Without the program that reads pictures."""
    monkeypatch.setattr(ocr, "available", lambda: False)


def image(file: pikepdf.Pdf, width: int, height: int) -> pikepdf.Object:
    made = pikepdf.Stream(file, (bytes(range(251)) * width * height)[: width * height])
    made.update(
        Dictionary(
            Subtype=Name.Image, Width=width, Height=height, BitsPerComponent=8, ColorSpace=Name.DeviceGray
        )
    )
    return made


def test_an_image_may_show_text():
    def add(file: pikepdf.Pdf) -> None:
        file.pages[0].Resources.XObject = Dictionary(scan=image(file, 600, 800))

    assert list(uncovered(built(PLAIN + "300 0 0 400 0 0 cm /scan Do", add))) == ["page 1, image 1"]


def test_an_image_in_the_instructions_may_show_text():
    drawn = "BI /W 40 /H 40 /BPC 8 /CS /G ID " + "x!Yt" * 400 + "\nEI\n"
    assert list(uncovered(built(PLAIN + drawn))) == ["page 1, image 1"]


def test_a_page_of_drawings_only_may_show_text():
    curves = "".join(f"{at} 10 m {at} 20 {at + 2} 20 {at + 3} 10 c f\n" for at in range(500))
    for page in (curves, PLAIN + curves):
        assert uncovered(built(page)) == {"page 1, drawings": "drawings that may show text"}


def composite(file: pikepdf.Pdf, **entries: object) -> pikepdf.Object:
    inner = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name("/Some"), DW=500,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
    )  # fmt: skip
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type0, BaseFont=Name("/Some"), DescendantFonts=Array([inner]), **entries
    )  # fmt: skip
    return file.make_indirect(font)


@pytest.mark.parametrize(
    ("encoding", "map_", "why"),
    [
        ("/Identity-H", "", "text without character codes"),
        ("/Identity-H", "<0001> <E001>", "text without character codes"),
        ("/Identity-H", "<0001> <0000>", "text without character codes"),
        ("/Identity-V", "<0001> <0041>", "text written downwards"),
        ("/Identity-H", "<0001> <05D0>", "text written from right to left"),
    ],
)
def test_glyphs_that_cannot_be_read(encoding, map_, why):
    def add(file: pikepdf.Pdf) -> None:
        font = composite(file, Encoding=Name(encoding))
        if map_:
            font.ToUnicode = file.make_stream(f"1 beginbfchar {map_} endbfchar".encode())
        file.pages[0].Resources.Font.F9 = font

    assert uncovered(built(PLAIN + "BT /F9 11 Tf 40 400 Td <0001> Tj ET", add)) == {"page 1": why}


def test_signs_of_a_font_without_letters_are_bullets():
    def add(file: pikepdf.Pdf) -> None:
        font = composite(file, Encoding=Name("/Identity-H"))
        font.BaseFont = Name("/ABCDEF+Wingdings")
        file.pages[0].Resources.Font.F9 = font

    data = built("BT /F9 11 Tf 40 400 Td <0001> Tj /F1 11 Tf ( first) Tj ET", add)
    assert uncovered(data) == {}
    assert pdf.read(data).text == "\u2022 first"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("BT /F1 11 Tf (Torvund", "damaged drawing instructions"),
        ("BT /F1 11 Tf 40 90 Td (Torvund) 5 Tj ET", "drawing instructions that cannot be followed"),
        ("BT /F8 11 Tf 40 90 Td (Torvund) Tj ET", "text in a font that is missing or set elsewhere"),
        ("(Torvund) show", "drawing instructions that are not known"),
    ],
)
def test_instructions_that_are_not_understood(content, why):
    assert why in uncovered(built(PLAIN + content))["page 1"]


def test_text_within_the_letters_of_a_font():
    def add(file: pikepdf.Pdf) -> None:
        letter = file.make_stream(b"500 0 d0 BT /F1 9 Tf (Torvund) Tj ET")
        file.pages[0].Resources.Font.F9 = Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 9, 9]), FirstChar=65, LastChar=65,
            FontMatrix=Array([0.1, 0, 0, 0.1, 0, 0]), Widths=Array([5]), CharProcs=Dictionary(A=letter),
            Encoding=Dictionary(Differences=Array([65, Name("/A")])), Resources=Dictionary(),
        )  # fmt: skip

    assert uncovered(built(PLAIN + "BT /F9 11 Tf 40 400 Td (A) Tj ET", add)) == {
        "page 1": "text within the letters of a font"
    }


def test_a_form_that_is_shown_with_different_fonts():
    def add(file: pikepdf.Pdf) -> None:
        form = file.make_stream(b"BT /F1 9 Tf (Torvund) Tj ET")
        form.update(Dictionary(Subtype=Name.Form, BBox=Array([0, 0, 9, 9])))
        fonts = [Dictionary(Font=Dictionary(F1=file.pages[0].Resources.Font[key])) for key in ("/F1", "/F2")]
        file.add_blank_page(page_size=(420, 595))
        for page, resources in zip(file.pages, fonts, strict=True):
            page.Resources = file.make_indirect(resources)
            page.Resources.XObject = Dictionary(form=form)
            page.Contents = file.make_stream(b"/form Do")

    assert uncovered(built(PLAIN, add)) == {"page 2": "a form that borrows its fonts from several pages"}


def test_parts_name_no_text():
    data = built(text("Torvund", 40, 500))
    assert "Torvund" not in repr(pdf.read(data).parts)
