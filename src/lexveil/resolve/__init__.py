"""From spans to entities: find every occurrence, group the mentions of one person, give each group a role.

The documents of a case are resolved as one, joined: one person is one entity over the whole case, by the same
rules and vetoes as within a document.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from lexveil.model import (
    NO_PERSON,
    READ_AS,
    Document,
    Entity,
    Replacement,
    Span,
    Stretch,
    Zone,
    because,
    in_order,
)
from lexveil.names.given import is_given
from lexveil.names.legible import legible
from lexveil.resolve import learned_roles
from lexveil.resolve.cluster import cluster
from lexveil.resolve.everywhere import everywhere
from lexveil.resolve.finer import finer
from lexveil.resolve.inflected import parted, whole
from lexveil.resolve.lettered import people_by_letters
from lexveil.resolve.mention_names import name_of
from lexveil.resolve.only_people import only_people
from lexveil.resolve.organizations import Group, short_names
from lexveil.resolve.phrases import Evidence
from lexveil.resolve.roles import evidence, mention_types, no_person, reconcile, role_certainty, side
from lexveil.resolve.surer import surer_codes

GAP = "\n\n"  # between two documents of a case: nothing is found across it

MOST = 0.5  # so many, and it is none

Placed = TypeVar("Placed", Span, Zone, Replacement)


def resolve(
    document: Document, spans: Iterable[Span], *, bounds: Sequence[tuple[int, int]] = ()
) -> tuple[Entity, ...]:
    """Every span of the result is in exactly one entity; entities are ordered by first appearance.

    `bounds` says where the documents of a case lie in the text: each has a caption of its own.
    """
    document = legible(document)
    read = people_by_letters(document, sorted(spans, key=in_order))
    named = short_names(document, only_people(document, read))
    found = everywhere(document, surer_codes(document, named))
    found = whole(document, parted(document, found))
    evidence_of: dict[Span, Evidence] = {}
    for start, end in bounds or [(0, len(document.text))]:
        evidence_of |= _evidence_within(document, found, start, end)
    groups = cluster(document, found, evidence_of)
    entities = (_entity(document, number, group, evidence_of) for number, group in enumerate(groups, 1))
    return tuple(finer(document, entity) for entity in entities)


def _evidence_within(document: Document, spans: Sequence[Span], start: int, end: int) -> dict[Span, Evidence]:
    inside = {moved(span, -start): span for span in spans if start <= span.start and span.end <= end}
    part = replace(
        document,
        text=document.text[start:end],
        zones=tuple(moved(zone, -start) for zone in document.zones if zone.end > start),
        stretches=tuple(
            replace(each, start=max(each.start, start) - start, end=min(each.end, end) - start)
            for each in document.stretches
            if each.start < end and each.end > start
        ),
    )
    by_rule = evidence(part, tuple(inside))
    found = {**learned_roles.suggest(part, tuple(inside), by_rule), **by_rule}
    return {inside[span]: each for span, each in found.items()}


def _entity(document: Document, number: int, group: Group, found: dict[Span, Evidence]) -> Entity:
    evidence_of = _own(document, group, found)
    types, why = mention_types(group.spans, evidence_of)
    category = group.category
    role = reconcile(types, person=category == "PERSON")
    certainty = max(group.certainty, min(span.certainty for span in group.spans))
    if category == "PERSON":
        other, share = no_person(types)
        if 0 < share < 1 and not any(_names_somebody(document, span) for span in group.spans):
            why += (because(READ_AS, role=other, share=round(100 * share)),)
            role, certainty = (other, 3) if share > MOST else (role, certainty)
        category = NO_PERSON.get(role, "PERSON")
    return Entity(
        f"e{number}",
        category,
        role,
        certainty,
        group.spans,
        why,
        group.links,
        side(group.spans, evidence_of) if role == "PARTY" else "",
        role_certainty(role, group.spans, evidence_of),
    )


def _own(document: Document, group: Group, found: dict[Span, Evidence]) -> dict[Span, Evidence]:
    """What is said of this person. The case metadata name one; that somebody with another full name has the
    same surname says nothing. Who is called Mr Roe is no author of a book that is cited."""
    evidence_of = {span: found[span] for span in group.spans if span in found}
    if group.category == "PERSON" and any(_is_addressed(document, span) for span in group.spans):
        evidence_of = {span: said for span, said in evidence_of.items() if said.role != "AUTHOR"}
    listed = {span for span, said in evidence_of.items() if said.why.code == "metadata"}
    if group.category != "PERSON" or not listed:
        return evidence_of
    full = {span for span in group.spans if span.category == "PERSON" and not name_of(document, span).bare}
    if not full or listed & full:
        return evidence_of
    return {span: said for span, said in evidence_of.items() if span not in listed}


def _is_addressed(document: Document, span: Span) -> bool:
    return span.category == "PERSON" and bool(name_of(document, span).gender)


def _names_somebody(document: Document, span: Span) -> bool:
    """A title or a full name: whoever bears it is a person, whatever the bare name reads as elsewhere."""
    if span.category != "PERSON":
        return False
    name = name_of(document, span)
    return bool(name.title) or (len(name.tokens) > 1 and is_given(name.tokens[0]))


# The documents of a case as one, and back --------------------------------------------------------


def join(documents: Sequence[Document]) -> tuple[Document, list[tuple[int, int]]]:
    """One document that holds the texts of all, and where each lies in it."""
    bounds: list[tuple[int, int]] = []
    zones: list[Zone] = []
    stretches: list[Stretch] = []
    start = 0
    for document in documents:
        bounds.append((start, start + len(document.text)))
        zones += (moved(zone, start) for zone in document.zones)
        for each in document.by_language():
            before = stretches[-1].end if stretches else 0  # the gap counts with what follows it
            stretches.append(Stretch(before, start + each.end, each.language))
        start = bounds[-1][1] + len(GAP)
    language = documents[0].language
    one_language = all(each.language == language for each in stretches)
    text = GAP.join(document.text for document in documents)
    several = () if one_language else tuple(stretches)
    return Document("case", text, language, zones=tuple(zones), stretches=several), bounds


def moved(placed: Placed, by: int) -> Placed:
    return replace(placed, start=placed.start + by, end=placed.end + by) if by else placed


def within(placed: Iterable[Placed], start: int, end: int) -> tuple[Placed, ...]:
    """Those between start and end, counted from start."""
    return tuple(moved(each, -start) for each in placed if start <= each.start and each.end <= end)


def entities_within(entities: Iterable[Entity], start: int, end: int) -> tuple[Entity, ...]:
    """The entities that the document names, with their mentions in it; their ids are the case's."""
    found = []
    for entity in entities:
        spans = within(entity.spans, start, end)
        links = tuple(
            replace(link, span=moved(link.span, -start), to=moved(link.to, -start)) if start else link
            for link in entity.links
            if all(start <= span.start and span.end <= end for span in (link.span, link.to))
        )
        if spans:
            same = (spans, links) == (entity.spans, entity.links)
            found.append(entity if same else replace(entity, spans=spans, links=links))
    return tuple(found)
