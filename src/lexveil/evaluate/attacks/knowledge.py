"""What an attacker knows: a register of people with facts, and where a text states such a fact.

JSON lines: `{"id": "p1", "name": "Ann Roe", "gender": "f", "facts": {"born": "1984-05-03", "town": "Derby"},
"days": ["2019-03-01", "2019-09-30"]}`. `days` are those that the press told, of an accident and of a hearing.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

from lexveil.errors import InputError
from lexveil.text.days import days_in
from lexveil.text.fold import fold, squeeze, whole_word
from lexveil.text.search import Automaton

BORN, DAYS, YEAR, INTERVAL = (
    "born",
    "days",
    "year",
    "interval",
)  # kinds of facts that are told by the calendar


@dataclass(frozen=True, slots=True)
class Record:
    """What is publicly known of a person."""

    id: str
    name: str = field(repr=False)
    gender: str = ""  # m, f
    facts: Mapping[str, str] = field(default_factory=dict, repr=False)  # kind → value; `born` as ISO date
    days: tuple[str, ...] = field(default=(), repr=False)  # ISO


def read(path: Path) -> tuple[Record, ...]:
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "UTF-8"
        raise InputError("attack.knowledge_unreadable", path=path, reason=reason) from None
    found: dict[str, Record] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            record = _record(line)
            if record is None or record.id in found:
                raise InputError("attack.knowledge_line", path=path, line=number)
            found[record.id] = record
    if len(found) < 2:
        raise InputError("attack.knowledge_few", path=path)
    return tuple(found.values())


def _record(line: str) -> Record | None:
    try:
        given = json.loads(line)
        facts, days = given.get("facts", {}), tuple(given.get("days", ()))
        for day in (*days, *filter(None, [facts.get(BORN)])):
            date.fromisoformat(day)
        texts = (given["id"], given["name"], given.get("gender", ""), *facts, *facts.values())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    if not all(isinstance(text, str) for text in texts) or not given["id"] or not given["name"].strip():
        return None
    return Record(given["id"], given["name"], given.get("gender", ""), facts, days)


def written(records: Iterable[Record]) -> str:
    """As `read` reads it."""
    rows: Iterator[dict[str, Any]] = (
        {
            "id": each.id,
            "name": each.name,
            "gender": each.gender,
            "facts": dict(each.facts),
            "days": each.days,
        }
        for each in records
    )
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


class Stated(NamedTuple):
    """A fact that a text states, and who is known to have it."""

    start: int
    end: int
    kind: str
    holders: frozenset[str]
    bits: float  # what it tells: log2 of how many people it leaves out
    of_case: bool  # it tells of everyone in the document


class Facts:
    """The facts of a register, to be found in texts."""

    def __init__(self, known: Sequence[Record]) -> None:
        self.people = len(known)
        values: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for each in known:
            for kind, value in each.facts.items():
                values[kind, value if kind == BORN else fold(value)].add(each.id)
            if BORN in each.facts:
                values[YEAR, each.facts[BORN][:4]].add(each.id)
            for day in each.days:
                values[DAYS, day].add(each.id)
            for one, other in combinations(sorted(each.days), 2):
                values[INTERVAL, str((date.fromisoformat(other) - date.fromisoformat(one)).days)].add(each.id)
        self._holders = {key: frozenset(ids) for key, ids in values.items()}
        calendar_kinds = (BORN, YEAR, DAYS, INTERVAL)
        words: defaultdict[str, list[str]] = defaultdict(list)
        for kind, value in self._holders:
            if kind not in calendar_kinds:
                words[value].append(kind)
        self._words = Automaton(words)

    def find(self, text: str, *, language: str) -> list[Stated]:
        return [*self._found_words(text), *self._found_days(text, language)]

    def _stated(
        self, start: int, end: int, kind: str, value: str, *, of_case: bool = False
    ) -> Iterator[Stated]:
        holders = self._holders.get((kind, value))
        if holders:
            yield Stated(start, end, kind, holders, log2(self.people / len(holders)), of_case)

    def _found_words(self, text: str) -> Iterator[Stated]:
        squeezed = squeeze(text)
        for kinds, start, end in self._words.find(squeezed.text):
            if whole_word(squeezed.text, start, end):
                first, last = squeezed.original(start), squeezed.original(end - 1) + 1
                for kind in kinds:
                    yield from self._stated(first, last, kind, squeezed.text[start:end])

    def _found_days(self, text: str, language: str) -> Iterator[Stated]:
        days = days_in(text, language=language)
        inside = Counter(at for each in days for at in range(each.start, each.end))
        for each in days:
            yield from self._stated(each.start, each.end, BORN, each.day.isoformat())
            yield from self._stated(each.start, each.end, DAYS, each.day.isoformat(), of_case=True)
        for year in re.finditer(r"(?<!\d)(?:19|20)\d\d(?!\d)", text):
            if not inside[year.start()]:
                yield from self._stated(year.start(), year.end(), YEAR, year[0])
        apart = {abs((one.day - other.day).days) for one, other in combinations(days[:40], 2)} - {0}
        for number in sorted(apart):  # that dates were moved does not change how far they lie apart
            for stated in self._stated(0, 0, INTERVAL, str(number), of_case=True):
                # Each pair of dates could have met it by chance.
                yield stated._replace(bits=max(0.0, stated.bits - log2(len(apart))))
