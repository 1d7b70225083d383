"""Which dates are of birth: their sources say so, and policies go by it.

Asked after the vote, so that a date counts whoever found it (`19 November 1984` in a Spanish text). A word
for birth stands before it or after it; or it goes on a list of such dates, stands in brackets after the name
of a child or a relative, follows a name and leads to a home or a citizenship, or is one elsewhere.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from lexveil.detect.labels import either
from lexveil.detect.merge import by_model
from lexveil.languages import DEFAULT, Language, all_words, calendar, load, owner
from lexveil.model import Document, Span
from lexveil.text.patterns import UPPER, one_of
from lexveil.text.quick import Quick

BIRTH = "dates:birth"
BEFORE = 60  # characters in which a date is called so
_SHORT = 3  # signs of a word for birth that means something else in other languages
_GROWN = 10  # years before the last one of the document: who is older was not heard on that day
_NEXT = 48  # characters between one such name and the date before it
_NAME = rf"(?:[{UPPER}][\w'’-]+ ?){{1,5}}"
_LED_TO = frozenset(["DEM", "ADDRESS", "NATIONAL_ID"])  # what follows a date of birth
_KINDS = frozenset(["dates:date", "dates:day", "dates:year"])
_OPENED = re.compile(r",? ?[(\[]")
_CLOSED = re.compile(r" ?[)\],;]")
_COMMA = re.compile(r",\s|\n\s*")
_SENTENCE = re.compile(r"(?<=\w{3})[.;!?]\s|\n\s*\n")
_OTHERWISE = re.compile(r" ?[(/] ?(?:[^()\d\n]{0,20} )?")  # born 3 May 1987 (Home Office: 5 March 1987)
_YEAR = re.compile(r"(?:1[89]|20)\d\d(?!\d)")
# What only a model took for a date: 29/SEP/1991, 570223, -71; no pages.
_A_DATE = re.compile(
    r"\d[^\W_]*[./ -]+[^\W\d_]{3}|(?<!\d)(?:(?:1[89]|20)\d\d|\d{6})(?!\d)|(?<![\w-])-\d\d(?!\d)"
)
_IN_FIGURES = re.compile(r"(\d{1,2})[./](\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})\W{0,2}(?:[a-zºª]{1,3} )?(?:[^\W\d_]{2} )?(?P<month>[^\W\d_]{3,})")
_MONTH_FIRST = re.compile(r"(?P<month>[^\W\d_]{3,})\W{1,2}(?P<day>\d{1,2})(?!\d)")
_YEARS = re.compile(r"\d{4}|\D\d{1,2}\D+\d{1,2}\D+\d\d|\d\D+\d{1,2}\D+\d\d(?!\d)")
_WHOLE = re.compile(r"\d{1,2}\D.*\d\d|\d{4}\D\d{1,2}\D\d|\D\d{1,2}, \d{4}")


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.dates.get("birth", {})
        self.before = _before(language)
        self.after = re.compile(words.get("after", "(?!)"))
        joining = owner(language, "dates", "expressions").dates["expressions"]["list"]
        self.list = re.compile(rf"(?:,? {joining} |, ?| ?[-–—/] ?)(?:[^\W\d]{{1,3}} )?")
        kin = owner(language, "roles", "descriptions").roles["descriptions"]
        family = one_of((*kin["child"], *kin["children"], *kin["kin"], *kin["several_kin"]))
        self.family = re.compile(rf"(?i)(?<![\w-]){family}(?!\w)")
        name = rf"(?:{_NAME}|(?:[^\W\d]{{1,3}} )?{family})"
        self.another = re.compile(rf",? {words.get('another', '(?!)')}(?=\W*\Z)".replace("{name}", name))
        led = (*words.get("then", ()), *language.labels["addresses"].get("home_at", ()))
        self.led_to = re.compile(rf"(?i),?\s(?:[\w-]+ )?{one_of(led)}")


_patterns = cache(Patterns)


def _before(language: Language) -> Quick:
    """What calls a date one of birth: a word for it, then at most names and small words. The languages of a
    document mix, so longer words count in each."""
    listed = {word for key in ("words", "date") for word in all_words("dates", "birth", key)}
    known = language.dates.get("birth", {})
    own = {word for key in ("words", "date") for word in known.get(key, ())}
    words = either(
        sorted((re.escape(word) for word in listed if len(word) > _SHORT or word in own), reverse=True)
    )
    more = "".join(f"|{known[key]}" for key in ("age_on", "born_on") if key in known)
    return Quick(
        rf"(?:(?i:(?<!\w){words})(?!\w)(?:[ ,:(/)?]+(?:[{UPPER}][\w'’.-]*|[^\W\d]{{1,4}}\b"
        rf"|\d{{4}}(?: \d{{4}})+\b)){{0,7}}[\s:,(?]*"
        rf"(?:\n\s*\d{{0,2}}\s+\w?\.?\s+)?{more})\Z"
    )


_NUMBER = re.compile(r"\s*\d{1,2}[.)]\s+")


def with_births(spans: Sequence[Span], document: Document) -> Iterator[Span]:
    text = document.text
    births = _beside_names(spans, document, _told(spans, document))
    whole = {text[spans[at].start : spans[at].end] for at in births if _is_whole(spans[at], text)}
    days = {_day(surface) for surface in whole} - {None}
    for at, span in enumerate(spans):
        if at + 1 in births and _OPENED.fullmatch(text, span.end, spans[at + 1].start):
            span = _uncited(span)
        surface = text[span.start : span.end] if span.category == "DATE" else ""
        birthday = surface and not _YEARS.search(surface) and _day(surface) in days
        birth = at in births or (surface and surface in whole) or birthday
        yield replace(span, sources=(*span.sources, BIRTH)) if birth else span


def _day(surface: str) -> tuple[int, int] | None:
    """Day and month, of a date with or without its year: 12.05, 12 May, May 12th."""
    if found := _IN_FIGURES.match(surface):
        return int(found[1]), int(found[2])
    found = _DAY_FIRST.match(surface) or _MONTH_FIRST.match(surface)
    month = calendar.month(found["month"], language=DEFAULT) if found else None
    return (int(found["day"]), month.number) if found and month else None


def _told(spans: Sequence[Span], document: Document) -> set[int]:
    """By words: before, after, or before the date that this one goes on from."""
    text, births, last = document.text, set[int](), -1
    for at, span in enumerate(spans):
        if not _is_date(span, text):
            continue
        words = _patterns(load(document.language_at(span.start)))
        between = text[spans[last].end : span.start] if last in births else ""
        goes_on = between and (
            words.list.fullmatch(between) or words.another.match(between) or _OTHERWISE.fullmatch(between)
        )
        ends = {span.start, _first_digit(span, text)}  # a model takes the word along: `YOB: 1993`
        called = any(words.before.search(text, max(0, span.start - BEFORE), end) for end in ends)
        if goes_on or called or words.after.match(text, span.end):
            births.add(at)
        last = at
    return births


def _is_row(text: str, start: int, end: int) -> bool:
    """Whether nothing else stands in a numbered line: `2. Ann Roe, 1994-12-02`."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return _NUMBER.fullmatch(line) is not None and not text[end : end + 40].partition("\n")[0].strip()


