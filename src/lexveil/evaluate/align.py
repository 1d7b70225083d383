"""Gold from pairs of an original and what was published of it: whatever was replaced is a mention.

The two texts are compared word by word. A stretch that the published text writes otherwise is a mention to
mask; what stands there instead tells who is the same: equal pseudonyms, one group. Words that were only
added or left out alone make no mention. Cost is near-linear: words that both texts have once anchor the
comparison, and only between two anchors every word is compared with every other.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.evaluate.detection import past_title
from lexveil.evaluate.gold import UNTYPED, Gold, Mention
from lexveil.text.fold import squeeze

MOST = 2000  # words between two anchors that are compared each with each; more are one stretch
ALIKE = 0.2  # of the words must be in both; below it the two are no pair

_WORD = re.compile(r"\w+|[^\w\s]")


class Word(NamedTuple):
    text: str
    start: int
    end: int


class Change(NamedTuple):
    """Words first..last of the original and their place in the published text."""

    start: int
    end: int
    new: str


def align(id_: str, original: str, published: str, *, language: str = "en", type_: str = UNTYPED) -> Gold:
    """
    >>> gold = align("a", "Mr Ivo Roe met Bo Day. Roe left.", "A met B. A left.")
    >>> [(m.start, m.end, m.cluster) for m in gold.mentions]
    [(3, 10, 'a'), (15, 21, 'b'), (23, 26, 'a')]
    """
    one, other = _words(original), _words(published)
    same = list(_same(one, other))
    if sum(length for *_, length in same) < ALIKE * len(one):
        raise InputError("evaluate.no_pair", id=id_)
    found = list(_changes(one, other, same, published))
    mentions = []
    for each in found:
        start = past_title(original, each.start, each.end)
        who = squeeze(each.new.strip("[](){}<> ")).text
        if who and any(char.isalnum() for char in original[start : each.end]):
            mentions.append(Mention(start, each.end, type_, cluster=who))
    return Gold(id_, original, tuple(mentions), language=language)


def _changes(
    one: Sequence[Word], other: Sequence[Word], same: Sequence[tuple[int, int, int]], published: str
) -> Iterator[Change]:
    """Stretches of the original that the published text writes otherwise, in order."""
    last, behind = 0, 0
    for first, second, length in (*same, (len(one), len(other), 0)):
        if first > last and second > behind:
            new = published[other[behind].start : other[second - 1].end]
            yield Change(one[last].start, one[first - 1].end, new)
        last, behind = first + length, second + length


def _words(text: str) -> list[Word]:
    return [Word(found[0], found.start(), found.end()) for found in _WORD.finditer(text)]


def _same(one: Sequence[Word], other: Sequence[Word]) -> Iterator[tuple[int, int, int]]:
    """Stretches that both have: where they begin in each, and how long they are."""
    anchors = _anchors(one, other)
    last, behind = 0, 0
    for first, second in (*anchors, (len(one), len(other))):
        if first - last <= MOST and second - behind <= MOST:
            words = [each.text for each in one[last:first]], [each.text for each in other[behind:second]]
            for block in SequenceMatcher(None, *words, autojunk=False).get_matching_blocks():
                if block.size:
                    yield last + block.a, behind + block.b, block.size
        if first < len(one):
            yield first, second, 1
        last, behind = first + 1, second + 1


def _anchors(one: Sequence[Word], other: Sequence[Word]) -> list[tuple[int, int]]:
    """Words that stand once in each text, in the same order in both: the longest such row."""
    times, again = Counter(each.text for each in one), Counter(each.text for each in other)
    places = {each.text: at for at, each in enumerate(other) if again[each.text] == 1}
    pairs = [
        (at, places[each.text])
        for at, each in enumerate(one)
        if times[each.text] == 1 and each.text in places
    ]
    tops: list[int] = []  # of rows of each length, the pair that ends lowest
    ends: list[int] = []
    before: list[int] = []
    for number, (_, second) in enumerate(pairs):
        at = bisect_left(ends, second)
        before.append(tops[at - 1] if at else -1)
        tops[at : at + 1], ends[at : at + 1] = [number], [second]
    row: list[tuple[int, int]] = []
    at = tops[-1] if tops else -1
    while at >= 0:
        row.append(pairs[at])
        at = before[at]
    return row[::-1]
