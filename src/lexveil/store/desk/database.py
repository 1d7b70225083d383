"""One way to a database, whichever it is: connections that are used again, transactions, and what goes wrong.

LexveilError
├── DeskError           the database cannot be reached, opened, read or written
│   ├── Away            it does not answer, or not in time
│   └── Missing         what was to be changed is not there (any more)
└── Taken               somebody else was first: an edit of that number, a user of that name

A `Dialect` knows SQLite or PostgreSQL; transactions run one and the same SQL (`?` for values) on both, all or
nothing, from any number of threads. A wrong key, and sealed values that were changed, are a `VaultError`.
What a driver says is never repeated: it might quote a value or a password.
"""

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from lexveil.errors import LexveilError
from lexveil.store.keys import Crypt


class DeskError(LexveilError):
    pass


class Away(DeskError):  # noqa: N818
    """The database does not answer, or not in time: the same may go well in a while."""


class Missing(DeskError):  # noqa: N818
    pass


class Taken(LexveilError):  # noqa: N818
    pass


WAIT = 30.0  # seconds to wait for the database, or for a connection to be free
CONNECTIONS = 10  # of one process: the work of a request is short, so that many threads share them

LOCK = "SELECT kind, salt, n, r, p, proof, wrapped FROM lock"

Answer = TypeVar("Answer")
Row = tuple[Any, ...]
Notices = Callable[[float], list[str]]  # what others told within so many seconds; comes back at the first


class Cursor(Protocol):
    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Row | None: ...
    def fetchall(self) -> list[Row]: ...


class Connection(Protocol):
    """What both drivers have alike, behind the adapter of a dialect."""

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> Cursor: ...
    def later(self, sql: str, values: tuple[Any, ...]) -> object: ...  # at the latest with the next `execute`
    def close(self) -> None: ...


class Dialect(Protocol):
    """What SQLite and PostgreSQL do differently; everything else is the same SQL."""

    name: str  # the suffix of migrations that are written for it alone
    failures: type[Exception]  # what the driver raises
    for_update: str  # after a SELECT: nobody else changes these rows until the end
    start_lock: str  # a statement that lets one program at a time set up the database
    tell: str  # a statement by which other programs hear of a change; "": there is none

    def connect(self) -> Connection: ...
    def begin(self, *, write: bool) -> str: ...
    def writing(self) -> AbstractContextManager[object]: ...  # held around a transaction that writes
    def script(self, text: str) -> list[str]: ...  # the statements of a migration
    def prepare(self, connection: Connection) -> None: ...  # before the first table
    def scrub(self, connection: Connection, *tables: str) -> None: ...  # what was deleted leaves the disk
    def listen(self) -> AbstractContextManager[Notices]: ...  # only where `tell` says something
    def alone(self) -> AbstractContextManager[Connection]: ...  # nobody else has the database open
    def loosened(self, connection: Connection) -> AbstractContextManager[object]: ...  # no triggers of ours
    def rewrite(self, connection: Connection) -> None: ...  # no page of before a change is left
    def lost(self, error: BaseException) -> bool: ...  # the connection is of no more use
    def explained(self, error: Exception) -> LexveilError: ...


class Transaction:
    """The statements of one transaction; values come as `?`."""

    def __init__(self, connection: Connection, dialect: Dialect, origin: str = "") -> None:
        self._connection, self._dialect, self._origin = connection, dialect, origin
        self.after: list[Callable[[], object]] = []  # what is done once it is committed

    def run(self, sql: str, *values: object) -> int:
        """How many rows it touched."""
        return self._connection.execute(sql, _storable(values)).rowcount

    def put(self, sql: str, *values: object) -> None:
        """The same where the number of rows does not matter: it goes with the next statement, so that nobody
        waits for it. What is wrong with it is told then, at the end of the transaction at the latest."""
        self._connection.later(sql, _storable(values))

    def tell(self, kind: str, case: str, document: str = "", author: str = "") -> None:
        """Let the other programs on this database hear of it once it is committed; ids alone."""
        if self._dialect.tell:
            self.put(self._dialect.tell, " ".join((self._origin, kind, case, document, author)))

    def one(self, sql: str, *values: object, lock: bool = False) -> Row | None:
        """The first row; with `lock`, nobody else changes it before this transaction ends."""
        if not all(map(storable, values)):
            return None  # what cannot be stored is not there
        return self._connection.execute(sql + self._dialect.for_update * lock, values).fetchone()

    def all(self, sql: str, *values: object) -> list[Row]:
        there = all(map(storable, values))
        return self._connection.execute(sql, values).fetchall() if there else []

    def script(self, text: str) -> None:
        for statement in self._dialect.script(text):
            self._connection.execute(statement)

    def alone(self) -> None:
        """Until this transaction ends, no other program sets up the database."""
        if self._dialect.start_lock:
            self._connection.execute(self._dialect.start_lock)

    def prepare(self) -> None:
        """What the database needs before its first table."""
        self._dialect.prepare(self._connection)


