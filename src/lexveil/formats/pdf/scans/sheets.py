"""Sheets: the pictures of a page as they lie on it, gathered so that no picture hides another, and read.

A sheet is drawn at the resolution of its pictures. What covers or crops a picture on the page is left out of
the drawing: what is under it is in the file. Pictures that no page draws itself (in a stamp, a pattern) are
sheets of their own; sheets that look the same, such as a letterhead, are read once. Never draws text.
"""

import hashlib
import io
import math
import os
from collections import deque
from collections.abc import Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pikepdf
import pypdfium2
from numpy.typing import NDArray
from pikepdf import Matrix
from PIL import Image

from lexveil.errors import InputError
from lexveil.formats import ocr
from lexveil.formats.images import MARK, NO_OCR, allowed_image, tiny, with_mark
from lexveil.formats.images.reading import SIGNED, Seen, judged, look, signed
from lexveil.formats.pdf.file import inner, name_of, named, remove, walk
from lexveil.formats.pdf.scans.pixels import PDFIUM, changeable
from lexveil.model import Reason, because, because_of

MAX_PIXELS = 32_000_000  # of a drawn sheet: A3 at 400 dpi has 31 million
MAX_DPI = 400  # more is not read better
MAX_DEPTH = 25  # forms within forms
MAX_PLACED = 20_000  # pictures on one page
GRID = 64  # cells across and up a page, in which overlaps are told
HIDDEN = 0.2  # of a picture, lying on others: the rest is the width of a seam
UNSEEN = frozenset(("/Metadata", "/OC", "/StructParent", "/Name", "/Thumb", "/Length", "/Type", "/ID"))
MASKS = frozenset(("/SMask", "/Mask", "/Thumb"))


Object = tuple[int, int]  # the number and generation of an object
Forms = dict[Object, list[Any]]  # taken apart
Rect = tuple[float, float, float, float]  # left, bottom, right, top, in the space of a page

WHOLE = 0.5  # share of a page that makes pictures a scan of it
WORKERS = 4  # sheets read at once, at the most
_FIXED = because("part.fixed-picture")


class Placed(NamedTuple):
    image: Object
    matrix: Matrix  # from the unit square to the page
    opaque: bool
    shade: float  # of what a stencil paints, from black 0 to white 1


@dataclass(frozen=True, slots=True)
class Sheet:
    page: int  # counted from 0; -1 if no page draws it itself
    placed: tuple[Placed, ...]
    box: Rect
    rotate: int = 0  # degrees clockwise by which the page is looked at
    share: float = 0.0  # of the page that it covers

    @property
    def key(self) -> tuple[Any, ...]:
        """The same for sheets that look the same."""
        left, bottom, *_ = self.box
        places = [
            (each.image, *(round(value, 3) for value in each.matrix.shorthand[:4]),
             round(each.matrix.e - left, 2), round(each.matrix.f - bottom, 2), each.shade)
            for each in self.placed
        ]  # fmt: skip
        return (*places, self.rotate)


def sheets(pdf: pikepdf.Pdf) -> Iterator[Sheet]:
    """The sheets of each page in order, then those that no page draws itself."""
    shown: set[Object] = set()
    forms: Forms = {}
    for number, page in enumerate(pdf.pages):
        found: list[Placed] = []
        for image, matrix, shade in _drawn(forms, page.obj, page.obj.get("/Resources"), Matrix(), 0.0, 0):
            _place(found, image, matrix, shade)
        shown |= {each.image for each in found}
        yield from _gathered(number, page, found)
    for scope in pdf.content_scopes():  # the letters of a font: the font says what they read
        if scope.kind == "glyph" and scope.resources:
            shown |= {each.objgen for _, each in inner(scope.resources, "/XObject").items()}
    for node in walk(pdf):
        image = node.object
        is_image = isinstance(image, pikepdf.Stream) and image.get("/Subtype") == "/Image"
        if is_image and image.objgen not in shown and node.meaning not in MASKS:
            width, height = float(image.get_int("/Width", 1)), float(image.get_int("/Height", 1))
            placed = Placed(image.objgen, Matrix(width, 0, 0, height, 0, 0), True, 0.0)
            yield Sheet(-1, (placed,), (0.0, 0.0, width, height))


