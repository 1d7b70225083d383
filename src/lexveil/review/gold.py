"""A reviewed document as gold: one line of the JSON lines that `lexveil evaluate` and the training read.

Comes in: the document and its state. Goes out: plain data with the text and every mention, its type, role,
who it is, and whether it goes. What a reviewer has rejected is left out. It holds the text with all names.
"""

from typing import Any

from lexveil.model import CATEGORIES, Document
from lexveil.review.state import State


def rows(document: Document, state: State) -> dict[str, Any]:
    """Types are those of the Text Anonymization Benchmark, which detectors are trained on."""
    mentions: list[dict[str, Any]] = []
    for entity in state.entities.values():
        decision = state.decisions[entity.id]
        if decision.action == "reject":
            continue
        kept = set(decision.kept)
        mentions += (
            {
                "start": span.start,
                "end": span.end,
                "type": CATEGORIES[entity.category],
                "role": entity.role,
                "cluster": entity.id,
                "masked": decision.action == "replace" and span not in kept,
            }
            for span in entity.spans
        )
    return {
        "id": document.id,
        "text": document.text,
        "language": document.language,
        "mentions": sorted(mentions, key=lambda mention: int(mention["start"])),
    }
