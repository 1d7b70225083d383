"""Dates and times, in the forms that English legal text uses.

Comes in: the view of a document. Goes out: DATE and TIME spans; ranges and lists that share a year
(`3 and 4 June 2019`, `between 1999 and 2004`) are one span. Never a day that no calendar has, the verb
`may`, the year in the title of a statute, or a number that a word such as `Article` or `no.` explains.

First the atoms are found (a day, a month, a year, a weekday …), then neighbours are joined by what stands
between them. A score under one half marks an expression that alone tells little (`Monday`, `noon`).
"""

import re
from collections.abc import Iterable, Iterator

from lexveil.detect.labelled import apart, one_of
from lexveil.model import Document, Span

_LONG = "January February March April May June July August September October November December".split()
_SHORT = "Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec".split()
_NUMBER = {name[:3].lower(): number for number, name in enumerate(_LONG, 1)}
_ROMAN = {name: number for number, name in enumerate("I II III IV V VI VII VIII IX X XI XII".split(), 1)}
_LENGTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ALSO_NAMES = {"March", "April", "May", "June", "August"}
_STATUTES = (
    "Act|Acts|Law|Laws|Rules|Regulation|Regulations|Order|Ordinance|Code|Decree|Convention|Protocol|Treaty"
    "|Bill|Charter|Directive|Constitution"
)
_ORDINALS = one_of(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
    " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third"
    " twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth"
    " thirty-first".split()
)
_HOURS = one_of("one two three four five six seven eight nine ten eleven twelve".split())

_MONTH = rf"(?:{one_of(_LONG + [name.upper() for name in _LONG])}\b|{one_of(_SHORT)}\b\.?)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?: ?(?:st|nd|rd|th))?\b"
_YEAR = r"(?:1[5-9]\d\d|20[0-6]\d)"
_AND = r"(?:,? (?:and|or|to|until|through|&) (?:the )?|, ?| ?[-–—/] ?)"
_WITH_YEAR = rf"(?:(?:,? ?|,? of |-)(?P<year>\[?{_YEAR}\b\]?(?![/:]\d)|'\d\d\b))?"

# Whatever begins with a number is tried at each run of digits: digits are rare in prose, so this is fast.
_DIGITS = re.compile(r"[0-9]+")
# `12 May 2004`, `3, 4 and 12 June`, `3rd day of June, 2019`
_DAY_FIRST = re.compile(
    rf"(?P<days>{_DAY}(?:{_AND}{_DAY}){{0,12}})(?: day)?(?: of)?[ -]?(?P<month>{_MONTH}){_WITH_YEAR}"
)
# `12.05.2004`, `12/5/04`, `12.V.2004`, `24/25.02.1994`, `2004-05-12T14:35`
_NUMERIC = re.compile(
    r"(?:(?:\d{1,2}/(?=\d{1,2}\.))?(?P<a>\d{1,2})(?: ?(?P<s>[-/])|\.) ?(?P<b>\d{1,2}|[IVX]{1,4})(?(s) ?(?P=s)"
    r"|\.) ?"
    rf"(?P<c>{_YEAR}|\d\d)"
    rf"|(?P<y>{_YEAR})(?P<t>[-./])(?P<m>\d{{1,2}})(?P=t)(?P<d>\d{{1,2}})"
    r"(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z\b|[+-]\d\d:?\d\d)?)?)(?![\w/-]|[.,:]\d)"
)
# `2004`, `1990s`, `2003-2004`, `1914–18`, `2003/04`; not `2000 metres`, nor the `1977 Annual Leave Act`
_YEARS = re.compile(
    rf"(?P<from>{_YEAR})(?:'?s\b|(?P<dash> ?[-–—] ?|/)(?P<to>\d{{4}}|\d\d)\b)?(?![\w/%:€$£]|[.,]\d|-[\dIVX])"
    r"(?! (?:sq|m|km|kg|ha|metres|kilo\w{0,9}|per|persons|people|euros?|dollars?|francs?|pounds?|members"
    r"|shares|pages|hectares|litres|hours|hrs|employees|votes|copies|workers|inhabitants|[A-Z]{3}|million"
    rf"|billion)\b)(?!(?: (?:[A-Z][\w'-]{{0,20}}|of|and|on|the)){{0,7}}? (?:{_STATUTES})\b)"
)
_CLOCK = r"(?:[01]?\d|2[0-4])(?:[.:][0-5]\d)?"
_HALF = r"(?:[ap]\.m\.|[ap]m\b|[AP]\.M\.|[AP]M\b|[ap]\. m\.)"
# `10.30 a.m.`, `5 and 6 p.m.`, `14:35`, `1435 hours`, `20h30`
_TIME = re.compile(
    rf"(?:{_CLOCK}(?: ?{_HALF})?(?: ?[-–—] ?| (?:to|and|or|until) ))?{_CLOCK} ?{_HALF}"
    r"|(?:[01]?\d|2[0-4])(?:[.:h][0-5]\d ?(?:hours?|hrs?|h|o'clock|GMT|CES?T|UTC)\b|h[0-5]\d\b"
    r"|(?::[0-5]\d){1,2}(?![\w:]|[.,]\d)| ?(?:o'clock|hrs)\b|[0-5]\d ?(?:hours|hrs)\b)"
)
_DOTTED_TIME = re.compile(
    r"(?:[01]?\d|2[0-4])\.[0-5]\d(?: (?:and|to) (?:[01]?\d|2[0-4])\.[0-5]\d)?(?![\w.%]|,\d| (?:%|per|pp|m|km"
    r"|metres|euros?|million|points))"
)
_CENTURY = re.compile(r"\d{1,2}(?:st|nd|rd|th)[ -]century\b")

