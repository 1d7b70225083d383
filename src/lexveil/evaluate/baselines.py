"""Three simple ways to group names, to measure against: exact string, surname, and rules without learning.

Comes in: the document and its PERSON spans. Goes out: groups of spans. `rule` is what `resolve.cluster` was
before it learned: the fullest form first, a name must agree with every form of the group, ties go to the last
named.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lexveil.model import Document, Span
from lexveil.names import given
from lexveil.names.parse import FUZZY_LENGTH, Name, agree, clash
from lexveil.resolve.people import name_of
from lexveil.text.fold import squeeze

LINK = 0.4  # agreement a name needs to join a group
CLEAR = 0.1  # how much better than the next group makes a choice clear
RARE = 2  # a spelling seen more often than this is no slip of the pen

Groups = list[list[Span]]


def exact(document: Document, spans: Iterable[Span]) -> Groups:
    """One group for each string, upper and lower case alike."""
    return _by(spans, lambda span: " ".join(document.text[span.start : span.end].lower().split()))


def surname(document: Document, spans: Iterable[Span]) -> Groups:
    """One group for each last word of a name."""
    return _by(
        spans,
        lambda span: (
            name_of(document.text, span).family or squeeze(document.text[span.start : span.end]).text
        ),
    )


def rule(document: Document, spans: Iterable[Span]) -> Groups:
    return [sorted(person.spans) for person in _people(document.text, sorted(spans))]


def _by(spans: Iterable[Span], key: Callable[[Span], str]) -> Groups:
    groups: dict[str, list[Span]] = {}
    for span in spans:
        groups.setdefault(key(span), []).append(span)
    return list(groups.values())


BASELINES: Mapping[str, Callable[[Document, Iterable[Span]], Groups]] = {
    "exact": exact,
    "surname": surname,
    "rule": rule,
}


# The rules ---------------------------------------------------------------------------------------


@dataclass
class _Person:
    """A group in the making."""

    names: list[Name] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # of its clear mentions, sorted once all are in
    spans: list[Span] = field(default_factory=list)


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


def _people(text: str, spans: list[Span]) -> list[_Person]:
    forms: dict[Name, list[Span]] = {}
    for span in spans:
        forms.setdefault(name_of(text, span), []).append(span)
    people: list[_Person] = []
    index: dict[str, list[_Person]] = {}
    unclear: list[tuple[list[Span], list[_Person]]] = []
    for name in sorted(forms, key=lambda name: (*_fullness(name), forms[name][0].start)):
        ranked = _candidates(name, index, rare=len(forms[name]) <= RARE)
        if not ranked:
            people.append(_Person())
            _join(people[-1], name, forms[name], index)
        elif len(ranked) == 1 or ranked[0][0] - ranked[1][0] > CLEAR:
            _join(ranked[0][1], name, forms[name], index)
        else:
            tied = [person for agreement, person in ranked if ranked[0][0] - agreement <= CLEAR]
            unclear.append((forms[name], tied))
    for person in people:
        person.starts.sort()
    for mentions, tied in unclear:
        for span in mentions:
            person = min(tied, key=lambda person: _distance(person.starts, span.start))
            person.spans.append(span)
    return people


def _fullness(name: Name) -> tuple[int, int, int]:
    words = [token for token in name.tokens if len(token) > 1]
    return -min(len(words), 2), -len(name.tokens), -sum(map(len, words))


def _candidates(name: Name, index: dict[str, list[_Person]], *, rare: bool) -> list[tuple[float, _Person]]:
    near = {id(person): person for key in _asked_for(name) for person in index.get(key, ())}
    ranked = []
    for person in near.values():
        agreement = by_rule(name, person.names)
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


def _join(person: _Person, name: Name, spans: list[Span], index: dict[str, list[_Person]]) -> None:
    person.names.append(name)
    person.spans += spans
    person.starts += [span.start for span in spans]
    for key in _filed_under(name):
        filed = index.setdefault(key, [])
        if person not in filed[-1:]:
            filed.append(person)


def _distance(starts: list[int], at: int) -> tuple[int, int]:
    """Named before counts as nearer than named after."""
    found = bisect_left(starts, at)
    if found:
        return 0, at - starts[found - 1]
    return 1, starts[0] - at if starts else 0
