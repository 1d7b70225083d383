"""Rules and boxes under, through and behind a name that is gone: they would tell how wide it was.

Only what is drawn for the words of a line goes: what lies within its height and between its ends. The rules
of a table, frames and bars are wider or higher, and stay.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from typing import NamedTuple

import pikepdf

from lexveil.formats.pdf.drawings import Mark, Point
from lexveil.formats.pdf.file import array, name_of, remove
from lexveil.formats.pdf.letters import Group, Letter
from lexveil.formats.pdf.pages import upright
from lexveil.formats.pdf.reflow import runs_of

BELOW, ABOVE, BESIDE = 0.6, 1.4, 0.6  # of the size: how far from the words what is drawn for them reaches
OVER_WORDS = (
    "/Link",
    "/Highlight",
    "/Underline",
    "/StrikeOut",
    "/Squiggly",
)  # annotations of a stretch of text
NUMBERS = (int, float, Decimal)
LEAST = 0.5  # points of a name that it shares with what is drawn for it


class Band(NamedTuple):
    """A stretch of a line that loses a name."""

    angle: int  # of the line, in degrees
    left: float  # along the line, of all its words
    right: float
    y: float
    size: float
    gone: Sequence[tuple[float, float]]


def bands(groups: Mapping[Group, Sequence[Letter]], gone: Set[int], edge: float) -> Iterator[Band]:
    for group, letters in groups.items():
        if not group.hidden and any(letter.number in gone for letter in letters):
            for run in runs_of(letters, edge):
                lost = [(each.x0, each.x1) for each in run.row if each.number in gone]
                if lost:
                    size = max(each.size for each in run.row)
                    yield Band(group.angle, run.left, run.right, run.row[0].y, size, lost)


def drawn_for(bands: Sequence[Band], marks: Iterable[Mark]) -> set[int]:
    """The instructions that draw something for a word that is gone."""
    return {at for mark in marks if any(_is_for(band, mark.points) for band in bands) for at in mark.at}


def widen_annotations(page: pikepdf.Page, bands: Sequence[Band]) -> None:
    """A link or a highlight of a name becomes that of its whole line; of a line that is turned it goes."""
    a, b, c, d, _, _ = upright(page)
    kept = []
    for annotation in array(page.obj, "/Annots"):
        corners = [float(each) for each in array(annotation, "/Rect") if isinstance(each, NUMBERS)]
        points = [(x * a + y * c, x * b + y * d) for x in corners[::2] for y in corners[1::2]]
        over = name_of(annotation.get("/Subtype")) in OVER_WORDS and len(corners) == 4
        band = next((each for each in bands if _is_for(each, points)), None) if over else None
        if band is None or (not b and not band.angle % 180):
            kept.append(annotation)
        if band is not None:
            left, _, right, _ = (float(each) for each in page.cropbox)
            remove(annotation, "/QuadPoints", "/AP")
            annotation["/Rect"] = pikepdf.Array([left, corners[1], right, corners[3]])
    if "/Annots" in page.obj:
        page.obj["/Annots"] = pikepdf.Array(kept)


def _is_for(band: Band, points: Sequence[Point]) -> bool:
    cosine, sine = math.cos(math.radians(band.angle)), math.sin(math.radians(band.angle))
    along = [x * cosine + y * sine for x, y in points]
    up = [y * cosine - x * sine for x, y in points]
    beside, left, right = BESIDE * band.size, min(along), max(along)
    within = band.left - beside <= left and right <= band.right + beside
    near = band.y - BELOW * band.size <= min(up) and max(up) <= band.y + ABOVE * band.size
    return within and near and any(left < x1 - LEAST and right > x0 + LEAST for x0, x1 in band.gone)