# `May 12th, 2004`, `June of 2019`, `June`; first the bare beginning, which Python finds fast.
_MONTH_START = re.compile(
    "[ADFJMNOS](?:an|eb|ar|pr|ay|un|ul|ug|ep|ct|ov|ec|AN|EB|AR|PR|AY|UN|UL|UG|EP|CT|OV|EC)"
)
_MONTH_FIRST = re.compile(
    rf"(?P<month>{_MONTH})(?: (?P<days>{_DAY}(?:{_AND}{_DAY}(?! {_MONTH})){{0,12}})(?![./%:]\d|,\d{{3}}(?!\d)"
    rf"|%))?{_WITH_YEAR}"
)
# `May and June 2004`
_MONTHS_YEAR = re.compile(rf"(?:{one_of(_LONG)}{_AND}){{1,5}}{one_of(_LONG)}(?: of)? {_YEAR}\b(?![/:]\d)")
_WEEKDAY = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b")
_OCCASION = re.compile(
    r"(?:Easter|Christmas|Ramadan|New Year)(?:'s)?(?: (?:Eve|Day|Sunday|Monday|holidays?))?\b"
    rf"(?:,? (?:of |in )?{_YEAR}\b)?"
)
# The second part of an expression, and what must stand before it.
_DAY_OF = re.compile(rf" (?:day )?of (?P<month>{_MONTH}){_WITH_YEAR}")
_ORDINAL = re.compile(rf"\b{_ORDINALS}$")
_WORDED_CENTURY = re.compile(r"[ -]century\b")
_OCLOCK = re.compile(r" o'clock\b")
_HOUR = re.compile(rf"\b(?:half past |quarter past |quarter to )?{_HOURS}$")
_TWO_PARTS = (
    (_DAY_OF, _ORDINAL, "day"),
    (_WORDED_CENTURY, _ORDINAL, "year"),
    (_OCLOCK, _HOUR, "time"),
)
_NOON, _MIDNIGHT = re.compile(r" noon\b"), re.compile(r" midnight\b")

# The word before a number or a month decides what it is.
_NOT_A_YEAR = frozenset(
    "no nos nr number numbers p pp page pages para paras paragraph paragraphs section sections article"
    " articles art arts rule rules vol about over than some approximately nearly eur usd gbp rs inr chf sek"
    " nok dkk dem dm frf ats try trl pln box clause echr reports natura bgbl § §§".split()
) | {name.lower() for name in _STATUTES.split("|")}
_YEAR_WORDS = frozenset(
    "in since until till from by during before after between year years season around of to and early late"
    " spring summer autumn winter fall or for the throughout mid".split()
)
_MONTH_WORDS = frozenset(
    "in since until till by during last next early late mid this every each throughout from between before"
    " after month months".split()
)
_DATE_WORDS = frozenset(
    "on dated dt date from to until till since of upto between and by before after".split()
)
_TIME_WORDS = frozenset("at around about until between from after before since by".split())
_OF = re.compile(rf"(?:\d|\b(?:{_STATUTES})) [oO][fF] $")  # `No. 29290 of 2010`, `the Act of 1980`
_NO_YEAR = frozenset("['.:")
_DASHES, _INSIDE = frozenset("–—"), frozenset("_§€$£/.,:#-")
_QUALIFIER = re.compile(
    r"\b(?:(?:[Vv]ery )?(?:[Ee]nd|[Bb]eginning|[Ss]tart|[Mm]iddle|[Cc]ourse"
    r"|(?:[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|last|latter|early|later?) (?:half|quarter|parts?|week|days"
    r"|weekend|(?:two |three |four |six |nine )?months))(?: of)?(?: the)?(?: (?:years?|months?)(?: of)?)?"
    r"|[Ee]arly|[Ll]ate|[Ee]arlier in|[Ll]ater in|[Ss]pring|[Ss]ummer|[Aa]utumn|[Ww]inter|[Ff]all"
    r"|months? of|[Mm]id(?=[ -]))(?: of| in)?(?: the)?[ -]$"
)
# What joins dates that share a year, and what makes a range of two.
_LIST = re.compile(r"(?:,? (?:and|or|to|until|till|through|&)(?: the| on)? |, ?| ?[-–—/] ?)")
_RANGE = re.compile(r" (?:to|until|till|through|up to|and until)(?: the)? | ?[-–—] ?")


