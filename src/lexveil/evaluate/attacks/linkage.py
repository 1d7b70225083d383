"""Who could each pseudonym be? A register of people, the facts that are left, and a list with the likeliest
first.

Each fact that stands beside a pseudonym tells as many bits as it leaves people out; a day of the case tells
of everyone in it. People who fit as well as the best are the crowd that somebody hides in: its size is k.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from statistics import fmean, median
from typing import Any

from lexveil.evaluate.attacks.knowledge import Facts, Record, Stated
from lexveil.evaluate.attacks.published import Pseudonym, Published
from lexveil.languages import load
from lexveil.languages.people import courtesy
from lexveil.text.fold import fold

RIVAL = 2.0  # how much a better fit elsewhere in the document weighs
NEAR, FAR = 1.0, 0.1  # what a fact counts for the pseudonym beside it, and for the others of its document
SMALL = 5  # a crowd below this hides nobody
_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})[.!?]\s+|\n+")
_WORD = re.compile(r"[^\W\d_]+")
AROUND = 90  # characters after a pseudonym in which a pronoun is taken for its


@dataclass(frozen=True, slots=True)
class Link:
    """A pseudonym and the people it could be."""

    pseudonym: Pseudonym
    fits: tuple[tuple[str, float], ...]  # the likeliest people and their bits, at most `KEPT`
    crowd: int  # people who fit as well as the best
    score: float  # bits
    top_1: float | None  # the chance that the first is right; None where nobody knows who it is
    top_5: float | None


MOST, KEPT = 5, 50


def links(
    documents: Sequence[Published], known: Sequence[Record], *, step: Callable[[], object] = lambda: None
) -> list[Link]:
    facts, genders = Facts(known), {each.id: each.gender for each in known}
    found = []
    for document in documents:
        found += _links(document, facts, genders)
        step()
    return found


def _links(document: Published, facts: Facts, genders: Mapping[str, str]) -> list[Link]:
    stated = facts.find(document.text, language=document.language)
    owners = _Owners(document)
    told: defaultdict[int, dict[tuple[str, frozenset[str]], float]] = defaultdict(dict)
    for each in stated:
        owner = owners.of(each)
        for number in range(len(document.pseudonyms)):
            weight = NEAR if each.of_case or number == owner else FAR
            key = (each.kind, each.holders)
            told[number][key] = max(told[number].get(key, 0.0), weight * each.bits)
    scores = [
        _scores(told[number], _gender(document, each), genders)
        for number, each in enumerate(document.pseudonyms)
    ]
    return [
        _link(each, own, facts.people) for each, own in zip(document.pseudonyms, _apart(scores), strict=True)
    ]


def _scores(
    told: Mapping[tuple[str, frozenset[str]], float], gender: str, genders: Mapping[str, str]
) -> dict[str, float]:
    """Person → bits; who is not in it has none."""
    by_kind: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (kind, holders), bits in told.items():
        for person in holders:
            by_kind[person][kind] = max(by_kind[person].get(kind, 0.0), bits)
    scores = {person: sum(kinds.values()) for person, kinds in by_kind.items()}
    if gender:
        for person, own in genders.items():
            if own == gender:
                scores[person] = scores.get(person, 0.0) + 1.0
    return scores


def _apart(scores: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """One person is one pseudonym of a document: who fits another one better, fits this one worse."""
    highest: dict[str, float] = {}
    for own in scores:
        for person, score in own.items():
            highest[person] = max(highest.get(person, 0.0), score)
    return [
        {person: score - RIVAL * (highest[person] - score) for person, score in own.items()} for own in scores
    ]


def _link(pseudonym: Pseudonym, scores: Mapping[str, float], people: int) -> Link:
    order = sorted(scores, key=lambda person: (-scores[person], person))
    rest = people - len(scores)  # who has no fact: nought for them
    best = max(scores[order[0]] if order else 0.0, 0.0 if rest else -inf)
    crowd = sum(score == best for score in scores.values()) + rest * (best == 0.0)
    fits = tuple((person, scores[person]) for person in order[:KEPT])
    top_1 = top_5 = None
    if pseudonym.person:
        truth = scores.get(pseudonym.person, 0.0)
        better = sum(score > truth for score in scores.values()) + rest * (truth < 0)
        ties = sum(score == truth for score in scores.values()) + rest * (truth == 0.0)
        top_1, top_5 = (min(1.0, max(0.0, (most - better) / ties)) for most in (1, MOST))
    return Link(pseudonym, fits, crowd, best, top_1, top_5)


class _Owners:
    """Which pseudonym a fact stands beside."""

    def __init__(self, document: Published) -> None:
        self._sentences = [0, *(end.end() for end in _SENTENCE.finditer(document.text))]
        places = sorted(
            (start, number) for number, each in enumerate(document.pseudonyms) for start, _ in each.places
        )
        self._starts, self._numbers = [start for start, _ in places], [number for _, number in places]

    def of(self, fact: Stated) -> int | None:
        """The last one before it in its sentence; else the first after it there; else the last before it."""
        if not self._starts:
            return None
        sentence = bisect_right(self._sentences, fact.start)
        before = bisect_right(self._starts, fact.start) - 1
        if before >= 0 and bisect_right(self._sentences, self._starts[before]) == sentence:
            return self._numbers[before]
        after = before + 1
        if after < len(self._starts) and bisect_right(self._sentences, self._starts[after]) == sentence:
            return self._numbers[after]
        return self._numbers[before] if before >= 0 else None


def _gender(document: Published, pseudonym: Pseudonym) -> str:
    """By titles before it and the pronouns after it; "" where they do not agree or say nothing."""
    language = load(document.language)
    pronouns = {
        word: gender for gender, words in language.people.get("pronouns", {}).items() for word in words
    }
    votes: defaultdict[str, int] = defaultdict(int)
    for start, end in pseudonym.places:
        before = _WORD.findall(document.text[max(0, start - 12) : start])
        title = courtesy(language).get(fold(before[-1]), "") if before else ""
        votes[title] += 3 * bool(title)
        for word in _WORD.findall(document.text[end : end + AROUND]):
            votes[pronouns.get(word.lower(), "")] += word.lower() in pronouns
    male, female = votes["m"], votes["f"]
    return "m" if male > 2 * female else "f" if female > 2 * male else ""


def figures(found: Sequence[Link], *, people: int) -> dict[str, Any]:
    """Over all pseudonyms; chance is what guessing blindly would find."""
    judged = [each for each in found if each.top_1 is not None]
    return {
        "pseudonyms": len(found),
        "people_known": people,
        "top_1": fmean(each.top_1 or 0.0 for each in judged) if judged else None,
        "top_5": fmean(each.top_5 or 0.0 for each in judged) if judged else None,
        "chance": 1 / people,
        "median_crowd": median(each.crowd for each in found) if found else None,
        "alone": fmean(each.crowd == 1 for each in found) if found else None,
        "small_crowd": fmean(each.crowd < SMALL for each in found) if found else None,
        "bits": fmean(each.score for each in found) if found else None,
    }
