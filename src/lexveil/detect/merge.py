"""The vote (docs/decisions/0007-vote.md): overlapping spans of several detectors become one, or one wins."""

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from lexveil.detect.labels import either
from lexveil.languages import all_words, codes, load, people
from lexveil.model import CATEGORIES, Span, in_order
from lexveil.names.given import is_family, is_given
from lexveil.names.traits import AILMENT
from lexveil.text.fold import fold

# How far a detector's word is trusted. A detector that is not listed (a plug-in) has OTHER.
WEIGHTS: Mapping[str, float] = {
    # A place on the first page or in a form says more of a name than how it looks.
    **dict.fromkeys(("captions", "forms"), 1.25),
    **dict.fromkeys(("metadata", "internet", "banking"), 1.0),
    **dict.fromkeys(
        ("national", "coordinates", "spoken", "references", "dates", "titles", "courts", "ner"), 0.95
    ),
    **dict.fromkeys(("provisions", "documents", "phones", "addresses", "quantities", "initials"), 0.9),
    **dict.fromkeys(("citations", "organizations", "nicknames", "chats", "hf"), 0.9),
    **dict.fromkeys(("gazetteer", "gliner"), 0.85),
    **dict.fromkeys(("locations", "spacy", "traits"), 0.8),
}
OTHER = 0.7

# Categories that are two views of one thing: such spans unite, the stronger names it.
FAMILIES: Mapping[str, str] = {
    "COURT": "body", "ORG": "body", "LOC": "place", "ADDRESS": "place", "DATE": "time", "TIME": "time",
    "AGE": "amount", "MONEY": "amount", "QUANTITY": "amount",
}  # fmt: skip
# Trained models: they see what rules do not, name only broad types, and are less sure of bounds. So where a
# rule found the same thing, its finer category stays, and two things it tells apart stay two.
MODELS = frozenset(["ner", "hf", "gliner", "spacy"])
LONGEST_NAME = 120  # characters
FAINT = 0.3  # a weaker span only fills gaps: it moves no bounds and wins no fight
# Added to the vote where two things fight for the same letters: patterns with a checksum or a fixed form are
# seldom wrong about their category; a legal form is a better sign than a name list; a court is also an
# organisation, an address also a place. What is named by nothing else is the weakest of all.
EDGE: Mapping[str, float] = {
    "EMAIL": 2.0, "URL": 1.8, "IBAN": 2.0, "CARD": 1.8, "NATIONAL_ID": 1.6, "IP": 1.5, "MAC": 1.5,
    "CASE_NUMBER": 1.5, "PASSPORT": 1.2, "PLATE": 1.1, "PROPERTY_ID": 1.1, "PROFESSIONAL_ID": 1.1,
    "COMPANY_ID": 1.0, "PHONE": 1.0, "CODE": 1.0,
    "ADDRESS": 0.5, "DATE": 0.4, "TIME": 0.4, "AGE": 0.4, "MONEY": 0.4, "COURT": 0.35, "ORG": 0.25,
    "MISC": -5.0,
}  # fmt: skip
SAT = 0.95  # the score of a name after the title and the court of a judge
PARTY = 0.9  # the score of somebody on the first page whose name is surely a person's
LISTED = "gazetteer:given-family"  # a listed given name and a listed family name
PLACED = ("titles:", "captions:")  # people by what stands around them
FIRM = "metadata:law_firm"
LETTERS = "initials:"  # people by letters before a name, which is none without them
# Parts of one of these that stick out of a stronger span are kept: a name must not be lost by halves.
NAMES = frozenset(["PERSON", "ORG", "COURT", "LOC"])
# Categories that a name around them does not swallow.
FIXED = frozenset(category for category, edge in EDGE.items() if edge >= 1)

_NICKNAME = re.compile(r" [(\"“'‘]{1,2}[^\W\d_]{2,20}[)\"”'’]{1,2} (?=[^\W\d_])")
_WORD = re.compile(r"[^\W\d_]{3,}")


class Ballot(NamedTuple):
    start: int
    end: int
    category: str
    votes: tuple[Span, ...]
    power: float  # what it brings into a fight

    @property
    def family(self) -> str:
        return FAMILIES.get(self.category, self.category)


