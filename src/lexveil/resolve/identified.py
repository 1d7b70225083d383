"""Whom the first page identifies: a name with a date of birth, a number of the state or a home is a party's.

Courts, police and notaries write down who somebody is where they begin; judges, counsel and clerks have an
office instead, and keep it. The detectors have found what identifies. Children are no parties, nor are the
dead whose estates are shared out.
"""

import re
from collections.abc import Sequence
from functools import cache

from lexveil.languages import Language
from lexveil.model import Span, because
from lexveil.resolve.phrases import Evidence, Said
from lexveil.text.patterns import Pattern, one_of, plain_groups

FIRST = 1500  # characters in which people are introduced
FAR = 90  # characters between a name and what identifies its bearer
BESIDE = 12  # characters between the names of a couple
NUMBERS = ("NATIONAL_ID", "PASSPORT")
BIRTH, HOME = "dates:birth", "addresses:home"
OF_AGE = 18

ROW = 12  # characters before a name in which its row is numbered

_ROW = re.compile(r"(?m)^[^\S\n]*([A-Z]{1,3})-?\d{1,2}[.):]?[^\S\n]+\Z")
_ENDS = re.compile(r"\n\s*\n|[.;!?]\s+[^\W\d_a-z]")
_YEAR = re.compile(r"(?:19|20)\d\d")
# A number of the state that begins with a date of birth, by the order that the country writes it in.
_BORN = {
    "ymd": re.compile(r"((?:19|20)?\d\d)(?:0\d|1[0-2])[0-3]\d\D?\d{4}"),
    "dmy": re.compile(r"[0-3]\d(?:0\d|1[0-2])(\d\d)\D?\d{4,5}"),
    "dmy-a": re.compile(r"[0-3]\d(?:0\d|1[0-2])(\d\d)[A-F]\d{3}\w"),
}


def from_identity(
    text: str, spans: Sequence[Span], found: Said, year: int, spoken: Sequence[Language] = ()
) -> None:
    """`year`: of the document; `spoken`: the language at each span."""
    last: Span | None = None
    for at, span in enumerate(spans):
        if span.start > FIRST:
            return
        if span.category != "PERSON":
            continue
        beside = last is not None and span.start - last.end <= BESIDE and _is_relative(found.get(last))
        last = span
        language = spoken[at] if spoken else None
        if language and (role := _by_row(text, span, language)):
            found.setdefault(span, Evidence(role, 2, because("list", role=role, line=_line(text, span))))
            continue
        if beside or not _is_open(found.get(span)):
            continue
        staff = at > 0 and spans[at - 1].category == "ORG" and span.start - spans[at - 1].end <= FAR
        if _is_identified(text, span, spans[at + 1 :], year, language, staff=staff):
            found[span] = Evidence("PARTY", 1, because("title-of-case", role="PARTY"))


def _by_row(text: str, span: Span, language: Language) -> str:
    """What the letters before a name in a form say of its bearer: V1, W-2, SUS."""
    listed = "," in text[span.start : span.end]  # family name first
    row = _ROW.search(text, max(0, span.start - ROW), span.start) if listed else None
    rows = language.roles.get("rows", {})
    return next((role for role, letters in rows.items() if row and row[1].lower() in letters), "")


def _line(text: str, span: Span) -> int:
    return text.count("\n", 0, span.start) + 1


def _is_open(said: Evidence | None) -> bool:
    """Nothing is said, or only in passing, after the name: "Ann Roe, widow of Max"."""
    return said is None or (said.role == "RELATIVE" and said.why.code == "after")


def _is_relative(said: Evidence | None) -> bool:
    return said is not None and said.role == "RELATIVE"


def _is_identified(
    text: str, span: Span, following: Sequence[Span], year: int, language: Language | None, *, staff: bool
) -> bool:
    """`staff`: a body is named above, whose address may follow."""
    for other in following:
        if other.start - span.end > FAR or other.category == "PERSON":
            return False
        if _ENDS.search(text, span.end, other.start) or (language and _is_dead(text, span, language)):
            return False
        if BIRTH in other.sources:
            born = _YEAR.search(text, other.start, other.end)
            return not born or not 0 < year - int(born[0]) < OF_AGE
        number = text[other.start : other.end]
        if other.category in NUMBERS or (other.category == "CODE" and language and _born(number, language)):
            return not (language and _is_child(number, year, language))
        between = text[span.end : other.start]
        below = other.category == "ADDRESS" and not between.strip() and "\n" in between
        if HOME in other.sources or (below and not staff):  # to whom a letter goes
            return True
    return False


def _born(number: str, language: Language) -> re.Match[str] | None:
    shape = _BORN.get(language.dates["birth"].get("in_numbers", ""))
    return shape.fullmatch(number) if shape else None


def _is_child(number: str, year: int, language: Language) -> bool:
    """By the date of birth in the number; two figures are those of the last year that fits."""
    born = _born(number, language)
    if not born or not year:
        return False
    told = int(born[1])
    full = told if told > 99 else year - (year - told) % 100
    return year - full < OF_AGE


def _is_dead(text: str, span: Span, language: Language) -> bool:
    words = _dead(language)
    before = text[max(0, span.start - FAR) : span.start].rpartition("\n")[2].rpartition(". ")[2]
    return bool(words[0].search(before) or words[1].search(text, span.end, span.end + FAR))


@cache
def _dead(language: Language) -> tuple[Pattern, Pattern]:
    bearer = language.roles["bearer"]
    before, after = one_of(bearer["dead_before"]), plain_groups(bearer["dead"])
    return re.compile(rf"(?i)\b{before}\b"), re.compile(rf"(?i)(?<!\w){after}")
