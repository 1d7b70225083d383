"""Spans that were found before: `recorded:FILE` in place of all detectors.

The file is JSON, a list of texts with their spans (`tests/recorded.py` writes one). Whatever comes after
detection can so be tested, or run again, on exactly the same spans.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from lexveil.errors import DetectorError
from lexveil.model import Document, Span

PREFIX = "recorded:"


def spans(document: Document, path: str) -> tuple[Span, ...]:
    found = _read(path).get(fingerprint(document))
    if found is None:
        raise DetectorError("detect.no-recording", file=path)
    return found


def fingerprint(document: Document) -> str:
    """Of all that the detectors see: the text and the metadata."""
    seen = [document.text, document.language, json.dumps(dict(document.metadata), sort_keys=True)]
    return sha256("\0".join(seen).encode("utf8", "surrogatepass")).hexdigest()


@cache
def _read(path: str) -> Mapping[str, tuple[Span, ...]]:
    try:
        stored = json.loads(Path(path).read_text("utf8"))
    except (OSError, ValueError):
        raise DetectorError("detect.recording", file=path) from None
    return {each["of"]: tuple(map(_span, each["spans"])) for each in stored}


def _span(stored: Sequence[Any]) -> Span:
    start, end, category, score, sources = stored
    return Span(start, end, category, score, tuple(sources))