def find(document: Document) -> Iterator[Span]:
    text, end = document.text, 0
    for atom in _joined(text, apart(_atoms(text))):
        category = "TIME" if _kind(atom) == "time" else "DATE"
        start = max(end, _qualified(text, atom))
        yield Span(start, atom.end, category, atom.score, (f"dates:{_kind(atom)}",))
        end = atom.end


def _atom(start: int, end: int, kind: str, score: float) -> Span:
    """Kinds: date, day (no year), month (no year), year (with or without a month), weekday, time."""
    return Span(start, end, "DATE", score, (kind,))


def _kind(atom: Span) -> str:
    return atom.sources[0]


def _atoms(text: str) -> Iterator[Span]:
    end, seen = 0, set()  # `seen`: where months begin that have their day before them
    for digits in _DIGITS.finditer(text):
        start = digits.start()
        if start < end or not _clear(text, start):
            continue
        if digits.end() - start <= 2 and (found := _day_first(text, start)):
            seen.add(found.start("month"))
            kind, score = ("date", 0.99) if found["year"] else ("day", 0.9)
            yield _atom(start, found.end(), kind, score)
            end = found.end()
        else:
            for atom in _number(text, start, digits.end() - start):
                end = atom.end
                yield atom
    yield from _months(text, seen)
    yield from _words(text)


def _clear(text: str, start: int) -> bool:
    """Whether a number may start here: not inside a code, a sum, a decimal."""
    last = text[start - 1 : start]
    if last in _DASHES:
        return not text[start - 2 : start - 1].isdigit()
    if last in (".", ":"):  # `dt.21-11-2017`
        return text[start - 2 : start - 1].isalpha()
    return not (last.isalnum() or last in _INSIDE)


def _day_first(text: str, start: int) -> re.Match[str] | None:
    found = _DAY_FIRST.match(text, start)
    if not found or not _in_calendar(found["days"], found["month"]):
        return None
    return found if found["year"] or _word_before(text, start) not in _NOT_A_YEAR else None


def _number(text: str, start: int, length: int) -> Iterator[Span]:
    """The one expression that begins with the digits at `start`, if any."""
    before = _word_before(text, start)
    counted = before in _NOT_A_YEAR
    if not counted and (found := _NUMERIC.match(text, start)) and (score := _numeric_score(found, before)):
        yield _atom(start, found.end(), "date", score)
    elif length in (1, 2, 4) and (found := _TIME.match(text, start)):
        yield _atom(start, found.end(), "time", 0.9)
    elif length == 4 and not counted and (found := _YEARS.match(text, start)) and _a_range(found):
        if text[start - 1 : start] not in _NO_YEAR and not _OF.search(text, max(0, start - 18), start):
            sure = len(found[0]) > 4 or before in _YEAR_WORDS
            yield _atom(start, found.end(), "year", 0.8 if sure else 0.5)
    elif length <= 2 and before in _TIME_WORDS and (found := _DOTTED_TIME.match(text, start)):
        yield _atom(start, found.end(), "time", 0.5)
    elif length <= 2 and (found := _CENTURY.match(text, start)):
        yield _atom(start, found.end(), "year", 0.6)


def _word_before(text: str, start: int) -> str:
    """The word before, lower case: `section` in `Section 12`, `mid` in `mid-2004`."""
    before = text[max(0, start - 18) : start].rstrip(" (-").rstrip(".,")
    for mark in " \n(-":
        before = before[before.rfind(mark) + 1 :]
    return before.lower()


