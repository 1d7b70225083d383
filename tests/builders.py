"""Small worlds for tests: `doc("[Jean Martin](PERSON:judge) heard [Mr Roe](PERSON)")`."""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

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


def cases(table: str) -> list:
    """The rows of `tests/cases/<table>.toml` as parameters of a test.

    `known` names a failure we live with; it must still fail, so that a fix is noticed.
    """
    rows = tomllib.loads((CASES / f"{table}.toml").read_text("utf8"))["case"]
    return [
        pytest.param(
            row,
            id=f"{table}-{number}",
            marks=[pytest.mark.xfail(strict=True, reason=row["known"])] if "known" in row else [],
        )
        for number, row in enumerate(rows, 1)
    ]