def _storable(values: tuple[object, ...]) -> tuple[object, ...]:
    if not all(map(storable, values)):
        raise DeskError("desk.value")
    return values


def storable(value: object) -> bool:
    """PostgreSQL keeps no NUL in a text, and neither database half of a surrogate pair, or more than 64 bits.

    >>> storable("Ørsted"), storable("a\\0"), storable("\\ud800"), storable(b"\\0"), storable(2**63)
    (True, False, False, True, False)
    """
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    if not isinstance(value, str):
        return True
    return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)


@contextmanager
def held(lock: "threading.Lock | threading.Semaphore", wait: float) -> Iterator[None]:
    if not lock.acquire(timeout=wait):
        raise Away("desk.too-busy")
    try:
        yield
    finally:
        lock.release()


class Database:
    """An open database, for any number of threads."""

    def __init__(self, dialect: Dialect, *, wait: float = WAIT, size: int = CONNECTIONS) -> None:
        self.dialect, self._wait = dialect, wait
        self.origin = secrets.token_hex(8)  # by which we know what we told ourselves
        self.lock: Row | None = None  # what the database said of its key when we opened it
        self.anchor: Path | None = None  # a file that says how far the audit log had come
        self._free = threading.BoundedSemaphore(size)  # no more connections than there may be
        self._guard = threading.Lock()
        self._idle: list[Connection] = []
        self._closed = False

    def one(self, sql: str, *values: object) -> Row | None:
        """The only row of one statement that reads."""
        return next(iter(self.all(sql, *values)), None)

    def all(self, sql: str, *values: object) -> list[Row]:
        """The rows of one statement that reads. They are of one moment by themselves: to begin and to end a
        transaction would only be two more journeys to a server."""
        if not all(map(storable, values)):
            return []
        with self._explaining(), held(self._free, self._wait):
            connection, rows = self._with_connection(lambda found: found.execute(sql, values).fetchall())
            self._give_back(connection)
            return rows

    def read(self) -> AbstractContextManager[Transaction]:
        """Everything that is read in it is of one moment."""
        return self._transaction(write=False)

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """Committed, and safe on the disk, once the block has ended; an error in the block undoes it all."""
        with self.dialect.writing(), self._transaction(write=True) as found:
            yield found
        for each in found.after:
            each()

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A connection while nobody else has the database open, nor can open it; ours are closed before."""
        self.close()
        with self._explaining(), self.dialect.alone() as connection:
            yield connection

    @contextmanager
    def changes(self) -> Iterator[Callable[[float], list["Change"]]]:
        """What other programs did to the database, as far as they can be heard (PostgreSQL): within so many
        seconds, or at the first of it."""
        with self._explaining(), self.dialect.listen() as notices:
            yield lambda seconds: [
                change for payload in notices(seconds) if (change := change_of(payload, but=self.origin))
            ]

    def scrub(self, *tables: str) -> None:
        """What was deleted from these tables leaves the disk too, as far as the database lets us."""
        # What was deleted is gone and committed: that the disk cannot be wiped now is no error of the caller.
        with suppress(LexveilError), self._explaining(), self.dialect.writing(), held(self._free, self._wait):
            connection, _ = self._with_connection(lambda _: None)
            try:
                self.dialect.scrub(connection, *tables)
            finally:
                self._give_back(connection)

    def close(self) -> None:
        """Idle connections at once, the others when their transactions end."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            self._close(connection)

    @contextmanager
    def _transaction(self, *, write: bool) -> Iterator[Transaction]:
        with self._explaining(), held(self._free, self._wait):
            begin = self.dialect.begin(write=write)
            connection, _ = self._with_connection(lambda found: found.execute(begin))
            clean = False
            try:
                yield Transaction(connection, self.dialect, self.origin)
                connection.execute("COMMIT")
                clean = True
            finally:
                if clean or self.undone(connection):
                    self._give_back(connection)
                else:
                    self._close(connection)

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except self.dialect.failures as error:
            raise self.dialect.explained(error) from None

    def undone(self, connection: Connection) -> bool:
        try:
            connection.execute("ROLLBACK")
        except self.dialect.failures:  # the first error is the one to tell
            return False
        return True

    def _with_connection(self, ask: Callable[[Connection], Answer]) -> tuple[Connection, Answer]:
        """A connection on which something was asked that can be asked again, and the answer: if the server
        went away and came back, the idle ones are dead, and another is tried."""
        while True:
            with self._guard:
                if self._closed:
                    raise DeskError("desk.closed")
                idle = self._idle.pop() if self._idle else None
            connection = idle or self._connected()
            try:
                return connection, ask(connection)
            except BaseException as error:
                self._close(connection)
                if idle is None or not self.dialect.lost(error):
                    raise

    def _connected(self) -> Connection:
        """A new connection, unless the key was changed since we opened the database: what we seal from then
        on nobody could read."""
        with ExitStack() as stack:
            connection = self.dialect.connect()
            stack.callback(self._close, connection)
            if self.lock is not None and connection.execute(LOCK).fetchall() != [self.lock]:
                raise DeskError("desk.key-changed")
            stack.pop_all()
        return connection

    def _give_back(self, connection: Connection) -> None:
        with self._guard:
            if not self._closed:
                self._idle.append(connection)
                return
        self._close(connection)

    def _close(self, connection: Connection) -> None:
        with suppress(self.dialect.failures):
            connection.close()


