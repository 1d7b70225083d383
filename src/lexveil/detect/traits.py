"""Diseases that few have, titles that one person has: DEM, of which `resolve/finer.py` makes categories."""

from collections.abc import Iterator

from lexveil.languages import each
from lexveil.model import Document, Span
from lexveil.names.traits import traits

SCORE = 0.75


def find(document: Document) -> Iterator[Span]:
    for start, end, language in each(document):
        for found in traits(document.text, start, end, language):
            yield Span(found.start, found.end, "DEM", SCORE, (f"traits:{found.kind}",))
