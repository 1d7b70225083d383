"""A document under review, to be looked at: text, entities, preview, doubts, search, statistics. Changes
nothing.
"""

import dataclasses
import json
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from fastapi.responses import Response

from lexveil.check import page
from lexveil.check.risk import Risk
from lexveil.model import Span
from lexveil.policy import Policy
from lexveil.review import State, can, openness, saved, statistics, suggest, view
from lexveil.review.search import MOST
from lexveil.service import audit, case_entities, export_files, guard, pictures, schemas, uploads
from lexveil.service.context import Context, TheContext, TheDocument, TheOpenDocument
from lexveil.service.guard import Current
from lexveil.service.open_documents import OpenDocument
from lexveil.service.problems import Problem
from lexveil.service.tasks import ROUNDED, Rendered
from lexveil.store.desk import StoredDocument

router = APIRouter(tags=["review"])

Data = dict[str, Any]


def plain(data: Any, *, headers: dict[str, str] | None = None) -> Response:
    """JSON as it is: an answer with fourteen thousand mentions is not checked field by field."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Response(text.encode("utf8", "replace"), media_type="application/json", headers=headers)


Tag = Annotated[str, Header(max_length=200)]


@router.get("/documents/{document}/text", responses={200: {"model": schemas.Text}})
def text(
    document: TheDocument, opened: TheOpenDocument, caller: Current, if_none_match: Tag = ""
) -> Response:
    """The text and its blocks; the same for as long as the analysis stands."""
    tag = f'"{opened.id}-{opened.analysis}"'
    headers = {"ETag": tag, "Cache-Control": "no-store"}  # a browser's disk keeps no document
    if if_none_match == tag:
        return Response(status_code=304, headers=headers)
    audit.write(caller, "document opened", case=document.case, document=document.id)
    return plain(view.text(opened.document), headers=headers)


@router.get("/documents/{document}/review", responses={200: {"model": schemas.Review}})
def review(document: TheDocument, opened: TheOpenDocument, caller: Current, context: TheContext) -> Response:
    """Every entity as it stands."""
    with opened.lock:
        state, edits = opened.state, opened.edits
    others = context.case_entities.others(document.case, document.id)
    shared = case_entities.shared(context.case_entities.outline(document), others)
    undo, redo = can(edits, caller.user_id)
    standing = {"number": state.number, "undo": undo, "redo": redo, "state": document.state}
    told = {**standing, "doubts": opened.counts.get("doubts", 0)}
    return plain({**told, "entities": view.review(state, opened.document, shared=shared)})


# What it will look like ----------------------------------------------------------------------------


def rendered(context: Context, opened: OpenDocument) -> Rendered:
    return context.questions.rendered(opened, threshold=context.analysis.risk_threshold)


@router.get("/documents/{document}/preview", responses={200: {"model": schemas.Preview}})
def preview(opened: TheOpenDocument, context: TheContext) -> Response:
    """What is written in place of what, as of edit `number`."""
    made = rendered(context, opened)
    body = b'{"number":%d,"replacements":%b}' % (made.number, made.replacements)
    return Response(body, media_type="application/json")


@router.get("/documents/{document}/check")
def check(document: TheDocument, opened: TheOpenDocument, context: TheContext) -> Data:
    """What an export would do: the policy, parts that nobody read, the risk that is left, the formats."""
    case = context.desk.case(document.case)
    if case is None:
        raise Problem("not-found", "service.no-document")
    offered, parts = export_files.offered(opened.format), pictures.parts(context, opened.document, case)
    return {
        **schemas.fields(document, "state original"),
        "project": case.id,
        "policy": policy_summary(opened.policy, opened.state),
        "parts": [pictures.part(each, case) for each in parts],
        "uncovered": sorted({part.name for part in parts if part.state == "uncovered"}),
        "risk": _risk(rendered(context, opened).risk),
        "open": still_open(context, opened),
        "elsewhere": [schemas.fields(each, "text place") for each in hidden_elsewhere(context, opened)],
        "complete": opened.policy.complete,
        "both": [
            schemas.fields(each, "text replaced kept place entity")
            for each in openness.both(opened.document, opened.state)
        ],
        "approval": context.policies.approval(case),
        "approved": guard.approved(context.desk, document),
        "formats": [{"id": each, "label": opened.format if each == "own" else each} for each in offered],
    }


def still_open(context: Context, opened: OpenDocument) -> dict[str, int]:
    """How many doubts nobody has answered, and how many names nobody has looked at; those too that another
    document of the case hides."""
    names = len(hidden_elsewhere(context, opened)) + openness.unchecked(opened.state)
    return {"doubts": len(context.questions.doubts(opened)), "unchecked": names}


def hidden_elsewhere(context: Context, opened: OpenDocument) -> list[openness.Elsewhere]:
    names = context.case_entities.people_beside(opened.case, opened.id)
    covered = ((start, end) for start, end, *_ in json.loads(rendered(context, opened).replacements))
    return openness.elsewhere(opened.document, opened.state, names, covered)


def expect_complete(context: Context, opened: OpenDocument, *, despite: bool) -> None:
    """Where doubts are open: refused if the policy says so, or if the caller wants it only without them."""
    if despite and not opened.policy.complete:
        return
    found = still_open(context, opened)
    if found["doubts"] or (found["unchecked"] and not despite):
        values: dict[str, Any] = dict(found)
        raise Problem("conflict", "service.open", more={"open": found}, **values)


def policy_summary(policy: Policy, state: State) -> Data:
    """What the policy does in this document, by category and role, in words of ours."""
    actions: dict[str, set[str]] = {"replace": set(), "keep": set()}
    for entity in state.entities.values():
        action = state.decisions[entity.id].action
        if action in actions:
            word = entity.role if entity.broad in ("PERSON", "ORG") else entity.category
            actions[action].add(word)
    replaced, kept = map(sorted, actions.values())
    return {**schemas.fields(policy, "name description"), "replaced": replaced, "kept": kept}


def _risk(risk: Risk) -> Data:
    people = []
    for each in (each for each in risk.people if each.score):
        left = tuple(dict.fromkeys(found.category for found in each.left))
        people.append(
            {**schemas.fields(each, "entity score"), "why": page.together(left), "left": list(left)}
        )
    return {"document": risk.score, **schemas.fields(risk, "verdict threshold"), "people": people}


# Looking around ------------------------------------------------------------------------------------


@router.post("/documents/{document}/occurrences", response_model=schemas.Occurrences)
def find_occurrences(opened: TheOpenDocument, asked: schemas.OccurrencesIn, context: TheContext) -> Data:
    """Every other place where a selected name stands, in whichever form."""
    if (asked.mention is None) == (asked.text is None):
        raise Problem("invalid", "service.mention-or-text")
    what = (asked.mention[0], asked.mention[1]) if asked.mention else asked.text or ""
    found = context.questions.ask(opened, "occurrences", selected=what, category=asked.category)
    return {"occurrences": found}


@router.post("/documents/{document}/search", response_model=schemas.Hits)
def search_text(opened: TheOpenDocument, asked: schemas.SearchIn, context: TheContext) -> Data:
    """Plain (without case and accents), by a regular expression, or with letters that differ."""
    hits = context.questions.ask(opened, "search", query=asked.query, mode=asked.mode)
    return {"hits": hits, "more": len(hits) >= MOST}


Quick = Annotated[bool, Query(description="at once, without what takes long")]


@router.get("/documents/{document}/doubts")
def list_doubts(opened: TheOpenDocument, context: TheContext, quick: Quick = False) -> Data:
    """What a reviewer should look at, the most doubtful first, with the answers to each. `partly`: those that
    ask for the rendered document are still to come; `stale`: they are those of some edits ago."""
    if not quick:
        rendered(context, opened)
    doubts = context.questions.doubts(opened)
    traces, number = opened.traces, opened.state.number
    return {"doubts": doubts, "partly": traces is None, "stale": traces is None or traces.number != number}


@router.get("/documents/{document}/suggestions")
def suggestions(document: TheDocument, opened: TheOpenDocument, context: TheContext) -> Data:
    """Entities that may be somebody of another document of the project, and carry another pseudonym."""
    stored = {each.id: each for each, _ in context.case_entities.others(document.case, document.id).values()}
    others = ((key, context.open_documents.get(each)) for key, each in stored.items())
    known = [(key, each.document, each.state) for key, each in others]
    made = [
        {**dataclasses.asdict(each), "name": stored[each.document].name, "score": round(each.score, ROUNDED)}
        for each in suggest.same((opened.document, opened.state), known)
    ]
    return {"suggestions": made}


@router.post("/documents/{document}/why")
def why(opened: TheOpenDocument, asked: schemas.WhyIn) -> Data:
    """Why the mentions of an entity are one, why it has its role, and which rule decided."""
    state = opened.state
    entity = state.entities.get(asked.entity)
    if entity is None:
        raise Problem("not-found", "service.no-entity")
    rule = state.decisions[entity.id].why
    links = [
        {
            **_place(link.span, link.score),
            "to": [link.to.start, link.to.end],
            "why": str(link.why),
            "reason": view.reason(link.why),
        }
        for link in entity.links
    ]
    sources = [{**_place(span, span.score), "by": list(span.sources)} for span in entity.spans]
    reasons = {"role": list(map(view.reason, entity.why)), "rule": view.reason(rule)}
    told: Data = {"entity": entity.id, "role": list(map(str, entity.why)), "rule": str(rule)}
    return {**told, "links": links, "sources": sources, "reasons": reasons}


def _place(span: Span, score: float) -> Data:
    return {"mention": [span.start, span.end], "score": round(score, ROUNDED)}


@router.get("/documents/{document}/statistics")
def document_statistics(document: TheDocument, opened: TheOpenDocument) -> Data:
    """What reviewers did, and how good the proposal was against what they made of it; `reviewed`: whether
    it is approved or exported."""
    return {**statistics_of(opened), "reviewed": not guard.may_edit(document.state)}


def statistics_of(opened: OpenDocument) -> Data:
    with opened.lock:
        base, state, edits = opened.base, opened.state, opened.edits
    return dict(statistics.compare(base, state, edits))


LINES: dict[int | str, Data] = {200: {"content": {"application/jsonl": {}}}}


@router.get("/documents/{document}/gold", response_class=Response, responses=LINES)
def gold_row(document: TheDocument, opened: TheOpenDocument, caller: Current) -> Response:
    """The document as one line of gold, with its real names: for training, never to be published."""
    audit.write(caller, "gold downloaded", case=document.case, document=document.id)
    line = json.dumps(saved.gold_row(opened.document, opened.state), ensure_ascii=False) + "\n"
    name, data = f"{stem(document)}.gold.jsonl", line.encode("utf8", "replace")
    return uploads.download(name, data, "application/jsonl")


def stem(document: StoredDocument) -> str:
    return document.name.rpartition(".")[0] or document.name
