"""How often a name that a detector missed gives itself away, by replacement strategy.

Measured as in Simancek and Vydiswaran 2024 (CALD-pseudo, section 3.3). Only counts of name words matter, so
nothing is written and no name is shown. All that is random is drawn from a seed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from statistics import fmean, median
from typing import Any, NamedTuple

from lexveil.errors import InputError
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.significance import mcnemar, wilcoxon
from lexveil.replace.hips import MOST, markov
from lexveil.replace.keyed_random import below, draw
from lexveil.replace.surrogates.name_parts import parts

RATES = (1, 2, 5, 10, 15, 20)  # per cent missed
DOCUMENTS = 1000
MISSED = ("mentions", "names")
UNTOLD = "UNKNOWN"  # the role of somebody of whom the gold says none

Names = tuple[tuple[str, ...], ...]  # of a document: the name words of each mention


Strategy = tuple[Callable[[bytes, Sequence[str], str], Iterable[object]], int]


def strategies(chain: "Chain | None" = None) -> Mapping[str, Strategy]:
    """What replaces the words, and how often one may stand in a document of a perfect detector without being
    told from surrogates by its count. With a chain of the corpus's own, a row for it."""
    found: dict[str, Strategy] = {
        # One surrogate for each word stands there as often as the word did. One person has one name; a second
        # one beside it is the real one, however rare: the "single occurrence vulnerability" of Osborne 2025.
        "consistent": (lambda key, words, document: words, 0),
        "random": (lambda key, words, document: range(len(words)), 1),  # without putting back
        "markov": (lambda key, words, document: markov(key, len(words), count(), "leakage", document), MOST),
    }
    if chain:
        asked: Any = {"reuse": chain.reuse, "most": chain.most}
        draw_all = lambda key, words, document: markov(key, len(words), count(), "own", document, **asked)  # noqa: E731
        found["own"] = (draw_all, chain.most)
    return found


STRATEGIES = strategies()


class Chain(NamedTuple):
    """The p and t of the Markov replacement."""

    reuse: float  # how likely the surrogate before is used again
    most: int  # uses of one in a document


def fitted(documents: Iterable[Names]) -> Chain:
    """p and t by how often names stand in the documents of this corpus: t is the median of how often the most
    frequent one does; p makes a surrogate stand there as often as a name, on average, if t did not end it.

    >>> fitted([(("ann", "roe"), ("roe",), ("roe",), ("day",)), (("poe",), ("poe",))])
    Chain(reuse=0.4286, most=2)
    """
    counts = [Counter(word for mention in each for word in mention) for each in documents if any(each)]
    if not counts:
        raise InputError("evaluate.no_person")
    often = fmean(number for each in counts for number in each.values())
    most = max(2, int(median(max(each.values()) for each in counts)))
    return Chain(round(1 - 1 / often, 4), most)


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
    chain: Chain | None = None,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """`missed`: single mentions are missed, or names wherever they stand. `runs`: so many simulated detectors
    look at each document, for a few documents tell little. `chain`: p and t of the corpus's own, besides."""
    if missed not in MISSED:
        raise InputError("evaluate.missed", missed=missed, choices=", ".join(MISSED))
    documents = [document for document in documents if any(document)]
    if not documents:
        raise InputError("evaluate.no_person")
    key = sha256(f"leakage {seed}".encode()).digest()
    lines = []
    ways = strategies(chain)
    original = [_mode(each) for each in documents]
    for rate in rates:
        looked_at = enumerate(documents * runs)  # each look has its own number, and so its own misses
        outcomes = [
            _replaced(key, str(number), *_missed(key, str(number), each, rate, missed), ways)
            for number, each in looked_at
        ]
        lines.append({"rate": rate, **_line(ways, outcomes, original * runs)})
        step()
    return {
        "documents": len(documents),
        "mentions": sum(map(len, documents)),
        "missed": missed,
        "runs": runs,
        "seed": seed,
        "original": {"mode": fmean(original), "leakage": 1.0},
        "chain": chain._asdict() if chain else None,
        "allowed": {name: allowed for name, (_, allowed) in ways.items()},
        "rates": lines,
    }


