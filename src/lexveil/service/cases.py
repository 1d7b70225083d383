"""Cases: each with its documents, its policy and the people who work on it.

The addresses and fields of the API say "project", as they did from the start.
"""

import dataclasses
from typing import Annotated, Any

from fastapi import APIRouter, Path

from lexveil.service import audit, guard, schemas, users
from lexveil.service.callers import ADMINISTRATOR, Caller
from lexveil.service.chosen import DETECTORS_KEY, KEYS, ON_TOP, on_top, with_detectors
from lexveil.service.context import ID, Context, TheCase, TheContext
from lexveil.service.documents import same_files, summary
from lexveil.service.guard import APPROVED, IN_REVIEW, Current
from lexveil.service.jobs import move
from lexveil.service.policies import CHANGED, OK
from lexveil.service.problems import Problem
from lexveil.service.review import statistics_of
from lexveil.store.desk import Case

router = APIRouter(tags=["projects"])

Data = dict[str, Any]


def about(context: Context, case: Case) -> Data:
    return {
        **schemas.fields(case, "id name policy owner documents states created"),
        "language": str(case.settings.get("language") or ""),
        "policy_state": context.policies.state_of(case),
        "approval": context.policies.approval(case),
        "approval_by_policy": context.policies.asks_approval(case),
        "detectors": list(case.settings.get(DETECTORS_KEY) or ()),
    }


@router.get("/projects", response_model=schemas.Cases)
def list_cases(caller: Current, context: TheContext) -> Data:
    """Those that the caller may see."""
    found = context.desk.cases(None if caller.administrator else caller.user_id)
    return {"projects": [about(context, each) for each in found]}


@router.post("/projects", status_code=201, response_model=schemas.Case)
def add_case(asked: schemas.CaseIn, caller: Current, context: TheContext) -> Data:
    return about(context, added(asked, caller, context))


def added(asked: schemas.CaseIn, caller: Caller, context: Context) -> Case:
    asked_for = {"only": asked.only, "keep": asked.keep, "stays": [each.model_dump() for each in asked.stays]}
    on_top(context.policies.named(asked.policy), asked_for)  # what cannot be is refused now
    settings: Data = {
        "language": asked.language,
        "approval": asked.approval,
        **context.policies.mark(asked.policy),
    }
    with_detectors(context.analysis, asked.detectors)
    settings |= {DETECTORS_KEY: asked.detectors} if asked.detectors else {}
    settings |= {ON_TOP: asked_for} if any(asked_for.values()) else {}
    entry = audit.entry(caller, "project created")
    return context.desk.add_case(asked.name, asked.policy, caller.user_id, settings=settings, audit=entry)


@router.get("/projects/{case}")
def show_case(case: TheCase, context: TheContext) -> Data:
    """The project with its documents and members."""
    stored = context.desk.documents(case.id)
    twins = same_files(stored)
    documents = [summary(context, each, same_as=twins.get(each.id, "")) for each in stored]
    names = {each.id: each.name for each in context.desk.users()}
    members = [{"id": each, "name": names.get(each, "")} for each in context.desk.members(case.id)]
    owner = names.get(case.owner, "")
    asked_for = {key: list((case.settings.get(ON_TOP) or {}).get(key) or ()) for key in KEYS}
    people = {"owner_name": owner, "members": members}
    return {**about(context, case), **asked_for, **people, "documents": documents}


@router.patch("/projects/{case}", response_model=schemas.Case)
def change_case(case: TheCase, asked: schemas.CaseChange, caller: Current, context: TheContext) -> Data:
    """Name, policy, language, or whether documents are approved before they go out; only an administrator
    takes that back. A new policy holds for analyses from now on, and for what reviewers change. Where the
    policy is gone or has changed since it was chosen, only an administrator chooses one or accepts it."""
    new = _new_policy(context, case, asked)
    settings = dict(case.settings) | {
        name: value for name in ("language", "approval") if (value := getattr(asked, name)) is not None
    }
    if new:
        settings |= context.policies.mark(new)
    if asked.detectors is not None:
        with_detectors(context.analysis, asked.detectors)
        settings |= {DETECTORS_KEY: asked.detectors}
    if more := _on_top(asked, case):
        on_top(context.policies.named(new or case.policy), more)
        settings |= {ON_TOP: more}
    planned = dataclasses.replace(case, policy=new or case.policy, settings=settings)
    if asked.approval is False and context.policies.asks_approval(planned):
        raise Problem("conflict", "service.approval-by-policy", policy=planned.policy)
    if (new and context.policies.state_of(case) != OK) or _less_approval(context, case, planned):
        guard.require(caller, ADMINISTRATOR)
    entry = audit.entry(caller, "project changed", **({"policy": 1} if new else {}))
    changed = context.desk.change_case(
        case.id, name=asked.name, policy=new or None, settings=settings, audit=entry
    )
    if new and context.policies.approval(changed):  # what was approved was made by another policy
        for document in context.desk.documents(case.id):
            if document.state == APPROVED:
                move(context.desk, context.hub, document, IN_REVIEW, from_=APPROVED, by=caller)
    context.open_documents.renew(case.id)
    return about(context, changed)


