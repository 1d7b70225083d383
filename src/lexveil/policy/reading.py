"""Values out of the TOML text of a policy, and where a bad one stands.

Comes in: the text and the tables that `tomllib` made of it. Goes out: checked values; or a `PolicyError` that
names the policy, the line and the key. It knows kinds of values, not what they mean.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lexveil.errors import PolicyError

MANY = 1_000_000_000  # "2..": no upper bound
_HEADER = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]\]?\s*(?:#.*)?$")
_RANGE = re.compile(r"(\d{1,9})?(\.\.)?(\d{1,9})?")


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
        seen: dict[str, int] = {}
        block = Block()
        for line in text.splitlines():
            header = _HEADER.match(line)
            if header:
                seen[header[1]] = seen.get(header[1], 0) + 1
                block = Block(header[1], seen[header[1]])
            self.lines.append((block, line))

    def error(self, key: str, problem: str, block: Block | None = None) -> PolicyError:
        """With the line of the key in its table; of the table itself when it has none there."""
        named = re.compile(rf"\W*(?:\w+\.)?{re.escape(key)}\b")
        lines = [at for at, (_, line) in enumerate(self.lines, 1) if named.match(line)]
        inside = [at for at, (where, _) in enumerate(self.lines, 1) if block is not None and where == block]
        line = next((at for at in lines if not inside or at in inside), inside[0] if inside else 0)
        where = f", line {line}" if line else ""
        return PolicyError(f"policy '{self.name}'{where}: {key} {problem}")

    def keys(self, table: Any, kind: str, block: Block | None = None) -> None:
        if not isinstance(table, dict):
            raise self.error(kind, "must be a table", block)
        for key in table:
            if key not in self.known[kind]:
                choices = ", ".join(sorted(self.known[kind]))
                raise self.error(key, f"is no key of a {kind}: choose from {choices}", block)

    def tables(self, table: Mapping[str, Any], key: str) -> list[Any]:
        found = table.get(key, [])
        if not isinstance(found, list):
            raise self.error(key, f"must be written [[{key}]]")
        return found

    def string(self, table: Mapping[str, Any], key: str, block: Block | None = None) -> str:
        found = table.get(key, "")
        if not isinstance(found, str):
            raise self.error(key, "must be a text in quotes", block)
        return found

    def yes(self, table: Mapping[str, Any], key: str, block: Block | None = None) -> bool:
        found = table.get(key, False)
        if not isinstance(found, bool):
            raise self.error(key, "must be true or false, without quotes", block)
        return found

    def strings(self, table: Mapping[str, Any], key: str, block: Block | None = None) -> list[str]:
        found = table.get(key, [])
        found = [found] if isinstance(found, str) else found
        if not isinstance(found, list) or not all(isinstance(each, str) and each.strip() for each in found):
            raise self.error(key, "must be a text or a list of texts", block)
        return found

    def choice(
        self, table: Mapping[str, Any], key: str, among: Iterable[str], block: Block | None = None
    ) -> str:
        found = self.string(table, key, block)
        if found and found not in among:
            raise self.error(key, f"must be one of {', '.join(among)}", block)
        return found

    def choices(
        self, table: Mapping[str, Any], key: str, among: Iterable[str], block: Block | None = None
    ) -> list[str]:
        found = self.strings(table, key, block)
        for each in found:
            if each not in among:
                raise self.error(key, f"has an unknown value '{each}': choose from {', '.join(among)}", block)
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
            given = re.compile(found)
            body = re.sub(
                r"\A\(\?[a-zA-Z]+\)", "", found
            )  # (?i) must open a pattern; the flags are in `given`
            return re.compile(rf"(?:{body})\Z", given.flags) if end else given
        except re.error as error:
            raise self.error(key, f"is no valid regular expression ({error})", block) from None

    def range(self, table: Mapping[str, Any], key: str, block: Block) -> tuple[int, int]:
        """How many: "2..", "..3", "2..5" or "4"; everything when the key is not there."""
        if key not in table:
            return (1, MANY)
        found = table[key]
        parts = _RANGE.fullmatch(found.replace(" ", "")) if isinstance(found, str) else None
        if not parts or not (parts[1] or parts[3]) or (parts[3] and not parts[2]):
            raise self.error(key, 'must be a range such as "2..", "..3" or "2..5"', block)
        low = int(parts[1] or 1)
        high = int(parts[3]) if parts[3] else MANY if parts[2] else low
        if not 1 <= low <= high:
            raise self.error(key, "is an empty range: nothing is named so often", block)
        return low, high

    def count(self, table: Mapping[str, Any], key: str, block: Block) -> int:
        found = table.get(key, 0)
        if not isinstance(found, int) or isinstance(found, bool) or found < 0 or (key in table and not found):
            raise self.error(key, "must be a whole number above 0", block)
        return found
