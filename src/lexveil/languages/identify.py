"""Which language each paragraph of a text is in, offline: what its words are spelled like (`ngrams.txt`).

`stretches` follows the lines and changes the language only where they speak clearly for another: a short
line has that of its neighbours. The table knows other languages than ours too, so that they are not taken for
one of ours; letters of another script tell a language by themselves. Sums are of whole numbers, the same on
every machine.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexveil.languages import DEFAULT, FOLDER, codes
from lexveil.model import Stretch

AUTO = "auto"  # in place of a language: it is to be told from the text
UNKNOWN = "und"  # a language that is not in the table

WORD = re.compile(r"[^\W\d_]+")
LONGEST = 4  # letters of an n-gram that is no whole word
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of the table's weights
BASE = 30  # the lowest weight is -BASE, in tenths of a natural logarithm

SMALL, CAPITAL = 3, 1  # how much a word counts: capitalised ones are often names, which are of any language
LETTER = 30  # how much a letter of another script counts
LOOKED_AT = 120  # words of a line
REPEATED = 3  # times that a word counts there, and a line of so few words: rows of a table (Item 1, Item 2 …)
MOST = 1500  # by which a line can speak for one language against another
PARAGRAPH, LINE = 350, 600  # what a change of language costs between paragraphs, and within one
OTHER = 150  # what a language that is not ours costs besides
FEWEST, NAME = 45, 15  # by which a text must speak for its language; how much more for each capitalised word
DEFAULT_FEWEST = 70  # by which it must speak for the default one, that no other is taken for it silently

Points = NDArray[np.int64]  # of each language


class Table(NamedTuple):
    languages: tuple[str, ...]
    rows: dict[str, int]  # n-gram → row of `weights`
    weights: NDArray[np.int16]


class Line(NamedTuple):
    start: int
    opens: bool  # a paragraph
    words: list[tuple[str, int]]  # and how much each counts
    scripts: Counter[str]  # other scripts than Latin: language → letters


@cache
def table() -> Table:
    lines = (FOLDER / "ngrams.txt").read_text("utf8").splitlines()
    known = tuple(lines[1].split())
    entries = [line.split(" ") for line in lines[2:]]
    digits = np.zeros(128, np.int16)
    digits[list(DIGITS.encode())] = np.arange(len(DIGITS)) - BASE
    written = np.frombuffer("".join(entry[1] for entry in entries).encode(), np.uint8)
    rows = {entry[0]: at for at, entry in enumerate(entries)}
    return Table(known, rows, digits[written].reshape(len(rows), len(known)))


def ngrams(word: str) -> Iterator[str]:
    """
    >>> list(ngrams("og"))
    ['o', 'g', '_o', 'og', 'g_', '_og', 'og_', '_og_']
    """
    padded = f"_{word}_"
    yield from word
    for size in range(2, LONGEST + 1):
        yield from (padded[at : at + size] for at in range(len(padded) - size + 1))
    if len(padded) > LONGEST:
        yield padded


def stretches(text: str) -> tuple[Stretch, ...]:
    """The text from its beginning to its end; nothing where it says too little to tell.

    >>> stretches("Die Klage wird abgewiesen.")
    (Stretch(start=0, end=26, language='de'),)
    """
    lines = list(_lines(text))
    scripts = sorted({each for line in lines for each in line.scripts})
    known = (*table().languages, *scripts)
    points = np.concatenate([_by_words(lines), _by_scripts(lines, scripts)], 1)
    if not lines or _unclear(points.sum(0), lines, known):
        return ()
    points = np.maximum(points - points.max(1, keepdims=True), -MOST)
    price = np.array([0 if each in codes() else OTHER for each in known])
    path = _cheapest(points, [line.opens for line in lines], price)
    starts = [0, *(at for at in range(1, len(path)) if path[at] != path[at - 1])]
    bounds = [0, *(lines[at].start for at in starts[1:]), len(text)]
    return tuple(Stretch(*pair, known[path[at]]) for pair, at in zip(pairwise(bounds), starts, strict=True))


def main(found: Sequence[Stretch]) -> str:
    """The language of most of it."""
    lengths: Counter[str] = Counter()
    for each in found:
        lengths[each.language] += each.end - each.start
    return max(lengths, key=lambda language: (lengths[language], language))


def _lines(text: str) -> Iterator[Line]:
    """The lines with words in them."""
    at, opens = 0, True
    for line in text.splitlines(keepends=True):
        words: list[tuple[str, int]] = []
        scripts = Counter[str]()
        times = Counter[str]()
        for match in islice(WORD.finditer(line), LOOKED_AT):
            word = match[0]
            times[word] += 1
            if script(word[0]):
                scripts.update(filter(None, map(script, word)))
            elif times[word] <= REPEATED:
                words.append((word.lower(), CAPITAL if word[0].isupper() else SMALL))
        if words or scripts:
            yield Line(at, opens, words, _joined(scripts))
            opens = False
        opens = opens or not line.strip()
        at += len(line)


def _joined(scripts: Counter[str]) -> Counter[str]:
    """Letters that a language borrows from another count for it where it is on the line."""
    for lender, borrower in _scripts()["borrowed"].items():
        if borrower in scripts:
            scripts[borrower] += scripts.pop(lender, 0)
    return scripts


def _by_words(lines: Sequence[Line]) -> Points:
    """What the words of each line speak for each language; a short line says it a few times only."""
    numbers: dict[str, int] = {}
    points = np.zeros((len(lines), len(table().languages)), np.int64)
    which = [[numbers.setdefault(word, len(numbers)) for word, _ in line.words] for line in lines]
    each = np.array([_points(word) for word in numbers]).reshape(len(numbers), points.shape[1])
    times = Counter[tuple[int, ...]]()
    for row, line in enumerate(lines):
        words = tuple(which[row])
        times[words] += len(words) <= REPEATED
        if words and times[words] <= REPEATED:
            points[row] = np.array([count for _, count in line.words]) @ each[which[row]]
    return points


def _by_scripts(lines: Sequence[Line], scripts: Sequence[str]) -> Points:
    counts = [[LETTER * line.scripts[each] for each in scripts] for line in lines]
    return np.array(counts, np.int64).reshape(len(lines), len(scripts))


def _points(word: str) -> Points:
    rows, weights = table().rows, table().weights
    points: Points = weights[[rows[each] for each in ngrams(word) if each in rows]].sum(0, dtype=np.int64)
    return points


@cache
def _scripts() -> dict[str, dict[str, str]]:
    return tomllib.loads((FOLDER / "scripts.toml").read_text("utf8"))


@cache
def script(letter: str) -> str:
    """The language that a letter tells; "" for a Latin one."""
    if letter < "\u0250":
        return ""
    plain = unicodedata.normalize("NFKC", letter)[0]  # of letters in circles, mathematical ones and the like
    script = unicodedata.name(plain, "").partition(" ")[0]
    return "" if script in ("LATIN", "MODIFIER") else _scripts()["letters"].get(script, UNKNOWN)


def _unclear(total: Points, lines: Sequence[Line], known: Sequence[str]) -> bool:
    """Whether a text says too little; names are of any language, and do not speak against the default."""
    second, first = np.sort(total)[-2:]
    default = total[known.index(DEFAULT)]
    if default == first:
        return bool(first - second < DEFAULT_FEWEST)
    capitals = sum(count == CAPITAL for line in lines for _, count in line.words)
    return bool(first - default < FEWEST + NAME * capitals)


def _cheapest(points: Points, opens: Sequence[bool], price: Points) -> list[int]:
    """For each line the number of its language, so that points less prices of changes are most (Viterbi)."""
    best = points[0] - price
    before = np.zeros(points.shape, np.int64)
    stay = np.arange(points.shape[1])
    for at in range(1, len(points)):
        top = int(best.argmax())
        changed = best[top] - price - (PARAGRAPH if opens[at] else LINE)
        before[at] = np.where(best >= changed, stay, top)
        best = np.maximum(best, changed) + points[at]
    path = [int(best.argmax())]
    for at in range(len(points) - 1, 0, -1):
        path.append(int(before[at, path[-1]]))
    return path[::-1]
