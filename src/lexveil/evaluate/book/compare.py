"""Two books: what fell, what rose, and whether chance could have done it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lexveil.errors import InputError
from lexveil.evaluate.book.measures import HIGHER

LEAST = 0.002  # a change that is told


def read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf8"))
        whole = all(isinstance(each["figures"], dict) for each in found["corpora"].values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        whole = False
    if not whole:
        raise InputError("evaluate.book_other", path=path)
    return dict(found)


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Figures that both have and that differ, what fell most first. `beyond_chance`: of as many documents,
    the new one lies outside the old one's interval."""
    found = []
    for name, corpus in new["corpora"].items():
        other = old["corpora"].get(name, {"figures": {}})
        before, alike = other["figures"], other.get("documents") == corpus.get("documents")
        for figure, now in corpus["figures"].items():
            then = before.get(figure)
            if not then or then["value"] is None or now["value"] is None:
                continue
            gain = (now["value"] - then["value"]) * (1 if now["better"] == HIGHER else -1)
            if abs(gain) >= LEAST:
                surely = alike and _outside(now["value"], then)
                found.append(
                    {
                        "corpus": name, "figure": figure, "then": then["value"], "now": now["value"],
                        "fell": gain < 0, "by": abs(gain), "beyond_chance": surely,
                    }
                )  # fmt: skip
    return sorted(found, key=lambda each: (not each["fell"], -each["by"]))


def apart(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Corpora that cannot be compared, or only loosely, each with the reason."""
    then, now = old["corpora"], new["corpora"]
    gone = [(name, "in the other book alone") for name in then if name not in now]
    fresh = [(name, "in this book alone") for name in now if name not in then]
    numbers = {
        name: (then[name].get("documents"), now[name].get("documents")) for name in now if name in then
    }
    others = [
        (name, f"{one} documents then, {two} now") for name, (one, two) in numbers.items() if one != two
    ]
    return [*gone, *fresh, *others]


def _outside(value: float, figure: Mapping[str, Any]) -> bool:
    low, high = figure["low"], figure["high"]
    return low is None or high is None or not low <= value <= high
