"""The pages of a PDF as they are, with the places of its names, and as they would go out."""

import dataclasses
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from lexveil.pipeline.input_checks import allowed_images, uncovered
from lexveil.service import audit, jobs, tasks, uploads
from lexveil.service.context import Context, TheContext, TheDocument, TheOpenDocument
from lexveil.service.guard import Current
from lexveil.service.open_documents import OpenDocument
from lexveil.service.problems import Problem
from lexveil.service.sources import Source
from lexveil.store.desk import StoredDocument

router = APIRouter(tags=["pictures"])

Data = dict[str, Any]
PDF = ".pdf"
PNG: dict[int | str, Data] = {200: {"content": {"image/png": {}}}}
Number = Annotated[int, Path(ge=0, le=100_000)]
RESULT = Query(description="as it would go out, with the pseudonyms in it")


@router.get("/documents/{document}/pages")
def show_pages(document: TheDocument, opened: TheOpenDocument, caller: Current, context: TheContext) -> Data:
    """`pages`: how wide and high each is. `boxes`: of each mention its start, end and page, and left, top,
    right and bottom as shares of the page. Empty for what is no PDF."""
    if opened.format != PDF:
        return {"pages": [], "boxes": []}
    source = source_of(context, document, opened)
    with opened.lock:
        entities = tuple(opened.state.entities.values())
    places = tuple((span.start, span.end) for each in entities for span in each.spans)
    order = tasks.PageBoxes(source, places, settings_of(context, document, opened))
    audit.write(caller, "document opened", case=document.case, document=document.id)
    made: Data = context.worker.run("boxes", order, seconds=context.settings.export_seconds)
    return made


@router.get("/documents/{document}/pages/{number}", response_class=Response, responses=PNG)
def show_page(
    document: TheDocument,
    opened: TheOpenDocument,
    number: Number,
    context: TheContext,
    result: Annotated[bool, RESULT] = False,
    at: Annotated[int, Query(ge=0, description="any number: another picture for a browser")] = 0,
) -> Response:
    """A picture of a page, from 0."""
    if opened.format != PDF:
        raise Problem("not-found", "service.no-picture")
    source, settings = source_of(context, document, opened), settings_of(context, document, opened)
    export = _export(opened, source, settings) if result else None
    order = tasks.PagePicture(source, number, settings, export)
    made: bytes = context.worker.run("page", order, seconds=context.settings.export_seconds)
    return uploads.download("page.png", made, "image/png")


def source_of(context: Context, document: StoredDocument, opened: OpenDocument) -> Source:
    original = context.desk.original(document.id)
    if original is None:
        raise Problem("conflict", "service.original-gone")
    return Source(original, opened.format, document.metadata)


def settings_of(context: Context, document: StoredDocument, opened: OpenDocument) -> Any:
    """Read as at the analysis, so that places mean the same."""
    case = context.desk.case(document.case)
    if case is None:
        raise Problem("not-found", "service.no-document")
    settings = jobs.settings_of(case, context.analysis)
    seen, images = uncovered([opened.document]), allowed_images([opened.document])
    return dataclasses.replace(settings, allow_uncovered=tuple(seen), allow_image=tuple(images))


def _export(opened: OpenDocument, source: Source, settings: Any) -> tasks.Export:
    with opened.lock:
        state = opened.state
    entities, decisions = tuple(state.entities.values()), tuple(state.decisions.values())
    return tasks.Export(
        source, opened.document.text, entities, decisions, opened.policy, opened.key, settings=settings
    )
