"""A document under review, looked at in a worker process: rendered, searched, doubted.

Comes in: the record of the analysis once, then the edits as they come, and a question. Goes out: plain data.
The process holds what it was told, so that a question about a long document costs the service nothing but the
asking. What it does not hold (any more) it asks for again. Changes nothing, and writes nothing.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lexveil import pipeline
from lexveil.check import risk
from lexveil.policy import Policy
from lexveil.review import Bench, apply, doubts, occurrences, search
from lexveil.service import records

ROOM = 8_000_000  # characters of documents that are held
NEEDED = "the record is needed"
ROUNDED = 3


@dataclass(frozen=True, slots=True)
class Look:
    """A question, and what the worker must know to answer it."""

    document: str
    analysis: int
    since: int  # the number up to which the worker should know the edits
    edits: tuple[bytes, ...] = field(repr=False)  # those after it
    what: str
    given: Mapping[str, Any] = field(repr=False)
    policy: Policy | None = None  # if it is another than before
    record: bytes | None = field(default=None, repr=False)  # if the worker does not hold the document
    key: bytes = field(default=b"", repr=False)


class Held:
    def __init__(self, order: Look, record: bytes, policy: Policy) -> None:
        found = records.unpack(record)
        self.analysis, self.key, self.policy = order.analysis, order.key, policy
        self.document, self.parted = found.document, found.parted
        self.state = records.numbered(found.state, order.since)
        self._bench: Bench | None = None

    @property
    def bench(self) -> Bench:
        if self._bench is None:
            self._bench = Bench(self.document, self.policy, key=self.key, language=self.document.language)
        return self._bench

    def follow(self, order: Look) -> None:
        if order.policy is not None and order.policy != self.policy:
            self.policy, self._bench = order.policy, None
        for edit in order.edits:
            self.state = apply(self.state, records.edit_of(edit))


_held: OrderedDict[str, Held] = OrderedDict()


def look(order: Look, _: object) -> Any:
    """The answer, or NEEDED."""
    held = _held.get(order.document)
    if order.record is not None and order.policy is not None:
        held = _held[order.document] = Held(order, order.record, order.policy)
        _make_room()
    if held is None or (held.analysis, held.state.number) != (order.analysis, order.since):
        return NEEDED
    _held.move_to_end(order.document)
    held.follow(order)
    return LOOKS[order.what](held, **order.given)


def _make_room() -> None:
    characters = sum(len(each.document.text) for each in _held.values())
    while characters > ROOM and len(_held) > 1:
        _, dropped = _held.popitem(last=False)
        characters -= len(dropped.document.text)


# The questions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rendered:
    """What stands in place of what at one moment, and what it still tells."""

    number: int
    replacements: bytes = field(repr=False)  # JSON: [[start, end, text, entity], …]
    risk: risk.Risk


def render(held: Held, *, threshold: int) -> Rendered:
    state = held.state
    entities, decisions = tuple(state.entities.values()), tuple(state.decisions.values())
    made = pipeline.rendered(
        held.document, entities, decisions, held.policy, key=held.key, parted=held.parted
    ).replacements
    left = risk.assess(held.document, entities, decisions, made, threshold=threshold)
    told = [[each.start, each.end, each.text, each.entity] for each in made]
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return Rendered(state.number, text.encode("utf8", "replace"), left)


def doubtful(held: Held, *, left: risk.Risk) -> list[dict[str, Any]]:
    return [
        {
            "entity": each.entity,
            "mention": list(each.mention) if each.mention else None,
            "reason": each.reason,
            "weight": round(each.weight, ROUNDED),
        }
        for each in doubts.doubts(held.document, held.state, left)
    ]


def hits(held: Held, *, query: str, mode: str) -> list[list[int]]:
    return [list(each) for each in search.search(held.document.text, query, mode)]


def occurring(held: Held, *, selected: tuple[int, int] | str, category: str) -> list[dict[str, Any]]:
    found = occurrences.find(held.bench, held.state, selected, category)
    return [listed(each) for each in found]


def listed(found: occurrences.Occurrence) -> dict[str, Any]:
    return {"start": found.start, "end": found.end, "exact": found.exact, "entity": found.entity}


LOOKS: Mapping[str, Callable[..., Any]] = {
    "render": render,
    "doubts": doubtful,
    "search": hits,
    "occurrences": occurring,
}
