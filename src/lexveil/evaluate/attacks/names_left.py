"""Whether somebody's name can still be read, as it is or as an attacker guesses it: inflected, misspelt,
initials.

What is looked for may stand in a text by chance, the more so among surrogates: the same search for people
who are not in the document says how often.
"""

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rapidfuzz.distance import OSA

from lexveil import languages
from lexveil.evaluate.attacks.knowledge import Record
from lexveil.evaluate.attacks.published import Published
from lexveil.languages import common
from lexveil.text.fold import fold, squeeze

KINDS = ("name", "part", "inflected", "misspelt", "initials")  # the surest first
LEAST_MISSPELT, LEAST_INFLECTED = 6, 4  # letters
LONGEST_ENDING = 3
SPARSE = 0.02  # of the words: with fewer capitals a text says nothing by its small letters
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_INITIALS = re.compile(r"\b([A-ZÅÄÖÆØ])\.? ?([A-ZÅÄÖÆØ])\b\.?(?!\._)")


class Text:
    """A published text, made ready for many names."""

    def __init__(self, text: str, *, language: str) -> None:
        self.squeezed = f" {squeeze(text).text} "
        every = _WORD.findall(text)
        capitals = [word for word in every if word[0].isupper()]
        self.capitalised = frozenset(map(fold, capitals))
        typed_small = len(capitals) < SPARSE * len(every)
        ordinary = frozenset() if typed_small else _ordinary(language)
        self.words = (frozenset(map(fold, every)) - ordinary) | self.capitalised
        inflection = languages.inflection(language)
        self.bases = frozenset(
            base.name for word in self.capitalised for base in (inflection.bases(word) if inflection else ())
        )
        self.initials = frozenset("".join(found.groups()).lower() for found in _INITIALS.finditer(text))

    def kind_of(self, name: str) -> str:
        """How the name stands there; "" if it does not."""
        words = [fold(found[0]) for found in _WORD.finditer(name)]
        if not words:
            return ""
        family = words[-1]
        if len(words) > 1 and re.search(rf"\W{re.escape(' '.join(words))}\W", self.squeezed):
            return "name"
        if family in self.words:
            return "part" if len(words) > 1 else "name"
        if len(family) >= LEAST_INFLECTED and (family in self.bases or self._ending(family)):
            return "inflected"
        if len(family) >= LEAST_MISSPELT and self._misspelt(family):
            return "misspelt"
        if len(words) > 1 and words[0][0] + family[0] in self.initials:
            return "initials"
        return ""

    def _ending(self, family: str) -> bool:
        return any(
            word.startswith(family) and len(word) - len(family) <= LONGEST_ENDING for word in self.capitalised
        )

    def _misspelt(self, family: str) -> bool:
        near = (word for word in self.capitalised if abs(len(word) - len(family)) <= 1)
        return any(OSA.distance(word, family, score_cutoff=1) == 1 for word in near)


def _ordinary(language: str) -> frozenset[str]:
    """Words that are nobody in small letters, whoever bears them as a name: a *storm* that came up."""
    return common.every(languages.load(language)) if languages.find(language) else frozenset()


def figures(documents: Iterable[Published], known: Sequence[Record], *, seed: int = 0) -> dict[str, Any]:
    """The share of people whose name is left, by how; `control` is that of as many who are not there."""
    draw = random.Random(seed)  # noqa: S311 (whom a test compares with, nothing secret)
    found, control = Counter[str](), Counter[str]()
    sought = 0
    for document in documents:
        text = Text(document.text, language=document.language)
        inside = {each.person for each in document.pseudonyms}
        for each in document.pseudonyms:
            if each.name:
                sought += 1
                found[text.kind_of(each.name)] += 1
                other = draw.choice(known)
                while other.id in inside:
                    other = draw.choice(known)
                control[text.kind_of(other.name)] += 1
    return {
        "sought": sought,
        **{name: _shares(counted, sought) for name, counted in (("found", found), ("control", control))},
    }


def _shares(counted: Mapping[str, int], sought: int) -> dict[str, float | None]:
    kinds = {kind: counted.get(kind, 0) / sought if sought else None for kind in KINDS}
    return {**kinds, "any": 1 - counted.get("", 0) / sought if sought else None}


def by_document(
    documents: Iterable[Published], names: Sequence[tuple[str, str]]
) -> dict[str, dict[str, str]]:
    """Of files of unknown truth: document → id → how the name stands there. `names` with their ids."""
    found: dict[str, dict[str, str]] = {}
    for document in documents:
        text = Text(document.text, language=document.language)
        own = {person: kind for person, name in names if (kind := text.kind_of(name))}
        if own:
            found[document.id] = own
    return found
