"""How pseudonyms are set: in which letters, and where on the page.

The font is the removed one where the file is known to hold all letters for it, else the one of the fourteen
that every viewer has that comes nearest (ISO 32000-2, 9.6.2.2). A box of constant width is a font too, of a
single letter, so that it is set as text is. The room is that of what was removed, and the white space after
it; a name over two lines is set in the first, unless it is much too narrow there.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import NamedTuple

import pikepdf
from pdfminer.fontmetrics import FONT_METRICS

from lexveil.errors import OutputError
from lexveil.formats.pdf.content import Show
from lexveil.formats.pdf.fonts import BOLD, FIXED, ITALIC, SERIF, Font, Glyph
from lexveil.formats.pdf.letters import Group, Letter

SQUEEZE = 0.75  # how narrow letters are set before they are set smaller
FILLED = 0.3  # of the size: less white space than that after a pseudonym is left as it is
BOX, UNSEEN = "box", "unseen"  # faces that are no standard font
UNSEEN_WIDTH = 0.5  # of the size: every letter of the unseen face
BOX_WIDTH = 4.0  # of the size, whatever stood there: its length must not tell
_BOLD = re.compile(r"bold|black|heavy|semibd|demi|-bd", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obli|slant", re.IGNORECASE)
_FIXED = re.compile(r"cour|mono|typewriter|consol", re.IGNORECASE)
_SANS = re.compile("(?i)sans|arial|helv|calibri|verdana|tahoma|segoe|roboto|gothic|frutiger|univers")
_SERIF = re.compile("(?i)times|serif|roman|garamond|georgia|book|cambria|palat|minion|cmr|century")
_ALIKE = {0x2010: "-", 0x2011: "-", 0xA0: " ", 0x202F: " ", 0x2007: " ", 0x2212: "\u2013"}

ENOUGH = 0.7  # of the width of a pseudonym: less room and it is set where there is more
FREE, FURTHER = 1.5, 3.0  # of what was removed, and in sizes: white space that may be taken
APART = 0.25  # of the size: the white space that stays before the next word
GOES_ON = 0.6  # of the size: the next word of a sentence is no further away
SAME_LINE = 0.3
MAX_ROWS = 50


class Setting(NamedTuple):
    """How a pseudonym is set in place of what was removed."""

    face: str  # "" for the font that is set already, else the name of a standard font, or "box"
    codes: bytes
    size: float
    stretch: float
    advance: float  # how far it moves on, in text space
    filler: tuple[str, float, float]  # a face, its size, and how wide a space is to be set after it

    def narrowed(self, ratio: float) -> "Setting":
        """The same set narrower, and smaller where letters would become too narrow."""
        squeeze = max(ratio, SQUEEZE)
        size, stretch = self.size * ratio / squeeze, self.stretch * squeeze
        return self._replace(size=size, stretch=stretch, advance=self.advance * ratio)


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


def unit(show: Show) -> float:
    """How long one unit of text space is on the page, along the line; negative where it runs against it."""
    a, b = show.matrix[:2]
    sign = -1.0 if show.size * show.stretch < 0 else 1.0
    return sign * (math.hypot(a, b) or 1.0)


def fitted(text: str, show: Show, known: Mapping[str, Glyph], room: "FreeSpace", *, box: bool) -> Setting:
    """The pseudonym as it is set in the room that `show` leaves, of whose letters the file holds those known.

    White space after it is taken only where letters would become too narrow. What is left of the width is
    filled with a space if text follows, so that who copies the text gets words.
    """
    size, stretch = show.size, show.stretch
    across = abs(unit(show))
    width = room.width / across
    text = " ".join(text.translate(_ALIKE).split())
    plain = nearest(show.font)
    if box:
        face, codes, ems = BOX, b"X", BOX_WIDTH
    elif text and all(char in known for char in text):
        face, codes = "", b"".join(known[char].code for char in text)
        ems = sum(known[char].width for char in text)
    else:
        face, codes, ems = plain, encoded(text), ems_of(plain, text)
    if face:
        size *= show.font.scale
    natural = abs(ems * size * stretch) or 1.0
    ratio = min(1.0, max(width, min(room.most / across, SQUEEZE * natural)) / natural)
    squeeze = max(ratio, SQUEEZE)
    size, stretch = size * max(ratio / squeeze, 0.01), stretch * squeeze
    advance = ems * size * stretch
    left = width - abs(advance)
    wide = room.followed and left > FILLED * abs(size * stretch)
    space = math.copysign(left, advance) / stretch if wide else 0.0
    return Setting(face, codes, size, stretch, advance, (plain, size, space))


def made(pdf: pikepdf.Pdf, face: str) -> pikepdf.Object:
    """The font dictionary of a face."""
    if face == BOX:
        return _box(pdf)
    if face == UNSEEN:
        return _unseen(pdf)
    letters = (bytes([code]).decode("cp1252", "replace") for code in range(32, 256))
    widths = " ".join(f"{1000 * ems_of(face, letter):.0f}" for letter in letters)
    return _dictionary(
        pdf,
        f"/Type /Font /Subtype /Type1 /BaseFont /{face} /Encoding /WinAnsiEncoding "
        f"/FirstChar 32 /LastChar 255 /Widths [{widths}]",
    )


def _box(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A font of one letter, a box of constant width."""
    wide = round(1000 * BOX_WIDTH)
    drawn = pdf.make_stream(f"{wide} 0 0 -200 {wide} 800 d1 0 -200 {wide} 1000 re f".encode())
    codes = _character_map(
        pdf, "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <58> <2588> endbfchar "
    )
    return _dictionary(
        pdf,
        f"/Type /Font /Subtype /Type3 /FontBBox [0 -200 {wide} 1000] /FontMatrix [0.001 0 0 0.001 0 0] "
        f"/Encoding << /Type /Encoding /Differences [88 /box] >> /FirstChar 88 /LastChar 88 /Widths [{wide}] "
        "/Resources << >>",
        CharProcs=pikepdf.Dictionary(box=drawn),
        ToUnicode=codes,
    )


