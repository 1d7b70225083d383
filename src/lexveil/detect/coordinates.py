"""Where a home stands on the map: degrees, grid references, codes of places. CODE, each pair as one.

Degrees with their signs, pairs with four decimals or more, a zone of the UTM grid and codes of places stand
alone; shorter pairs and grid references need a word before them.
"""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.labels import either, in_each_language
from lexveil.languages import Language
from lexveil.model import Span
from lexveil.text.quick import Quick

SURE = 0.95
HIGHEST, FARTHEST = 90, 180  # degrees north or south, east or west

_SIDE = r"[NSEWOØÖVLPI](?![\w'’])"  # north or west in the languages there are
_MINUTES = (
    r"\s?\d{1,2}(?:[.,]\d{1,6})?\s?['′’´](?![^\W\d_]{2})(?:\s?\d{1,2}(?:[.,]\d{1,4})?\s?(?:[\"″”]|['′’]{2}))?"
)
_DEGREES = (
    rf"(?<![\w.,])(?:[NSEWØÖVLPI]\s?)?-?\d{{1,3}}(?:[.,]\d{{2,8}}\s?[°º]|\s?[°º]{_MINUTES})(?:\s?{_SIDE})?"
)
_APART = r"\s?[,;/]?\s?"
_ANGLES = re.compile(rf"{_DEGREES}(?:{_APART}{_DEGREES})?")
_NEXT = rf"(?:\s?{_SIDE})?(?:\s?[;/]\s?|,?\s)"
_LAST = rf"(?:\s?{_SIDE}|(?![\w%]|[.,]\d))"
_PAIR = re.compile(rf"(?<![\w.,-])(-?\d{{1,2}}[.,]\d{{4,8}}){_NEXT}(-?\d{{1,3}}[.,]\d{{4,8}}){_LAST}")
_ROUGH = re.compile(rf"(-?\d{{1,2}}[.,]\d{{2,8}}){_NEXT}(-?\d{{1,3}}[.,]\d{{2,8}}){_LAST}")
_ZONE = Quick(r"(?<![\w/])\d{1,2} ?[C-HJ-NP-X],? \d{6}(?:[.,]\d+)?[ ,/]{1,2}\d{7}(?:[.,]\d+)?(?!\w)")
_GRID = re.compile(
    r"(?:[A-HJ-Z]{1,2} ?(?:\d{3} ?\d{3}|\d{4} ?\d{4}|\d{5} ?\d{5})|\d{6,7}[ ,/]{1,3}\d{6,7})(?!\w)"
)
_PLACE_CODE = Quick(
    r"(?<!\S)///?[^\W\d_]+\.[^\W\d_]+\.[^\W\d_]+|(?<!\w)[2-9CFGHJMPQRVWX]{4,8}\+[2-9CFGHJMPQRVWX]{2,3}(?!\w)"
)
_OUTER = re.compile(r"[\s,;/]+\Z")


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["coordinates"]
        link = r"(?:[ :=(]|\bNGR\b){0,4}"
        self.labelled = Quick(rf"(?i:\b{either(words['words'])}(?!\w)){link}")
        across = rf"(?i:\b{either(words['across'])})"
        along = rf"(?i:\b{either(words['along'])})"
        number = r"-?\d{1,3}[.,]\d{2,8}"
        self.both = Quick(rf"\b{across}[ :=.]{{1,3}}({number}{_APART}{along}[ :=.]{{1,3}}{number})")


_patterns = cache(Patterns)


@in_each_language(_patterns)
def find(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    for found in _ANGLES.finditer(text, first, last):
        start, end = _bare(text, *found.span())
        if sum(map(str.isdigit, text[start:end])) >= 4:
            yield _span(start, end, "degrees")
    for found in _PAIR.finditer(text, first, last):
        if _on_earth(found):
            yield _span(*found.span(), "pair")
    for found in patterns.labelled.finditer(text, first, last):
        pair = _ROUGH.match(text, found.end(), last)
        if pair and _on_earth(pair):
            yield _span(*pair.span(), "pair")
        elif grid := _GRID.match(text, found.end(), last):
            yield _span(*grid.span(), "map")
    for found in patterns.both.finditer(text, first, last):
        yield _span(*found.span(1), "pair")
    for pattern, rule in ((_ZONE, "map"), (_PLACE_CODE, "place")):
        for found in pattern.finditer(text, first, last):
            yield _span(*found.span(), rule)


def _span(start: int, end: int, rule: str) -> Span:
    return Span(start, end, "CODE", SURE, (f"coordinates:{rule}",))


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """Without spaces and commas around it."""
    outer = _OUTER.search(text, start, end)
    start += len(text[start:end]) - len(text[start:end].lstrip())
    return start, outer.start() if outer else end


def _on_earth(pair: re.Match[str]) -> bool:
    north, east = (abs(float(number.replace(",", "."))) for number in pair.groups())
    return north <= HIGHEST and east <= FARTHEST
