"""The papers' tables beside ours."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any


def tables() -> list[dict[str, Any]]:
    text = (files("lexveil.evaluate.book") / "papers.toml").read_text("utf8")
    return list(tomllib.loads(text)["table"])


def beside(book: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each table with `ours`, a figure for each of its places; None where the corpus was not there."""
    return [
        {**table, "ours": [_figure(book, *place) for place in table.get("ours", ())]} for table in tables()
    ]


def _figure(book: Mapping[str, Any], corpus: str, path: str) -> float | None:
    reports = (report for name, report in book["corpora"].items() if corpus in name)
    found: Any = next(reports, None) if corpus else book.get("experiments")
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, int | float) else None
