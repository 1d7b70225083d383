"""Comments on a document or on one of its places, and problems that keep it out of the queue."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field, StringConstraints

from lexveil.service import audit, schemas
from lexveil.service.context import ID, TheContext, TheDocument
from lexveil.service.guard import Current
from lexveil.service.problems import Problem
from lexveil.service.work import told
from lexveil.store.desk import Missing, Note

router = APIRouter(tags=["notes"])

Data = dict[str, Any]
MOST = 1000  # notes about one document


class NoteIn(schemas.In):
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
    kind: Literal["comment", "problem"] = "comment"
    mention: schemas.Mention | None = None


class NoteChange(schemas.In):
    done: bool


class NoteOut(BaseModel):
    id: str
    kind: Literal["comment", "problem"]
    author: str
    name: str  # of the author
    mine: bool
    time: str
    done: bool
    text: str
    mention: list[int] | None


class Notes(BaseModel):
    notes: Annotated[list[NoteOut], Field()]


NoteId = Annotated[str, Path(pattern=ID)]


def _shown(caller: Current, found: list[Note]) -> Data:
    names = {each.id: each.name for each in caller.desk.users()}
    return {
        "notes": [
            {
                **schemas.fields(each, "id kind author time done text"),
                "name": names.get(each.author, ""),
                "mine": each.author == caller.user_id,
                "mention": list(each.mention) if each.mention else None,
            }
            for each in found
        ]
    }


@router.get("/documents/{document}/notes", response_model=Notes)
def list_notes(document: TheDocument, caller: Current, context: TheContext) -> Data:
    """What was said about the document, the oldest first."""
    return _shown(caller, context.desk.notes(document.id))


@router.post("/documents/{document}/notes", status_code=201, response_model=Notes)
def add_note(document: TheDocument, asked: NoteIn, caller: Current, context: TheContext) -> Data:
    """A comment for whoever reads next; or a problem, which keeps the document out of the queue until it is
    settled."""
    if len(context.desk.notes(document.id)) >= MOST:
        raise Problem("conflict", "service.many-notes", count=MOST)
    mention = (asked.mention[0], asked.mention[1]) if asked.mention else None
    if mention and mention[0] >= mention[1]:
        raise Problem("invalid", "service.note-place")
    entry = audit.entry(caller, "comment", about=asked.kind)
    context.desk.add_note(document.id, caller.user_id, asked.kind, asked.text, mention=mention, audit=entry)
    told(context, document)
    return _shown(caller, context.desk.notes(document.id))


@router.patch("/documents/{document}/notes/{note}", response_model=Notes)
def settle_note(
    document: TheDocument, note: NoteId, asked: NoteChange, caller: Current, context: TheContext
) -> Data:
    """It is settled, or open again."""
    entry = audit.entry(caller, "comment", done=int(asked.done))
    if not context.desk.settle_note(document.id, note, done=asked.done, audit=entry):
        raise Problem("not-found", "service.no-note")
    told(context, document)
    return _shown(caller, context.desk.notes(document.id))


@router.delete("/documents/{document}/notes/{note}", status_code=204)
def remove_note(document: TheDocument, note: NoteId, caller: Current, context: TheContext) -> None:
    """By whoever wrote it, or an administrator."""
    try:
        found = context.desk.note(document.id, note)
    except Missing:
        raise Problem("not-found", "service.no-note") from None
    if found.author != caller.user_id and not caller.administrator:
        raise Problem("forbidden", "service.note-of-another")
    context.desk.remove_note(document.id, note, audit=audit.entry(caller, "comment", removed=1))
    told(context, document)
