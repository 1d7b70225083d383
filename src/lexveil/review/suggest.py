"""The same person as in another document of the case?

Who is replaced here and resembles somebody who is replaced there under another pseudonym is suggested, with
a score and a code for the reason. Nothing is joined: a reviewer says so with the command `same`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from lexveil.model import Document
from lexveil.names.agreement import agree
from lexveil.names.parse import parse
from lexveil.resolve.recognize import Named, match, named
from lexveil.review.decisions import SHARED
from lexveil.review.state import State

SAME, SIMILAR, FAMILY = "same-name", "similar-name", "family-name"
NEAR = 0.55  # agreement of full names, from which on it is worth a question
BARE = 0.5  # a surname alone


@dataclass(frozen=True, slots=True)
class Suggestion:
    entity: str
    document: str  # the id of the other document
    other: str  # the entity there
    pseudonym: str  # that it has there
    score: float
    why: str


def same(here: tuple[Document, State], others: Iterable[tuple[str, Document, State]]) -> list[Suggestion]:
    """`others` are the other documents, each under the id by which the service knows it."""
    document, state = here
    mine = _replaced(document, state)
    taken = {each.pseudonym.casefold() for each in state.decisions.values() if each.action == "replace"}
    found: list[Suggestion] = []
    for name, other, its_state in others:
        theirs = _replaced(other, its_state)
        for entity, whom, score, why in _alike(mine, theirs):
            pseudonym = its_state.decisions[whom].pseudonym
            if pseudonym.casefold() not in taken:  # who has it here is that person already
                found.append(Suggestion(entity, name, whom, pseudonym, score, why))
    return sorted(found, key=lambda each: (-each.score, each.entity, each.document))


def _replaced(document: Document, state: State) -> tuple[Named, ...]:
    """Those who are replaced by a pseudonym of their own."""
    going = (each for each in state.decisions.values() if each.action == "replace")
    ids = {each.entity for each in going if each.style not in SHARED}
    own = (entity for entity in state.entities.values() if entity.id in ids)
    return tuple(each for each in named(document, own) if each.forms)


def _alike(mine: tuple[Named, ...], theirs: tuple[Named, ...]) -> Iterable[tuple[str, str, float, str]]:
    sure = match(mine, theirs)
    yield from ((entity, other, 1.0, SAME) for entity, other in sure.items())
    filed: dict[str, list[Named]] = {}
    for other in theirs:
        if other.category == "PERSON":
            for family in {parse(form).family for form in other.forms}:
                filed.setdefault(family[:3], []).append(other)
    for each in mine:
        if each.category != "PERSON" or each.entity in sure:
            continue
        families = {parse(form).family[:3] for form in each.forms}
        near = {other.entity: other for family in families for other in filed.get(family, ())}
        for other in near.values():
            score, why = _person(each, other)
            if score:
                yield each.entity, other.entity, score, why


def _person(one: Named, other: Named) -> tuple[float, str]:
    mine, theirs = [parse(form) for form in one.forms], [parse(form) for form in other.forms]
    full = [[name for name in names if not name.bare] for names in (mine, theirs)]
    if all(full):
        best = max(agree(name, another) for name in full[0] for another in full[1])
        return (min(best, 0.95), SIMILAR) if best >= NEAR else (0.0, "")
    if {name.family for name in mine} & {name.family for name in theirs}:
        return BARE, FAMILY
    return 0.0, ""
