"""The text of a scanned page: pseudonyms that show, all other words that do not.

Comes in: a page, the words seen on it and what stands in place of some. Goes out: the page without the unseen
text it had, and with a new layer of it, so that the page can be searched and copied as before. Pseudonyms are
real text, set where the pixels of the names were. Never paints anything else.
"""

from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Matrix, Name

from lexveil.formats.images.words import Box
from lexveil.formats.ocr import Word
from lexveil.formats.pdf import faces

UNSEEN = 3  # the mode of text that is neither filled nor stroked
MAX_DEPTH = 25
FACE = "Helvetica"
SQUEEZE = 0.75  # how narrow letters are set before they are set smaller
WIDTH = 0.5  # of the size: every letter of the unseen font
CAPITAL, LOWER, BELOW = 0.72, 0.52, 0.21  # of the size: letters above the line, low ones, and tails below it
_LOW, _TAILS = frozenset("acemnorsuvwxz"), frozenset("gjpqyçşțņķļģQ,;()[]{}/§µ")


class Set(NamedTuple):
    """Text set at the foot of a box, in pixels."""

    text: str
    left: float
    baseline: float
    width: float
    size: float
    shown: bool
    dark: bool = False  # whether the ground is
    up: bool = False  # whether it runs up the page: `left` is then its foot, and `baseline` across the page


def placed_at(word: Word, box: Box, size: float) -> tuple[float, float, float, bool]:
    """Where text begins that takes the place of a word and fills a box, how wide it is, and if it runs up."""
    below = BELOW * size if _TAILS.intersection(word.text) else 0.0
    left, top, right, bottom = box
    if sideways(word):
        return bottom, word.right - below, bottom - top, True
    return left, word.bottom - below, right - left, False


def sideways(word: Word) -> bool:
    return word.bottom - word.top > 1.5 * (word.right - word.left) and len(word.text) > 2


def sizes(words: Sequence[Word]) -> dict[tuple[int, int, int], float]:
    """The size of the letters of each line, from the heights of its words."""
    lines: dict[tuple[int, int, int], list[float]] = {}
    for word in words:
        high = LOWER if _LOW.issuperset(word.text) else CAPITAL
        tails = BELOW if _TAILS.intersection(word.text) else 0.0
        height = word.right - word.left if sideways(word) else word.bottom - word.top
        lines.setdefault((word.block, word.paragraph, word.line), []).append(height / (high + tails))
    return {line: max(1.0, median(found)) for line, found in lines.items()}


def add_text(
    pdf: pikepdf.Pdf, page: pikepdf.Page, placed: Sequence[tuple[Matrix, Set]], *, boxes: bool
) -> None:
    """Set text on a page; each matrix leads from pixels to the page."""
    if not placed:
        return
    names: dict[str, str] = {}
    lines = ["q"]
    for matrix, each in placed:
        a, b, c, d, *_ = matrix.shorthand
        at, directions = (each.left, each.baseline), (a, b, -c, -d)
        if each.up:
            at, directions = (each.baseline, each.left), (-c, -d, -a, -b)
        x, y = matrix.transform(at)
        face, codes, size, stretch = _set(each, boxes=boxes)
        if face not in names:
            made = faces.made(pdf, face) if face else _unseen_font(pdf)
            names[face] = _named(page, made)
        place = " ".join(f"{value:.5f}" for value in (*directions, x, y))
        look = f"{0 if not each.dark else 1} g 0 Tr" if each.shown else f"{UNSEEN} Tr"
        lines.append(
            f"BT {look} {names[face]} {size:.3f} Tf {100 * stretch:.3f} Tz {place} Tm <{codes.hex()}> Tj ET"
        )
    lines.append("Q")
    page.contents_add(b"q\n", prepend=True)
    page.contents_add("\n".join(["\nQ", *lines, ""]).encode())


def _named(page: pikepdf.Page, font: pikepdf.Object) -> str:
    """A name for a font that the page has none of yet, the same for the same page."""
    listed = page.resources.get("/Font")
    taken = set(listed.keys()) if isinstance(listed, Dictionary) else set()
    number = 0
    while f"/Lexveil{number}" in taken:
        number += 1
    return str(page.add_resource(font, Name.Font, Name(f"/Lexveil{number}")))


