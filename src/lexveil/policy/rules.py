"""A policy as data: its TOML text in, a `Policy` out.

Every key is checked: an unknown or contradictory one is a `PolicyError` that names the policy, the line and
the key. docs/policies.md describes the schema. Nothing here reads a file or looks at a document.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lexveil.errors import PolicyError
from lexveil.model import CATEGORIES, ROLES

FORMAT = 1  # the version of the schema
ACTIONS = ("replace", "keep")
TITLES = ("drop", "keep", "all")
PLACES = ("{n}", "{A}")  # what numbers a label: 1, 2, 3 or A, B, C

_KEYS = {
    "policy": {"format", "description", "language", "titles", "rule", "keep"},
    "rule": {"category", "role", "certainty", "source", "before", "after", "action", "label"},
    "keep": {"names", "context"},
    "context": {"before", "after", "zone"},
}


@dataclass(frozen=True, slots=True)
class Context:
    """Where a mention stands: what is written right before and after it, which zone it lies in."""

    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    number: int  # its place in the policy, from 1
    category: frozenset[str] = frozenset()  # empty: any
    role: frozenset[str] = frozenset()  # empty: any
    certainty: frozenset[int] = frozenset()  # empty: any
    source: frozenset[str] = frozenset()  # "detector:rule"; every mention must have one of them. Empty: any
    context: Context = Context()
    action: str = "replace"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    name: str
    description: str = ""
    language: str = "en"
    titles: str = "drop"
    rules: tuple[Rule, ...] = ()
    keep_names: frozenset[str] = field(default=frozenset(), repr=False)  # folded; they are personal text
    keep_contexts: tuple[Context, ...] = ()


def parse(text: str, *, name: str) -> Policy:
    """
    >>> parse('format = 1\\n[[rule]]\\nrole = "WITNESS"\\nlabel = "W{n}"', name="mine").rules[0].label
    'W{n}'
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"policy '{name}' is not valid TOML: {error}; see docs/policies.md") from None
    read = _Reader(name, text)
    read.keys(table, "policy")
    if table.get("format") != FORMAT:
        raise read.error("format", f"must be {FORMAT}, the version of the policy schema")
    rules = read.tables(table, "rule")
    if not rules:
        raise read.error("rule", "is missing: a policy needs at least one [[rule]]")
    keep = table.get("keep", {})
    read.keys(keep, "keep")
    return Policy(
        name=name,
        description=read.string(table, "description"),
        language=read.string(table, "language") or "en",
        titles=read.choice(table, "titles", TITLES) or "drop",
        rules=tuple(_rule(read, number, rule) for number, rule in enumerate(rules, 1)),
        keep_names=frozenset(read.strings(keep, "names")),
        keep_contexts=tuple(_context(read, context, "context") for context in read.tables(keep, "context")),
    )


def _rule(read: "_Reader", number: int, table: Mapping[str, Any]) -> Rule:
    read.keys(table, "rule")
    action = read.choice(table, "action", ACTIONS) or "replace"
    label = read.string(table, "label")
    if action == "replace" and not any(place in label for place in PLACES):
        raise read.error(
            "label", f"of rule {number} must hold {' or '.join(PLACES)}, so that two people differ"
        )
    if action == "keep" and label:
        raise read.error("label", f'of rule {number} contradicts action = "keep": remove one of them')
    certainty = table.get("certainty", [])
    levels = frozenset(certainty if isinstance(certainty, list) else [certainty])
    if not levels <= {1, 2, 3}:
        raise read.error("certainty", f"of rule {number} must be 1, 2 or 3, or a list of them")
    return Rule(
        number=number,
        category=frozenset(read.choices(table, "category", CATEGORIES)),
        role=frozenset(read.choices(table, "role", ROLES)),
        certainty=levels,
        source=frozenset(read.strings(table, "source")),
        context=_context(read, {key: table[key] for key in ("before", "after") if key in table}, "rule"),
        action=action,
        label=label,
    )


def _context(read: "_Reader", table: Mapping[str, Any], kind: str) -> Context:
    read.keys(table, kind)
    if kind == "context" and not table:
        raise read.error("context", "is empty: give before, after or zone")
    return Context(
        read.pattern(table, "before", end=True), read.pattern(table, "after"), read.string(table, "zone")
    )


class _Reader:
    """Takes values out of the TOML table and says where a bad one stands."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines = text.splitlines()

    def error(self, key: str, problem: str) -> PolicyError:
        line = next(
            (at for at, line in enumerate(self.lines, 1) if re.match(rf"\W*{re.escape(key)}\b", line)), 0
        )
        where = f", line {line}" if line else ""
        return PolicyError(f"policy '{self.name}'{where}: {key} {problem}")

    def keys(self, table: Any, kind: str) -> None:
        if not isinstance(table, dict):
            raise self.error(kind, "must be a table")
        for key in table:
            if key not in _KEYS[kind]:
                raise self.error(key, f"is no key of a {kind}: choose from {', '.join(sorted(_KEYS[kind]))}")

    def tables(self, table: Mapping[str, Any], key: str) -> list[Any]:
        found = table.get(key, [])
        if not isinstance(found, list):
            raise self.error(key, f"must be written [[{key}]]")
        return found

    def string(self, table: Mapping[str, Any], key: str) -> str:
        found = table.get(key, "")
        if not isinstance(found, str):
            raise self.error(key, "must be a text in quotes")
        return found

    def strings(self, table: Mapping[str, Any], key: str) -> list[str]:
        found = table.get(key, [])
        found = [found] if isinstance(found, str) else found
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise self.error(key, "must be a text or a list of texts")
        return found

    def choice(self, table: Mapping[str, Any], key: str, among: Iterable[str]) -> str:
        found = self.string(table, key)
        if found and found not in among:
            raise self.error(key, f"must be one of {', '.join(among)}")
        return found

    def choices(self, table: Mapping[str, Any], key: str, among: Iterable[str]) -> list[str]:
        found = self.strings(table, key)
        for each in found:
            if each not in among:
                raise self.error(key, f"has an unknown value '{each}': choose from {', '.join(among)}")
        return found

    def pattern(self, table: Mapping[str, Any], key: str, *, end: bool = False) -> re.Pattern[str] | None:
        """A regular expression; with `end`, one that must reach the end of what it is matched with."""
        found = self.string(table, key)
        if not found:
            return None
        try:
            given = re.compile(found)
            body = re.sub(
                r"\A\(\?[a-zA-Z]+\)", "", found
            )  # (?i) must open a pattern; the flags are in `given`
            return re.compile(rf"(?:{body})\Z", given.flags) if end else given
        except re.error as error:
            raise self.error(key, f"is no valid regular expression ({error})") from None
