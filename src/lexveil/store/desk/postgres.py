"""The desk in PostgreSQL: for a service with many users, or several servers on one database.

The tables stand in a schema of their own, so that the database may hold other things too. The only module
that knows psycopg. The address may hold a password: no error repeats it, nor what the driver says, which may
quote it.
"""

import re
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from lexveil.errors import LexveilError
from lexveil.store.desk.database import Away, Connection, DeskError, Missing, Notices, Taken

SCHEMA = "lexveil"
TURN = 0x4C58444B  # the number of the advisory lock that programs take to set up the database
OPEN = TURN + 1  # and of the one that every connection shares, so that the key is not changed meanwhile
FULL = "53100"  # the disk of the server
CHANNEL = "lexveil"  # on which programs tell each other what changed
SETTINGS = (
    f"SET search_path = {SCHEMA}",
    "SET synchronous_commit = on",  # committed means on the disk, whatever the server's default
    "SET client_min_messages = error",
)
NAME = "lexveil"  # of our connections, as the server lists them
HOLD = f"SELECT pg_advisory_lock_shared({OPEN})"
# Nobody has it open: neither holds the lock nor, as programs before it did, is connected without it.
ALONE = f"SELECT pg_try_advisory_lock({OPEN})"
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = %s AND pid <> pg_backend_pid()"
)
ALONE_WAIT = 2.0  # seconds for the server to notice that a connection was closed
# SQLite's word for bytes, so that both databases read the same tables.
BLOB = (
    f"DO $$ BEGIN IF to_regtype('{SCHEMA}.blob') IS NULL THEN CREATE DOMAIN {SCHEMA}.blob AS bytea; END IF; "
    "END $$"
)
GUARDED = ("audit", "edits")  # whose rows the triggers keep as they are

_HOST, _NAME = re.compile(r"[\w./:-]+"), re.compile(r"[\w-]+")


