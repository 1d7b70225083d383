"""Words: lists of them read from a file, regular expressions made of them."""

import re
from collections.abc import Iterable
from importlib.resources.abc import Traversable

Pattern = re.Pattern[str]

_GROUP = re.compile(r"\((?!\?)")


def sections(file: Traversable, separator: str | None = "|") -> dict[str, list[str]]:
    """The entries of a list by section: `[name]` heads a section, `#` a remark."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in file.read_text("utf8").splitlines():
        if line.startswith("["):
            current = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            current += line.split(separator)
    return found


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of the words, the longest first."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(re.escape, longest))})"


def one_of(patterns: Iterable[str]) -> str:
    """A regular expression for any of the patterns of a language's table, in their order."""
    return f"(?:{'|'.join(map(plain_groups, patterns))})"


def plain_groups(pattern: str) -> str:
    """The pattern with groups that are not counted: `(a|b)` is `(?:a|b)`."""
    return _GROUP.sub("(?:", pattern)
