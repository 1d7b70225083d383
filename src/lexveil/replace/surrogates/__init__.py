"""Realistic surrogates: for each entity another name, place, number or date of the same kind.

Same key and input, same surrogates; two entities never get one, but for what is only rounded, shifted or
generalised. People come first, for organisations and addresses follow them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType

from lexveil.model import CATEGORIES, Document, Entity
from lexveil.replace.surrogates import identifiers, internet, organizations, people, places, values
from lexveil.replace.surrogates.assignments import Assignments, Surrogate
from lexveil.replace.surrogates.assignments import surfaces as written
from lexveil.text.fold import fold

_NAMES = ("PERSON", "ORG", "COURT", "LOC", "ADDRESS", "MISC")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NONE: Mapping[str, str] = MappingProxyType({})
# In order: later ones follow earlier ones.
_STEPS = (
    people.assign, organizations.assign, places.assign, internet.assign, identifiers.assign, values.assign,
)  # fmt: skip
_STEP_OF = {
    "PERSON": people.assign,
    **dict.fromkeys(("ORG", "COURT", "MISC"), organizations.assign),
    **dict.fromkeys(("LOC", "ADDRESS"), places.assign),
    **dict.fromkeys(("EMAIL", "URL", "IP", "MAC"), internet.assign),
}
Step = Callable[[Document, Sequence[Entity], Assignments, Mapping[str, str]], Iterator[Surrogate]]


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """What stands for each entity. Of real names it holds the surfaces that a replacement depends on."""

    names: Mapping[str, str]  # entity id → its full pseudonym
    forms: Mapping[str, Mapping[str, str]]  # entity id → surface as written → what stands for it there
    mentions: Mapping[int, str] = field(default_factory=dict)  # start → what stands there, before `forms`


def assign(
    document: Document,
    entities: Iterable[Entity],
    *,
    language: str,
    key: bytes,
    avoid: Set[str],
    styles: Mapping[str, str],
    known: Mapping[str, str] = _NONE,
) -> Pseudonyms:
    """`styles`: entity id to style, `surrogate` where missing; `known`: surrogates of the case so far."""
    ordered = sorted(entities, key=lambda entity: (entity.spans[0].start, entity.id))
    assigned = _assignments(document, ordered, language, key, avoid)
    assigned.taken.update(map(fold, known.values()))
    assigned.general.update(entity.id for entity in ordered if styles.get(entity.id) == "generalize")
    places.states(document, ordered, assigned)
    names: dict[str, str] = {}
    forms: dict[str, dict[str, str]] = {}
    for step in _STEPS:
        if chosen := [entity for entity in ordered if _step(document, entity, assigned) is step]:
            found = step(document, chosen, assigned, known)
            for entity, (name, written) in zip(chosen, found, strict=True):
                names[entity.id], forms[entity.id] = name, written
    return Pseudonyms(names, forms)


def _step(document: Document, entity: Entity, assigned: Assignments) -> Step:
    if entity.id in assigned.general and entity.category in ("LOC", "ADDRESS"):
        return values.assign
    surface = document.text[entity.spans[0].start : entity.spans[0].end]
    if entity.category == "MISC" and not any(map(str.isupper, surface)):
        return values.assign  # a phrase, and no name
    if entity.broad == "CODE" and surface[0] == "@":
        return internet.assign  # a handle
    default = identifiers.assign if CATEGORIES[entity.category] == "CODE" else values.assign
    return _STEP_OF.get(entity.broad, default)


def _assignments(
    document: Document, entities: Sequence[Entity], language: str, key: bytes, avoid: Set[str]
) -> Assignments:
    """The assigned, with every real word and surface of the entities among what must not come again."""
    spans = ((span, entity.broad in _NAMES) for entity in entities for span in entity.spans)
    surfaces = {(document.text[span.start : span.end], named) for span, named in spans}
    words = {word for surface, named in surfaces if named for word in _WORD.findall(fold(surface))}
    reals = frozenset(fold(surface) for surface, _ in surfaces)
    people_too = (
        each for entity in entities if entity.category == "PERSON" for each in written(document, entity)
    )
    persons = frozenset(map(fold, people_too))
    return Assignments(key, language, frozenset(avoid | words), document.text.isascii(), reals, persons)