class Postgres:
    name = "postgres"
    failures: type[Exception] = psycopg.Error
    for_update = " FOR UPDATE"
    start_lock = f"SELECT pg_advisory_xact_lock({TURN})"
    tell = f"SELECT pg_notify('{CHANNEL}', ?)"

    def __init__(self, url: str, *, wait: float) -> None:
        self._url, self._wait = url, wait
        self._place = _place(url)

    def connect(self) -> Connection:
        return _Adapter(self._connection())

    @contextmanager
    def listen(self) -> Iterator[Notices]:
        with closing(self._connection()) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            yield lambda seconds: [
                each.payload for each in connection.notifies(timeout=seconds, stop_after=1)
            ]

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        with closing(self._connection()) as connection:
            end = time.monotonic() + ALONE_WAIT
            while not _alone(connection):
                if time.monotonic() > end:
                    raise DeskError("desk.postgres-in-use", place=self._place)
                time.sleep(0.05)
            yield _Adapter(connection)

    def _connection(self) -> psycopg.Connection[Any]:
        try:
            connection = psycopg.connect(
                self._url,
                autocommit=True,
                connect_timeout=max(2, int(self._wait)),
                application_name=NAME,
                keepalives_idle=30,  # a server that is cut off is noticed within a minute
                keepalives_interval=10,
                keepalives_count=3,
            )
        except psycopg.Error:
            raise Away("desk.postgres-unreached", place=self._place) from None
        try:
            for statement in (*SETTINGS, f"SET lock_timeout = {int(self._wait * 1000)}", HOLD):
                connection.execute(statement)
        except BaseException:
            connection.close()
            raise
        return connection

    def begin(self, *, write: bool) -> str:
        return "BEGIN" if write else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    def writing(self) -> AbstractContextManager[object]:
        return nullcontext()  # rows are locked one by one

    def script(self, text: str) -> list[str]:
        return [text]  # the server takes several statements at once

    def prepare(self, connection: Connection) -> None:
        if connection.execute("SELECT to_regnamespace(?)", (SCHEMA,)).fetchone() == (None,):
            connection.execute(f"CREATE SCHEMA {SCHEMA}")
        connection.execute(BLOB)

    def scrub(self, connection: Connection, *tables: str) -> None:
        """FreeSpace that deleted rows took is free to be written over."""
        with suppress(psycopg.Error):
            connection.execute(f"VACUUM {', '.join(tables)}")

    @contextmanager
    def loosened(self, connection: Connection) -> Iterator[None]:
        for table in GUARDED:
            connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        for table in GUARDED:
            connection.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")

    def rewrite(self, connection: Connection) -> None:
        query = "SELECT tablename FROM pg_tables WHERE schemaname = ? ORDER BY tablename"
        for (table,) in connection.execute(query, (SCHEMA,)).fetchall():
            connection.execute(f"VACUUM (FULL) {SCHEMA}.{table}")

    def lost(self, error: BaseException) -> bool:
        """A server that ended, or a connection that broke; not a statement that failed."""
        state = getattr(error, "sqlstate", None)
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and (
            state is None or state.startswith(("08", "57P"))
        )

    def explained(self, error: Exception) -> LexveilError:
        state = str(getattr(error, "sqlstate", None) or "")
        if isinstance(error, errors.ForeignKeyViolation):
            return Missing("desk.belongs")
        if isinstance(error, errors.UniqueViolation):
            return Taken("desk.taken")
        if state.startswith("23"):
            return DeskError("desk.postgres-kept", place=self._place)
        if isinstance(error, errors.LockNotAvailable | errors.DeadlockDetected):
            return Away("desk.too-busy")
        if isinstance(error, errors.InsufficientPrivilege):
            return DeskError("desk.postgres-rights", place=self._place)
        if state.startswith("53"):
            kind = DeskError if state == FULL else Away
            return kind("desk.postgres-full", place=self._place, reason=state)
        if self.lost(error):
            return Away("desk.postgres-broke", place=self._place)
        return DeskError("desk.postgres-unusable", place=self._place, reason=state or type(error).__name__)


class _Adapter:
    """A connection of psycopg, as `database.Connection` has it."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._waiting: list[tuple[str, tuple[Any, ...]]] = []
        self.close = connection.close

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> psycopg.Cursor[Any]:
        waiting, self._waiting = self._waiting, []
        if not waiting or sql == "ROLLBACK":
            return self._execute(sql, values)
        with self._connection.pipeline():  # all in one journey to the server
            for each in waiting:
                self._execute(*each)
            return self._execute(sql, values)

    def later(self, sql: str, values: tuple[Any, ...]) -> None:
        self._waiting.append((sql, values))

    def _execute(self, sql: str, values: tuple[Any, ...]) -> psycopg.Cursor[Any]:
        if not values:  # then psycopg leaves % alone, and takes several statements
            return self._connection.execute(sql)
        return self._connection.execute(sql.replace("?", "%s"), values, binary=True)


def _alone(connection: psycopg.Connection[Any]) -> bool:
    locked = connection.execute(ALONE).fetchone()
    return locked == (True,) and connection.execute(OTHERS, (NAME,)).fetchone() == (0,)


def _place(url: str) -> str:
    """Where the database is, without user or password. A password with a bare @ or / in it is read as part
    of the host or name: what does not look like one is not shown.

    >>> _place("postgresql://ann:secret@db.example.org:5433/desk")
    "database 'desk' at 'db.example.org'"
    >>> _place("postgresql://ann:sec/ret@db.example.org/desk")
    'the database'
    """
    try:
        found = conninfo_to_dict(url)
    except psycopg.Error:
        raise DeskError("desk.postgres-address") from None
    host, name = str(found.get("host", "localhost")), str(found.get("dbname", ""))
    plain = _HOST.fullmatch(host) and _NAME.fullmatch(name)
    return f"database '{name}' at '{host}'" if plain else "the database"
