"""A case as a whole: who appears in its documents, what was corrected for all of them, and where words stand.

Real names show only to whoever asks for them and may open the documents; the audit log says so.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from lexveil.review import search
from lexveil.review.commands import Place
from lexveil.review.corrections import Correction
from lexveil.service import audit, guard, schemas
from lexveil.service.callers import Caller
from lexveil.service.context import Context, TheCase, TheContext
from lexveil.service.corrections import Numbered
from lexveil.service.guard import Current
from lexveil.service.open_documents import OpenDocument
from lexveil.service.problems import Problem
from lexveil.store.desk import Case, StoredDocument

router = APIRouter(tags=["projects"])

Data = dict[str, Any]
MOST_HITS = 500
NO_NAMES = Query(description="with the names as they stand in the documents")


def _opened(context: Context, case: Case) -> Iterator[tuple[StoredDocument, OpenDocument]]:
    """Every document that can be opened, having followed the corrections of its case."""
    context.corrections.catch_up(case.id)
    for document in context.desk.documents(case.id):
        if document.analysis:
            try:
                yield document, context.open_documents.get(document)
            except Problem:
                continue


@router.get("/projects/{case}/entities")
def shared_entities(
    case: TheCase, caller: Current, context: TheContext, names: Annotated[bool, NO_NAMES] = False
) -> Data:
    """Who appears in the documents of the project, replaced or not, and in which of them; and the names that
    stay by the whitelist of the case or of all cases, also those that stand in no document."""
    if names:
        audit.write(caller, "names shown", case=case.id)
    listed = _listed(context, case)
    borne: set[str] = set()  # of these, by somebody
    found: dict[tuple[str, str, str], Data] = {}
    for document, opened in _opened(context, case):
        outline = context.case_entities.outline(document)
        apart = {each.entity: each for each in (*outline.entries, *outline.reserved) if each.told_apart}
        state = opened.state
        for entity in state.entities.values():
            decision = state.decisions[entity.id]
            if decision.action == "reject":
                continue
            forms = opened.editor.named(entity).forms
            goes = decision.action == "replace"
            same = decision.pseudonym if entity.id in apart else (forms[:1] or ("",))[0].casefold()
            key = (entity.category, decision.action, same if entity.id in apart or not goes else entity.id)
            new: Data = {
                "category": entity.category,
                "role": entity.role,
                "action": decision.action,
                "pseudonym": decision.pseudonym if goes else "",
                "documents": [],
                **({"names": {}} if names else {}),
            }
            row = found.setdefault(key, new)
            on = [form for form in forms if form in listed] if not goes else []
            if on:
                borne.update(on)
                row["listed"] = listed[on[0]]
                row["forms"] = [*dict.fromkeys([*row.get("forms", ()), *on])] if names else []
            row["documents"].append(
                {"document": document.id, "entity": entity.id, "mentions": len(entity.spans)}
            )
            if names:
                row["names"] |= dict.fromkeys(forms)
    rows = [{**each, "names": list(each["names"])} if names else each for each in found.values()]
    rows.sort(key=lambda each: -len(each["documents"]))
    unborne = [_only_listed(form, scope) for form, scope in listed.items() if form not in borne]
    count = sum("listed" in each for each in rows) + len(unborne)
    return {"entities": rows + unborne if names else rows, "listed": count}


def _listed(context: Context, case: Case) -> dict[str, str]:
    """The names on the whitelist, each with the cases that it holds for."""
    always = set(context.desk.listed(""))
    return {form: "always" if form in always else "case" for form in context.desk.listed(case.id)}


def _only_listed(form: str, scope: str) -> Data:
    """The row of a name that no document has."""
    kept = {"category": "", "role": "", "action": "keep", "pseudonym": "", "documents": []}
    return {**kept, "names": [form], "listed": scope, "forms": [form]}


@router.get("/projects/{case}/corrections")
def list_corrections(case: TheCase, caller: Current, context: TheContext) -> Data:
    """What was said in one document and holds in all, the last first."""
    audit.write(caller, "names shown", case=case.id)
    people = {each.id: each.name for each in context.desk.users()}
    titles = {each.id: each.name for each in context.desk.documents(case.id)}
    rows = [_row(each, people, titles) for each in reversed(context.corrections.standing(case.id))]
    return {"corrections": rows}


def _row(each: Numbered, people: dict[str, str], titles: dict[str, str]) -> Data:
    stored, said = each
    return {
        **schemas.fields(stored, "number document time"),
        "name": titles.get(stored.document, ""),
        "author": people.get(stored.author, ""),
        "who": _called(said),
        **schemas.fields(said, "kind category role pseudonym scope"),
    }


def _called(said: Correction) -> list[str]:
    """Each by the fullest form of the name."""
    who = [each.forms[0] for each in said.who if each.forms]
    return (
        who if said.kind in ("merge", "role", "category", "rename", "same", "replace") else list(said.forms)
    )


Number = Annotated[int, Path(ge=1, le=10**9)]


@router.delete("/projects/{case}/corrections/{number}", status_code=204)
def erase_correction(case: TheCase, number: Number, caller: Current, context: TheContext) -> None:
    """Documents stay as they are; those to come do not follow it any more."""
    if not context.desk.erase_correction(case.id, number, audit=audit.entry(caller, "correction erased")):
        raise Problem("not-found", "service.no-correction")


@router.post("/projects/{case}/list", status_code=204)
def add_listed(case: TheCase, asked: schemas.ListedIn, caller: Current, context: TheContext) -> None:
    """A name stays in documents to come, whoever bears it."""
    entry = audit.entry(caller, "project changed", listed=1)
    context.desk.add_listed(case.id, [" ".join(asked.form.split())], audit=entry)
    context.open_documents.renew(case.id)


@router.post("/projects/{case}/unlist", status_code=204)
def remove_listed(case: TheCase, asked: schemas.ListedIn, caller: Current, context: TheContext) -> None:
    """A name stays no longer by itself in documents to come; one that stays everywhere only administrators
    take off."""
    entry = audit.entry(caller, "project changed", listed=1)
    gone = context.desk.remove_listed(case.id, [asked.form], audit=entry)
    if not gone:
        _remove_everywhere(context, caller, asked.form)
    context.open_documents.renew(case.id)


def _remove_everywhere(context: Context, caller: Caller, form: str) -> None:
    guard.require(caller, "administrator")
    entry = audit.entry(caller, "project changed", listed=1)
    if not context.desk.remove_listed("", [form], audit=entry):
        raise Problem("not-found", "service.no-correction")


# Looking for words in all documents ----------------------------------------------------------------


@router.post("/projects/{case}/search")
def search_case(case: TheCase, asked: schemas.CaseSearchIn, caller: Current, context: TheContext) -> Data:
    """Where words stand in the documents of the project, with what stands around them."""
    audit.write(caller, "names shown", case=case.id)
    hits: list[Data] = []
    more = False
    for document, opened in _opened(context, case):
        places = search.search(opened.document.text, asked.query, asked.mode)
        more = more or len(hits) + len(places) > MOST_HITS
        here = places[: MOST_HITS - len(hits)]
        owners = search.owners(opened.state.entities.values(), here)
        hits += [_hit(document, opened, *each) for each in zip(here, owners, strict=True)]
    return {"hits": hits, "more": more}


def _hit(document: StoredDocument, opened: OpenDocument, place: Place, owner: str | None) -> Data:
    decision = opened.state.decisions.get(owner or "")
    return {
        "document": document.id,
        "place": list(place),
        **search.in_context(opened.document.text, place),
        "entity": owner,
        "pseudonym": decision.pseudonym if decision and decision.action == "replace" else "",
    }
