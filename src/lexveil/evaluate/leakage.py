"""How often a name that a detector missed gives itself away, by replacement strategy.

Measured as in Simancek and Vydiswaran 2024 (CALD-pseudo, section 3.3). Only counts of name words matter, so
nothing is written and no name is shown. All that is random is drawn from a seed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from statistics import fmean
from typing import Any, NamedTuple

from lexveil.errors import InputError
from lexveil.evaluate.gold import Gold
from lexveil.replace.hips import MOST, markov
from lexveil.replace.keyed_random import below, draw
from lexveil.replace.surrogates.name_parts import parts

RATES = (1, 2, 5, 10, 15, 20)  # per cent missed
DOCUMENTS = 1000
MISSED = ("mentions", "names")

Names = tuple[tuple[str, ...], ...]  # of a document: the name words of each mention


# What replaces the words, and how often one may stand in a document of a perfect detector without being told
# from surrogates by its count.
STRATEGIES: Mapping[str, tuple[Callable[[bytes, Sequence[str], str], Iterable[object]], int]] = {
    # One surrogate for each word stands there as often as the word did. One person has one name; a second one
    # beside it is the real one, however rare: the "single occurrence vulnerability" of Osborne et al. 2025.
    "consistent": (lambda key, words, document: words, 0),
    "random": (lambda key, words, document: range(len(words)), 1),  # without putting back
    "markov": (lambda key, words, document: markov(key, len(words), count(), "leakage", document), MOST),
}


class Outcome(NamedTuple):
    """A document after replacement as an attacker counts it: how often the commonest words stand there."""

    real: int  # of the real name words that were missed
    surrogate: int

    @property
    def by_mode(self) -> bool:
        return self.real > self.surrogate


def evaluate(
    documents: Sequence[Names],
    *,
    rates: Sequence[int] = RATES,
    missed: str = "mentions",
    seed: int = 0,
    runs: int = 1,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """`missed`: single mentions are missed, or names wherever they stand. `runs`: so many simulated detectors
    look at each document, for a few documents tell little."""
    if missed not in MISSED:
        raise InputError("evaluate.missed", missed=missed, choices=", ".join(MISSED))
    documents = [document for document in documents if any(document)]
    if not documents:
        raise InputError("evaluate.no_person")
    key = sha256(f"leakage {seed}".encode()).digest()
    lines = []
    for rate in rates:
        looked_at = enumerate(documents * runs)  # each look has its own number, and so its own misses
        outcomes = [_outcomes(key, str(number), each, rate, missed) for number, each in looked_at]
        lines.append({"rate": rate, **{name: _figures(name, outcomes) for name in STRATEGIES}})
        step()
    original = [max(Counter(word for mention in each for word in mention).values()) for each in documents]
    return {
        "documents": len(documents),
        "mentions": sum(map(len, documents)),
        "missed": missed,
        "runs": runs,
        "seed": seed,
        "original": {"mode": fmean(original), "leakage": 1.0},
        "allowed": {name: allowed for name, (_, allowed) in STRATEGIES.items()},
        "rates": lines,
    }


def _outcomes(key: bytes, document: str, names: Names, rate: int, missed: str) -> dict[str, Outcome]:
    """The same misses for all strategies."""
    left: Counter[str] = Counter()
    replaced: list[str] = []
    for at, mention in enumerate(names):
        for word in mention:
            place = word if missed == "names" else str(at)
            if draw(key, "miss", document, missed, place) < rate / 100 * 2**256:
                left[word] += 1
            else:
                replaced.append(word)
    real = max(left.values(), default=0)
    return {
        name: Outcome(real, max(Counter(draw_all(key, replaced, document)).values(), default=0))
        for name, (draw_all, _) in STRATEGIES.items()
    }


def _figures(name: str, outcomes: Sequence[Mapping[str, Outcome]]) -> dict[str, float]:
    found = [each[name] for each in outcomes]
    return {
        "leakage": fmean(each.by_mode for each in found),
        "above_allowed": fmean(real > STRATEGIES[name][1] for real, _ in found),
        "mode": fmean(map(max, found)),
    }


def of_gold(documents: Iterable[Gold]) -> list[Names]:
    return [tuple(_words(gold)) for gold in documents]


def _words(gold: Gold) -> Iterator[tuple[str, ...]]:
    """The given and family names of each outermost mention, without titles, particles and initials."""
    end = 0
    for mention in sorted(gold.mentions, key=lambda each: (each.start, -each.end)):
        if mention.type == "PERSON" and mention.start >= end:
            end = mention.end
            listed = parts(gold.text[mention.start : mention.end])
            yield tuple(part.key for part in listed if part.kind in ("given", "family"))


def made(number: int = DOCUMENTS, *, seed: int = 0) -> list[Names]:
    """Documents like those of the paper: some 12 mentions of two words, one person more often than others."""
    key = sha256(f"documents {seed}".encode()).digest()
    return [tuple(_made(key, str(document))) for document in range(number)]


def _made(key: bytes, document: str) -> Iterator[tuple[str, ...]]:
    people = 4 + below(key, 5, document, "people")
    for person in range(people):
        most = (
            2 + below(key, 5, document, "main") if person == 0 else 1 + below(key, 2, document, str(person))
        )
        for mention in range(most):
            full = person > 0 or mention == 0 or below(key, 2, document, str(person), str(mention))
            family = f"family {person}"
            yield (f"given {person}", family) if full else (family,)
