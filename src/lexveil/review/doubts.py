"""What a reviewer should look at first.

Doubts come the weightiest first, each with a code for its reason and with its answers. A doubt is settled by
its own answer, or by a decision of the reviewer on who is in doubt; to accept somebody answers nothing that
is asked of a single place. What stays and is no person, such as a date that no rule names, is in no doubt.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lexveil.check.risk import Risk
from lexveil.languages import DEFAULT, load, people
from lexveil.languages.common import is_common
from lexveil.model import READ_AS, ROLES, Decision, Document, Entity, Span
from lexveil.names import given
from lexveil.replace import Remainder
from lexveil.review.answers import (
    Answer,
    hide_or_leave,
    is_it,
    person_or_not,
    recognisable,
    same_or_not,
    which_role,
    who_is_meant,
)
from lexveil.review.commands import DOUBTS, Place, left_alone
from lexveil.review.decisions import ADDED, CHOSEN, NO_NAME
from lexveil.review.state import State
from lexveil.text.fold import fold, squeeze

ROLE, AMBIGUOUS, SHARED, CERTAINTY, RISK, DROPPED, LEFT = DOUBTS
WEIGHTS: Mapping[str, float] = {
    ROLE: 5.0,
    AMBIGUOUS: 4.0,
    RISK: 3.5,
    SHARED: 3.0,
    CERTAINTY: 2.0,
    DROPPED: 5.0,
    LEFT: 7.0,
}
GOES, STAYS = 1.0, -1.0  # what is added where the entity is replaced, or is no person and stays
NAMED = ("PERSON", "ORG", "LOC", "MISC")  # what a person's name may be taken for
LIKELY = 70  # per cent: below it what the model learned is in doubt

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NO_NAME = NO_NAME.union(people.role_after(load(DEFAULT)))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question. Equal ones about several places are one: `places`."""

    entity: str
    mention: Place | None  # the first place; None: the entity as a whole
    reason: str
    weight: float
    places: tuple[Place, ...] = ()
    answers: tuple[Answer, ...] = ()


def doubts(
    document: Document, state: State, risky: Collection[str] = (), listed: Iterable[Remainder] = ()
) -> list[Doubt]:
    """`risky` are those who can still be recognised, `listed` the places that stay readable though they show
    a word of a hidden name."""
    namesakes = _surnames(document, state)
    found: list[Doubt] = []
    for entity in state.entities.values():
        decision = state.decisions[entity.id]
        if not _settled(decision) and _matters(document.text, entity, decision):
            same = namesakes.get(entity.id, ())
            found += _about(document.text, state, entity, same=same, risky=entity.id in risky)
    found += _left(document, state, listed)
    first = {entity.id: entity.spans[0].start for entity in state.entities.values()}
    found.sort(key=lambda each: (-each.weight, each.mention[0] if each.mention else first[each.entity]))
    return found


def risky(risk: Risk) -> frozenset[str]:
    """Who can still be recognised."""
    return frozenset(each.entity for each in risk.people if each.score >= risk.threshold)


def _left(document: Document, state: State, listed: Iterable[Remainder]) -> Iterator[Doubt]:
    """Places that stay readable: in doubt is what stands there, such as a park, if it is anything, not the
    person after whom it may be called. Where the same is written, it is one question."""
    every = ((span, entity) for entity in state.entities.values() for span in entity.spans)
    mentions = sorted(every, key=lambda mention: mention[0])
    shown: dict[tuple[str, bool], set[Place]] = {}
    for each in listed:
        at = bisect_right(mentions, each.start, key=lambda mention: mention[0].start) - 1
        around = mentions[at] if at >= 0 and mentions[at][0].end >= each.end else None
        entity = around[1] if around else state.entities.get(each.entity)
        if entity is None:  # merged with somebody since
            continue
        decision = state.decisions[entity.id]
        place = (around[0].start, around[0].end) if around else (each.start, each.end)
        settled = around[0] in decision.checked if around else left_alone(LEFT, place) in decision.cleared
        if not settled and not _settled(decision) and LEFT not in decision.cleared:
            shown.setdefault((entity.id, around is not None), set()).add(place)
    for (name, own), found in shown.items():
        for places in _grouped(document.text, found):
            answers = hide_or_leave(state.entities[name], places, LEFT, own=own)
            yield Doubt(name, places[0], LEFT, WEIGHTS[LEFT], places, tuple(answers))


def _settled(decision: Decision) -> bool:
    return decision.action == "reject" or decision.why in (*CHOSEN, ADDED)


def _matters(text: str, entity: Entity, decision: Decision) -> bool:
    """Of what stays: people, and what begins like the name of one."""
    if decision.action == "replace" or entity.category == "PERSON" or dropped(entity):
        return True
    words = _words(text[entity.spans[0].start : entity.spans[0].end])
    return entity.category in NAMED and bool(words) and given.is_given(words[0]) and not is_common(words[0])


