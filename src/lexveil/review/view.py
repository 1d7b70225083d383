"""The JSON that the service sends to the page.

Comes in: documents, states and edits. Goes out: plain data. Offsets are those of the text, in code points.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from lexveil.model import Decision, Document, Edit, Entity, Part, Reason
from lexveil.review.blocks import blocks
from lexveil.review.state import State
from lexveil.review.undo import touched

Data = dict[str, Any]

ACCEPTED, KEPT = 1, 2  # flags of a mention
UNSEEN = ("hidden", "code")  # zones that a reader of the document does not see on the page


# Entities ----------------------------------------------------------------------------------------


def entity(entity: Entity, decision: Decision, *, shared: int = 0) -> Data:
    """`shared`: how many other documents of the project have it."""
    checked, kept = set(decision.checked), set(decision.kept)
    return {
        "id": entity.id,
        "category": entity.category,
        "role": entity.role,
        "certainty": entity.certainty,
        "action": decision.action,
        "pseudonym": decision.pseudonym if decision.action == "replace" else "",
        "given": decision.given and decision.action == "replace",
        "rule": str(decision.why),
        "why": list(map(str, entity.why)),
        "reasons": {"rule": reason(decision.why), "why": list(map(reason, entity.why))},
        "state": standing(entity, decision),
        "shared": shared,
        "mentions": [
            [
                span.start,
                span.end,
                span.certainty,
                ACCEPTED * (span in checked) + KEPT * (span in kept),
            ]
            for span in entity.spans
        ],
    }


def standing(entity: Entity, decision: Decision) -> str:
    """How far the review of it is: proposed, partly, accepted; or rejected."""
    if decision.action == "reject":
        return "rejected"
    done = len(set(entity.spans) & set(decision.checked))
    return "accepted" if done == len(entity.spans) else "partly" if done else "proposed"


def review(state: State, *, shared: Mapping[str, int] | None = None) -> list[Data]:
    """Every entity, in the order of first mentions."""
    shared = shared or {}
    return [
        entity(each, state.decisions[each.id], shared=shared.get(each.id, 0))
        for each in state.entities.values()
    ]


def changed(state: State, edits: Iterable[Edit], *, shared: Mapping[str, int] | None = None) -> Data:
    """What the edits have touched, as it stands now."""
    shared = shared or {}
    ids = {each for edit in edits for each in touched(edit)}
    here = [each for each in state.entities.values() if each.id in ids]
    return {
        "changed": [entity(each, state.decisions[each.id], shared=shared.get(each.id, 0)) for each in here],
        "removed": sorted(ids - state.entities.keys()),
    }


# Reasons -----------------------------------------------------------------------------------------


def reason(found: Reason) -> Data:
    """Its code and values, for words in the language of the page."""
    values = {
        name: list(map(reason, value)) if isinstance(value, tuple) else value for name, value in found.values
    }
    return {"code": found.code, "values": values}


def part(found: Part) -> Data:
    told = {"name": found.name, "state": found.state, "why": found.explain()}
    return {**told, "reason": reason(found.why) if found.why else None}


# The text ----------------------------------------------------------------------------------------


def text(document: Document) -> Data:
    return {
        "text": document.text,
        "language": document.language,
        "blocks": [list(block) for block in blocks(document.text, document.shape)],
        "notes": list(map(str, document.notes)),
        "parts": list(map(part, document.parts)),
        "hidden": [[zone.start, zone.end] for zone in document.zones if zone.kind in UNSEEN],
    }
