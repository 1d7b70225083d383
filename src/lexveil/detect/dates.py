"""Dates and times.

First the atoms are found (a day, a month, a year, a weekday …), then neighbours are joined by what stands
between them. A score under one half marks an expression that alone tells little (`Monday`, `noon`).
"""

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import chain

from lexveil.detect.labels import apart, either, joined, one_of
from lexveil.detect.partial_dates import Partial
from lexveil.languages import Language, each, owner
from lexveil.languages.numerals import ordinals
from lexveil.model import Document, Span
from lexveil.text.quick import Quick

_ROMAN = {name: number for number, name in enumerate("I II III IV V VI VII VIII IX X XI XII".split(), 1)}
_LENGTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_YEAR = r"(?:1[5-9]\d\d|20[0-6]\d)"
# Whatever begins with a number is tried at each run of digits: digits are rare in prose, so this is fast.
_DIGITS = re.compile(r"[0-9]+")
# `12.05.2004`, `12/5/04`, `12/5 2004`, `12.V.2004`, `24/25.02.1994`, `2004-05-12T14:35`
_NUMERIC = re.compile(
    r"(?:(?:\d{1,2}/(?=\d{1,2}\.))?(?P<a>\d{1,2})(?: ?(?P<s>[-/])|\.) ?"
    r"(?P<b>\d{1,2}|[IVX]{1,4}|[ivx]{1,4})(?(s)(?: ?(?P=s)|(?:(?<=/\d)|(?<=/\d\d))[ -](?=(?:19|20)\d\d))"
    r"|\.) ?"
    rf"(?P<c>{_YEAR}|\d\d)"
    rf"|(?P<y>{_YEAR})(?P<t>[-./])(?P<m>\d{{1,2}})(?P=t)(?P<d>\d{{1,2}})"
    r"(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z\b|[+-]\d\d:?\d\d)?)?)(?![\w/-]|[.,:]\d)"
)
_CLOCK = r"(?:[01]?\d|2[0-4])(?:[.:][0-5]\d)?"
_NO_YEAR = frozenset("['.:")
_DASHES, _INSIDE = frozenset("–—"), frozenset("_§€$£/.,:#-")