def _about(
    text: str, state: State, entity: Entity, *, same: Sequence[Entity], risky: bool
) -> Iterator[Doubt]:
    """`same`: the people who share the surname, if somebody is called by it alone."""
    decision = state.decisions[entity.id]
    goes = decision.action == "replace"
    more = GOES if goes else 0.0 if entity.category == "PERSON" else STAYS
    conflict = entity.category == "PERSON" and in_conflict(entity)
    later = list(same)[[each.id for each in same].index(entity.id) + 1 :] if same else []  # asked once a pair
    wholes: tuple[tuple[str, bool, Callable[[], Iterator[Answer]]], ...] = (
        (RISK, risky, lambda: recognisable(state, entity, RISK)),
        (DROPPED, dropped(entity), lambda: person_or_not(entity, DROPPED)),
        (ROLE, conflict, lambda: which_role(entity, ROLE)),
        (SHARED, bool(later), lambda: same_or_not(entity, later, SHARED)),
    )
    for reason, doubtful, answers in wholes:
        if doubtful and reason not in decision.cleared:
            yield Doubt(entity.id, None, reason, WEIGHTS[reason] + more, (), tuple(answers()))
    checked = set(decision.checked)
    ambiguous = {link.span for link in entity.links if link.why.code == "meant"}
    if not goes and not same:  # they stay, whichever of them is meant
        ambiguous.clear()
    for places in _grouped(text, _places(ambiguous - checked)):
        meant = tuple(who_is_meant(entity, places, same, AMBIGUOUS))
        yield Doubt(entity.id, places[0], AMBIGUOUS, WEIGHTS[AMBIGUOUS] + more, places, meant)
    weak = [span for span in entity.spans if span.certainty == 3 and span not in ambiguous]
    if len(weak) == len(entity.spans):
        if len(checked) < len(entity.spans):
            asked = tuple(is_it(entity, None))
            yield Doubt(entity.id, None, CERTAINTY, WEIGHTS[CERTAINTY] + more, (), asked)
        return
    for places in _grouped(text, _places(span for span in weak if span not in checked)):
        asked = tuple(is_it(entity, places))
        yield Doubt(entity.id, places[0], CERTAINTY, WEIGHTS[CERTAINTY] + more, places, asked)


def _places(spans: Iterable[Span]) -> Iterator[Place]:
    return ((span.start, span.end) for span in spans)


def _grouped(text: str, places: Iterable[Place]) -> Iterator[tuple[Place, ...]]:
    """Places where the same is written: one question."""
    found: dict[str, list[Place]] = {}
    for start, end in sorted(places):
        found.setdefault(squeeze(text[start:end]).text, []).append((start, end))
    return (tuple(places) for places in found.values())


def dropped(entity: Entity) -> bool:
    """Whether it was taken for a person, until most of its mentions read as something else."""
    return entity.category != "PERSON" and any(why.code == READ_AS for why in entity.why)


def in_conflict(entity: Entity) -> bool:
    """Whether what was found about the role speaks for another one too, or only weakly for this one.

    >>> from lexveil.model import because
    >>> reasons = (because("before", role="WITNESS"), because("title", title="judge", role="JUDGE"))
    >>> in_conflict(Entity("e1", "PERSON", "WITNESS", 1, (), reasons))
    True
    """
    roles = {why.role for why in entity.why if why.role in ROLES and why.code != READ_AS}
    if any(why.code == "metadata" for why in entity.why):  # the user said so
        return False
    weak = [int(str(dict(why.values)["share"])) for why in entity.why if why.code == "learned"]
    return bool(roles - {entity.role}) or (len(weak) == len(entity.why) > 0 and max(weak) < LIKELY)


def _surnames(document: Document, state: State) -> dict[str, list[Entity]]:
    """The people who share their surname with another one, where somebody is replaced and one of them is
    called by it alone; each with all of them."""
    people: dict[str, list[tuple[Entity, bool]]] = {}
    for entity in state.entities.values():
        if entity.category != "PERSON" or state.decisions[entity.id].action == "reject":
            continue
        surname, alone = _surname(document.text, entity)
        if surname:
            people.setdefault(surname, []).append((entity, alone))
    found: dict[str, list[Entity]] = {}
    for same in people.values():
        goes = any(state.decisions[entity.id].action == "replace" for entity, _ in same)
        if len(same) > 1 and goes and any(alone for _, alone in same):
            everyone = [entity for entity, _ in same]
            found.update((entity.id, everyone) for entity in everyone)
    return found


def _surname(text: str, entity: Entity) -> tuple[str, bool]:
    """The last word of the names, and whether it stands by itself somewhere."""
    surfaces = {text[span.start : span.end] for span in entity.spans}
    names = [words for surface in surfaces if (words := _words(surface))]
    if not names:
        return "", False
    full = [words for words in names if len(words) > 1] or names
    surname = Counter(words[-1] for words in full).most_common(1)[0][0]
    return surname, any(words == [surname] for words in names)


def _words(surface: str) -> list[str]:
    words: Iterable[str] = _WORD.findall(fold(surface).removesuffix("'s"))
    return [word for word in words if len(word) > 1 and word not in _NO_NAME]
