"""A database made ready: its tables, brought up to this program, and the key that opens it; and a new key.

Migrations are the files of `migrations`, in order of their numbers, each applied once and in a transaction:
`NNNN_name.sql` for both databases, `NNNN_name.sqlite.sql` beside `NNNN_name.postgres.sql` where they differ
(triggers do). Two programs that start at once take turns. The key is tried before anything is changed.

A new key is one transaction, while nobody else has the database open: everything that is sealed is sealed
anew, under a new data key; then the files are written anew, so that no page holds what was sealed under the
old one. A row of the audit log that was not as it had been written does not become right by it.
"""

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from lexveil.errors import LexveilError, VaultError
from lexveil.store.desk import audit, cases, users
from lexveil.store.desk.database import (
    LOCK,
    WAIT,
    Clock,
    Connection,
    Database,
    DeskError,
    Dialect,
    Logged,
    Row,
    Transaction,
)
from lexveil.store.desk.sqlite import SQLite
from lexveil.store.keys import KEY_BYTES, Cost, Crypt, Key, Lock, lock, unlock

POSTGRES = ("postgresql://", "postgres://")
SEALS_RIGHTS, SEALS_TOKENS = "0004_sealed_rights.sql", "0007_sealed_tokens.sql"
MIGRATIONS = "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)"


def today() -> datetime:
    return datetime.now(UTC)


def anchor_of(url: str, folder: Path | None = None) -> Path | None:
    """The file that says how far the audit log had come: beside a SQLite database; of one on a server, in the
    folder of this machine that is given, called by where the database is.

    >>> here = Path("/here")
    >>> names = {anchor_of(f"postgresql://{who}@db.example/desk", here).name for who in ("ann:a", "bo:b")}
    >>> len(names), anchor_of("/data/desk.db", here).name
    (1, 'desk.db.audit')
    """
    if not url.startswith(POSTGRES):
        return Path(f"{url}.audit")
    parts = urlsplit(url)
    _, _, server = parts.netloc.rpartition("@")
    asked = [each for each in parse_qsl(parts.query) if each[0] in ("host", "port", "dbname")]
    place = hashlib.sha256(repr((server, parts.path, asked)).encode()).hexdigest()[:16]
    return folder / f"desk-{place}.audit" if folder else None


def dialect_of(url: str, wait: float) -> Dialect:
    if not url.startswith(POSTGRES):
        if "://" in url:
            raise DeskError("desk.address")
        return SQLite(Path(url), wait=wait)
    try:
        from lexveil.store.desk.postgres import Postgres
    except ImportError:
        raise LexveilError("desk.postgres-package") from None
    return Postgres(url, wait=wait)


def ready(database: Database, key: Key, *, cost: Cost | None = None, new: bool = True) -> Crypt:
    """An empty database becomes a desk, but not without `new`."""
    steps = migrations(database.dialect.name)
    with database.write() as transaction:
        transaction.alone()
        transaction.prepare()
        transaction.run(MIGRATIONS)
        version = _version(transaction, len(steps))
        if not version and not new:
            raise DeskError("desk.empty")
        crypt = _unlocked(transaction, key) if version else None
        database.lock = transaction.one(LOCK) if crypt else None
    for number in range(version + 1, len(steps) + 1):
        _apply(database, steps, number, crypt)
    if crypt is None:  # new: whoever comes first makes the lock
        with database.write() as transaction:
            transaction.alone()
            crypt = _unlocked(transaction, key) or _locked(transaction, key, cost)
            database.lock = transaction.one(LOCK)
    if database.dialect.name != SQLite.name and database.anchor and not database.anchor.exists():
        with database.read() as transaction:  # a machine that is new to the database
            audit.start_anchor(database.anchor, crypt, transaction)
    return crypt


def migrations(dialect: str) -> list[tuple[str, str]]:
    """Name and text of each, in order; the numbers have no gap."""
    names = sorted(entry.name for entry in _folder().iterdir() if entry.name.endswith(".sql"))
    mine = [name for name in names if name.count(".") == 1 or name.endswith(f".{dialect}.sql")]
    return [(name, _folder().joinpath(name).read_text("utf8")) for name in mine]


def _folder() -> Traversable:
    return files("lexveil.store.desk") / "migrations"


def _version(transaction: Transaction, known: int) -> int:
    row = transaction.one("SELECT coalesce(max(number), 0) FROM migrations")
    found = int(row[0]) if row else 0
    if found > known:
        raise DeskError("desk.newer", version=found, known=known)
    return found


