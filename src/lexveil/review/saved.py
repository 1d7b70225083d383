"""Documents, states and edits as plain JSON data, and back; and a reviewed document as gold.

Each form has its version, and data of another version is refused. A document is saved without what only its
format can read: the source and the pieces; of these only the seams, which the search for leftovers needs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any

from lexveil import model
from lexveil.errors import InputError
from lexveil.model import (
    CATEGORIES,
    Decision,
    Document,
    Edit,
    Entity,
    Link,
    Reason,
    Span,
    Stretch,
    Zone,
    because,
)
from lexveil.replace import word_boundaries
from lexveil.review.state import State, Thing, going, in_order

VERSION = 1

Data = dict[str, Any]


def _values(thing: Any, kind: Any) -> Data:
    """The fields of a dataclass, of one of its kind or of data that has them; newer ones may be missing."""
    if not isinstance(thing, Mapping):
        return {each.name: getattr(thing, each.name) for each in fields(kind)}
    known = (each for each in fields(kind) if each.name in thing or each.default is MISSING)
    return {each.name: thing[each.name] for each in known}


# Documents ---------------------------------------------------------------------------------------

_PLAIN = ("id", "text", "language", "metadata")


def document_data(document: Document, *, parted: Sequence[int] | None = None) -> Data:
    """`parted` are its seams, for a document that has lost its pieces."""
    parts = document.parts
    return {
        "version": VERSION,
        **{name: getattr(document, name) for name in _PLAIN},
        "zones": _zones_data(document.zones),
        "shape": _zones_data(document.shape),
        "regions": _zones_data(document.regions),
        "parts": [[part.name, part.state, reason_data(part.why) if part.why else ""] for part in parts],
        "notes": list(map(reason_data, document.notes)),
        "seams": list(word_boundaries(document) if parted is None else parted),
        "stretches": [[each.start, each.end, each.language] for each in document.stretches],
    }


def document_from(data: Mapping[str, Any]) -> tuple[Document, tuple[int, ...]]:
    """The document and its seams."""
    _expect(data)
    parts = ((name, state, reason_from(why) if why else None) for name, state, why in data["parts"])
    document = Document(
        **{name: data[name] for name in _PLAIN},
        zones=_zones(data["zones"]),
        parts=tuple(model.Part(*part) for part in parts),
        notes=tuple(map(reason_from, data["notes"])),
        shape=_zones(data["shape"]),
        regions=_zones(data.get("regions", ())),  # not in older ones
        stretches=tuple(Stretch(*each) for each in data.get("stretches", ())),  # not in older ones
    )
    return document, tuple(data["seams"])


def _zones_data(zones: Iterable[Zone]) -> list[list[Any]]:
    return [[zone.start, zone.end, zone.kind] for zone in zones]


def _zones(data: Iterable[Sequence[Any]]) -> tuple[Zone, ...]:
    return tuple(Zone(*zone) for zone in data)


# States and edits --------------------------------------------------------------------------------


def state_data(state: State) -> Data:
    return _values(state, State) | {
        "version": VERSION,
        "entities": list(map(_entity_data, state.entities.values())),
        "decisions": list(map(_decision_data, state.decisions.values())),
        "used": sorted(state.used),
    }


def state_from(data: Mapping[str, Any]) -> State:
    _expect(data)
    entities = in_order(map(_entity, data["entities"]))
    decisions = {each.entity: each for each in map(_decision, data["decisions"])}
    return State(data["number"], entities, decisions, data["last_id"], frozenset(data["used"]))


def edit_data(edit: Edit) -> Data:
    things = {"before": list(map(_thing_data, edit.before)), "after": list(map(_thing_data, edit.after))}
    return _values(edit, Edit) | {"version": VERSION, "time": edit.time.isoformat(), **things}


def edit_from(data: Mapping[str, Any]) -> Edit:
    _expect(data)
    things = {name: tuple(map(_thing, data[name])) for name in ("before", "after")}
    return Edit(**_values(data, Edit) | {"time": datetime.fromisoformat(data["time"]), **things})


def _thing_data(thing: Thing) -> Data:
    return _entity_data(thing) if isinstance(thing, Entity) else _decision_data(thing)


def _thing(data: Mapping[str, Any]) -> Thing:
    return _entity(data) if "id" in data else _decision(data)


def _entity_data(entity: Entity) -> Data:
    """Links name mentions by their place among those of the entity."""
    at = {span: number for number, span in enumerate(entity.spans)}
    links = (link for link in entity.links if link.span in at and link.to in at)
    return _values(entity, Entity) | {
        "spans": _spans_data(entity.spans),
        "why": list(map(reason_data, entity.why)),
        "links": [[at[link.span], at[link.to], link.score, reason_data(link.why)] for link in links],
    }


def _entity(data: Mapping[str, Any]) -> Entity:
    spans, why = _spans(data["spans"]), tuple(map(reason_from, data["why"]))
    links = (
        Link(spans[one], spans[other], score, reason_from(why)) for one, other, score, why in data["links"]
    )
    return Entity(**_values(data, Entity) | {"spans": spans, "why": why, "links": tuple(links)})


def _decision_data(decision: Decision) -> Data:
    spans = {"kept": _spans_data(decision.kept), "checked": _spans_data(decision.checked)}
    return _values(decision, Decision) | {"why": reason_data(decision.why), **spans}


def _decision(data: Mapping[str, Any]) -> Decision:
    spans = {"kept": _spans(data["kept"]), "checked": _spans(data["checked"])}
    cleared = tuple(data.get("cleared", ()))
    return Decision(**{**data, **spans, "why": reason_from(data["why"]), "cleared": cleared})


# Reasons -----------------------------------------------------------------------------------------


def reason_data(reason: Reason) -> list[Any]:
    listed = {name: list(map(reason_data, each)) for name, each in reason.values if isinstance(each, tuple)}
    return [reason.code, {**dict(reason.values), **listed}]


def reason_from(data: list[Any] | str) -> Reason:
    """Reasons were English sentences once: those that the review asks for are told apart, the others are
    shown as they were written.

    >>> reason_from(["before", {"role": "JUDGE"}]) == because("before", role="JUDGE")
    True
    >>> reason_from("reviewer: kept"), str(reason_from("list 'judge', line 3"))
    (Reason(code='kept', values=()), "list 'judge', line 3")
    """
    if isinstance(data, str):
        return _SENTENCES.get(data) or _policy_sentence(data) or because("text", text=data)
    code, values = data
    inner = {name: tuple(map(reason_from, each)) for name, each in values.items() if isinstance(each, list)}
    return because(code, **{**values, **inner})


def _policy_sentence(sentence: str) -> Reason | None:
    policy, _, rest = sentence.partition(": ")
    return because(_OF_POLICY[rest], policy=policy) if rest in _OF_POLICY else None


_OF_POLICY = {
    "no rule names it": "no-rule",
    "on the list of kept names": "kept-names",
    "on the list of replaced names": "replaced-names",
    "a citation or a statute": "law",
    "every mention stands in a kept context": "context",
    "--keep": "kept-kinds",
}
_SENTENCES = {
    "reviewer": because("reviewer"),
    **{f"reviewer: {what}": because(what) for what in ("kept", "replaced", "rejected", "added")},
    "whitelist": because("whitelist"),
    "spells out a replaced name": because("spelt"),
    "case metadata": because("metadata"),
    "author in a citation": because("author-cited", role="AUTHOR"),
    "inside a citation": because("in-citation", role="AUTHOR"),
    "a cited work after the name": because("cited-work", role="AUTHOR"),
    "'represented by' before the name": because("represented", role="LAWYER"),
    "acts for a party, after the name": because("acts-for", role="LAWYER"),
    "name of a law firm": because("firm", role="LAW_FIRM"),
    "party of a cited case": because("cited-party", role="MISCELLANEOUS"),
    "introduced in brackets as a party": because("bracketed", role="PARTY"),
    "named in the title of the case": because("title-of-case", role="PARTY"),
    **{f"context, of {people} who may be meant": because("meant", people=people) for people in range(100)},
}


# Spans -------------------------------------------------------------------------------------------


def _spans_data(spans: Iterable[Span]) -> list[list[Any]]:
    return [[span.start, span.end, span.category, span.score, list(span.sources)] for span in spans]


def _spans(data: Iterable[Sequence[Any]]) -> tuple[Span, ...]:
    return tuple(Span(start, end, kind, score, tuple(sources)) for start, end, kind, score, sources in data)


def _expect(data: Mapping[str, Any]) -> None:
    if data.get("version") != VERSION:
        raise InputError("review.version")


# Gold ---------------------------------------------------------------------------------------------


def gold_row(document: Document, state: State) -> dict[str, Any]:
    """Types are those of the Text Anonymization Benchmark, which detectors are trained on."""
    mentions: list[dict[str, Any]] = []
    for entity in state.entities.values():
        decision = state.decisions[entity.id]
        if decision.action == "reject":
            continue
        goes = set(going(entity, decision))
        about = {"type": CATEGORIES[entity.category], "role": entity.role, "cluster": entity.id}
        for span in entity.spans:
            mentions.append({"start": span.start, "end": span.end, **about, "masked": span in goes})
    mentions.sort(key=lambda mention: int(mention["start"]))
    return {**{name: getattr(document, name) for name in ("id", "text", "language")}, "mentions": mentions}
