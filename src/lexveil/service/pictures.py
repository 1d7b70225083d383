"""Pictures that nothing could read: to be looked at, and to be allowed in a whole case by their marks, as a
court's crest is that stands in every judgment.
"""

import dataclasses
from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import Response

from lexveil.formats.images import MARK
from lexveil.model import Document, Part
from lexveil.pipeline.input_checks import image_mark
from lexveil.review import view
from lexveil.service import audit, jobs, tasks, uploads
from lexveil.service.callers import Caller
from lexveil.service.context import Context, TheCase, TheContext, TheDocument, TheOpenDocument
from lexveil.service.guard import Current
from lexveil.service.problems import Problem
from lexveil.service.records import suffix
from lexveil.service.sources import Source
from lexveil.store.desk import Case

router = APIRouter(tags=["pictures"])

Mark = Annotated[str, Path(pattern=f"^[0-9a-f]{{{MARK}}}$")]
MOST = 1000  # pictures that a case allows
PNG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}}}


@router.get("/documents/{document}/pictures/{mark}", response_class=Response, responses=PNG)
def show_picture(document: TheDocument, opened: TheOpenDocument, mark: Mark, context: TheContext) -> Response:
    """What a part of the document shows that could not be read."""
    original = context.desk.original(document.id)
    if original is None or mark not in map(image_mark, opened.document.parts):
        raise Problem("not-found", "service.no-picture")
    order = tasks.Picture(Source(original, suffix(document.name)), mark, context.analysis)
    made: bytes = context.worker.run("picture", order, seconds=context.settings.export_seconds)
    return uploads.download("picture.png", made, "image/png")


@router.put("/projects/{case}/pictures/{mark}", status_code=204)
def allow_picture(case: TheCase, mark: Mark, caller: Current, context: TheContext) -> None:
    """The picture goes out as it is, in every document of the project."""
    if len(jobs.images_of(case)) >= MOST:
        raise Problem("conflict", "service.many-pictures", count=MOST)
    _set(context, caller, case, {*jobs.images_of(case), mark}, "picture allowed")


@router.delete("/projects/{case}/pictures/{mark}", status_code=204)
def forbid_picture(case: TheCase, mark: Mark, caller: Current, context: TheContext) -> None:
    """It stops the export of documents again."""
    if mark not in jobs.images_of(case):
        raise Problem("not-found", "service.no-picture")
    _set(context, caller, case, set(jobs.images_of(case)) - {mark}, "picture forbidden")


def _set(context: Context, caller: Caller, case: Case, marks: Iterable[str], kind: str) -> None:
    settings = {**case.settings, "images": sorted(marks)}
    context.desk.change_case(case.id, settings=settings, audit=audit.entry(caller, kind))


def parts(context: Context, document: Document, case: Case) -> list[Part]:
    """As the case has them: a picture that it allows is kept, and one that it no longer allows is not."""
    allowed = jobs.settings_of(case, context.analysis).allow_image
    found = []
    for part in document.parts:
        mark = image_mark(part)
        state = ("kept" if mark in allowed else "uncovered") if mark else part.state
        found.append(dataclasses.replace(part, state=state))
    return found


def part(found: Part) -> dict[str, Any]:
    return {**view.part(found), "picture": image_mark(found) or None}