def _set(each: Set, *, boxes: bool) -> tuple[str, bytes, float, float]:
    """The face, the codes in it, and the size and width at which they fill the room or fit into it."""
    if not each.shown:
        wide = (len(each.text.rstrip()) or 1) * WIDTH * each.size
        return "", each.text.encode("utf-16-be"), each.size, max(0.01, each.width / wide)
    if boxes:
        face, codes, ems = "box", b"X", faces.BOX_WIDTH
    else:
        face, codes, ems = FACE, faces.encoded(each.text), faces.ems_of(FACE, each.text)
    ratio = min(1.0, each.width / (ems * each.size or 1.0))
    stretch = max(ratio, SQUEEZE)
    return face, codes, max(0.1, each.size * ratio / stretch), stretch


def _unseen_font(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A font without letters, for text in any script that is only searched: codes are those of UTF-16."""
    codes = pdf.make_stream(
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
        b"/CMapName /Lexveil-Unseen def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        b"1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end end"
    )
    described = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/Lexveil-Unseen"),
        Flags=4,
        FontBBox=Array([0, 0, 500, 1000]),
        ItalicAngle=0,
        Ascent=1000,
        Descent=0,
        CapHeight=1000,
        StemV=80,
    )
    letters = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=Name("/Lexveil-Unseen"),
        CIDSystemInfo=Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
        CIDToGIDMap=Name.Identity,
        DW=round(1000 * WIDTH),
        FontDescriptor=pdf.make_indirect(described),
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=Name("/Lexveil-Unseen"),
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(letters)]),
            ToUnicode=codes,
        )
    )


def drop_unseen(pdf: pikepdf.Pdf, page: pikepdf.Page) -> None:
    """Take the unseen text off a page and off the forms it draws."""
    if "/Contents" in page.obj:
        kept, changed = _without_unseen(page.obj, page.obj.get("/Resources"), 0, set(), 0)
        if changed:
            page.obj["/Contents"] = pdf.make_stream(pikepdf.unparse_content_stream(kept))


def _without_unseen(
    stream: pikepdf.Object, resources: Any, mode: int, seen: set[tuple[int, int]], depth: int
) -> tuple[list[Any], bool]:
    listed = resources.get("/XObject") if isinstance(resources, Dictionary) else None
    kept: list[Any] = []
    saved: list[int] = []
    changed = False
    for each in pikepdf.parse_content_stream(stream):
        operator = str(each.operator)
        if operator == "q":
            saved.append(mode)
        elif operator == "Q" and saved:
            mode = saved.pop()
        elif operator == "Tr" and len(each.operands) == 1:
            mode = int(each.operands[0])
        elif operator == "Do" and isinstance(listed, Dictionary) and depth < MAX_DEPTH:
            _clear_form(listed.get(str(each.operands[0])), resources, mode, seen, depth + 1)
        if mode == UNSEEN and operator in ("Tj", "TJ", "'", '"'):
            changed = True
            kept += _instead(operator, each.operands)
        else:
            kept.append(each)
    return kept, changed


def _clear_form(form: Any, resources: Any, mode: int, seen: set[tuple[int, int]], depth: int) -> None:
    if not isinstance(form, pikepdf.Stream) or form.get("/Subtype") != "/Form" or form.objgen in seen:
        return
    seen.add(form.objgen)
    kept, changed = _without_unseen(form, form.get("/Resources", resources), mode, seen, depth)
    if changed:
        form.write(pikepdf.unparse_content_stream(kept))


def _instead(operator: str, operands: Any) -> list[Any]:
    """What an operator does beside showing text."""
    made = []
    if operator == '"':
        made = [([operands[0]], pikepdf.Operator("Tw")), ([operands[1]], pikepdf.Operator("Tc"))]
    if operator in ("'", '"'):
        made.append(([], pikepdf.Operator("T*")))
    return [pikepdf.ContentStreamInstruction(given, what) for given, what in made]