def of_found(
    documents: Sequence[Gold],
    hides: Callable[[Gold, Mention], bool],
    *,
    chain: Chain | None = None,
    seed: int = 0,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """The same with what a detector really misses of the gold; and how much it finds by the bearer's role."""
    key, ways = sha256(f"leakage {seed}".encode()).digest(), strategies(chain)
    outcomes, original = [], []
    roles: dict[str, list[bool]] = {}
    for gold in documents:
        left: Counter[str] = Counter()
        replaced: list[str] = []
        names: list[tuple[str, ...]] = []
        for mention, words in _named(gold):
            hidden = hides(gold, mention)
            roles.setdefault((mention.role or UNTOLD).upper(), []).append(hidden)
            names.append(words)
            if hidden:
                replaced += words
            else:
                left.update(words)
        if any(names):
            outcomes.append(_replaced(key, gold.id, left, replaced, ways))
            original.append(_mode(names))
        step()
    if not outcomes:
        raise InputError("evaluate.no_person")
    return {
        "documents": len(outcomes),
        "original": {"mode": fmean(original), "leakage": 1.0},
        "chain": chain._asdict() if chain else None,
        "allowed": {name: allowed for name, (_, allowed) in ways.items()},
        "found": _line(ways, outcomes, original),
        "roles": {
            role: {"mentions": len(each), "recall": fmean(each)} for role, each in sorted(roles.items())
        },
    }


def _missed(
    key: bytes, document: str, names: Names, rate: int, missed: str
) -> tuple[Counter[str], list[str]]:
    """What a simulated detector leaves, and what is replaced: the same for all strategies."""
    left: Counter[str] = Counter()
    replaced: list[str] = []
    for at, mention in enumerate(names):
        for word in mention:
            place = word if missed == "names" else str(at)
            if draw(key, "miss", document, missed, place) < rate / 100 * 2**256:
                left[word] += 1
            else:
                replaced.append(word)
    return left, replaced


def _replaced(
    key: bytes, document: str, left: Counter[str], replaced: Sequence[str], ways: Mapping[str, Strategy]
) -> dict[str, Outcome]:
    real = max(left.values(), default=0)
    return {
        name: Outcome(real, max(Counter(draw_all(key, replaced, document)).values(), default=0))
        for name, (draw_all, _) in ways.items()
    }


def _mode(names: Iterable[Sequence[str]]) -> int:
    return max(Counter(word for mention in names for word in mention).values())


def _line(
    ways: Mapping[str, Strategy], outcomes: Sequence[Mapping[str, Outcome]], original: Sequence[int]
) -> dict[str, Any]:
    """Figures of each strategy; against random replacement McNemar's p of the leaks, against the original
    Wilcoxon's of the modes."""
    found: dict[str, Any] = {}
    for name, (_, allowed) in ways.items():
        own = [each[name] for each in outcomes]
        leaks = ((one[name].by_mode, one["random"].by_mode) for one in outcomes)
        modes = [max(each) for each in own]
        found[name] = {
            "leakage": fmean(each.by_mode for each in own),
            "above_allowed": fmean(real > allowed for real, _ in own),
            "mode": fmean(modes),
            "mcnemar": None if name == "random" else mcnemar(leaks),
            "wilcoxon": wilcoxon([a - b for a, b in zip(modes, original, strict=True)]),
        }
    return found


def of_gold(documents: Iterable[Gold]) -> list[Names]:
    return [tuple(_words(gold)) for gold in documents]


def _words(gold: Gold) -> Iterator[tuple[str, ...]]:
    return (words for _, words in _named(gold))


def _named(gold: Gold) -> Iterator[tuple[Mention, tuple[str, ...]]]:
    """Each outermost mention with its given and family names, without titles, particles and initials."""
    end = 0
    for mention in sorted(gold.mentions, key=lambda each: (each.start, -each.end)):
        if mention.type == "PERSON" and mention.start >= end:
            end = mention.end
            listed = parts(gold.text[mention.start : mention.end])
            yield mention, tuple(part.key for part in listed if part.kind in ("given", "family"))


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
