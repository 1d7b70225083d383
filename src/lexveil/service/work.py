"""Work shared out: who is to review a document, which one comes next, their names and order, and what is
known of the case before anything is read (its metadata).
"""

from typing import Annotated, Any

from fastapi import APIRouter, Body
from pydantic import Field

from lexveil.service import audit, guard, schemas
from lexveil.service.callers import ADMINISTRATOR, SECOND_READER, SINGLE, Caller
from lexveil.service.context import Context, TheCase, TheContext, TheDocument
from lexveil.service.documents import UNDER_WAY, summary
from lexveil.service.guard import IN_REVIEW, NEW, SECOND_READING, Current
from lexveil.service.problems import Problem
from lexveil.service.records import suffix
from lexveil.service.uploads import METADATA, readable
from lexveil.store.desk import Case, StoredDocument

router = APIRouter(tags=["work"])

Data = dict[str, Any]
OPEN = (IN_REVIEW, NEW)  # for a reviewer, in this order


class DocumentChange(schemas.In):
    name: schemas.Short | None = None
    assigned: Annotated[str, Field(max_length=64)] | None = None  # the id of a user; "": nobody


class OrderIn(schemas.In):
    documents: Annotated[list[schemas.Id], Field(max_length=10_000)]


class NextIn(schemas.In):
    project: schemas.Id | None = None  # only of this one
    after: schemas.Id | None = None  # not this one: it was the last


class MetadataIn(schemas.In):
    metadata: dict[str, Any]
    again: bool = False  # and analyse again what nobody has edited yet


@router.patch("/documents/{document}", response_model=schemas.Summary)
def change_document(
    document: TheDocument, asked: DocumentChange, caller: Current, context: TheContext
) -> Data:
    """Rename it, or say who is to review it."""
    name = readable(asked.name) if asked.name is not None else None
    if name is not None and suffix(name) != suffix(document.name):
        raise Problem("invalid", "service.same-suffix", suffix=suffix(document.name))
    if asked.assigned and asked.assigned not in {each["id"] for each in reviewers(context, document.case)}:
        raise Problem("invalid", "service.no-reviewer")
    entry = audit.entry(caller, "document changed", **({"assigned": 1} if asked.assigned is not None else {}))
    context.desk.change_document(document.id, name=name, assigned=asked.assigned, audit=entry)
    return told(context, document)


def told(context: Context, document: StoredDocument) -> Data:
    """The summary of a document that has changed, which everyone who looks hears of."""
    found = context.desk.document(document.id) or document
    context.hub.publish((found.id, found.case), "document", {"document": found.id})
    return summary(context, found)


def reviewers(context: Context, case: str) -> list[Data]:
    """Who may review the documents of a case: its owner, its members, and administrators."""
    home = context.desk.case(case)
    here = {home.owner if home else "", *context.desk.members(case)}
    users = [each for each in context.desk.users() if each.active]
    return [
        schemas.fields(each, "id name") for each in users if each.id in here or each.role == ADMINISTRATOR
    ]


@router.get("/projects/{case}/reviewers", response_model=schemas.People)
def list_reviewers(case: TheCase, context: TheContext) -> Data:
    """To whom documents of the project can be assigned."""
    return {"people": reviewers(context, case.id)}


@router.put("/projects/{case}/order", status_code=204)
def put_in_order(case: TheCase, asked: OrderIn, caller: Current, context: TheContext) -> None:
    """The documents stand in this order from now on."""
    entry = audit.entry(caller, "project changed", order=len(asked.documents))
    context.desk.put_in_order(case.id, asked.documents, audit=entry)
    context.hub.publish((case.id,), "document", {"document": ""})


# The queue -----------------------------------------------------------------------------------------


@router.post("/next")
def take_next(asked: NextIn, caller: Current, context: TheContext) -> Data:
    """The next document for the caller, theirs from now on; `document` is null where nothing is left.

    Those that wait for a second reading come first for a second reader; then those that are the caller's, and
    those that are nobody's. What is flagged as a problem waits until somebody has settled it.
    """
    desk = context.desk
    cases = desk.cases(None if caller.administrator else caller.user_id)
    found = [
        each
        for case in cases
        if asked.project in (None, case.id)
        for each in desk.documents(case.id)
        if each.id != asked.after and _is_open(caller, each)
    ]
    for each in sorted(found, key=lambda each: _rank(caller, each)):
        entry = audit.entry(caller, "document changed", assigned=1)
        if each.state == SECOND_READING or desk.claim(each.id, caller.user_id, audit=entry):
            return {"document": told(context, each)}
    return {"document": None}


def _is_open(caller: Caller, document: StoredDocument) -> bool:
    if document.status != "done" or document.problems:
        return False
    if document.state == SECOND_READING:
        reads = caller.by == SINGLE or caller.role in (SECOND_READER, ADMINISTRATOR)
        return reads and (caller.by == SINGLE or guard.asked(caller.desk, document) != caller.user_id)
    return document.state in OPEN and document.assigned in ("", caller.user_id)


def _rank(caller: Caller, document: StoredDocument) -> tuple[bool, bool, int, str]:
    """Begun before new; the longest there before the others."""
    mine = document.assigned == caller.user_id
    begun = OPEN.index(document.state) if document.state in OPEN else 0
    return document.state != SECOND_READING, not mine, begun, document.created


# What is known beforehand --------------------------------------------------------------------------


def metadata_of(case: Case) -> Data:
    """What is known of the case, for every document that comes."""
    found = case.settings.get(METADATA)
    return dict(found) if isinstance(found, dict) else {}


@router.get("/projects/{case}/metadata")
def show_metadata(case: TheCase, caller: Current) -> Data:
    audit.write(caller, "names shown", case=case.id)
    return {"metadata": metadata_of(case)}


@router.put("/projects/{case}/metadata")
def set_metadata(
    case: TheCase, asked: Annotated[MetadataIn, Body()], caller: Current, context: TheContext
) -> Data:
    """Parties, judges, counsel and others whom the project knows by name. It holds for documents that come,
    and with `again` for those that nobody has edited yet; `again` of the answer says how many these are,
    `left` how many stay as they were analysed."""
    settings = {**case.settings, METADATA: asked.metadata}
    context.desk.change_case(
        case.id, settings=settings, audit=audit.entry(caller, "project changed", metadata=1)
    )
    stored = context.desk.documents(case.id)
    fresh = [each for each in stored if asked.again and _untouched(each)]
    for each in fresh:
        merged = {**each.metadata, **asked.metadata}
        entry = audit.entry(caller, "document changed", metadata=1)
        context.desk.change_document(each.id, metadata=merged, audit=entry)
        context.jobs.add(context.desk.document(each.id) or each)
    return {"again": len(fresh), "left": len(stored) - len(fresh)}


def _untouched(document: StoredDocument) -> bool:
    """Nobody's work is lost if it is analysed again."""
    return (
        document.original
        and document.state == NEW
        and document.status not in UNDER_WAY
        and document.number <= document.base
    )