def _in_calendar(days: str, month: str) -> bool:
    length = _LENGTH[_NUMBER[month[:3].lower()] - 1]
    return all(int(day) <= length for day in _DIGITS.findall(days))


def _numeric_score(found: re.Match[str], before: str) -> float:
    if found["y"]:
        return 0.95 if _fits(int(found["d"]), int(found["m"])) else 0
    day, second = int(found["a"]), found["b"]
    month = int(second) if second.isdigit() else _ROMAN.get(second, 0)
    if not (_fits(day, month) or _fits(month, day)):
        return 0
    if len(found["c"]) == 4:
        return 0.95
    return 0.6 if second.isdigit() and (found["s"] != "-" or before in _DATE_WORDS) else 0


def _fits(day: int, month: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= _LENGTH[month - 1]


def _a_range(found: re.Match[str]) -> bool:
    first, dash, last = found["from"], found["dash"], found["to"]
    if not last:
        return True
    step = int(last) - int(first if len(last) == 4 else first[2:])
    return step == 1 if dash == "/" else 0 < step < 150


def _months(text: str, seen: set[int]) -> Iterator[Span]:
    for beginning in _MONTH_START.finditer(text):
        start = beginning.start()
        found = None if start in seen else _MONTH_FIRST.match(text, start)
        if not found or text[start - 1 : start].isalnum():
            continue
        if several := _MONTHS_YEAR.match(text, start):
            yield _atom(start, several.end(), "year", 0.97)
            continue
        month, days, year = found.group("month", "days", "year")
        if days:
            if _in_calendar(days, month):
                kind, score = ("date", 0.99) if year else ("day", 0.8)
                yield _atom(start, found.end(), kind, score)
        elif year:
            yield _atom(start, found.end(), "year", 0.95)
        elif month in _LONG:
            sure = _word_before(text, start) in _MONTH_WORDS
            if sure or month not in _ALSO_NAMES:
                yield _atom(start, found.end(), "month", 0.6 if sure else 0.4)


def _words(text: str) -> Iterator[Span]:
    for found in _WEEKDAY.finditer(text):
        yield _atom(*found.span(), "weekday", 0.4)
    for found in _OCCASION.finditer(text):
        yield _atom(*found.span(), "year", 0.85 if found[0][-1].isdigit() else 0.45)
    for pattern in (_NOON, _MIDNIGHT):
        for found in pattern.finditer(text):
            yield _atom(found.start() + 1, found.end(), "time", 0.4)
    for second, first, kind in _TWO_PARTS:
        for found in second.finditer(text):
            left = max(0, found.start() - 26)
            begun = first.search(text[left : found.start()].lower())
            if begun:
                yield _atom(left + begun.start(), found.end(), kind, 0.98)


def _joined(text: str, atoms: Iterable[Span]) -> Iterator[Span]:
    """Neighbours that make one expression, as one: `Monday, 3 June`, `3 May to 4 June`."""
    left: Span | None = None
    for right in atoms:
        if left is not None and right.start - left.end <= 12 and _belongs(text, left, right):
            left = _atom(left.start, right.end, _kind(right), max(left.score, right.score))
            continue
        if left is not None:
            yield left
        left = right
    if left is not None:
        yield left


def _belongs(text: str, left: Span, right: Span) -> bool:
    first, second, gap = _kind(left), _kind(right), text[left.end : right.start]
    if first == "weekday":
        return second in ("day", "date") and gap in (" ", ", ", ", the ", " the ", " on ", " of ")
    if second == "weekday":
        return False
    if "time" in (first, second):
        return first == second and bool(_RANGE.fullmatch(gap) or gap == " and ")
    if first in ("day", "month"):
        return bool(_LIST.fullmatch(gap))
    if first in ("date", "year") and second in ("date", "year"):
        return bool(_RANGE.fullmatch(gap)) or (gap == " and " and _between(text, left.start))
    return False


def _between(text: str, start: int) -> bool:
    return text[max(0, start - 8) : start].lower() == "between "


def _qualified(text: str, atom: Span) -> int:
    """Where the expression starts with its qualifier: `early`, `the end of`, `between`."""
    if _between(text, atom.start) and " and " in text[atom.start : atom.end]:
        return atom.start - 8
    if _kind(atom) in ("month", "year", "day"):
        found = _QUALIFIER.search(text, max(0, atom.start - 45), atom.start)
        return found.start() if found else atom.start
    return atom.start
