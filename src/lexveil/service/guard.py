"""What a caller may see and do.

Comes in: a caller and the id of something. Goes out: the thing itself. What somebody may not see does not
exist for them: the answer is 404, the same as for an id that nobody has. Never looks into a document, and its
errors name nothing but the kind of thing that was asked for. Who calls is found at the `gate`.
"""

from typing import Annotated

from fastapi import Depends, Request

from lexveil.service.caller import Caller
from lexveil.service.gate import KEY, install
from lexveil.service.names import attachment, safe_name
from lexveil.service.problems import Problem
from lexveil.service.sessions import digest
from lexveil.service.signoff import APPROVED, EXPORTED, SECOND_READING, may_edit, may_export, may_set
from lexveil.store.desk import Desk, Export, Project, Stored

__all__ = [
    "Caller",
    "Current",
    "approved",
    "attachment",
    "current",
    "document",
    "export",
    "install",
    "may_edit",
    "may_export",
    "may_set",
    "owned",
    "project",
    "require",
    "safe_name",
    "sign_off",
    "still",
]


# What the audit log is asked for: not the edits, which are most of it.
_SIGNED = ("document state", "project changed")


def current(request: Request) -> Caller:
    found: Caller | None = request.scope.get(KEY)
    if found is None:
        raise Problem("unauthenticated", "log in first")
    return found


Current = Annotated[Caller, Depends(current)]


def project(caller: Caller, project_id: str) -> Project:
    found = caller.desk.project(_id(project_id))
    if found is None or not _sees(caller, found):
        raise Problem("not-found", "there is no such project")
    return found


def document(caller: Caller, document_id: str) -> Stored:
    seen_by = None if caller.administrator else caller.user_id
    found = caller.desk.document(_id(document_id), seen_by=seen_by)
    if found is None:
        raise Problem("not-found", "there is no such document")
    return found


def export(caller: Caller, export_id: str) -> Export:
    found = caller.desk.export(_id(export_id))
    home = caller.desk.document(found.document) if found else None
    owner = caller.desk.project(home.project) if home else None
    if found is None or owner is None or not _sees(caller, owner):
        raise Problem("not-found", "there is no such export, or it has expired: export again")
    return found


def _id(text: str) -> str:
    """What no id can be is asked of no database."""
    return text if text.isascii() and text.isalnum() else ""


def _sees(caller: Caller, found: Project) -> bool:
    return caller.administrator or caller.desk.is_member(found.id, caller.user_id)  # an owner is a member


def owned(caller: Caller, project_id: str) -> Project:
    """A project that the caller may remove, and whose members they may choose."""
    found = project(caller, project_id)
    if not caller.administrator and found.owner != caller.user_id:
        raise Problem("forbidden", "only the owner of the project or an administrator may do this")
    return found


def require(caller: Caller, *roles: str) -> None:
    if caller.role not in roles:
        raise Problem("forbidden", f"this needs the role {' or '.join(roles)}")


def sign_off(caller: Caller, found: Stored, to: str) -> None:
    """Stop who may not take the document from its state to this one."""
    who = asked(caller.desk, found) if found.state == SECOND_READING else ""
    if not may_set(caller, found.state, to, asked=who):
        raise Problem("forbidden", f"you may not take a document from '{found.state}' to this state")


def asked(desk: Desk, found: Stored) -> str:
    """Who asked for the second reading last; the audit log knows."""
    who, after = "", 0
    while rows := desk.audit_rows(after, found.project, kinds=_SIGNED):
        after = rows[-1].number
        for row in rows:
            if row.document == found.id and row.details.get("to") == SECOND_READING:
                who = row.actor
    return who


def approved(desk: Desk, found: Stored) -> bool:
    """Whether the document is as somebody approved it. One that has gone out may have done so when nobody
    asked for an approval, or under another policy; the audit log knows."""
    if not may_export(found.state, approval=True):
        return False
    last, after = found.state, 0
    while found.state == EXPORTED and (rows := desk.audit_rows(after, found.project, kinds=_SIGNED)):
        after = rows[-1].number
        for row in rows:
            if row.document == found.id and row.details.get("to", EXPORTED) != EXPORTED:
                last = str(row.details["to"])
            elif row.kind == "project changed" and row.details.get("policy"):
                last = ""
    return last == APPROVED


def still(caller: Caller) -> bool:
    """Whether a caller who has been listening for a while is one still: an event stream outlives its
    session."""
    user = caller.desk.user(caller.user_id)
    if user is None or not user.active or user.role != caller.role:
        return False
    return not caller.secret or caller.desk.session(digest(caller.secret)) is not None