def merge(spans: Iterable[Span], text: str, *, weights: Mapping[str, float] = WEIGHTS) -> tuple[Span, ...]:
    """One span for each thing found.

    >>> text = "Romano F. Roe QC"
    >>> (one,) = merge([Span(10, 13, "PERSON", 0.9, ("titles:lawyer",)), Span(0, 13, "PERSON", 0.8)], text)
    >>> text[one.start : one.end], one.certainty
    ('Romano F. Roe', 1)
    """
    ordered = sorted(set(spans), key=in_order)
    found: list[Span] = []
    for group in _groups(_no_discoverers([span for span in ordered if not _faint(span)])):
        if len(group) == 1 and group[0].sources != (FIRM,):  # there is nothing to settle
            found.append(_alone(group[0], weights))
            continue
        ballots = _united(_finer(_two_by_rule(_untitled(_no_partners(group, text), text))), text, weights)
        if len(ballots) > 1:
            ballots = _settled(_outermost(ballots), text)
        found += (_span(ballot, weights) for ballot in ballots)
    found = _with_nicknames(sorted(found, key=in_order), text)
    faint = [span for span in ordered if _faint(span)]
    return tuple(sorted([*found, *_gaps(faint, found)], key=in_order))


def _with_nicknames(found: Sequence[Span], text: str) -> list[Span]:
    """`Bartholomew "Bart" Roe` is one name, found as two parts or as three."""
    joined: list[Span] = []
    for span in found:
        parts = 1
        if span.category == "PERSON":
            for back in (2, 1):
                before = joined[-back:]
                if len(before) == back and _nicknamed(before, span, text):
                    parts += back
                    break
        if parts == 1:
            joined.append(span)
            continue
        whole = [*joined[1 - parts :], span]
        sources = tuple(dict.fromkeys(source for part in whole for source in part.sources))
        score = max(part.score for part in whole)
        joined[1 - parts :] = [Span(whole[0].start, span.end, "PERSON", score, sources)]
    return joined


def _nicknamed(before: Sequence[Span], span: Span, text: str) -> bool:
    """Whether a nickname in brackets or quotation marks stands between the first part and the last."""
    first = before[0]
    if any(part.category != "PERSON" for part in before) or span.end - first.start > LONGEST_NAME:
        return False
    nickname = _NICKNAME.search(text, first.start + 1, span.end)
    return bool(nickname and nickname.start() <= first.end and span.start <= nickname.end())


def by_model(span: Span) -> bool:
    return _of_models(span.sources)


@lru_cache(maxsize=1 << 12)
def _of_models(sources: tuple[str, ...]) -> bool:
    return all(source.partition(":")[0] in MODELS for source in sources) and bool(sources)


def _faint(span: Span) -> bool:
    return span.score < FAINT and by_model(span)


def _gaps(faint: Sequence[Span], found: Sequence[Span]) -> Iterator[Span]:
    """Faint spans where nothing else is, the first of those that overlap."""
    starts = [span.start for span in found]
    last = 0
    for span in faint:
        at = bisect_left(starts, span.end)
        if span.start >= last and (at == 0 or found[at - 1].end <= span.start):
            yield span
            last = span.end


def _groups(spans: Sequence[Span]) -> Iterator[list[Span]]:
    """Spans in order, cut wherever nothing overlaps."""
    group: list[Span] = []
    end = 0
    for span in spans:
        if group and span.start >= end:
            yield group
            group = []
        group.append(span)
        end = max(end, span.end)
    if group:
        yield group


def _united(group: Sequence[Span], text: str, weights: Mapping[str, float]) -> list[Ballot]:
    """Overlapping spans of one family as one ballot with the outermost bounds."""
    families: dict[str, list[Span]] = {}
    for span in group:
        families.setdefault(FAMILIES.get(span.category, span.category), []).append(span)
    families["PERSON"] = _without_lists(families.get("PERSON", ()), text)
    return [_ballot(votes, weights) for members in families.values() for votes in _groups(members)]


@cache
def _join() -> re.Pattern[str]:
    words, again = (either(all_words("labels", "lists", key)) for key in ("joining", "and"))
    return re.compile(rf"[^\S\n]*(?:,|;|/|&|\b{words}\b)[^\S\n]*(?:{again}[^\S\n]+)?")


