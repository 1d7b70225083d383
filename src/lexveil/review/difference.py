"""What differs between two states of one review, for whoever reads a second time: what is written, not how it
came about.

A place is compared with itself: whether it is a name, what it is, and what stands there afterwards. Places of
one name that changed alike are one difference.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lexveil.model import Edit
from lexveil.review.commands import Place
from lexveil.review.state import State, going
from lexveil.review.undo import touched


@dataclass(frozen=True, slots=True)
class Facts:
    """What is so of a place. `pseudonym`: what it becomes; "" where it stays."""

    category: str
    role: str
    side: str
    action: str
    pseudonym: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Difference:
    """`before` None: nobody had marked it; `after` None: nobody marks it any more."""

    entity: str  # that has it now, or had it
    before: Facts | None
    after: Facts | None
    places: tuple[Place, ...]
    authors: tuple[str, ...]  # who changed it, by their ids


def differences(before: State, after: State, edits: Iterable[Edit] = ()) -> list[Difference]:
    """In the order of the text; `edits` lead from the one to the other, and tell who it was."""
    first, second = _facts(before), _facts(after)
    grouped: dict[tuple[str, Facts | None, Facts | None], list[Place]] = {}
    for place in sorted(first.keys() | second.keys()):
        (had, was), (has, now) = first.get(place, ("", None)), second.get(place, ("", None))
        if was != now:
            grouped.setdefault((has or had, was, now), []).append(place)
    authors = _authors(edits)
    found = [
        Difference(entity, was, now, tuple(places), tuple(sorted(authors.get(entity, ()))))
        for (entity, was, now), places in grouped.items()
    ]
    return sorted(found, key=lambda each: each.places[0])


def _facts(state: State) -> Mapping[Place, tuple[str, Facts]]:
    """What was rejected is no name, so it is as if nobody had marked it."""
    found: dict[Place, tuple[str, Facts]] = {}
    for entity in state.entities.values():
        decision = state.decisions[entity.id]
        if decision.action == "reject":
            continue
        goes = set(going(entity, decision))
        for span in entity.spans:
            hidden = span in goes
            told = ("replace", decision.pseudonym) if hidden else ("keep", "")
            found[span.start, span.end] = entity.id, Facts(entity.category, entity.role, entity.side, *told)
    return found


def _authors(edits: Iterable[Edit]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for edit in edits:
        for entity in touched(edit):
            found.setdefault(entity, set()).add(edit.author)
    return found
