"""Small worlds for tests: `doc("[Jean Martin](PERSON:judge) heard [Mr Roe](PERSON)")`."""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from lexveil.model import Document, Span

MARK = re.compile(r"\[([^\[\]]+)\]\(([A-Z_]+)(?::([a-z_]+))?\)")
LANGUAGES = Path(__file__).parents[1] / "src" / "lexveil" / "languages"


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
    """The rows of every `languages/<code>/cases/<table>.toml` as parameters of a test, with their `language`.

    `known` names a failure we live with; it must still fail, so that a fix is noticed.
    """
    return [
        pytest.param(
            {"language": path.parents[1].name} | row,
            id=f"{path.parents[1].name}-{table}-{number}",
            marks=[pytest.mark.xfail(strict=True, reason=row["known"])] if "known" in row else [],
        )
        for path in sorted(LANGUAGES.glob(f"*/cases/{table}.toml"))
        for number, row in enumerate(tomllib.loads(path.read_text("utf8"))["case"], 1)
    ]


def for_arbitration(arguments):
    """The words of a command line: of one that reads documents, under the policy `arbitration` unless it says
    otherwise."""
    words = [str(each) for each in arguments]
    reads = words[:1] in (["run"], ["entities"])
    return [*words, "--policy", "arbitration"] if reads and "--policy" not in words else words
