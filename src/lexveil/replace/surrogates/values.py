"""Surrogates of what is no name: dates, times, ages, sums, quantities, nationalities, generalised places.

Ages come a little off, sums and amounts rounded, as they were written: `EUR 1,234,567.89` becomes `EUR
1,200,000`, `34-year-old` `36-year-old`, `thirty-four` `thirty-six`. An age stays on its side of eighteen.
Two values may become one here: two sums that round to the same, two towns that are both `a town in Portugal`.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from lexveil.languages import Language, numerals
from lexveil.model import Document, Entity
from lexveil.replace.keyed_random import choice
from lexveil.replace.styles import bracketed
from lexveil.replace.surrogates import dates, places
from lexveil.replace.surrogates.assignments import Assignments, Surrogate
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

ADULT = 18
_FIGURE = re.compile(
    r"\d{1,3}(?:(?P<group>[,.'’ \u00a0\u202f])\d{3})(?:(?P=group)\d{3})*(?!\d)"
    r"(?:(?P<point>[.,])\d{1,2}(?!\d))?"
    r"|\d{1,2}(?:,\d\d){1,4},\d{3}(?!\d)(?:\.\d{1,2})?|\d+(?:[.,]\d+)?"
)


def assign(
    document: Document, entities: Sequence[Entity], assigned: Assignments, known: Mapping[str, str]
) -> Iterator[Surrogate]:
    calendar = dates.Calendar(document, entities, assigned)
    for entity in entities:
        found: dict[str, str] = {}
        for span in entity.spans:
            surface = document.text[span.start : span.end]
            if surface not in found:
                found[surface] = _write(entity, surface, assigned, calendar, span.start)
        yield known.get(entity.id) or next(iter(found.values())), found


def _write(entity: Entity, surface: str, assigned: Assignments, calendar: dates.Calendar, start: int) -> str:
    general = entity.id in assigned.general
    if entity.category == "DATE":
        return calendar.write(surface, start, general=general)
    if entity.category == "TIME":
        return dates.time(surface)
    if entity.category == "MISC":
        return bracketed("detail", assigned.language)
    if entity.category in ("AGE", "MONEY"):
        return (age if entity.category == "AGE" else money)(assigned, surface, general=general)
    write = {"QUANTITY": quantity, "DEM": places.demonym}.get(entity.broad, places.generalized)
    return write(assigned, surface)


def age(assigned: Assignments, surface: str, *, general: bool = False) -> str:
    """Each age two or three years off, or only its decade."""
    spoken = assigned.spoken
    step = choice(assigned.key, (-3, -2, 2, 3), "age", fold(surface))
    found = _each(surface, spoken, _decade if general else lambda number: _aged(number, step))
    vague = _vague(spoken)
    if found == surface and vague.search(surface):
        return vague.sub("", surface)
    known = any(map(str.isdecimal, surface)) or found != surface
    return found if known else bracketed("age", assigned.language)


@cache
def _vague(language: Language) -> re.Pattern[str]:
    """What stands before a decade: in her late thirties."""
    return re.compile(f"{any_of(language.replace['ages']['vague'])}[ -]", re.IGNORECASE)


def _aged(number: int, step: int) -> int:
    """34 and 2 make 36, but 17 and 3 make 14: nobody comes of age by it."""
    new = number + step
    if new < 1 or (number < ADULT) != (new < ADULT):
        new = number - step
    return new if new > 0 else number + abs(step)


def _decade(number: int) -> str:
    return f"{number // 10 * 10}–{number // 10 * 10 + 9}"


def money(assigned: Assignments, surface: str, *, general: bool = False) -> str:
    """Two leading digits; a sum that has no more already moves by one in the second, unless generalised."""

    def rounded(number: float) -> float:
        new = _leading(number, 1 if general else 2)
        if new == number and not general:
            unit = 10 ** (len(str(int(number))) - 2) if number >= 10 else 1 if number == int(number) else 0.1
            new = number + choice(assigned.key, (-1, 1), "money", fold(surface)) * unit
        return new if new > 0 else number + 1

    found = _figures(surface, assigned.spoken, rounded)
    return found if found != surface or general else bracketed("money", assigned.language)


def quantity(assigned: Assignments, surface: str) -> str:
    """Measures and durations from ten on rounded: what is small tells nobody apart."""

    def rounded(number: float) -> float:
        near = round(number / 5) * 5 if number < 100 else _leading(number, 2)
        return number if number < 10 else near

    return _figures(surface, assigned.spoken, rounded)


def _leading(number: float, digits: int) -> float:
    """1234567.89 with two digits is 1200000."""
    size = len(str(int(number))) if number >= 1 else 0
    found = math.floor(number * 10 ** (digits - size) + 0.5) / 10 ** (digits - size)
    return int(found) if found == int(found) else found


def _each(surface: str, spoken: Language, changed: Callable[[int], int | str]) -> str:
    """Whole numbers in figures and in words."""

    def word(match: re.Match[str]) -> str:
        new = changed(numerals.read(match[0], spoken))
        return new if isinstance(new, str) else _cased(numerals.write(new, spoken), match[0])

    found = re.sub(r"\d+", lambda match: str(changed(int(match[0]))), surface)
    return numerals.pattern(spoken).sub(word, found) if found == surface else found


def _figures(surface: str, spoken: Language, rounded: Callable[[float], float]) -> str:
    found = _FIGURE.sub(lambda match: _figure(match, rounded), surface)
    if any(map(str.isdecimal, surface)):
        return found

    def word(match: re.Match[str]) -> str:
        number = numerals.read(match[0], spoken)
        return _cased(numerals.write(int(rounded(number)), spoken), match[0]) if number else match[0]

    return numerals.pattern(spoken).sub(word, surface)


def _cased(words: str, like: str) -> str:
    return words.capitalize() if like[0].isupper() else words


def _figure(match: re.Match[str], rounded: Callable[[float], float]) -> str:
    """A number in figures, written with the same separators; without decimals from ten on."""
    text = match[0]
    group, decimals = _format(match)
    whole, _, part = text.rpartition(text[-decimals - 1]) if decimals else (text, "", "")
    number = float(re.sub(r"\D", "", whole) + ("." + part if part else ""))
    new = rounded(number)
    if new == number:
        return text
    if decimals and new < 10:
        return f"{new:.{decimals}f}".replace(".", text[-decimals - 1])
    return _grouped(int(new), group, text)


def _format(match: re.Match[str]) -> tuple[str, int]:
    """What separates the thousands, and how many decimals there are."""
    text = match[0]
    if match["group"]:
        return match["group"], len(text) - text.rfind(match["point"]) - 1 if match["point"] else 0
    if text.count(",") > 1:
        return "lakh", len(text.partition(".")[2])
    point = max(text.find("."), text.find(","))
    return "", len(text) - point - 1 if point >= 0 else 0


def _grouped(number: int, group: str, text: str) -> str:
    """
    >>> _grouped(1200000, ",", ""), _grouped(1200000, "lakh", ""), _grouped(1200, "", "")
    ('1,200,000', '12,00,000', '1200')
    """
    if group != "lakh":
        return f"{number:,}".replace(",", group)
    head, tail = str(number)[:-3], str(number)[-3:]
    return ",".join([*re.findall(r"\d{1,2}(?=(?:\d\d)*$)", head), tail])
