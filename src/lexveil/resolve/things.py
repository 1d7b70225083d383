"""Which mentions are one organisation, one place, one number.

Comes in: the text and the spans that are no person's. Goes out: groups of spans and the links that made them.
The same name without legal form and article is the same organisation; so is an acronym introduced in brackets
or made of the initials, and a short form ("the District Court") of a longer name used before it that ends so.
Where two longer names end so, the last named is meant and the certainty is low. Everything else is grouped by
what is written.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lexveil.model import Link, Reason, Span, because
from lexveil.resolve.organizations import core, introduced
from lexveil.text.fold import squeeze

BODIES = ("ORG", "COURT")
SMALL = frozenset("of the and for de la le des du der die das und et in on at to a an & von van y i".split())

_POSSESSIVE = re.compile(r"['’]s?$")


class Group(NamedTuple):
    spans: tuple[Span, ...]
    category: str
    certainty: int
    links: tuple[Link, ...] = ()


def things(text: str, spans: Sequence[Span]) -> list[Group]:
    bodies = [span for span in spans if span.category in BODIES]
    return [*_bodies(text, bodies), *_others(text, [span for span in spans if span.category not in BODIES])]


def _others(text: str, spans: Iterable[Span]) -> list[Group]:
    groups: dict[tuple[str, str], list[Span]] = {}
    for span in spans:
        folded = squeeze(text[span.start : span.end]).text
        key = folded if span.category in ("LOC", "MISC", "DATE") else re.sub(r"[^\w@]", "", folded)
        groups.setdefault((span.category, key), []).append(span)
    return [_group(found, ()) for found in groups.values()]


# Organisations -----------------------------------------------------------------------------------


def _bodies(text: str, spans: Sequence[Span]) -> list[Group]:
    names: dict[str, list[Span]] = {}
    for span in spans:
        names.setdefault(core(_POSSESSIVE.sub("", text[span.start : span.end])), []).append(span)
    groups = {name: [*found] for name, found in names.items()}
    links: dict[str, list[Link]] = {name: [] for name in names}
    unclear: set[str] = set()
    merged = _merged(text, spans, names)
    for name, (targets, score, why) in merged.items():
        starts = {target: [span.start for span in names[target]] for target in targets}
        for span in groups.pop(name):
            owner = min(targets, key=lambda target: _distance(starts[target], span.start))
            owner = _root(owner, merged)
            groups[owner].append(span)
            links[owner].append(Link(span, names[owner][0], score, why))
            if len(targets) > 1:
                unclear.add(owner)
    return [
        _group(found, tuple(links[name]), least=3 if name in unclear else 1) for name, found in groups.items()
    ]


def _merged(
    text: str, spans: Sequence[Span], names: dict[str, list[Span]]
) -> dict[str, tuple[list[str], float, Reason]]:
    """Short name → the longer names it may stand for, how surely, and why."""
    found: dict[str, tuple[list[str], float, Reason]] = {}
    for short, full in introduced(text, spans).items():
        if short in names and full in names and short != full:
            found[short] = ([full], 0.99, because("brackets"))
    ends: dict[str, list[str]] = {}
    initials: dict[str, list[str]] = {}
    for name in names:
        words = name.split()
        for at in range(1, len(words)):
            if (
                words[at] not in SMALL and words[at - 1] not in SMALL
            ):  # no "Chamber" of "Court of the Chamber"
                ends.setdefault(" ".join(words[at:]), []).append(name)
        letters = "".join(word[0] for word in words if word not in SMALL)
        if len(letters) > 1:
            initials.setdefault(letters, []).append(name)
    for name, mentions in names.items():
        if name in found:
            continue
        longer = [
            each
            for each in ends.get(name, ())
            if each not in found and names[each][0].start < mentions[0].start
        ]
        whole = [
            each for each in initials.get(name.replace(".", ""), ()) if each not in found and each != name
        ]
        shouted = text[mentions[0].start : mentions[0].end].isupper()
        if longer:
            found[name] = (longer, 0.9 if len(longer) == 1 else 0.5, because("end"))
        elif len(whole) == 1 and shouted:
            found[name] = (whole, 0.9, because("initials-of"))
    return found


def _root(name: str, merged: dict[str, tuple[list[str], float, Reason]]) -> str:
    """The longest name behind a short one; a chain ends where a name stands for itself."""
    seen = set()
    while name in merged and name not in seen:
        seen.add(name)
        name = merged[name][0][0]
    return name


def _distance(starts: list[int], at: int) -> tuple[int, int]:
    """Named before counts as nearer than named after."""
    place = bisect_left(starts, at)
    return (0, at - starts[place - 1]) if place else (1, starts[0] - at)


def _group(spans: list[Span], links: tuple[Link, ...], *, least: int = 1) -> Group:
    certainty = max(least, min(span.certainty for span in spans))
    return Group(tuple(sorted(spans)), _main_category(spans), certainty, links)


def _main_category(spans: list[Span]) -> str:
    counts: dict[str, int] = {}
    for span in spans:
        counts[span.category] = counts.get(span.category, 0) + 1
    return max(sorted(counts), key=lambda category: counts[category])