def drawn(pdf: pikepdf.Pdf, sheet: Sheet) -> tuple[Image.Image, float]:
    """The sheet as a picture, turned as the page is, and its pixels per unit of the page."""
    left, bottom, right, top = sheet.box
    scale = _scale(pdf, sheet)
    with pikepdf.new() as made:
        page = made.add_blank_page(page_size=(72, 72))
        page.obj["/MediaBox"] = pikepdf.Array([0, 0, right - left, top - bottom])
        page.obj["/Rotate"] = sheet.rotate
        named, lines = pikepdf.Dictionary(), []
        for number, each in enumerate(sheet.placed):
            copied = made.copy_foreign(pdf.get_object(each.image))
            remove(copied, "/OC")  # on a layer that may be off
            named[f"/I{number}"] = copied
            matrix = each.matrix @ Matrix(1, 0, 0, 1, -left, -bottom)
            lines.append(b"q %.3f g %s cm /I%d Do Q" % (each.shade, matrix.encode(), number))
        page.obj["/Resources"] = pikepdf.Dictionary(XObject=named)
        page.obj["/Contents"] = made.make_stream(b"\n".join(lines))
        data = io.BytesIO()
        made.save(data)
    return _rendered(data.getvalue(), scale), scale


def _rendered(data: bytes, scale: float) -> Image.Image:
    try:
        with PDFIUM, pypdfium2.PdfDocument(data) as document:
            page = document[0]
            for each in page.get_objects():
                each.get_bitmap()  # fails where drawing would leave the place white
            picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil()
            return picture.convert("L")
    except (pypdfium2.PdfiumError, ValueError, MemoryError):
        raise InputError("picture.undrawn") from None


def to_page(sheet: Sheet, scale: float, turn: int) -> Matrix:
    """From pixels of a drawn sheet, turned further by so many degrees, to the page."""
    left, bottom, right, top = sheet.box
    one = 1 / scale
    return {
        0: Matrix(one, 0, 0, -one, left, top),
        90: Matrix(0, one, one, 0, left, bottom),
        180: Matrix(-one, 0, 0, one, right, bottom),
        270: Matrix(0, -one, -one, 0, right, top),
    }[(sheet.rotate + turn) % 360]


def moved(box: Rect, matrix: Matrix) -> Rect:
    """The rectangle around a box after a matrix."""
    corners = [matrix.transform((x, y)) for x in (box[0], box[2]) for y in (box[1], box[3])]
    across, up = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(up), max(across), max(up)


def _drawn(
    forms: Forms, stream: Any, resources: Any, matrix: Matrix, shade: float, depth: int
) -> Iterator[tuple[Any, Matrix, float]]:
    """The images that a stream draws, and the forms in it, each with the matrix and the shade it finds."""
    listed = resources.get("/XObject") if isinstance(resources, pikepdf.Dictionary) else None
    if not isinstance(listed, pikepdf.Dictionary) or depth > MAX_DEPTH:
        return
    saved: list[tuple[Matrix, float]] = []
    for operator, operands in _instructions(forms, stream):
        if operator == "q":
            saved.append((matrix, shade))
        elif operator == "Q" and saved:
            matrix, shade = saved.pop()
        elif operator == "cm" and len(operands) == 6:
            matrix = Matrix(*operands) @ matrix
        elif operator in ("g", "rg", "k", "sc", "scn"):
            shade = _shade(operands, shade)
        elif operator == "Do" and operands:
            found = named(listed, operands[0])
            if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Image":
                yield found, matrix, shade
            elif isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Form":
                inner = _numbers(found.get("/Matrix", ()))
                within = Matrix(*inner) @ matrix if len(inner) == 6 else matrix
                own = found.get("/Resources", resources)
                yield from _drawn(forms, found, own, within, shade, depth + 1)


def _instructions(forms: Forms, stream: Any) -> list[tuple[str, list[Any]]]:
    """Operators with plain numbers and names; those of a form are taken apart once."""
    key = stream.objgen
    if key not in forms or key == (0, 0):
        made: list[tuple[str, list[Any]]] = []
        if isinstance(stream, pikepdf.Stream) or "/Contents" in stream:
            for each in pikepdf.parse_content_stream(stream, "q Q cm Do g rg k sc scn"):
                operator = name_of(each.operator)
                names = [name_of(name) for name in each.operands] if operator == "Do" else None
                made.append((operator, _numbers(each.operands) if names is None else names))
        forms[key] = made
    return forms[key]