def _beside_names(spans: Sequence[Span], document: Document, told: set[int]) -> set[int]:
    """By the name before: `their daughters Ann (2017) and Bo (3 May 2019)`, `Roe Ann, 3.5.1981, of Leeds`."""
    text, births = document.text, set(told)
    groups: list[list[int]] = []  # dates in brackets after names, one name after the other
    for at in range(1, len(spans)):
        name, span = spans[at - 1], spans[at]
        if name.category != "PERSON" or not _is_date(span, text):
            continue
        words = _patterns(load(document.language_at(span.start)))
        if _OPENED.fullmatch(text, name.end, span.start) and _CLOSED.match(text, span.end):
            begins = _sentence_start(text, name.start)
            if not _is_cited(name) and words.family.search(text, begins, name.start):
                births.add(at)
            if groups and name.start - spans[groups[-1][-1]].end < _NEXT:
                groups[-1].append(at)
            else:
                groups.append([at])
        elif _COMMA.fullmatch(text, name.end, span.start) and _is_whole(span, text):
            after = spans[at + 1] if at + 1 < len(spans) else None
            led = after and after.category in _LED_TO and _COMMA.fullmatch(text, span.end, after.start)
            if led or words.led_to.match(text, span.end) or _is_row(text, name.start, span.end):
                births.add(at)
    latest = max((_year(span, text) for span in spans if span.category == "DATE"), default=0)
    for group in groups:
        grown = all(0 < _year(spans[at], text) <= latest - _GROWN for at in group)
        several = len(group) > 1 and grown and any(_is_whole(spans[at], text) for at in group)
        if several or not births.isdisjoint(group):
            births.update(group)
    return births


def _sentence_start(text: str, at: int) -> int:
    ends = [found.end() for found in _SENTENCE.finditer(text, max(0, at - 3 * BEFORE), at)]
    return ends[-1] if ends else max(0, at - 3 * BEFORE)


def _is_date(span: Span, text: str) -> bool:
    if span.category != "DATE":
        return False
    told = not _KINDS.isdisjoint(span.sources)
    return told or (by_model(span) and _A_DATE.search(text, span.start, span.end) is not None)


def _first_digit(span: Span, text: str) -> int:
    return next((at for at in range(span.start, span.end) if text[at].isdigit()), span.start)


def _is_whole(span: Span, text: str) -> bool:
    """With its day."""
    return "dates:date" in span.sources or _WHOLE.search(text, span.start, span.end) is not None


def _is_cited(span: Span) -> bool:
    return any(source.startswith("citations:") for source in span.sources)


def _uncited(span: Span) -> Span:
    """Who was born in the year in brackets wrote no book in it: Ann Roe (1971)."""
    sources = tuple(each for each in span.sources if not each.startswith("citations:"))
    return replace(span, sources=sources or span.sources)


def _year(span: Span, text: str) -> int:
    found = _YEAR.search(text, span.start, span.end)
    return int(found[0]) if found else 0
