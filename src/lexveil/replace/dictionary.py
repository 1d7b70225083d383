"""The pseudonymization dictionary that goes beside the output.

`clusters` has the shape of PSILENCE, figure 2: role → clusters → form → character offsets. `lexveil` adds
what a reviewer wants to know. It holds the real names: whoever has it can undo the pseudonyms.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from lexveil.model import ROLES, Decision, Document, Entity

VERSION = 1


def dictionary(
    document: Document,
    entities: Iterable[Entity],
    decisions: Iterable[Decision],
    names: Mapping[str, str],
    *,
    policy: str,
    case: str = "",
) -> dict[str, Any]:
    """`names` are the pseudonyms; `case` names the case whose documents share them."""
    entities = tuple(entities)
    by_entity = {decision.entity: decision for decision in decisions}
    return {
        "clusters": _clusters(document.text, entities),
        "lexveil": {
            "version": VERSION,
            "document": document.id,
            "policy": policy,
            "case": case or None,
            "notes": list(document.notes),
            "entities": [_entity(entity, by_entity[entity.id], names) for entity in entities],
        },
    }


def _clusters(text: str, entities: tuple[Entity, ...]) -> dict[str, list[dict[str, list[list[int]]]]]:
    clusters: dict[str, list[dict[str, list[list[int]]]]] = {}
    for entity in sorted(entities, key=lambda entity: ROLES[::-1].index(entity.role)):
        forms: dict[str, list[list[int]]] = {}
        for span in entity.spans:
            forms.setdefault(text[span.start : span.end], []).append([span.start, span.end])
        clusters.setdefault(entity.role, []).append(forms)
    return clusters


def _entity(entity: Entity, decision: Decision, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": entity.id,
        "category": entity.category,
        "role": entity.role,
        "role_evidence": list(entity.why),
        "certainty": entity.certainty,
        "decision": decision.action,
        "why": decision.why,
        "pseudonym": names.get(entity.id),
        "mentions": [
            {
                "start": span.start,
                "end": span.end,
                "certainty": span.certainty,
                "sources": list(span.sources),
                "kept": decision.action == "keep" or span in decision.kept,
            }
            for span in entity.spans
        ],
    }
