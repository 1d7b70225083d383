"""Realistic surrogates: for each entity another name, place, number or date of the same kind.

Comes in: the document, the entities whose style is `surrogate`, `shift` or `generalize`, the secret key, and
the words that no surrogate may hold. Goes out: `Pseudonyms`: the full surrogate of each entity, and one for
each way it is written. Same key and input, same surrogates; two entities never get one, but for what is only
rounded, shifted or generalised. People come first, for organisations and addresses follow them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from types import MappingProxyType

from lexveil.model import CATEGORIES, Document, Entity
from lexveil.replace.given import Pseudonyms
from lexveil.replace.surrogates import details, identifiers, internet, organizations, people, places
from lexveil.replace.surrogates.ledger import Ledger
from lexveil.text.fold import fold

__all__ = ["assign"]

_NAMES = ("PERSON", "ORG", "COURT", "LOC", "ADDRESS", "MISC")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NONE: Mapping[str, str] = MappingProxyType({})
# In order: later ones follow earlier ones.
_STEPS = {
    "people": people.assign,
    "organizations": organizations.assign,
    "places": places.assign,
    "internet": internet.assign,
    "identifiers": identifiers.assign,
    "details": details.assign,
}
_STEP_OF = {
    "PERSON": "people", "ORG": "organizations", "COURT": "organizations", "MISC": "organizations",
    "LOC": "places", "ADDRESS": "places", "EMAIL": "internet", "URL": "internet", "IP": "internet",
    "MAC": "internet",
}  # fmt: skip


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
    ledger = _ledger(document, ordered, language, key, avoid)
    ledger.taken.update(map(fold, known.values()))
    ledger.general.update(entity.id for entity in ordered if styles.get(entity.id) == "generalize")
    places.states(document, ordered, ledger)
    names: dict[str, str] = {}
    forms: dict[str, dict[str, str]] = {}
    for name, step in _STEPS.items():
        chosen = [entity for entity in ordered if _step(document, entity, ledger) == name]
        if chosen:
            more, surfaces = step(document, chosen, ledger, known)
            names.update(more)
            forms.update(surfaces)
    return Pseudonyms(names, forms)


def _step(document: Document, entity: Entity, ledger: Ledger) -> str:
    if entity.id in ledger.general and entity.category in ("LOC", "ADDRESS"):
        return "details"
    if entity.category == "MISC" and not any(
        map(str.isupper, document.text[entity.spans[0].start : entity.spans[0].end])
    ):
        return "details"  # a phrase, and no name
    if entity.category == "CODE" and document.text[entity.spans[0].start] == "@":
        return "internet"  # a handle
    default = "identifiers" if CATEGORIES[entity.category] == "CODE" else "details"
    return _STEP_OF.get(entity.category, default)


def _ledger(
    document: Document, entities: Sequence[Entity], language: str, key: bytes, avoid: Set[str]
) -> Ledger:
    """The ledger, with every real word and surface of the entities among what must not come again."""
    surfaces = {
        (document.text[span.start : span.end], entity.category in _NAMES)
        for entity in entities
        for span in entity.spans
    }
    words = {word for surface, named in surfaces if named for word in _WORD.findall(fold(surface))}
    return Ledger(
        key,
        language,
        frozenset(avoid | words),
        document.text.isascii(),
        frozenset(fold(surface) for surface, _ in surfaces),
    )
