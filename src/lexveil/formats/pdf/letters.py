"""Letters on the page: where each stands, what it reads, which belong together.

One `Letter` per character that can be read, on a straight line each, in groups that are laid out by
themselves: one per direction of writing, and apart from the rest what does not show. A glyph drawn twice (for
weight or shade) is one letter. Numbers count the glyphs of the whole document.
"""

import math
import unicodedata
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from lexveil.formats.pdf.content import Seen, Show
from lexveil.formats.pdf.pages import Box, Scope
from lexveil.model import Reason, because

NEAR = 0.12  # of the size: how far apart two drawings of one glyph stand
CELL = 0.5  # of the size: the grid in which they are looked for
INVISIBLE = (3, 7)  # modes of text that paint nothing: a layer of recognised text
SOFT_HYPHEN = "\u00ad"
# Accents that old fonts draw by themselves, over the letter that follows.
ACCENTS = {
    "\u00a8": "\u0308", "\u00b4": "\u0301", "`": "\u0300", "\u02c6": "\u0302", "\u02dc": "\u0303",
    "\u00b8": "\u0327", "\u02c7": "\u030c", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02da": "\u030a",
    "\u02dd": "\u030b", "\u00af": "\u0304", "\u02db": "\u0328",
}  # fmt: skip


class Group(NamedTuple):
    aside: int
    hidden: bool
    invisible: bool
    angle: int


# Of each glyph of an operator: its number, text, beginning, end, height and size.
Placed = tuple[int, str | None, float, float, float, float]


class Letter:
    __slots__ = ("end", "more", "number", "size", "text", "x0", "x1", "y")

    def __init__(self, number: int, text: str, x0: float, x1: float, y: float, size: float) -> None:
        self.number = number
        self.end = number + 1  # the glyphs it stands for
        self.text = text
        self.x0, self.x1, self.y = x0, x1, y  # along the line and across it
        self.size = size
        self.more: list[tuple[int, int]] = []  # further glyphs that show the same


Groups = dict[Group, list[Letter]]
Grid = dict[tuple[object, ...], list[Letter]]


def letters(scopes: Sequence[Scope], bases: Sequence[int], box: Box) -> tuple[Groups, set[Reason]]:
    """The letters of a page by group, in the order they are drawn, and what cannot be read."""
    groups: Groups = {}
    troubles: set[Reason] = set()
    texts: set[str] = set()
    last: Letter | None = None
    for scope, base in zip(scopes, bases, strict=True):
        marked = _texts_of_marks(scope.seen)
        for show in scope.seen.shows:
            found = groups.setdefault(_group(show, scope.aside, box), [])
            for number, text, x0, x1, y, size in _placed(show, base, marked):
                if text:
                    last = Letter(number, text, x0, x1, y, size)
                    found.append(last)
                    texts.add(text)
                elif text is None:
                    troubles.add(because("part.no-codes"))
                elif last:  # the text of several glyphs was given with the first
                    last.more.append((number, number + 1))
    if any(unicodedata.bidirectional(char) in ("R", "AL") for text in texts for char in text):
        troubles.add(because("part.right-to-left"))
    once: Grid = {}
    for group, found in groups.items():
        groups[group] = _accented(_once(found, once, (group.aside, group.angle)))
    return {group: found for group, found in groups.items() if found}, troubles


def _group(show: Show, aside: int, box: Box) -> Group:
    a, b, c, d, e, f = show.matrix
    angle = 0
    if b or a * show.size * show.stretch < 0:
        sign = -1 if show.size * show.stretch < 0 else 1
        angle = round(math.degrees(math.atan2(sign * b, sign * a))) % 360
    e, f = show.rise * c + e, show.rise * d + f
    hidden = show.layer or aside < 0
    if not hidden and not aside and not (box[0] <= e <= box[2] and box[1] <= f <= box[3]):
        x = show.offsets[-1]
        hidden = not (box[0] <= x * a + e <= box[2] and box[1] <= x * b + f <= box[3])
    return Group(aside, hidden, show.mode in INVISIBLE, angle)


