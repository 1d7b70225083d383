"""Pages that differ in a name alone look the same once it is replaced: no gap tells how long it was."""

import pypdfium2
import pytest
from pdfminer.fontmetrics import FONT_METRICS

from golden.pdf_build import simple, text
from lexveil.formats import pdf
from lexveil.formats.source import Options
from lexveil.model import Replacement

NAMES = ("Ox", "Lill", "Welhaven", "Prohaska-Mmmmw")
HELVETICA = FONT_METRICS["Helvetica"][1]
SIZE = 11


def width(line: str) -> float:
    return sum(HELVETICA[char] for char in line) * SIZE / 1000


def ragged(name: str) -> str:
    return text("The Panel was told early.", 40, 520) + text(f"Then {name} came, and left again.", 40, 500)


def in_words(name: str) -> str:
    """Each word set by itself, as some programs do."""
    found, x = text("The Panel was told early.", 40, 520), 40.0
    for word in f"Then {name} came, and left again.".split():
        found += text(word, x, 500)
        x += width(f"{word} ")
    return found


def in_pieces(name: str) -> str:
    """With kerning between the letters."""
    letters = " 12 ".join(f"({letter})" for letter in f"Then {name} came, and left again.")
    return text("The Panel was told early.", 40, 520) + f"BT /F1 11 Tf 40 500 Td [{letters}] TJ ET"


def justified(name: str) -> str:
    lines = (
        "The Panel was told early on that it",
        f"was so. Then {name} came and left",
        "as the others had done before him",
    )
    found = ""
    for at, line in enumerate(lines):
        spread = (240 - width(line)) / line.count(" ")
        found += f"BT /F1 11 Tf {spread:.4f} Tw 40 {520 - 15 * at} Td ({line}) Tj 0 Tw ET "
    return found


def centred(name: str) -> str:
    lines = ("IN THE MATTER OF", f"Ms {name}, Claimant", "and others, of the same place")
    return "".join(text(line, 150 - width(line) / 2, 520 - 15 * at) for at, line in enumerate(lines))


def right_aligned(name: str) -> str:
    lines = ("for the Claimant", f"by Ms {name}, counsel", "and for the Respondent")
    return "".join(text(line, 280 - width(line), 520 - 15 * at) for at, line in enumerate(lines))


def in_a_cell(name: str) -> str:
    rows = (("Claimant", f"Ms {name} of Oslo", "heard"), ("Respondent", "none", "absent"))
    return "".join(
        text(cell, (40, 130, 310)[at], 520 - 15 * row)
        for row, cells in enumerate(rows)
        for at, cell in enumerate(cells)
    )


def alone(name: str) -> str:
    return text("The Panel heard", 40, 520) + text(name, 40, 500) + text("in Oslo.", 40, 480)


def with_leaders(name: str) -> str:
    """Of a list of contents: so many dots as there is room for."""
    line = f"Statement of {name} "
    dots = "." * int((360 - width(line)) // width("."))
    return text("Contents", 40, 540) + text(f"{line}{dots}", 40, 520) + text("12", 405, 520)


def to_be_signed(name: str) -> str:
    line = f"Signed by {name} "
    return text("Award", 40, 540) + text(line + "_" * int((380 - width(line)) // width("_")), 40, 520)


PAGES = (
    with_leaders,
    to_be_signed,
    ragged,
    in_words,
    in_pieces,
    justified,
    centred,
    right_aligned,
    in_a_cell,
    alone,
)


def look(data: bytes) -> list[tuple[str, float, float]]:
    """The characters of the page, and where each stands to half a point."""
    document = pypdfium2.PdfDocument(data)
    page = document[0].get_textpage()
    boxes = [(page.get_text_range(at, 1), page.get_charbox(at)) for at in range(page.count_chars())]
    found = [(char, round(2 * box[0]) / 2, round(box[1])) for char, box in boxes if char.strip()]
    document.close()
    return sorted(found)


def replaced(data: bytes, name: str, new: str, *, boxes: bool) -> bytes:
    document = pdf.read(data, Options(boxes=boxes))
    at = document.text.index(name)
    return pdf.write(document, [Replacement(at, at + len(name), new, "e1")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
@pytest.mark.parametrize("boxes", [False, True])
def test_the_page_looks_the_same_whatever_the_name_was(page, boxes: bool) -> None:
    looks = [look(replaced(simple(page(name)), name, "person A", boxes=boxes)) for name in NAMES]
    apart = max(
        abs(one[1] - other[1]) for seen in looks[1:] for one, other in zip(looks[0], seen, strict=True)
    )
    assert apart <= 1.0
