"""The desk in one SQLite file: for a single user, or a small office on one machine.

The file is in WAL mode, so that readers and the writer do not wait for each other, and synchronous=FULL, so
that what is committed is on the disk. Only the owner can read a new file.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from lexveil.errors import LexveilError
from lexveil.store import sqlite as files
from lexveil.store.desk.database import Away, Connection, DeskError, Missing, Notices, Taken, held

APPLICATION = 0x4C58444B  # in the header of the file: this database is a desk of ours
ALONE_WAIT = 1.0  # seconds for somebody else to be gone


class SQLite:
    name = "sqlite"
    failures: type[Exception] = sqlite3.Error
    for_update = ""  # whoever writes has the whole file
    start_lock = ""
    tell = ""  # other programs look now and then

    def __init__(self, path: Path, *, wait: float) -> None:
        self._path, self._wait = path, wait
        # SQLite lets writers poll for the file; threads of one program queue here instead, which is fairer.
        self._writing = threading.Lock()
        _file(path)

    def connect(self) -> Connection:
        with ExitStack() as stack:
            connection = stack.enter_context(closing(self._connection(self._wait)))
            self._use_wal(connection)
            stack.pop_all()
        return _Adapter(connection)

    def listen(self) -> AbstractContextManager[Notices]:
        raise DeskError("desk.sqlite-silent")

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """To leave WAL mode takes the file for oneself, and in exclusive mode it is kept until the end."""
        connection = self._connection(ALONE_WAIT)
        with closing(connection):
            try:
                connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
                mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
            except sqlite3.OperationalError:
                mode = ""
            if mode != "delete":
                raise DeskError("desk.in-use", path=self._path)
            yield _Adapter(connection)

    def _connection(self, wait: float) -> sqlite3.Connection:
        with ExitStack() as stack:
            # One thread at a time uses it: `Database` sees to that.
            connection = stack.enter_context(closing(files.connect(self._path, wait=wait, threads=True)))
            # Before the first pragma that writes: a database of somebody else stays as it is.
            if files.marks(connection).foreign(APPLICATION):
                raise DeskError("desk.foreign", path=self._path)
            files.prepare(connection, synchronous="FULL")
            stack.pop_all()
        return connection

    def begin(self, *, write: bool) -> str:
        return "BEGIN IMMEDIATE" if write else "BEGIN"

    def writing(self) -> AbstractContextManager[object]:
        return held(self._writing, self._wait)

    def script(self, text: str) -> list[str]:
        """A trigger holds statements of its own, so a semicolon alone does not end one."""
        found, pending = [], ""
        for line in text.splitlines(keepends=True):
            pending += line
            if sqlite3.complete_statement(pending):
                found.append(pending)
                pending = ""
        return found

    def prepare(self, connection: Connection) -> None:
        if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
            connection.execute(f"PRAGMA application_id = {APPLICATION}")

    def scrub(self, connection: Connection, *_: str) -> None:
        """Rows were overwritten in the file; the log still holds their pages until it is emptied. Readers at
        work put that off to the next time."""
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @contextmanager
    def loosened(self, connection: Connection) -> Iterator[None]:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield
        for _, statement in triggers:
            connection.execute(statement)

    def rewrite(self, connection: Connection) -> None:
        connection.execute("VACUUM")

    def lost(self, error: BaseException) -> bool:
        return False

    def explained(self, error: Exception) -> LexveilError:
        return _explained(files.name_of(error), self._path)

    def _use_wal(self, connection: sqlite3.Connection) -> None:
        """To switch takes the file for oneself, and SQLite does not wait for that by itself when two programs
        make the file at once."""
        end = time.monotonic() + self._wait
        while True:
            try:
                if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal":
                    return
            except sqlite3.OperationalError as error:
                if files.trouble(files.name_of(error)) != "busy":
                    raise
            if time.monotonic() > end:
                raise DeskError("desk.no-wal", path=self._path)
            time.sleep(0.02)


class _Adapter:
    """A connection of SQLite, as `database.Connection` has it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.close = connection.close

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        return self._connection.execute(sql, values)

    later = execute


def _file(path: Path) -> None:
    """Make the file, unless there is one that could be ours."""
    try:
        files.create_file(path)
        ours = files.could_be(path)
    except IsADirectoryError:
        raise DeskError("desk.folder", path=path) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or "not a path"
        raise DeskError("desk.unopened", path=str(path), reason=reason) from None
    if not ours:
        raise DeskError("desk.foreign", path=path)
    if not os.access(path, os.W_OK):  # SQLite would open it to read alone, and fail at the first change
        raise _explained("SQLITE_READONLY", path)


def _explained(name: str, path: Path) -> LexveilError:
    trouble = files.trouble(name)
    if trouble == "foreign":
        return Missing("desk.belongs")
    if trouble == "taken":
        return Taken("desk.taken")
    kind = Away if trouble == "busy" else DeskError
    code = {"constraint": "kept", "other": "unusable"}.get(trouble, trouble)
    return kind(f"desk.{code}", path=path, reason=name or "unknown error")