def _place(placed: list[Placed], image: pikepdf.Object, matrix: Matrix, shade: float) -> None:
    a, b, c, d, *_ = matrix.shorthand
    if not all(map(math.isfinite, matrix.shorthand)) or abs(a * d - b * c) < 1e-9:
        return  # a line at the most: nothing of it shows, and it is looked at by itself
    if len(placed) >= MAX_PLACED:
        raise InputError("pdf.many-pictures", count=MAX_PLACED)
    stencil = image.get_bool("/ImageMask", False)
    opaque = not stencil and "/SMask" not in image and "/Mask" not in image
    placed.append(Placed(image.objgen, matrix, opaque, shade if stencil else 0.0))


def _gathered(number: int, page: pikepdf.Page, found: list[Placed]) -> Iterator[Sheet]:
    """A picture that hides others begins a new sheet."""
    box = tuple(float(value) for value in page.mediabox)
    left, bottom = min(box[0], box[2]), min(box[1], box[3])
    width, height = max(abs(box[2] - box[0]), 1.0), max(abs(box[3] - box[1]), 1.0)
    rotate = page.obj.get_int("/Rotate", 0) // 90 * 90 % 360
    taken = np.zeros((GRID, GRID), dtype=bool)
    open_: list[Placed] = []
    for each in found:
        cells = _cells(moved((0, 0, 1, 1), each.matrix @ Matrix(1, 0, 0, 1, -left, -bottom)), width, height)
        own = taken[cells]
        if each.opaque and own.size and own.mean() > HIDDEN:
            yield _sheet(number, open_, rotate, taken)
            open_, taken = [], np.zeros((GRID, GRID), dtype=bool)
        taken[cells] = True
        open_.append(each)
    if open_:
        yield _sheet(number, open_, rotate, taken)


def _cells(box: Rect, width: float, height: float) -> tuple[slice, slice]:
    """The cells of the grid whose middle lies in a box."""

    def within(low: float, high: float, side: float) -> slice:
        first, last = (math.ceil(max(-1.0, min(value / side, 2.0)) * GRID - 0.5) for value in (low, high))
        return slice(max(0, first), max(0, last))

    return within(box[1], box[3], height), within(box[0], box[2], width)


def _sheet(number: int, placed: list[Placed], rotate: int, taken: NDArray[np.bool_]) -> Sheet:
    lefts, bottoms, rights, tops = zip(*(moved((0, 0, 1, 1), each.matrix) for each in placed), strict=True)
    box = min(lefts), min(bottoms), max(rights), max(tops)
    return Sheet(number, tuple(placed), box, rotate, float(taken.mean()))


