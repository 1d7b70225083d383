"""Regular expressions that are tried only where a match can begin.

`re` tries a pattern of many words at every character of a text. What a match begins with can be read from the
pattern (`beginnings`): some hundred words, or a few signs. One pass of an Aho-Corasick automaton finds these
places, and there the pattern itself decides; what is found is what `re` finds, match by match.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from string import ascii_lowercase

from ahocorasick_rs import AhoCorasick

from lexveil.text.beginnings import Beginning, alike, beginnings

SHORT = 24  # characters: a shorter text is read faster than the places are found
WORTH = 20_000  # characters read with a pattern after which it pays to know what it begins with
KEPT = 300  # characters of a text whose small letters are kept for the next pattern
MANY = 6  # small letters with which a match may begin; with more of them nothing is gained
MANY_APART = 16  # the same where they begin a word


class Quick:
    """A compiled pattern, with those methods of `re.Pattern` that read long texts made quick."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.plain = re.compile(pattern, flags)
        self.match, self.fullmatch = self.plain.match, self.plain.fullmatch
        self._read = 0  # characters

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return next(self.finditer(text, start, end), None)

    def finditer(self, text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        end = len(text) if end is None else min(end, len(text))
        self._read += end - start
        if end - start < SHORT or self._read < WORTH or self.places is None:
            return self.plain.finditer(text, start, end)
        return self._tried(self.places.find(text, start, end), text, start, end)

    def _tried(self, places: Iterable[int], text: str, last: int, end: int) -> Iterator[re.Match[str]]:
        match = self.plain.match
        for at in places:
            if at >= last and (found := match(text, at, end)):
                yield found
                last = found.end()

    @cached_property
    def places(self) -> "Places | None":
        """Where to try; None if that is nearly everywhere."""
        found = beginnings(self.plain)
        return None if found is None else _places(found)


class Places:
    """Where one of some words begins, or a sign of some kinds stands."""

    def __init__(self, words: Mapping[str, bool], apart: Iterable[str], close: Iterable[str]) -> None:
        """Words with whether they must begin a word of the text; signs that must, and those that need not."""
        self._words = AhoCorasick(list(words)) if words else None
        self._apart = list(words.values())
        signs = [rf"[{''.join(apart)}](?<!\w.)"] if apart else []
        signs += [f"[{''.join(close)}]"] if close else []
        self._signs = re.compile("|".join(signs), re.DOTALL) if signs else None

    def find(self, text: str, start: int, end: int) -> list[int]:
        signs: list[int] = []
        if self._signs is not None:
            signs = [sign.start() for sign in self._signs.finditer(text, start, end)]
        if self._words is None:
            return signs
        found = set(signs)
        small = _kept(text) if len(text) > KEPT else alike(text)
        part = small if (start, end) == (0, len(text)) else small[start:end]
        for word, at, _ in self._words.find_matches_as_indexes(part, overlapping=True):
            if not (self._apart[word] and at and part[at - 1].isalnum()):
                found.add(at + start)
        return sorted(found)


_kept = lru_cache(maxsize=4)(alike)  # the patterns for one text follow one another


def _places(found: Iterable[Beginning]) -> Places | None:
    words: dict[str, bool] = {}
    for each in sorted(found):  # the shorter first: what begins with one of them is none of its own
        letters = each.letters
        word = next((letters[:size] for size in range(2, len(letters)) if letters[:size] in words), letters)
        if len(word) > 1:
            words[word] = words.get(word, True) and each.apart
    signs = [each for each in found if len(each.letters) < 2]
    apart, close = (sorted({each.first for each in signs if each.apart == here}) for here in (True, False))
    rare = _many(apart) <= MANY_APART and _many(close) <= MANY
    return Places(words, apart, close) if rare else None


def _many(signs: Iterable[str]) -> int:
    """How many small letters are of these kinds; a space is too many."""
    one = re.compile(f"[{''.join(signs)}]" if signs else "(?!)")
    return 26 if one.match(" ") else sum(one.match(letter) is not None for letter in ascii_lowercase)
