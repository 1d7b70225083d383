"""The steps of an analysis one by one, for engines that run them in different places: documents → prepared →
(windows of many documents → spans) → resolved. What they make is what `analyze` makes."""

import dataclasses
from collections.abc import Sequence

from lexveil import detect
from lexveil import policy as policies
from lexveil.config import Settings
from lexveil.detect import Prepared
from lexveil.detect.computed import Computed
from lexveil.model import Document, Span
from lexveil.pipeline.analysis import detectors, harmless, unapproved
from lexveil.pipeline.language import noted
from lexveil.policy import Policy


def ready(document: Document, policy: Policy, settings: Settings) -> Document:
    """The document with the notes that it has before anything is looked for."""
    found = noted(document, settings.model)
    return dataclasses.replace(found, notes=unapproved(found.notes, policy))


def prepared(document: Document, settings: Settings) -> Prepared:
    names, options = detectors(settings)
    return detect.prepare(document, names, options=options)


def inferred(
    several: Sequence[Prepared], settings: Settings, known: Computed | None = None
) -> list[tuple[Span, ...]]:
    """What the model finds in each, its work on all of them joined; windows that are `known` are not computed
    again."""
    _, options = detectors(settings)
    return list(detect.infer(several, options=options, known=known))


def voted(
    document: Document, one: Prepared, spans: Sequence[Span], policy: Policy, settings: Settings
) -> tuple[Span, ...]:
    """What the detectors agree on in one document, and what the policy's own lists add."""
    names, options = detectors(settings)
    found = detect.vote(detect.by_rules(one, names, options=options), spans)
    if settings.balance:
        found = tuple(map(harmless, found))
    return policies.listed(document, found, policy)
