"""What is left in the text of what had to go, such as a foundation called after a witness: it goes too.

A replacement that a hidden form reaches beyond becomes wider: an initial before a name, half a word that a
detector cut.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from lexveil.model import Document, Replacement
from lexveil.replace.hidden import MIN_PART
from lexveil.text.search import Form, Found, Search

_ARTICLE = re.compile(r"\W+[a-zß-öø-ÿ]")  # `Roe, a baker` is no `Roe, A.`
_AND = re.compile(r",?\s+[a-zß-öø-ÿ]{2,}\s+")  # `F.J. and N.N.`, two people whom a detector took for one


def word_boundaries(document: Document) -> list[int]:
    """Where markup alone parts two words: `<em>Roe</em>said` shows Roesaid, and the name is there.

    Where it parts letters rather than words (each glyph in a piece of its own) is no boundary.
    """
    text = document.text
    inside = [
        piece.start
        for piece in document.pieces
        if 0 < piece.start < piece.end and text[piece.start - 1].isalnum() and text[piece.start].isalnum()
    ]
    around = zip([-MIN_PART, *inside], inside, [*inside[1:], len(text) + MIN_PART], strict=False)
    return [at for before, at, after in around if min(at - before, after - at) >= MIN_PART]


def replace_leftovers(
    text: str,
    hidden: Sequence[Form],
    names: Mapping[str, str],
    replaced: Sequence[Replacement],
    *,
    boundaries: Sequence[int] = (),
) -> tuple[list[Replacement], list[Replacement]]:
    """The replacements so far, wider where a form reaches beyond one, and new ones for what else is left."""
    if not hidden:
        return list(replaced), []
    search = Search(hidden)
    places = [*search.find(text), *_at_boundaries(search, text, boundaries)]
    bounds = [[each.start, each.end] for each in replaced]
    found: list[Replacement] = []
    for start, end, form in sorted(places, key=lambda each: (each[0], -each[1])):
        start = max(start, found[-1].end) if found else start
        after = bisect_left(bounds, [end, 0])
        if after and bounds[after - 1][1] > start:
            if form.kind != "detail":  # of a company the legal form may stay
                _widen(text, bounds, after - 1, start, end)
        elif start < end and _shows(text[start:end]):
            found.append(Replacement(start, end, names[form.entity], form.entity))
    wider = [replace(each, start=start, end=end) for each, (start, end) in zip(replaced, bounds, strict=True)]
    return wider, found


def _widen(text: str, bounds: list[list[int]], last: int, start: int, end: int) -> None:
    """What a form shows beside the replacements that it touches, up to `last`, goes with them."""
    rest = text[bounds[last][1] : end]
    if _shows(rest) and not _ARTICLE.fullmatch(rest):
        bounds[last][1] = end
    while last > 0 and bounds[last - 1][1] > start:
        between = text[bounds[last - 1][1] : bounds[last][0]]
        if _shows(between) and not _AND.fullmatch(between):
            bounds[last][0] = bounds[last - 1][1]
        last -= 1
    if _shows(text[start : bounds[last][0]]):
        bounds[last][0] = start


def _shows(text: str) -> bool:
    return any(map(str.isalnum, text))


def _at_boundaries(search: Search, text: str, boundaries: Sequence[int]) -> Iterator[Found]:
    """What stands in the text once a space is put at each boundary."""
    if not boundaries:
        return
    spaces = [at + number for number, at in enumerate(boundaries)]
    spaced = " ".join(text[start:end] for start, end in pairwise([0, *boundaries, len(text)]))
    for start, end, form in search.find(spaced):
        yield Found(start - bisect_left(spaces, start), end - bisect_left(spaces, end), form)
