"""What is written: the glyphs are gone, the pseudonym fits, and every other line is where it was."""

import io
import re
from collections import Counter

import pikepdf
import pypdfium2
import pytest

from golden.pdf_build import CANARIES, FOLDER, simple, text
from lexveil.errors import OutputError
from lexveil.formats import pdf
from lexveil.formats.source import Options
from lexveil.model import Document, Replacement

FILES = sorted(FOLDER.glob("*.pdf"))
NAMES = re.compile("Torvund|Quellmark|Brandtwell|Fiskerud-Lindqvist|" + "|".join(CANARIES.values()))


def replaced(data: bytes, pattern: re.Pattern[str] | str, new: str, options: Options = Options()) -> bytes:  # noqa: B008
    document = pdf.read(data, options)
    return pdf.write(document, replacements(document, pattern, new))


def replacements(document: Document, pattern: re.Pattern[str] | str, new: str) -> list[Replacement]:
    found = re.finditer(pattern, document.text)
    return [Replacement(each.start(), each.end(), new, "e1") for each in found]


def glyphs(data: bytes) -> list[Counter[tuple[str, float, float, float, float]]]:
    """Per page the characters that PDFium finds, with their boxes to a fifth of a point."""
    pages = []
    document = pypdfium2.PdfDocument(data)
    for number in range(len(document)):
        page = document[number].get_textpage()
        pages.append(
            Counter(
                (char, *(round(5 * edge) / 5 for edge in page.get_charbox(at)))
                for at in range(page.count_chars())
                if (char := page.get_text_range(at, 1)).strip()
            )
        )
    document.close()
    return pages


def picture(data: bytes, page: int) -> bytes:
    document = pypdfium2.PdfDocument(data)
    drawn = document[page].render(scale=1, may_draw_forms=False).to_numpy().tobytes()
    document.close()
    return drawn


Boxes = Counter[tuple[str, float, float, float, float]]


def lines(found: Boxes) -> set[tuple[str, str, int, int]]:
    """The characters with the line they stand on, across the page or up."""
    across = {(char, "across", round(bottom), round(top)) for char, _, bottom, _, top in found}
    return across | {(char, "up", round(left), round(right)) for char, left, _, right, _ in found}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_neighbours_stay_on_their_lines(path):
    data = path.read_bytes()
    document = pdf.read(data)
    changes = replacements(document, NAMES, "WITNESS_1")
    before, after = glyphs(pdf.write(document, ())), glyphs(pdf.write(document, changes))
    lost: Counter[str] = Counter()
    for old, new in zip(before, after, strict=True):
        stay = lines(new)
        lost.update(glyph[0] for glyph in old if stay.isdisjoint(lines(Counter([glyph]))))
    removed = Counter("".join(document.text[change.start : change.end] for change in changes))
    assert changes
    # Hyphens and accents go with the name; the glyphs that only marked content tells have no letters.
    assert not lost - removed - Counter("\ufffe\ufffe\u00a8KEI")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_without_replacements_the_pages_look_and_read_the_same(path):
    data = path.read_bytes()
    document = pdf.read(data)
    written = pdf.write(document, ())
    assert glyphs(written) == glyphs(data)
    shown = 1 if path.name == "canaries.pdf" else 0  # its first page has an attachment that goes
    assert [picture(written, page) for page in range(shown, shown + 1)] == [
        picture(data, page) for page in range(shown, shown + 1)
    ]
    assert pdf.read(written).text == document.text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_same_input_gives_the_same_bytes(path):
    data = path.read_bytes()
    assert replaced(data, NAMES, "WITNESS_1") == replaced(data, NAMES, "WITNESS_1")


def content(data: bytes, page: int = 0) -> str:
    with pikepdf.open(io.BytesIO(data)) as file:
        return pikepdf.unparse_content_stream(pikepdf.parse_content_stream(file.pages[page])).decode(
            "latin-1"
        )


def test_removed_glyphs_are_stepped_over_and_the_state_is_set_back():
    data = simple("BT /F2 12 Tf 2 Tc 1 Tw 90 Tz 40 500 Td (Mr Torvund left) Tj (there) ' ET")
    found = content(replaced(data, "Torvund", "X"))
    assert "Torvund" not in found
    after = found[found.index("(X)") :] if "(X)" in found else found[found.index("<58>") :]
    for state in ("/F2 12 Tf", "2 Tc", "1 Tw"):
        assert state in after


