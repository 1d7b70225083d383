"""Names that a PDF draws, or shows by a font that lies, are no text: such a page does not go out unread."""

import io
import re
from collections.abc import Callable

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from golden.pdf_build import simple, text
from lexveil.formats import pdf

PLAIN = text("The witness was heard at length.", 40, 500)
WELL = ("12 0 l 4 12 l 0 0 l", "8 0 8 8 0 8 c 0 12 10 14 10 6 c", "0 12 l 3 12 l", "0 12 l 2 12 l 2 3 l")
HUMPS = ("0 8 3 9 4 5 c 5 0 l", "0 3 2 6 7 6 c 7 0 l 5 2 l", "4 9 9 9 9 0 c 6 2 3 2 2 0 c")
BARS = ("0 0 2 10 re 2 8 5 2 re 2 4 4 2 re 2 0 5 2 re", "0 0 2 10 re 2 0 5 2 re", "0 8 8 2 re 3 0 2 8 re")
Change = Callable[[pikepdf.Pdf], None]
GRID = [(x, y) for x in range(0, 6, 2) for y in range(0, 10, 2)]
DOTS = tuple("".join(f"{x} {y} 1.9 1.9 re " for x, y in GRID if (x + y + n) % 3) for n in range(3))
# Two letters as a matrix of dots and as a screen draw them.
ROWS = (
    "1...1.11111",
    "1...1.1....",
    "1...1.1....",
    "1.1.1.1111.",
    "1.1.1.1....",
    "11.11.1....",
    "1...1.11111",
)
MATRIX = [
    (x + 14 * n, y) for n in range(2) for y, row in enumerate(ROWS) for x, dot in enumerate(row) if dot == "1"
]
SCREEN = [
    (run.start() + 14 * n, y, len(run[0])) for n in range(4) for y, row in enumerate(ROWS)
    for run in re.finditer("1+", row)
]  # fmt: skip
STROKES = ("0 0 m 3 10 l 0 0 m 6 0 l 1 4 m 5 4 l", "0 0 m 0 10 l 6 2 l 6 10 l", "0 0 m 5 9 l 5 0 l 1 9 l")

CIRCLE = "4 2 m 4 3.1 3.1 4 2 4 c .9 4 0 3.1 0 2 c 0 .9 .9 0 2 0 c 3.1 0 4 .9 4 2 c f"
ROUNDED = "1 0 m 8 0 l 9 0 9 0 9 1 c 9 8 l 9 9 9 9 8 9 c 1 9 l 0 9 0 9 0 8 c 0 1 l 0 0 0 0 1 0 c S"


def drawn(
    shapes: tuple[str, ...], *, paint: str = "f", x: float = 60, y: float = 300, begin: str = "0 0 m"
) -> str:
    """Shapes side by side."""
    places = (
        f"q 1 0 0 1 {x + 14 * at} {y} cm {begin} {each} {paint} Q\n" for at, each in enumerate(shapes * 2)
    )
    return "".join(places)


def built(content: str, change: Change = lambda file: None) -> bytes:
    with pikepdf.open(io.BytesIO(simple(content))) as file:
        change(file)
        made = io.BytesIO()
        file.save(made)
        return made.getvalue()


def uncovered(data: bytes) -> list[str]:
    return [part.name for part in pdf.read(data).parts if part.state == "uncovered"]


def in_a_form(content: str) -> Change:
    def add(file: pikepdf.Pdf) -> None:
        form = file.make_stream(content.encode(), Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 600, 800])
        file.pages[0].Resources.XObject = Dictionary(F=form)

    return add


def in_a_stamp(content: str) -> Change:
    def add(file: pikepdf.Pdf) -> None:
        look = file.make_stream(content.encode(), Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 600, 800])
        stamp = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, Rect=[0, 0, 600, 800], AP=Dictionary(N=look))
        file.pages[0].Annots = Array([file.make_indirect(stamp)])

    return add


def by_hand(**lines: Array) -> Change:
    def add(file: pikepdf.Pdf) -> None:
        mark = Dictionary(Type=Name.Annot, Subtype=Name.Ink, Rect=[40, 40, 300, 100], **lines)
        file.pages[0].Annots = Array([file.make_indirect(mark)])

    return add


def zigzag(points: int) -> Array:
    return Array([each for n in range(points) for each in (40 + 3 * n, 40 + 9 * (n % 2))])