class Patterns:
    def __init__(self, language: Language) -> None:
        self.born = frozenset(word.rstrip(".") for word in language.dates.get("birth", {}).get("words", ()))
        language = owner(language, "dates", "expressions")
        words, before, months = (language.dates[key] for key in ("expressions", "before", "months"))
        self.long: tuple[str, ...] = months["long"]
        short = [*months.get("short", ()), *(name.title() for name in months.get("other", ()))]
        short = [name for name in short if name not in self.long]
        self.number = {
            name[:3].lower(): number
            for names in (months.get("short", ()), self.long)
            for number, name in enumerate(names, 1)
        }
        for other, name in months.get("other", {}).items():
            self.number.setdefault(other[:3], self.number[name[:3].lower()])
        self.also_names = frozenset(words["also_names"])
        cases = (str, str.upper, str.title)
        ending = either(months.get("endings", ()))  # of cases: toukokuuta
        full = rf"{one_of({case(name) for name in self.long for case in cases})}{ending}\b"
        month = rf"(?:{full}|{one_of(short)}\b\.?)" if short else rf"(?:{full})"
        day = rf"(?:3[01]|[12]\d|0?[1-9])(?: ?{either(words['ordinal_endings'])}(?!\w)|\b)"
        joint = rf"(?:,? {words['joining']} (?:{words['the']} )?|, ?| ?[-–—/] ?)"
        spelt = words.get("spelt_year", "(?!)")  # of two thousand and six
        of_year = rf"(?:,? ?|,? {words['of']} |-)"
        year = rf"(?:{of_year}(?P<year>\[?{_YEAR}\b\]?(?![/:]\d)|'\d\d\b|{spelt}\b))?"
        # `12 May 2004`, `3, 4 and 12 June`, `3rd day of June, 2019`
        self.day_first = re.compile(
            rf"(?P<days>{day}(?:{joint}{day}){{0,12}}){words['day_of']}[ -]?(?P<month>{month}){year}"
        )
        # `May 12th, 2004`, `June of 2019`, `June`; first the bare beginning, which Python finds fast.
        self.month_start = re.compile(rf"[{words['initials']}]{either(words['seconds'])}")
        self.month_first = re.compile(
            rf"(?P<month>{month})(?: (?:{words['the'] or '(?!)'} )?"
            rf"(?P<days>{day}(?:{joint}{day}(?! {month})){{0,12}})"
            rf"(?![./%:]\d|,\d{{3}}(?!\d)|%){words.get('after_day', '')})?{year}"
        )
        # `May and June 2004`
        long = one_of(self.long)
        of = f"(?: {words['of']})?"
        self.months_year = re.compile(rf"(?:{long}{joint}){{1,5}}{long}{of} {_YEAR}\b(?![/:]\d)")
        # `2004`, `1990s`, `2003-2004`, `1914–18`; not `2000 metres`, nor the `1977 Annual Leave Act`
        statutes = either(before["statutes"])
        self.years = re.compile(
            rf"(?P<from>{_YEAR})(?:'?s\b|(?P<dash> ?[-–—] ?|/)(?P<to>\d{{4}}|\d\d)\b)?"
            rf"(?![\w/%:€$£]|[.,]\d|-[\dIVX])(?! {either(words['not_after_year'])}\b)"
            rf"(?!(?: (?:[A-Z][\w'-]{{0,20}}|{words['in_statute']})){{0,7}}? {statutes}\b)"
        )
        # `No. 29290 of 2010`, `the Act of 1980`
        any_case = "".join(f"[{letter}{letter.upper()}]" for letter in words["of"])
        self.of = re.compile(rf"(?:\d|\b{statutes}) {any_case} $")
        # `10.30 a.m.`, `5 and 6 p.m.`, `14:35`, `1435 hours`, `20h30`
        half = words["half_day"]
        self.time = re.compile(
            rf"(?:{_CLOCK}(?: ?{half})?(?: ?[-–—] ?| {words['clock_joining']} ))?{_CLOCK} ?{half}"
            rf"|(?:[01]?\d|2[0-4])(?:[.:h][0-5]\d ?{words['clock_units']}\b|h[0-5]\d\b"
            rf"|(?::[0-5]\d){{1,2}}(?![\w:]|[.,]\d)| ?{words['clock_words']}\b"
            rf"|[0-5]\d ?{words['clock_four']}\b)"
        )
        self.dotted_time = re.compile(
            rf"(?:[01]?\d|2[0-4])\.[0-5]\d(?: {words['dotted_joining']} (?:[01]?\d|2[0-4])\.[0-5]\d)?"
            rf"(?![\w.%]|,\d| {words['not_after_time']})"
        )
        century = rf"[ -]{words['century']}\b"
        self.century = re.compile(rf"\d{{1,2}}{either(words['ordinal_endings'])}{century}")
        self.weekday = Quick(rf"{words['weekdays']}\b")
        self.occasion = re.compile(rf"{words['occasions']}\b(?:,? {words['occasion_year']}{_YEAR}\b)?")
        # The second part of an expression, what must stand before it, and the kind of the whole.
        ordinal = re.compile(rf"\b{one_of(ordinals(language)[1:])}$")
        hour = re.compile(rf"\b{words['past_hour']}{one_of(words['hours'])}$")
        self.two_parts = (
            (re.compile(rf"{words['of_month']}(?P<month>{month}){year}"), ordinal, "day"),
            (re.compile(century), ordinal, "year"),
            (re.compile(rf" {words['oclock']}\b"), hour, "time"),
        )
        self.noon = tuple(re.compile(rf" {word}\b") for word in words["noon"])
        self.not_a_year = frozenset((*before["no_year"], *map(str.lower, before["statutes"])))
        self.year_words = frozenset(before["year"])
        self.month_words = frozenset(before["month"])
        self.date_words = frozenset(before["date"])
        self.time_words = frozenset(before["time"])
        self.day_words = frozenset(before.get("day", ())) | self.born
        self.amount = re.compile(
            rf" ?(?:{words['not_after_time']}|{words['half_day']}|{words['clock_units']})\b|[%€$£]"
        )
        self.qualifier = re.compile(rf"\b{either(words['qualifier'])}{words['after_qualifier']}[ -]$")
        # What joins dates that share a year, and what makes a range of two.
        self.list = re.compile(rf"(?:,? {words['list']} |, ?| ?[-–—/] ?)")
        self.range = re.compile(rf" {words['range']} | ?[-–—] ?")
        self.between: str = words["between"]
        self.joint: str = words["and"]
        self.before_day = frozenset(words["before_day"])


