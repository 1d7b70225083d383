"""Documents of a case: upload, list, analyse, sign off, delete; and streams of what happens to them."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, UploadFile
from fastapi.responses import StreamingResponse

from lexveil.service import audit, guard, jobs, schemas
from lexveil.service.callers import Caller
from lexveil.service.context import Context, TheCase, TheContext, TheDocument
from lexveil.service.events import Event, current_events
from lexveil.service.guard import Current
from lexveil.service.problems import Problem, failure
from lexveil.service.records import suffix
from lexveil.service.review import expect_complete
from lexveil.service.uploads import LONGEST_METADATA, METADATA, case_metadata, readable
from lexveil.store.desk import Case, StoredDocument

router = APIRouter(tags=["documents"])

Data = dict[str, Any]
UNDER_WAY = ("waiting", "running")


def summary(context: Context, document: StoredDocument, *, same_as: str = "") -> Data:
    """What a list says of a document. `same_as`: the name of an earlier one that is the same file."""
    opened = context.open_documents.known(document.id)
    ready = opened is not None and opened.analysis == document.analysis
    counts = opened.counts if opened and ready else document.counts
    return {
        **schemas.fields(document, "id name state status step created original assigned comments problems"),
        "project": document.case,
        "format": suffix(document.name),
        **failure(document.error),
        "number": max(document.number, document.base),
        "out_of_step": context.corrections.out_of_step(document),
        "same_as": same_as,
        **{name: counts.get(name, 0) for name in ("entities", "mentions", "doubts")},
    }


Files = Annotated[list[UploadFile], File(max_length=100)]
Metadata = Annotated[str, Form(max_length=LONGEST_METADATA, description="case metadata, a JSON object")]


@router.post("/projects/{case}/documents", status_code=202, response_model=schemas.Documents)
def upload(case: TheCase, file: Files, caller: Current, context: TheContext, metadata: Metadata = "") -> Data:
    """Store the files and queue their analysis. Bytes that were analysed before are ready at once."""
    context.policies.of(case)  # what could not be analysed is not stored either
    known = {**(case.settings.get(METADATA) or {}), **case_metadata(metadata)}
    if len(file) > context.settings.upload_files:
        raise Problem("too-large", "service.upload-files", count=context.settings.upload_files)
    named = [(readable(each.filename or ""), _content(each, context)) for each in file]
    stored = [store(context, caller, case, name, content, known) for name, content in named]
    twins = same_files(context.desk.documents(case.id))
    return {"documents": [summary(context, each, same_as=twins.get(each.id, "")) for each in stored]}


def same_files(documents: Iterable[StoredDocument]) -> dict[str, str]:
    """Documents that are the same file as an earlier one, with the name of that."""
    first: dict[str, StoredDocument] = {}
    found = {}
    for each in documents:
        earlier = first.setdefault(each.digest, each)
        if earlier is not each:
            found[each.id] = earlier.name
    return found


def store(
    context: Context, caller: Caller, case: Case, name: str, original: bytes, metadata: Data
) -> StoredDocument:
    entry = audit.entry(caller, "document created", bytes=len(original))
    digest = jobs.digest(original)
    made = context.desk.add_document(case.id, name, original, digest, metadata=metadata, audit=entry)
    if not context.jobs.again(made, case):
        context.jobs.add(made)
    found = context.desk.document(made.id) or made
    context.hub.publish((case.id,), "document", {"document": made.id})
    return found


def _content(file: UploadFile, context: Context) -> bytes:
    found = file.file.read(context.settings.upload_bytes + 1)
    if len(found) > context.settings.upload_bytes:
        limit = context.settings.upload_bytes / 2**20
        raise Problem("too-large", "service.upload-large", size=f"{limit:g}")
    if not found.strip():
        raise Problem("invalid", "service.upload-empty")
    return found


@router.get("/documents/{document}", response_model=schemas.Summary)
def show_document(document: TheDocument, context: TheContext) -> Data:
    return summary(context, document)


@router.delete("/documents/{document}", status_code=204)
def remove_document(document: TheDocument, caller: Current, context: TheContext) -> None:
    """With its original, analysis, edits and exports, for good."""
    context.jobs.cancel(document)
    context.desk.forget_document(document.id, audit=audit.entry(caller, "document removed"))
    context.open_documents.forget(document=document.id)
    context.case_entities.forget(document.id)
    context.hub.publish((document.id, document.case), "removed", {"document": document.id})


@router.post("/documents/{document}/analysis", status_code=202, response_model=schemas.Summary)
def analyze(document: TheDocument, context: TheContext) -> Data:
    """Again: after a failure, under a new policy, with other detectors. Whom reviewers changed stands as they
    left it."""
    if document.status in UNDER_WAY:
        raise Problem("conflict", "service.analysis-running")
    if not document.original:
        raise Problem("conflict", "service.original-gone")
    if not guard.may_edit(document.state):
        raise Problem("conflict", "service.locked-analysis")
    home = context.desk.case(document.case)
    if home is not None:
        context.policies.of(home)  # an analysis that stands is not given up for one that must fail
    context.jobs.add(document)
    return summary(context, context.desk.document(document.id) or document)


@router.delete("/documents/{document}/analysis", response_model=schemas.Summary)
def cancel(document: TheDocument, context: TheContext) -> Data:
    """Stop the analysis."""
    if not context.jobs.cancel(document):
        raise Problem("conflict", "service.no-analysis")
    return summary(context, context.desk.document(document.id) or document)


@router.post("/documents/{document}/state", response_model=schemas.Summary)
def set_state(document: TheDocument, asked: schemas.StateIn, caller: Current, context: TheContext) -> Data:
    """Sign off: new → in review → second reading → approved; or back."""
    guard.sign_off(caller, document, asked.to)
    if asked.to == guard.APPROVED and document.analysis:
        expect_complete(context, context.open_documents.get(document), despite=asked.despite_open)
    move(context, caller, document, asked.to)
    context.corrections.catch_up(document.case)
    return summary(context, context.desk.document(document.id) or document)


def move(context: Context, caller: Caller, document: StoredDocument, to: str) -> None:
    """From the state that the caller saw to another one."""
    if not jobs.move(context.desk, context.hub, document, to, from_=document.state, by=caller):
        raise Problem("conflict", "service.state-changed")


event_router = APIRouter(tags=["events"])

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}


@event_router.get("/documents/{document}/events", responses=STREAM, response_class=StreamingResponse)
async def document_events(document: TheDocument, caller: Current, context: TheContext) -> StreamingResponse:
    """`progress`, `edit` and `state` of a document; first those that hold now."""
    return _stream(context, caller, document.id, lambda: current_events(guard.document(caller, document.id)))


@event_router.get("/projects/{case}/events", responses=STREAM, response_class=StreamingResponse)
async def case_events(case: TheCase, caller: Current, context: TheContext) -> StreamingResponse:
    """The same of every document of the project."""

    def now() -> list[Event]:
        guard.case(caller, case.id)
        return [each for found in context.desk.documents(case.id) for each in current_events(found)]

    return _stream(context, caller, case.id, now)


def _stream(
    context: Context, caller: Caller, subject: str, now: Callable[[], list[Event]]
) -> StreamingResponse:
    sent: list[Event] = []

    def look() -> list[Event]:
        """What differs from what was told, by whatever process."""
        found = now()
        new = [each for each in found if each not in sent]
        sent[:] = found
        return new

    def again() -> list[Event] | None:
        """None for who may not listen any more."""
        try:
            return look() if guard.still(caller) else None
        except Problem:
            return None

    stream = context.hub.stream(subject, look, again)
    return StreamingResponse(stream, media_type="text/event-stream", headers=HEADERS)
