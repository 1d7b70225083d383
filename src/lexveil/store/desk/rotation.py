"""A new key for the desk: everything that is sealed is sealed anew, all of it or nothing.

Comes in: where the database is, the key that opens it and the one that is to. Goes out: the same desk, which
only the new key opens. One transaction, while nobody else has the database open; then the files are written
anew, so that no page holds what was sealed under the old key. The data key is replaced too: to whoever has
the old key and an old copy, the database as it is from now on tells nothing. A row of the audit log that was
not as it had been written does not become right by it.
"""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from lexveil.errors import LexveilError, VaultError
from lexveil.store.crypt import KEY_BYTES, Crypt
from lexveil.store.desk import audit, setup
from lexveil.store.desk.database import LOCK, WAIT, Connection, Database, Row, Transaction
from lexveil.store.desk.desk import POSTGRES, Desk, dialect_of, today
from lexveil.store.desk.errors import DeskError
from lexveil.store.desk.ground import Audit
from lexveil.store.keys import Cost, Key, lock, unlock


class Sealed(NamedTuple):
    """A column of sealed values; each is bound to a word and to the columns that say where it stands."""

    table: str
    column: str
    word: str
    bound: tuple[str, ...]
    key: tuple[str, ...]
    together: int = 1  # rows that are in memory at once


SEALED = (
    Sealed("users", "password_hash", "password", ("id",), ("id",), 100),
    Sealed("sessions", "csrf", "session", ("token_hash", "user_id"), ("token_hash",), 100),
    Sealed("tokens", "sealed", "token", ("id", "user_id"), ("id",), 100),
    Sealed("projects", "sealed", "project", ("id",), ("id",), 100),
    Sealed("documents", "sealed", "document", ("id", "project"), ("id",), 100),
    Sealed("documents", "error", "error", ("id",), ("id",), 100),
    Sealed("originals", "sealed", "original", ("document",), ("document",)),
    Sealed("analyses", "sealed", "analysis", ("document",), ("document",)),
    Sealed(
        "edits",
        "sealed",
        "edit",
        ("document", "number", "author", "kind", "time"),
        ("document", "number"),
        100,
    ),
    Sealed("exports", "sealed", "export", ("id", "document"), ("id",), 100),
    Sealed("export_files", "sealed", "export file", ("export", "number"), ("export", "number")),
)
# What is sealed otherwise: names that stay, under a mark of themselves; the marks of analyses, which cannot
# be made anew; the audit log and the lock.
OTHERWISE = {
    ("listed", "mark"),
    ("listed", "sealed"),
    ("analyses", "mark"),
    ("audit", "seal"),
    ("chain", "seal"),
    ("lock", "salt"),
    ("lock", "proof"),
    ("lock", "wrapped"),
}


def rotate(
    url: str | Path,
    old: Key,
    new: Key,
    *,
    cost: Cost | None = None,
    entry: Audit | None = None,
    wait: float = WAIT,
) -> bool:
    """From now on only `new` opens the desk; False if it did already, as after a rotation that was killed
    once it was committed. `entry` becomes a row of the audit log. A DeskError if somebody has the database
    open, or if there is none.
    """
    if not str(url).startswith(POSTGRES) and not Path(url).exists():
        raise DeskError(f"there is no database at '{url}': check the path")
    database = Database(dialect_of(str(url), wait), wait=wait)
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
        setup.ready(database, old, new=False)
    except VaultError as wrong:
        try:
            setup.ready(database, new, new=False)
        except VaultError:
            raise wrong from None


def _rotated(
    database: Database, connection: Connection, old: Key, new: Key, cost: Cost | None, entry: Audit | None
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
            setup.put_lock(transaction, lock(data_key, new, cost=cost))
            audit.append(Desk(database, after, today), transaction, entry)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(dialect.failures):  # the first error is the one to tell
            connection.execute("ROLLBACK")
        raise
    return before is not None


def _crypt(transaction: Transaction, key: Key) -> Crypt | None:
    row = transaction.one(LOCK)
    if row is None:
        raise VaultError("the database is damaged: it has no lock, so use a backup of it")
    try:
        return Crypt(unlock(setup.lock_of(row), key))
    except VaultError:  # then the new one opens it: that was tried
        return None


def _rewrite(database: Database, connection: Connection) -> None:
    try:
        database.dialect.rewrite(connection)
    except (LexveilError, database.dialect.failures):
        raise DeskError(
            "the new key holds, but the database could not be written anew (is the disk full?): pages under "
            "the old key may still be in it; run this again"
        ) from None


# What is sealed ------------------------------------------------------------------------------------


def _reseal(transaction: Transaction, old: Crypt, new: Crypt) -> None:
    for what in SEALED:
        _column(transaction, what, old, new)
    _listed(transaction, old, new)
    # What an analysis depends on is only in its mark: it stands, but is not found for a second upload.
    transaction.run("UPDATE analyses SET mark = NULL")
    audit.reseal(transaction, old, new)


def _column(transaction: Transaction, what: Sealed, old: Crypt, new: Crypt) -> None:
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


def _listed(transaction: Transaction, old: Crypt, new: Crypt) -> None:
    query = "UPDATE listed SET mark = ?, sealed = ? WHERE scope = ? AND mark = ?"
    for scope, mark, sealed in transaction.all("SELECT scope, mark, sealed FROM listed"):
        record = old.unseal_record(sealed, "listed", scope, bytes(mark).hex())
        fresh = new.mark("listed", scope, record["form"])
        again = new.seal_record(record, "listed", scope, fresh.hex())
        transaction.put(query, fresh, again, scope, mark)
