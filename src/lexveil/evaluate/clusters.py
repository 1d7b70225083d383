"""How well are mentions grouped into people: the groups of a gold file against ours and three baselines.

With gold mentions only the grouping is judged; with found ones the whole pipeline is. Of two gold mentions
at the same place the first counts; a mention without a cluster is left out: nobody said whose it is.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from lexveil.errors import InputError
from lexveil.evaluate.coreference import Groups, groups, score
from lexveil.evaluate.gold import Gold, splits
from lexveil.evaluate.name_peers import Group
from lexveil.model import CATEGORIES, ROLES, Document, Entity, Span
from lexveil.names import given
from lexveil.names.agreement import agree, clash
from lexveil.names.parse import Name, is_title
from lexveil.resolve.cluster import cluster
from lexveil.resolve.mention_names import name_of
from lexveil.resolve.name_index import family_keys, turned
from lexveil.text.fold import fold, squeeze

# Upper bounds of a document's length in tokens, and what the class is called.
LENGTHS = {1_000: "up to 1,000", 10_000: "up to 10,000", 50_000: "up to 50,000", 1 << 60: "over 50,000"}

PUBLISHED = frozenset(
    ["PARTY", "JUDGE", "LAWYER", "ARBITRATOR", "TRIBUNAL_MEMBER", "EXPERT", "AUTHOR", "CLERK"]
)

Find = Callable[[Gold], Sequence[Entity]]
Pair = tuple[Groups, Groups]


def choose(documents: Sequence[Gold], split: str) -> tuple[Gold, ...]:
    """The documents of a corpus that were kept for testing."""
    known = splits()
    if split not in known:
        raise InputError("evaluate.unknown_split", split=split, choices=", ".join(sorted(known)))
    chosen = tuple(document for document in documents if document.id in known[split])
    if not chosen:
        raise InputError("evaluate.empty_split", split=split)
    return chosen


def evaluate(
    documents: Sequence[Gold],
    *,
    category: str = "PERSON",
    role: str = "",
    find: Find | None = None,
    peers: Mapping[str, Group] = MappingProxyType({}),
    step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """The report. `find` gives the entities of the whole pipeline; else the gold mentions are grouped. With a
    role only the groups of that role count, on both sides: table 6 of PSILENCE, with WITNESS. `peers` are
    measured beside the baselines."""
    if not any(mention.cluster for document in documents for mention in document.mentions):
        raise InputError("evaluate.no_clusters")
    ours: list[Pair] = []
    others = {**(BASELINES if category == "PERSON" else {}), **peers}
    baselines: dict[str, list[Pair]] = {name: [] for name in others}
    lengths: list[int] = []
    for document in documents:
        key, spans = key_of(document, category, role)
        if find:
            entities = [each for each in find(document) if not role or hidden_role(each.role) == role]
            ours.append(matched(document, key, entities, category))
        else:
            plain = document.document
            ours.append((key, ranges(group.spans for group in cluster(plain, spans))))
            for name, group in others.items():
                baselines[name].append((key, ranges(group(plain, spans))))
        lengths.append(len(document.text.split()))
        step()
    report = score(ours)
    report["by_length"] = _by_length(ours, lengths)
    report["baselines"] = {name: score(pairs) for name, pairs in baselines.items() if pairs}
    report["documents"] = len(documents)
    report["mentions"] = sum(len(group) for key, _ in ours for group in key)
    return report


def hidden_role(role: str) -> str:
    """PSILENCE has no role for a person but those it publishes: whoever has none of them is a witness.

    >>> hidden_role("RELATIVE"), hidden_role(""), hidden_role("JUDGE")
    ('WITNESS', 'WITNESS', 'JUDGE')
    """
    return role if role in PUBLISHED else "WITNESS"


def role_of(word: str) -> str:
    """The role that somebody named on the command line; "" for none."""
    if word and word.upper() not in ROLES:
        raise InputError("evaluate.role", role=word, choices=", ".join(map(str.lower, ROLES)))
    return word.upper()


def key_of(document: Gold, category: str, role: str = "") -> tuple[Groups, list[Span]]:
    """The gold groups of a category and role, and the mentions in order. Somebody's role is that of most
    mentions that have one."""
    roles: dict[str, Counter[str]] = defaultdict(Counter)
    for mention in document.mentions:
        if mention.cluster and mention.role:
            roles[mention.cluster][mention.role.upper()] += 1
    most = {cluster: counts.most_common(1)[0][0] for cluster, counts in roles.items()}
    members: dict[Hashable, set[tuple[int, int]]] = {}
    spans: dict[tuple[int, int], Span] = {}
    for mention in document.mentions:
        place = mention.start, mention.end
        right_type = CATEGORIES.get(mention.type, mention.type) == category
        if place in spans or not right_type or not mention.cluster:
            continue
        if role and hidden_role(most.get(mention.cluster, "")) != role:
            continue
        spans[place] = Span(*place, category)
        members.setdefault(mention.cluster, set()).add(place)
    return groups(members.values()), sorted(spans.values())


def ranges(found: Iterable[Iterable[Span]]) -> Groups:
    return groups([(span.start, span.end) for span in group] for group in found)


def _by_length(pairs: Sequence[Pair], lengths: Sequence[int]) -> dict[str, Any]:
    """The CoNLL figures for short and long documents apart; only classes that occur."""
    found: dict[str, Any] = {}
    least = 0
    for most, name in LENGTHS.items():
        chosen = [pair for pair, length in zip(pairs, lengths, strict=True) if least < length <= most]
        if chosen:
            found[name] = {"documents": len(chosen), **score(chosen)["conll"]}
        least = most
    return found


def matched(document: Gold, key: Groups, entities: Sequence[Entity], category: str) -> Pair:
    """Key and response over the same places: titles, marks and a possessive 's count on neither side."""
    places = ([place for place in group if isinstance(place, tuple)] for group in key)
    wanted = groups([_core(document.text, *place) for place in group] for group in places)
    given = groups(
        [_core(document.text, span.start, span.end) for span in entity.spans]
        for entity in entities
        if CATEGORIES.get(entity.category) == category
    )
    return wanted, given


