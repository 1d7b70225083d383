"""Can a name that was missed be told among the pseudonyms around it?

Misses are simulated where the truth is known: `random` ones, and `systematic` ones, in which the words
around decide what is missed, as with a real detector. Four attackers look at every name that stands in the
text. By `frequency`: who is named once is real (Osborne et al. 2025). By the `register`: who is in it is
real. The `parrot` (Carrell et al. 2019) marks the names in a half of the corpus and trains a tagger on it:
what that misses in the other half, the tool missed too. Whoever has the `tool` itself trains it on what the
tool finds, and so learns what it does not.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lexveil.evaluate.attacks import tagger
from lexveil.evaluate.attacks.knowledge import Record
from lexveil.evaluate.attacks.published import Moved, Place
from lexveil.evaluate.attacks.ranking import auc, precision_at
from lexveil.evaluate.detection import merge
from lexveil.evaluate.gold import Gold
from lexveil.model import Replacement
from lexveil.text.fold import fold

RATE = 0.1  # of the mentions that are missed
MISSES = ("random", "systematic")


@dataclass(frozen=True, slots=True)
class Mixed:
    """A text with pseudonyms and with names that were missed."""

    text: str = field(repr=False)
    places: tuple[Place, ...]  # of both, in order
    real: tuple[bool, ...]

    @property
    def families(self) -> list[str]:
        """The last word of each."""
        words = (fold(self.text[start:end]).split() for start, end in self.places)
        return [each[-1] if each else "" for each in words]


def mixed(gold: Gold, replacements: Sequence[Replacement], *, is_missed: Callable[[str], bool]) -> Mixed:
    """Some names are put back, as if they had been missed: the words after a name decide."""
    people = merge((each.start, each.end) for each in gold.mentions if each.type == "PERSON")
    own = [
        each for each in replacements if each.category == "PERSON" and people.touches(each.start, each.end)
    ]
    missed = {each.start for each in own if is_missed(_after(gold.text, each.end))}
    moved = Moved(gold.text, [each for each in replacements if each.start not in missed])
    places = [(moved.place(each.start, each.end)[0], each.start in missed) for each in own]
    return Mixed(moved.text, tuple(place for place, _ in places), tuple(real for _, real in places))


def _after(text: str, end: int) -> str:
    return " ".join(text[end : end + 30].split()[:2])


def figures(
    golds: Sequence[Gold],
    replacements: Mapping[str, Sequence[Replacement]],
    known: Sequence[Record],
    *,
    seed: int = 0,
) -> dict[str, Any]:
    """AUC of each attacker (0.5 is a guess), and how many of as many suspects as were missed are real."""
    return {misses: _figures(golds, replacements, known, misses, seed) for misses in MISSES}


def _figures(
    golds: Sequence[Gold],
    replacements: Mapping[str, Sequence[Replacement]],
    known: Sequence[Record],
    misses: str,
    seed: int,
) -> dict[str, Any]:
    draw = random.Random(f"{misses} {seed}")  # noqa: S311 (simulated misses)
    contexts: dict[str, bool] = {}

    def is_missed(words: str) -> bool:
        lot = draw.random() < RATE
        return contexts.setdefault(words, lot) if misses == "systematic" else lot

    texts = [mixed(each, replacements[each.id], is_missed=is_missed) for each in golds]
    register = {fold(each.name).split()[-1] for each in known}
    scores = {
        "frequency": _each(texts, _frequency),
        "register": _each(texts, lambda text: [float(word in register) for word in text.families]),
        "parrot": _learned(texts, seed, marks_real=True),
        "tool": _learned(texts, seed, marks_real=False),
    }
    real = [each for text in texts for each in text.real]
    report: dict[str, Any] = {"names": len(real), "missed": sum(real)}
    for name, found in scores.items():
        wanted = [score for score, is_real in zip(found, real, strict=True) if is_real]
        others = [score for score, is_real in zip(found, real, strict=True) if not is_real]
        report[name] = {"auc": auc(wanted, others), "precision": precision_at(wanted, others)}
    return report


def _each(texts: Sequence[Mixed], score: Callable[[Mixed], list[float]]) -> list[float]:
    return [each for text in texts for each in score(text)]


def _frequency(text: Mixed) -> list[float]:
    counted = Counter(text.families)
    return [-float(counted[word]) for word in text.families]


def _learned(texts: Sequence[Mixed], seed: int, *, marks_real: bool) -> list[float]:
    """Each half is judged by a tagger that learned from the other: from every name that stands there, as who
    marks them by hand does, or only from what the tool found in it."""
    halves = [range(0, len(texts), 2), range(1, len(texts), 2)]
    found: dict[int, list[float]] = {}
    for half, other in zip(halves, halves[::-1], strict=True):
        learned = tagger.train([_marked(texts[at], marks_real=marks_real) for at in half], seed=seed)
        for at in other:
            found[at] = [-score for score in learned.scores(texts[at].text, texts[at].places)]
    return [score for at in range(len(texts)) for score in found[at]]


def _marked(text: Mixed, *, marks_real: bool) -> tagger.Tagged:
    pairs = zip(text.places, text.real, strict=True)
    return tagger.Tagged(text.text, [place for place, real in pairs if marks_real or not real])
