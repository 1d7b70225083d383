"""Words of a picture as running text, and replacements back to words.

Comes in: words with boxes, as OCR gives them. Goes out: blocks of text like those of any format, in which
the place of a word is its number; and, from pieces and replacements, which words go and what stands there
instead. Never knows a pixel.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from lexveil.formats.markup import Block
from lexveil.formats.ocr import Word
from lexveil.model import Piece, Replacement

Box = tuple[int, int, int, int]  # left, top, right, bottom, in pixels
CONTEXT = "image"  # of the places of a picture's words: they number words, not characters
WIDE = 3.0  # line heights between two words of a line that stand in different columns
PROSE = 3  # words in every column of two lines that make them go on; cells of a table have fewer


class Hit(NamedTuple):
    """Words that go, by their numbers, and what stands in their place."""

    words: list[int]
    label: str


def blocks(words: Sequence[Word], *, first: int = 0) -> list[Block]:
    """Paragraphs as running text: a full line goes on in the next one, and so does a word broken there.

    The place of a word is its number, counted from `first`; the space between two belongs to neither.
    """
    runs = _runs(words)
    alone = Counter(_line(words[run[0]])[:2] for run in runs)
    edges: dict[int, int] = {}
    for word in words:
        edges[word.block] = max(edges.get(word.block, 0), word.right)
    made = []
    for run in runs:
        block = Block()
        edge = max(words[number].right for number in run)
        if alone[_line(words[run[0]])[:2]] == 1:  # no columns: other paragraphs tell how long lines are
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


def hits(words: Sequence[Word], pieces: Sequence[Piece], replacements: Sequence[Replacement]) -> list[Hit]:
    """For each replacement the words it touches, and what they become.

    What a replacement leaves of the first and the last word stays with it ("Torvund's" → "person A's").
    Words that two replacements share are one hit. Pieces of anything but words are passed over.
    """
    found: list[tuple[list[Piece], list[Replacement]]] = []
    at = 0
    for piece in pieces:
        if piece.place.context != CONTEXT or piece.place.start == piece.place.end:
            continue
        while at < len(replacements) and replacements[at].end <= piece.start:
            at += 1
        last = at
        while last < len(replacements) and replacements[last].start < piece.end:
            last += 1
        if last == at:
            continue
        if not found or found[-1][1][-1] is not replacements[at]:
            found.append(([], []))
        own, made = found[-1]
        own.append(piece)
        made += replacements[at + bool(made) : last]
    return [Hit([piece.place.start for piece in own], _label(words, own, made)) for own, made in found]


def beside(
    pieces: Sequence[Piece], replacements: Sequence[Replacement]
) -> tuple[list[Piece], list[Replacement]]:
    """The pieces and the replacements of all but pictures, for a format that has both."""
    others: list[Piece] = []
    kept: list[Replacement] = []
    at = 0
    for piece in pieces:
        if piece.place.context == CONTEXT:
            while at < len(replacements) and replacements[at].start < piece.end:
                if replacements[at].end <= piece.start:
                    kept.append(replacements[at])
                at += 1
        else:
            others.append(piece)
    return others, [*kept, *replacements[at:]]


def line_boxes(words: Sequence[Word], label: str) -> list[tuple[Box, str]]:
    """One box for the words of each line, the label with the first of them."""
    lines: dict[tuple[int, int, int], list[Word]] = {}
    for word in words:
        lines.setdefault(_line(word), []).append(word)
    boxes = [
        (
            min(word.left for word in line),
            min(word.top for word in line),
            max(word.right for word in line),
            max(word.bottom for word in line),
        )
        for line in lines.values()
    ]
    return list(zip(boxes, [label, *[""] * (len(boxes) - 1)], strict=True))


def _runs(words: Sequence[Word]) -> list[list[int]]:
    """The numbers of the words of each run of text: a paragraph, a column of one, a cell of a table."""
    runs: list[list[int]] = []
    last: list[list[int]] = []  # the cells of the line before
    for _, line in groupby(range(len(words)), key=lambda number: _line(words[number])):
        cells = _cells(words, list(line))
        goes_on = last and _line(words[last[0][0]])[:2] == _line(words[cells[0][0]])[:2]
        prose = len(cells) == 1 or all(len(cell) >= PROSE for cell in [*cells, *last])
        if goes_on and prose and len(cells) == len(last):
            for run, cell in zip(runs[-len(cells) :], cells, strict=True):
                run += cell
        else:
            runs += [list(cell) for cell in cells]
        last = cells
    return runs


def _line(word: Word) -> tuple[int, int, int]:
    return word.block, word.paragraph, word.line


def _cells(words: Sequence[Word], line: list[int]) -> list[list[int]]:
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
    if _line(word) == _line(following):
        return word.text, " "
    if word.text[-1] in "-\u2010\xad" and word.text[-3:-1].isalpha():
        return (word.text[:-1] if following.text[0].islower() else word.text), ""
    height = max(word.bottom - word.top, following.bottom - following.top)
    return word.text, "\n" if edge - word.right > following.right - following.left + height else " "


def _label(words: Sequence[Word], pieces: Sequence[Piece], replacements: Sequence[Replacement]) -> str:
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