def _without_lists(members: Sequence[Span], text: str) -> list[Span]:
    """Drop a span over `Roe and Doe` where others found the two people in it."""
    shortest: dict[int, int] = {}
    for span in members:
        shortest[span.start] = min(span.end, shortest.get(span.start, span.end))
    starts = sorted(shortest)
    kept = []
    for span in members:
        cut = _join().search(text, span.start, span.end) if shortest[span.start] < span.end else None
        if cut and shortest[span.start] <= cut.start():
            after = bisect_left(starts, cut.end())
            if after < len(starts) and shortest[starts[after]] <= span.end:
                continue
        kept.append(span)
    return kept


@cache
def _titles() -> frozenset[str]:
    """Every title before a name and all letters after one, of any language."""
    every = [load(code) for code in codes()]
    before = (people.titles(language) | people.ranks(language) for language in every)
    listed = [language.people["titles"] for language in every]
    ranked = (words for titles in listed for words in (titles.get("ranked", ()), *titles["more"].values()))
    return frozenset(map(fold, set().union(*before, *ranked, *map(people.role_after, every))))


class _Sorted:
    """Spans of a group in order: which of them share a character with one, however many there are."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self.spans = list(spans)
        self.longest = max((span.end - span.start for span in self.spans), default=0)

    def touching(self, one: Span) -> list[Span]:
        first = bisect_left(self.spans, one.start - self.longest, key=lambda span: span.start)
        last = bisect_left(self.spans, one.end, key=lambda span: span.start)
        return [span for span in self.spans[first:last] if one.start < span.end]


def _untitled(group: Sequence[Span], text: str) -> list[Span]:
    """Drop an organisation, and a model's place or thing, that is somebody with a title or letters:
    `Magistrate Judge Roe`, `Roe SC`; and what a model took for a body where the lists know a whole name."""
    streets = [span for span in group if span.category in ("LOC", "ADDRESS") and not by_model(span)]
    listed = _Sorted(span for span in group if span.sources[:1] == (LISTED,) and not streets)
    named = _Sorted(span for span in group if _is_placed(span.sources))
    surer = _Sorted(
        span
        for span in group
        if span.category == "PERSON"
        and (by_model(span) or (span.sources[:1] and span.sources[0].startswith(PLACED[0])))
    )
    kept = []
    for span in group:
        if span.category == "ORG" or (span.category in ("LOC", "MISC", "DATE") and by_model(span)):
            near = named.touching(span)
            if _is_titled(span, near, text) or _is_party(span, near) or _is_listed(span, listed):
                continue
            span = _without_judge(span, near, text)
        kept.append(_introduced(span, surer, text))
    return kept


@lru_cache(maxsize=1 << 12)
def _is_placed(sources: tuple[str, ...]) -> bool:
    return any(each.startswith(PLACED) for each in sources)


def _no_partners(group: Sequence[Span], text: str) -> Sequence[Span]:
    """Without the person for whom a firm of the metadata is taken, called by its first names alone; a title
    or a listed given name says that somebody is meant all the same."""
    firms = {(span.start, span.end) for span in group if span.sources == (FIRM,)}
    people = [span for span in group if span.category == "PERSON" and (span.start, span.end) in firms]
    titled = any(source.startswith(PLACED[0]) for span in people for source in span.sources)
    if not people or titled or is_given(fold(text[people[0].start : people[0].end].split()[0])):
        return group
    return [span for span in group if span not in people]


def _no_discoverers(spans: Sequence[Span]) -> list[Span]:
    """Without what a model or a list took for a person in the name of a disease: Morbus Fabry."""
    diseases = _Sorted(span for span in spans if span.sources == (AILMENT,))
    return [
        span
        for span in spans
        if not (span.category == "PERSON" and (by_model(span) or span.sources == (LISTED,)))
        or not any(each.start <= span.start and span.end <= each.end for each in diseases.touching(span))
    ]


def _introduced(span: Span, surer: _Sorted, text: str) -> Span:
    """A person less the word that introduces it, which no list of names has: Psykiater Ada Berg."""
    if span.category != "PERSON" or not (by_model(span) or span.sources[:1] == (LISTED,)):
        return span
    for each in surer.touching(span):
        word = fold(text[span.start : each.start]).strip(" .,:")
        if not (span.start < each.start and each.end <= span.end and len(word) > 3 and word.isalpha()):
            continue
        if not (is_given(word) or is_family(word) or (by_model(span) and by_model(each))):
            return replace(span, start=each.start)
    return span


def _without_judge(span: Span, named: Sequence[Span], text: str) -> Span:
    """A model's court less the name of whoever sits there: Richter am Landgericht Kaiser."""
    if span.category != "ORG" or not by_model(span):
        return span
    starts = (
        each.start for each in named if each.score >= SAT and span.start < each.start < each.end == span.end
    )
    start = next(starts, 0)
    return replace(span, end=span.start + len(text[span.start : start].rstrip(" ,."))) if start else span


