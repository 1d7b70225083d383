"""Streams of events: what happens to a document or to the documents of a project, as it happens."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from lexveil.service import guard
from lexveil.service.abroad import standing
from lexveil.service.events import Event
from lexveil.service.guard import Caller, Current
from lexveil.service.problems import Problem
from lexveil.service.works import Here, TheDocument, TheProject, Works

router = APIRouter(tags=["events"])

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}


@router.get("/documents/{document}/events", responses=STREAM, response_class=StreamingResponse)
async def document_events(document: TheDocument, caller: Current, works: Here) -> StreamingResponse:
    """`progress`, `edit` and `state` of a document; first those that hold now."""
    return _stream(works, caller, document.id, lambda: standing(guard.document(caller, document.id)))


@router.get("/projects/{project}/events", responses=STREAM, response_class=StreamingResponse)
async def project_events(project: TheProject, caller: Current, works: Here) -> StreamingResponse:
    """The same of every document of the project."""

    def now() -> list[Event]:
        guard.project(caller, project.id)
        return [each for found in works.desk.documents(project.id) for each in standing(found)]

    return _stream(works, caller, project.id, now)


def _stream(works: Works, caller: Caller, subject: str, now: Callable[[], list[Event]]) -> StreamingResponse:
    told: list[Event] = []

    def first() -> list[Event]:
        told[:] = now()
        return told

    def again() -> list[Event] | None:
        """What differs from what was told, by whatever process; None for who may not listen any more."""
        if not guard.still(caller):
            return None
        try:
            found = now()
        except Problem:
            return None
        new = [each for each in found if each not in told]
        told[:] = found
        return new

    stream = works.hub.stream(subject, first, again)
    return StreamingResponse(stream, media_type="text/event-stream", headers=HEADERS)
