"""Is what a model took for a person a place? The list of places tells, and what stands around the word."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from lexveil.jurisdictions import table
from lexveil.languages import DEFAULT, Language, inflection
from lexveil.model import Span
from lexveil.names import places
from lexveil.names.base_forms import is_listed
from lexveil.text.fold import fold
from lexveil.text.patterns import Pattern, one_of

NEAR = 40  # characters looked at before a name
# Cases that say where something is: Salossa is in Salo, Salolla is with somebody.
INSIDE = ("inessive",)
_COUNTRY = re.compile(r", ([^\W\d_][^\W\d_ -]+(?:[ -][^\W\d_]+){0,2})(?=[,.;)\n]|\Z)")
LOCAL = ("inessive", "elative", "illative", "adessive", "ablative", "allative")


class _Words(NamedTuple):
    before: Pattern
    sure_before: Pattern
    kind_after: Pattern


@cache
def _words(language: Language) -> _Words:
    words = language.labels["locations"]
    kinds = one_of((*words["small_kinds"], *words["people"]))
    return _Words(
        re.compile(rf"\b{one_of(words['before'])}{words['the']}\s+$", re.IGNORECASE),
        re.compile(rf"\b{one_of(words['sure_before'])}\s+$", re.IGNORECASE),
        re.compile(rf" {kinds}\b"),
    )


def is_known_place(text: str, span: Span, borne: set[str], language: Language) -> bool:
    """`borne`: the words, folded, that are surely names of people in the document."""
    name = fold(text[span.start : span.end])
    found = _base(name, language.code)
    if found is None or not borne.isdisjoint({name, found[0]}):
        return False
    if in_country(text, span.end):
        return True
    place, case = found
    words, before = _words(language), text[max(0, span.start - NEAR) : span.start]
    if words.kind_after.match(text, span.end) or words.sure_before.search(before):
        return True
    if places.is_ambiguous(place) or is_listed(place):
        return case in INSIDE
    return case in LOCAL or words.before.search(before) is not None or _stands_apart(text, span)


def in_country(text: str, end: int) -> bool:
    """Exampleton, Ruritania."""
    after = _COUNTRY.match(text, end)
    return after is not None and (places.is_country(fold(after[1])) or fold(after[1]) in _regions())


@cache
def _regions() -> frozenset[str]:
    return frozenset(table("addresses")["post"]["regions"])


def _stands_apart(text: str, span: Span) -> bool:
    after = text[span.end : span.end + 3]
    if text[max(0, span.start - 2) : span.start] == ", " and after[:1] in ("", "\n", ";", "("):
        return True
    return after[:2] == ", " and after[2:].isdigit()  # Exampleton, 3 May 2004


@lru_cache(maxsize=65536)
def _base(name: str, language: str) -> tuple[str, str] | None:
    """The listed place of which the word is a form, and the case; a word without one is its own."""
    if places.is_place(name):
        return name, ""
    known = inflection(language) if language != DEFAULT and " " not in name else None
    forms = ((fold(each.name), each.form) for each in known.bases(name)) if known else ()
    return next(((base, form) for base, form in forms if places.is_place(base)), None)