PICTURES = "pictures of a dot"
DRAWN = {
    "outlines": drawn(WELL),
    "outlines with curves": drawn(HUMPS),
    "outlines, stroked": drawn(WELL, paint="S"),
    "outlines that overlap": "".join(drawn((each,), x=60 + 4 * at) for at, each in enumerate(WELL)),
    "outlines in one path": drawn((" ".join(f"{14 * n} 0 m {each}" for n, each in enumerate(HUMPS)),)),
    "small, enlarged": "q 20 0 0 20 0 0 cm " + "".join(
        f"{3 + n} 15 m {3 + n} 15.4 {3.3 + n} 15.5 {3.4 + n} {15 + n / 3} c {3.5 + n} 15.2 l f "
        for n in range(4)
    ) + "Q",
    "as a clip": "".join(
        f"q 1 0 0 1 {60 + 14 * at} 300 cm 0 0 m {each} W n 0 0 20 20 re f Q " for at, each in enumerate(WELL)
    ),
    "bars": drawn(BARS, begin=""),
    "dots": drawn(DOTS, begin=""),
    "dots that touch nothing": "".join(f"{60 + 2 * x} {300 - 2 * y} .8 .8 re f " for x, y in MATRIX),
    "dots far from each other": "".join(f"{60 + 4 * x} {300 - 4 * y} 1 1 re f " for x, y in MATRIX),
    PICTURES: "".join(
        f"q 1.5 0 0 1.5 {60 + 4 * x} {300 - 4 * y} cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID 00> EI Q "
        for x, y in MATRIX
    ),
    "round dots": "".join(f"q .5 0 0 .5 {60 + 4 * x} {300 - 4 * y} cm {CIRCLE} Q " for x, y in MATRIX),
    "round dots that touch": "".join(
        f"q 1 0 0 1 {60 + 4 * x} {300 - 4 * y} cm {CIRCLE} Q " for x, y in MATRIX
    ),
    "slanted dots": "".join(
        f"{60 + 4 * x} {300 - 4 * y} m {62 + 4 * x} {302 - 4 * y} l S " for x, y in MATRIX
    ),
    "letters in boxes": "".join(
        f"{60 + 14 * n} 300 12 14 re S q 1 0 0 1 {61 + 14 * n} 301 cm {each} S Q "
        for n, each in enumerate(STROKES * 2)
    ),
    "lines of a screen": "".join(
        f"{60 + 2 * x} {300 - 2 * y} {2 * wide} .5 re f " for x, y, wide in SCREEN
    ),
    "strokes": drawn(STROKES, paint="S", begin=""),
    "a signature": "60 300 m " + "".join(f"{60 + 3 * n} {300 + 9 * (n % 2)} l " for n in range(1, 50)) + "S",
    "one stroke of curves": "60 300 m " + "".join(
        f"{60 + n} 320 {62 + n} 290 {64 + n} 300 c " for n in range(0, 200, 4)
    ) + "S",
}  # fmt: skip


@pytest.mark.parametrize("kind", DRAWN)
def test_a_drawn_name_beside_text_is_not_covered(kind: str) -> None:
    found = uncovered(built(PLAIN + DRAWN[kind]))
    assert [name for name in found if "image" not in name] == ["page 1, drawings"]
    assert kind == PICTURES or len(found) == 1  # which nobody can read where no Tesseract is


@pytest.mark.parametrize("where", [in_a_form, in_a_stamp])
def test_a_name_that_is_drawn_elsewhere_is_not_covered(
    where: Callable[[str], Change],
) -> None:
    assert uncovered(built(PLAIN + "/F Do", where(drawn(WELL)))) == ["page 1, drawings"]


@pytest.mark.parametrize(
    "change", [by_hand(InkList=Array([zigzag(60)])), by_hand(Vertices=zigzag(60))], ids=["ink", "polyline"]
)
def test_what_is_written_by_hand_on_a_page_is_not_covered(change: Change) -> None:
    assert uncovered(built(PLAIN, change)) == ["page 1, drawings"]


def test_a_mark_by_hand_stops_nothing() -> None:
    assert uncovered(built(PLAIN, by_hand(InkList=Array([Array([40, 40, 50, 44, 60, 52])])))) == []