def _on_top(asked: schemas.CaseChange, case: Case) -> Data:
    """What the project asks for on top of its policy, where that changes."""
    given = {key: value for key in KEYS if (value := getattr(asked, key)) is not None}
    if "stays" in given:
        given["stays"] = [each.model_dump() for each in given["stays"]]
    return {**(case.settings.get(ON_TOP) or {}), **given} if given else {}


def _new_policy(context: Context, case: Case, asked: schemas.CaseChange) -> str:
    """The policy that the project gets, or gets anew as it is now; empty: it stays."""
    if asked.policy is not None and asked.policy != case.policy:
        return context.policies.named(asked.policy).name
    return case.policy if asked.accept and context.policies.state_of(case) == CHANGED else ""


def _less_approval(context: Context, case: Case, planned: Case) -> bool:
    """By the case or by its policy; who may not take it back there may not go around it here."""
    asked, left = (bool(each.settings.get("approval")) for each in (case, planned))
    before, after = (context.policies.approval(each) for each in (case, planned))
    return (asked and not left) or (before and not after)


@router.delete("/projects/{case}", status_code=204)
def remove_case(case: TheCase, caller: Current, context: TheContext) -> None:
    """With everything in it, for good."""
    guard.owned(caller, case.id)
    for document in context.desk.documents(case.id):
        context.jobs.cancel(document)
        context.case_entities.forget(document.id)
    context.desk.remove_case(case.id, audit=audit.entry(caller, "project removed"))
    context.open_documents.forget(case=case.id)


UserId = Annotated[str, Path(pattern=ID)]


@router.get("/projects/{case}/people", response_model=schemas.People)
def possible_members(case: TheCase, caller: Current, context: TheContext) -> Data:
    """Who could become a member: the names of active users, for the owner or an administrator."""
    guard.owned(caller, case.id)
    there = {case.owner, *context.desk.members(case.id)}
    found = (each for each in users.people(context.desk) if each.active and each.id not in there)
    return {"people": [schemas.fields(each, "id name") for each in found]}


@router.put("/projects/{case}/members/{user}", status_code=204)
def add_member(case: TheCase, user: UserId, caller: Current, context: TheContext) -> None:
    guard.owned(caller, case.id)
    if context.desk.user(user) is None:
        raise Problem("not-found", "service.no-user")
    context.desk.add_member(case.id, user, audit=audit.entry(caller, "member added"))


@router.delete("/projects/{case}/members/{user}", status_code=204)
def remove_member(case: TheCase, user: UserId, caller: Current, context: TheContext) -> None:
    guard.owned(caller, case.id)
    if not context.desk.remove_member(case.id, user, audit=audit.entry(caller, "member removed")):
        raise Problem("not-found", "service.no-member")
    context.hub.look_again()  # their event streams end


@router.get("/projects/{case}/statistics")
def case_statistics(case: TheCase, context: TheContext) -> Data:
    """What reviewers did in the documents that are approved or exported, for each and together;
    `analysed`: of how many."""
    analysed = [each for each in context.desk.documents(case.id) if each.analysis]
    reviewed = [each for each in analysed if not guard.may_edit(each.state)]
    opened = ((each, context.open_documents.get(each)) for each in reviewed)
    found = [{"document": each.id, "name": each.name, **statistics_of(one)} for each, one in opened]
    names = {name for each in found for name, value in each.items() if type(value) is int}
    return {
        "analysed": len(analysed),
        "documents": found,
        "total": {name: sum(each.get(name, 0) for each in found) for name in sorted(names)},
    }
