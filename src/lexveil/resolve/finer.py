"""Entities of a broad category that are one of its finer kinds (`model.BROADER`): a rare disease, a ward.

Detectors vote by broad categories, and groups are made by them; only then is told what each is, by whoever
found it or by its words.
"""

from dataclasses import replace

from lexveil.languages import load
from lexveil.model import Document, Entity, Span
from lexveil.names.traits import AILMENT, DISEASE, JOB, is_care_unit, is_of

BY_SOURCE = {
    "internet:user": "USERNAME",
    "internet:handle": "USERNAME",
    "documents:family": "FAMILY_NUMBER",
    AILMENT: "RARE_DISEASE",
    "traits:office": "UNIQUE_JOB",
}
KINDS = {DISEASE: "RARE_DISEASE", JOB: "UNIQUE_JOB"}
BODIES = ("ORG", "COURT")


def finer(document: Document, entity: Entity) -> Entity:
    category = _category(document, entity)
    return replace(entity, category=category) if category != entity.category else entity


def _category(document: Document, entity: Entity) -> str:
    if entity.category in BODIES:
        care = any(_is_care(document, span) for span in entity.spans)
        return "CARE_UNIT" if care else entity.category
    if entity.category not in ("DEM", "CODE"):
        return entity.category
    found = [BY_SOURCE[source] for span in entity.spans for source in span.sources if source in BY_SOURCE]
    if found:
        return found[0]
    if entity.category == "DEM":
        for kind, category in KINDS.items():
            if any(_holds(kind, document, span) for span in entity.spans):
                return category
    return entity.category


def _holds(kind: str, document: Document, span: Span) -> bool:
    language = load(document.language_at(span.start))
    return is_of(kind, document.text, span.start, span.end, language)


def _is_care(document: Document, span: Span) -> bool:
    return is_care_unit(document.text[span.start : span.end], load(document.language_at(span.start)))
