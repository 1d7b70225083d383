"""SQLite files of ours, for the vault and for the service: made, opened, changed all or not at all.

An application number in the header says whose file it is; a file that is not ours is never written to. What
SQLite complains about is told as one of a few troubles, and whoever uses the file says it in its own words.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

HEADER = b"SQLite format 3\0"

Trouble = Literal["busy", "refused", "full", "broken", "foreign", "taken", "constraint", "other"]
_TROUBLES: dict[Trouble, tuple[str, ...]] = {  # by the first letters of SQLite's names
    "busy": ("SQLITE_BUSY", "SQLITE_LOCKED"),
    "refused": ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"),
    "full": ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_TOOBIG", "SQLITE_NOMEM"),
    "broken": ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT"),
    "foreign": ("SQLITE_CONSTRAINT_FOREIGNKEY",),
    "taken": ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"),
    "constraint": ("SQLITE_CONSTRAINT",),
}


class Marks(NamedTuple):
    """What the header of a file says, and whether it holds anything."""

    application: int
    version: int
    tables: int

    def foreign(self, application: int) -> bool:
        """Whether somebody else made it; an empty file is nobody's."""
        return self.application != application and any(self)


def name_of(error: BaseException) -> str:
    """SQLite's own name of an error, such as SQLITE_BUSY; never its text."""
    return str(getattr(error, "sqlite_errorname", ""))


def trouble(name: str) -> Trouble:
    """
    >>> trouble("SQLITE_BUSY_SNAPSHOT"), trouble("SQLITE_CONSTRAINT_UNIQUE"), trouble("")
    ('busy', 'taken', 'other')
    """
    return next((each for each, names in _TROUBLES.items() if name.startswith(names)), "other")


def create_file(path: Path) -> bool:
    """An empty file that only its owner can read; False when it is there already."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    return True


def could_be(path: Path) -> bool:
    """Whether the file is empty or a database: SQLite takes a file that is too short for a header as an empty
    one, and would write over it."""
    with path.open("rb") as file:
        return file.read(len(HEADER)) in (b"", HEADER)


def connect(path: Path, *, wait: float, threads: bool = False) -> sqlite3.Connection:
    """The database in a file that is there. With `threads`, several may use the connection in turn."""
    url, same = f"{path.absolute().as_uri()}?mode=rw", not threads
    return sqlite3.connect(url, timeout=wait, isolation_level=None, check_same_thread=same, uri=True)


def prepare(connection: sqlite3.Connection, *, synchronous: str) -> None:
    """secure_delete: deleted rows are overwritten with zeros, not only unlinked."""
    for pragma in ("secure_delete = ON", f"synchronous = {synchronous}", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def marks(connection: sqlite3.Connection) -> Marks:
    """All of one moment, for another program may be making the file right now."""
    queries = ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    if connection.in_transaction:
        return Marks(*(connection.execute(query).fetchone()[0] for query in queries))
    connection.execute("BEGIN")
    try:
        return marks(connection)
    finally:
        connection.execute("ROLLBACK")


@contextmanager
def transaction(connection: sqlite3.Connection, *, write: bool) -> Iterator[None]:
    """All or nothing. To write means to lock the file from the start: nobody else changes what was read."""
    connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # the first error is the one to tell
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise
