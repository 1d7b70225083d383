"""Projects: a case with its documents, its policy and the people who work on it."""

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path

from lexveil.service import audit, guard, schemas, users
from lexveil.service.caller import ADMINISTRATOR
from lexveil.service.documents import summary
from lexveil.service.guard import Caller, Current
from lexveil.service.looking import statistics_of
from lexveil.service.policies import CHANGED, OK
from lexveil.service.problems import Problem
from lexveil.service.signoff import APPROVED, IN_REVIEW
from lexveil.service.works import ID, Here, TheProject, Works
from lexveil.store.desk import Project, Stored

router = APIRouter(tags=["projects"])

Data = dict[str, Any]


def about(works: Works, project: Project) -> Data:
    return {
        "id": project.id,
        "name": project.name,
        "policy": project.policy,
        "language": str(project.settings.get("language") or ""),
        "policy_state": works.policies.standing(project),
        "approval": works.policies.approval(project),
        "approval_by_policy": works.policies.asks_approval(project),
        "owner": project.owner,
        "documents": project.documents,
        "states": dict(project.states),
        "created": project.created,
    }


@router.get("/projects", response_model=schemas.Projects)
def list_projects(caller: Current, works: Here) -> Data:
    """Those that the caller may see."""
    found = works.desk.projects(None if caller.administrator else caller.user_id)
    return {"projects": [about(works, each) for each in found]}


@router.post("/projects", status_code=201, response_model=schemas.Project)
def add_project(asked: schemas.ProjectIn, caller: Current, works: Here) -> Data:
    works.policies.named(asked.policy)
    settings = {
        "language": asked.language,
        "approval": asked.approval,
        **works.policies.mark(asked.policy),
    }
    entry = audit.entry(caller, "project created")
    made = works.desk.add_project(asked.name, asked.policy, caller.user_id, settings=settings, audit=entry)
    return about(works, made)


@router.get("/projects/{project}")
def show_project(project: TheProject, works: Here) -> Data:
    """The project with its documents and members."""
    documents = [summary(works, each) for each in works.desk.documents(project.id)]
    names = {each.id: each.name for each in works.desk.users()}
    members = [{"id": each, "name": names.get(each, "")} for each in works.desk.members(project.id)]
    owner = names.get(project.owner, "")
    return {**about(works, project), "owner_name": owner, "documents": documents, "members": members}


@router.patch("/projects/{project}", response_model=schemas.Project)
def change_project(project: TheProject, asked: schemas.ProjectChange, caller: Current, works: Here) -> Data:
    """Name, policy, language, or whether documents are approved before they go out; only an administrator
    takes that back. A new policy holds for analyses from now on, and for what reviewers change. Where the
    policy is gone or has changed since it was chosen, only an administrator chooses one or accepts it."""
    new = _new_policy(works, project, asked)
    settings = dict(project.settings) | {
        name: value for name in ("language", "approval") if (value := getattr(asked, name)) is not None
    }
    if new:
        settings |= works.policies.mark(new)
    planned = dataclasses.replace(project, policy=new or project.policy, settings=settings)
    if asked.approval is False and works.policies.asks_approval(planned):
        problem = f"the policy '{planned.policy}' asks for an approval: the case cannot do without it"
        raise Problem("conflict", problem)
    if (new and works.policies.standing(project) != OK) or _less_approval(works, project, planned):
        guard.require(caller, ADMINISTRATOR)
    details = {"policy": 1} if new else {}
    entry = audit.entry(caller, "project changed", **details)
    changed = works.desk.change_project(
        project.id, name=asked.name, policy=new or None, settings=settings, audit=entry
    )
    if new and works.policies.approval(changed):
        _read_again(works, caller, changed)
    works.shelf.renew(project.id)
    return about(works, changed)


def _new_policy(works: Works, project: Project, asked: schemas.ProjectChange) -> str:
    """The policy that the project gets, or gets anew as it is now; empty: it stays."""
    if asked.policy is not None and asked.policy != project.policy:
        return works.policies.named(asked.policy).name
    return project.policy if asked.accept and works.policies.standing(project) == CHANGED else ""


