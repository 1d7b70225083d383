"""What remains usable of documents whose original is known: the other side of the risk.

After the measures of the proceedings of CALD-pseudo 2024 and of the works they cite: text that is as it was,
dates whose intervals hold, one pseudonym for one person, and models trained on the published text that work
on originals.
"""

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from lexveil.evaluate.attacks import tagger
from lexveil.evaluate.attacks.published import Published
from lexveil.evaluate.gold import Gold
from lexveil.text.days import days_in

MEASURES = ("text", "intervals", "references", "classes", "names")
_WORD = re.compile(r"[^\W\d_]+")


def figures(
    golds: Sequence[Gold], documents: Sequence[Published], kinds: Mapping[str, str], *, seed: int = 0
) -> dict[str, Any]:
    """`kinds`: document → what it is about. Models learn from one half of the cases and are tested on the
    originals of the other; their figures are shares of what the same model reaches that learned from
    originals."""
    pairs = list(zip(golds, documents, strict=True))
    cases = sorted({gold.case or gold.id for gold in golds})
    random.Random(seed).shuffle(cases)  # noqa: S311 (two halves of a test)
    learned_from = set(cases[: len(cases) // 2])
    first = [each for each in pairs if (each[0].case or each[0].id) in learned_from]
    second = [gold for gold, _ in pairs if (gold.case or gold.id) not in learned_from]
    measured: dict[str, float | None] = {
        "text": fmean(_kept(*each) for each in pairs) if pairs else None,
        "intervals": _mean(_intervals(*each) for each in pairs),
        "references": _mean(_references(each) for each in documents),
        "classes": _share(*(_classified(texts, second, kinds) for texts in _texts(first))),
        "names": _share(*(_named(texts, second, seed) for texts in _tagged(first))),
    }
    known = [each for each in measured.values() if each is not None]
    return {**measured, "mean": fmean(known) if known else None}


def _mean(shares: Iterable[float | None]) -> float | None:
    known = [each for each in shares if each is not None]
    return fmean(known) if known else None


def _share(of_published: float, of_original: float) -> float | None:
    return min(1.0, of_published / of_original) if of_original else None


def _kept(gold: Gold, document: Published) -> float:
    """The share of the words of the original that are still there."""
    before, after = Counter(_WORD.findall(gold.text)), Counter(_WORD.findall(document.text))
    return (before & after).total() / max(1, before.total())


def _intervals(gold: Gold, document: Published) -> float | None:
    """The share of the intervals between the days of the case that can still be counted."""
    told = (each for each in gold.mentions if each.mark == "DATE")
    before = _apart(" | ".join(gold.text[each.start : each.end] for each in told), gold.language)
    return len(before & _apart(document.text, gold.language)) / len(before) if before else None


def _apart(text: str, language: str) -> set[int]:
    days = {each.day for each in days_in(text, language=language)}
    return {abs((other - one).days) for one, other in combinations(sorted(days), 2)}


def _references(document: Published) -> float | None:
    """The share of people who are told apart from all others: no pseudonym is that of two."""
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for each in document.pseudonyms:
        owners[each.text.lower()].add(each.person)
    people = document.pseudonyms
    return (
        sum(len(owners[each.text.lower()]) == 1 and bool(each.text) for each in people) / len(people)
        if people
        else None
    )


Pairs = Sequence[tuple[Gold, Published]]


def _texts(pairs: Pairs) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Id and text: published, original."""
    return [(gold.id, made.text) for gold, made in pairs], [(gold.id, gold.text) for gold, _ in pairs]


def _classified(texts: Sequence[tuple[str, str]], tested: Sequence[Gold], kinds: Mapping[str, str]) -> float:
    """How often naive Bayes tells what an original is about."""
    words: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, text in texts:
        words[kinds[name]].update(_WORD.findall(text.lower()))
    vocabulary = len({word for counted in words.values() for word in counted}) or 1
    totals = {kind: counted.total() + vocabulary for kind, counted in words.items()}

    def chosen(text: str) -> str:
        found = _WORD.findall(text.lower())
        return max(
            sorted(words),
            key=lambda kind: sum(math.log((words[kind][word] + 1) / totals[kind]) for word in found),
        )

    return fmean(chosen(each.text) == kinds[each.id] for each in tested) if tested and words else 0.0


def _tagged(pairs: Pairs) -> tuple[list[tagger.Tagged], list[tagger.Tagged]]:
    published = [tagger.Tagged(made.text, made.names) for _, made in pairs]
    return published, [_originals(gold) for gold, _ in pairs]


def _originals(gold: Gold) -> tagger.Tagged:
    people = [each for each in gold.mentions if each.type == "PERSON"]
    return tagger.Tagged(gold.text, [(each.start, each.end) for each in people])


def _named(texts: Sequence[tagger.Tagged], tested: Sequence[Gold], seed: int) -> float:
    """F1 of a tagger of names on originals."""
    if not texts or not tested:
        return 0.0
    return tagger.f1(tagger.train(texts, seed=seed), [_originals(each) for each in tested])
