"""What a review has come to: the proposal and every edit folded into it, and a draft of the next one.

A state is never changed. A draft collects what a change puts, takes and removes, and gives the edit, which
holds exactly what came out different.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce

from lexveil.model import Decision, Edit, Entity, Span
from lexveil.pipeline import Result
from lexveil.review.commands import CommandError, Conflict, Place

_NUMBER = re.compile(r"e(\d{1,9})")

Spans = tuple[Span, ...]
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
    entities, has = in_order(result.entities), result.pseudonyms
    named = (replace(each, pseudonym=each.pseudonym or has.get(each.entity, "")) for each in result.decisions)
    decisions = {each.entity: each for each in named}
    used = frozenset(each.pseudonym for each in decisions.values() if each.pseudonym)
    here = {entity: each for entity, each in decisions.items() if entity in entities}
    return State(0, entities, here, max(map(_numbered, entities), default=0), used)


def fold(base: State, edits: Iterable[Edit]) -> State:
    return reduce(apply, edits, base)


def apply(state: State, edit: Edit) -> State:
    """The state after one more edit, which must find what it was made for."""
    if edit.number != state.number + 1:
        raise Conflict("review.not-following")
    before, after = by_key(edit.before), by_key(edit.after)
    for key in before.keys() | after.keys():
        if _current(state, key) != before.get(key):
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
    if any(kind == "entity" for kind, _ in before | after):
        entities = in_order(entities.values())
    ever = state.used if used <= state.used else state.used | (used - {""})
    return State(edit.number, entities, decisions, last, ever)


def in_order(entities: Iterable[Entity]) -> dict[str, Entity]:
    """By first appearance: what is rendered may not depend on the way to a state."""
    return {each.id: each for each in sorted(entities, key=lambda each: (each.spans[0].start, each.id))}


def key_of(thing: Thing) -> Key:
    return ("entity", thing.id) if isinstance(thing, Entity) else ("decision", thing.entity)


def by_key(things: Iterable[Thing]) -> dict[Key, Thing]:
    return {key_of(thing): thing for thing in things}


def _current(state: State, key: Key) -> Thing | None:
    kind, entity = key
    return state.entities.get(entity) if kind == "entity" else state.decisions.get(entity)


def _numbered(entity: str) -> int:
    found = _NUMBER.fullmatch(entity)
    return int(found[1]) if found else 0


# While an edit is being made ----------------------------------------------------------------------


class Draft:
    def __init__(self, state: State) -> None:
        self.state = state
        self._entities: dict[str, Entity | None] = {}
        self._decisions: dict[str, Decision | None] = {}
        self._last = state.last_id

    # What stands

    def entity(self, entity: str | None) -> Entity:
        if not entity:
            raise CommandError("review.needs", what="an entity: give its id")
        found = self._entities.get(entity, self.state.entities.get(entity))
        if found is None:
            raise CommandError("review.no-entity")
        return found

    def decision(self, entity: str) -> Decision:
        found = self.decided(entity)
        if found is None:
            raise CommandError("review.no-entity")
        return found

    def decided(self, entity: str) -> Decision | None:
        return self._decisions.get(entity, self.state.decisions.get(entity))

    def entities(self) -> Iterator[Entity]:
        return (each for each in {**self.state.entities, **self._entities}.values() if each is not None)

    def decisions(self) -> Iterator[Decision]:
        return (found for entity in self.entities() if (found := self.decided(entity.id)) is not None)

    @property
    def changed(self) -> tuple[str, ...]:
        """The entities that were put or decided so far, and are there."""
        ids = dict.fromkeys([*self._entities, *self._decisions])
        return tuple(each for each in ids if self._entities.get(each, self.state.entities.get(each)))

    @property
    def gone(self) -> tuple[str, ...]:
        return tuple(entity for entity, found in self._entities.items() if found is None)

    # What changes

    def put(self, entity: Entity) -> Entity:
        """An entity with what may have become of its mentions: they stand in order, links hold."""
        spans = tuple(sorted(entity.spans, key=lambda span: span.start))
        here = set(spans)
        links = tuple(link for link in entity.links if link.span in here and link.to in here)
        self._entities[entity.id] = replace(entity, spans=spans, links=links)
        return self.entity(entity.id)

    def decide(self, decision: Decision) -> Decision:
        self._decisions[decision.entity] = decision
        return decision

    def remove(self, entity: str) -> None:
        self._entities[entity] = self._decisions[entity] = None

    def new_id(self) -> str:
        self._last += 1
        return f"e{self._last}"

    def take(self, places: Collection[Place], *, by: Entity | None) -> tuple[Spans, tuple[str, ...]]:
        """Remove every mention that touches one of the places from those who have them.

        Returns what `by`, who takes them, has left, and who else has less than before but something.
        """
        lost: dict[str, set[Span]] = {}
        for owner, span in self.touching(places):
            lost.setdefault(owner, set()).add(span)
        taken = lost.pop(by.id, set()) if by else set()
        losing: list[str] = []
        for owner, spans in lost.items():
            entity = self.entity(owner)
            left = tuple(span for span in entity.spans if span not in spans)
            if left:
                losing.append(self.put(replace(entity, spans=left)).id)
            else:
                self.remove(owner)
        return tuple(span for span in by.spans if span not in taken) if by else (), tuple(losing)

    def touching(self, places: Collection[Place]) -> Iterator[tuple[str, Span]]:
        """Every mention that touches one of the places, which lie apart, with who has it."""
        ordered = sorted(places)
        starts, ends = [start for start, _ in ordered], [end for _, end in ordered]
        for entity in self.entities():
            for span in entity.spans:
                # The places lie apart, so their ends are in order too.
                if bisect_right(ends, span.start) < bisect_left(starts, span.end):
                    yield entity.id, span

    # The edit

    def edit(self, kind: str, *, author: str, time: datetime) -> Edit:
        things: dict[Key, Thing | None] = {("entity", each): found for each, found in self._entities.items()}
        things |= {("decision", each): found for each, found in self._decisions.items()}
        changed = sorted(key for key, thing in things.items() if _current(self.state, key) != thing)
        before = tuple(old for key in changed if (old := _current(self.state, key)) is not None)
        after = tuple(new for key in changed if (new := things[key]) is not None)
        if not changed:
            raise CommandError("review.so-already")
        return Edit(self.state.number + 1, author, time, kind, before, after)


def going(entity: Entity, decision: Decision) -> Spans:
    """The mentions that are replaced."""
    kept = set(decision.kept)
    return tuple(span for span in entity.spans if span not in kept) if decision.action == "replace" else ()


def spans_at(entity: Entity, places: Collection[Place]) -> tuple[Span, ...]:
    """The mentions of the entity at these places."""
    if not places:
        raise CommandError("review.needs", what="mentions: give at least one [start, end]")
    here = {(span.start, span.end): span for span in entity.spans}
    if any(place not in here for place in places):
        raise CommandError("review.no-mention")
    return tuple(sorted({here[place] for place in places}))
