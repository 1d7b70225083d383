"""The endpoints of ANOPPI (Oksanen et al. 2022, section 3.1), so that its clients find what they know.

A project is there a document to be pseudonymized: it is uploaded, comes back tagged, is previewed with the
entities that were chosen, and exported. `tag-entity-occurrences` and `text/analyze` serve a name that a user
adds by hand. The same documents can be reviewed on the page.
"""

import html
import json
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from lexveil import __version__
from lexveil.errors import LexveilError
from lexveil.model import Document, Entity
from lexveil.pipeline import rendered
from lexveil.service import (
    anoppi_schemas,
    cases,
    documents,
    exports,
    guard,
    name_analysis,
    review,
    schemas,
    uploads,
)
from lexveil.service.chosen import decisions
from lexveil.service.context import Context, TheContext
from lexveil.service.guard import Current
from lexveil.service.name_analysis import analyze
from lexveil.service.open_documents import OpenDocument
from lexveil.service.problems import Problem, problem_of, restored

router = APIRouter(tags=["ANOPPI"])

Data = dict[str, Any]


@router.post("/project", openapi_extra=uploads.OPENAPI, response_model=anoppi_schemas.Tagged)
def new_case(upload: uploads.Document, caller: Current, context: TheContext) -> Data:
    """Upload a document, or a text as JSON; it comes back with its entities, once it is analysed."""
    asked = schemas.CaseIn(
        name=f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        policy=upload.policy,
        language=upload.language,
        **upload.on_top,
    )
    case = cases.added(asked, caller, context)
    stored = documents.store(context, caller, case, upload.name, upload.content, upload.metadata)
    context.jobs.wait(stored.id, context.settings.export_seconds)
    found = context.desk.document(stored.id)
    if found is None or found.status != "done":
        error = restored(found.error) if found and found.error else LexveilError("service.not-analysed")
        raise problem_of("invalid", error)
    opened = context.open_documents.get(found)
    ids = {"project": case.id, "document": found.id}
    found_ = {"text": opened.document.text, "tagged": tagged(opened), "entities": entities(opened)}
    return {**ids, **found_, "run": run(opened)}


def run(opened: OpenDocument) -> Data:
    """When and with what the document was analysed, and that it went well."""
    document = opened.document
    return {
        "timestamp": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "status": "done",
        "language": document.language,
        "policy": opened.policy.name,
        "characters": len(document.text),
        "entities": len(opened.state.entities),
        "notes": list(map(str, document.notes)),
        "version": __version__,
    }


def entities(opened: OpenDocument) -> list[Data]:
    state, text = opened.state, opened.document.text
    return [
        {
            **schemas.fields(entity, "id category role certainty role_certainty side"),
            **_morphology(opened.document, entity),
            "features": _features(entity),
            "name": " ".join(text[entity.spans[0].start : entity.spans[0].end].split()),
            "replaced": state.decisions[entity.id].action == "replace",
            "pseudonym": state.decisions[entity.id].pseudonym,
            "occurrences": [[span.start, span.end] for span in entity.spans],
        }
        for entity in state.entities.values()
    ]


def _morphology(document: Document, entity: Entity) -> Data:
    """Base form and case of the first mention, in the language of its paragraph."""
    first = entity.spans[0]
    language = document.language_at(first.start)
    found = analyze(document.text[first.start : first.end], language, category=entity.category)
    return {key: found[key] for key in ("lemma", "case", "number")}


def _features(entity: Entity) -> Data:
    """Which detectors and rules found it, how sure each mention is, and why it has its role."""
    return {
        "sources": sorted({source for span in entity.spans for source in span.sources}),
        "scores": [round(span.score, 3) for span in entity.spans],
        "certainties": [span.certainty for span in entity.spans],
        "why": [each.code for each in entity.why],
    }


def tagged(opened: OpenDocument) -> str:
    """The text with a span element around each mention."""
    text, parts, last = opened.document.text, [], 0
    found = opened.state.entities.values()
    for start, end, entity in sorted((span.start, span.end, each) for each in found for span in each.spans):
        inner = html.escape(text[start:end])
        element = f'<span class="{entity.category}" data-entity="{entity.id}">{inner}</span>'
        parts += [html.escape(text[last:start]), element]
        last = end
    return "".join([*parts, html.escape(text[last:])])


@router.post("/project/preview", response_model=schemas.Pseudonymized)
def preview_case(asked: anoppi_schemas.PreviewIn, caller: Current, context: TheContext) -> Data:
    """The pseudonymized text; with `entities`, these are replaced, whatever the policy says, and no others;
    `pseudonyms` are what is written for them."""
    document = guard.document(caller, asked.document)
    opened = context.open_documents.get(document)
    replacements = _replacements(asked, opened, context)
    text, last = opened.document.text, 0
    parts: list[str] = []
    for start, end, new, _ in replacements:
        parts += (text[last:start], new)
        last = end
    return {"text": "".join([*parts, text[last:]]), "replacements": replacements}


def _replacements(asked: anoppi_schemas.ChosenIn, opened: OpenDocument, context: Context) -> list[list[Any]]:
    """As the review has it, or as the client chose."""
    if asked.entities is None and not asked.pseudonyms:
        found: list[list[Any]] = json.loads(review.rendered(context, opened).replacements)
        return found
    state, policy = opened.state, opened.policy
    decided = decisions(opened.editor, state, asked.entities, asked.pseudonyms)
    result = rendered(opened.document, tuple(state.entities.values()), decided, policy, key=opened.key)
    return [[each.start, each.end, each.text, each.entity] for each in result.replacements]


@router.post("/project/export", response_class=Response, responses=uploads.FILE)
def export_case(asked: anoppi_schemas.DocumentExportIn, caller: Current, context: TheContext) -> Response:
    """The finished document as a file: exactly what a preview with the same choice shows."""
    document = guard.document(caller, asked.document)
    decided = None
    if asked.entities is not None or asked.pseudonyms:
        opened = context.open_documents.get(document)
        decided = decisions(opened.editor, opened.state, asked.entities, asked.pseudonyms)
    made = exports.exported(context, caller, document, [asked.format], [], decided)
    exports.keep(context, caller, document, made, [asked.format])
    return uploads.download(made.files[0].name, made.files[0].data)


@router.post("/project/tag-entity-occurrences", response_model=schemas.Occurrences)
def tag_occurrences(asked: anoppi_schemas.TagIn, caller: Current, context: TheContext) -> Data:
    """Every place where a name stands in a document or a text, in whichever form."""
    if (asked.document is None) == (asked.text is None):
        raise Problem("invalid", "service.document-or-text")
    if asked.document is None:
        return name_analysis.tagged(asked)
    opened = context.open_documents.get(guard.document(caller, asked.document))
    found = context.questions.ask(opened, "occurrences", selected=asked.name, category=asked.category)
    return {"occurrences": found}
