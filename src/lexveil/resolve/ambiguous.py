"""Whom of several people of one name does one mention mean: a row of numbers a person, each with a name.

The first columns of `MENTION_FEATURES` tell what stands around the place; the last how the whole document
speaks of the person: a judgment that has one "Mr Roe" calls his brother "Mr Paul Roe" and his son "Jasper",
and a party is meant rather than whoever was named last. Nothing is decided here.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import log1p
from typing import NamedTuple

import numpy as np

from lexveil.resolve.features import FAR, as_a_woman, closeness, pronouns
from lexveil.resolve.people import NameForm, Person

NEVER = 1 << 30
PLACE_FEATURES = (
    "before", "after", "mentions between", "last named", "share", "rank", "first in the document",
    "same gender", "same title", "called by given name", "full name since", "coordinated", "rivals",
    "agreement", "used before the person", "person is a relative", "titled", "person titled",
    "bare among titled women", "score of the form", "since the full name",
)  # fmt: skip
DOCUMENT_FEATURES = (
    "party", "minor", "in capitals", "in full again", "share in full again", "title in full",
    "last named at first use", "share last named", "called so", "given names and no family name",
    "parties among rivals", "named again", "share named again", "least in full again", "alone in full again",
    "dead",
)  # fmt: skip
MENTION_FEATURES = PLACE_FEATURES + DOCUMENT_FEATURES


class Unclear(NamedTuple):
    """A form with the people it may mean, the score of each, and how the document speaks of them."""

    form: NameForm
    people: list[Person]
    scores: np.ndarray
    by_document: np.ndarray
    bearers: int  # how many bear the name, with those who go by the given name


def unclear(form: NameForm, people: list[Person], scores: np.ndarray) -> Unclear:
    """Whom a document mostly calls Jasper is not its Mr Roe, as long as somebody else may be."""
    by_family = [
        at for at, each in enumerate(people) if each.party or 2 * each.given_only <= len(each.starts)
    ]
    kept = by_family if form.name.title and by_family else list(range(len(people)))
    left = [people[at] for at in kept]
    return Unclear(form, left, scores[kept], _by_document(form, left), len(people))


def _by_document(form: NameForm, people: Sequence[Person]) -> np.ndarray:
    """A row a person, the same for every mention of the form; known before any of them is given to anyone."""
    title = form.name.title
    again = [len(person.full) - bisect_right(person.full, form.first) for person in people]
    clear = [len(person.starts) - bisect_right(person.starts, form.first) for person in people]
    last = _times_last(form, people)
    since = [person.since_full(form.first) for person in people]
    rows = [
        [
            float(person.party),
            float(person.minor),
            float(person.capitals),
            log1p(again[at]),
            again[at] / max(sum(again), 1),
            person.full_titles[title] / max(len(person.full), 1) if title else 0.0,
            float(since[at] == min(since) < NEVER),
            last[at] / len(form.starts),
            float(any(other.bare and other.tokens == form.name.tokens for other in person.names())),
            float(person.given_only > len(person.starts) / 2),
            float(min(sum(each.party or each.capitals for each in people), 4)),
            log1p(clear[at]),
            clear[at] / max(sum(clear), 1),
            float(again[at] == min(again)),
            float(again[at] == 0 and again.count(0) == 1),
            float(person.dead),
        ]
        for at, person in enumerate(people)
    ]
    return np.array(rows, dtype=np.float32)


def _times_last(form: NameForm, people: Sequence[Person]) -> list[int]:
    """How often each was the last of them named before a mention of the form."""
    counts = [0] * len(people)
    for start in form.starts:
        since = [person.distance(start)[0] for person in people]
        if min(since) < NEVER:
            counts[since.index(min(since))] += 1
    return counts


def mention_matrix(start: int, case: Unclear) -> np.ndarray:
    """A row a person for one mention that each of them may be."""
    form, people, scores = case.form, case.people, case.scores
    total = sum(len(person.starts) for person in people)
    nearest = [person.distance(start) for person in people]
    closest = min(before for before, _ in nearest)
    ranked = sorted(range(len(people)), key=lambda at: (-len(people[at].starts), people[at].first))
    earliest = min(person.first for person in people)
    rows = []
    for at, person in enumerate(people):
        before, after = nearest[at]
        rows.append(
            [
                log1p(min(before, FAR)),
                log1p(min(after, FAR)),
                float(min(sum(other < before for other, _ in nearest), 5)),
                float(before == closest and before < NEVER),
                len(person.starts) / total,
                float(min(ranked.index(at), 5)),
                float(person.first == earliest),
                pronouns(form, person),
                float(bool(form.name.title) and form.name.title in person.titles),
                person.given_only / len(person.starts),
                float(before < NEVER),
                float(any(map(person.stands_at, form.joined))),
                float(min(len(people), 6)),
                closeness(form.name, person),
                bisect_left(form.starts, person.first) / len(form.starts),
                float(person.kin),
                float(bool(form.name.title)),
                sum(person.titles.values()) / len(person.starts),
                as_a_woman(person) if form.name.bare and not form.name.title else 0.0,
                float(scores[at] / scores.max()),
                log1p(min(person.since_full(start), FAR)),
            ]
        )
    return np.concatenate([np.array(rows, dtype=np.float32), case.by_document], axis=1)
