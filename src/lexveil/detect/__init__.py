"""Where is something that tells who, what or where: a document in, its spans out.

A detector is one function `find(document) -> Iterator[Span]` and one row in `DETECTORS`. It sees running
prose of the same offsets (`text.fold.flow`): a line feed is a real break there, and no span crosses it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, NamedTuple

from lexveil.detect import ner, plugins, recorded
from lexveil.detect.births import with_births
from lexveil.detect.bounds import bounded
from lexveil.detect.computed import Computed
from lexveil.detect.merge import WEIGHTS, merge
from lexveil.detect.nicknames import with_spelled, without_ending
from lexveil.detect.noise import without_noise
from lexveil.detect.writings import with_writings
from lexveil.errors import DetectorError
from lexveil.model import Document, Span
from lexveil.names.legible import legible
from lexveil.registry import load
from lexveil.text.fold import flow

DETECTORS: Mapping[str, str] = {
    "internet": "lexveil.detect.contacts:internet",
    "banking": "lexveil.detect.identifiers:banking",
    "national": "lexveil.detect.identifiers:national",
    "phones": "lexveil.detect.contacts:phones",
    "spoken": "lexveil.detect.spoken:find",
    "references": "lexveil.detect.references:find",
    "provisions": "lexveil.detect.references:provisions",
    "documents": "lexveil.detect.identifiers:documents",
    "addresses": "lexveil.detect.addresses:find",
    "coordinates": "lexveil.detect.coordinates:find",
    "dates": "lexveil.detect.dates:find",
    "quantities": "lexveil.detect.quantities:find",
    "metadata": "lexveil.detect.metadata:find",
    "titles": "lexveil.detect.titles:find",
    "captions": "lexveil.detect.captions:find",
    "forms": "lexveil.detect.forms:find",
    "gazetteer": "lexveil.detect.gazetteer:find",
    "initials": "lexveil.detect.initials:find",
    "nicknames": "lexveil.detect.nicknames:find",
    "chats": "lexveil.detect.chats:find",
    "citations": "lexveil.detect.citations:find",
    "organizations": "lexveil.detect.organizations:find",
    "courts": "lexveil.detect.bodies:find",
    "locations": "lexveil.detect.places:find",
    "traits": "lexveil.detect.traits:find",
    "ner": "lexveil.detect.ner:find",
}
MODEL = "ner"  # the detector that is asked for many documents at once
GROUP = "lexveil.detectors"  # entry points of outside detectors

Options = Mapping[str, Mapping[str, Any]]

_VISIBLE = re.compile(r"[^\n]")


class Prepared(NamedTuple):
    """A document ready for the model, with what the rules found in it."""

    view: Document
    spans: tuple[Span, ...]
    readings: tuple[ner.Reading, ...]  # one for each model that is asked
    voted: bool = False  # the spans are final


def find(document: Document, detectors: Iterable[str] | None = None, **more: Any) -> tuple[Span, ...]:
    """Every span the detectors agree on, sorted, none overlapping; the options are those of `find_many`."""
    return next(find_many([document], detectors, **more))


def find_many(
    documents: Iterable[Document],
    detectors: Iterable[str] | None = None,
    *,
    options: Options | None = None,
    weights: Mapping[str, float] = WEIGHTS,
    started: Callable[[str], object] | None = None,
) -> Iterator[tuple[Span, ...]]:
    """The same for each document, with the model's work on all of them joined.

    `detectors` may also name plug-ins and models of other packages (`hf:…`); None means the whole table.
    `started` is told the name of each detector as it begins.
    """
    chosen = tuple(DETECTORS if detectors is None else detectors)
    options = options or {}
    prepared = [prepare(each, chosen, options=options) for each in documents]
    inferred = infer(prepared, options=options)  # under way while the rules look
    ruled = [by_rules(each, chosen, options=options, started=started) for each in prepared]
    if started is not None and MODEL in chosen:
        started(MODEL)
    for each, spans in zip(ruled, inferred, strict=True):
        yield vote(each, spans, weights=weights)


def prepare(document: Document, detectors: Sequence[str], *, options: Options) -> Prepared:
    seen = view(document)
    if detectors and detectors[0].startswith(recorded.PREFIX):
        spans = recorded.spans(document, detectors[0].removeprefix(recorded.PREFIX))
        return Prepared(seen, spans, (), voted=True)
    asked = ner.Asked(**options.get(MODEL, {}))
    return Prepared(seen, (), ner.prepare(seen, asked) if MODEL in detectors else ())


def infer(
    prepared: Sequence[Prepared], *, options: Options, known: Computed | None = None
) -> Iterator[tuple[Span, ...]]:
    asked = ner.Asked(**options.get(MODEL, {}))
    found = ner.find_many([reading for each in prepared for reading in each.readings], asked, known)
    return (tuple(chain.from_iterable(islice(found, len(each.readings)))) for each in prepared)


def by_rules(
    prepared: Prepared,
    detectors: Sequence[str],
    *,
    options: Options,
    started: Callable[[str], object] | None = None,
) -> Prepared:
    spans: list[Span] = []
    for name in detectors if not prepared.voted else ():
        if name != MODEL:
            if started is not None:
                started(name)
            spans.extend(detector(name)(prepared.view, **options.get(name, {})))
    return prepared if prepared.voted else prepared._replace(spans=tuple(spans))


def vote(
    prepared: Prepared, inferred: Sequence[Span], *, weights: Mapping[str, float] = WEIGHTS
) -> tuple[Span, ...]:
    if prepared.voted:
        return prepared.spans
    seen = prepared.view
    inferred = tuple(without_ending(inferred, seen))
    found = without_noise(merge([*prepared.spans, *inferred], seen.text, weights=weights), seen)
    names = tuple(bounded(tuple(with_births(with_writings(found, seen.text), seen)), seen))
    names = tuple(without_ending(names, seen))
    return with_spelled(names, prepared.spans, seen.text)


def detector(name: str) -> Callable[..., Iterator[Span]]:
    if ":" in name:
        return plugins.detector(name)
    found: Callable[..., Iterator[Span]] = load(DETECTORS, name, group=GROUP, error=DetectorError)
    return found


def view(document: Document) -> Document:
    """The document as detectors see it; every offset means the same place."""
    text = legible(document).text
    parts: list[str] = []
    last = 0
    for zone in sorted((zone for zone in document.zones if zone.kind == "code"), key=lambda zone: zone.start):
        start = max(zone.start, last)
        parts += (text[last:start], _VISIBLE.sub(" ", text[start : zone.end]))
        last = max(zone.end, last)
    parts.append(text[last:])
    return replace(document, text=flow("".join(parts)))
