"""One number of a state, however it is written: 010180 12371, 01.01.80 12371, 01 jan 1980-12371.

Spaces, stops and strokes tell nothing, nor do a word for the number before it, the century of a year that
is written in two digits elsewhere, and whether the month of birth is a number or a word.
"""

import re
from functools import cache

from lexveil.languages import DEFAULT, calendar, codes, own
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

_SIGN = re.compile(r"[^\W_]")
_CENTURY_FIRST = re.compile(r"(?:19|20)(\d\d(?:0\d|1[0-2])[0-3]\d\d{4})")  # 19800101-1237
_CENTURY_INSIDE = re.compile(r"([0-3]\d(?:0\d|1[0-2]))(?:19|20)(\d\d\d{4,5})")  # 01.01.1980 12371
_SPANISH = re.compile(r"0(\d{7}[a-z])")


def identity(surface: str) -> str:
    """
    >>> {identity(each) for each in ("010180 12371", "1 jan 80 12371", "01.01.1980-12371", "SSN 01018012371")}
    {'01018012371'}
    """
    bare = _label().sub("", fold(surface))
    signs = "".join(_SIGN.findall(_dated().sub(_in_digits, bare)))
    for pattern in (_CENTURY_FIRST, _CENTURY_INSIDE, _SPANISH):
        if whole := pattern.fullmatch(signs):
            return "".join(whole.groups())
    return signs


@cache
def months() -> str:
    """A pattern of all names of months, folded, with the stop of a short one."""
    return rf"{any_of(map(fold, calendar.words()))}\.?"


def _in_digits(date: re.Match[str]) -> str:
    month = calendar.month(date["month"].rstrip("."), language=DEFAULT)
    return f"{int(date['day']):02}{month.number if month else 0:02}{date['year']}"


@cache
def _dated() -> re.Pattern[str]:
    """The date of birth at the beginning, its month in letters, or its day and month in single digits."""
    return re.compile(rf"^(?P<day>\d{{1,2}})\.?[ -]?(?P<month>{months()})[ -]?(?P<year>(?:\d\d)?\d\d)(?!\d)")


@cache
def _label() -> re.Pattern[str]:
    """A word for such a number that a model took for a part of it."""
    listed = (own(code, "labels").get("national", {}).get("labels", {}).get("person", ()) for code in codes())
    words = any_of({fold(word) for words in listed for word in words})
    return re.compile(rf"^{words}(?!\w)\W*")
