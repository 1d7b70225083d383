"""Regular expressions from words."""

import re
from collections.abc import Iterable

Pattern = re.Pattern[str]

# Letters of all scripts that have capitals, for use inside brackets; these scripts end below 0x2000.
UPPER = "".join(chr(code) for code in range(0x41, 0x2000) if chr(code).isupper() or chr(code).istitle())
LOWER = "".join(chr(code) for code in range(0x61, 0x2000) if chr(code).islower())

_GROUP = re.compile(r"\((?!\?)")
_NOTHING = "(?!)"  # of no words: fits nowhere


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of the words, the longest first."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(re.escape, longest)) or _NOTHING})"


def one_of(patterns: Iterable[str]) -> str:
    """A regular expression for any of the patterns of a language's table, in their order."""
    return f"(?:{'|'.join(map(plain_groups, patterns)) or _NOTHING})"


def dotted(letters: Iterable[str]) -> str:
    """A regular expression for letters with and without stops: QC, Q.C; Esq."""
    found = [r"\.?".join(each) if each.isupper() else each for each in letters]
    return one_of(found) if found else "(?!)"


def plain_groups(pattern: str) -> str:
    """The pattern with groups that are not counted: `(a|b)` is `(?:a|b)`."""
    return _GROUP.sub("(?:", pattern)
