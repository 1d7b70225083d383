"""A picture looked at: its words as running text, which side of it is up, and whether the reading holds.

Words come from two readings, one by lines and columns and, where ink is left over, one for letters anywhere.
Never drops a word for being unsure: a name that was read badly is still nearer to the name than nothing. Ink
that belongs to no word (handwriting, a signature, a stamp) is told too, so that it does not slip through on a
page that was read; rules, frames, solid bars and specks do not count.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from lexveil.formats import ocr
from lexveil.formats.markup import Block, touching
from lexveil.formats.ocr import SURE, Word
from lexveil.formats.source import Pieces, Replacements
from lexveil.model import Piece, Reason, Replacement, because

POOR = 55.0  # mean confidence below which a picture was not read; photographs and blur come to 20 to 35
MANY = 8  # words that are too many for chance
FEW, SHARE = 3, 0.15  # words not read, and their share of those read, that are too many to look over
PAGE, WORDS = 1000, 30  # pixels of the height, and words, of a picture that is a page
APART = 1000  # added to the blocks of the second reading
CELL = 64  # pixels: words are looked up by the squares they lie in

# Degrees clockwise, and what Pillow calls them.
TURNED = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}

Box = tuple[int, int, int, int]  # left, top, right, bottom, in pixels
CONTEXT = "image"  # of the places of a picture's words: they number words, not characters
WIDE = 3.0  # line heights between two words of a line that stand in different columns
PROSE = 3  # words in every column of two lines that make them go on; cells of a table have fewer

SIDE = 1400  # pixels of the longer side of a page when looked at: 120 dpi for A4
NEAR = 32  # levels of brightness around that of the paper
PAPER = 0.6  # of a picture that makes it paper
INK = 72  # levels away from it
STRAIGHT = 28  # pixels: a longer straight run is a rule or a bar
BAND = 256  # rows
INK_CELL = 14  # pixels: about a letter
DRAWN = 12  # pixels of ink in a cell that make it count
CELLS = 5  # joined, that make a mark; a bullet or a smudge has fewer

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Seen:
    words: list[Word] = field(repr=False)  # with boxes in the picture once it is turned
    turn: int = 0  # degrees clockwise that put the words upright
    missed: int = 0  # stretches that look like words on paper and could not be read


def look(image: Image.Image, *, language: str, dpi: float = 0) -> Seen:
    words = ocr.words(image, language=language, dpi=dpi)
    turn = 0
    if _poor(words) or _sideways(words):
        turn = ocr.turn(image)
        turned = ocr.words(turned_by(image, turn), language=language, dpi=dpi) if turn else []
        turn = turn if _mean(turned) > _mean(words) or (_sideways(words) and turned) else 0
        words, image = (turned, turned_by(image, turn)) if turn else (words, image)
    paper = is_paper(image)
    if paper and not unread_marks(image, words):
        return Seen(words, turn)
    more = ocr.words(without_rules(image), language=language, dpi=dpi, sparse=True)
    sure = [word for word in words if word.confidence >= SURE]
    new = _beside(sure, [word for word in more if _sure(word)])
    kept = [word for word in words if word.confidence >= SURE or _beside(new, [word])]  # unsure ones give way
    joined = kept + [replace(word, block=word.block + APART) for word in new]
    missed = len(_beside(joined, [word for word in more if _letters(word) > 1])) if paper else 0
    return Seen(joined, turn, missed)


def signed(image: Image.Image, seen: Seen) -> bool:
    """Whether a page has marks beside the words: a signature, a stamp, a note by hand."""
    return bool(unread_marks(turned_by(image, seen.turn), seen.words))


def like_a_page(image: Image.Image, seen: Seen) -> bool:
    """Whether a picture has the shape and the words of a sheet of paper."""
    width, height = turned_by(image, seen.turn).size
    return height >= PAGE and 1.2 <= height / width <= 1.6 and len(seen.words) >= WORDS


def turned_by(image: Image.Image, degrees: int) -> Image.Image:
    return image.transpose(TURNED[degrees]) if degrees else image


def judged(seen: Seen) -> tuple[str, Reason]:
    """The state of a part that shows this, and why."""
    words = seen.words
    nothing = len(words) < MANY and all(_letters(word) < 3 or word.confidence < SURE / 2 for word in words)
    if seen.missed >= MANY or (seen.missed >= FEW and seen.missed > len(words) * SHARE):
        return "uncovered", because("part.unread-text") if nothing else _UNSURE
    if nothing:
        return "kept", because("part.no-text-seen")
    return ("uncovered", _UNSURE) if _poor(words) else ("read", because("part.picture-text"))


_UNSURE = because("part.unsure")
SIGNED = because("part.marks")


def _poor(words: Sequence[Word]) -> bool:
    return _mean(words) < POOR or not any(map(_sure, words))


def _sure(word: Word) -> bool:
    return word.confidence >= SURE and _letters(word) > 1


def _sideways(words: Sequence[Word]) -> bool:
    """Whether most words that are long enough to tell run up or down the page."""
    upright = [word.right - word.left > word.bottom - word.top for word in words if _letters(word) > 3]
    return upright.count(False) > upright.count(True)


def _beside(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Those of the others whose middle lies in none of the words."""
    squares: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        for down in range(word.top // CELL, word.bottom // CELL + 1):
            for across in range(word.left // CELL, word.right // CELL + 1):
                squares.setdefault((down, across), []).append(word)
    found = []
    for other in others:
        x, y = (other.left + other.right) // 2, (other.top + other.bottom) // 2
        near = squares.get((y // CELL, x // CELL), ())
        if not any(word.left <= x <= word.right and word.top <= y <= word.bottom for word in near):
            found.append(other)
    return found


def _letters(word: Word) -> int:
    return sum(map(str.isalnum, word.text))


def _mean(words: Sequence[Word]) -> float:
    """The confidence of the letters: long words tell more than specks taken for an i."""
    letters = sum(map(_letters, words))
    return sum(_letters(word) * word.confidence for word in words) / letters if letters else 0.0


class Hit(NamedTuple):
    """Words that go, by their numbers, and what stands in their place."""

    words: list[int]
    label: str


def blocks(words: Sequence[Word], *, first: int = 0) -> list[Block]:
    """Paragraphs as running text: a full line goes on in the next one, and so does a word broken there.

    The place of a word is its number, counted from `first`; the space between two belongs to neither.
    """
    runs = _runs(words)
    alone = Counter(words[run[0]].row[:2] for run in runs)
    edges: dict[int, int] = {}
    for word in words:
        edges[word.block] = max(edges.get(word.block, 0), word.right)
    made = []
    for run in runs:
        block = Block()
        edge = max(words[number].right for number in run)
        if alone[words[run[0]].row[:2]] == 1:  # no columns: other paragraphs tell how long lines are
            edge = edges[words[run[0]].block]
        before = ""
        for number, following in zip(run, [*run[1:], None], strict=True):
            text, after = words[number].text, ""
            if following is not None:
                text, after = _joint(words[number], words[following], edge)
            if before == "\n":
                block.line([], CONTEXT)
            elif before:
                block.space(first + number, first + number, CONTEXT)
            block.add(text, first + number, first + number + 1, CONTEXT)
            before = after
        made.append(block)
    return made


def hits(words: Sequence[Word], pieces: Pieces, replacements: Replacements) -> list[Hit]:
    """For each replacement the words it touches, and what they become.

    What a replacement leaves of the first and the last word stays with it ("Torvund's" → "person A's").
    Words that two replacements share are one hit. Pieces of anything but words are passed over.
    """
    found: list[tuple[list[Piece], list[Replacement]]] = []
    for replacement, touched in zip(replacements, touching(pieces, replacements), strict=True):
        ours = (each for each in touched if each.place.context == CONTEXT)
        own = [each for each in ours if each.place.start < each.place.end]
        if own and found and found[-1][0][-1] is own[0]:
            found[-1][0].extend(own[1:])
            found[-1][1].append(replacement)
        elif own:
            found.append((own, [replacement]))
    return [Hit([piece.place.start for piece in own], _label(words, own, made)) for own, made in found]


def outside_pictures(pieces: Pieces, replacements: Replacements) -> tuple[list[Piece], list[Replacement]]:
    """The pieces and the replacements of all but pictures, for a format that has both."""
    touched = zip(replacements, touching(pieces, replacements), strict=True)
    kept = [each for each, found in touched if all(piece.place.context != CONTEXT for piece in found)]
    return [piece for piece in pieces if piece.place.context != CONTEXT], kept


def line_boxes(words: Sequence[Word], label: str) -> list[tuple[Box, str]]:
    """One box for the words of each line, the label with the first of them."""
    lines: dict[tuple[int, int, int], list[Word]] = {}
    for word in words:
        lines.setdefault(word.row, []).append(word)
    boxes: list[Box] = []
    for line in lines.values():
        left, top = min(word.left for word in line), min(word.top for word in line)
        boxes.append((left, top, max(word.right for word in line), max(word.bottom for word in line)))
    return list(zip(boxes, [label, *[""] * (len(boxes) - 1)], strict=True))


def _runs(words: Sequence[Word]) -> list[list[int]]:
    """The numbers of the words of each run of text: a paragraph, a column of one, a cell of a table."""
    runs: list[list[int]] = []
    last: list[list[int]] = []  # the cells of the line before
    for _, line in groupby(range(len(words)), key=lambda number: words[number].row):
        cells = _line_cells(words, list(line))
        goes_on = last and words[last[0][0]].row[:2] == words[cells[0][0]].row[:2]
        prose = len(cells) == 1 or all(len(cell) >= PROSE for cell in [*cells, *last])
        if goes_on and prose and len(cells) == len(last):
            for run, cell in zip(runs[-len(cells) :], cells, strict=True):
                run += cell
        else:
            runs += [list(cell) for cell in cells]
        last = cells
    return runs


def _line_cells(words: Sequence[Word], line: list[int]) -> list[list[int]]:
    """A line cut where its words stand too far apart for a space."""
    cells = [line[:1]]
    for before, number in pairwise(line):
        height = max(words[at].bottom - words[at].top for at in (before, number))
        if words[number].left - words[before].right > WIDE * height:
            cells.append([])
        cells[-1].append(number)
    return cells


def _joint(word: Word, following: Word, edge: int) -> tuple[str, str]:
    """A word as it reads before the next, and what is between them: a space, a line break, nothing."""
    if word.row == following.row:
        return word.text, " "
    if word.text[-1] in "-\u2010\xad" and word.text[-3:-1].isalpha():
        return (word.text[:-1] if following.text[0].islower() else word.text), ""
    height = max(word.bottom - word.top, following.bottom - following.top)
    return word.text, "\n" if edge - word.right > following.right - following.left + height else " "


def _label(words: Sequence[Word], pieces: Pieces, replacements: Replacements) -> str:
    """The text of the pieces with the replacements in it."""
    start = pieces[0].start
    text = ""
    for piece in pieces:
        word = words[piece.place.start].text[: piece.end - piece.start]  # without its hyphen
        text = text.ljust(piece.start - start) + word
    parts: list[str] = []
    last = 0
    for replacement in replacements:
        parts += (text[last : max(last, replacement.start - start)], replacement.text)
        last = max(last, replacement.end - start)
    return " ".join("".join([*parts, text[last:]]).split())


def is_paper(image: Image.Image) -> bool:
    """Whether most of the picture is of one brightness, as paper is and a photograph is not."""
    return _ground(_small(image))[1] >= PAPER


def unread_marks(image: Image.Image, words: Sequence[Word]) -> int:
    """The number of marks on paper beside the words; 0 for what is no paper."""
    grey = _small(image)
    level, share = _ground(grey)
    if share < PAPER:
        return 0
    ink = _ink(grey, level)
    scale = grey.width / image.width
    for word in words:
        margin = 0.45 * (word.bottom - word.top)
        top, left = (max(0, int((value - margin) * scale)) for value in (word.top, word.left))
        bottom, right = (int((value + margin) * scale) + 1 for value in (word.bottom, word.right))
        ink[top:bottom, left:right] = False
    ink &= ~_rules(ink, STRAIGHT)
    return sum(size >= CELLS for size in _group_sizes(_inked_cells(ink)))


def without_rules(image: Image.Image) -> Image.Image:
    """The picture in grey with rules, frames and bars wiped out: letters near them get lost."""
    grey = image.convert("L")
    level, _ = _ground(grey)
    rules = _rules(_ink(grey, level), max(STRAIGHT, max(image.size) // 35))
    for axis in (0, 1):  # and the grey edge of each
        rules |= np.roll(rules, 1, axis) | np.roll(rules, -1, axis)
    grey.paste(level, mask=Image.fromarray(rules))
    return grey


def _small(image: Image.Image) -> Image.Image:
    grey = image.convert("L")
    grey.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    return grey


def _ground(grey: Image.Image) -> tuple[int, float]:
    """The brightness of most of it, and what share of it is near that."""
    counts = np.asarray(grey.histogram())
    level = int(np.convolve(counts, np.ones(9), "same").argmax())
    return level, float(counts[max(0, level - NEAR) : level + NEAR + 1].sum() / counts.sum())


def _ink(grey: Image.Image, level: int) -> Mask:
    return np.array(grey.point([255 * (abs(value - level) > INK) for value in range(256)], "1"))


def _rules(ink: Mask, length: int) -> Mask:
    """The pixels of straight runs across or down of that length, found in bands to save memory."""
    found = np.zeros_like(ink)
    for start in range(0, ink.shape[0], BAND):
        found[start : start + BAND] |= _straight(ink[start : start + BAND], length)
    for start in range(0, ink.shape[1], BAND):
        found[:, start : start + BAND] |= _straight(ink[:, start : start + BAND].T, length).T
    return found


def _straight(ink: Mask, length: int) -> Mask:
    """The pixels of horizontal runs of that length; a run may miss a pixel here and there."""
    width = ink.shape[1]
    if width < length:
        return np.zeros_like(ink)
    sums = np.cumsum(np.pad(ink, ((0, 0), (1, 0))), axis=1, dtype=np.int32)
    full = sums[:, length:] - sums[:, :-length] >= length - 2
    spread = np.cumsum(np.pad(full, ((0, 0), (length, length))), axis=1, dtype=np.int32)
    return np.asarray(spread[:, length : length + width] > spread[:, :width])


def _inked_cells(ink: Mask) -> Mask:
    height, width = (-(-side // INK_CELL) * INK_CELL for side in ink.shape)
    padded = np.zeros((height, width), dtype=bool)
    padded[: ink.shape[0], : ink.shape[1]] = ink
    tiled = padded.reshape(height // INK_CELL, INK_CELL, width // INK_CELL, INK_CELL)
    return np.asarray(tiled.sum(axis=(1, 3)) >= DRAWN)


def _group_sizes(cells: Mask) -> list[int]:
    """The sizes of the groups of cells that touch."""
    left = {(int(row), int(column)) for row, column in np.argwhere(cells)}
    sizes = []
    while left:
        waiting, size = [left.pop()], 0
        while waiting:
            row, column = waiting.pop()
            size += 1
            around = {(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)} & left
            left -= around
            waiting += around
        sizes.append(size)
    return sizes
