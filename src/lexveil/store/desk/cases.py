"""Cases, who may work on them, and which names stay in them. (The tables are called `projects`, as they
always were.)

Names, policies and settings are sealed in the database, and so are who owns a case and works on it, and the
secret from which its pseudonyms are drawn. It goes when the case goes. The tables say the same of owners and
members, for questions; what is not sealed does not count.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lexveil.store.desk.audit import append, change
from lexveil.store.desk.database import Access, Logged, Row, Transaction, expect, new_id, now
from lexveil.store.keys import KEY_BYTES, Crypt

EVERYWHERE = ""  # the scope of names that stay in every project

_CASES = "SELECT id, owner, created, sealed FROM projects"
_CASE = "SELECT id FROM projects WHERE id = ?"
# Those that a user owns or is a member of; takes the id of the user twice.
SEEN = "(owner = ? OR EXISTS (SELECT 1 FROM members WHERE members.project = projects.id AND user_id = ?))"

Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    name: str = field(repr=False)
    policy: str = field(repr=False)
    owner: str  # the id of a user; "" where nobody logs in
    settings: Settings = field(repr=False)
    created: str
    documents: int
    states: Mapping[str, int]  # how many documents are in which state


def add_case(
    desk: Access,
    name: str,
    policy: str,
    owner: str,
    *,
    settings: Settings | None = None,
    audit: Logged = None,
) -> Case:
    case, time, chosen = new_id(), now(desk), dict(settings or {})
    secret = secrets.token_hex(KEY_BYTES)
    record = {"name": name, "policy": policy, "settings": chosen, "secret": secret, "owner": owner}
    sealed = desk.crypt.seal_record(record, "project", case)
    query = "INSERT INTO projects (id, owner, created, sealed) VALUES (?, ?, ?, ?)"
    change(desk, audit, query, case, owner, time, sealed, case=case)
    return Case(case, name, policy, owner, chosen, time, 0, {})


def case(desk: Access, case_id: str) -> Case | None:
    with desk.database.read() as transaction:
        row = transaction.one(f"{_CASES} WHERE id = ?", case_id)
        return _case(desk, row, _states(transaction, case_id)) if row else None


def cases(desk: Access, user_id: str | None = None) -> list[Case]:
    """Those that a user owns or is a member of; all with None."""
    query, values = (_CASES, []) if user_id is None else (f"{_CASES} WHERE {SEEN}", [user_id, user_id])
    with desk.database.read() as transaction:
        rows = transaction.all(f"{query} ORDER BY created, id", *values)
        states = _states(transaction)
    seen = (row for row in rows if user_id is None or _works_on(desk, row, user_id))
    return [_case(desk, row, states) for row in seen]


def change_case(
    desk: Access,
    case_id: str,
    *,
    name: str | None = None,
    policy: str | None = None,
    settings: Settings | None = None,
    owner: str | None = None,
    audit: Logged = None,
) -> Case:
    """What is None stays; settings are replaced as a whole."""
    changes = {"name": name, "policy": policy, "settings": dict(settings) if settings is not None else None}
    with desk.database.write() as transaction:
        row = expect(transaction.one(f"{_CASES} WHERE id = ?", case_id, lock=True), "project")
        record = desk.crypt.unseal_record(row[3], "project", case_id)
        record |= {what: value for what, value in changes.items() if value is not None}
        record["owner"] = owner if owner is not None else record.get("owner", "")
        values = (record["owner"], desk.crypt.seal_record(record, "project", case_id))
        transaction.put("UPDATE projects SET owner = ?, sealed = ? WHERE id = ?", *values, case_id)
        transaction.tell("project", case_id)
        states = _states(transaction, case_id)
        append(desk, transaction, audit, case=case_id)
    return _case(desk, (case_id, values[0], row[2], values[1]), states)


def remove_case(desk: Access, case_id: str, *, audit: Logged = None) -> bool:
    """With its documents, edits, exports and names that stay; False if there was none."""
    with desk.database.write() as transaction:
        gone = transaction.run("DELETE FROM projects WHERE id = ?", case_id) > 0
        if gone:
            transaction.run("DELETE FROM listed WHERE scope = ?", case_id)
            append(desk, transaction, audit, case=case_id)
    if gone:
        desk.database.scrub("originals", "analyses", "edits", "export_files")
    return gone


def secret(desk: Access, case_id: str) -> bytes:
    """32 bytes from which the pseudonyms of the project are drawn: the same over time."""
    (sealed,) = expect(desk.database.one("SELECT sealed FROM projects WHERE id = ?", case_id), "project")
    return bytes.fromhex(desk.crypt.unseal_record(sealed, "project", case_id)["secret"])


def add_member(desk: Access, case: str, user: str, *, audit: Logged = None) -> None:
    """Once more changes nothing."""
    query = "INSERT INTO members (project, user_id) VALUES (?, ?) ON CONFLICT (project, user_id) DO NOTHING"
    with desk.database.write() as transaction:
        expect(transaction.one(_CASE, case), "project")
        expect(transaction.one("SELECT id FROM users WHERE id = ?", user), "user")
        if _set_member(desk, transaction, case, user, member=True) | transaction.run(query, case, user):
            append(desk, transaction, audit, case=case)


def remove_member(desk: Access, case: str, user: str, *, audit: Logged = None) -> bool:
    query = "DELETE FROM members WHERE project = ? AND user_id = ?"
    with desk.database.write() as transaction:
        if transaction.one(_CASE, case) is None:
            return False
        gone = _set_member(desk, transaction, case, user, member=False) | transaction.run(query, case, user)
        append(desk, transaction, audit if gone else None, case=case)
    return bool(gone)


def _set_member(desk: Access, transaction: Transaction, case: str, user: str, *, member: bool) -> int:
    """In the sealed record; 1 if that was news."""
    row = expect(transaction.one(f"{_CASES} WHERE id = ?", case, lock=True), "project")
    record = desk.crypt.unseal_record(row[3], "project", case)
    there = set(record.get("members", ()))
    after = there | {user} if member else there - {user}
    if after == there:
        return 0
    sealed = desk.crypt.seal_record({**record, "members": sorted(after)}, "project", case)
    transaction.put("UPDATE projects SET sealed = ? WHERE id = ?", sealed, case)
    return 1


def members(desk: Access, case: str) -> list[str]:
    """The ids of the users who were added, without the owner."""
    row = desk.database.one(f"{_CASES} WHERE id = ?", case)
    query = "SELECT user_id FROM members WHERE project = ?"
    added = {each[0] for each in desk.database.all(query, case)}
    sealed = desk.crypt.unseal_record(row[3], "project", case).get("members", ()) if row else ()
    return sorted(added & set(sealed))


def is_member(desk: Access, case: str, user: str) -> bool:
    """The owner is one too."""
    row = desk.database.one(f"{_CASES} WHERE id = ? AND {SEEN}", case, user, user)
    return row is not None and _works_on(desk, row, user)


def _works_on(desk: Access, row: Row, user: str) -> bool:
    record = desk.crypt.unseal_record(row[3], "project", row[0])
    return user in (record.get("owner"), *record.get("members", ()))


def seal_rights(crypt: Crypt, transaction: Transaction) -> None:
    """Once, in a database of an earlier version: what its tables say is from then on what counts."""
    query = "SELECT user_id FROM members WHERE project = ? ORDER BY user_id"
    for case, owner, _, sealed in transaction.all(_CASES):
        added = [each[0] for each in transaction.all(query, case)]
        record = {**crypt.unseal_record(sealed, "project", case), "owner": owner, "members": added}
        fresh = crypt.seal_record(record, "project", case)
        transaction.put("UPDATE projects SET sealed = ? WHERE id = ?", fresh, case)


def add_listed(desk: Access, scope: str, forms: Iterable[str], *, audit: Logged = None) -> None:
    """Names that stay: in one project, or everywhere."""
    query = (
        "INSERT INTO listed (scope, mark, created, sealed) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (scope, mark) DO NOTHING"
    )
    with desk.database.write() as transaction:
        known = transaction.one(_CASE, scope, lock=True)
        if scope != EVERYWHERE:
            expect(known, "project")
        for form in dict.fromkeys(forms):
            mark = desk.crypt.mark("listed", scope, form)
            sealed = desk.crypt.seal_record({"form": form}, "listed", scope, mark.hex())
            transaction.put(query, scope, mark, now(desk), sealed)
        transaction.tell("project", scope)
        append(desk, transaction, audit, case=scope)


def remove_listed(desk: Access, scope: str, forms: Iterable[str], *, audit: Logged = None) -> int:
    """How many of them stayed until now."""
    with desk.database.write() as transaction:
        query = "DELETE FROM listed WHERE scope = ? AND mark = ?"
        marks = [desk.crypt.mark("listed", scope, form) for form in dict.fromkeys(forms)]
        gone = sum(transaction.run(query, scope, mark) for mark in marks)
        transaction.tell("project", scope)
        append(desk, transaction, audit, case=scope)
    return gone


def listed(desk: Access, case: str) -> tuple[str, ...]:
    """What stays in a project: its own names and those that stay everywhere, in the order of adding."""
    query = "SELECT scope, mark, sealed FROM listed WHERE scope IN (?, ?) ORDER BY created, mark"
    rows = desk.database.all(query, case, EVERYWHERE)
    forms = [
        str(desk.crypt.unseal_record(sealed, "listed", scope, bytes(mark).hex())["form"])
        for scope, mark, sealed in rows
    ]
    return tuple(dict.fromkeys(forms))


def _states(transaction: Transaction, case: str | None = None) -> dict[str, dict[str, int]]:
    query, values = "SELECT project, state, count(*) FROM documents", []
    if case is not None:
        query, values = f"{query} WHERE project = ?", [case]
    found: dict[str, dict[str, int]] = {}
    for case_id, state, number in transaction.all(f"{query} GROUP BY project, state", *values):
        found.setdefault(case_id, {})[state] = number
    return found


def _case(desk: Access, row: Row, states: Mapping[str, Mapping[str, int]]) -> Case:
    case_id, _, created, sealed = row
    record = desk.crypt.unseal_record(sealed, "project", case_id)
    here = dict(states.get(case_id, {}))
    name, policy, settings = record["name"], record["policy"], record["settings"]
    owner = record.get("owner", "")
    return Case(case_id, name, policy, owner, settings, created, sum(here.values()), here)
