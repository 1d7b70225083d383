"""Which mentions are one person, one organisation, one thing.

Comes in: the document and all its spans. Goes out: groups of spans, each with a certainty. Names are compared
form by form, the fullest first, and only with groups that share a name token: never all pairs. A bare surname
that fits two people goes to the one last named before it, and its certainty is low. The comparison of a name
with a group is one function, `Scorer`, so that a learned one can take its place.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lexveil.lexicon import given
from lexveil.lexicon.fold import squeeze
from lexveil.model import Document, Span
from lexveil.resolve.names import FUZZY_LENGTH, Name, agree, clash, parse
from lexveil.resolve.organizations import core, introduced

Scorer = Callable[[Name, Sequence[Name]], float]

LINK = 0.4  # agreement a name needs to join a group
CLEAR = 0.1  # how much better than the next group makes a choice clear
GUESSES = ("ORG", "LOC", "MISC")
RARE = 2  # a spelling seen more often than this is no slip of the pen

_TITLE_BEFORE = re.compile(r"([^\W\d_]+)\.?\s+$")


class Group(NamedTuple):
    spans: tuple[Span, ...]
    category: str
    certainty: int


@dataclass
class _Person:
    """A group in the making."""

    names: list[Name] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # of its clear mentions, sorted once all are in
    spans: list[Span] = field(default_factory=list)
    certainty: int = 1


def cluster(document: Document, spans: Iterable[Span], *, score: Scorer | None = None) -> tuple[Group, ...]:
    text = document.text
    people = [span for span in spans if span.category == "PERSON"]
    others = [span for span in spans if span.category != "PERSON"]
    persons = _people(text, people, score or by_rule)
    things = _adopt(text, persons, others)
    groups = [
        *(Group(tuple(sorted(person.spans)), "PERSON", person.certainty) for person in persons),
        *_things(text, things),
    ]
    return tuple(sorted(groups, key=lambda group: group.spans[0]))


def by_rule(name: Name, names: Sequence[Name]) -> float:
    """The rule scorer: the name must be able to be every form of the group; the best agreement counts."""
    full = [other for other in names if not other.bare]
    best = 0.0
    for other in names:
        found = agree(name, other)
        if clash(name, other) or not (found or name.bare or other.bare):
            return 0.0
        if not (name.bare and other.bare and full):  # one bare surname says nothing of whose another is
            best = max(best, found)
    return best


# People ------------------------------------------------------------------------------------------


def _people(text: str, spans: list[Span], score: Scorer) -> list[_Person]:
    forms: dict[Name, list[Span]] = {}
    for span in spans:
        forms.setdefault(_name(text, span), []).append(span)
    people: list[_Person] = []
    index: dict[str, list[_Person]] = {}
    unclear: list[tuple[list[Span], list[_Person]]] = []
    for name in sorted(forms, key=lambda name: (*_fullness(name), forms[name][0].start)):
        ranked = _candidates(name, index, score, rare=len(forms[name]) <= RARE)
        if not ranked:
            people.append(_Person())
            _join(people[-1], name, forms[name], index)
        elif len(ranked) == 1 or ranked[0][0] - ranked[1][0] > CLEAR:
            _join(ranked[0][1], name, forms[name], index, certainty=_certainty(ranked))
        else:
            tied = [person for agreement, person in ranked if ranked[0][0] - agreement <= CLEAR]
            unclear.append((forms[name], tied))
    for person in people:
        person.starts.sort()
    for mentions, tied in unclear:
        for span in mentions:
            person = min(tied, key=lambda person: _distance(person.starts, span.start))
            person.spans.append(span)
            person.certainty = 3
    return people


def _adopt(text: str, people: list[_Person], spans: list[Span]) -> list[Span]:
    """A place or firm written exactly as a person's name is that person, typed otherwise: `reconcile` counts
    it. Returns the spans that are left."""
    owner = {squeeze(text[span.start : span.end]).text: person for person in people for span in person.spans}
    left: list[Span] = []
    for span in spans:
        person = owner.get(squeeze(text[span.start : span.end]).text) if span.category in GUESSES else None
        (left if person is None else person.spans).append(span)
    return left


def _name(text: str, span: Span) -> Name:
    """The parsed name, with the gender of the title that stands before it."""
    before = _TITLE_BEFORE.search(text[max(0, span.start - 20) : span.start])
    return parse(text[span.start : span.end], title=before[1] if before else "")


def _fullness(name: Name) -> tuple[int, int, int]:
    words = [token for token in name.tokens if len(token) > 1]
    return -min(len(words), 2), -len(name.tokens), -sum(map(len, words))


def _candidates(
    name: Name, index: dict[str, list[_Person]], score: Scorer, *, rare: bool
) -> list[tuple[float, _Person]]:
    near = {id(person): person for key in _asked_for(name) for person in index.get(key, ())}
    ranked = []
    for person in near.values():
        agreement = score(name, person.names)
        if agreement >= LINK and (rare or _shares_word(name, person)):
            ranked.append((agreement, person))
    return sorted(ranked, key=lambda pair: (-pair[0], pair[1].starts[0]))


def _shares_word(name: Name, person: _Person) -> bool:
    """Two spellings that are both frequent are two names, unless more of the name agrees."""
    words = {part for token in name.tokens if len(token) > 1 for part in (token, *token.split("-"))}
    return any(words & {part for t in other.tokens for part in (t, *t.split("-"))} for other in person.names)


def _filed_under(name: Name) -> set[str]:
    """The keys of a name in the index: its family names, near spellings of them, and its given name apart,
    which only a bare given name asks for; else everyone called Maria would be compared with everyone."""
    keys = _family_keys(name)
    if not name.bare:
        keys |= {_turned(name), f"given {name.tokens[0]}"}
        keys |= {f"given {short}" for short in given.short_forms(name.tokens[0])}
    return keys


def _asked_for(name: Name) -> set[str]:
    return _family_keys(name) | {f"given {name.tokens[0]}" if name.bare else _turned(name)}


def _family_keys(name: Name) -> set[str]:
    keys: set[str] = set()
    inner = (token for token in name.tokens[1:-1] if not given.is_given(token))
    for token in (*inner, name.family):
        for word in {token, *token.split("-")}:
            if len(word) > 1:
                keys.add(word)
            if len(word) >= FUZZY_LENGTH:
                keys.update(word[:at] + "*" + word[at:] for at in range(1, len(word) + 1))
                keys.update(word[:at] + "*" + word[at + 1 :] for at in range(1, len(word)))
    return keys


def _turned(name: Name) -> str:
    """One key for both name orders: Zhang Wei, Wei Zhang."""
    return " ".join(sorted(name.tokens))


def _join(
    person: _Person, name: Name, spans: list[Span], index: dict[str, list[_Person]], *, certainty: int = 1
) -> None:
    person.names.append(name)
    person.spans += spans
    person.starts += [span.start for span in spans]
    person.certainty = max(person.certainty, certainty)
    for key in _filed_under(name):
        filed = index.setdefault(key, [])
        if person not in filed[-1:]:
            filed.append(person)


def _certainty(ranked: list[tuple[float, _Person]]) -> int:
    return 1 if len(ranked) == 1 and ranked[0][0] >= 0.6 else 2


def _distance(starts: list[int], at: int) -> tuple[int, int]:
    """Named before counts as nearer than named after."""
    found = bisect_left(starts, at)
    if found:
        return 0, at - starts[found - 1]
    return 1, starts[0] - at if starts else 0


# Everything else ---------------------------------------------------------------------------------


def _things(text: str, spans: list[Span]) -> list[Group]:
    short = introduced(text, [span for span in spans if span.category in ("ORG", "COURT")])
    groups: dict[tuple[str, str], list[Span]] = {}
    for span in spans:
        if span.category in ("ORG", "COURT"):
            key = core(text[span.start : span.end])
            groups.setdefault(("ORG", short.get(key, key)), []).append(span)
        else:
            folded = squeeze(text[span.start : span.end]).text
            key = folded if span.category in ("LOC", "MISC", "DATE") else re.sub(r"[^\w@]", "", folded)
            groups.setdefault((span.category, key), []).append(span)
    return [
        Group(tuple(sorted(found)), _main_category(found), max(1, min(span.certainty for span in found)))
        for found in groups.values()
    ]


def _main_category(spans: list[Span]) -> str:
    counts: dict[str, int] = {}
    for span in spans:
        counts[span.category] = counts.get(span.category, 0) + 1
    return max(sorted(counts), key=lambda category: counts[category])