def _placed(show: Show, base: int, marked: dict[int, str]) -> list[Placed]:
    a, b, c, d, e, f = show.matrix
    unit = math.hypot(a, b) or 1e-9
    sign = -1.0 if show.size * show.stretch < 0 else 1.0
    u, v = sign * a / unit, sign * b / unit
    x, y = show.rise * c + e, show.rise * d + f
    along, across = x * u + y * v, y * u - x * v
    size = abs(a * d - b * c) / unit * abs(show.size) * show.font.scale or 1e-9
    unit *= sign
    stretch = show.size * show.stretch
    spacing, words = max(show.spacing, 0.0) * show.stretch, show.words * show.stretch
    number = base + show.first
    found = []
    for (code, text, width), offset in zip(show.glyphs, show.offsets, strict=True):
        if marked:
            text = marked.get(number - base, text)
        x0 = along + offset * unit
        x1 = x0 + (width * stretch + (spacing + words if code == b" " else spacing)) * unit
        found.append((number, text, x0, x1 if x1 > x0 else x0, across, size))
        number += 1
    return found


def _texts_of_marks(seen: Seen) -> dict[int, str]:
    """What marked content says that glyphs read, where they do not say it themselves."""
    if not seen.marked:
        return {}
    texts = _texts(seen)
    marked: dict[int, str] = {}
    for mark in seen.marked:
        shown = texts[mark.start : mark.end]
        if mark.text and (None in shown or mark.text == SOFT_HYPHEN):
            marked |= dict.fromkeys(range(mark.start, mark.end), "")
            marked[mark.start] = mark.text
    return marked


def mirrored(seen: Seen) -> set[int]:
    """The marks that say just what their glyphs say, so that they need not be read again."""
    texts = _texts(seen) if seen.marked else []
    marks = ((mark, texts[mark.start : mark.end]) for mark in seen.marked)
    said = ((mark, None if None in shown else _plain("".join(map(str, shown)))) for mark, shown in marks)
    return {mark.at for mark, text in said if text is None or text == _plain(mark.text)}


def _texts(seen: Seen) -> list[str | None]:
    return [glyph.text for show in seen.shows for glyph in show.glyphs]


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).replace(SOFT_HYPHEN, "").split())


def _once(found: list[Letter], grid: Grid, scope: tuple[int, int]) -> list[Letter]:
    """Without glyphs drawn again; the first drawing keeps their numbers."""
    kept: list[Letter] = []
    for letter in found:
        if letter.text == " ":
            kept.append(letter)
            continue
        step = CELL * letter.size
        across, up = letter.x0 / step, letter.y / step
        column, row = math.floor(across), math.floor(up)
        near = NEAR * letter.size
        cells = product(_beside(across - column, column), _beside(up - row, row))
        drawn = (other for cell in cells for other in grid.get((*scope, letter.text, *cell), ()))
        steps = ((each, abs(each.x0 - letter.x0), abs(each.y - letter.y)) for each in drawn)
        first = next((each for each, x, y in steps if x <= near and y <= near), None)
        if first is None:
            grid.setdefault((*scope, letter.text, column, row), []).append(letter)
            kept.append(letter)
        else:
            first.more.append((letter.number, letter.end))
    return kept


def _beside(part: float, cell: int) -> tuple[int, ...]:
    edge = NEAR / CELL
    if part < edge:
        return (cell, cell - 1)
    return (cell, cell + 1) if part > 1 - edge else (cell,)


def _accented(found: list[Letter]) -> list[Letter]:
    """Accents that are drawn by themselves join the letter they stand over."""
    kept: list[Letter] = []
    for letter in found:
        last = kept[-1] if kept else None
        if last and last.text in ACCENTS and letter.text[:1].isalpha() and _over(last, letter):
            _join(letter, last, ACCENTS[last.text])
            kept[-1] = letter
        elif last and unicodedata.combining(letter.text[0]) and last.text[:1].isalpha():
            _join(last, letter, letter.text)
        else:
            kept.append(letter)
    return kept


def _over(accent: Letter, letter: Letter) -> bool:
    middle = (accent.x0 + accent.x1) / 2
    return letter.x0 <= middle <= letter.x1 and abs(accent.y - letter.y) < letter.size


def _join(letter: Letter, accent: Letter, mark: str) -> None:
    letter.text = unicodedata.normalize("NFC", letter.text[0] + mark) + letter.text[1:]
    letter.more += [(accent.number, accent.end), *accent.more]
