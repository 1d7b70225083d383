"""The documents of one case as one, and back.

Comes in: several documents. Goes out: one document that holds their texts one after the other, and where
each lies in it; and, of what was made of it, the share of each. So one person is one entity over the whole
case, by the same rules and vetoes as within a document.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from lexveil.model import Document, Entity, Replacement, Span, Zone

GAP = "\n\n"  # nothing is found across documents

Placed = TypeVar("Placed", Span, Zone, Replacement)


def join(documents: Sequence[Document]) -> tuple[Document, list[tuple[int, int]]]:
    """
    >>> joined, bounds = join([Document("doc-1", "Roe left."), Document("doc-2", "Doe came.")])
    >>> [joined.text[start:end] for start, end in bounds]
    ['Roe left.', 'Doe came.']
    """
    bounds: list[tuple[int, int]] = []
    zones: list[Zone] = []
    start = 0
    for document in documents:
        bounds.append((start, start + len(document.text)))
        zones += (moved(zone, start) for zone in document.zones)
        start = bounds[-1][1] + len(GAP)
    text = GAP.join(document.text for document in documents)
    return Document(id="case", text=text, language=documents[0].language, zones=tuple(zones)), bounds


def moved(placed: Placed, by: int) -> Placed:
    return replace(placed, start=placed.start + by, end=placed.end + by)


def within(placed: Iterable[Placed], start: int, end: int) -> tuple[Placed, ...]:
    """Those between start and end, counted from start."""
    return tuple(moved(each, -start) for each in placed if start <= each.start and each.end <= end)


def entities_within(entities: Iterable[Entity], start: int, end: int) -> tuple[Entity, ...]:
    """The entities that the document names, with their mentions in it; their ids are the case's."""
    found = []
    for entity in entities:
        spans = within(entity.spans, start, end)
        links = tuple(
            replace(link, span=moved(link.span, -start), to=moved(link.to, -start))
            for link in entity.links
            if all(start <= span.start and span.end <= end for span in (link.span, link.to))
        )
        if spans:
            found.append(replace(entity, spans=spans, links=links))
    return tuple(found)
