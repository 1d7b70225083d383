"""The sheets of a PDF looked at, a few at once.

Comes in: an open PDF. Goes out: each sheet with its words and what that makes of its pictures. Sheets that
look the same, such as a letterhead, are read once. The order is that of the file, whatever is done first.
"""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import pikepdf
from PIL import Image

from lexveil.errors import InputError
from lexveil.formats import ocr
from lexveil.formats.images import NO_OCR, tiny
from lexveil.formats.images.reading import SIGNED, Seen, judged, look, signed
from lexveil.formats.pdf.scans.pixels import changeable
from lexveil.formats.pdf.scans.sheets import Sheet, drawn, sheets

WHOLE = 0.5  # share of a page that makes pictures a scan of it
WORKERS = 4  # sheets read at once, at the most
_FIXED = "a picture with text in an encoding that cannot be changed"


class Looked(NamedTuple):
    seen: Seen
    state: str  # of the part that each of its pictures is
    why: str
    scale: float = 1.0  # pixels per unit of the page
    size: tuple[int, int] = (1, 1)  # in pixels, as the page is looked at


def looked(pdf: pikepdf.Pdf, *, language: str) -> Iterator[tuple[Sheet, Looked]]:
    known: dict[object, Future[Looked]] = {}
    waiting: deque[tuple[Sheet, Future[Looked]]] = deque()
    workers = min(WORKERS, os.cpu_count() or 1)
    with ThreadPoolExecutor(workers) as pool:
        for sheet in sheets(pdf):
            if sheet.key not in known:
                known[sheet.key] = _started(pool, pdf, sheet, language)
            waiting.append((sheet, known[sheet.key]))
            while len(waiting) > workers:  # a drawn page is large
                first, future = waiting.popleft()
                yield first, future.result()
        for sheet, future in waiting:
            yield sheet, future.result()


def _started(pool: ThreadPoolExecutor, pdf: pikepdf.Pdf, sheet: Sheet, language: str) -> Future[Looked]:
    """Pages are drawn one by one, for pdfium does not like company; only the reading is left to the pool."""
    try:
        image, scale = drawn(pdf, sheet)
    except InputError as error:
        failed: Future[Looked] = Future()
        failed.set_result(Looked(Seen([]), "uncovered", str(error)))
        return failed
    fixed = not all(changeable(pdf.get_object(each.image)) for each in sheet.placed)
    return pool.submit(_look, image, scale, sheet, language, fixed=fixed)


def _look(image: Image.Image, scale: float, sheet: Sheet, language: str, *, fixed: bool) -> Looked:
    if tiny(image):
        return Looked(Seen([]), "kept", "too small or plain to show text", scale, image.size)
    if not ocr.available():
        return Looked(Seen([]), "uncovered", NO_OCR, scale, image.size)
    try:
        seen = look(image, language=language, dpi=72 * scale if sheet.page >= 0 else 0.0)
    except InputError as error:
        return Looked(Seen([]), "uncovered", str(error), scale, image.size)
    state, why = judged(seen)
    if state == "read" and fixed:
        state, why = "uncovered", _FIXED
    if state != "uncovered" and sheet.share >= WHOLE and signed(image, seen):
        state, why = "uncovered", SIGNED
    return Looked(seen, state, why, scale, image.size)
