"""What is hidden as one thing and stands elsewhere as another: a home that is also a pub or in the name of a
company, a number of an order, a day that is somebody's birth in another writing.

Comes in: what goes and what stays; goes out: places of the text, and as what each is to be looked at.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import date

from lexveil.model import CATEGORIES, Decision, Document, Entity, Span
from lexveil.names.places import is_place
from lexveil.replace.hidden import Mention
from lexveil.replace.surrogates import dates
from lexveil.text.search import Form, Found, Search, plain

SAME, PRIVATE, HOME, STREET = range(4)  # as what a place is to be looked at
BY_POLICY = frozenset(
    ["rule", "no-rule", "kept-kinds", "uncertain-role"]
)  # no list, no law and no reviewer said so
NUMBERS = frozenset(name for name, kind in CATEGORIES.items() if kind == "CODE") | {"ADDRESS"}
LEAST = 6  # letters and digits of what is both replaced and kept by chance no more

_STREET_ALONE = re.compile(r"(?:\d+\W*)?([^\d,\n]{6,}?)\W*(?:\d.*)?", re.DOTALL)


def elsewhere(
    document: Document, goes: Sequence[Mention], stays: Iterable[Mention], decisions: Mapping[str, Decision]
) -> Iterator[tuple[Found, int]]:
    kept = [mention for mention in stays if is_open(decisions[mention[0].id], mention[1])]
    yield from _as_something_else(document.text, goes, kept)
    yield from _days(document, goes, kept)
    yield from _homes(document.text, goes)


def is_open(decision: Decision, span: Span) -> bool:
    """Whether a mention is kept by the policy's rules alone: no list, no law and no reviewer said so."""
    return decision.action == "keep" and decision.why.code in BY_POLICY and span not in decision.checked


def _as_something_else(
    text: str, goes: Iterable[Mention], kept: Iterable[Mention]
) -> Iterator[tuple[Found, int]]:
    gone = {plain(text[span.start : span.end]): entity for entity, span in goes}
    for _, span in kept:
        way = plain(text[span.start : span.end])
        if way in gone and sum(map(str.isalnum, way)) >= LEAST:
            found = Found(span.start, span.end, Form(way, "detail", gone[way].id))
            yield found, PRIVATE if gone[way].category in NUMBERS else SAME


def _home(surface: str, entity: Entity) -> str:
    """Street and number of an address, no town and its code."""
    street = plain(surface.partition(",")[0])
    named = is_place(" ".join(re.findall(r"[^\W\d_]+", street)))
    return street if entity.category == "ADDRESS" and re.search(r"\d", street) and not named else ""


def _days(
    document: Document, goes: Iterable[Mention], kept: Iterable[Mention]
) -> Iterator[tuple[Found, int]]:
    """Days that are hidden, in another writing: 1971-05-03, where 3 May 1971 is somebody's birth."""
    hidden: dict[date, str] = {}
    for entity, span in goes:
        if entity.category == "DATE":
            hidden |= dict.fromkeys(_told(document, span), entity.id)
    for entity, span in kept if hidden else ():
        days = _told(document, span) if entity.category == "DATE" else frozenset()
        for day in sorted(days & hidden.keys()):
            way = plain(document.text[span.start : span.end])
            yield Found(span.start, span.end, Form(way, "detail", hidden[day])), PRIVATE


def _told(document: Document, span: Span) -> Set[date]:
    surface = document.text[span.start : span.end]
    return dates.days(surface, language=document.language_at(span.start))


def _homes(text: str, goes: Sequence[Mention]) -> Iterator[tuple[Found, int]]:
    """Wherever street and number stand, and the street alone."""
    homes: dict[str, Form] = {}
    streets: dict[str, Form] = {}
    for entity, span in goes:
        home = _home(text[span.start : span.end], entity)
        if home and len(home.split()) > 1:
            homes.setdefault(home, Form(home, "detail", entity.id))
            street = _street(home)
            streets |= {street: Form(street, "detail", entity.id)} if street else {}
    known = [span for entity, span in goes if entity.category == "ADDRESS"]
    found = [
        each
        for each in Search(homes.values()).find(text)
        if not any(span.start <= each.start and each.end <= span.end for span in known)
    ]
    yield from ((each, HOME) for each in found)
    for each in Search(streets.values()).find(text):
        if not any(home.start < each.end and each.start < home.end for home in found):
            yield each, STREET


def _street(home: str) -> str:
    """
    >>> _street("hollow lane 14"), _street("14 hollow lane"), _street("storgatan 12"), _street("flat 2")
    ('hollow lane', 'hollow lane', '', '')
    """
    found = _STREET_ALONE.fullmatch(home)
    street = found[1].strip() if found else ""
    return street if " " in street and not is_place(street) else ""
