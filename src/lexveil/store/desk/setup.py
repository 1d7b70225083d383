"""A database made ready: its tables, brought up to this program, and the key that opens it.

Comes in: a database and a `Key`. Goes out: the `Crypt` of the data key. Migrations are the files of
`migrations`, in order of their numbers, each applied once and in a transaction: `NNNN_name.sql` for both
databases, `NNNN_name.sqlite.sql` beside `NNNN_name.postgres.sql` where they differ (triggers do). Two
programs that start at once take turns. The key is tried before anything is changed.
"""

import secrets
from importlib.resources import files
from importlib.resources.abc import Traversable

from lexveil.errors import VaultError
from lexveil.store.crypt import KEY_BYTES, Crypt
from lexveil.store.desk import audit
from lexveil.store.desk.database import LOCK, Database, Row, Transaction
from lexveil.store.desk.errors import DeskError
from lexveil.store.keys import Cost, Key, Lock, lock, unlock

MIGRATIONS = "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)"


def ready(database: Database, key: Key, *, cost: Cost | None = None, new: bool = True) -> Crypt:
    """An empty database becomes a desk, but not without `new`."""
    steps = migrations(database.dialect.name)
    with database.write() as transaction:
        transaction.alone()
        transaction.prepare()
        transaction.run(MIGRATIONS)
        version = _version(transaction, len(steps))
        if not version and not new:
            raise DeskError("the database is empty: check --database")
        crypt = _unlocked(transaction, key) if version else None
        database.lock = transaction.one(LOCK) if crypt else None
    for number in range(version + 1, len(steps) + 1):
        _apply(database, steps, number)
    if crypt is None:  # new: whoever comes first makes the lock
        with database.write() as transaction:
            transaction.alone()
            crypt = _unlocked(transaction, key) or _locked(transaction, key, cost)
            database.lock = transaction.one(LOCK)
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
        raise DeskError(
            f"the database was made by a newer Lexveil (version {found}, this one reads {known}): "
            "update Lexveil"
        )
    return found


def _apply(database: Database, steps: list[tuple[str, str]], number: int) -> None:
    name, text = steps[number - 1]
    with database.write() as transaction:
        transaction.alone()
        if _version(transaction, len(steps)) < number:
            transaction.script(text)
            transaction.run("INSERT INTO migrations (number, name) VALUES (?, ?)", number, name)


def _unlocked(transaction: Transaction, key: Key) -> Crypt | None:
    """None if there is no lock yet."""
    row = transaction.one(LOCK)
    if row is None:
        if transaction.one("SELECT 1 FROM chain"):  # they came together
            raise VaultError("the database is damaged: it has no lock, so use a backup of it")
        return None
    return Crypt(unlock(lock_of(row), key))


def _locked(transaction: Transaction, key: Key, cost: Cost | None) -> Crypt:
    data_key = secrets.token_bytes(KEY_BYTES)
    crypt = Crypt(data_key)
    put_lock(transaction, lock(data_key, key, cost=cost))
    audit.start(crypt, transaction)
    return crypt


def lock_of(row: Row) -> Lock:
    return Lock(row[0], row[1], Cost(*row[2:5]), row[5], row[6])


def put_lock(transaction: Transaction, new: Lock) -> None:
    """In place of the one that is there, if there is one."""
    transaction.run("DELETE FROM lock")
    transaction.run(
        "INSERT INTO lock (id, kind, salt, n, r, p, proof, wrapped) VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        *(new.kind, new.salt, new.cost.n, new.cost.r, new.cost.p, new.proof, new.wrapped),
    )
