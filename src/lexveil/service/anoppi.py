"""The endpoints of ANOPPI (Oksanen et al. 2022, section 3.1), so that its clients find what they know.

A project is there a document to be pseudonymized: it is uploaded, comes back tagged, is previewed with the
entities that were chosen, and exported. `tag-entity-occurrences` and `text/analyze` serve a name that a user
adds by hand. The same documents can be reviewed on the page.
"""

import html
import json
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from lexveil.model import Document
from lexveil.review import Bench, State, occurrences
from lexveil.service import (
    audit,
    bodies,
    documents,
    exports,
    guard,
    looking,
    looks,
    schemas,
    wordforms,
)
from lexveil.service.guard import Current
from lexveil.service.open import Open
from lexveil.service.problems import Problem
from lexveil.service.works import Here

router = APIRouter(tags=["ANOPPI"])

Data = dict[str, Any]
NO_KEY = bytes(32)  # nothing is drawn where names are only looked for


@router.post("/project", openapi_extra=bodies.OPENAPI, response_model=schemas.Tagged)
def new_project(given: bodies.Document, caller: Current, works: Here) -> Data:
    """Upload a document, or a text as JSON; it comes back with its entities, once it is analysed."""
    works.policies.named(given.policy)
    name = f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
    project = works.desk.add_project(
        name,
        given.policy,
        caller.user_id,
        settings={"language": given.language, "approval": False, **works.policies.mark(given.policy)},
        audit=audit.entry(caller, "project created"),
    )
    stored = documents.store(works, caller, project, given.name, given.content, given.metadata)
    works.jobs.wait(stored.id, works.settings.export_seconds)
    found = works.desk.document(stored.id)
    if found is None or found.status != "done":
        raise Problem("invalid", found.error if found and found.error else "the document was not analysed")
    held = works.shelf.get(found)
    return {
        "project": project.id,
        "document": found.id,
        "text": held.document.text,
        "tagged": tagged(held),
        "entities": entities(held),
    }


def entities(found: Open) -> list[Data]:
    state, text = found.state, found.document.text
    return [
        {
            "id": entity.id,
            "name": " ".join(text[entity.spans[0].start : entity.spans[0].end].split()),
            "category": entity.category,
            "role": entity.role,
            "replaced": state.decisions[entity.id].action == "replace",
            "pseudonym": state.decisions[entity.id].pseudonym,
            "occurrences": [[span.start, span.end] for span in entity.spans],
        }
        for entity in state.entities.values()
    ]


def tagged(found: Open) -> str:
    """The text with a span element around each mention."""
    text, parts, last = found.document.text, [], 0
    mentions = sorted(
        (span.start, span.end, entity) for entity in found.state.entities.values() for span in entity.spans
    )
    for start, end, entity in mentions:
        inner = html.escape(text[start:end])
        element = f'<span class="{entity.category}" data-entity="{entity.id}">{inner}</span>'
        parts += [html.escape(text[last:start]), element]
        last = end
    return "".join([*parts, html.escape(text[last:])])


@router.post("/project/preview", response_model=schemas.Pseudonymized)
def preview_project(asked: schemas.PreviewIn, caller: Current, works: Here) -> Data:
    """The pseudonymized text; with `entities`, only these of those that are replaced."""
    document = guard.document(caller, asked.document)
    held = works.shelf.get(document)
    chosen = json.loads(looking.rendered(works, held).replacements)
    if asked.entities is not None:
        wanted = set(asked.entities)
        chosen = [each for each in chosen if each[-1] in wanted]
    return {"text": _with(held.document.text, chosen), "replacements": chosen}


def _with(text: str, replacements: list[Any]) -> str:
    parts: list[str] = []
    last = 0
    for start, end, new, _ in replacements:
        parts += (text[last:start], new)
        last = end
    return "".join([*parts, text[last:]])


@router.post(
    "/project/export", response_class=Response, responses={200: {"content": {"application/octet-stream": {}}}}
)
def export_project(asked: schemas.DocumentExportIn, caller: Current, works: Here) -> Response:
    """The finished document as a file."""
    document = guard.document(caller, asked.document)
    made = exports.exported(works, caller, document, works.shelf.get(document), [asked.format], [])
    exports.keep(works, caller, document, made, [asked.format])
    file = made.files[0]
    return Response(file.data, media_type="application/octet-stream", headers=guard.attachment(file.name))


@router.post("/project/tag-entity-occurrences", response_model=schemas.Occurrences)
def tag_occurrences(asked: schemas.TagIn, caller: Current, works: Here) -> Data:
    """Every place where a name stands in a document or a text, in whichever form."""
    if (asked.document is None) == (asked.text is None):
        raise Problem("invalid", "give either a document or a text")
    if asked.document is not None:
        held = works.shelf.get(guard.document(caller, asked.document))
        found = works.mirror.ask(held, "occurrences", selected=asked.name, category=asked.category)
        return {"occurrences": found}
    text = Document("", asked.text or "")
    bench = Bench(text, works.policies.named("court-eu"), key=NO_KEY)
    places = occurrences.find(bench, State(0, {}, {}), asked.name, asked.category)
    return {"occurrences": [looks.listed(each) for each in places]}


@router.get("/text/analyze", response_model=schemas.Form)
def analyze_text(
    text: Annotated[str, Query(min_length=1, max_length=200)],
    language: Annotated[str, Query(pattern=r"^[a-z]{2}$")] = "en",
) -> Data:
    """The base form and case of a name as it is written somewhere, its category and parts."""
    if not text.strip():
        raise Problem("invalid", "text: it is empty")
    return wordforms.analyze(text, language)
