"""Two readers of one document: what the first changed, what the second did, and how far they agree.

The first reader's result is what stood when the second reading was asked for; the audit log knows when. Two
who review the same file in two documents, each without seeing the other, can be compared too.
"""

import dataclasses
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query

from lexveil.evaluate.agreement import agreement, of_files
from lexveil.evaluate.gold import Gold, Mention
from lexveil.model import Document
from lexveil.review import State, fold, saved
from lexveil.review.difference import Difference, differences
from lexveil.service import audit, guard, schemas
from lexveil.service.context import TheContext, TheDocument, TheOpenDocument
from lexveil.service.guard import Current
from lexveil.service.open_documents import OpenDocument
from lexveil.service.problems import Problem

router = APIRouter(tags=["readers"])

Data = dict[str, Any]


@router.get("/documents/{document}/difference")
def show_difference(
    document: TheDocument, opened: TheOpenDocument, caller: Current, context: TheContext
) -> Data:
    """What reviewers made of the proposal: `first` until a second reading was asked for, `second` since then.
    Without a second reading all of it is `first`, and `kappa` is null."""
    with opened.lock:
        base, state, edits = opened.base, opened.state, opened.edits
    handed = guard.asked_at(context.desk, document)
    before = tuple(edit for edit in edits if not handed or edit.time <= datetime.fromisoformat(handed))
    middle = fold(base, before)
    people = {each.id: each.name for each in context.desk.users()}
    first = [_told(each, people) for each in differences(base, middle, before)]
    second = [_told(each, people) for each in differences(middle, state, edits[len(before) :])]
    both = _agreement(opened.document, middle, state) if handed else None
    return {"handed": handed, "first": first, "second": second, "kappa": both}


OTHER = Query(pattern=r"^[0-9a-f]{32}$", description="another document that is the same text")


@router.get("/documents/{document}/kappa")
def show_agreement(
    opened: TheOpenDocument, other: Annotated[str, OTHER], caller: Current, context: TheContext
) -> Data:
    """How far two agree who have each reviewed the same text, in two documents."""
    twin = context.open_documents.get(guard.document(caller, other))
    if twin.document.text != opened.document.text:
        raise Problem("invalid", "service.other-text")
    for each in (opened, twin):
        audit.write(caller, "document opened", case=each.case, document=each.id)
    return _agreement(opened.document, _now(opened), _now(twin))


def _now(opened: OpenDocument) -> State:
    with opened.lock:
        return opened.state


def _told(each: Difference, people: dict[str, str]) -> Data:
    facts = [dataclasses.asdict(found) if found else None for found in (each.before, each.after)]
    who = [people.get(author, "") for author in each.authors]
    return {
        **schemas.fields(each, "entity"),
        "before": facts[0],
        "after": facts[1],
        "places": [list(place) for place in each.places],
        "by": [name for name in who if name],
    }


def _agreement(document: Document, one: State, other: State) -> Data:
    """κ and α over the words: is each hidden, and what is it; F1 of the same names in the same bounds."""
    golds = {name: (_gold(document, state),) for name, state in (("first", one), ("second", other))}
    found = agreement(of_files(golds))
    (pair,) = found["pairs"]
    return {
        "words": found["words"],
        **pair["cohen"],
        "krippendorff": found["krippendorff"],
        "f1": pair["f1"],
    }


def _gold(document: Document, state: State) -> Gold:
    row = saved.gold_row(document, state)
    mentions = tuple(Mention(**mention) for mention in row["mentions"])
    return Gold(str(row["id"]), document.text, mentions, language=document.language)
