"""What pages show against what they say: drawn and read, where a program for that is installed.

A map that is plausible in itself may lie still. So a page is looked at for each font with a map of the file's
own, until each was seen once; what stands there in clear print must be in the text of the page, more or less.
"""

import io
from collections.abc import Collection, Iterator, Mapping, Sequence

import pikepdf
import pypdfium2
from rapidfuzz import fuzz

from lexveil.errors import InputError
from lexveil.formats import ocr
from lexveil.formats.pdf.fonts import Font
from lexveil.formats.pdf.scans.pixels import PDFIUM
from lexveil.text.fold import fold

MOST_PAGES = 12  # that are looked at in one file
CLEAR = 90.0  # confidence of a word that was surely read right
LEAST = 5  # letters of it
ALIKE = 60.0  # how much it must resemble something in the text, of 100
STRANGE = 2  # words that must not be found before a page is taken to show another text


def other_than_said(
    pdf: pikepdf.Pdf, fonts: Sequence[Collection[Font]], said: Mapping[int, str], *, language: str
) -> Iterator[int]:
    """The pages, counted from 0, that show words which their text does not have."""
    if not ocr.available():
        return
    for number in _chosen(fonts):
        text = "".join(filter(str.isalnum, fold(said.get(number, ""))))
        strange = {word for word in _read(pdf, number, language) if fuzz.partial_ratio(word, text) < ALIKE}
        if len(strange) >= STRANGE:
            yield number


def _chosen(fonts: Sequence[Collection[Font]]) -> list[int]:
    """Pages on which every font with a map of its own is seen."""
    seen: set[int] = set()
    chosen = []
    for number, used in enumerate(fonts):
        mapped = {id(font) for font in used if font.mapped}
        if not mapped <= seen:
            seen |= mapped
            chosen.append(number)
    return chosen[:MOST_PAGES]


def _read(pdf: pikepdf.Pdf, number: int, language: str) -> set[str]:
    """The words in clear print, folded."""
    with pikepdf.new() as one:
        one.pages.append(pdf.pages[number])
        data = io.BytesIO()
        one.save(data)
    scale = ocr.RESOLUTION / 72
    try:
        with PDFIUM, pypdfium2.PdfDocument(data.getvalue()) as document:
            width, height = document[0].get_size()
            if width * height * scale**2 > ocr.MAX_PIXELS:
                return set()
            picture = document[0].render(scale=scale, grayscale=True).to_pil()
        words = ocr.words(picture, language=language, dpi=ocr.RESOLUTION)
    except (pypdfium2.PdfiumError, ValueError, MemoryError, InputError):
        return set()
    clear = (fold(word.text.strip(".,;:()\"'")) for word in words if word.confidence >= CLEAR)
    return {word for word in clear if len(word) >= LEAST and word.isalpha()}
