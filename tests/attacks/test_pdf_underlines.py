"""What is drawn for a name in a PDF, under, through or behind it, goes with it: its width tells the name."""

import io

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from attacks.test_pdf_widths import NAMES, replaced, text, width
from golden.pdf_build import simple

OTHER = text("The Panel was told early.", 40, 520)


def line(name: str, *shapes: str) -> str:
    return f"{OTHER} {text(f'Then {name} came, and left again.', 40, 500)} {' '.join(shapes)} "


def ends(name: str) -> tuple[float, float]:
    start = 40 + width("Then ")
    return start, start + width(name)


def underlined(name: str) -> str:
    left, right = ends(name)
    return line(name, f"{left:.2f} 498 m {right:.2f} 498 l S")


def underlined_with_others(name: str) -> str:
    return line(name, f"40 498 m {ends(name)[1] + width(' came'):.2f} 498 l S")


def a_thin_box(name: str) -> str:
    left, right = ends(name)
    return line(name, f"{left:.2f} 497.5 {right - left:.2f} 0.6 re 40 512 3 3 re f")


def struck_through(name: str) -> str:
    left, right = ends(name)
    return line(name, f"{left:.2f} 503.5 m {right:.2f} 503.5 l S")


def coloured(name: str) -> str:
    left, right = ends(name)
    return f"1 1 0 rg {left:.2f} 497 {right - left:.2f} 13 re f 0 g {line(name)}"


def framed(name: str) -> str:
    left, right = ends(name)
    return line(name, f"{left - 1:.2f} 497 {right - left + 2:.2f} 13 re S")


def in_a_turned_line(name: str) -> str:
    left, right = ends(name)
    said = f"BT /F1 11 Tf 0 1 -1 0 300 200 Tm (Then {name} came, and left) Tj ET"
    return f"{OTHER} {said} 302 {left + 160:.2f} m 302 {right + 160:.2f} l S "


def scaled(name: str) -> str:
    left, right = ends(name)
    return line(name, f"q 0.1 0 0 0.1 0 0 cm {10 * left:.1f} 4980 m {10 * right:.1f} 4980 l S Q")


PAGES = (
    underlined,
    underlined_with_others,
    a_thin_box,
    struck_through,
    coloured,
    framed,
    in_a_turned_line,
    scaled,
)


def picture(data: bytes) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    found = document[0].render(scale=2).to_pil().convert("L")
    document.close()
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
@pytest.mark.parametrize("boxes", [False, True])
def test_the_page_is_drawn_the_same_whatever_the_name_was(page, boxes: bool) -> None:
    first, *others = (picture(replaced(simple(page(name)), name, "person A", boxes=boxes)) for name in NAMES)
    assert [ImageChops.difference(first, each).getbbox() for each in others] == [None] * len(others)


STAYS = {
    "the rule of a table": "30 496 m 320 496 l S",
    "the frame of a page": "20 20 400 600 re S",
    "a bar behind several lines": "38 480 200 60 re S",
    "a rule under another line": f"40 518 m {40 + width('The Panel'):.2f} 518 l S",
    "a blank that is filled in": "60 497 m 260 497 l S",
}


@pytest.mark.parametrize("shape", STAYS)
def test_what_is_drawn_for_something_else_stays(shape: str) -> None:
    data = replaced(simple(line("Welhaven", STAYS[shape])), "Welhaven", "person A", boxes=False)
    with pikepdf.open(io.BytesIO(data)) as file:
        drawn = [str(each.operator) for each in pikepdf.parse_content_stream(file.pages[0])]
    assert {"l", "re"} & set(drawn)


def with_annotation(name: str, subtype: str) -> bytes:
    left, right = ends(name)
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(simple(line(name)))) as file:
        box = [left - 1, 497, right + 1, 510]
        corners = [left, 510, right, 510, left, 497, right, 497]
        over = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name(subtype), Rect=box)
        over.QuadPoints = corners
        other = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name(subtype), Rect=[40, 517, 90, 530]
        )
        for each in (over, other):
            each.A = pikepdf.Dictionary(S=pikepdf.Name.URI, URI=pikepdf.String("https://court.example/"))
        file.pages[0].Annots = pikepdf.Array([file.make_indirect(over), file.make_indirect(other)])
        file.save(made)
    return made.getvalue()


@pytest.mark.parametrize("subtype", ["/Link", "/Highlight", "/Underline"])
def test_a_link_over_a_name_is_as_wide_whatever_the_name_was(subtype: str) -> None:
    seen = set()
    for name in NAMES:
        data = replaced(with_annotation(name, subtype), name, "person A", boxes=False)
        with pikepdf.open(io.BytesIO(data)) as file:
            over, other = file.pages[0].Annots
            assert [float(each) for each in other.Rect] == [40, 517, 90, 530]
            seen.add((*map(float, over.Rect), "/QuadPoints" in over, "/A" in over))
    assert len(seen) == 1
    assert next(iter(seen))[-2:] == (False, True)