def _is_listed(span: Span, listed: _Sorted) -> bool:
    if span.category != "ORG" or not by_model(span):
        return False
    return any((each.start, each.end) == (span.start, span.end) for each in listed.touching(span))


def _is_party(span: Span, named: Sequence[Span]) -> bool:
    """A model took somebody's name and the word after it for a body."""
    if span.category != "ORG" or not by_model(span):
        return False
    parties = (each for each in named if each.score >= PARTY and each.sources[0].startswith("captions:"))
    return any(span.start <= each.start and each.end <= span.end for each in parties)


def _is_titled(span: Span, named: Sequence[Span], text: str) -> bool:
    for person in named:
        if by_model(span) and person.score >= PARTY and (person.start, person.end) == (span.start, span.end):
            return True
        if span.start < person.end and person.start < span.end:
            rest = f"{text[span.start : person.start]} {text[person.end : span.end].partition(' (')[0]}"
            words = fold(rest).replace(".", "").replace(",", " ").split()
            words = [word for word in words if not word.isdigit()]
            if words and all(word in _titles() or word[1:2] == "/" for word in words):
                return True
    return False


def _two_by_rule(group: Sequence[Span]) -> list[Span]:
    """Drop what a model took for one thing where rules found two: `Federation of Rowing (FR)`."""
    rules = _Sorted(span for span in group if not by_model(span))
    kept = []
    for span in group:
        inside = rules.touching(span) if by_model(span) else ()
        if _is_named_after_place(span, inside) or not (
            len(list(_groups(inside))) > 1 and any(rule.category in NAMES for rule in inside)
        ):
            kept.append(span)
    return kept


def _is_named_after_place(span: Span, inside: Sequence[Span]) -> bool:
    """Guillem Oliver de Son Forteza: a name that a model is sure of, and a list sees a place in it."""
    people = [rule for rule in inside if rule.category == "PERSON"]
    places = [rule for rule in inside if rule.category == "LOC" and rule.end == span.end]
    sure = span.category == "PERSON" and span.score >= PARTY
    return sure and len(places) == 1 and len(people) + 1 == len(inside)


def _finer(group: Sequence[Span]) -> list[Span]:
    """A model knows one kind of code; where a rule says which it is, that holds: a phone number, a plate, or
    no code at all but a date."""
    codes = [span for span in group if not by_model(span) and CATEGORIES.get(span.category) == "CODE"]
    dates = [span for span in group if span.category == "DATE" and not by_model(span)]
    found = []
    for span in group:
        if by_model(span) and span.category == "CODE":
            inside = [rule for rule in codes if rule.start < span.end and span.start < rule.end]
            dated = [rule for rule in dates if rule.start <= span.start and span.end <= rule.end]
            if inside or dated:
                span = replace(span, category=max(inside or dated, key=lambda rule: rule.score).category)
        found.append(span)
    return found


def _ballot(votes: Sequence[Span], weights: Mapping[str, float]) -> Ballot:
    naming = [span for span in votes if not by_model(span)] or votes
    powers: dict[str, float] = {}
    for category in {span.category for span in naming}:
        of_category = [span for span in naming if span.category == category]
        powers[category] = EDGE.get(category, 0.0) + _sum(of_category, weights)
    category = max(sorted(powers), key=lambda name: powers[name])
    start, end = min(span.start for span in votes), max(span.end for span in votes)
    return Ballot(start, end, category, tuple(votes), EDGE.get(category, 0.0) + _sum(votes, weights))


