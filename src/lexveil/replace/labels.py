"""Pseudonyms that count: WITNESS_1, person A, [virksomhed2], A.________.

Comes in: entities and decisions. Goes out: for each replaced entity its pseudonym. Numbers follow the first
appearance; one that the document already uses, or the case, is passed over, so that nobody is taken for
someone else.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count

from lexveil.model import Decision, Entity
from lexveil.replace.words import worded

DEFAULT = "[{word} {n}]"  # for what a style cannot write


def labels(
    text: str,
    entities: Iterable[Entity],
    decisions: Mapping[str, Decision],
    *,
    language: str = "en",
    taken: Collection[str] = (),
) -> dict[str, str]:
    """Entity id → pseudonym, in the order of appearance. `taken` are pseudonyms that others have."""
    used = {name.lower() for name in taken}
    numbers: dict[str, Iterator[str]] = {}
    given: dict[str, str] = {}
    for entity in entities:
        pattern = decisions[entity.id].label or DEFAULT
        label = worded(pattern, language, category=entity.category, role=entity.role)
        if label not in numbers:
            numbers[label] = unused(text, label)
        given[entity.id] = next(name for name in numbers[label] if name.lower() not in used)
        used.add(given[entity.id].lower())
    return given


def unused(text: str, label: str) -> Iterator[str]:
    """The pseudonyms of a label in order, without those that the text has already."""
    pattern = re.escape(label).replace(r"\{n\}", r"\d+").replace(r"\{A\}", "[A-Z]+")
    edged = rf"(?<![^\W_]){pattern}(?![^\W_])"
    seen = {found.lower() for found in re.findall(edged, text, re.IGNORECASE)}
    return (name for name in (fill(label, number) for number in count(1)) if name.lower() not in seen)


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
