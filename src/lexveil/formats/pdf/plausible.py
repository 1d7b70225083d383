"""Fonts that say other characters than they show.

A map of the file's own (`/ToUnicode`) is believed, for most files have nothing else. It is not where it
contradicts the names of the glyphs, reads many glyphs as one character or as white space, or gives letters
widths that no font has: an m narrower than an i.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from statistics import correlation, pstdev

from pdfminer.fontmetrics import FONT_METRICS

from lexveil.formats.pdf.fonts import BULLET, Font, Glyph
from lexveil.model import because

LYING = because("part.lying-font")
ALIKE = 4  # glyphs that read as one character: more than a letter has forms
CONTRADICTED = 0.5  # share of the letters whose glyphs are called otherwise
FEW_LETTERS = 3  # of which the names say nothing yet
LETTERS = 10  # different ones that must be used before their widths tell
PLAUSIBLE = 0.25  # correlation with the widths of a common font; real ones have 0.7 and more
EVEN = 0.02  # of the size: letters that differ less are of a typewriter
_COMMON = FONT_METRICS["Helvetica"][1]


def lies(font: Font) -> bool:
    """To be asked once all pages were read: a font is judged by the glyphs that the file uses."""
    if not font.mapped:
        return False
    used = font.used()
    return _reads_as_one(used) or _is_contradicted(font, used) or _has_odd_widths(used)


def _reads_as_one(used: Sequence[Glyph]) -> bool:
    same: defaultdict[str, list[Glyph]] = defaultdict(list)
    for glyph in used:
        if glyph.text and glyph.text != BULLET:
            same[" " if glyph.text.isspace() else glyph.text].append(glyph)
    blank = same.get(" ", [])
    only_blank = len(same) == 1 and len({round(glyph.width, 3) for glyph in blank}) > 1
    return only_blank or any(len(glyphs) >= ALIKE for glyphs in same.values())


def _is_contradicted(font: Font, used: Sequence[Glyph]) -> bool:
    pairs = [(_plain(font.called.get(glyph.code, "")), _plain(glyph.text or "")) for glyph in used]
    told = [(called, read) for called, read in pairs if called.isalpha()]
    wrong = sum(called != read for called, read in told)
    return len(told) >= FEW_LETTERS and wrong > CONTRADICTED * len(told)


def _plain(text: str) -> str:
    """A letter without accents, in lower case: names of glyphs and maps differ in less."""
    return unicodedata.normalize("NFKD", text)[:1].lower()


def _has_odd_widths(used: Sequence[Glyph]) -> bool:
    letters = {glyph.text: glyph.width for glyph in used if glyph.text in _COMMON and glyph.text.isalpha()}
    letters = {text: width for text, width in letters.items() if width > 0}
    if len(letters) < LETTERS or pstdev(letters.values()) < EVEN:
        return False
    common = [_COMMON[text] for text in letters]
    return pstdev(common) > 0 and correlation(list(letters.values()), common) < PLAUSIBLE
