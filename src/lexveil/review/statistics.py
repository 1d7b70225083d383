"""What a review cost, and how good the proposal was by its result.

The proposal is measured against what stands now: precision and recall of the mentions that are replaced, to
the character.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from lexveil.model import Edit
from lexveil.review.commands import Place
from lexveil.review.state import State, going
from lexveil.review.undo import REDO, UNDO


def compare(base: State, state: State, edits: Sequence[Edit]) -> dict[str, Any]:
    proposed, now = replaced(base), replaced(state)
    same = len(proposed & now)
    precision = same / len(proposed) if proposed else 1.0
    recall = same / len(now) if now else 1.0
    edits = [edit for edit in edits if not edit.correction]  # what was done here
    times = [edit.time for edit in edits]
    decisions = state.decisions.values()
    return {
        "edits": len(edits),
        "kinds": dict(sorted(Counter(edit.kind for edit in edits).items())),
        "actions": len(_standing(edits)),
        "seconds": (max(times) - min(times)).total_seconds() if times else 0.0,
        "proposed": len(proposed),
        "replaced": len(now),
        "right": same,
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        "entities": len(state.entities),
        "accepted": sum(len(each.checked) for each in decisions),
        "rejected": sum(
            len(state.entities[each.entity].spans) for each in decisions if each.action == "reject"
        ),
    }


def replaced(state: State) -> frozenset[Place]:
    """The mentions that go."""
    gone = (going(each, state.decisions[each.id]) for each in state.entities.values())
    return frozenset((span.start, span.end) for spans in gone for span in spans)


def _standing(edits: Sequence[Edit]) -> set[int]:
    """The edits that were not taken back for good."""
    found: set[int] = set()
    for edit in edits:
        if edit.kind == UNDO:
            found.discard(edit.undoes)
        else:
            found.add(edit.undoes if edit.kind == REDO else edit.number)
    return found