def _apply(database: Database, steps: list[tuple[str, str]], number: int, crypt: Crypt | None) -> None:
    """`crypt` is that of a database that was one already."""
    name, text = steps[number - 1]
    with database.write() as transaction:
        transaction.alone()
        if _version(transaction, len(steps)) < number:
            transaction.script(text)
            if name == SEALS_RIGHTS and crypt is not None:
                audit.start_anchor(database.anchor, crypt, transaction)
                users.seal_rights(crypt, transaction)
                cases.seal_rights(crypt, transaction)
            if name == SEALS_TOKENS and crypt is not None:
                users.seal_tokens(crypt, transaction)
            transaction.run("INSERT INTO migrations (number, name) VALUES (?, ?)", number, name)


def _unlocked(transaction: Transaction, key: Key) -> Crypt | None:
    """None if there is no lock yet."""
    row = transaction.one(LOCK)
    if row is None:
        if transaction.one("SELECT 1 FROM chain"):  # they came together
            raise VaultError("desk.no-lock")
        return None
    return Crypt(unlock(Lock.of(row), key))


def _locked(transaction: Transaction, key: Key, cost: Cost | None) -> Crypt:
    data_key = secrets.token_bytes(KEY_BYTES)
    crypt = Crypt(data_key)
    put_lock(transaction, lock(data_key, key, cost=cost))
    audit.start(crypt, transaction)
    return crypt


def put_lock(transaction: Transaction, new: Lock) -> None:
    """In place of the one that is there, if there is one."""
    transaction.run("DELETE FROM lock")
    query = "INSERT INTO lock (id, kind, salt, n, r, p, proof, wrapped) VALUES (1, ?, ?, ?, ?, ?, ?, ?)"
    transaction.run(query, *new.row)


@dataclass
class _Access:
    database: Database
    crypt: Crypt
    clock: Clock


class Sealed(NamedTuple):
    """A column of sealed values; each is bound to a word and to the columns that say where it stands."""

    table: str
    column: str
    word: str
    bound: tuple[str, ...]
    key: tuple[str, ...]
    together: int = 1  # rows that are in memory at once


_EDIT = ("document", "number")
_CORRECTION, _MADE = ("project", "number"), ("document", "edit", "author", "time")
SEALED = (
    Sealed("users", "password_hash", "password", ("id",), ("id",), 100),
    Sealed("sessions", "csrf", "session", ("token_hash", "user_id"), ("token_hash",), 100),
    Sealed("tokens", "sealed", "token", ("id", "user_id", "token_hash"), ("id",), 100),
    Sealed("projects", "sealed", "project", ("id",), ("id",), 100),
    Sealed("documents", "sealed", "document", ("id", "project"), ("id",), 100),
    Sealed("documents", "error", "error", ("id",), ("id",), 100),
    Sealed("originals", "sealed", "original", ("document",), ("document",)),
    Sealed("analyses", "sealed", "analysis", ("document",), ("document",)),
    Sealed("edits", "sealed", "edit", (*_EDIT, "author", "kind", "time"), _EDIT, 100),
    Sealed(
        "corrections",
        "sealed",
        "correction",
        (*_CORRECTION, "document", "edit", "author", "time"),
        _CORRECTION,
        100,
    ),
    Sealed("notes", "sealed", "note", ("id", "document", "author", "time", "kind"), ("id",), 100),
    Sealed("exports", "sealed", "export", ("id", "document"), ("id",), 100),
    Sealed("export_files", "sealed", "export file", ("export", "number"), ("export", "number")),
)
# What is sealed otherwise: names that stay, under a mark of themselves; the marks of analyses, which cannot
# be made anew; the audit log and the lock.
OTHERWISE = {
    ("listed", "mark"), ("listed", "sealed"), ("analyses", "mark"), ("audit", "seal"), ("chain", "seal"),
    ("lock", "salt"), ("lock", "proof"), ("lock", "wrapped"),
}  # fmt: skip


