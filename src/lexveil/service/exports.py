"""Exports: the twin of a document and what goes with it, checked for leaks, kept for a while; and
/pseudonymize, which keeps nothing.
"""

import dataclasses
import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import Response

from lexveil.model import Decision
from lexveil.pipeline.input_checks import allowed_images, uncovered
from lexveil.replace.keyed_random import KEY_BYTES
from lexveil.review import saved, search, view
from lexveil.service import audit, export_files, guard, jobs, pictures, schemas, tasks, uploads
from lexveil.service.callers import Caller
from lexveil.service.chosen import on_top
from lexveil.service.context import ID, Context, TheContext, TheDocument
from lexveil.service.documents import move
from lexveil.service.export_files import File, Written
from lexveil.service.guard import Current
from lexveil.service.open_documents import OpenDocument
from lexveil.service.problems import Problem, problem_of
from lexveil.service.records import suffix
from lexveil.service.review import expect_complete, stem
from lexveil.service.sources import Source
from lexveil.store.desk import StoredDocument

router = APIRouter(tags=["exports"])

Data = dict[str, Any]
REAL_NAMES = ("dictionary", "gold")  # what holds them is no publication


@router.post("/documents/{document}/export", response_model=schemas.Exported)
def export(document: TheDocument, asked: schemas.ExportIn, caller: Current, context: TheContext) -> Data:
    """Write the document in these formats. What the leak check finds stops all of it."""
    if not set(asked.formats) <= set(REAL_NAMES):
        expect_complete(context, context.open_documents.get(document), despite=asked.despite_open)
    made = exported(context, caller, document, asked.formats, asked.allow_uncovered)
    identity = keep(context, caller, document, made, asked.formats)
    files = [{"name": each.name, "size": len(each.data), "kind": each.kind} for each in made.files]
    checked: Data = {"leaks": 0, "checked": {"parts": made.parts}, "report": dict(made.report)}
    return {"export": identity, "files": files, **checked}


def keep(
    context: Context, caller: Caller, document: StoredDocument, made: Written, formats: list[str]
) -> str:
    """The id under which the files can be fetched for a while; the document counts as exported, unless only
    its real names went out."""
    if document.state != "exported" and not set(formats) <= set(REAL_NAMES):
        move(context, caller, document, "exported")
    files = {each.name: each.data for each in made.files}
    expires = datetime.now(UTC) + timedelta(minutes=context.settings.export_minutes)
    entry = audit.entry(caller, "export created", files=len(files))
    return context.desk.add_export(document.id, files, expires, audit=entry)


def exported(
    context: Context,
    caller: Caller,
    document: StoredDocument,
    formats: list[str],
    allowed: list[str],
    decisions: tuple[Decision, ...] | None = None,
) -> Written:
    """The files of an export, or the reason why there are none; `decisions`: others than the review's."""
    opened, case = context.open_documents.get(document), context.desk.case(document.case)
    if case is None:
        raise Problem("not-found", "service.no-document")
    context.policies.of(case)
    if context.policies.approval(case) and not guard.approved(context.desk, document):
        raise Problem("conflict", "service.approval-needed")
    offered = export_files.offered(opened.format)
    if any(each not in offered for each in formats):
        raise Problem("invalid", "service.formats", choices=", ".join(offered))
    left = pictures.left(pictures.parts(context, opened.document, case), allowed, case)
    if left:
        raise Problem("uncovered", "service.uncovered", more={"parts": list(map(view.part, left))})
    original = context.desk.original(document.id)
    if original is None:
        raise Problem("conflict", "service.original-gone-export")
    # Read as at the analysis: with the pictures that were allowed then, others by the names of their parts.
    state, settings = opened.state, jobs.settings_of(case, context.analysis)
    seen, images = uncovered([opened.document]), allowed_images([opened.document])
    order = tasks.Export(
        Source(original, opened.format, document.metadata),
        opened.document.text,
        tuple(state.entities.values()),
        tuple(state.decisions.values()) if decisions is None else decisions,
        opened.policy,
        opened.key,
        tuple(each for each in formats if each != "gold"),
        stem(document),
        dataclasses.replace(settings, allow_uncovered=tuple(seen), allow_image=tuple(images)),
    )
    try:
        made: Written = context.worker.run("export", order, seconds=context.settings.export_seconds)
    except Problem as problem:
        if problem.kind == "leak":
            audit.write(caller, "export stopped", case=document.case, document=document.id)
            audit.write(caller, "names shown", case=document.case, document=document.id)
            hits = [_with_names(opened, each) for each in (problem.more or {}).get("hits", ())]
            raise problem_of("leak", problem, more={"hits": hits}) from None
        raise
    if "gold" in formats:
        line = json.dumps(saved.gold_row(opened.document, state), ensure_ascii=False) + "\n"
        file = File(f"{made.stem}.gold.jsonl", "gold", line.encode("utf8", "replace"))
        made = dataclasses.replace(made, files=(*made.files, file))
    return made


def _with_names(opened: OpenDocument, hit: Data) -> Data:
    """With what stands there and around it, or with the name of the one it is."""
    if hit["place"]:
        return {**hit, **search.in_context(opened.document.text, tuple(hit["place"]))}
    entity = opened.state.entities.get(hit["entity"])
    forms = opened.editor.named(entity).forms if entity else ()
    return {**hit, "text": next(iter(forms), "")}


ExportId = Annotated[str, Path(pattern=ID)]
FileName = Annotated[str, Path(max_length=300)]


@router.get("/exports/{export}/{name}", response_class=Response, responses=uploads.FILE)
def download(export: ExportId, name: FileName, caller: Current, context: TheContext) -> Response:
    """A file of an export."""
    found = guard.export(caller, export)
    data = context.desk.export_file(found.id, name)
    document = context.desk.document(found.document)
    if data is None or document is None:
        raise Problem("not-found", "service.export-file-expired")
    audit.write(caller, "export downloaded", case=document.case, document=document.id)
    return uploads.download(name, data)


stateless_router = APIRouter(tags=["stateless"])


@stateless_router.post(
    "/pseudonymize",
    openapi_extra=uploads.OPENAPI,
    responses={200: {"model": schemas.Pseudonymized, "content": {"application/octet-stream": {}}}},
)
def pseudonymize(upload: uploads.Document, caller: Current, context: TheContext) -> Any:
    """A file in a form comes back as a file; a text in JSON as JSON with what was replaced."""
    policy = on_top(context.policies.named(upload.policy), upload.on_top)
    if policy.approval:  # nobody would have read it
        raise Problem("conflict", "service.approval-no-review")
    settings = context.analysis
    if upload.language:
        settings = dataclasses.replace(settings, language=upload.language)
    source = Source(upload.content, suffix(upload.name), upload.metadata)
    key, name = secrets.token_bytes(KEY_BYTES), upload.name.rpartition(".")[0]  # the key is forgotten at once
    order = tasks.Analysis(source, policy, key, settings=settings, stem=name)
    made: Written = context.worker.run("pseudonymize", order, seconds=context.settings.export_seconds)
    audit.write(caller, "pseudonymized", bytes=len(upload.content))
    return uploads.pseudonymized(made, as_file=upload.file)
