"""Regular expressions that are tried only on texts that hold what a match needs.

A name is looked at with dozens of patterns, each of which reads the same line before it. Every match of a
pattern holds one of some words, which can be read from the pattern; one pass of an automaton over the line
finds the words of all patterns, and only those that may fit are tried. What is found is what `re` finds.
"""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from lexveil.text.beginnings import WIDTHLESS, alike, in_any_case, parsed

SHORT = 24  # characters: a shorter text is read as quickly with the pattern itself
WORTH = 200  # texts looked at after which it pays to read the patterns
MOST = 600  # words of a pattern
FEW = 8  # letters of a class that are taken one by one
LEAST = 2  # letters of a word that tells anything

Words = frozenset[str]
_EMPTY: Words = frozenset([""])


class _Table(NamedTuple):
    automaton: AhoCorasick
    holders: list[set[int]]  # of each word of the automaton, which patterns need it
    known: int  # so many patterns were read


class Together:
    """Patterns that read the same texts, such as those of a language for what stands before a name."""

    def __init__(self) -> None:
        self._patterns: list[Needing] = []
        self._looked = 0  # at so many texts
        self._table: _Table | None = None
        self.possible = lru_cache(maxsize=64)(self._possible)  # patterns for one text follow one another

    def pattern(self, pattern: str, flags: int = 0) -> "Needing":
        self._patterns.append(Needing(self, len(self._patterns), re.compile(pattern, flags)))
        return self._patterns[-1]

    def _possible(self, text: str) -> tuple[int, set[int]]:
        """So many of the patterns are known, and of those these may fit somewhere in the text."""
        self._looked += 1
        if self._looked < WORTH:
            return 0, set()
        table = self._table
        if table is None or table.known < len(self._patterns):
            table = self._table = self._read()
        found: set[int] = set()
        for word, _, _ in table.automaton.find_matches_as_indexes(alike(text), overlapping=True):
            found |= table.holders[word]
        return table.known, found

    def _read(self) -> _Table:
        holders: dict[str, set[int]] = {}
        patterns = list(self._patterns)
        for each in patterns:
            for word in each.words or ():
                holders.setdefault(word, set()).add(each.number)
        automaton = AhoCorasick(list(holders), implementation=Implementation.ContiguousNFA)
        return _Table(automaton, list(holders.values()), len(patterns))


class Needing:
    """A compiled pattern, with a `search` and a `sub` that first ask whether it can be in a text."""

    def __init__(self, together: Together, number: int, plain: re.Pattern[str]) -> None:
        self.plain, self.number, self._together = plain, number, together
        self.match, self.fullmatch = plain.match, plain.fullmatch

    @cached_property
    def words(self) -> Words | None:
        """Each match holds one of them; None where that is unknown."""
        return needed(self.plain)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        return self.plain.search(text, start) if self._may_fit(text) else None

    def sub(self, new: str, text: str) -> str:
        return self.plain.sub(new, text) if self._may_fit(text) else text

    def _may_fit(self, text: str) -> bool:
        if len(text) < SHORT:
            return True
        known, fits = self._together.possible(text)
        return self.number >= known or self.number in fits or self.words is None


def needed(pattern: re.Pattern[str]) -> Words | None:
    """Words, as `alike` writes them, of which every match of the pattern holds one.

    >>> sorted(needed(re.compile(r"(?i)(?<!\\w)counsel (?:for|of) [A-Z]\\w+")) or ())
    ['counsel for ', 'counsel of ']
    """
    tree = parsed(pattern)
    if tree is None:
        return None
    _, best = _of_sequence(tree, ignoring=bool(tree.state.flags & re.IGNORECASE))
    return best if best is not None and _shortest(best) >= LEAST else None


def _of_sequence(items: Iterable[tuple[Any, Any]], *, ignoring: bool) -> tuple[Words | None, Words | None]:
    """All that the sequence may be, where that is a few words; and the best words of which it holds one."""
    run, best, whole = _EMPTY, None, True
    for kind, value in items:
        if kind.name == "FAILURE" or (kind.name == "ASSERT_NOT" and not value[1]):  # (?!): fits nowhere
            return None, frozenset()
        if kind.name in WIDTHLESS:
            continue
        exact, inner = _of_item(kind.name, value, ignoring=ignoring)
        if exact is not None and len(run) * len(exact) <= MOST:
            run = frozenset(one + other for one in run for other in exact)
        else:
            whole = False
            best = _better(_better(best, run), inner)
            run = exact or _EMPTY
    return (run if whole else None), _better(best, run)


def _better(one: Words | None, other: Words | None) -> Words | None:
    """The one of which the shortest word is longer: it stands in fewer texts."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda words: (_shortest(words), -len(words)))


def _shortest(words: Words) -> int:
    return min(map(len, words), default=MOST)


def _of_item(kind: str, value: Any, *, ignoring: bool) -> tuple[Words | None, Words | None]:
    if kind == "LITERAL":
        letter = _letter(value, ignoring=ignoring)
        return letter, letter
    if kind == "IN":
        letters = _letters(value, ignoring=ignoring)
        return letters, letters
    if kind == "BRANCH":
        return _united([_of_sequence(each, ignoring=ignoring) for each in value[1]])
    if kind == "SUBPATTERN":
        _, more, less, inner = value
        return _of_sequence(inner, ignoring=(ignoring or bool(more & re.I)) and not less & re.I)
    if kind == "ATOMIC_GROUP":
        return _of_sequence(value, ignoring=ignoring)
    if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, inner = value
        exact, best = _of_sequence(inner, ignoring=ignoring)
        if most == 1 and exact is not None:
            return (exact, best) if least else (exact | _EMPTY, None)
        return None, best if least else None
    return None, None


def _united(parts: list[tuple[Words | None, Words | None]]) -> tuple[Words | None, Words | None]:
    exact, best = ([each[place] for each in parts] for place in (0, 1))
    return _all(exact), _all(best)


def _all(parts: list[Words | None]) -> Words | None:
    known = [each for each in parts if each is not None]
    if len(known) < len(parts):
        return None
    found = frozenset[str]().union(*known)
    return found if len(found) <= MOST else None


def _letter(code: int, *, ignoring: bool) -> Words | None:
    if ignoring and not in_any_case(code):
        return None
    return frozenset([alike(chr(code))])


def _letters(items: Any, *, ignoring: bool) -> Words | None:
    """Each of a few letters of a class."""
    if len(items) > FEW or any(kind.name != "LITERAL" for kind, _ in items):
        return None
    return _all([_letter(code, ignoring=ignoring) for _, code in items])
