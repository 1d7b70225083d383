"""Pseudonyms that count: WITNESS_1, person A, [e-mail 2].

Comes in: entities and decisions. Goes out: for each replaced entity its pseudonym. Numbers follow the first
appearance; one that the document already uses is passed over, so that nobody is taken for someone else.
"""

from collections.abc import Iterable, Mapping
from itertools import count

from lexveil.model import Decision, Entity


def pseudonyms(text: str, entities: Iterable[Entity], decisions: Mapping[str, Decision]) -> dict[str, str]:
    """Entity id → pseudonym, for the entities that are replaced."""
    numbers: dict[str, count[int]] = {}
    given: dict[str, str] = {}
    for entity in sorted(entities, key=lambda entity: entity.spans[0].start):
        decision = decisions[entity.id]
        if decision.action == "replace":
            counter = numbers.setdefault(decision.label, count(1))
            given[entity.id] = _unused(text, decision.label, counter)
    return given


def _unused(text: str, label: str, counter: "count[int]") -> str:
    while True:
        pseudonym = fill(label, next(counter))
        if pseudonym not in text:
            return pseudonym


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
