"""Pictures that nothing could read: to be looked at, and to be allowed in a whole case by their marks, as a
court's crest is that stands in every judgment, or never to go out, where somebody has seen a name in one.
"""

import dataclasses
from collections.abc import Collection, Iterable, Set
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
MOST = 1000  # pictures that a case allows, and as many that it does not
WITH_TEXT = "images with text"  # a setting of the case
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
def judge_picture(
    case: TheCase, mark: Mark, caller: Current, context: TheContext, text: bool = False
) -> None:
    """It goes out as it is, in every document of the project; or, with `text`, somebody has seen text in it,
    and no document with it is exported, whatever parts are allowed."""
    allowed, with_text = jobs.images_of(case), with_text_of(case)
    if len(with_text if text else allowed) >= MOST:
        raise Problem("conflict", "service.many-pictures", count=MOST)
    if text:
        _set(context, caller, case, allowed - {mark}, {*with_text, mark})
    else:
        _set(context, caller, case, {*allowed, mark}, with_text - {mark})


@router.delete("/projects/{case}/pictures/{mark}", status_code=204)
def forbid_picture(case: TheCase, mark: Mark, caller: Current, context: TheContext) -> None:
    """What was said of it is taken back: it is allowed document by document."""
    allowed, with_text = jobs.images_of(case), with_text_of(case)
    if mark not in allowed | with_text:
        raise Problem("not-found", "service.no-picture")
    _set(context, caller, case, allowed - {mark}, with_text - {mark})


def _set(context: Context, caller: Caller, case: Case, allowed: Set[str], with_text: Set[str]) -> None:
    kind = "picture allowed" if allowed - jobs.images_of(case) else "picture forbidden"
    settings = {**case.settings, "images": sorted(allowed), WITH_TEXT: sorted(with_text)}
    context.desk.change_case(case.id, settings=settings, audit=audit.entry(caller, kind))


def with_text_of(case: Case) -> frozenset[str]:
    """The marks of pictures in which somebody has seen text."""
    return frozenset(case.settings.get(WITH_TEXT, ()))


def parts(context: Context, document: Document, case: Case) -> list[Part]:
    """As the case has them: a picture that it allows is kept, and one that it no longer allows is not."""
    allowed = jobs.settings_of(case, context.analysis).allow_image
    found = []
    for part in document.parts:
        mark = image_mark(part)
        state = ("kept" if mark in allowed else "uncovered") if mark else part.state
        found.append(dataclasses.replace(part, state=state))
    return found


def part(found: Part, case: Case) -> dict[str, Any]:
    mark = image_mark(found)
    return {**view.part(found), "picture": mark or None, "picture_text": mark in with_text_of(case)}


def left(found: Iterable[Part], allowed: Collection[str], case: Case) -> list[Part]:
    """The parts because of which a document does not go out."""
    with_text = with_text_of(case)
    return [
        each
        for each in found
        if each.state == "uncovered" and (each.name not in allowed or image_mark(each) in with_text)
    ]
