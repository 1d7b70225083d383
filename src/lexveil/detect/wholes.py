"""Addresses as wholes, in every language: what a model took for a place and has a house number or a postcode,
and the parts of one address that were found side by side."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from lexveil.jurisdictions import table
from lexveil.model import Span

_POSTCODE = re.compile(r"(?<!\d)\d{4,5}(?!\d)")
_HOUSE_FIRST = re.compile(r"\d{1,4} ?[A-Za-z]?(?:[-/]\d{1,4})?,? (?!\d)[^\W\d_]{2,}[^\n]*[^\W\d_]{2}")
_HOUSE_LAST = re.compile(r"([^\W\d_][^\d\n]{3,}?),? (?:n[.°ro]*\.? ?)?\d{1,4} ?[A-Za-z]?(?:[-/]\d{1,4})?\.?")
_BETWEEN = re.compile(r",? ?\(\d{4,5}\),? ?|,? \d{4,5} |, ?| [–-] ")
_PLACES = ("LOC", "ADDRESS")


def whole_addresses(spans: Iterable[Span], text: str) -> list[Span]:
    found: list[Span] = []
    for span in (_to_word_end(_numbered(span, text), text) for span in spans):
        last = found[-1] if found else None
        if last and _belong_together(last, span, text):
            sources = tuple(dict.fromkeys((*last.sources, *span.sources)))
            found[-1] = Span(last.start, span.end, "ADDRESS", max(last.score, span.score), sources)
        else:
            found.append(span)
    return found


def _numbered(span: Span, text: str) -> Span:
    """`17 traverse de la Roseraie, 13011 MARSEILLE`, which a model calls a place, is somebody's address."""
    surface = text[span.start : span.end]
    model = any(source.startswith("ner:") for source in span.sources)
    if span.category != "LOC" or not model or len(surface.split()) < 2:
        return span
    house = _HOUSE_FIRST.fullmatch(surface) or _is_street(_HOUSE_LAST.fullmatch(surface))
    coded = _POSTCODE.search(surface) and len(surface.split()) > 2
    return replace(span, category="ADDRESS") if house or coded else span


def _to_word_end(span: Span, text: str) -> Span:
    end = span.end
    while span.category == "ADDRESS" and end < len(text) and text[end].isalpha() and text[end - 1].isalpha():
        end += 1
    return replace(span, end=end) if end > span.end else span


def _is_street(house: re.Match[str] | None) -> bool:
    """Of several words, or one that ends as streets do: Beispielgasse 12, not Highway 7."""
    street = house[1].lower() if house else ""
    return " " in street or street.endswith(_endings())


@cache
def _endings() -> tuple[str, ...]:
    return tuple(table("addresses")["number_last"]["endings"])


def _belong_together(one: Span, other: Span, text: str) -> bool:
    both = one.category in _PLACES and other.category in _PLACES
    return (
        both
        and "ADDRESS" in (one.category, other.category)
        and _BETWEEN.fullmatch(text, one.end, other.start) is not None
    )
