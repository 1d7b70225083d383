"""Dates, all shifted by one secret number of weeks; birth dates only by their year.

The shift is drawn from the key alone: one for a case. A shifted date keeps its format and language; weekdays,
order and intervals stay. The shift is close to whole years, so that seasons stay as well and a bare year
moves with its days. Times lose their minutes. A day that no calendar has becomes its year, and what shows no
date at all a word in brackets.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache

from lexveil.languages import Language, all_words, calendar, codes, load, numerals, own
from lexveil.model import Document, Entity
from lexveil.replace.keyed_random import below, choice
from lexveil.replace.styles import bracketed, own_words
from lexveil.replace.surrogates.assignments import Assignments
from lexveil.text.patterns import any_of

MOST_YEARS, MOST_WEEKS = 8, 10  # the shift back: up to so many years, and so many weeks more or less
YEAR = 365.2425
NO_YEAR = 2021  # for days without a year in a document that shows none

_YEAR = r"(?:1[5-9]|20)\d\d"
_ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
_CLOCK = re.compile(r"(?<!\d)(\d{1,2})([.:h])([0-5]\d)((?::[0-5]\d)?)")
_PARTIAL = re.compile(r"\W*\d{1,2}[./]\d{1,2}\W*")  # no year at its end
_SLASHED = re.compile(r"\b(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)\b")


# Dates of any language may stand in a document, so all that is read here is of all languages together.


def _words(key: str) -> str:
    return any_of(all_words("dates", "days", key))


@cache
def _marks() -> dict[str, Mapping[str, str]]:
    """What may follow the figures of a day → all that its language writes there."""
    every = (own(code, "dates").get("days", {}).get("marks", {}) for code in codes())
    return {mark: marks for marks in every for mark in marks.values()}


@cache
def _split() -> re.Pattern[str]:
    return re.compile(rf"(\d{{1,2}}(?:\.|{any_of(_marks())})?)")


@cache
def _atom(language: Language) -> re.Pattern[str]:
    """One expression of a date, in any of the ways to write it."""
    endings = any_of(all_words("dates", "months", "endings"))
    month = rf"(?:(?:{'|'.join(calendar.words())}){endings}?)(?![^\W\d_])"
    day = rf"\d{{1,2}}(?:\.(?=[ \d])|{any_of(_marks())}(?![^\W\d_]))?"
    joint = rf"(?:,? {_words('joiners')} (?:{_words('article')} )?|, ?| ?[-–—/] ?)"
    days = rf"{day}(?:{joint}{day})*"
    of = rf"(?: {_words('day')})?(?: {_words('of')})?[ .-]?"
    of_year = rf"(?:{_words('of_year')} )?"
    of_first = _words("of_year_after_day")
    ordinal = any_of(numerals.ordinals(language))
    return re.compile(
        rf"(?P<iso>(?P<iy>{_YEAR})(?P<is>[-./])(?P<im>\d{{1,2}})(?P=is)(?P<id>\d{{1,2}})(?!\d))"
        rf"|(?P<num>(?:(?P<n0>\d{{1,2}})(?P<nj>/))?(?P<n1>\d{{1,2}})(?P<ns> ?[-/.] ?)"
        rf"(?P<n2>\d{{1,2}}|[IVX]{{1,4}})"
        rf"(?P<nt> ?[-/.] ?)(?P<n3>{_YEAR}|\d\d)(?!\d))"
        rf"|(?P<short>(?P<s1>\d{{1,2}})\.(?P<s2>\d{{1,2}})\.(?!\d))"
        rf"|(?P<part>(?<![\d.,:/-])(?<!\d{{4}} )(?<!\d{{4}}, )(?P<p1>\d{{1,2}})(?P<ps>[./])(?P<p2>\d{{1,2}})"
        rf"(?:(?P<pg> )(?P<p3>\d\d))?(?![\d:%]|[.,/]\d))"
        rf"|(?P<dm>(?P<days>{days})(?P<of>{of})(?P<month>{month})(?P<dot>\.?)"
        rf"(?:(?P<gap>,? ?{of_year}|-)(?P<year>\[?{_YEAR}\]?|'\d\d)(?!\d))?)"
        rf"|(?P<md>(?P<month2>{month})(?P<dot2>\.?) (?P<days2>{days})(?!\d)"
        rf"(?:(?P<gap2>,? ?(?:{of_first} )?)(?P<year2>{_YEAR})(?!\d))?)"
        rf"|(?P<od>(?P<ord>{ordinal})(?P<of3>(?: {_words('day')})? {of_first} )"
        rf"(?P<month3>{month})(?:(?P<gap3>,? ?)(?P<year3>{_YEAR}))?)"
        rf"|(?P<my>(?P<month4>{month})(?P<dot4>\.?)(?:(?P<gap4>,? {of_year})(?P<year4>{_YEAR})(?!\d))?)"
        rf"|(?P<yr>(?P<from>{_YEAR})(?P<dash> ?[-–—/] ?)(?P<to>\d{{4}}|\d\d)(?!\d))"
        rf"|(?P<y>(?<!\d){_YEAR}(?!\d))(?P<s>(?:'?s\b)?)",
        re.IGNORECASE,
    )


@cache
def _before_birth() -> re.Pattern[str]:
    words = any_of(all_words("dates", "birth", "words"))
    return re.compile(rf"(?:\b{words}\b|\*)[^\d\n]{{0,24}}$", re.IGNORECASE)


@cache
def _relative() -> re.Pattern[str]:
    """What tells a time only from another one, or from the season: it moves along as it is."""
    words = any_of(all_words("dates", "relative", "words"))
    return re.compile(rf"\b{words}\b|\d{{1,2}}[.:h][0-5]\d", re.IGNORECASE)


def shift(key: bytes) -> int:
    """The days by which all dates of a case move: whole weeks, never none, and never into the future.

    >>> shift(b"k" * 32) % 7, 0 < -shift(b"k" * 32) < 3100
    (0, True)
    """
    whole: int = choice(key, range(-MOST_YEARS, 0), "years")
    weeks = below(key, 2 * MOST_WEEKS + 1, "weeks") - MOST_WEEKS
    return 7 * (round(whole * YEAR / 7) + weeks)


def born(text: str, start: int) -> bool:
    """Does the text before say that somebody was born then?"""
    return bool(_before_birth().search(text, max(0, start - 45), start))


def years(surface: str) -> list[int]:
    """The years that a surface shows, in order."""
    return [int(year) for year in re.findall(rf"(?<!\d){_YEAR}(?!\d)", surface)]


def days(surface: str, *, language: str) -> frozenset[date]:
    """The days that a surface tells with their years; of numbers that may be read in two ways, both.

    >>> sorted(map(str, days("03/05/1971", language="en"))), sorted(days("May 1971", language="en"))
    (['1971-03-05', '1971-05-03'], [])
    """
    text = " ".join(surface.split())
    found: set[date] = set()
    for atom in _atom(load(language)).finditer(text) if years(text) else ():
        if any(atom[kind] for kind in ("iso", "num", "dm", "md", "od")):
            for day_first in (True, False):
                writer = _Writer(0, language, years(text)[-1], day_first, True)
                writer.write(atom)
                found.update(writer.told)
    return frozenset(found)


def shifted(surface: str, *, days: int, language: str, year: int = NO_YEAR, day_first: bool = True) -> str:
    """`year` is that of the text around, for a day that shows none.

    >>> shifted("30 and 31 May 2019", days=7, language="en"), shifted("12. Mai 2004", days=21, language="de")
    ('6 and 7 June 2019', '2. Juni 2004')
    """
    text = " ".join(surface.split())
    shown = years(text)

    def write(atom: re.Match[str]) -> str:
        own = [*years(text[atom.start() :]), *shown[-1:], year][0]
        return _Writer(days, language, own, day_first, bool(shown)).write(atom)

    pattern = _atom(load(language))
    if pattern.search(text):
        return pattern.sub(write, text)
    return text if _relative().search(text) else bracketed("date", language)


def year_alone(surface: str, *, days: int, language: str, year: int = NO_YEAR, day_first: bool = True) -> str:
    """
    >>> year_alone("12 May 1985", days=364, language="en"), year_alone("1985", days=364, language="en")
    ('a day in 1986', '1986')
    """
    new = shifted(surface, days=days, language=language, year=year, day_first=day_first)
    partial = _PARTIAL.fullmatch(surface)
    found = years(new) or [full_year(int(two)) for two in re.findall(r"\d\d$", new)[:1] if not partial]
    if not found:
        return bracketed("date", language)
    bare = re.fullmatch(rf"\W*{_YEAR}\W*", surface) or not re.search(r"\d{1,2}\D", surface)
    day_in = own_words(language, "brackets").get("day_in", "{year}")
    return str(found[-1]) if bare else str(day_in.format(year=found[-1]))


def time(surface: str) -> str:
    """
    >>> time("10.47 a.m."), time("14:05"), time("5 p.m.")
    ('10.30 a.m.', '14:00', '5 p.m.')
    """
    return _CLOCK.sub(lambda clock: f"{clock[1]}{clock[2]}{'00' if int(clock[3]) < 30 else '30'}", surface)


def full_year(two: int) -> int:
    return two + (2000 if two < 50 else 1900)


class Calendar:
    """What the dates of the document tell of each other: the year of a day that shows none, and whether the
    day or the month comes first."""

    def __init__(self, document: Document, entities: Sequence[Entity], assigned: Assignments) -> None:
        self.text, self.language = document.text, assigned.language
        # Where no date is shifted, the year that a general one keeps is the real one.
        moved = any(each.category == "DATE" and each.id not in assigned.general for each in entities)
        self.days = shift(assigned.key) if moved else 0
        dates = [entity.spans for entity in entities if entity.category == "DATE"]
        surfaces = ((span.start, document.text[span.start : span.end]) for spans in dates for span in spans)
        shown = sorted((start, named[-1]) for start, surface in surfaces if (named := years(surface)))
        self.starts, self.years = [start for start, _ in shown], [year for _, year in shown]
        firsts = (document.text[spans[0].start : spans[0].end] for spans in dates)
        slashed = (pair for first in firsts for pair in _SLASHED.findall(first))
        self.day_first = sum((int(one) > 12) - (int(other) > 12) for one, other in slashed) >= 0

    def write(self, surface: str, start: int, *, general: bool) -> str:
        at = bisect_right(self.starts, start)
        near = self.years[max(0, at - 1)] if self.years else NO_YEAR
        write = year_alone if general or born(self.text, start) else shifted
        return write(surface, days=self.days, language=self.language, year=near, day_first=self.day_first)


class _Writer:
    """Writes one expression anew. State: the shift and what the text around says."""

    def __init__(self, days: int, language: str, year: int, day_first: bool, shown: bool) -> None:
        self.delta = timedelta(days=days)
        self.year_delta = round(days / YEAR)
        self.language, self.year, self.day_first, self.shown = language, year, day_first, shown
        self.told: list[date] = []

    def write(self, atom: re.Match[str]) -> str:
        kinds = {
            "iso": self.iso, "num": self.numeric, "short": self.short, "part": self.part,
            "dm": self.day_month,
            "md": self.month_day,
            "od": self.ordinal, "my": self.month_year, "yr": self.year_range, "y": self.bare_year,
        }  # fmt: skip
        kind = next(kind for kind in kinds if atom[kind])
        try:
            return kinds[kind](atom)
        except (ValueError, OverflowError):  # 31 February, or a year out of the calendar
            shown = years(atom[0])
            return str(shown[0] + self.year_delta) if shown else bracketed("date", self.language)

    def moved(self, year: int, month: int, day: int) -> date:
        self.told.append(date(year, month, day))
        return self.told[-1] + self.delta

    def iso(self, atom: re.Match[str]) -> str:
        new = self.moved(int(atom["iy"]), int(atom["im"]), int(atom["id"]))
        month, day = (_padded(number, atom["im"], atom["id"]) for number in (new.month, new.day))
        return f"{new.year}{atom['is']}{month}{atom['is']}{day}"

    def numeric(self, atom: re.Match[str]) -> str:
        roman = not atom["n2"].isdecimal()
        first, second = int(atom["n1"]), _ROMAN.index(atom["n2"].upper()) + 1 if roman else int(atom["n2"])
        year = int(atom["n3"]) if len(atom["n3"]) == 4 else full_year(int(atom["n3"]))
        day_first = second <= 12 and (self.day_first or first > 12 or "." in atom["ns"])
        day, month = (first, second) if day_first else (second, first)
        new = self.moved(year, month, day)
        before = ""
        if atom["n0"]:
            before = _padded(self.moved(year, month, int(atom["n0"])).day, atom["n0"]) + atom["nj"]
        one, other = (new.day, new.month) if day_first else (new.month, new.day)
        like = (atom["n1"],) if roman else (atom["n1"], atom["n2"])
        second_text = _ROMAN[other - 1] if roman else _padded(other, *like)
        end = str(new.year)[-len(atom["n3"]) :]
        return f"{before}{_padded(one, *like)}{atom['ns']}{second_text}{atom['nt']}{end}"

    def short(self, atom: re.Match[str]) -> str:
        new = self.moved(self.year, int(atom["s2"]), int(atom["s1"]))
        return f"{_padded(new.day, atom['s1'], atom['s2'])}.{_padded(new.month, atom['s1'], atom['s2'])}."

    def part(self, atom: re.Match[str]) -> str:
        """`20.02`, `26.01 17`, `5/3`; what no calendar has is a time or a sum and stays."""
        first, second = int(atom["p1"]), int(atom["p2"])
        day_first = second <= 12 and (self.day_first or first > 12 or atom["ps"] == ".")
        day, month = (first, second) if day_first else (second, first)
        year = full_year(int(atom["p3"])) if atom["p3"] else self.year
        try:
            new = self.moved(year, month, day)
        except ValueError:
            return atom[0]
        pair = (new.day, new.month) if day_first else (new.month, new.day)
        one, other = (_padded(number, atom["p1"], atom["p2"]) for number in pair)
        return f"{one}{atom['ps']}{other}" + (f" {new.year % 100:02}" if atom["p3"] else "")

    def day_month(self, atom: re.Match[str]) -> str:
        month, news, year = self._days(atom["month"], atom["days"], atom["year"])
        if atom["year"]:
            short = atom["year"][0] == "'"
            new = f"{news[-1].year % 100:02}" if short else str(news[-1].year)
            tail = atom["gap"] + re.sub(r"\d+", new, atom["year"])
        else:
            tail = f" {news[-1].year}" if self.shown and news[-1].year != year + self.year_delta else ""
        names = [f"{atom['of']}{self._name(month, atom['month'], new.month)}" for new in news]
        listed = self._listed(atom["days"], news, names)
        return f"{listed}{names[-1]}{atom['dot']}{tail}"

    def month_day(self, atom: re.Match[str]) -> str:
        month, news, _ = self._days(atom["month2"], atom["days2"], atom["year2"])
        tail = atom["gap2"] + str(news[-1].year) if atom["year2"] else ""
        names = [self._name(month, atom["month2"], new.month) for new in news]
        days = _split().split(atom["days2"])
        written = [
            ("" if at and names[at] == names[at - 1] else f"{names[at]}{atom['dot2']} ")
            + self._day(new, days[2 * at + 1])
            for at, new in enumerate(news)
        ]
        return "".join(map("".join, zip(written, [*days[2:-1:2], tail], strict=True)))

    def ordinal(self, atom: re.Match[str]) -> str:
        ordinals = numerals.ordinals(load(self.language))
        day = str(ordinals.index(atom["ord"].lower()))
        month, (new,), _ = self._days(atom["month3"], day, atom["year3"])
        word = ordinals[new.day]
        word = word.capitalize() if atom["ord"][0].isupper() else word
        tail = atom["gap3"] + str(new.year) if atom["year3"] else ""
        return f"{word}{atom['of3']}{self._name(month, atom['month3'], new.month)}{tail}"

    def month_year(self, atom: re.Match[str]) -> str:
        month, (new,), _ = self._days(atom["month4"], "15", atom["year4"])
        tail = atom["gap4"] + str(new.year) if atom["year4"] else ""
        return f"{self._name(month, atom['month4'], new.month)}{atom['dot4']}{tail}"

    def year_range(self, atom: re.Match[str]) -> str:
        to = atom["to"]
        last = int(to) if len(to) == 4 else int(atom["from"][:2] + to)
        return f"{int(atom['from']) + self.year_delta}{atom['dash']}{str(last + self.year_delta)[-len(to) :]}"

    def bare_year(self, atom: re.Match[str]) -> str:
        year = int(atom["y"]) + self.year_delta
        return f"{(year + 5) // 10 * 10}{atom['s']}" if atom["s"] else str(year)

    def _days(self, word: str, days: str, year: str | None) -> tuple[calendar.Month, list[date], int]:
        month = calendar.month(word, language=self.language)
        if month is None:
            raise ValueError
        number = self.year
        if year:
            number = full_year(int(year[1:])) if year[0] == "'" else int(year.strip("[]"))
        return month, [self.moved(number, month.number, int(day)) for day in re.findall(r"\d+", days)], number

    def _name(self, month: calendar.Month, word: str, number: int) -> str:
        """The new month in the language, form, case and (Finnish) ending of the old."""
        name = month.names[number - 1] + calendar.ending(word)
        return name.upper() if word.isupper() else name.capitalize() if word[0].isupper() else name.lower()

    def _day(self, new: date, old: str) -> str:
        """A day with what follows its digits: 2nd, 1er, 12."""
        mark = re.sub(r"^\d+", "", old)
        digits = _padded(new.day, re.sub(r"\D", "", old))
        marks = _marks().get(mark, {}) if mark else load(self.language).dates["days"].get("marks", {})
        if mark and "other" in marks:
            last = str(new.day % 10) if new.day // 10 != 1 else "other"
            mark = marks.get(last, marks["other"])
        elif "first" in marks and (mark or new.day == 1):
            mark = marks["first"] if new.day == 1 else ""
        return digits + mark

    def _listed(self, text: str, news: Sequence[date], names: Sequence[str]) -> str:
        """Days in a row; each that is of another month than the next says so."""
        pieces = _split().split(text)
        found = pieces[0]
        for at, new in enumerate(news):
            found += self._day(new, pieces[2 * at + 1])
            if at + 1 < len(news):
                found += (names[at] if news[at + 1].month != new.month else "") + pieces[2 * at + 2]
        return found


def _padded(number: int, *like: str) -> str:
    """With a zero before it where all of the old ones had two digits and one could tell."""
    padded = all(len(each) == 2 for each in like) if len(like) > 1 else like[0].startswith("0")
    return f"{number:02}" if padded else str(number)
