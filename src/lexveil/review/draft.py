"""A state while one edit is being made of it.

Comes in: a state and what a change puts, takes and removes. Goes out: the edit, which holds exactly what came
out different. The state itself is never touched. What is asked for and is not there is a `CommandError`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from lexveil.model import Decision, Edit, Entity, Span
from lexveil.review.errors import CommandError
from lexveil.review.request import Place
from lexveil.review.state import State, Thing, by_key, key_of


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
        for entity, found in self.state.entities.items():
            current = self._entities.get(entity, found)
            if current is not None:
                yield current
        for entity, new in self._entities.items():
            if new is not None and entity not in self.state.entities:
                yield new

    def decisions(self) -> Iterator[Decision]:
        for entity in self.entities():
            found = self.decided(entity.id)
            if found is not None:
                yield found

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

    def take(
        self, places: Collection[Place], *, by: Entity | None
    ) -> tuple[tuple[Span, ...], tuple[str, ...]]:
        """Remove every mention that touches one of the places from those who have them.

        Returns what `by`, who takes them, has left, and who else has less than before but something.
        """
        lost: dict[str, set[Span]] = {}
        for owner, span in self._touched(places):
            lost.setdefault(owner, set()).add(span)
        losing: list[str] = []
        for owner, spans in lost.items():
            entity = self.entity(owner)
            left = tuple(span for span in entity.spans if span not in spans)
            if by and owner == by.id:
                continue
            if left:
                losing.append(self.put(replace(entity, spans=left)).id)
            else:
                self.remove(owner)
        taken = lost.get(by.id, set()) if by else set()
        return tuple(span for span in by.spans if span not in taken) if by else (), tuple(losing)

    def _touched(self, places: Collection[Place]) -> Iterator[tuple[str, Span]]:
        ordered = sorted(places)
        starts, ends = [start for start, _ in ordered], [end for _, end in ordered]
        for entity in self.entities():
            for span in entity.spans:
                # The places lie apart, so their ends are in order too.
                if bisect_right(ends, span.start) < bisect_left(starts, span.end):
                    yield entity.id, span

    # The edit

    def edit(self, kind: str, *, author: str, time: datetime) -> Edit:
        now: list[Thing] = [
            *(each for each in self._entities.values() if each),
            *(each for each in self._decisions.values() if each),
        ]
        was: list[Thing] = [
            *(self.state.entities[each] for each in self._entities if each in self.state.entities),
            *(self.state.decisions[each] for each in self._decisions if each in self.state.decisions),
        ]
        later = by_key(now)
        same = {key for key, thing in by_key(was).items() if later.get(key) == thing}
        before, after = _less(was, same), _less(now, same)
        if not before and not after:
            raise CommandError("review.so-already")
        return Edit(self.state.number + 1, author, time, kind, before, after)


def _less(things: Iterable[Thing], same: Collection[tuple[str, str]]) -> tuple[Thing, ...]:
    return tuple(sorted((each for each in things if key_of(each) not in same), key=key_of))


def spans_at(entity: Entity, places: Collection[Place]) -> tuple[Span, ...]:
    """The mentions of the entity at these places."""
    if not places:
        raise CommandError("review.needs", what="mentions: give at least one [start, end]")
    here = {(span.start, span.end): span for span in entity.spans}
    if any(place not in here for place in places):
        raise CommandError("review.no-mention")
    return tuple(sorted({here[place] for place in places}))