def _less_approval(works: Works, project: Project, planned: Project) -> bool:
    """By the case or by its policy; who may not take it back there may not go around it here."""
    asked, left = (bool(each.settings.get("approval")) for each in (project, planned))
    before, after = (works.policies.approval(each) for each in (project, planned))
    return (asked and not left) or (before and not after)


def _read_again(works: Works, caller: Caller, project: Project) -> None:
    """What was approved was made by another policy."""
    for document in works.desk.documents(project.id):
        entry = audit.entry(caller, "document state", to=IN_REVIEW)
        if document.state == APPROVED and works.desk.set_state(
            document.id, IN_REVIEW, from_=APPROVED, audit=entry
        ):
            told = {"document": document.id, "state": IN_REVIEW}
            works.hub.publish((document.id, project.id), "state", told)


@router.delete("/projects/{project}", status_code=204)
def remove_project(project: TheProject, caller: Current, works: Here) -> None:
    """With everything in it, for good."""
    guard.owned(caller, project.id)
    for document in works.desk.documents(project.id):
        works.jobs.cancel(document)
        works.cases.forget(document.id)
    works.desk.remove_project(project.id, audit=audit.entry(caller, "project removed"))
    works.shelf.forget(project=project.id)


UserId = Annotated[str, Path(pattern=ID)]


@router.get("/projects/{project}/people", response_model=schemas.People)
def possible_members(project: TheProject, caller: Current, works: Here) -> Data:
    """Who could become a member: the names of active users, for the owner or an administrator."""
    guard.owned(caller, project.id)
    there = {project.owner, *works.desk.members(project.id)}
    found = (each for each in users.people(works.desk) if each.active and each.id not in there)
    return {"people": [{"id": each.id, "name": each.name} for each in found]}


@router.put("/projects/{project}/members/{user}", status_code=204)
def add_member(project: TheProject, user: UserId, caller: Current, works: Here) -> None:
    guard.owned(caller, project.id)
    if works.desk.user(user) is None:
        raise Problem("not-found", "there is no such user")
    works.desk.add_member(project.id, user, audit=audit.entry(caller, "member added"))


@router.delete("/projects/{project}/members/{user}", status_code=204)
def remove_member(project: TheProject, user: UserId, caller: Current, works: Here) -> None:
    guard.owned(caller, project.id)
    if not works.desk.remove_member(project.id, user, audit=audit.entry(caller, "member removed")):
        raise Problem("not-found", "there is no such member")


@router.get("/projects/{project}/entities")
def shared_entities(project: TheProject, works: Here) -> Data:
    """Who is replaced in the documents of the project, and in which of them."""
    found: dict[tuple[str, str], Data] = {}
    for document, outline in works.cases.others(project.id).values():
        for each in outline.entries:
            key = (each.category, each.pseudonym) if each.told_apart else (document.id, each.entity)
            known = found.setdefault(
                key,
                {
                    "pseudonym": each.pseudonym,
                    "category": each.category,
                    "role": each.role,
                    "documents": [],
                },
            )
            known["documents"].append(
                {"document": document.id, "entity": each.entity, "mentions": each.mentions}
            )
    return {"entities": sorted(found.values(), key=lambda each: -len(each["documents"]))}


@router.get("/projects/{project}/statistics")
def project_statistics(project: TheProject, works: Here) -> Data:
    """What reviewers did, for each document and together."""
    found = [_statistics(works, each) for each in works.desk.documents(project.id) if each.analysis]
    return {"documents": found, "total": _total(found)}


def _statistics(works: Works, document: Stored) -> Data:
    return {"document": document.id, "name": document.name, **statistics_of(works.shelf.get(document))}


def _total(found: list[Data]) -> Mapping[str, Any]:
    """The plain numbers, added up."""
    names = {name for each in found for name, value in each.items() if type(value) is int}
    return {name: sum(each.get(name, 0) for each in found) for name in sorted(names)}
