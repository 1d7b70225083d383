"""What a caller may see and do, and who may take a document from which state to which.

What somebody may not see does not exist for them: the answer is 404, the same as for an id that nobody has.

Sign-off: new → in review → second reading → approved → exported. Four eyes: whoever asked for the second
reading does not give it, unless an administrator does. In single mode everything is allowed that makes sense.
"""

from collections.abc import Iterator
from typing import Annotated

from fastapi import Depends, Request

from lexveil.service.callers import ADMINISTRATOR, SECOND_READER, SINGLE, Caller, digest
from lexveil.service.gate import KEY
from lexveil.service.problems import Problem
from lexveil.store.desk import AuditRow, Case, Desk, Export, StoredDocument

STATES = ("new", "in review", "second reading", "approved", "exported")
NEW, IN_REVIEW, SECOND_READING, APPROVED, EXPORTED = STATES
# From where to where, whoever asks; `exported` is set by an export alone.
STEPS = {
    NEW: {IN_REVIEW, SECOND_READING, APPROVED},
    IN_REVIEW: {SECOND_READING, APPROVED},
    SECOND_READING: {IN_REVIEW, APPROVED},
    APPROVED: {IN_REVIEW, SECOND_READING},
    EXPORTED: {IN_REVIEW},
}


def may_set(caller: Caller, state: str, to: str, *, asked: str = "") -> bool:
    """`asked`: the id of the user who asked for the second reading.

    A reviewer begins the review and asks for the second reading; a second reader answers it, either way, and
    opens an approved document again. Only an administrator approves what nobody has read a second time.
    """
    if to not in STEPS.get(state, ()):
        return False
    if caller.by == SINGLE or caller.role == ADMINISTRATOR:
        return True
    if state in (NEW, IN_REVIEW):
        return to in (IN_REVIEW, SECOND_READING)
    if state == SECOND_READING and to == APPROVED:
        return caller.role == SECOND_READER and bool(asked) and caller.user_id != asked
    return caller.role == SECOND_READER or (state == SECOND_READING and caller.user_id == asked)


def may_edit(state: str) -> bool:
    """What was approved stays as it was approved, until somebody who may opens it again."""
    return state not in (APPROVED, EXPORTED)


def may_export(state: str, *, approval: bool) -> bool:
    """`approval`: the project exports only what was approved."""
    return not approval or state in (APPROVED, EXPORTED)


def current(request: Request) -> Caller:
    found: Caller | None = request.scope.get(KEY)
    if found is None:
        raise Problem("unauthenticated", "service.log-in")
    return found


Current = Annotated[Caller, Depends(current)]


def case(caller: Caller, case_id: str) -> Case:
    found = caller.desk.case(_id(case_id))
    if found is None or not _sees(caller, found):
        raise Problem("not-found", "service.no-case")
    return found


def document(caller: Caller, document_id: str) -> StoredDocument:
    seen_by = None if caller.administrator else caller.user_id
    found = caller.desk.document(_id(document_id), seen_by=seen_by)
    if found is None:
        raise Problem("not-found", "service.no-document")
    return found


def export(caller: Caller, export_id: str) -> Export:
    found = caller.desk.export(_id(export_id))
    home = caller.desk.document(found.document) if found else None
    owner = caller.desk.case(home.case) if home else None
    if found is None or owner is None or not _sees(caller, owner):
        raise Problem("not-found", "service.export-expired")
    return found


def _id(text: str) -> str:
    """What no id can be is asked of no database."""
    return text if text.isascii() and text.isalnum() else ""


def _sees(caller: Caller, found: Case) -> bool:
    return caller.administrator or caller.desk.is_member(found.id, caller.user_id)  # an owner is a member


def owned(caller: Caller, case_id: str) -> Case:
    """A project that the caller may remove, and whose members they may choose."""
    found = case(caller, case_id)
    if not caller.administrator and found.owner != caller.user_id:
        raise Problem("forbidden", "service.owner-only")
    return found


def require(caller: Caller, *roles: str) -> None:
    if caller.role not in roles:
        raise Problem("forbidden", "service.role-needed", roles=" or ".join(roles))


def sign_off(caller: Caller, found: StoredDocument, to: str) -> None:
    """Stop who may not take the document from its state to this one."""
    who = asked(caller.desk, found) if found.state == SECOND_READING else ""
    if not may_set(caller, found.state, to, asked=who):
        raise Problem("forbidden", "service.no-such-step", state=found.state)


def _signed(desk: Desk, found: StoredDocument) -> Iterator[AuditRow]:
    """What the audit log tells of the document's case, without edits, which are most of it."""
    after = 0
    while rows := desk.audit_rows(after, found.case, kinds=("document state", "project changed")):
        yield from rows
        after = rows[-1].number


def asked(desk: Desk, found: StoredDocument) -> str:
    """Who asked for the second reading last; the audit log knows."""
    row = _asked(desk, found)
    return row.actor if row else ""


def asked_at(desk: Desk, found: StoredDocument) -> str:
    """When; "" if nobody has since the document was analysed."""
    row = _asked(desk, found)
    return row.time if row else ""


def _asked(desk: Desk, found: StoredDocument) -> AuditRow | None:
    last = None
    for row in _signed(desk, found):
        if row.document == found.id and row.details.get("to") == SECOND_READING:
            last = row
        elif row.document == found.id and row.details.get("to") == NEW:  # analysed again
            last = None
    return last


def approved(desk: Desk, found: StoredDocument) -> bool:
    """Whether the document is as somebody approved it. One that has gone out may have done so when nobody
    asked for an approval, or under another policy; the audit log knows."""
    if not may_export(found.state, approval=True):
        return False
    last = found.state
    for row in _signed(desk, found) if found.state == EXPORTED else ():
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
    if caller.token and caller.desk.token(caller.token) is None:
        return False
    return not caller.secret or caller.desk.session(digest(caller.secret)) is not None