def _core(text: str, start: int, end: int) -> tuple[int, int]:
    words = text[start:end].split(" ")
    while len(words) > 1 and is_title(fold(words[0]).strip(".,")):
        start += len(words.pop(0)) + 1
    surface = text[start:end]
    for tail in ("'s", "’s", ".", ","):
        surface = surface.removesuffix(tail)
    return start, start + max(len(surface), 1)


LINK = 0.4  # agreement a name needs to join a group
CLEAR = 0.1  # how much better than the next group makes a choice clear
RARE = 2  # a spelling seen more often than this is no slip of the pen


def exact(document: Document, spans: Iterable[Span]) -> list[list[Span]]:
    """One group for each string, upper and lower case alike."""
    return _by(spans, lambda span: " ".join(document.text[span.start : span.end].lower().split()))


def surname(document: Document, spans: Iterable[Span]) -> list[list[Span]]:
    """One group for each last word of a name."""
    text = document.text
    return _by(
        spans, lambda span: name_of(document, span).family or squeeze(text[span.start : span.end]).text
    )


def _by(spans: Iterable[Span], key: Callable[[Span], str]) -> list[list[Span]]:
    grouped: dict[str, list[Span]] = {}
    for span in spans:
        grouped.setdefault(key(span), []).append(span)
    return list(grouped.values())


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


def rule(document: Document, spans: Iterable[Span]) -> list[list[Span]]:
    forms: dict[Name, list[Span]] = {}
    for span in sorted(spans):
        forms.setdefault(name_of(document, span), []).append(span)
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
    return [sorted(person.spans) for person in people]


BASELINES = {"exact": exact, "surname": surname, "rule": rule}


def _fullness(name: Name) -> tuple[int, int, int]:
    words = [token for token in name.tokens if len(token) > 1]
    return -min(len(words), 2), -len(name.tokens), -sum(map(len, words))


def _candidates(name: Name, index: dict[str, list[_Person]], *, rare: bool) -> list[tuple[float, _Person]]:
    asked = family_keys(name) | {f"given {name.tokens[0]}" if name.bare else turned(name)}
    near = {id(person): person for key in asked for person in index.get(key, ())}
    scored = [(by_rule(name, person.names), person) for person in near.values()]
    ranked = [each for each in scored if each[0] >= LINK and (rare or _shares_word(name, each[1]))]
    return sorted(ranked, key=lambda pair: (-pair[0], pair[1].starts[0]))


def _shares_word(name: Name, person: _Person) -> bool:
    """Two spellings that are both frequent are two names, unless more of the name agrees."""
    words = {part for token in name.tokens if len(token) > 1 for part in (token, *token.split("-"))}
    return any(words & {part for t in other.tokens for part in (t, *t.split("-"))} for other in person.names)


def _filed_under(name: Name) -> set[str]:
    """The keys of a name in the index: its family names, near spellings of them, and its given name apart,
    which only a bare given name asks for; else everyone called Maria would be compared with everyone."""
    keys = family_keys(name)
    if not name.bare:
        keys |= {turned(name), f"given {name.tokens[0]}"}
        keys |= {f"given {short}" for short in given.short_forms(name.tokens[0])}
    return keys


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
