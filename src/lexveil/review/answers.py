"""The answers to a doubt: what a reviewer can say to it, each as the commands that say so.

A doubt about places concerns those alone. Every answer settles its own question and no other.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lexveil.model import READ_AS, ROLES, Entity
from lexveil.review.commands import Command, Place
from lexveil.review.decisions import CHOSEN
from lexveil.review.state import State

MOST = 6  # answers to one question
NEAR = 600  # characters around somebody in which a detail tells of them
TELLING = (
    "RARE_DISEASE",
    "UNIQUE_JOB",
    "DEM",
    "CARE_UNIT",
    "ORG",
    "LOC",
    "ADDRESS",
    "DATE",
    "AGE",
    "MISC",
    "QUANTITY",
    "COURT",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """`code` says in which words; the others stand in them."""

    code: str
    command: Command
    entity: str = ""  # who is meant by it
    place: Place | None = None  # the words that are meant
    role: str = ""


def who_is_meant(
    entity: Entity, places: Sequence[Place], people: Iterable[Entity], doubt: str
) -> Iterator[Answer]:
    """Which of those who are called so?"""
    here = Command("answer", entity=entity.id, mentions=tuple(places), doubt=doubt)
    yield Answer("is", here, entity=entity.id)
    for other in list(people)[: MOST - 2]:
        if other.id != entity.id:
            moved = Command("move", entity=entity.id, entities=(other.id,), mentions=tuple(places))
            yield Answer("is", moved, entity=other.id)
    if len(places) < len(entity.spans):
        yield Answer("else", Command("split", entity=entity.id, mentions=tuple(places)))
    yield Answer("nobody", Command("reject", entity=entity.id, mentions=tuple(places)))


def same_or_not(entity: Entity, people: Iterable[Entity], doubt: str) -> Iterator[Answer]:
    """Are those who share a surname one person?"""
    yield Answer("apart", Command("answer", entity=entity.id, doubt=doubt))
    for other in list(people)[: MOST - 1]:
        if other.id != entity.id:
            yield Answer("same", Command("merge", entities=(other.id, entity.id)), entity=other.id)


def which_role(entity: Entity, doubt: str) -> Iterator[Answer]:
    yield Answer("role", Command("answer", entity=entity.id, doubt=doubt), role=entity.role)
    said = (why.role for why in entity.why if why.code != READ_AS)
    for role in dict.fromkeys(role for role in said if role in ROLES and role != entity.role):
        yield Answer("role", Command("role", entity=entity.id, role=role), role=role)


def is_it(entity: Entity, places: Sequence[Place] | None) -> Iterator[Answer]:
    """Is it a name at all?"""
    mentions = tuple(places) if places is not None else None
    yield Answer("right", Command("accept", entity=entity.id, mentions=mentions))
    yield Answer("nothing", Command("reject", entity=entity.id, mentions=mentions))


def person_or_not(entity: Entity, doubt: str) -> Iterator[Answer]:
    yield Answer("no-person", Command("answer", entity=entity.id, doubt=doubt))
    yield Answer("person", Command("category", entity=entity.id, category="PERSON"))


def hide_or_leave(entity: Entity, places: Sequence[Place], doubt: str, *, own: bool) -> Iterator[Answer]:
    """Places that stay readable though they show a hidden name; `own`: they are mentions of the entity."""
    here, kind = tuple(places), "replace" if own else "add"
    yield Answer("hide", Command(kind, entity=entity.id, mentions=here), place=here[0])
    leave = Command("answer", entity=entity.id, mentions=here, doubt=doubt)
    yield Answer("leave", leave, place=here[0])


def recognisable(state: State, entity: Entity, doubt: str) -> Iterator[Answer]:
    """By which details that stay somebody may be recognised: each can be hidden. What tells most comes first,
    and of that what stands nearest."""
    leave = Command("answer", entity=entity.id, doubt=doubt)
    details = sorted(
        (span.start, span.end, each.id)
        for each in state.entities.values()
        if each.category in TELLING and _stays(state, each.id)
        for span in each.spans
    )
    nearest: dict[str, tuple[int, Place]] = {}
    for span in entity.spans:
        at = bisect_left(details, (span.start - NEAR, 0, ""))
        while at < len(details) and details[at][0] < span.end + NEAR:
            start, end, other = details[at]
            away = max(start - span.end, span.start - end, 0)
            nearest[other] = min(nearest.get(other, (NEAR, (start, end))), (away, (start, end)))
            at += 1
    told = sorted(
        (TELLING.index(state.entities[other].category), away, place, other)
        for other, (away, place) in nearest.items()
    )
    for _, _, place, other in told[: MOST - 1]:
        yield Answer("hide", Command("replace", entity=other), entity=other, place=place)
    yield Answer("leave", leave)


def _stays(state: State, entity: str) -> bool:
    decision = state.decisions[entity]
    return decision.action == "keep" and decision.why not in CHOSEN
