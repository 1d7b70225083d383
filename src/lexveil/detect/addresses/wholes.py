"""Addresses as wholes, in every language: what a model took for a place and has a house number or a postcode,
and the parts of one address that were found side by side."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from lexveil.detect.labels import either, joined
from lexveil.jurisdictions import table
from lexveil.model import Span

_POSTCODE = re.compile(r"(?<!\d)\d{4,5}(?!\d)")
_HOUSE_FIRST = re.compile(r"\d{1,4} ?[A-Za-z]?(?:[-/]\d{1,4})?,? (?!\d)[^\W\d_]{2,}[^\n]*[^\W\d_]{2}")
_INSIDE = r"(?:, [^,;\n]{0,14}\d[^,;\n]{0,12}){0,2}"  # a floor, a door
_POST = r"(?:[A-Z]{1,2}-?)?(?:\d{5}|(?!19|20)\d{4})"
_LETTERED = re.compile(r"\d ?[A-Z]\b|\d, \d")
_PLACES = ("LOC", "ADDRESS")


def whole_addresses(spans: Iterable[Span], text: str) -> list[Span]:
    def join(one: Span, other: Span) -> Span | None:
        return united(one, other) if _belong_together(one, other, text) else None

    return list(joined((_to_word_end(_numbered(span, text), text) for span in spans), join))


def united(one: Span, other: Span) -> Span:
    sources = tuple(dict.fromkeys((*one.sources, *other.sources)))
    category = min(one.category, other.category)  # ADDRESS before LOC
    return Span(one.start, max(one.end, other.end), category, max(one.score, other.score), sources)


def _numbered(span: Span, text: str) -> Span:
    """`17 traverse de la Roseraie, 13011 MARSEILLE`, which a model calls a place, is somebody's address."""
    surface = text[span.start : span.end]
    model = any(source.startswith("ner:") for source in span.sources)
    if span.category != "LOC" or not model or len(surface.split()) < 2:
        return span
    house = _HOUSE_FIRST.fullmatch(surface) or _is_street(_house_last().match(surface), surface)
    coded = _POSTCODE.search(surface) and len(surface.split()) > 2
    return replace(span, category="ADDRESS") if house or coded else span


def _to_word_end(span: Span, text: str) -> Span:
    end = span.end
    while span.category == "ADDRESS" and end < len(text) and text[end].isalpha() and text[end - 1].isalpha():
        end += 1
    return replace(span, end=end) if end > span.end else span


def _is_street(house: re.Match[str] | None, surface: str) -> bool:
    """Of several words, or one that ends as streets do: Beispielgasse 12, not Highway 7; or the house has a
    letter or a floor: Exempelli 31 C."""
    if house is None:
        return False
    street = house[1].lower()
    ending = street.endswith(tuple(table("addresses")["number_last"]["endings"]))
    return " " in street or ending or _LETTERED.search(surface) is not None


@cache
def _between() -> re.Pattern[str]:
    """What may stand between two parts of an address: a comma, a postcode, a flat."""
    flat = rf",? {table('addresses')['english']['flat_after']} ?[\w-]{{1,6}},? "
    return re.compile(rf",? ?\(\d{{4,5}}\),? ?|,[^\S\n]*\n[^\S\n]*|,? \d{{4,5}} |, ?| [–-] |{flat}")


@cache
def _house_last() -> re.Pattern[str]:
    number = table("addresses")["number_last"]["number_first"]
    return re.compile(rf"([^\W\d_][^\d\n]{{3,}}?),? {number}\d{{1,4}} ?[A-Za-z]?(?:[-/]\d{{1,4}})?\.?(?=,|$)")


def _belong_together(one: Span, other: Span, text: str) -> bool:
    if one.category not in _PLACES or other.category not in _PLACES:
        return False
    if "ADDRESS" not in (one.category, other.category):
        return False
    if _between().fullmatch(text, one.end, other.start):
        return True
    return one.category == "ADDRESS" and _before_town().fullmatch(text, one.end, other.start) is not None


@cache
def _before_town() -> re.Pattern[str]:
    """Between a street with its number and the town: `, 2nd floor, in 12345 `."""
    words = {
        word
        for form in table("addresses").values()
        if isinstance(form, dict)
        for word in form.get("before_town", ())
    }
    return re.compile(
        rf"{_INSIDE},? (?:{either(sorted(words))})?{_POST} |{_INSIDE},? {either(sorted(words))}"
    )
