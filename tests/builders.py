"""Small worlds for tests: `doc("[Jean Martin](PERSON:judge) heard [Mr Roe](PERSON)")`."""

import re
from pathlib import Path
from typing import NamedTuple

from lexveil.model import Document, Span

MARK = re.compile(r"\[([^\[\]]+)\]\(([A-Z_]+)(?::([a-z_]+))?\)")
CASES = Path(__file__).parent / "cases"


class Marked(NamedTuple):
    document: Document
    spans: tuple[Span, ...]
    roles: tuple[str, ...]  # one per span, "" where the mark names none


def doc(marked: str, **fields: object) -> Marked:
    """A document and its spans from text with marks `[text](CATEGORY)` or `[text](CATEGORY:role)`."""
    text, spans, roles, last = "", [], [], 0
    for mark in MARK.finditer(marked):
        text += marked[last : mark.start()]
        spans.append(Span(len(text), len(text) + len(mark[1]), mark[2], sources=("test:mark",)))
        roles.append((mark[3] or "").upper())
        text += mark[1]
        last = mark.end()
    text += marked[last:]
    return Marked(Document(id="doc-test", text=text, **fields), tuple(spans), tuple(roles))