def test_a_pseudonym_is_set_narrower_before_it_is_set_smaller():
    line = "Mr Torvund left the room in which all of them had been sitting for hours"
    data = simple(text(line, 40, 500, font="F2"))
    sizes = {
        new: [
            float(size)
            for size in re.findall(r"/LxTimesRoman ([\d.]+) Tf", content(replaced(data, "Torvund", new)))
        ]
        for new in ("Party", "Claimant", "WITNESS_NUMBER_1000_OF_THE_CLAIMANT")
    }
    assert sizes["Party"][0] == sizes["Claimant"][0] == 11
    assert sizes["WITNESS_NUMBER_1000_OF_THE_CLAIMANT"][0] < 8


def test_a_name_over_two_lines_is_set_once():
    lines = text("It was said by the chief officer of the claimant, Mr Halvard", 40, 500) + text(
        "Torvund, in May.", 40, 487
    )
    written = replaced(simple(lines), "Halvard Torvund", "WITNESS_1")
    assert pdf.read(written).text.count("WITNESS_1") == 1
    assert "Torvund" not in content(written)


def test_a_name_in_a_narrow_place_is_set_in_the_wider_one():
    lines = text("It was said in the letter of the fourteenth of May by Mr Li", 40, 500) + text(
        "Torvund-Fiskerud, in May.", 40, 487
    )
    found = content(replaced(simple(lines), "Li Torvund-Fiskerud", "WITNESS_100000"))
    first, second = found.split("ET")[:2]
    assert "LxHelvetica" not in first
    assert "LxHelvetica" in second


def test_the_font_of_the_page_is_used_where_it_has_the_letters():
    written = replaced((FOLDER / "award-chromium.pdf").read_bytes(), "Torvund", "Ottesen")
    assert content(written).count("(Ottesen)") == 1  # in bold, of which the file has few letters
    assert pdf.read(written).text.count("Ottesen") == 10


@pytest.mark.parametrize(
    ("font", "face"),
    [("F1", "LxHelvetica"), ("F2", "LxTimesRoman"), ("F3", "LxCourier")],
)
def test_the_nearest_standard_font_is_used(font, face):
    assert face in content(replaced(simple(text("Mr Torvund", 40, 500, font=font)), "Torvund", "WITNESS_1"))


def test_a_character_that_no_font_has_is_an_error():
    with pytest.raises(OutputError, match="U\\+0416") as caught:
        replaced(simple(text("Mr Torvund", 40, 500)), "Torvund", "\u0416")
    assert "Torvund" not in str(caught.value)


def test_boxes_are_of_one_width_whatever_they_hide():
    lines = text("Mr Fiskerud-Lindqvist-Osterholm came.", 40, 500) + text(
        "Mr Fiskerud-Lindqvist came.", 40, 480
    )
    written = replaced(simple(lines), "Fiskerud[\\w-]+", "A", Options(boxes=True))
    boxes = [glyph for glyph in glyphs(written)[0] if glyph[0] == "\u2588"]
    assert len(boxes) == 2
    assert len({round(right - left) for _, left, _, right, _ in boxes}) == 1


def test_addresses_are_escaped():
    data = (FOLDER / "award-chromium.pdf").read_bytes()
    written = replaced(data, "(?i)ylva.quellmark|torvund", "Party A/1")
    with pikepdf.open(io.BytesIO(written)) as file:
        found = {str(each.A.URI) for each in file.pages[0].Annots}
    assert found == {"mailto:Party%20A%2F1@example.org", "https://example.org/people/Party%20A%2F1"}


def test_a_written_file_has_no_history_and_no_identity_of_the_first():
    written = pdf.write(pdf.read((FOLDER / "canaries.pdf").read_bytes()), ())
    assert written.count(b"startxref") == 1
    data = (FOLDER / "award-libreoffice.pdf").read_bytes()
    written = pdf.write(pdf.read(data), ())
    with pikepdf.open(io.BytesIO(data)) as old, pikepdf.open(io.BytesIO(written)) as new:
        assert bytes(old.trailer.ID[0]) != bytes(new.trailer.ID[0])


def test_names_that_are_not_unicode_are_no_obstacle():
    data = simple(text("Mr Torvund left", 40, 500, font="F\u00fc")).replace(b"/F1 ", b"/F\xfc ")
    written = replaced(data, "Torvund", "X")
    assert "Torvund" not in pdf.read(written).text
    assert "Mr X left" in " ".join(pdf.read(written).text.split())


def test_an_empty_pseudonym_leaves_a_gap():
    written = replaced(simple(text("Mr Torvund left", 40, 500)), "Torvund", "")
    assert pdf.read(written).text.split() == ["Mr", "left"]