def _sum(votes: Iterable[Span], weights: Mapping[str, float]) -> float:
    return sum(_strengths(votes, weights).values())


def _strengths(votes: Iterable[Span], weights: Mapping[str, float]) -> dict[str, float]:
    """The best vote of each detector: one detector is one voter, however many of its rules agree."""
    best: dict[str, float] = {}
    for span in votes:
        for detector in _detectors(span.sources):
            strength = weights.get(detector, OTHER) * span.score
            best[detector] = max(best.get(detector, 0.0), strength)
    return best


@lru_cache(maxsize=1 << 12)
def _detectors(sources: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source.partition(":")[0] for source in sources)) or ("",)


def _outermost(ballots: Sequence[Ballot]) -> list[Ballot]:
    """Without those that lie inside a longer one: the person in `Jane Roe Ltd`, the place in an address."""
    kept: list[Ballot] = []
    wide: Ballot | None = None
    for ballot in sorted(ballots, key=lambda ballot: (ballot.start, -ballot.end)):
        if wide is not None and ballot.end <= wide.end and ballot.end - ballot.start < wide.end - wide.start:
            named = ballot.category in NAMES and wide.category == "MISC"  # Roe v. Doe: two names, no thing
            address = ballot.category == "ADDRESS" and all(map(by_model, wide.votes))
            fixed = ballot.category in FIXED or address
            held = (by_model(vote) or _holds(ballot, vote) for vote in wide.votes)
            loose = wide.category in NAMES or all(held)  # only a model reaches further
            checked = ballot.category == "NATIONAL_ID" and ballot.power > wide.power  # in a phone's brackets
            if not (named or checked or (fixed and loose and wide.category not in FIXED)):
                continue
        else:
            wide = ballot
        kept.append(ballot)
    return kept


def _holds(ballot: Ballot, vote: Span) -> bool:
    return ballot.start <= vote.start and vote.end <= ballot.end


def _settled(ballots: Sequence[Ballot], text: str) -> list[Ballot]:
    """The strongest first; what overlaps a stronger one keeps only the words that stick out."""
    settled: list[Ballot] = []  # in the order of the text
    for ballot in sorted(ballots, key=lambda ballot: (-ballot.power, ballot.start, ballot.category)):
        for start, end in _free(ballot, settled, text):
            insort(settled, ballot._replace(start=start, end=end), key=lambda taken: taken.start)
    return settled


def _free(ballot: Ballot, taken: Sequence[Ballot], text: str) -> list[tuple[int, int]]:
    """The stretches of a ballot that no stronger one has taken."""
    first = bisect_right(taken, ballot.start, key=lambda other: other.end)
    pieces = []
    start = ballot.start
    while first < len(taken) and taken[first].start < ballot.end:
        pieces.append((start, taken[first].start))
        start = taken[first].end
        first += 1
    if start == ballot.start:
        return [(start, ballot.end)]
    pieces.append((start, ballot.end))
    if all(source.startswith(LETTERS) for vote in ballot.votes for source in vote.sources):
        return []
    named = (each for each in pieces if any(word[0][0].isupper() for word in _WORD.finditer(text, *each)))
    return [_trimmed(text, *piece) for piece in named] if ballot.category in NAMES else []


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    inner = text[start:end].strip(" ,;:()'\"&-")
    begin = text.index(inner, start)
    return begin, begin + len(inner)


def _alone(span: Span, weights: Mapping[str, float]) -> Span:
    """A span that no other touches, with the strength of its vote."""
    sources = tuple(dict.fromkeys(span.sources))
    return Span(span.start, span.end, span.category, _sureness([span], weights), sources)


def _sureness(votes: Iterable[Span], weights: Mapping[str, float]) -> float:
    doubt = 1.0
    for strength in _strengths(votes, weights).values():
        doubt *= 1 - min(strength, 1.0)
    return round(1 - doubt, 4)


def _span(ballot: Ballot, weights: Mapping[str, float]) -> Span:
    ranked = ballot.votes
    if len(ranked) > 1:
        ranked = tuple(sorted(ranked, key=lambda span: (-_sum([span], weights), span.sources)))
    sources = dict.fromkeys(source for span in ranked for source in span.sources)
    return Span(ballot.start, ballot.end, ballot.category, _sureness(ballot.votes, weights), tuple(sources))
