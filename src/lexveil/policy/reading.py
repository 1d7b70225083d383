"""Values out of the TOML text of a policy, and where a bad one stands.

A bad value is a `PolicyKeyError`, which names the policy, the line and the key. The reader knows kinds of
values, not what they mean.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from lexveil import messages
from lexveil.errors import AREA, PolicyError

Kind = TypeVar("Kind")
MANY = 1_000_000_000  # "2..": no upper bound
_HEADER = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]\]?\s*(?:#.*)?$")
_RANGE = re.compile(r"(\d{1,9})?(\.\.)?(\d{1,9})?")


class PolicyKeyError(PolicyError):
    """What is wrong with a key of a policy, and where; every one has the values `policy`, `line`, `key`."""

    def render(self, language: str = messages.DEFAULT) -> str:
        where = "policy.line" if self.values["line"] else "policy.no-line"
        values = {**self.values, "problem": super().render(language)}
        return messages.render(AREA + where, values, language)


class Block(NamedTuple):
    """A table of the policy: its name as in the header ("" on top), and which of that name it is, from 1."""

    name: str = ""
    number: int = 1


class Reader:
    """Knows the lines of one policy."""

    def __init__(self, name: str, text: str, keys: Mapping[str, Iterable[str]]) -> None:
        self.name = name
        self.known = keys
        self.lines: list[tuple[Block, str]] = []
        seen: Counter[str] = Counter()
        block = Block()
        for line in text.splitlines():
            header = _HEADER.match(line)
            if header:
                seen[header[1]] += 1
                block = Block(header[1], seen[header[1]])
            self.lines.append((block, line))

    def error(self, code: str, key: str, block: Block | None = None, **values: object) -> PolicyKeyError:
        """With the line of the key in its table; of the table itself when it has none there."""
        named = re.compile(rf"\W*(?:\w+\.)?{re.escape(key)}\b")
        lines = [at for at, (_, line) in enumerate(self.lines, 1) if named.match(line)]
        inside = [at for at, (where, _) in enumerate(self.lines, 1) if block is not None and where == block]
        line = next((at for at in lines if not inside or at in inside), inside[0] if inside else 0)
        return PolicyKeyError(code, policy=self.name, line=line, key=key, **values)

    def keys(self, table: Any, kind: str, block: Block | None = None) -> None:
        if not isinstance(table, dict):
            raise self.error("policy.no-table", kind, block)
        for key in table:
            if key not in self.known[kind]:
                choices = ", ".join(sorted(self.known[kind]))
                raise self.error("policy.unknown-key", key, block, kind=kind, choices=choices)

    def _value(
        self, table: Mapping[str, Any], key: str, default: Kind, code: str, block: Block | None
    ) -> Kind:
        found = table.get(key, default)
        if not isinstance(found, type(default)):
            raise self.error(code, key, block)
        return found

    def tables(self, table: Mapping[str, Any], key: str) -> list[Any]:
        return self._value(table, key, [], "policy.no-tables", None)

    def string(self, table: Mapping[str, Any], key: str, block: Block | None = None) -> str:
        return self._value(table, key, "", "policy.no-text", block)

    def yes(self, table: Mapping[str, Any], key: str) -> bool:
        return self._value(table, key, False, "policy.no-switch", None)

    def strings(self, table: Mapping[str, Any], key: str, block: Block | None = None) -> list[str]:
        found = table.get(key, [])
        found = [found] if isinstance(found, str) else found
        if not isinstance(found, list) or not all(isinstance(each, str) and each.strip() for each in found):
            raise self.error("policy.no-texts", key, block)
        return found

    def choice(
        self, table: Mapping[str, Any], key: str, among: Iterable[str], block: Block | None = None
    ) -> str:
        found = self.string(table, key, block)
        if found and found not in among:
            raise self.error("policy.no-choice", key, block, choices=", ".join(among))
        return found

    def choices(
        self, table: Mapping[str, Any], key: str, among: Iterable[str], block: Block | None = None
    ) -> list[str]:
        found = self.strings(table, key, block)
        for each in found:
            if each not in among:
                choices = ", ".join(among)
                raise self.error("policy.unknown-value", key, block, value=each, choices=choices)
        return found

    def pattern(
        self, table: Mapping[str, Any], key: str, block: Block | None = None, *, end: bool = False
    ) -> re.Pattern[str] | None:
        """A regular expression; with `end`, one that must reach the end of what it is matched with."""
        found = self.string(table, key, block)
        return self.compiled(found, key, block, end=end) if found else None

    def patterns(self, table: Mapping[str, Any], key: str, block: Block) -> tuple[re.Pattern[str], ...]:
        return tuple(self.compiled(each, key, block) for each in self.strings(table, key, block))

    def compiled(self, found: str, key: str, block: Block | None, *, end: bool = False) -> re.Pattern[str]:
        try:
            plain = re.compile(found)
            body = re.sub(r"\A\(\?[a-zA-Z]+\)", "", found)  # (?i) must open a pattern; its flags are kept
            return re.compile(rf"(?:{body})\Z", plain.flags) if end else plain
        except re.error as error:
            raise self.error("policy.no-pattern", key, block, about=error) from None

    def range(self, table: Mapping[str, Any], key: str, block: Block) -> tuple[int, int]:
        """How many: "2..", "..3", "2..5" or "4"; everything when the key is not there."""
        if key not in table:
            return (1, MANY)
        found = table[key]
        parts = _RANGE.fullmatch(found.replace(" ", "")) if isinstance(found, str) else None
        if not parts or not (parts[1] or parts[3]) or (parts[3] and not parts[2]):
            raise self.error("policy.no-range", key, block)
        low = int(parts[1] or 1)
        high = int(parts[3]) if parts[3] else MANY if parts[2] else low
        if not 1 <= low <= high:
            raise self.error("policy.empty-range", key, block)
        return low, high

    def count(self, table: Mapping[str, Any], key: str, block: Block) -> int:
        found = table.get(key, 0)
        if not isinstance(found, int) or isinstance(found, bool) or found < 0 or (key in table and not found):
            raise self.error("policy.no-count", key, block)
        return found