def _unseen(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A font without letters, for text in any script that is only searched: codes are those of UTF-16."""
    codes = _character_map(
        pdf,
        "/CMapName /Lexveil-Unseen def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        "1 beginbfrange <0000> <FFFF> <0000> endbfrange ",
    )
    described = _dictionary(
        pdf,
        "/Type /FontDescriptor /FontName /Lexveil-Unseen /Flags 4 /FontBBox [0 0 500 1000] /ItalicAngle 0 "
        "/Ascent 1000 /Descent 0 /CapHeight 1000 /StemV 80",
    )
    letters = _dictionary(
        pdf,
        "/Type /Font /Subtype /CIDFontType2 /BaseFont /Lexveil-Unseen /CIDToGIDMap /Identity "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
        f"/DW {round(1000 * UNSEEN_WIDTH)}",
        FontDescriptor=described,
    )
    return _dictionary(
        pdf,
        "/Type /Font /Subtype /Type0 /BaseFont /Lexveil-Unseen /Encoding /Identity-H",
        DescendantFonts=pikepdf.Array([letters]),
        ToUnicode=codes,
    )


def _dictionary(pdf: pikepdf.Pdf, entries: str, **more: pikepdf.Object) -> pikepdf.Object:
    made = pikepdf.Object.parse(f"<< {entries} >>".encode())
    for key, value in more.items():
        made[f"/{key}"] = value
    return pdf.make_indirect(made)


def _character_map(pdf: pikepdf.Pdf, entries: str) -> pikepdf.Object:
    begin = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
    return pdf.make_stream(f"{begin}{entries}endcmap end end".encode())


def ems_of(face: str, text: str) -> float:
    """How wide text is in a standard font, in multiples of the size."""
    widths = FONT_METRICS[face][1]
    return sum(widths.get(char, 500) for char in text) / 1000


def encoded(text: str) -> bytes:
    """Text in the encoding of the standard fonts."""
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError as error:
        raise OutputError("pdf.character", character=f"{ord(text[error.start]):04X}") from None


def _style(bold: bool, italic: bool, slanted: str) -> str:
    style = ("Bold" if bold else "") + (slanted if italic else "")
    return f"-{style}" if style else ""


class FreeSpace(NamedTuple):
    number: int  # the glyph in whose place the pseudonym is set
    width: float  # of what was removed, on the page
    most: float  # with the white space after it
    followed: bool  # whether text goes on after it
    size: float


class Page:
    """The letters of a page by number and by line; `edge` is the right edge of the page."""

    def __init__(self, groups: Mapping[Group, Sequence[Letter]], *, edge: float) -> None:
        self.letters: dict[int, tuple[Group, Letter]] = {}
        self.steps: dict[Group, float] = {}
        self.rows: dict[tuple[Group, int], list[float]] = {}  # where glyphs begin, by group and height
        self.edges: dict[Group, float] = {}
        for group, found in groups.items():
            for letter in found:
                for number in range(letter.number, letter.end):
                    self.letters[number] = (group, letter)
            seen = [letter for letter in found if letter.text != " "]
            self.steps[group] = step = median(letter.size for letter in found)
            for letter in seen:
                self.rows.setdefault((group, math.floor(letter.y / step)), []).append(letter.x0)
            self.edges[group] = max((letter.x1 for letter in seen), default=0.0) if group.angle else edge

        for row in self.rows.values():
            row.sort()

    def rooms(self, numbers: Iterable[int]) -> list[FreeSpace]:
        """The room that each stretch of removed glyphs leaves, in reading order."""
        found: list[tuple[Group, list[Letter]]] = []
        for number in numbers:
            if number not in self.letters:
                continue
            group, letter = self.letters[number]
            if found and found[-1][1][-1] is letter:
                continue
            last = found[-1][1][-1] if found and found[-1][0] == group else None
            near = last and abs(last.y - letter.y) < SAME_LINE * max(last.size, letter.size)
            if last and near and letter.x0 > last.x0:
                found[-1][1].append(letter)
            else:
                found.append((group, [letter]))
        return [self._room(group, letters) for group, letters in found]

    def _room(self, group: Group, removed: list[Letter]) -> FreeSpace:
        first, x1 = removed[0], max(letter.x1 for letter in removed)
        width = x1 - first.x0
        next_ = self._next(group, first, x1)
        free = min(next_ - APART * first.size, self.edges[group] - first.size) - first.x0
        most = max(FREE * width, width + FURTHER * first.size)
        followed = next_ - x1 < GOES_ON * first.size
        return FreeSpace(first.number, width, max(width, min(free, most)), followed, first.size)

    def _next(self, group: Group, letter: Letter, x1: float) -> float:
        """Where the next glyph on the line begins, or on one that letters of this size reach into."""
        near, step = 0.6 * letter.size, self.steps[group]
        low, high = math.floor((letter.y - near) / step), math.floor((letter.y + near) / step)
        found = math.inf
        for height in range(low, min(high, low + MAX_ROWS) + 1):
            row = self.rows.get((group, height), [])
            at = bisect_right(row, x1 - near / 4)
            found = min(found, row[at]) if at < len(row) else found
        return found


def chosen(rooms: Sequence[FreeSpace], needed: float) -> FreeSpace:
    """The first room, or the widest if the first is much too narrow; `needed` is in multiples of the size."""
    first = rooms[0]
    if first.width >= ENOUGH * needed * first.size:
        return first
    return max(rooms, key=lambda room: room.width)
