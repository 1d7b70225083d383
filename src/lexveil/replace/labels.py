"""Pseudonyms that count: WITNESS_1, person A, [e-mail 2].

Comes in: entities and decisions. Goes out: for each replaced entity its pseudonym. Numbers follow the first
appearance; one that the document already uses is passed over, so that nobody is taken for someone else.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import count

from lexveil.model import Decision, Entity


def pseudonyms(text: str, entities: Iterable[Entity], decisions: Iterable[Decision]) -> dict[str, str]:
    """Entity id → pseudonym, for the entities that are replaced."""
    by_entity = {decision.entity: decision for decision in decisions}
    numbers: dict[str, Iterator[str]] = {}
    given: dict[str, str] = {}
    for entity in sorted(entities, key=lambda entity: entity.spans[0].start):
        decision = by_entity[entity.id]
        if decision.action == "replace":
            if decision.label not in numbers:
                numbers[decision.label] = _unused(text, decision.label)
            given[entity.id] = next(numbers[decision.label])
    return given


def _unused(text: str, label: str) -> Iterator[str]:
    """The pseudonyms of a label in order, without those that the text has already."""
    pattern = re.escape(label).replace(r"\{n\}", r"\d+").replace(r"\{A\}", "[A-Z]+")
    taken = {found.lower() for found in re.findall(pattern, text, re.IGNORECASE)}
    return (name for name in (fill(label, number) for number in count(1)) if name.lower() not in taken)


def fill(label: str, number: int) -> str:
    """
    >>> fill("WITNESS_{n}", 3), fill("person {A}", 2), fill("person {A}", 28)
    ('WITNESS_3', 'person B', 'person AB')
    """
    return label.replace("{n}", str(number)).replace("{A}", letters(number))


def letters(number: int) -> str:
    """1 → A, 26 → Z, 27 → AA."""
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("A") + rest) + found
    return found
