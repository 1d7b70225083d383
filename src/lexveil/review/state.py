"""The state of a document under review: the proposal, and every edit since folded into it.

Comes in: the result of an analysis, edits. Goes out: who is in the document and what becomes of each. Nothing
here decides anything, and nothing is ever changed in place.
"""

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lexveil.model import Decision, Edit, Entity
from lexveil.pipeline import Result
from lexveil.review.errors import Conflict

_NUMBER = re.compile(r"e(\d{1,9})")

Thing = Entity | Decision
Key = tuple[str, str]  # "entity" or "decision", the id of the entity


@dataclass(frozen=True, slots=True)
class State:
    number: int  # of the last edit; 0: the proposal
    entities: Mapping[str, Entity]  # by id, in the order of their first mentions
    decisions: Mapping[str, Decision]  # by the id of the entity; who is replaced has a pseudonym
    last_id: int = 0  # the highest number that an entity has or had
    used: frozenset[str] = field(default=frozenset(), repr=False)  # every pseudonym given so far, undone too


def proposal(result: Result) -> State:
    """What the analysis proposes."""
    names = result.pseudonyms
    decisions = {
        each.entity: dataclasses.replace(each, pseudonym=each.pseudonym or names.get(each.entity, ""))
        for each in result.decisions
    }
    return state(0, result.entities, decisions.values())


def state(number: int, entities: Iterable[Entity], decisions: Iterable[Decision]) -> State:
    """The state of these entities and decisions, as if nothing had gone before."""
    found = in_order(entities)
    return State(
        number,
        found,
        {each.entity: each for each in decisions if each.entity in found},
        max((_numbered(entity) for entity in found), default=0),
        frozenset(each.pseudonym for each in decisions if each.pseudonym),
    )


def fold(base: State, edits: Iterable[Edit]) -> State:
    for edit in edits:
        base = apply(base, edit)
    return base


def apply(state: State, edit: Edit) -> State:
    """The state after one more edit, which must find what it was made for."""
    if edit.number != state.number + 1:
        raise Conflict("review.not-following")
    before, after = by_key(edit.before), by_key(edit.after)
    for key in before.keys() | after.keys():
        if standing(state, key) != before.get(key):
            raise Conflict("review.changed-meanwhile")
    entities, decisions = dict(state.entities), dict(state.decisions)
    for kind, entity in before.keys() - after.keys():
        (entities if kind == "entity" else decisions).pop(entity)
    last, used = state.last_id, set[str]()
    for thing in edit.after:
        if isinstance(thing, Entity):
            entities[thing.id] = thing
            last = max(last, _numbered(thing.id))
        else:
            decisions[thing.entity] = thing
            used.add(thing.pseudonym)
    return State(
        edit.number,
        in_order(entities.values()) if any(kind == "entity" for kind, _ in before | after) else entities,
        decisions,
        last,
        state.used if used <= state.used else state.used | (used - {""}),
    )


def in_order(entities: Iterable[Entity]) -> dict[str, Entity]:
    """By first appearance: what is rendered may not depend on the way to a state."""
    return {each.id: each for each in sorted(entities, key=lambda each: (each.spans[0].start, each.id))}


def key_of(thing: Thing) -> Key:
    return ("entity", thing.id) if isinstance(thing, Entity) else ("decision", thing.entity)


def by_key(things: Iterable[Thing]) -> dict[Key, Thing]:
    return {key_of(thing): thing for thing in things}


def standing(state: State, key: Key) -> Thing | None:
    kind, entity = key
    return state.entities.get(entity) if kind == "entity" else state.decisions.get(entity)


def _numbered(entity: str) -> int:
    found = _NUMBER.fullmatch(entity)
    return int(found[1]) if found else 0
