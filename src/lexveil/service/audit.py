"""The audit log: who did what kind of thing when, in a chain of hashes.

Never text or names of documents, cases or people: a detail that is no word of ours is an error of the
program.
"""

import re
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from lexveil.service import guard
from lexveil.service.callers import ADMINISTRATOR, Caller
from lexveil.service.schemas import fields
from lexveil.store.desk import Desk

KINDS = frozenset(
    {
        "login", "login failed", "logout", "password changed", "user created", "user changed", "user removed",
        "token created", "token removed", "project created", "project changed", "project removed",
        "member added", "member removed", "document created", "document opened", "document analysed",
        "document state", "document removed", "edit", "export created", "export stopped", "export downloaded",
        "gold downloaded", "pseudonymized", "original removed", "key changed",
        "picture allowed", "picture forbidden", "edit followed", "correction erased", "names shown",
        "document changed", "comment", "archive made", "review copy made", "review copy read",
        "red team form made",
    }
)  # fmt: skip
SYSTEM = "system"  # the actor of what the service does by itself
NOBODY = ""  # the actor of a login that failed
PAGE = 500
TOLD = "number time actor kind document details"  # of a row, as it is
_WORD = re.compile(r"[a-z0-9][a-z0-9 ._+-]{0,39}")
Details = Mapping[str, str | int]

router = APIRouter(tags=["audit"])


def entry(caller: Caller | None, kind: str, **details: str | int) -> tuple[str, str, Details]:
    """For the `audit` argument of the desk, which writes it together with what it tells of."""
    if kind not in KINDS:
        raise ValueError(f"'{kind}' is no kind of the audit log: see service/audit.py")
    for name, value in details.items():
        if isinstance(value, str) and value and not _WORD.fullmatch(value):
            raise ValueError(f"the detail '{name}' of the audit log is no word of ours")
    return (caller.user_id if caller else SYSTEM), kind, details


def write(caller: Caller, kind: str, *, case: str = "", document: str = "", **details: str | int) -> None:
    record(caller.desk, caller.user_id, kind, case=case, document=document, **details)


def record(
    desk: Desk, actor: str, kind: str, *, case: str = "", document: str = "", **details: str | int
) -> None:
    """As `write`, for an actor who is no caller."""
    _, kind, checked = entry(None, kind, **details)
    desk.audit(actor, kind, case=case, document=document, details=checked)


class Row(BaseModel):
    number: int
    time: str
    actor: str  # the id of a user; "system"; empty: somebody who could not log in
    name: str  # of that user, if they are still there
    kind: str
    project: str  # the case, as the API calls it
    document: str
    details: dict[str, str | int]


class Rows(BaseModel):
    rows: list[Row]
    more: bool


class Verified(BaseModel):
    whole: bool
    broken: int | None  # the number of the first row that is not as it was written
    anchored: bool  # whether a file outside the database tells when an older copy of it is put in its place


@router.get("/audit")
def read(caller: guard.Current, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Rows:
    """The log in its order, a page at a time."""
    guard.require(caller, ADMINISTRATOR)
    names = {user.id: user.name for user in caller.desk.users()}
    found = caller.desk.audit_rows(after, limit=PAGE + 1)
    rows = [Row(name=names.get(row.actor, ""), project=row.case, **fields(row, TOLD)) for row in found[:PAGE]]
    return Rows(rows=rows, more=len(found) > PAGE)


@router.get("/audit/verify")
def verify(caller: guard.Current) -> Verified:
    """Whether every row is as it was written, and none is missing."""
    guard.require(caller, ADMINISTRATOR)
    broken = caller.desk.verify_audit()
    return Verified(whole=broken is None, broken=broken, anchored=caller.desk.anchored())
