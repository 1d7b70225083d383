"""Users, their sessions and their API tokens.

Hashes of passwords and SHA-256 of tokens come in, never a password or token itself. Whether a password fits
or a role suffices is not decided here. What a user may do is sealed with the hash: whoever can write into the
database, but has no key, makes nobody an administrator. A row that says otherwise than its seal, or with a
seal that is not ours, is of a user who is not active; everybody else goes on working.
"""

import unicodedata
from dataclasses import dataclass, field

from lexveil.errors import VaultError
from lexveil.store.desk.audit import append, change
from lexveil.store.desk.database import (
    Access,
    Logged,
    Row,
    Taken,
    Time,
    Transaction,
    expect,
    new_id,
    now,
    when,
)
from lexveil.store.keys import Crypt

UNREADABLE = ""  # in the place of a password hash that is none of ours: no password fits it
_USERS = "SELECT id, name, role, active, failed, locked_until, created, password_hash FROM users"
_USER = "SELECT id FROM users WHERE id = ?"
_TOKENS = "SELECT id, user_id, token_hash, sealed, created, used FROM tokens"


@dataclass(frozen=True, slots=True)
class User:
    id: str
    name: str
    role: str
    active: bool
    failed: int  # wrong passwords since the last right one
    locked_until: str  # "": not locked
    created: str
    password_hash: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Session:
    token_hash: str = field(repr=False)
    user_id: str
    csrf: str = field(repr=False)
    created: str
    expires: str
    seen: str


@dataclass(frozen=True, slots=True)
class Token:
    id: str
    user_id: str
    token_hash: str = field(repr=False)
    name: str
    created: str
    used: str  # "": never


