"""The vault: an encrypted file that keeps pseudonyms over documents and over time, and how to undo them.

Comes in: the path of the file and a `Key`. Goes out: the secret and the entries of each case, and originals
of written files. Everything that could tell of a person is sealed (`crypt`); what the file shows in the open
is how many cases, entries and documents there are, and how large. Never asks for a key and never reads the
environment.
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lexveil.errors import VaultError
from lexveil.store import database, delta
from lexveil.store.case import About, Case, Known, case_name, document_marks, form_marks
from lexveil.store.crypt import KEY_BYTES, Crypt, derive
from lexveil.store.keys import Cost, Key, Lock, lock, unlock


@dataclass(frozen=True, slots=True)
class Original:
    """A document as it was before it was pseudonymized."""

    case: str = field(repr=False)
    document: str
    data: bytes = field(repr=False)


def open_vault(
    path: str | Path,
    key: Key,
    *,
    create: bool = True,
    wait: float = database.WAIT,
    cost: Cost | None = None,
) -> "Vault":
    """The vault in a file; a new one where there is none, unless `create` is False.

    `wait` is how many seconds to wait for other runs, `cost` what a guess at the passphrase of a new vault
    costs.
    """
    path = Path(path)
    made = _file(path, create=create)
    connection = None
    try:
        connection = database.connect(path, wait=wait)
        if create:
            _furnish(connection, path, key, cost)
        return Vault(connection, path, key)
    except BaseException:
        if connection is not None:
            connection.close()
        if made and path.stat().st_size == 0:  # nothing of the vault reached the disk
            path.unlink()
        raise


def _file(path: Path, *, create: bool) -> bool:
    """Make the file if need be; whether it was made here."""
    try:
        there, folder = path.exists(), path.is_dir()
    except OSError as error:
        raise VaultError(f"vault '{path}' cannot be opened ({error.strerror}): check the path") from None
    if folder:
        raise VaultError(f"'{path}' is a folder: name the file of the vault")
    if not there and not create:
        raise VaultError(f"there is no vault at '{path}': check the path")
    return not there and database.create_file(path)


def _furnish(connection: sqlite3.Connection, path: Path, key: Key, cost: Cost | None) -> None:
    """Tables and a lock for a new file; two runs that make it at once make it once."""
    if database.version(connection, path):
        return
    with database.transaction(connection, path, write=True):
        if not database.version(connection, path):
            database.build(connection)
            data_key = secrets.token_bytes(KEY_BYTES)
            root = Crypt(data_key).seal(secrets.token_bytes(KEY_BYTES), "root")
            put_lock(connection, lock(data_key, key, cost=cost), root)


class Vault:
    """An open vault, for one thread; `with` closes it."""

    def __init__(self, connection: sqlite3.Connection, path: Path, key: Key) -> None:
        self.connection, self.path = connection, path
        self._inside = False
        with database.told(path):
            self.lock, root = get_lock(connection, path)
        self.crypt = Crypt(unlock(self.lock, key))
        self.root = self.crypt.unseal(root, "root")

    def __enter__(self) -> "Vault":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.connection.close()

    def secret(self, case: str) -> bytes:
        """The 32 bytes from which the pseudonyms of a case are drawn: the same over time, whatever the
        key."""
        return derive(self.root, f"case {case_name(case)}")

    @contextmanager
    def case(self, name: str) -> Iterator[Case]:
        """A case, locked: nobody else can change the vault until the block ends. What was saved is committed
        then; an error in the block undoes it all."""
        with self.transaction(write=True):
            yield self._case(name)

    @contextmanager
    def transaction(self, *, write: bool) -> Iterator[None]:
        if self._inside:
            raise VaultError("a case of this vault is open already: end it before the next")
        self._inside = True
        try:
            with database.transaction(self.connection, self.path, write=write):
                self._same_lock()
                yield
        finally:
            self._inside = False

    @contextmanager
    def read(self, name: str) -> Iterator[Case]:
        """A case that must be there, to be read only."""
        with self.transaction(write=False):
            found = self._case(name)
            if not found.exists:
                raise VaultError(
                    "there is no case of this name in the vault: `lexveil vault list` shows them"
                )
            yield found

    def known(self, name: str) -> tuple[Known, ...]:
        with self.read(name) as case:
            return case.known()

    def cases(self) -> tuple[About, ...]:
        """All cases, in the order in which they came."""
        with self.transaction(write=False):
            return tuple(self._abouts())

    def find(self, name: str) -> tuple[tuple[str, str], ...]:
        """(case, entity) of everybody who is written so in some document; only marks are compared."""
        query = (
            "SELECT DISTINCT entity FROM entries JOIN forms ON forms.entry = entries.id "
            "WHERE forms.mark = ? AND entity IS NOT NULL ORDER BY entries.number"
        )
        found: list[tuple[str, str]] = []
        with self.transaction(write=False):
            for about in self._abouts():
                mark = min(form_marks(self.crypt, self._case(about.name).id, [name]))
                found += ((about.name, row[0]) for row in self.connection.execute(query, (mark,)).fetchall())
        return tuple(found)

    def case_of(self, entity: str) -> str:
        """The case in which the vault knows the entity of this id; "" where in none."""
        query = "SELECT cases.id, cases.sealed FROM cases JOIN entries ON case_id = cases.id WHERE entity = ?"
        with self.transaction(write=False):
            row = self.connection.execute(query, (entity,)).fetchone()
            return str(self.crypt.unseal_record(row[1], "case", row[0])["name"]) if row else ""

    def originals(self, written: bytes, *, case: str = "") -> tuple[Original, ...]:
        """Every original that the vault has for exactly this file: one, unless two were alike but for
        names."""
        digest = {"written": hashlib.sha256(written).hexdigest(), "source": ""}
        query = "SELECT id, case_id, sealed, data FROM documents WHERE mark = ? ORDER BY number"
        found: list[Original] = []
        with self.transaction(write=False):
            names = [case_name(case)] if case else [about.name for about in self._abouts()]
            for name in names:
                mark, _ = document_marks(self.crypt, self._case(name).id, digest)
                for row, owner, sealed, data in self.connection.execute(query, (mark,)).fetchall():
                    record = self.crypt.unseal_record(sealed, "document", row, owner)
                    back = delta.apply(written, self.crypt.unseal(data, "data", row, owner))
                    found.append(Original(name, record["document"], back))
        return tuple(found)

    def documents(self) -> tuple[tuple[str, str], ...]:
        """(case, id of the original) of every document that can be restored."""
        with self.transaction(write=False):
            names = {self._case(about.name).id: about.name for about in self._abouts()}
            query = "SELECT id, case_id, sealed FROM documents ORDER BY number"
            return tuple(
                (names[case], str(self.crypt.unseal_record(sealed, "document", row, case)["document"]))
                for row, case, sealed in self.connection.execute(query).fetchall()
            )

    def _abouts(self) -> list[About]:
        rows = self.connection.execute("SELECT id, sealed FROM cases ORDER BY number").fetchall()
        return [About(**self.crypt.unseal_record(sealed, "case", row)) for row, sealed in rows]

    def _case(self, name: str) -> Case:
        return Case(self.connection, self.crypt, name, self.secret(name))

    def _same_lock(self) -> None:
        """If the key was changed since the vault was opened, nobody could read what is sealed under it
        now."""
        if get_lock(self.connection, self.path)[0].salt != self.lock.salt:
            raise VaultError(
                f"the key of vault '{self.path}' was changed meanwhile: run again with the new key"
            )


def get_lock(connection: sqlite3.Connection, path: Path) -> tuple[Lock, bytes]:
    """The lock of the vault, and its root secret as it is sealed."""
    if not database.version(connection, path):
        raise VaultError(f"'{path}' is no vault: it is empty")
    row = connection.execute("SELECT kind, salt, n, r, p, proof, wrapped, root FROM lock").fetchone()
    if row is None:
        raise VaultError(f"vault '{path}' is damaged: it has no lock, so use a copy of it from a backup")
    return Lock(row[0], row[1], Cost(*row[2:5]), row[5], row[6]), row[7]


def put_lock(connection: sqlite3.Connection, new: Lock, root: bytes) -> None:
    values = (new.kind, new.salt, new.cost.n, new.cost.r, new.cost.p, new.proof, new.wrapped, root)
    connection.execute("INSERT OR REPLACE INTO lock VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)", values)
