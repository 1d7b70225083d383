"""All writings of one identity number: what is somebody's number in one place is so in every other.

A number that was known by its check or by a word for it stands elsewhere with other separators, with the
century, or with the month of birth in letters, and looks like a date, a phone number or nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from lexveil.jurisdictions.identity import identity, months
from lexveil.model import Span
from lexveil.text.quick import Quick

NUMBER = "NATIONAL_ID"
SHORTEST = 8  # signs
LONGEST = 7  # groups of signs
_NAMES = frozenset(["PERSON", "ORG", "COURT", "LOC", "ADDRESS", "EMAIL", "URL"])  # which a number never is

_SIGN = re.compile(r"[^\W_]")
_GROUP = re.compile(r"[^\W_]+\.?")


@cache
def _token() -> Quick:
    group = (
        rf"(?:(?i:{months()})(?!\w)|\d[\dA-Za-z]{{0,16}}|[A-Z]{{1,6}}\d[\dA-Z]{{0,12}}|[A-Z]{{1,6}}(?!\w))"
    )
    return Quick(rf"(?<![\w.,/-]){group}(?:[ .+/–-]{{1,2}}{group})*")


def with_writings(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    known = {identity(text[span.start : span.end]): span for span in spans if span.category == NUMBER}
    known = {number: span for number, span in known.items() if len(number) >= SHORTEST}
    if not known:
        return tuple(spans)
    kept = list(spans)
    for start, end, span in _others(text, known):
        first = bisect_left(kept, start, key=lambda each: each.end)
        while first < len(kept) and kept[first].end <= start:
            first += 1
        last = first
        while last < len(kept) and kept[last].start < end:
            last += 1
        rivals = kept[first:last]
        within = all(not _SIGN.search(text[each.start : start] + text[end : each.end]) for each in rivals)
        if within and not any(each.category in (*_NAMES, NUMBER) for each in rivals):
            kept[first:last] = [Span(start, end, NUMBER, span.score, ("national:writing",))]
    return tuple(kept)


def _others(text: str, known: dict[str, Span]) -> Iterator[tuple[int, int, Span]]:
    """Groups of signs that make a known number, as long as they are not one that is known there."""
    for token in _token().finditer(text):
        if sum(map(str.isdigit, token[0])) < SHORTEST - 2:
            continue
        groups = [found.span() for found in _GROUP.finditer(text, *token.span())]
        at = 0
        while at < len(groups):
            for last in range(min(len(groups), at + LONGEST), at, -1):
                start, end = groups[at][0], groups[last - 1][1]
                end -= text[end - 1] == "."
                span = known.get(identity(text[start:end]))
                if span:
                    yield start, end, span
                    at = last - 1
                    break
            at += 1
