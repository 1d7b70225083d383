"""Edits: a command in, what changed out; undo and redo; and what spreads to the other documents of a case.

An edit is answered once the desk has it. Who edits what somebody else has changed meanwhile gets 409 and what
changed, and nothing of theirs is written.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from lexveil.review import parse
from lexveil.service import cases, schemas, spread
from lexveil.service.guard import Caller, Current
from lexveil.service.open import Make, command_edit, redo_edit, since, undo_edit
from lexveil.service.problems import Problem
from lexveil.service.spread import ALWAYS
from lexveil.service.works import Here, TheDocument, TheOpen, Works
from lexveil.service.writing import changes, editable, scope_of, write
from lexveil.store.desk import Stored

router = APIRouter(tags=["edits"])

Data = dict[str, Any]


@router.post("/documents/{document}/edits", response_model=schemas.Changed)
def add_edit(document: TheDocument, asked: schemas.EditIn, caller: Current, works: Here) -> Data:
    """Carry out a command: accept, reject, keep, replace, category, role, rename, merge, split, add, span,
    whitelist, same."""
    command = parse(asked.command.model_dump(exclude_none=True))
    if command.scope == ALWAYS and not caller.administrator:
        raise Problem("forbidden", "names that always stay are for an administrator to choose")
    found = editable(works, document)
    with works.cases.alone(document.project):
        others = works.cases.others(document.project, document.id)
        spread.expect_free(command, found, others)
        make = command_edit(command, author=caller.user_id, base=asked.base, taken=cases.names(others))
        edit = write(works, caller, document, found, make, asked.base, scope=command.scope or "")
        also = spread.spread(works, caller, found, edit, others, scope=command.scope or "")
    return {**changes(works, caller, document, found, asked.base), "also": also}


@router.post("/documents/{document}/undo", response_model=schemas.Changed)
def undo(document: TheDocument, asked: schemas.BaseIn, caller: Current, works: Here) -> Data:
    """Take back the caller's last edit."""
    return _step(document, asked, caller, works, undo_edit(caller.user_id))


@router.post("/documents/{document}/redo", response_model=schemas.Changed)
def redo(document: TheDocument, asked: schemas.BaseIn, caller: Current, works: Here) -> Data:
    """Bring again what the caller took back last."""
    return _step(document, asked, caller, works, redo_edit(caller.user_id))


@router.get("/documents/{document}/edits", response_model=schemas.Changed)
def list_edits(
    document: TheDocument,
    found: TheOpen,
    caller: Current,
    works: Here,
    after: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
) -> Data:
    """What was changed after edit number `after`, and by whom."""
    newer = since(found, after)
    told = [
        {"number": each.number, "author": each.author, "time": each.time.isoformat(), "kind": each.kind}
        for each in newer
    ]
    return {**changes(works, caller, document, found, after), "edits": told}


def _step(document: Stored, asked: schemas.BaseIn, caller: Caller, works: Works, make: Make) -> Data:
    found = editable(works, document)
    with works.cases.alone(document.project):
        others = works.cases.others(document.project, document.id)
        edit = write(works, caller, document, found, make, asked.base)
        scope = scope_of(works, document, edit.undoes)
        if scope == ALWAYS and not caller.administrator:
            scope = ""  # the document follows, the list stays
        also = spread.spread(works, caller, found, edit, others, scope=scope)
    return {**changes(works, caller, document, found, asked.base), "also": also}
