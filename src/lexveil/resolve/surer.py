"""Numbers that are somebody's only at first sight: the same spans come out, some in another category.

What a model faintly takes for a number here and surely for something else elsewhere is that: the form
SERV 135. And what follows the names of a case is the number of that case.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from lexveil.languages import Language, load
from lexveil.model import Document, Span
from lexveil.resolve.only_people import by_model
from lexveil.text.patterns import any_of
from lexveil.text.search import plain

HEAD = 800  # characters above the parties
NEAR = 80  # characters
DOUBTFUL = 0.5  # from this score on a number is one
MOST_WORDS = 6  # of what a number may begin


def surer_codes(document: Document, spans: Sequence[Span]) -> tuple[Span, ...]:
    best: dict[str, Span] = {}
    for span in spans:
        if _tells(span):
            for way in _beginnings(document.text[span.start : span.end]):
                if way not in best or best[way].score < span.score:
                    best[way] = span
    codes: dict[str, float] = {}
    for span in spans:
        if span.category == "CODE":
            way, score = plain(document.text[span.start : span.end]), span.score if by_model(span) else 1.0
            codes[way] = max(codes.get(way, 0.0), score)

    text = document.text

    def surer(span: Span) -> Span:
        if span.category == "CODE" and by_model(span) and _numbers_case(text, span, document):
            return replace(span, category="CASE_NUMBER")
        way = plain(document.text[span.start : span.end]) if span.category == "CODE" else ""
        other = best.get(way)
        faint = other is not None and codes[way] < min(DOUBTFUL, other.score)
        return replace(span, category=other.category) if other and faint else span

    return tuple(map(surer, spans))


def _numbers_case(text: str, span: Span, document: Document) -> bool:
    """State v. Roe, 01-1658 (La. 2003); No. 55,918 above the court."""
    language = load(document.language_at(span.start))
    line = text[max(0, span.start - NEAR) : span.start].rpartition("\n")[2]
    if span.start < HEAD and _number(language).fullmatch(line):
        return True
    return _case_before(language).search(text, max(0, span.start - NEAR), span.start) is not None


@cache
def _number(language: Language) -> re.Pattern[str]:
    counted = language.labels["noise"].get("counted", r"(?!)")
    return re.compile(rf"\s*(?:[^\W\d_a-z]\w+ ){{0,3}}(?i:{counted}):?\s*")


@cache
def _case_before(language: Language) -> re.Pattern[str]:
    versus = any_of(language.replace["case_names"]["versus"])
    return re.compile(rf"[^\W\d_] {versus}\.? [^\W\d_a-z][^\n,;()]{{1,40}}, ?\Z")


def _tells(span: Span) -> bool:
    return span.category in ("MISC", "ORG", "COURT", "LOC") and span.score >= DOUBTFUL


def _beginnings(surface: str) -> Iterator[str]:
    """
    >>> list(_beginnings("SERV 135 document"))
    ['serv', 'serv 135', 'serv 135 document']
    """
    words = surface.split()[:MOST_WORDS]
    return (plain(" ".join(words[:count])) for count in range(1, len(words) + 1))
