"""Where is something that tells who, what or where: a document in, its spans out.

A detector is one file here with `find(document) -> Iterator[Span]`, and one row in `DETECTORS`. It sees a
view of the document with the same offsets: running prose (`text.fold.flow`), scripts and styles blanked.
In that view a line feed is a real break, and no span crosses it. Nothing here decides what is replaced.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from lexveil.detect import plugins
from lexveil.detect.merge import WEIGHTS, merge
from lexveil.detect.noise import without_noise
from lexveil.errors import DetectorError
from lexveil.model import Document, Span
from lexveil.registry import load
from lexveil.text.fold import flow

DETECTORS: Mapping[str, str] = {
    "internet": "lexveil.detect.contacts:internet",
    "banking": "lexveil.detect.identifiers:banking",
    "national": "lexveil.detect.identifiers:national",
    "phones": "lexveil.detect.contacts:phones",
    "references": "lexveil.detect.references:find",
    "provisions": "lexveil.detect.references:provisions",
    "documents": "lexveil.detect.identifiers:documents",
    "addresses": "lexveil.detect.addresses:find",
    "dates": "lexveil.detect.dates:find",
    "quantities": "lexveil.detect.quantities:find",
    "metadata": "lexveil.detect.metadata:find",
    "titles": "lexveil.detect.titles:find",
    "gazetteer": "lexveil.detect.gazetteer:find",
    "initials": "lexveil.detect.initials:find",
    "citations": "lexveil.detect.citations:find",
    "organizations": "lexveil.detect.organizations:find",
    "courts": "lexveil.detect.bodies:find",
    "locations": "lexveil.detect.locations:find",
    "ner": "lexveil.detect.ner:find",
}
GROUP = "lexveil.detectors"  # entry points of outside detectors

_VISIBLE = re.compile(r"[^\n]")


def find(
    document: Document,
    detectors: Iterable[str] | None = None,
    *,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    weights: Mapping[str, float] = WEIGHTS,
    started: Callable[[str], object] | None = None,
) -> tuple[Span, ...]:
    """Every span the detectors agree on, sorted, none overlapping.

    `detectors` names some of the table's rows, of the installed plug-ins, or a model of another package
    (`hf:…`, see `plugins`); None means the whole table. `options` are passed on to the detector they are
    given for. `started` is told the name of each detector as it begins, for a progress bar.
    """
    seen = view(document)
    spans: list[Span] = []
    for name in DETECTORS if detectors is None else detectors:
        if started is not None:
            started(name)
        spans.extend(detector(name)(seen, **(options or {}).get(name, {})))
    return without_noise(merge(spans, seen.text, weights=weights), seen)


def detector(name: str) -> Callable[..., Iterator[Span]]:
    """The function behind a name."""
    if ":" in name:
        return plugins.detector(name)
    found: Callable[..., Iterator[Span]] = load(DETECTORS, name, group=GROUP, error=DetectorError)
    return found


def view(document: Document) -> Document:
    """The document as detectors see it; every offset means the same place."""
    text = document.text
    parts: list[str] = []
    last = 0
    for zone in sorted((zone for zone in document.zones if zone.kind == "code"), key=lambda zone: zone.start):
        start = max(zone.start, last)
        parts += (text[last:start], _VISIBLE.sub(" ", text[start : zone.end]))
        last = max(zone.end, last)
    parts.append(text[last:])
    return replace(document, text=flow("".join(parts)))