PLAINLY = {
    "rules": "".join(f"60 {y} m 500 {y} l S " for y in range(100, 700, 20)),
    "underlines": "".join(
        f"{x} {y} {20 + x % 7} 0.6 re f " for x in range(60, 500, 31) for y in range(100, 400, 14)
    ),
    "underlines of letters": "".join(f"{x} 300 5.5 0.6 re f " for x in range(60, 400, 6)),
    "a table of lines": "".join(f"{x} 100 m {x} 400 l S 60 {x} m 500 {x} l S " for x in range(100, 400, 40)),
    "a table of bars": "".join(
        f"{x} {y} 0.5 0.5 re f {x} {y} 60 0.5 re f {x} {y} 0.5 14 re f "
        for x in (60, 120, 180)
        for y in range(100, 300, 14)
    ),
    "a table of small cells": "".join(
        f"{x} {y} 20 14 re S " for x in range(60, 400, 20) for y in range(100, 300, 14)
    ),
    "frames of bars": "".join(
        f"60 {y} 9 0.5 re f 60 {y + 9} 9 0.5 re f 60 {y} 0.5 9 re f 69 {y} 0.5 9 re f "
        for y in range(100, 700, 15)
    ),
    "bullets": "".join(f"q 1 0 0 1 60 {y} cm {CIRCLE} Q " for y in range(100, 700, 15)),
    "squares to tick": "".join(f"60 {y} 9 9 re S " for y in range(100, 700, 15)),
    "frames": "".join(f"60 {y} m 72 {y} l 72 {y + 12} l 60 {y + 12} l h S " for y in range(100, 700, 30)),
    "a box with round corners": "".join(
        f"{n} 100 m 300 100 l 310 100 310 110 310 110 c 310 200 l 310 210 300 210 300 210 c S "
        for n in (60, 61, 62)
    ),
    "pictures as tiles": "".join(
        f"q 40 0 0 40 {x} {y} cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID ff> EI Q "
        for x in range(60, 400, 40) for y in range(100, 500, 40)
    ),
    "a few small pictures": "".join(
        f"q 12 0 0 12 {x} 100 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID ff> EI Q " for x in range(60, 300, 30)
    ),
    "clips": "".join(f"q {x} 100 30 12 re W n Q " for x in range(60, 400, 30)),
    "a background": "0 0 600 800 re f 10 10 580 780 re f",
    "dotted lines": "".join(f"{x} {y} 1 1 re f " for x in range(60, 400, 4) for y in range(100, 400, 4)),
    "words underlined twice": "".join(
        f"{x} {y} {18 + x % 9} .5 re f {x} {y + 8} {18 + x % 9} .5 re f "
        for x in (60, 99, 144)
        for y in (99, 120)
    ),
    "a frame of dots": "".join(
        f"{60 + x} {300 + y} 1.5 1.5 re f " for x in range(0, 120, 3) for y in range(0, 60, 3)
        if x in (0, 39, 117) or y in (0, 57)
    ),
    "a frame of round dots": "".join(
        f"q .4 0 0 .4 {60 + x} {300 + y} cm {CIRCLE} Q " for x in range(0, 120, 3) for y in range(0, 60, 3)
        if x in (0, 117) or y in (0, 57)
    ),
    "a frame of dashes": "".join(f"{60 + x} {y} 4.5 1.5 re f " for x in range(0, 90, 9) for y in (300, 360))
    + "".join(f"{x} {300 + y} 1.5 4.5 re f " for x in (60, 144) for y in range(0, 63, 9)),
    "boxes with round corners, ticked": "".join(
        f"q 1 0 0 1 60 {y} cm {ROUNDED} {f'2 4 m 4 2 l 7 {7 + y % 2} l S' if y % 4 else ''} Q "
        f"q 1.1 0 0 1.1 300 {y} cm {ROUNDED} {CIRCLE} Q "
        for y in range(100, 700, 15)
    ),
    "many bullets": "".join(
        f"q {size} 0 0 {size} {x} {y} cm {CIRCLE} Q "
        for x, size in ((60, 1), (90, 0.8), (120, 1.4)) for y in range(100, 700, 15)
    ),
    "dots that lead": "".join(f"q 0.2 0 0 0.2 {x} 300 cm {CIRCLE} Q " for x in range(60, 400, 4)),
}  # fmt: skip


@pytest.mark.parametrize("kind", PLAINLY)
def test_what_is_no_letter_stops_nothing(kind: str) -> None:
    assert uncovered(built(PLAIN + PLAINLY[kind])) == []


def test_the_same_drawing_on_every_page_is_one_part() -> None:
    page = PLAIN + drawn(WELL)
    assert uncovered(simple(page, page, PLAIN + drawn(HUMPS))) == ["page 1, drawings", "page 3, drawings"]
