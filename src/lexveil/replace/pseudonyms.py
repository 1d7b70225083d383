"""What stands for each replaced entity, whatever the style.

Whoever has a pseudonym in the case already keeps it, and nobody else gets it. The same key, document and case
give the same pseudonyms. Nothing is fitted to its place here: `render` does that.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from lexveil.model import Decision, Document, Entity
from lexveil.replace import hips as plain_sight
from lexveil.replace import surrogates
from lexveil.replace.styles import blanks, initials, labels, random_signs
from lexveil.replace.surrogates import Pseudonyms
from lexveil.text.fold import fold

COUNTED = ("label", "underscores")
SAME_FOR_ALL = ("blank", "redact")
UNSPOKEN = (*SAME_FOR_ALL, "random")  # they have no sound that an ending or a capital could follow
DRAWN = ("surrogate", "shift", "generalize")
NAMES = ("PERSON", "ORG", "COURT", "LOC")

_WORD = re.compile(r"[^\W\d_]+")


def pseudonyms(
    document: Document,
    entities: Iterable[Entity],
    decisions: Iterable[Decision],
    *,
    language: str,
    key: bytes,
    known: Mapping[str, str] | None = None,
    taken: Collection[str] = frozenset(),
    avoid: Collection[str] = frozenset(),
    hips: str = "",
) -> Pseudonyms:
    """`known`: entity id → its pseudonym in the case; `taken`: every pseudonym that was given there;
    `avoid`: every real name of the case, which no surrogate may be.

    With `hips` "markov", surrogates of people change from mention to mention: a name that was missed is
    then one among many.
    """
    entities, known = tuple(entities), known or {}
    by_entity = {decision.entity: decision for decision in decisions}
    replaced = sorted(
        (entity for entity in entities if by_entity[entity.id].action == "replace"),
        key=lambda entity: entity.spans[0].start,
    )

    def styled(among: Iterable[Entity], *styles: str) -> list[Entity]:
        return [entity for entity in among if by_entity[entity.id].style in styles]

    names = {entity.id: known[entity.id] for entity in replaced if known.get(entity.id)}
    left = [entity for entity in replaced if entity.id not in names]
    drawn = styled(replaced, *DRAWN)
    words = _words(document, entities) | {word for name in avoid for word in _WORD.findall(fold(name))}
    others = {f"taken {number}": name for number, name in enumerate(sorted(taken))}
    found = surrogates.assign(
        document,
        drawn,
        language=language,
        key=key,
        avoid=words,
        styles={entity.id: by_entity[entity.id].style for entity in drawn},
        known={**others, **names},  # what anybody has in the case is not given again
    )
    names = {**found.names, **names}
    for style in SAME_FOR_ALL:
        names |= blanks(styled(left, style), style)
    signs = styled(left, "random")
    names |= random_signs(document.text, signs, key=key, taken={*taken, *names.values()})
    by_initials = styled(left, "initials")
    names |= initials(document.text, by_initials, language=language, taken={*taken, *names.values()})
    rest = [entity for entity in left if entity.id not in names]
    names |= labels(document.text, rest, by_entity, language=language, taken={*taken, *names.values()})
    mentions: Mapping[int, str] = {}
    if hips == "markov":
        people = styled(drawn, "surrogate")
        mentions = plain_sight.apply(document, people, language=language, key=key, avoid=words)
    return Pseudonyms(names, found.forms, mentions)


def _words(document: Document, entities: Iterable[Entity]) -> set[str]:
    """The folded words of every name in the document, of those who are kept too: no surrogate has one."""
    return {
        word
        for entity in entities
        if entity.broad in NAMES
        for span in entity.spans
        for word in _WORD.findall(fold(document.text[span.start : span.end]))
    }


def settled(
    document: Document, entities: Iterable[Entity], decisions: Iterable[Decision], chosen: Pseudonyms
) -> dict[str, Decision]:
    """The decisions by entity, once the pseudonyms are chosen: a mention that is written as its pseudonym
    stays, and the words of a label are words that may be read in the result."""
    by_entity = {decision.entity: decision for decision in decisions}
    for entity in entities:
        if entity.id not in chosen.names:
            continue
        decision, name = by_entity[entity.id], chosen.names[entity.id]
        forms = chosen.forms.get(entity.id, {})
        surfaces = ((span, document.text[span.start : span.end]) for span in entity.spans)
        same = [span for span, surface in surfaces if surface == forms.get(surface, name)]
        label = name if decision.style not in DRAWN else decision.label
        kept = tuple(sorted({*decision.kept, *same}))
        by_entity[entity.id] = replace(decision, kept=kept, label=label)
    return by_entity
