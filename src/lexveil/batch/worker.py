"""A part of the rows, made into a part of the results. Runs in a process of its own, which reads the model
and the tables once."""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lexveil.batch.rows import Row, told
from lexveil.check import risk
from lexveil.config import Settings
from lexveil.errors import InputError, LeakError, LexveilError, explained
from lexveil.pipeline.analysis import Result, analyze
from lexveil.pipeline.finish import expect_gone
from lexveil.pipeline.sources import text_document
from lexveil.policy import Policy

BAR, HIGHEST = 2, 20  # width of a bar of the histogram, and where the last one begins


class Asked(NamedTuple):
    """What holds for all parts."""

    policy: Policy
    settings: Settings
    key: bytes
    language: str  # of messages


@dataclass
class Tally:
    """What is counted of a part, or of the whole."""

    rows: int = 0
    characters: int = 0
    failed: int = 0
    leaks: int = 0
    review: int = 0
    categories: Counter[str] = field(default_factory=Counter)  # replaced, by category
    risk: Counter[str] = field(default_factory=Counter)  # rows, by the score at which their bar begins

    def plain(self) -> dict[str, Any]:
        counted = {"categories": dict(sorted(self.categories.items()))}
        counted["risk"] = {low: self.risk[low] for low in sorted(self.risk, key=int)}
        return {**vars(self), **counted}

    def add(self, other: "Tally") -> None:
        for name in ("rows", "characters", "failed", "leaks", "review"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.categories += other.categories
        self.risk += other.risk


class Part(NamedTuple):
    number: int
    results: bytes  # JSON lines
    errors: bytes
    tally: Tally


_asked: list[Asked] = []  # of this process


def begin(asked: Asked) -> None:
    _asked[:] = [asked]


def work(number: int, rows: tuple[Row, ...]) -> Part:
    asked, tally = _asked[0], Tally()
    results, errors = [], []
    for row in rows:
        tally.rows += 1
        tally.characters += len(row.text)
        try:
            results.append(_line(_made(row, asked, tally)))
        except LexveilError as error:
            tally.failed += 1
            tally.leaks += isinstance(error, LeakError)
            errors.append(_line(told(row, error, asked.language)))
    return Part(number, b"".join(results), b"".join(errors), tally)


def _made(row: Row, asked: Asked, tally: Tally) -> dict[str, object]:
    if row.error:
        raise InputError(row.error)
    with explained(LexveilError, "cli.unexpected"):
        document = text_document(row.text, settings=asked.settings)
        result = analyze(document, policy=asked.policy, key=asked.key, settings=asked.settings)
        expect_gone(result, asked.settings)
    _count(result, asked, tally)
    return {"file": row.source, "row": row.number, "text": result.text, "review": result.needs_review}


def _count(result: Result, asked: Asked, tally: Tally) -> None:
    category = {each.id: each.category for each in result.entities}
    tally.categories.update(category.get(each.entity, "") for each in result.replacements)
    tally.review += result.needs_review
    found = risk.assess(
        result.document, result.entities, result.decisions, result.replacements,
        weights=asked.policy.risk, threshold=asked.settings.risk_threshold, is_open=result.needs_review,
    )  # fmt: skip
    tally.risk[str(min(int(found.score) // BAR * BAR, HIGHEST))] += 1


def _line(found: dict[str, Any]) -> bytes:
    return (json.dumps(found, ensure_ascii=False) + "\n").encode()
