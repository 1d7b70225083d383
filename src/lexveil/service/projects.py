"""Projects: a case with its documents, its policy and the people who work on it."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path

from lexveil.service import audit, guard, policies, schemas
from lexveil.service.caller import ADMINISTRATOR
from lexveil.service.documents import summary
from lexveil.service.guard import Current
from lexveil.service.looking import statistics_of
from lexveil.service.problems import Problem
from lexveil.service.works import ID, Here, TheProject, Works
from lexveil.store.desk import Project, Stored

router = APIRouter(tags=["projects"])

Data = dict[str, Any]


def about(project: Project) -> Data:
    return {
        "id": project.id,
        "name": project.name,
        "policy": project.policy,
        "language": str(project.settings.get("language") or ""),
        "approval": bool(project.settings.get("approval")),
        "owner": project.owner,
        "documents": project.documents,
        "states": dict(project.states),
        "created": project.created,
    }


@router.get("/projects", response_model=schemas.Projects)
def list_projects(caller: Current, works: Here) -> Data:
    """Those that the caller may see."""
    found = works.desk.projects(None if caller.administrator else caller.user_id)
    return {"projects": [about(each) for each in found]}


@router.post("/projects", status_code=201, response_model=schemas.Project)
def add_project(asked: schemas.ProjectIn, caller: Current, works: Here) -> Data:
    policies.named(asked.policy)
    settings = {"language": asked.language, "approval": asked.approval}
    entry = audit.entry(caller, "project created")
    return about(
        works.desk.add_project(asked.name, asked.policy, caller.user_id, settings=settings, audit=entry)
    )


@router.get("/projects/{project}")
def show_project(project: TheProject, works: Here) -> Data:
    """The project with its documents and members."""
    documents = [summary(works, each) for each in works.desk.documents(project.id)]
    users = {each.id: each.name for each in works.desk.users()}
    members = [{"id": each, "name": users.get(each, "")} for each in works.desk.members(project.id)]
    return {**about(project), "documents": documents, "members": members}


@router.patch("/projects/{project}", response_model=schemas.Project)
def change_project(project: TheProject, asked: schemas.ProjectChange, caller: Current, works: Here) -> Data:
    """Name, policy, language, or whether documents are approved before they go out; only an administrator
    takes that back. A new policy holds for analyses from now on, and for what reviewers change."""
    if asked.policy is not None:
        policies.named(asked.policy)
    settings = dict(project.settings)
    if asked.approval is False and settings.get("approval"):
        guard.require(caller, ADMINISTRATOR)
    settings |= {
        name: value for name in ("language", "approval") if (value := getattr(asked, name)) is not None
    }
    entry = audit.entry(caller, "project changed")
    changed = works.desk.change_project(
        project.id, name=asked.name, policy=asked.policy, settings=settings, audit=entry
    )
    works.shelf.renew(project.id)
    return about(changed)


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
