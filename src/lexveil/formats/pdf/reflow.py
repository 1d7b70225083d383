"""Lines set anew around pseudonyms, so that no gap tells how long a name was.

In a justified line the spaces tell how wide a word was, in a centred one both ends, in others where the next
word begins. So a line that loses a name is laid out again from what stays and what is put in: words keep
their letters as they stand to each other, the spaces between them are those of a standard font, or, between
two margins, what is left over. Never moves another line or another column.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from lexveil.formats.pdf.letters import Group, Letter

WORD = 0.15  # of the size: letters further apart are of two words
COLUMN = 2.0  # of the size: words further apart stand in two cells or columns
LINE = 0.5  # of the size: what stands higher or lower belongs to another line
NEAR = 1.5  # points: ends of lines that stand at one margin
NARROW, WIDE = 0.18, 0.9  # of the size: spaces that a justified line may have
STEP = 2.0  # of the size: a line that begins where none else does begins at a multiple of it
SMALLEST = 0.35  # of its size: a pseudonym is not set smaller


class Slot(NamedTuple):
    """Where a pseudonym is set."""

    number: int  # the glyph in whose place
    width: float  # on the page
    space: float  # of the font, on the page


class Moved(NamedTuple):
    by: dict[int, float]  # the number of a glyph → how far it moves along its line, on the page
    scale: dict[int, float]  # the number of a slot → by how much its pseudonym is set narrower


Row = list[Letter]


class _Word(NamedTuple):
    letters: Row  # none of it if it is a pseudonym
    slot: Slot | None
    width: float
    apart: bool  # whether a space comes before it
    spaces: Row  # glyphs of white space after it
    origin: float = 0.0  # where the glyph stands in whose place the pseudonym is set


class _Run(NamedTuple):
    row: Row
    before: float  # where the run before it on the line ends
    after: float  # where the one after it begins

    @property
    def left(self) -> float:
        return min(letter.x0 for letter in self.row)

    @property
    def right(self) -> float:
        return max(letter.x1 for letter in self.row)


def moved(
    groups: Mapping[Group, Sequence[Letter]], gone: Set[int], slots: Iterable[Slot], edge: float
) -> Moved:
    """What must move on a page that loses these glyphs; `edge` is the right end of the page."""
    at = {slot.number: slot for slot in slots}
    found = Moved({}, {})
    for group, letters in groups.items():
        if group.hidden or group.invisible or not any(_is_gone(letter, gone) for letter in letters):
            continue
        runs = runs_of(letters, edge)
        ends = _Ends(runs, gone)
        for run in runs:
            if any(_is_gone(letter, gone) for letter in run.row):
                _lay(run, ends, gone, at, found)
    return found


def runs_of(letters: Sequence[Letter], edge: float) -> list[_Run]:
    """The stretches of text of the lines, column by column."""
    return [run for row in _rows(letters) for run in _runs(row, edge)]


def _is_gone(letter: Letter, gone: Set[int]) -> bool:
    return letter.number in gone


def _rows(letters: Sequence[Letter]) -> Iterator[Row]:
    """The lines, from left to right; small letters above or below go with their line."""
    left = sorted(letters, key=lambda letter: (letter.y, letter.x0))
    heights = [letter.y for letter in left]
    taken: set[int] = set()
    for at in sorted(range(len(left)), key=lambda at: -left[at].size):
        if at in taken:
            continue
        reach = LINE * left[at].size
        near = range(bisect_left(heights, heights[at] - reach), bisect_right(heights, heights[at] + reach))
        row = [each for each in near if each not in taken]
        taken.update(row)
        yield sorted((left[each] for each in row), key=lambda letter: letter.x0)


def _runs(row: Row, edge: float) -> Iterator[_Run]:
    """The stretches of a line that stand in one column."""
    found: list[Row] = []
    end = 0.0
    for letter in row:
        if letter.text.isspace():
            if found:
                found[-1].append(letter)
            continue
        if not found or letter.x0 - end > COLUMN * letter.size:
            found.append([])
        found[-1].append(letter)
        end = max(letter.x1, end) if len(found[-1]) > 1 else letter.x1
    for at, each in enumerate(found):
        before = max((letter.x1 for letter in found[at - 1]), default=0.0) if at else 0.0
        after = found[at + 1][0].x0 if at + 1 < len(found) else edge
        yield _Run(each, before, after)


class _Ends:
    """Where the lines of a page begin and end that lose nothing."""

    def __init__(self, runs: Sequence[_Run], gone: Set[int]) -> None:
        whole = [run for run in runs if not any(_is_gone(letter, gone) for letter in run.row)]
        ends = [(run.left, _right(run.row)) for run in whole]
        self.lefts = sorted(left for left, _ in ends)
        self.rights = sorted(right for _, right in ends)
        self.middles = sorted((left + right) / 2 for left, right in ends)
        self.middle = (min(self.lefts) + max(self.rights)) / 2 if ends else 0.0

    def begin(self, left: float) -> bool:
        return _near(self.lefts, left) > 0

    def end(self, right: float) -> bool:
        return _near(self.rights, right) > 1

    def centred(self, middle: float) -> bool:
        return _near(self.middles, middle) > 1 or abs(middle - self.middle) <= NEAR


def _near(ends: Sequence[float], place: float) -> int:
    return bisect_right(ends, place + NEAR) - bisect_left(ends, place - NEAR)


def _right(row: Row) -> float:
    return max(letter.x1 for letter in row if not letter.text.isspace())


def _lay(run: _Run, ends: _Ends, gone: Set[int], slots: Mapping[int, Slot], found: Moved) -> None:
    words = [word for word in _words(run.row, gone, slots) if word.letters or word.slot]
    if not words:
        return
    size = max(letter.size for letter in run.row)
    space = next((word.slot.space for word in words if word.slot), 0.25 * size)
    gaps = sum(word.apart for word in words[1:])
    left, right = run.left, _right(run.row)
    justified = ends.begin(left) and ends.end(right)
    taken = sum(word.width for word in words)
    if justified and gaps and NARROW * size <= (right - left - taken) / gaps <= WIDE * size:
        space = (right - left - taken) / gaps
    total = taken + gaps * space
    limit = run.after - 0.5 * size
    scale = _scale(words, min(0.0, limit - left - total))
    total -= sum(word.slot.width * (1 - scale) for word in words if word.slot)
    x = _beginning(run, ends, total, size)
    for at, word in enumerate(words):
        x += space if at and word.apart else 0.0
        width = word.width * scale if word.slot else word.width
        _move(word, x, x + width, found)
        if word.slot:
            found.scale[word.slot.number] = scale
        x += width


def _scale(words: Sequence[_Word], over: float) -> float:
    """By how much pseudonyms must be narrower to fit into the line."""
    wide = sum(word.slot.width for word in words if word.slot)
    return max(SMALLEST, 1 + over / wide) if wide else 1.0


def _beginning(run: _Run, ends: _Ends, total: float, size: float) -> float:
    left, right = run.left, _right(run.row)
    if ends.begin(left):
        return left
    if ends.end(right):
        return max(right - total, run.before)
    if ends.centred((left + right) / 2):
        return max((left + right - total) / 2, run.before)
    step = STEP * size
    return max(left // step * step, run.before + 0.5 * size if run.before else 0.0)


def _words(row: Row, gone: Set[int], slots: Mapping[int, Slot]) -> Iterator[_Word]:
    """Words and pseudonyms; white space within a name that goes is no space between words."""
    letters: Row = []
    spaces: Row = []
    slot: Slot | None = None
    hole = apart = False  # whether the word at hand is one that goes; whether a space comes before it

    def done() -> _Word:
        if hole:
            origin = next((each.x0 for each in letters if slot and each.number == slot.number), 0.0)
            return _Word([], slot, slot.width if slot else 0.0, apart, spaces, origin)
        return _Word(letters, None, max(each.x1 for each in letters) - letters[0].x0, apart, spaces)

    last: Letter | None = None
    blank = False
    for letter in row:
        goes = _is_gone(letter, gone)
        if letter.text.isspace() and not (goes and hole):
            blank = True
            if not goes:
                spaces.append(letter)
            continue
        parted = blank or (last is not None and letter.x0 - last.x1 > WORD * letter.size)
        if (
            last is None
            or goes != hole
            or (parted and not goes)
            or (goes and letter.number in slots and slot)
        ):
            if last is not None:
                yield done()
            letters, spaces, slot, hole, apart = [], [], None, goes, parted
        letters.append(letter)
        slot = slots.get(letter.number, slot)
        last, blank = letter, False
    if last is not None:
        yield done()


def _move(word: _Word, start: float, end: float, found: Moved) -> None:
    if word.slot:
        found.by[word.slot.number] = start - word.origin
    for letter in word.letters:
        _shift(letter, start - word.letters[0].x0, found)
    for letter in word.spaces:
        _shift(letter, end - letter.x0, found)


def _shift(letter: Letter, distance: float, found: Moved) -> None:
    for start, stop in ((letter.number, letter.end), *letter.more):
        found.by.update(dict.fromkeys(range(start, stop), distance))
