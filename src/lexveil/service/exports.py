"""Exports: the twin of a document and what goes with it, checked for leaks, kept for a while."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import Response

from lexveil.pipeline.coverage import uncovered
from lexveil.review import gold
from lexveil.review.sentences import keyed
from lexveil.service import audit, guard, jobs, schemas, tasks, written
from lexveil.service.documents import move
from lexveil.service.guard import Caller, Current
from lexveil.service.looking import stem
from lexveil.service.open import Open
from lexveil.service.problems import Problem
from lexveil.service.works import ID, Here, TheDocument, Works
from lexveil.service.written import File, Written
from lexveil.store.desk import Stored

router = APIRouter(tags=["exports"])

Data = dict[str, Any]
REAL_NAMES = ("dictionary", "gold")  # what holds them is no publication


@router.post("/documents/{document}/export", response_model=schemas.Exported)
def export(document: TheDocument, asked: schemas.ExportIn, caller: Current, works: Here) -> Data:
    """Write the document in these formats. What the leak check finds stops all of it."""
    found = works.shelf.get(document)
    made = exported(works, caller, document, found, asked.formats, asked.allow_uncovered)
    return {
        "export": keep(works, caller, document, made, asked.formats),
        "files": [{"name": each.name, "size": len(each.data), "kind": each.kind} for each in made.files],
        "leaks": 0,
        "checked": {"parts": made.parts},
        "report": dict(made.report),
    }


def keep(works: Works, caller: Caller, document: Stored, made: Written, formats: list[str]) -> str:
    """The id under which the files can be fetched for a while; the document counts as exported, unless only
    its real names went out."""
    if document.state != "exported" and not set(formats) <= set(REAL_NAMES):
        move(works, document, "exported", audit_entry=audit.entry(caller, "document state", to="exported"))
    files = {each.name: each.data for each in made.files}
    expires = datetime.now(UTC) + timedelta(minutes=works.settings.export_minutes)
    entry = audit.entry(caller, "export created", files=len(files))
    return works.desk.add_export(document.id, files, expires, audit=entry)


def exported(
    works: Works, caller: Caller, document: Stored, found: Open, formats: list[str], allowed: list[str]
) -> Written:
    """The files of an export, or the reason why there are none."""
    original = _expect(works, document, found, formats, allowed)
    state = found.state
    project = works.desk.project(document.project)
    if project is None:
        raise Problem("not-found", "there is no such document")
    settings = jobs.language_of(project, works.analysis)
    order = tasks.Export(
        tasks.Source(original, found.format, document.metadata),
        found.document.text,
        tuple(state.entities.values()),
        tuple(state.decisions.values()),
        found.policy,
        found.key,
        tuple(each for each in formats if each != "gold"),
        stem(document),
        dataclasses.replace(settings, allow_uncovered=tuple(allowed)),
    )
    try:
        made: Written = works.worker.run("export", order, seconds=works.settings.export_seconds)
    except Problem as problem:
        if problem.kind == "leak":
            audit.write(caller, "export stopped", project=document.project, document=document.id)
        raise
    if "gold" in formats:
        line = json.dumps(gold.rows(found.document, state), ensure_ascii=False) + "\n"
        file = File(f"{made.stem}.gold.jsonl", "gold", line.encode("utf8", "replace"))
        made = dataclasses.replace(made, files=(*made.files, file))
    return made


def _expect(works: Works, document: Stored, found: Open, formats: list[str], allowed: list[str]) -> bytes:
    """The original, if everything allows an export."""
    project = works.desk.project(document.project)
    if project is None:
        raise Problem("not-found", "there is no such document")
    works.policies.of(project)
    if works.policies.approval(project) and not guard.approved(works.desk, document):
        raise Problem("conflict", "the document must be approved before it is exported")
    offered = written.offered(found.format)
    if any(each not in offered for each in formats):
        raise Problem("invalid", f"formats: choose from {', '.join(offered)}")
    left = [part for name, part in uncovered([found.document]).items() if name not in allowed]
    if left:
        raise Problem(
            "uncovered",
            "parts of the document may hold text that was not read: allow them by name, or remove them",
            parts=[
                {"name": part.name, "why": part.explain(), "said": keyed(part.explain())} for part in left
            ],
        )
    original = works.desk.original(document.id)
    if original is None:
        raise Problem("conflict", "the original is deleted: upload the document again to export it")
    return original


@router.get(
    "/exports/{export}/{name}",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def download(
    export: Annotated[str, Path(pattern=ID)],
    name: Annotated[str, Path(max_length=300)],
    caller: Current,
    works: Here,
) -> Response:
    """A file of an export."""
    found = guard.export(caller, export)
    data = works.desk.export_file(found.id, name)
    document = works.desk.document(found.document)
    if data is None or document is None:
        raise Problem("not-found", "there is no such file in the export, or it has expired: export again")
    audit.write(caller, "export downloaded", project=document.project, document=document.id)
    return Response(data, media_type="application/octet-stream", headers=guard.attachment(name))