def _scale(pdf: pikepdf.Pdf, sheet: Sheet) -> float:
    """Pixels per unit: as many as the finest picture has, within bounds."""
    left, bottom, right, top = sheet.box
    fine = 0.1
    for each in sheet.placed:
        image = pdf.get_object(each.image)
        a, b, c, d, *_ = each.matrix.shorthand
        for layer in (image, image.get("/SMask"), image.get("/Mask")):
            if isinstance(layer, pikepdf.Stream):
                width, height = layer.get_int("/Width", 1), layer.get_int("/Height", 1)
                if width * height > ocr.MAX_PIXELS:
                    raise InputError("picture.many-pixels", count=ocr.MAX_PIXELS // 10**6)
                fine = max(fine, width / math.hypot(a, b), height / math.hypot(c, d))
    longer = max(right - left, top - bottom)
    if sheet.page >= 0:
        fine = min(fine, max(MAX_DPI / 72, 3300 / longer))
    return min(fine, math.sqrt(MAX_PIXELS / ((right - left) * (top - bottom))))


def _shade(operands: list[float], before: float) -> float:
    if len(operands) == 1:
        return operands[0]
    if len(operands) == 3:
        return 0.3 * operands[0] + 0.6 * operands[1] + 0.1 * operands[2]
    if len(operands) == 4:
        return max(0.0, 1 - operands[3] - sum(operands[:3]) / 3)
    return before


def _numbers(values: Any) -> list[float]:
    try:
        return [float(value) for value in values]
    except (TypeError, ValueError):
        return []


class SheetText(NamedTuple):
    seen: Seen
    state: str  # of the part that each of its pictures is
    why: Reason
    scale: float = 1.0  # pixels per unit of the page
    size: tuple[int, int] = (1, 1)  # in pixels, as the page is looked at


def read_sheets(
    pdf: pikepdf.Pdf, *, language: str, allowed: Collection[str] = ()
) -> Iterator[tuple[Sheet, SheetText]]:
    known: dict[object, Future[SheetText]] = {}
    waiting: deque[tuple[Sheet, Future[SheetText]]] = deque()
    workers = min(WORKERS, os.cpu_count() or 1)
    with ThreadPoolExecutor(workers) as pool:
        for sheet in sheets(pdf):
            if sheet.key not in known:
                known[sheet.key] = _started(pool, pdf, sheet, language, allowed)
            waiting.append((sheet, known[sheet.key]))
            while len(waiting) > workers:  # a drawn page is large
                first, future = waiting.popleft()
                yield first, future.result()
        for sheet, future in waiting:
            yield sheet, future.result()


def _started(
    pool: ThreadPoolExecutor, pdf: pikepdf.Pdf, sheet: Sheet, language: str, allowed: Collection[str]
) -> Future[SheetText]:
    """Pages are drawn one by one, for pdfium does not like company; only the reading is left to the pool."""
    known = mark(pdf, sheet)
    if known in allowed:
        return _at_once("kept", allowed_image(known))
    try:
        image, scale = drawn(pdf, sheet)
    except InputError as error:
        return _at_once("uncovered", with_mark(because_of(error), known))
    fixed = not all(changeable(pdf.get_object(each.image)) for each in sheet.placed)
    return pool.submit(_marked, image, scale, sheet, language, fixed=fixed, known=known)


def _at_once(state: str, why: Reason) -> Future[SheetText]:
    made: Future[SheetText] = Future()
    made.set_result(SheetText(Seen([]), state, why))
    return made


def _marked(
    image: Image.Image, scale: float, sheet: Sheet, language: str, *, fixed: bool, known: str
) -> SheetText:
    found = _look(image, scale, sheet, language, fixed=fixed)
    return found._replace(why=with_mark(found.why, known)) if found.state == "uncovered" else found


def mark(pdf: pikepdf.Pdf, sheet: Sheet) -> str:
    """By which what a sheet shows is known in any file: its pictures and, of several, how they lie."""
    told = hashlib.sha256()
    for each, place in zip(sheet.placed, sheet.key, strict=False):
        _tell(told, pdf.get_object(each.image), 0)
        told.update(repr(place[1:]).encode() if len(sheet.placed) > 1 else b"")
    return told.hexdigest()[:MARK]


def _tell(told: "hashlib._Hash", value: Any, depth: int) -> None:
    """All that makes a picture look as it does: its pixels, colours, masks; not what is said of it."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, (pikepdf.Stream, pikepdf.Dictionary)):
        for key in sorted(set(value.keys()) - UNSEEN):
            told.update(key.encode())
            _tell(told, value[key], depth + 1)
        told.update(value.read_raw_bytes() if isinstance(value, pikepdf.Stream) else b"")
    elif isinstance(value, pikepdf.Array):
        for each in value:
            _tell(told, each, depth + 1)
    else:
        told.update(value.unparse() if isinstance(value, pikepdf.Object) else repr(value).encode())


def _look(image: Image.Image, scale: float, sheet: Sheet, language: str, *, fixed: bool) -> SheetText:
    if tiny(image):
        return SheetText(Seen([]), "kept", because("part.plain"), scale, image.size)
    if not ocr.available():
        return SheetText(Seen([]), "uncovered", NO_OCR, scale, image.size)
    try:
        seen = look(image, language=language, dpi=72 * scale if sheet.page >= 0 else 0.0)
    except InputError as error:
        return SheetText(Seen([]), "uncovered", because_of(error), scale, image.size)
    state, why = judged(seen)
    if state == "read" and fixed:
        state, why = "uncovered", _FIXED
    if state != "uncovered" and sheet.share >= WHOLE and signed(image, seen):
        state, why = "uncovered", SIGNED
    return SheetText(seen, state, why, scale, image.size)