def rotate(
    url: str | Path,
    old: Key,
    new: Key,
    *,
    cost: Cost | None = None,
    entry: Logged = None,
    wait: float = WAIT,
    folder: Path | None = None,
) -> bool:
    """From now on only `new` opens the desk; False if it did already, as after a rotation that was killed
    once it was committed. `entry` becomes a row of the audit log. A DeskError if somebody has the database
    open, or if there is none. `folder`: as in `open_desk`.
    """
    if not str(url).startswith(POSTGRES) and not Path(url).exists():
        raise DeskError("desk.none", path=url)
    database = Database(dialect_of(str(url), wait), wait=wait)
    database.anchor = anchor_of(str(url), folder)
    try:
        _expect_key(database, old, new)
        with database.alone() as connection:
            done = _rotated(database, connection, old, new, cost, entry)
            _rewrite(database, connection)
    finally:
        database.close()
    return done


def _expect_key(database: Database, old: Key, new: Key) -> None:
    """One of them opens it, and it is as this program knows it."""
    try:
        ready(database, old, new=False)
    except VaultError as wrong:
        try:
            ready(database, new, new=False)
        except VaultError:
            raise wrong from None


def _rotated(
    database: Database, connection: Connection, old: Key, new: Key, cost: Cost | None, entry: Logged
) -> bool:
    dialect = database.dialect
    connection.execute(dialect.begin(write=True))
    transaction = Transaction(connection, dialect)
    try:
        before = _crypt(transaction, old)
        if before is not None:
            data_key = secrets.token_bytes(KEY_BYTES)
            after = Crypt(data_key)
            with dialect.loosened(connection):
                _reseal(transaction, before, after)
            put_lock(transaction, lock(data_key, new, cost=cost))
            audit.append(_Access(database, after, today), transaction, entry)
        connection.execute("COMMIT")
    except BaseException:
        database.undone(connection)
        raise
    if before is not None:
        audit.reseal_anchor(database.anchor, before, after)
    return before is not None


def _crypt(transaction: Transaction, key: Key) -> Crypt | None:
    row = transaction.one(LOCK)
    if row is None:
        raise VaultError("desk.no-lock")
    try:
        return Crypt(unlock(Lock.of(row), key))
    except VaultError:  # then the new one opens it: that was tried
        return None


def _rewrite(database: Database, connection: Connection) -> None:
    try:
        database.dialect.rewrite(connection)
    except (LexveilError, database.dialect.failures):
        raise DeskError("desk.not-rewritten") from None


# What is sealed ------------------------------------------------------------------------------------


def _reseal(transaction: Transaction, old: Crypt, new: Crypt) -> None:
    for what in SEALED:
        _reseal_column(transaction, what, old, new)
    _reseal_names(transaction, old, new)
    # What an analysis depends on is only in its mark: it stands, but is not found for a second upload.
    transaction.run("UPDATE analyses SET mark = NULL")
    audit.reseal(transaction, old, new)


def _reseal_column(transaction: Transaction, what: Sealed, old: Crypt, new: Crypt) -> None:
    where = " AND ".join(f"{each} = ?" for each in what.key)
    update = f"UPDATE {what.table} SET {what.column} = ? WHERE {where}"  # noqa: S608 - names of ours
    for row in _rows(transaction, what, where):
        *bound, sealed = row
        words = (what.word, *map(str, bound))
        plain = old.unseal(sealed, *words)
        key = tuple(bound[what.bound.index(each)] for each in what.key)
        transaction.put(update, new.seal(plain, *words), *key)


def _rows(transaction: Transaction, what: Sealed, where: str) -> Iterator[Row]:
    """Some at a time: together they may be larger than the memory."""
    names, key = ", ".join((*what.bound, what.column)), ", ".join(what.key)
    keys = transaction.all(f"SELECT {key} FROM {what.table} ORDER BY {key}")  # noqa: S608
    for at in range(0, len(keys), what.together):
        some = keys[at : at + what.together]
        query = f"SELECT {names} FROM {what.table} WHERE {' OR '.join([f'({where})'] * len(some))}"  # noqa: S608
        yield from transaction.all(query, *(value for each in some for value in each))


def _reseal_names(transaction: Transaction, old: Crypt, new: Crypt) -> None:
    query = "UPDATE listed SET mark = ?, sealed = ? WHERE scope = ? AND mark = ?"
    for scope, mark, sealed in transaction.all("SELECT scope, mark, sealed FROM listed"):
        record = old.unseal_record(sealed, "listed", scope, bytes(mark).hex())
        fresh = new.mark("listed", scope, record["form"])
        again = new.seal_record(record, "listed", scope, fresh.hex())
        transaction.put(query, fresh, again, scope, mark)
