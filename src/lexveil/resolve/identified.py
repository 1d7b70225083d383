"""Whom the first page identifies: a name with a date of birth, a number of the state or a home is a party's.

Courts, police and notaries write down who somebody is where they begin; judges, counsel and clerks have an
office instead, and keep it. No word of any language is needed: the detectors have found what identifies.
"""

import re
from collections.abc import Sequence

from lexveil.model import Span, because
from lexveil.resolve.phrases import Evidence, Said

FIRST = 1500  # characters in which people are introduced
FAR = 90  # characters between a name and what identifies its bearer
BESIDE = 12  # characters between the names of a couple
NUMBERS = ("NATIONAL_ID", "PASSPORT")
BIRTH, HOME = "dates:birth", "addresses:home"
OF_AGE = 18

_ENDS = re.compile(r"\n\s*\n|[.;!?]\s+[^\W\d_a-z]")
_YEAR = re.compile(r"(?:19|20)\d\d")


def from_identity(text: str, spans: Sequence[Span], found: Said, year: int) -> None:
    """`year`: of the document; children are no parties."""
    said = Evidence("PARTY", 1, because("title-of-case", role="PARTY"))
    last: Span | None = None
    for at, span in enumerate(spans):
        if span.start > FIRST:
            return
        if span.category != "PERSON":
            continue
        beside = last is not None and span.start - last.end <= BESIDE and _is_relative(found.get(last))
        last = span
        if not beside and _is_open(found.get(span)) and _is_identified(text, span, spans[at + 1 :], year):
            found[span] = said


def _is_open(said: Evidence | None) -> bool:
    """Nothing is said, or only in passing, after the name: "Ann Roe, widow of Max"."""
    return said is None or (said.role == "RELATIVE" and said.why.code == "after")


def _is_relative(said: Evidence | None) -> bool:
    return said is not None and said.role == "RELATIVE"


def _is_identified(text: str, span: Span, following: Sequence[Span], year: int) -> bool:
    for other in following:
        if other.start - span.end > FAR or other.category == "PERSON":
            return False
        if _ENDS.search(text, span.end, other.start):
            return False
        if BIRTH in other.sources:
            born = _YEAR.search(text, other.start, other.end)
            return not born or not 0 < year - int(born[0]) < OF_AGE
        if other.category in NUMBERS or HOME in other.sources:
            return True
    return False
