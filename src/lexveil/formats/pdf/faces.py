"""The letters that pseudonyms are set in.

Comes in: the font of what was removed, the pseudonym, and the room. Goes out: codes in a font, and a size and
width at which they fit. The font is the removed one where the file is known to hold all letters for it, else
the one of the fourteen that every viewer has that comes nearest (ISO 32000-2, 9.6.2.2). A box of constant
width is a font too, of a single letter, so that it is set as text is.
"""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

import pikepdf
from pdfminer.fontmetrics import FONT_METRICS

from lexveil.errors import OutputError
from lexveil.formats.pdf.fonts import BOLD, FIXED, ITALIC, SERIF, Font, Glyph

SQUEEZE = 0.75  # how narrow letters are set before they are set smaller
FILLED = 0.3  # of the size: less white space than that after a pseudonym is left as it is
BOX = "\u2588"
BOX_WIDTH = 4.0  # of the size, whatever stood there: its length must not tell
_BOLD = re.compile(r"bold|black|heavy|semibd|demi|-bd", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obli|slant", re.IGNORECASE)
_FIXED = re.compile(r"cour|mono|typewriter|consol", re.IGNORECASE)
_SANS = re.compile(
    r"sans|arial|helv|calibri|verdana|tahoma|segoe|roboto|gothic|frutiger|univers", re.IGNORECASE
)
_SERIF = re.compile(
    r"times|serif|roman|garamond|georgia|book|cambria|palat|minion|cmr|century", re.IGNORECASE
)
_ALIKE = {0x2010: "-", 0x2011: "-", 0xA0: " ", 0x202F: " ", 0x2007: " ", 0x2212: "\u2013"}


class Setting(NamedTuple):
    """How a pseudonym is set in place of what was removed."""

    face: str  # "" for the font that is set already, else the name of a standard font, or "box"
    codes: bytes
    size: float
    stretch: float
    advance: float  # how far it moves on, in text space
    filler: tuple[str, float, float]  # a face, its size, and how wide a space is to be set after it


# How wide the space of each face is, in multiples of the size.
SPACE = {face: widths.get(" ", 0) / 1000 for face, (_, widths) in FONT_METRICS.items()}


def nearest(font: Font) -> str:
    """The standard font that comes nearest to a font.

    >>> nearest(Font("LiberationSerif-BoldItalic", 0, lambda data: []))
    'Times-BoldItalic'
    """
    bold = bool(_BOLD.search(font.name) or font.flags & BOLD)
    italic = bool(_ITALIC.search(font.name) or font.flags & ITALIC)
    if _FIXED.search(font.name) or font.flags & FIXED:
        return "Courier" + _style(bold, italic, "Oblique")
    sans = _SANS.search(font.name)
    if not sans and (_SERIF.search(font.name) or font.flags & SERIF):
        return "Times" + (_style(bold, italic, "Italic") or "-Roman")
    return "Helvetica" + _style(bold, italic, "Oblique")


def fitted(
    text: str,
    font: Font,
    known: Mapping[str, Glyph],
    *,
    size: float,
    stretch: float,
    width: float,
    room: float,
    filled: bool,
    box: bool,
) -> Setting:
    """The pseudonym as it is set: `size`, `stretch` and `width` are those of what was removed.

    `room` is the width with white space after it, which is taken only where letters would become too narrow.
    What is left of the width is filled with a space if `filled`, so that who copies the text gets words.
    """
    text = " ".join(text.translate(_ALIKE).split())
    plain = nearest(font)
    if box:
        face, codes, ems = "box", b"X", BOX_WIDTH
    elif text and all(char in known for char in text):
        face, codes = "", b"".join(known[char].code for char in text)
        ems = sum(known[char].width for char in text)
    else:
        face, codes, ems = plain, encoded(text), ems_of(plain, text)
    if face:
        size *= font.scale
    natural = abs(ems * size * stretch) or 1.0
    ratio = min(1.0, max(width, min(room, SQUEEZE * natural)) / natural)
    squeeze = max(ratio, SQUEEZE)
    size, stretch = size * max(ratio / squeeze, 0.01), stretch * squeeze
    advance = ems * size * stretch
    left = width - abs(advance)
    wide = filled and left > FILLED * abs(size * stretch)
    space = math.copysign(left, advance) / stretch if wide else 0.0
    return Setting(face, codes, size, stretch, advance, (plain, size, space))


def natural_width(text: str, font: Font) -> float:
    """About how wide a pseudonym is, in multiples of the size."""
    return ems_of(nearest(font), text)


def made(pdf: pikepdf.Pdf, face: str) -> pikepdf.Object:
    """The font dictionary of a face."""
    if face == "box":
        return _box(pdf)
    letters = (bytes([code]).decode("cp1252", "replace") for code in range(32, 256))
    widths = [round(1000 * ems_of(face, letter)) for letter in letters]
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type1,
            BaseFont=pikepdf.Name(f"/{face}"),
            Encoding=pikepdf.Name.WinAnsiEncoding,
            FirstChar=32,
            LastChar=255,
            Widths=pikepdf.Array(widths),
        )
    )


def _box(pdf: pikepdf.Pdf) -> pikepdf.Object:
    wide = round(1000 * BOX_WIDTH)
    drawn = pdf.make_stream(f"{wide} 0 0 -200 {wide} 800 d1 0 -200 {wide} 1000 re f".encode())
    map_ = pdf.make_stream(
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
        b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <58> <2588> endbfchar "
        b"endcmap end end"
    )
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type3,
            FontBBox=pikepdf.Array([0, -200, wide, 1000]),
            FontMatrix=pikepdf.Array([0.001, 0, 0, 0.001, 0, 0]),
            CharProcs=pikepdf.Dictionary({"/box": drawn}),
            Encoding=pikepdf.Dictionary(
                Type=pikepdf.Name.Encoding, Differences=pikepdf.Array([88, pikepdf.Name("/box")])
            ),
            FirstChar=88,
            LastChar=88,
            Widths=pikepdf.Array([wide]),
            ToUnicode=map_,
            Resources=pikepdf.Dictionary(),
        )
    )


def ems_of(face: str, text: str) -> float:
    """How wide text is in a standard font, in multiples of the size."""
    widths = FONT_METRICS[face][1]
    return sum(widths.get(char, 500) for char in text) / 1000


def encoded(text: str) -> bytes:
    """Text in the encoding of the standard fonts."""
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError as error:
        raise OutputError(
            f"a pseudonym has the character U+{ord(text[error.start]):04X}, which the standard fonts of PDF "
            "do not have: choose pseudonyms in Latin letters, or boxes"
        ) from None


def _style(bold: bool, italic: bool, slanted: str) -> str:
    style = ("Bold" if bold else "") + (slanted if italic else "")
    return f"-{style}" if style else ""
