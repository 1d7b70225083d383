"""How far annotators agree: Cohen's κ of two, Krippendorff's α of any number, over the words of the texts.

Annotators are those of the field `annotators` of a gold file, or several gold files of the same documents,
one for each. Both measures set aside what chance alone would give: 1 is full agreement, 0 no more than that,
less than 0 worse. A figure is None where chance explains all: nobody marked anything, or everybody all alike.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from lexveil.errors import InputError
from lexveil.evaluate.detection import harmonic, ratio
from lexveil.evaluate.gold import Gold, Mark
from lexveil.evaluate.tokens import OUTSIDE, Range, labels

KINDS = ("type", "hidden")  # which type a word is marked as; whether it is to be hidden
STAYS = "NO_MASK"


def kappa(one: Sequence[Hashable], other: Sequence[Hashable]) -> float | None:
    """Cohen's κ: what two said of the same things, in the same order (Cohen 1960).

    >>> kappa("aabb", "aabb"), kappa("aabb", "abab")
    (1.0, 0.0)
    """
    if len(one) != len(other):
        raise ValueError("both must have judged the same things")
    if not one:
        return None
    total = len(one)
    same = sum(a == b for a, b in zip(one, other, strict=True)) / total
    first, second = Counter(one), Counter(other)
    chance = sum(first[value] * second[value] for value in first) / total**2
    return None if chance == 1 else (same - chance) / (1 - chance)


def alpha(judged: Iterable[Sequence[Hashable]]) -> float | None:
    """Krippendorff's α for names of kinds: of each thing, what was said of it by those who judged it.

    Things that fewer than two judged tell nothing (Krippendorff 2011, "Computing Krippendorff's alpha").

    >>> alpha([("a", "a"), ("b", "b"), ("a",)]), alpha([("a", "b"), ("b", "a")])
    (1.0, -0.5)
    """
    often: Counter[Hashable] = Counter()
    different = 0.0
    for values in judged:
        if len(values) < 2:
            continue
        counts = Counter(values)
        often.update(counts)
        different += (len(values) ** 2 - sum(n * n for n in counts.values())) / (len(values) - 1)
    total = often.total()
    expected = total**2 - sum(n * n for n in often.values())
    return None if not expected else 1 - (total - 1) * different / expected


def agreement(documents: Iterable[Gold]) -> dict[str, Any]:
    """κ of every two annotators and α of all, by type and by what is to be hidden; F1 of marks with the same
    bounds and type."""
    words: dict[str, list[dict[str, Hashable]]] = {kind: [] for kind in KINDS}
    marks: dict[str, set[tuple[str, int, int, str]]] = defaultdict(set)
    judged: dict[str, set[str]] = defaultdict(set)  # annotator → documents
    number = 0
    for gold in documents:
        if len(gold.annotators) < 2:
            continue
        number += 1
        said = {name: _said(gold, found) for name, found in gold.annotators.items()}
        for kind in KINDS:
            words[kind] += _words({name: each[kind] for name, each in said.items()})
        for name, found in gold.annotators.items():
            judged[name].add(gold.id)
            marks[name] |= {(gold.id, mark.start, mark.end, mark.type) for mark in found}
    if not number:
        raise InputError("evaluate.one_annotator")
    return {
        "documents": number,
        "words": len(words["type"]),
        "krippendorff": {kind: alpha([tuple(each.values()) for each in words[kind]]) for kind in KINDS},
        "pairs": [
            _pair(*pair, words, marks, shared)
            for pair in combinations(sorted(judged), 2)
            if (shared := judged[pair[0]] & judged[pair[1]])
        ],
    }


def of_files(files: Mapping[str, Sequence[Gold]]) -> tuple[Gold, ...]:
    """Documents that several people have marked, each in a file of their own, as one gold with annotators."""
    texts: dict[str, Gold] = {}
    said: dict[str, dict[str, tuple[Mark, ...]]] = defaultdict(dict)
    for annotator, documents in files.items():
        for number, gold in enumerate(documents, 1):
            known = texts.setdefault(gold.id, gold)
            if known.text != gold.text:
                raise InputError("evaluate.other_document", number=number)
            said[gold.id][annotator] = marks_of(gold)
    return tuple(replace(gold, annotators=said[key]) for key, gold in texts.items())


def marks_of(gold: Gold) -> tuple[Mark, ...]:
    """The mentions of a gold as one annotator's marks."""
    return tuple(
        Mark(
            each.start,
            each.end,
            each.type,
            "QUASI" if each.masked else STAYS,
            each.cluster or f"{each.start}-{each.end}",
        )
        for each in gold.mentions
    )


def _said(gold: Gold, marks: Iterable[Mark]) -> dict[str, list[Hashable]]:
    """What an annotator says of each word: its type, and whether it is to be hidden."""
    every = list(marks)
    typed = labels(gold.text, (Range(each.start, each.end, each.type) for each in every))
    hidden = labels(
        gold.text, (Range(each.start, each.end, STAYS) for each in every if each.identifier != STAYS)
    )
    return {
        "type": [each.type or OUTSIDE for each in typed],
        "hidden": [each.tag != OUTSIDE for each in hidden],
    }


def _words(said: Mapping[str, Sequence[Hashable]]) -> list[dict[str, Hashable]]:
    """For each word who says what of it."""
    return [dict(zip(said, values, strict=True)) for values in zip(*said.values(), strict=True)]


def _pair(
    one: str,
    other: str,
    words: Mapping[str, Sequence[Mapping[str, Hashable]]],
    marks: Mapping[str, set[tuple[str, int, int, str]]],
    shared: set[str],
) -> dict[str, Any]:
    both = {kind: [each for each in words[kind] if one in each and other in each] for kind in KINDS}
    first, second = ({mark for mark in marks[name] if mark[0] in shared} for name in (one, other))
    agreed = len(first & second)
    return {
        "annotators": [one, other],
        "documents": len(shared),
        "cohen": {
            kind: kappa([each[one] for each in both[kind]], [each[other] for each in both[kind]])
            for kind in KINDS
        },
        "f1": harmonic(ratio(agreed, len(second)), ratio(agreed, len(first))),
    }
