"""Whole dates in a text, as days of the calendar, whatever language they are written in."""

import re
from datetime import date
from functools import cache
from typing import NamedTuple

from lexveil.languages import calendar


class Day(NamedTuple):
    start: int
    end: int
    day: date


@cache
def _dates() -> re.Pattern[str]:
    months = "|".join(map(re.escape, calendar.words()))
    day, month, short = r"(?<!\d)(?P<d{0}>\d{{1,2}})", r"(?P<m{0}>\d{{1,2}})", r"[^\W\d_]{1,3}"
    year = r"(?P<y{0}>1[89]\d\d|20\d\d)(?!\d)"
    # What stands between is a full stop, the ending of a number, or a word or two of up to three letters.
    before = rf"(?:\.|{short}|º)?(?: {short})?"
    after = rf"[^\W\d_]{{0,4}}\.?,?(?: {short})?"
    ways = (
        rf"{year.format(1)}-{month.format(1)}-(?P<d1>\d\d)(?!\d)",
        rf"{day.format(2)}{before} (?P<m2>{months}){after} {year.format(2)}",
        rf"\b(?P<m3>{months}) (?P<d3>\d{{1,2}}){after} {year.format(3)}",
        rf"{day.format(4)}[./]{month.format(4)}[./]{year.format(4)}",
    )
    return re.compile("|".join(ways), re.IGNORECASE)


def days_in(text: str, *, language: str) -> list[Day]:
    """Whole dates, in the ways that people write them.

    >>> [str(each.day) for each in days_in("on 3 May 1984, May 4, 1984 and 5.5.1984", language="en")]
    ['1984-05-03', '1984-05-04', '1984-05-05']
    """
    found = []
    for each in _dates().finditer(text):
        way = next(way for way in "1234" if each[f"y{way}"])
        named = each[f"m{way}"]
        month = calendar.month(named, language=language) if not named.isdigit() else None
        number = month.number if month else int(named) if named.isdigit() else 0
        try:
            found.append(
                Day(each.start(), each.end(), date(int(each[f"y{way}"]), number, int(each[f"d{way}"])))
            )
        except ValueError:
            continue  # no day of the calendar
    return found
