"""Surrogates of what is no name: dates, times, ages, sums, quantities, nationalities, generalised places.

Comes in: the entities that no other step takes. Goes out: each surface with another value of its kind. Two
values may become one here: two sums that round to the same, two towns that are both `a town in Portugal`.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from lexveil.model import Document, Entity
from lexveil.replace.surrogates import dates, places, quantities
from lexveil.replace.surrogates.ledger import Ledger

_SLASHED = re.compile(r"\b(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)\b")


def assign(
    document: Document, entities: Sequence[Entity], ledger: Ledger, known: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    names: dict[str, str] = {}
    forms: dict[str, dict[str, str]] = {}
    clock = _Calendar(document, entities, ledger)
    for entity in entities:
        found: dict[str, str] = {}
        for span in entity.spans:
            surface = document.text[span.start : span.end]
            if surface not in found:
                found[surface] = _write(entity, surface, ledger, clock, span.start)
        forms[entity.id] = found
        names[entity.id] = known.get(entity.id) or next(iter(found.values()))
    return names, forms


def _write(entity: Entity, surface: str, ledger: Ledger, clock: "_Calendar", start: int) -> str:
    general = entity.id in ledger.general
    if entity.category == "DATE":
        return clock.write(surface, start, general=general)
    if entity.category == "TIME":
        return dates.time(surface)
    if entity.category == "AGE":
        return quantities.age(ledger, surface, general=general)
    if entity.category == "MONEY":
        return quantities.money(ledger, surface, general=general)
    if entity.category == "QUANTITY":
        return quantities.quantity(ledger, surface)
    if entity.category == "DEM":
        return places.demonym(ledger, surface)
    if entity.category == "MISC":
        return places.detail(ledger)
    return places.generalized(ledger, surface)


class _Calendar:
    """What the dates of the document tell of each other: the year of a day that shows none, and whether the
    day or the month comes first."""

    def __init__(self, document: Document, entities: Sequence[Entity], ledger: Ledger) -> None:
        self.text, self.language = document.text, ledger.language
        # Where no date is shifted, the year that a general one keeps is the real one.
        moved = any(each.category == "DATE" and each.id not in ledger.general for each in entities)
        self.days = dates.shift(ledger.key) if moved else 0
        shown = sorted(
            (span.start, years[-1])
            for entity in entities
            if entity.category == "DATE"
            for span in entity.spans
            if (years := dates.years(document.text[span.start : span.end]))
        )
        self.starts, self.years = [start for start, _ in shown], [year for _, year in shown]
        votes = [
            (int(one) > 12) - (int(other) > 12)
            for entity in entities
            if entity.category == "DATE"
            for span in entity.spans[:1]
            for one, other in _SLASHED.findall(document.text[span.start : span.end])
        ]
        self.day_first = sum(votes) >= 0

    def write(self, surface: str, start: int, *, general: bool) -> str:
        at = bisect_right(self.starts, start)
        near = self.years[max(0, at - 1)] if self.years else dates.NO_YEAR
        write = dates.general if general or dates.born(self.text, start) else dates.shifted
        return write(surface, days=self.days, language=self.language, year=near, day_first=self.day_first)
