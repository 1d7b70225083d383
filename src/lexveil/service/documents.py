"""Documents of a project: upload, list, analyse, sign off, delete."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, UploadFile

from lexveil import formats
from lexveil.formats.tables import TABLES
from lexveil.review.sentences import keyed
from lexveil.service import audit, guard, jobs, schemas
from lexveil.service.guard import Caller, Current
from lexveil.service.problems import Problem
from lexveil.service.records import suffix
from lexveil.service.works import Here, TheDocument, TheProject, Works
from lexveil.store.desk import Project, Stored

router = APIRouter(tags=["documents"])

Data = dict[str, Any]
LONGEST_METADATA = 200_000  # characters
UNDER_WAY = ("waiting", "running")


def summary(works: Works, document: Stored) -> Data:
    """What a list says of a document."""
    held = works.shelf.known(document.id)
    ready = held is not None and held.analysis == document.analysis
    counts = held.counts if held and ready else document.counts
    return {
        "id": document.id,
        "project": document.project,
        "name": document.name,
        "format": suffix(document.name),
        "state": document.state,
        "status": document.status,
        "step": document.step,
        "error": document.error,
        "said": keyed(document.error),
        "number": max(document.number, document.base),
        "entities": counts.get("entities", 0),
        "mentions": counts.get("mentions", 0),
        "doubts": counts.get("doubts", 0),
        "created": document.created,
        "original": document.original,
    }


Files = Annotated[list[UploadFile], File(max_length=100)]
Metadata = Annotated[str, Form(max_length=LONGEST_METADATA, description="case metadata, a JSON object")]


@router.post("/projects/{project}/documents", status_code=202, response_model=schemas.Documents)
def upload(project: TheProject, file: Files, caller: Current, works: Here, metadata: Metadata = "") -> Data:
    """Store the files and queue their analysis. Bytes that were analysed before are ready at once."""
    works.policies.of(project)  # what could not be analysed is not stored either
    known = case_metadata(metadata)
    if len(file) > works.settings.upload_files:
        raise Problem("too-large", f"at most {works.settings.upload_files} files at a time")
    named = [(readable(each.filename or ""), _content(each, works)) for each in file]
    return {
        "documents": [
            summary(works, store(works, caller, project, name, content, known)) for name, content in named
        ]
    }


def store(
    works: Works, caller: Caller, project: Project, name: str, original: bytes, metadata: Data
) -> Stored:
    entry = audit.entry(caller, "document created", bytes=len(original))
    made = works.desk.add_document(
        project.id, name, original, jobs.digest(original), metadata=metadata, audit=entry
    )
    if not works.jobs.again(made, project):
        works.jobs.add(made)
    found = works.desk.document(made.id) or made
    works.hub.publish((project.id,), "document", {"document": made.id})
    return found


def readable(name: str) -> str:
    """A safe name of a format that can be reviewed."""
    safe = guard.safe_name(name)
    if suffix(safe) in TABLES:
        raise Problem(
            "invalid", "a table is not reviewed here: use `lexveil run`, or upload its rows as documents"
        )
    if suffix(safe) not in formats.suffixes():
        raise Problem("invalid", f"not a format that can be read: use {', '.join(formats.suffixes())}")
    return safe


def _content(file: UploadFile, works: Works) -> bytes:
    found = file.file.read(works.settings.upload_bytes + 1)
    if len(found) > works.settings.upload_bytes:
        limit = works.settings.upload_bytes / 2**20
        raise Problem("too-large", f"a file is larger than the limit of {limit:g} MiB: split it")
    if not found.strip():
        raise Problem("invalid", "a file is empty: choose another")
    return found


def case_metadata(text: str) -> Data:
    if not text.strip():
        return {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Problem("invalid", 'metadata: must be a JSON object, such as {"judges": ["…"]}')
    return found


@router.get("/documents/{document}", response_model=schemas.Summary)
def show_document(document: TheDocument, works: Here) -> Data:
    return summary(works, document)


@router.delete("/documents/{document}", status_code=204)
def remove_document(document: TheDocument, caller: Current, works: Here) -> None:
    """With its original, analysis, edits and exports, for good."""
    works.jobs.cancel(document)
    works.desk.forget_document(document.id, audit=audit.entry(caller, "document removed"))
    works.shelf.forget(document=document.id)
    works.cases.forget(document.id)
    works.hub.publish((document.id, document.project), "removed", {"document": document.id})


@router.post("/documents/{document}/analysis", status_code=202, response_model=schemas.Summary)
def analyze(document: TheDocument, works: Here) -> Data:
    """Again: after a failure, or under a new policy. What was edited so far no longer counts."""
    if document.status in UNDER_WAY:
        raise Problem("conflict", "the document is being analysed already")
    if not document.original:
        raise Problem("conflict", "the original is deleted: upload the document again")
    if not guard.may_edit(document.state):
        raise Problem("conflict", "the document is approved or exported: take it back to review first")
    home = works.desk.project(document.project)
    if home is not None:
        works.policies.of(home)  # an analysis that stands is not given up for one that must fail
    works.jobs.add(document)
    return summary(works, works.desk.document(document.id) or document)


@router.delete("/documents/{document}/analysis", response_model=schemas.Summary)
def cancel(document: TheDocument, works: Here) -> Data:
    """Stop the analysis."""
    if not works.jobs.cancel(document):
        raise Problem("conflict", "there is no analysis under way")
    return summary(works, works.desk.document(document.id) or document)


@router.post("/documents/{document}/state", response_model=schemas.Summary)
def set_state(document: TheDocument, asked: schemas.StateIn, caller: Current, works: Here) -> Data:
    """Sign off: new → in review → second reading → approved; or back."""
    guard.sign_off(caller, document, asked.to)
    entry = audit.entry(caller, "document state", to=asked.to)
    move(works, document, asked.to, audit_entry=entry)
    return summary(works, works.desk.document(document.id) or document)


def move(works: Works, document: Stored, to: str, *, audit_entry: Any) -> None:
    """From the state that the caller saw to another one, and everyone hears of it."""
    if not works.desk.set_state(document.id, to, from_=document.state, audit=audit_entry):
        raise Problem("conflict", "somebody else has changed the state meanwhile: look again")
    works.hub.publish((document.id, document.project), "state", {"document": document.id, "state": to})
