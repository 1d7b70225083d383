"""The file of a vault: one SQLite database, changed all or not at all.

Comes in: a path. Goes out: a connection whose tables hold sealed values, marks and random ids, and
transactions that lock the whole file against other processes. Every trouble with file or disk is a
`VaultError` of one line. Never sees a value in the open.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lexveil.errors import VaultError

HEADER = b"SQLite format 3\0"
APPLICATION = 0x4C58564C  # in the header of the file: this database is a vault of ours
VERSION = 1
WAIT = 300.0  # seconds to wait for other runs, which hold the lock while they write and check their files

SCHEMA = """
CREATE TABLE lock (id INTEGER PRIMARY KEY CHECK (id = 1), kind TEXT NOT NULL, salt BLOB NOT NULL,
    n INTEGER NOT NULL, r INTEGER NOT NULL, p INTEGER NOT NULL, proof BLOB NOT NULL, wrapped BLOB NOT NULL,
    root BLOB NOT NULL);
CREATE TABLE cases (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, mark BLOB NOT NULL UNIQUE,
    sealed BLOB NOT NULL);
CREATE TABLE entries (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    case_id TEXT NOT NULL REFERENCES cases(id), entity TEXT, mark BLOB, sealed BLOB NOT NULL,
    UNIQUE (case_id, mark));
CREATE INDEX entries_entity ON entries (entity);
CREATE TABLE forms (mark BLOB NOT NULL, entry TEXT NOT NULL REFERENCES entries(id), PRIMARY KEY (mark, entry))
    WITHOUT ROWID;
CREATE INDEX forms_entry ON forms (entry);
CREATE TABLE documents (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    case_id TEXT NOT NULL REFERENCES cases(id), mark BLOB NOT NULL, source BLOB NOT NULL,
    sealed BLOB NOT NULL, data BLOB NOT NULL, UNIQUE (mark, source));
CREATE INDEX documents_case ON documents (case_id);
CREATE TABLE appears (document TEXT NOT NULL REFERENCES documents(id), entity TEXT NOT NULL,
    PRIMARY KEY (entity, document)) WITHOUT ROWID;
CREATE INDEX appears_document ON appears (document);
"""

_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
_REFUSED = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")
_FULL = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_TOOBIG", "SQLITE_NOMEM")
_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT")


def connect(path: Path, *, wait: float = WAIT) -> sqlite3.Connection:
    """The database in a file that is there."""
    _is_database(path)
    with told(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=wait, isolation_level=None
        )
        try:
            # A rollback journal, not a WAL: one file when at rest, and it works on shared folders. EXTRA: the
            # deletion of the journal reaches the disk too, so that what is committed stays so.
            for pragma in ("secure_delete = ON", "synchronous = EXTRA", "foreign_keys = ON"):
                connection.execute(f"PRAGMA {pragma}").fetchall()
            version(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _is_database(path: Path) -> None:
    """SQLite takes a file that is too short for a header as an empty one, and would write over it."""
    try:
        with path.open("rb") as file:
            start = file.read(len(HEADER))
    except OSError as error:
        raise VaultError(f"vault '{path}' cannot be read ({error.strerror}): check its permissions") from None
    if start and start != HEADER:
        raise VaultError(f"'{path}' is no vault: check the path")


def version(connection: sqlite3.Connection, path: Path) -> int:
    """0 for a new file; an error for what is no vault, or one of a later Lexveil."""
    application, found, tables = _marked(connection)
    if application != APPLICATION and (application or found or tables):
        raise VaultError(f"'{path}' is no vault but some other database: check the path")
    if found > VERSION:
        raise VaultError(
            f"vault '{path}' was made by a newer Lexveil (vault version {found}, this one reads {VERSION}): "
            "update Lexveil"
        )
    return found


def _marked(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """Whose file it is, of which version, and whether it holds anything: all of one moment, for another run
    may be making the vault right now."""
    alone = not connection.in_transaction
    if alone:
        connection.execute("BEGIN")
    try:
        queries = ("SELECT count(*) FROM sqlite_master", "PRAGMA application_id", "PRAGMA user_version")
        tables, application, found = (connection.execute(query).fetchone()[0] for query in queries)
    finally:
        if alone:
            connection.execute("ROLLBACK")
    return application, found, tables


def create_file(path: Path) -> bool:
    """An empty file that only its owner can read; False when it is there already."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or "not a path"
        raise VaultError(
            f"vault '{path!s}' cannot be made ({reason}): check that the folder exists and is writable"
        ) from None
    return True


def build(connection: sqlite3.Connection) -> None:
    """The tables of a new vault, inside the transaction of the caller."""
    for statement in SCHEMA.strip().removesuffix(";").split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path, *, write: bool) -> Iterator[None]:
    """All or nothing. To write means to lock the file from the start: nobody else changes what was read."""
    with told(path):
        connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # the first error is the one to tell
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            raise


@contextmanager
def told(path: Path) -> Iterator[None]:
    """What SQLite complains about, as one line that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explained(str(getattr(error, "sqlite_errorname", "")), path) from None


def _explained(name: str, path: Path) -> VaultError:
    if name.startswith(_BUSY):
        return VaultError(f"vault '{path}' is in use by another run: wait for it to end and try again")
    if name.startswith(_REFUSED):
        return VaultError(
            f"vault '{path}' cannot be written: check that it and its folder are writable; it is unchanged"
        )
    if name.startswith(_FULL):
        return VaultError(
            f"vault '{path}' cannot be written ({name}): the disk may be full; the vault is unchanged"
        )
    if name.startswith(_BROKEN):
        return VaultError(f"'{path}' is no vault, or a damaged one: check the path, or use a copy of it")
    if name.startswith("SQLITE_CONSTRAINT"):
        return VaultError(
            f"vault '{path}': a pseudonym would stand for two people; nothing was written. "
            "Please report this as a bug"
        )
    return VaultError(f"vault '{path}' cannot be used ({name or 'unknown error'}); it is unchanged")