Audit = tuple[str, str, Mapping[str, str | int]]  # who, what kind of thing, and details without any text
Logged = Audit | None  # a row of the audit log, where one is wanted
Clock = Callable[[], datetime]
Time = str | datetime


class Access(Protocol):
    """What every method of the desk needs of it: the database, the key, the clock."""

    database: Database
    crypt: Crypt

    @property
    def clock(self) -> Clock: ...


def now(desk: Access) -> str:
    return when(desk.clock())


def when(time: Time) -> str:
    """A time as the desk keeps it: in UTC and always of one length, so that times sort as text.

    >>> when("2031-05-04T12:00:00+02:00")
    '2031-05-04T10:00:00.000000+00:00'
    """
    try:
        found = datetime.fromisoformat(time) if isinstance(time, str) else time
    except ValueError:
        raise DeskError("desk.time") from None
    if found.tzinfo is None:
        raise DeskError("desk.time-zone")
    return found.astimezone(UTC).isoformat(timespec="microseconds")


def new_id() -> str:
    return secrets.token_hex(16)


def expect(row: Row | None, what: str) -> Row:
    """The row of what must be there."""
    if row is None:
        raise Missing("desk.missing", what=what)
    return row


# What other programs did ---------------------------------------------------------------------------

KINDS = ("edit", "state", "progress", "project")


class Change(NamedTuple):
    kind: str
    case: str  # "" with kind "project": all of them
    document: str
    author: str  # of an edit; else ""


def change_of(payload: str, *, but: str) -> Change | None:
    """None for what we told ourselves, and for what is none of ours: anybody on the server can say anything.

    >>> change_of("f00d edit ab12 cd34 ef56", but="beef")
    Change(kind='edit', case='ab12', document='cd34', author='ef56')
    >>> change_of("beef edit ab12 cd34 ef56", but="beef") or change_of("Torvund sued", but="beef")
    """
    origin, *words = payload.split(" ")
    ours = len(words) == len(Change._fields) and words[0] in KINDS
    ids = all(each == "" or (each.isascii() and each.isalnum()) for each in words[1:])
    return Change(*words) if ours and ids and origin != but else None