_patterns = cache(Patterns)


def find(document: Document) -> Iterator[Span]:
    partly = Partial(document.text)
    for start, end, language in each(document):
        patterns, text, last = _patterns(language), document.text, start
        atoms = chain(_atoms(patterns, text, start, end), _days(patterns, partly, start, end))
        for atom in joined(apart(atoms), partial(_joined, patterns, text)):
            category = "TIME" if _kind(atom) == "time" else "DATE"
            first = max(last, _qualified(patterns, text, atom))
            yield Span(first, atom.end, category, atom.score, (f"dates:{_kind(atom)}",))
            last = atom.end


def _atom(start: int, end: int, kind: str, score: float) -> Span:
    """Kinds: date, day (no year), month (no year), year (with or without a month), weekday, time."""
    return Span(start, end, "DATE", score, (kind,))


def _kind(atom: Span) -> str:
    return atom.sources[0]


def _atoms(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    end, seen = 0, set()  # `seen`: where months begin that have their day before them
    for digits in _DIGITS.finditer(text, first, last):
        start = digits.start()
        if start < end or not _clear(text, start):
            continue
        found = patterns.day_first.match(text, start) if digits.end() - start <= 2 else None
        counted = found and not found["year"] and _word_before(text, start) in patterns.not_a_year
        if found and _in_calendar(patterns, found["days"], found["month"]) and not counted:
            seen.add(found.start("month"))
            kind, score = ("date", 0.99) if found["year"] else ("day", 0.9)
            yield _atom(start, found.end(), kind, score)
            end = found.end()
        else:
            for atom in _number(patterns, text, start, digits.end() - start):
                end = atom.end
                yield atom
    yield from _months(patterns, text, first, last, seen)
    yield from _words(patterns, text, first, last)


def _days(patterns: Patterns, partly: Partial, first: int, last: int) -> Iterator[Span]:
    for start, end in partly.find(
        first, last, words=patterns.day_words, joining=patterns.list, amount=patterns.amount
    ):
        yield _atom(start, end, "day", 0.7)


def _clear(text: str, start: int) -> bool:
    """Whether a number may start here: not inside a code, a sum, a decimal."""
    last = text[start - 1 : start]
    if last in _DASHES:
        return not text[start - 2 : start - 1].isdigit()
    if last in (".", ":"):  # `dt.21-11-2017`
        return text[start - 2 : start - 1].isalpha()
    return not (last.isalnum() or last in _INSIDE)


def _number(patterns: Patterns, text: str, start: int, length: int) -> Iterator[Span]:
    """The one expression that begins with the digits at `start`, if any."""
    before = _word_before(text, start)
    counted = before in patterns.not_a_year
    found = None if counted and before not in patterns.born else _NUMERIC.match(text, start)
    if found and (score := _numeric_score(patterns, found, before)):
        yield _atom(start, found.end(), "date", score)
    elif length in (1, 2, 4) and (found := patterns.time.match(text, start)):
        yield _atom(start, found.end(), "time", 0.9)
    elif length == 4 and not counted and (found := patterns.years.match(text, start)) and _a_range(found):
        of = patterns.of.search(text, max(0, start - 18), start)
        if not of and text[start - 1 : start] not in _NO_YEAR:
            sure = len(found[0]) > 4 or before in patterns.year_words
            yield _atom(start, found.end(), "year", 0.8 if sure else 0.5)
    elif length <= 2 and before in patterns.time_words and (found := patterns.dotted_time.match(text, start)):
        yield _atom(start, found.end(), "time", 0.5)
    elif length <= 2 and (found := patterns.century.match(text, start)):
        yield _atom(start, found.end(), "year", 0.6)


def _word_before(text: str, start: int) -> str:
    """The word before, lower case: `section` in `Section 12`, `mid` in `mid-2004`."""
    before = text[max(0, start - 18) : start].rstrip(" (-").rstrip(".,")
    for mark in " \n(-":
        before = before[before.rfind(mark) + 1 :]
    return before.lower()


def _in_calendar(patterns: Patterns, days: str, month: str) -> bool:
    length = _LENGTH[patterns.number[month[:3].lower()] - 1]
    return all(int(day) <= length for day in _DIGITS.findall(days))


def _numeric_score(patterns: Patterns, found: re.Match[str], before: str) -> float:
    if found["y"]:
        return 0.95 if _fits(int(found["d"]), int(found["m"])) else 0
    day, second = int(found["a"]), found["b"]
    month = int(second) if second.isdigit() else _ROMAN.get(second.upper(), 0)
    if not (_fits(day, month) or _fits(month, day)):
        return 0
    if len(found["c"]) == 4:
        return 0.95
    return 0.6 if second.isdigit() and (found["s"] != "-" or before in patterns.date_words) else 0


def _fits(day: int, month: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= _LENGTH[month - 1]


def _a_range(found: re.Match[str]) -> bool:
    first, dash, last = found["from"], found["dash"], found["to"]
    if not last:
        return True
    step = int(last) - int(first if len(last) == 4 else first[2:])
    return step == 1 if dash == "/" else 0 < step < 150


def _months(patterns: Patterns, text: str, first: int, last: int, seen: set[int]) -> Iterator[Span]:
    for beginning in patterns.month_start.finditer(text, first, last):
        start = beginning.start()
        found = None if start in seen else patterns.month_first.match(text, start)
        if not found or text[start - 1 : start].isalnum():
            continue
        if several := patterns.months_year.match(text, start):
            yield _atom(start, several.end(), "year", 0.97)
            continue
        month, days, year = found.group("month", "days", "year")
        if days:
            if _in_calendar(patterns, days, month):
                kind, score = ("date", 0.99) if year else ("day", 0.8)
                yield _atom(start, found.end(), kind, score)
        elif year:
            yield _atom(start, found.end(), "year", 0.95)
        elif month in patterns.long:
            sure = _word_before(text, start) in patterns.month_words
            if sure or month not in patterns.also_names:
                yield _atom(start, found.end(), "month", 0.6 if sure else 0.4)


def _words(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    for found in patterns.weekday.finditer(text, first, last):
        yield _atom(*found.span(), "weekday", 0.4)
    for found in patterns.occasion.finditer(text, first, last):
        yield _atom(*found.span(), "year", 0.85 if found[0][-1].isdigit() else 0.45)
    for pattern in patterns.noon:
        for found in pattern.finditer(text, first, last):
            yield _atom(found.start() + 1, found.end(), "time", 0.4)
    for second, before, kind in patterns.two_parts:
        for found in second.finditer(text, first, last):
            left = max(0, found.start() - 26)
            begun = before.search(text[left : found.start()].lower())
            if begun:
                yield _atom(left + begun.start(), found.end(), kind, 0.98)


def _joined(patterns: Patterns, text: str, left: Span, right: Span) -> Span | None:
    """Neighbours that make one expression, as one: `Monday, 3 June`, `3 May to 4 June`."""
    if right.start - left.end > 12 or not _belongs(patterns, text, left, right):
        return None
    return _atom(left.start, right.end, _kind(right), max(left.score, right.score))


def _belongs(patterns: Patterns, text: str, left: Span, right: Span) -> bool:
    first, second, gap = _kind(left), _kind(right), text[left.end : right.start]
    if first == "weekday":
        return second in ("day", "date") and gap in patterns.before_day
    if second == "weekday":
        return False
    if "time" in (first, second):
        return first == second and bool(patterns.range.fullmatch(gap) or gap == patterns.joint)
    if first in ("day", "month"):
        return bool(patterns.list.fullmatch(gap))
    if second not in ("date", "year"):
        return False
    between = gap == patterns.joint and _between(patterns, text, left.start)
    return between or bool(patterns.range.fullmatch(gap))


def _between(patterns: Patterns, text: str, start: int) -> bool:
    return text[max(0, start - len(patterns.between)) : start].lower() == patterns.between


def _qualified(patterns: Patterns, text: str, atom: Span) -> int:
    """Where the expression starts with its qualifier: `early`, `the end of`, `between`."""
    if _between(patterns, text, atom.start) and patterns.joint in text[atom.start : atom.end]:
        return atom.start - len(patterns.between)
    if _kind(atom) in ("month", "year", "day"):
        found = patterns.qualifier.search(text, max(0, atom.start - 45), atom.start)
        return found.start() if found else atom.start
    return atom.start
