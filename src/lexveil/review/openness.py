"""What of a review is still open, and what an export should show before it writes: a string that is replaced
in one place and stays in another, names that another document hides.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from lexveil.model import Document
from lexveil.review.commands import Place
from lexveil.review.decisions import CHOSEN
from lexveil.review.search import owner
from lexveil.review.state import State, going
from lexveil.text.fold import fold
from lexveil.text.search import Form, Search

MOST = 200  # that are told


def unchecked(state: State) -> int:
    """Entities that are replaced and that nobody has accepted as a whole."""
    found = 0
    for entity in state.entities.values():
        decision = state.decisions[entity.id]
        chosen = decision.given or decision.why.code in ("added", "replaced")
        found += (
            decision.action == "replace" and not chosen and not set(entity.spans) <= set(decision.checked)
        )
    return found


@dataclass(frozen=True, slots=True)
class Both:
    """A string that is replaced and kept."""

    text: str = field(repr=False)
    replaced: int
    kept: int
    place: Place  # the first where it stays
    entity: str  # whose it is there


def both(document: Document, state: State) -> list[Both]:
    """What a reviewer rejected is no name there, and may stay."""
    goes: dict[str, int] = {}
    stays: dict[str, list[tuple[Place, str]]] = {}
    for entity in state.entities.values():
        decision = state.decisions[entity.id]
        gone = set(going(entity, decision))
        for span in entity.spans:
            surface = _plain(document.text[span.start : span.end])
            if span in gone:
                goes[surface] = goes.get(surface, 0) + 1
            elif decision.action != "reject":
                stays.setdefault(surface, []).append(((span.start, span.end), entity.id))
    found = []
    for surface in goes.keys() & stays.keys():
        place, whose = min(stays[surface])
        found.append(Both(document.text[slice(*place)], goes[surface], len(stays[surface]), place, whose))
    return sorted(found, key=lambda each: each.place)[:MOST]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The full name of somebody whom another document of the case hides; here it can be read."""

    text: str = field(repr=False)
    place: Place


def elsewhere(
    document: Document, state: State, names: Iterable[str], covered: Iterable[Place]
) -> list[Elsewhere]:
    """The first place of each; `covered` is what is replaced. What a reviewer left is not open."""
    search = Search([Form(name, "name", "") for name in sorted(names)])
    ordered = sorted(covered)
    found: dict[str, Elsewhere] = {}
    for hit in sorted(search.find(document.text), key=lambda each: each.start):
        at = bisect_right(ordered, hit.start, key=lambda place: place[1])
        gone = at < len(ordered) and ordered[at][0] < hit.end
        place = (hit.start, hit.end)
        if not gone and hit.form.text not in found and not _left(state, place):
            found[hit.form.text] = Elsewhere(document.text[slice(*place)], place)
    return list(found.values())[:MOST]


def _left(state: State, place: Place) -> bool:
    whose = owner(state, place)
    if whose is None:
        return False
    decision = state.decisions[whose]
    accepted = any(span.start < place[1] and place[0] < span.end for span in decision.checked)
    return accepted or decision.action == "reject" or decision.why in CHOSEN


def _plain(surface: str) -> str:
    return " ".join(fold(surface).split())
