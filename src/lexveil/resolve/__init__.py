"""From spans to entities: find every occurrence, group the mentions of one person, give each group a role."""

from collections.abc import Iterable

from lexveil.model import Document, Entity, Span
from lexveil.resolve import rolemodel
from lexveil.resolve.cluster import Group, cluster
from lexveil.resolve.everywhere import everywhere
from lexveil.resolve.phrases import Evidence
from lexveil.resolve.reconcile import mention_types, reconcile
from lexveil.resolve.roles import evidence

_CATEGORY_OF = {"ORGANIZATION": "ORG", "LAW_FIRM": "ORG", "LOCATION": "LOC", "MISCELLANEOUS": "MISC"}


def resolve(document: Document, spans: Iterable[Span]) -> tuple[Entity, ...]:
    """Every span of the result is in exactly one entity; entities are ordered by first appearance."""
    found = everywhere(document, spans)
    groups = cluster(document, found)
    said = evidence(document, found)
    said = {**rolemodel.suggest(document, found, said), **said}
    return tuple(_entity(number, group, said) for number, group in enumerate(groups, 1))


def _entity(number: int, group: Group, said: dict[Span, Evidence]) -> Entity:
    types, why = mention_types(group.spans, said)
    role = reconcile(types)
    category = group.category
    if category == "PERSON":
        category = _CATEGORY_OF.get(role, "PERSON")
    certainty = max(group.certainty, min(span.certainty for span in group.spans))
    return Entity(f"e{number}", category, role, certainty, group.spans, why, group.links)