def folded(name: str) -> str:
    """Two names that look alike but for case or coding are one.

    >>> folded(" Åse ") == folded("ÅSE")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def add_user(desk: Access, name: str, password_hash: str, role: str, *, audit: Logged = None) -> User:
    """Raises Taken if somebody has that name."""
    user, time = new_id(), now(desk)
    sealed = _sealed(desk.crypt, user, password_hash, role, active=True, name=name)
    query = (
        "INSERT INTO users (id, name, folded, password_hash, role, active, failed, locked_until, created) "
        "VALUES (?, ?, ?, ?, ?, 1, 0, '', ?) ON CONFLICT (folded) DO NOTHING"
    )
    with desk.database.write() as transaction:
        if not transaction.run(query, user, name, folded(name), sealed, role, time):
            raise Taken("users.taken")
        append(desk, transaction, audit)
    return User(user, name, role, True, 0, "", time, password_hash)


def user(desk: Access, user_id: str) -> User | None:
    return _user_by(desk, "id", user_id)


def user_named(desk: Access, name: str) -> User | None:
    return _user_by(desk, "folded", folded(name))


def users(desk: Access) -> list[User]:
    return [_user(desk, row) for row in desk.database.all(f"{_USERS} ORDER BY created, id")]


def change_user(
    desk: Access,
    user_id: str,
    *,
    password_hash: str | None = None,
    role: str | None = None,
    active: bool | None = None,
    failed: int | None = None,
    locked_until: Time | None = None,
    audit: Logged = None,
) -> User:
    """What is None stays; `locked_until=""` opens a locked account."""
    changes: dict[str, object] = {}
    if locked_until is not None:
        changes["locked_until"] = when(locked_until) if locked_until else ""
    plain = {"role": role, "active": None if active is None else int(active), "failed": failed}
    changes |= {name: value for name, value in plain.items() if value is not None}
    with desk.database.write() as transaction:
        before = _user(desk, expect(transaction.one(f"{_USERS} WHERE id = ?", user_id, lock=True), "user"))
        if (password_hash, role, active) != (None, None, None):
            changes["password_hash"] = _sealed(
                desk.crypt,
                user_id,
                before.password_hash if password_hash is None else password_hash,
                before.role if role is None else role,
                active=before.active if active is None else active,
                name=before.name,
            )
        for name, value in changes.items():  # names of columns: those above
            transaction.run(f"UPDATE users SET {name} = ? WHERE id = ?", value, user_id)  # noqa: S608
        row = expect(transaction.one(f"{_USERS} WHERE id = ?", user_id), "user")
        append(desk, transaction, audit)
    return _user(desk, row)


def count_failure(desk: Access, user_id: str) -> int:
    """One more wrong password; how many there are now. No two at once count as one."""
    with desk.database.write() as transaction:
        row = transaction.one("UPDATE users SET failed = failed + 1 WHERE id = ? RETURNING failed", user_id)
    return int(expect(row, "user")[0])


def remove_user(desk: Access, user_id: str, *, audit: Logged = None) -> bool:
    """With sessions, tokens and memberships; projects stay. False if there was no such user."""
    return change(desk, audit, "DELETE FROM users WHERE id = ?", user_id) > 0


def add_session(
    desk: Access, user_id: str, token_hash: str, csrf: str, expires: Time, *, audit: Logged = None
) -> Session:
    time, end = now(desk), when(expires)
    sealed = desk.crypt.seal_record({"csrf": csrf, "expires": end}, "session", token_hash, user_id)
    columns = "token_hash, user_id, csrf, created, expires, seen"
    with desk.database.write() as transaction:
        expect(transaction.one(_USER, user_id), "user")
        query = f"INSERT INTO sessions ({columns}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608 - names of ours
        transaction.run(query, token_hash, user_id, sealed, time, end, time)
        append(desk, transaction, audit)
    return Session(token_hash, user_id, csrf, time, end, time)


def session(desk: Access, token_hash: str) -> Session | None:
    """None too if its time is over."""
    query = "SELECT user_id, csrf, created, expires, seen FROM sessions WHERE token_hash = ?"
    row = desk.database.one(query, token_hash)
    return _session(desk, token_hash, *row) if row else None


def _session(
    desk: Access, token_hash: str, user_id: str, sealed: bytes, created: str, expires: str, seen: str
) -> Session | None:
    """None of a row that is not as it was written: who edits it would be its user, or be so for longer."""
    try:
        record = desk.crypt.unseal_record(sealed, "session", token_hash, user_id)
    except VaultError:
        return None
    if record.get("expires") != expires or expires <= now(desk):
        return None
    return Session(token_hash, user_id, record["csrf"], created, expires, seen)


def logged_in(desk: Access, token_hash: str) -> tuple[Session, User] | None:
    """A session, if its time is not over, and whose it is; asked with every request, so at once."""
    query = (
        "SELECT users.id, name, role, active, failed, locked_until, users.created, password_hash, csrf, "
        "sessions.created, expires, seen FROM sessions JOIN users ON users.id = user_id WHERE token_hash = ?"
    )
    row = desk.database.one(query, token_hash)
    found = _session(desk, token_hash, row[0], *row[8:]) if row else None
    return (found, _user(desk, row[:8])) if row and found else None


def touch_session(desk: Access, token_hash: str, *, expires: Time | None = None) -> None:
    """It was used just now; perhaps it lasts longer for that."""
    with desk.database.write() as transaction:
        transaction.run("UPDATE sessions SET seen = ? WHERE token_hash = ?", now(desk), token_hash)
        query = "SELECT user_id, csrf FROM sessions WHERE token_hash = ?"
        row = transaction.one(query, token_hash, lock=True) if expires is not None else None
        if row and expires is not None:
            bound, end = ("session", token_hash, row[0]), when(expires)
            sealed = desk.crypt.seal_record(
                {**desk.crypt.unseal_record(row[1], *bound), "expires": end}, *bound
            )
            transaction.put(
                "UPDATE sessions SET csrf = ?, expires = ? WHERE token_hash = ?", sealed, end, token_hash
            )


def end_session(desk: Access, token_hash: str, *, audit: Logged = None) -> bool:
    return change(desk, audit, "DELETE FROM sessions WHERE token_hash = ?", token_hash) > 0


def end_sessions(desk: Access, user_id: str, *, but: str = "", audit: Logged = None) -> int:
    """All sessions of a user, but for one; how many."""
    with desk.database.write() as transaction:
        query = "DELETE FROM sessions WHERE user_id = ? AND token_hash <> ?"
        gone = transaction.run(query, user_id, but)
        append(desk, transaction, audit)
    return gone


def add_token(desk: Access, user_id: str, token_hash: str, name: str, *, audit: Logged = None) -> Token:
    token_id, time = new_id(), now(desk)
    sealed = desk.crypt.seal_record({"name": name}, "token", token_id, user_id, token_hash)
    query = (
        "INSERT INTO tokens (id, user_id, token_hash, sealed, created, used) VALUES (?, ?, ?, ?, ?, '') "
        "ON CONFLICT (token_hash) DO NOTHING"
    )
    with desk.database.write() as transaction:
        expect(transaction.one(_USER, user_id), "user")
        if not transaction.run(query, token_id, user_id, token_hash, sealed, time):
            raise Taken("desk.token-exists")
        append(desk, transaction, audit)
    return Token(token_id, user_id, token_hash, name, time, "")


def token(desk: Access, token_hash: str) -> Token | None:
    row = desk.database.one(f"{_TOKENS} WHERE token_hash = ?", token_hash)
    return _token(desk, row) if row else None


def touch_token(desk: Access, token_id: str) -> None:
    change(desk, None, "UPDATE tokens SET used = ? WHERE id = ?", now(desk), token_id)


def tokens(desk: Access, user_id: str) -> list[Token]:
    query = f"{_TOKENS} WHERE user_id = ? ORDER BY created, id"
    found = (_token(desk, row) for row in desk.database.all(query, user_id))
    return [token for token in found if token]


def remove_token(desk: Access, token_id: str, *, user_id: str | None = None, audit: Logged = None) -> bool:
    """Of any user, or only if it is one of `user_id`; False if there was none."""
    query = "DELETE FROM tokens WHERE id = ?"
    if user_id is None:
        return change(desk, audit, query, token_id) > 0
    return change(desk, audit, f"{query} AND user_id = ?", token_id, user_id) > 0


def _user_by(desk: Access, column: str, value: str) -> User | None:
    row = desk.database.one(f"{_USERS} WHERE {column} = ?", value)
    return _user(desk, row) if row else None


def _user(desk: Access, row: Row) -> User:
    user_id, name, role, active, failed, locked_until, created, sealed = row
    try:
        record = desk.crypt.unseal_record(sealed, "password", user_id)
    except VaultError:
        record = {"hash": UNREADABLE}
    rights = _rights(role, active=bool(active), name=name)
    ours = {key: record.get(key) for key in rights} == rights
    return User(user_id, name, role, bool(active) and ours, failed, locked_until, created, record["hash"])


def _rights(role: str, *, active: bool, name: str) -> dict[str, object]:
    return {"role": role, "active": active, "name": folded(name)}


def _sealed(crypt: Crypt, user_id: str, password_hash: str, role: str, *, active: bool, name: str) -> bytes:
    record = {"hash": password_hash, **_rights(role, active=active, name=name)}
    return crypt.seal_record(record, "password", user_id)


def seal_rights(crypt: Crypt, transaction: Transaction) -> None:
    """Once, in a database of an earlier version: what its rows say is from then on what counts."""
    query = "UPDATE users SET password_hash = ? WHERE id = ?"
    for user_id, name, role, active, *_, sealed in transaction.all(_USERS):
        password = crypt.unseal_record(sealed, "password", user_id)["hash"]
        fresh = _sealed(crypt, user_id, password, role, active=bool(active), name=name)
        transaction.put(query, fresh, user_id)


def _token(desk: Access, row: Row) -> Token | None:
    """None of a row that is not as it was written: whoever edits it would be its user."""
    token_id, user_id, token_hash, sealed, created, used = row
    try:
        name = desk.crypt.unseal_record(sealed, "token", token_id, user_id, token_hash)["name"]
    except VaultError:
        return None
    return Token(token_id, user_id, token_hash, name, created, used)


def seal_tokens(crypt: Crypt, transaction: Transaction) -> None:
    """Once, in a database of an earlier version, which did not seal by what a token is known."""
    for token_id, user_id, token_hash, sealed, *_ in transaction.all(_TOKENS):
        record = crypt.unseal_record(sealed, "token", token_id, user_id)
        fresh = crypt.seal_record(record, "token", token_id, user_id, token_hash)
        transaction.put("UPDATE tokens SET sealed = ? WHERE id = ?", fresh, token_id)
