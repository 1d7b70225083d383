"""From spans to entities: find every occurrence, group the mentions of one person, give each group a role."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lexveil.model import Document, Entity, Span, Zone
from lexveil.resolve import rolemodel
from lexveil.resolve.cluster import Group, cluster
from lexveil.resolve.everywhere import everywhere
from lexveil.resolve.organizations import short_names
from lexveil.resolve.phrases import Evidence
from lexveil.resolve.reconcile import mention_types, reconcile
from lexveil.resolve.roles import evidence

_CATEGORY_OF = {"ORGANIZATION": "ORG", "LAW_FIRM": "ORG", "LOCATION": "LOC", "MISCELLANEOUS": "MISC"}


def resolve(
    document: Document, spans: Iterable[Span], *, bounds: Sequence[tuple[int, int]] = ()
) -> tuple[Entity, ...]:
    """Every span of the result is in exactly one entity; entities are ordered by first appearance.

    `bounds` says where the documents of a case lie in `document.text`, when it holds several: each has a
    caption of its own, and names are the same in all.
    """
    found = everywhere(document, short_names(document.text, sorted(spans)))
    groups = cluster(document, found)
    said: dict[Span, Evidence] = {}
    for start, end in bounds or [(0, len(document.text))]:
        said |= _evidence_within(document, found, start, end)
    return tuple(_entity(number, group, said) for number, group in enumerate(groups, 1))


def _evidence_within(document: Document, spans: Sequence[Span], start: int, end: int) -> dict[Span, Evidence]:
    inside = {
        replace(span, start=span.start - start, end=span.end - start): span
        for span in spans
        if start <= span.start and span.end <= end
    }
    zones = (
        Zone(zone.start - start, zone.end - start, zone.kind) for zone in document.zones if zone.end > start
    )
    part = replace(document, text=document.text[start:end], zones=tuple(zones))
    said = evidence(part, tuple(inside))
    said = {**rolemodel.suggest(part, tuple(inside), said), **said}
    return {inside[span]: found for span, found in said.items()}


def _entity(number: int, group: Group, said: dict[Span, Evidence]) -> Entity:
    types, why = mention_types(group.spans, said)
    role = reconcile(types)
    category = group.category
    if category == "PERSON":
        category = _CATEGORY_OF.get(role, "PERSON")
    certainty = max(group.certainty, min(span.certainty for span in group.spans))
    return Entity(f"e{number}", category, role, certainty, group.spans, why, group.links)
