"""The vault: an encrypted file that keeps pseudonyms over documents and over time, and how to undo them.

Everything that could tell of a person is sealed (`keys`); what the file shows in the open is how many cases,
entries and documents there are, and how large. To change the key and to forget somebody are one transaction
each, followed by a rewrite of the file, so that no page holds what was there before.
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexveil.errors import VaultError
from lexveil.store import case as cases
from lexveil.store import sqlite
from lexveil.store.case import About, Case, Known, case_name, document_marks, form_marks
from lexveil.store.keys import KEY_BYTES, Cost, Crypt, Key, Lock, derive, lock, unlock

APPLICATION = 0x4C58564C  # in the header of the file: this database is a vault of ours
VERSION = 2  # 2: restore data is packed with zstandard
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


@dataclass(frozen=True, slots=True)
class Original:
    """A document as it was before it was pseudonymized."""

    case: str = field(repr=False)
    document: str
    data: bytes = field(repr=False)


def open_vault(
    path: str | Path, key: Key, *, create: bool = True, wait: float = WAIT, cost: Cost | None = None
) -> "Vault":
    """The vault in a file; a new one where there is none, unless `create` is False.

    `wait` is how many seconds to wait for other runs, `cost` what a guess at the passphrase of a new vault
    costs.
    """
    path = Path(path)
    made = _file(path, create=create)
    connection = None
    try:
        connection = _connect(path, wait=wait)
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
        raise VaultError("vault.unopened", path=path, reason=error.strerror) from None
    if folder:
        raise VaultError("vault.folder", path=path)
    if not there and not create:
        raise VaultError("vault.none", path=path)
    try:
        return not there and sqlite.create_file(path)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or "not a path"
        raise VaultError("vault.not-made", path=str(path), reason=reason) from None


def _connect(path: Path, *, wait: float) -> sqlite3.Connection:
    try:
        if not sqlite.could_be(path):
            raise VaultError("vault.not-a-vault", path=path)
    except OSError as error:
        raise VaultError("vault.unreadable", path=path, reason=error.strerror) from None
    with _explaining(path):
        connection = sqlite.connect(path, wait=wait)
        try:
            # A rollback journal, not a WAL: one file when at rest, and it works on shared folders. EXTRA: the
            # deletion of the journal reaches the disk too, so that what is committed stays so.
            sqlite.prepare(connection, synchronous="EXTRA")
            _version(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """0 for a new file; an error for what is no vault, or one of a later Lexveil."""
    found = sqlite.marks(connection)
    if found.foreign(APPLICATION):
        raise VaultError("vault.foreign", path=path)
    if found.version > VERSION:
        raise VaultError("vault.newer", path=path, version=found.version, known=VERSION)
    return found.version


def _build(connection: sqlite3.Connection) -> None:
    """The tables of a new vault, inside the transaction of the caller."""
    for statement in SCHEMA.strip().removesuffix(";").split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def _transaction(connection: sqlite3.Connection, path: Path, *, write: bool) -> Iterator[None]:
    with _explaining(path), sqlite.transaction(connection, write=write):
        if write and sqlite.marks(connection).version == 1:
            # An earlier Lexveil could not restore from now on.
            connection.execute(f"PRAGMA user_version = {VERSION}")
        yield


@contextmanager
def _explaining(path: Path) -> Iterator[None]:
    """What SQLite complains about, as one line that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        name = sqlite.name_of(error)
        trouble = sqlite.trouble(name)
        refused = dict.fromkeys(("foreign", "taken", "constraint"), "two-people")
        code = {**refused, "other": "unusable"}.get(trouble, trouble)
        raise VaultError(f"vault.{code}", path=path, reason=name or "unknown error") from None


def _furnish(connection: sqlite3.Connection, path: Path, key: Key, cost: Cost | None) -> None:
    """Tables and a lock for a new file; two runs that make it at once make it once."""
    if _version(connection, path):
        return
    with _transaction(connection, path, write=True):
        if not _version(connection, path):
            _build(connection)
            data_key = secrets.token_bytes(KEY_BYTES)
            root = Crypt(data_key).seal(secrets.token_bytes(KEY_BYTES), "root")
            put_lock(connection, lock(data_key, key, cost=cost), root)


@dataclass(frozen=True, slots=True)
class Past:
    """A case as it is in the vault, for work that goes on elsewhere."""

    secret: bytes = field(repr=False)
    known: tuple[Known, ...] = field(repr=False)
    taken: frozenset[str] = field(repr=False)
    engine: str | None  # None: there is no such case yet


class Vault:
    """An open vault, for one thread; `with` closes it."""

    def __init__(self, connection: sqlite3.Connection, path: Path, key: Key) -> None:
        self.connection, self.path = connection, path
        self._inside = False
        with _explaining(path):
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

    @property
    def document_key(self) -> bytes:
        """The 32 bytes from which the ids of documents are made."""
        return derive(self.root, "documents")

    @contextmanager
    def case(self, name: str) -> Iterator[Case]:
        """A case, locked: nobody else can change the vault until the block ends. What was saved is committed
        then; an error in the block undoes it all."""
        with self.transaction(write=True):
            yield self._case(name)

    @contextmanager
    def transaction(self, *, write: bool) -> Iterator[None]:
        if self._inside:
            raise VaultError("vault.case-open")
        self._inside = True
        try:
            with _transaction(self.connection, self.path, write=write):
                # If the key was changed since, nobody could read what is sealed under ours now.
                if get_lock(self.connection, self.path)[0].salt != self.lock.salt:
                    raise VaultError("vault.key-changed", path=self.path)
                yield
        finally:
            self._inside = False

    @contextmanager
    def read(self, name: str) -> Iterator[Case]:
        """A case that must be there, to be read only."""
        with self.transaction(write=False):
            found = self._case(name)
            if not found.exists:
                raise VaultError("vault.no-case")
            yield found

    def known(self, name: str) -> tuple[Known, ...]:
        with self.read(name) as case:
            return case.known()

    def images(self, name: str) -> tuple[str, ...]:
        """The marks of pictures that somebody allowed in a case; none where there is no such case."""
        with self.transaction(write=False):
            return self._case(name).images

    def past(self, name: str) -> "Past":
        """What there is of a case so far; of a new one nothing."""
        with self.transaction(write=False):
            case = self._case(name)
            return Past(self.secret(name), case.known(), case.taken(), case.engine if case.exists else None)

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
                    back = cases.original_of(written, self.crypt.unseal(data, "data", row, owner))
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


def get_lock(connection: sqlite3.Connection, path: Path) -> tuple[Lock, bytes]:
    """The lock of the vault, and its root secret as it is sealed."""
    if not _version(connection, path):
        raise VaultError("vault.empty", path=path)
    row = connection.execute("SELECT kind, salt, n, r, p, proof, wrapped, root FROM lock").fetchone()
    if row is None:
        raise VaultError("vault.no-lock", path=path)
    return Lock.of(row[:-1]), row[-1]


def put_lock(connection: sqlite3.Connection, new: Lock, root: bytes) -> None:
    connection.execute("INSERT OR REPLACE INTO lock VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)", (*new.row, root))


def change_key(vault: Vault, key: Key, *, cost: Cost | None = None) -> None:
    """From now on only `key` opens the vault.

    The data key is replaced too and everything sealed anew: to whoever has the old key and an old copy of the
    file, the file as it is from now on tells nothing. Pseudonyms stay, and so do the secrets of the cases.
    """
    data_key = secrets.token_bytes(KEY_BYTES)
    old, new = vault.crypt, Crypt(data_key)
    locked = lock(data_key, key, cost=cost)
    with vault.transaction(write=True):
        _cases(vault, old, new)
        _entries(vault, old, new)
        _documents(vault, old, new)
        put_lock(vault.connection, locked, new.seal(vault.root, "root"))
    vault.crypt, vault.lock = new, locked
    _rewrite(vault)


def forget(vault: Vault, entities: Iterable[tuple[str, str]]) -> int:
    """Erase entities, each given with its case: mappings, forms, and the restore data of the documents that
    name them. Returns how many documents can no longer be restored.
    """
    dropped = 0
    with vault.transaction(write=True):
        for name, entity in entities:
            case = vault._case(name)
            if not any(known.entity == entity for known in case.known()):
                raise VaultError("vault.no-entity")
            dropped += case.forget(entity)
    _rewrite(vault)
    return dropped


def _rewrite(vault: Vault) -> None:
    """Secure deletion has overwritten what went; this leaves no page of the old file at all."""
    try:
        vault.connection.execute("VACUUM")
    except sqlite3.Error:
        raise VaultError("vault.not-rewritten", path=vault.path) from None


def _cases(vault: Vault, old: Crypt, new: Crypt) -> None:
    for row, sealed in _all(vault, "SELECT id, sealed FROM cases"):
        record = old.unseal_record(sealed, "case", row)
        values = (new.mark("case", record["name"]), new.seal_record(record, "case", row), row)
        vault.connection.execute("UPDATE cases SET mark = ?, sealed = ? WHERE id = ?", values)


def _entries(vault: Vault, old: Crypt, new: Crypt) -> None:
    vault.connection.execute("DELETE FROM forms")
    for row, case, entity, sealed in _all(vault, "SELECT id, case_id, entity, sealed FROM entries"):
        record = old.unseal_record(sealed, "entry", row, case, entity or "")
        if entity is None:
            mark: bytes | None = cases.pseudonym_mark(new, case, record["pseudonym"])
        else:
            mark = cases.entry_mark(new, case, cases.known_of(entity, record))
        values = (mark, new.seal_record(record, "entry", row, case, entity or ""), row)
        vault.connection.execute("UPDATE entries SET mark = ?, sealed = ? WHERE id = ?", values)
        marks = [(each, row) for each in form_marks(new, case, record.get("forms", ()))]
        vault.connection.executemany("INSERT INTO forms (mark, entry) VALUES (?, ?)", marks)


def _documents(vault: Vault, old: Crypt, new: Crypt) -> None:
    """One at a time: together they may be larger than the memory."""
    for (row,) in _all(vault, "SELECT id FROM documents"):
        query = "SELECT case_id, sealed, data FROM documents WHERE id = ?"
        case, sealed, data = vault.connection.execute(query, (row,)).fetchone()
        record = old.unseal_record(sealed, "document", row, case)
        sealed = new.seal_record(record, "document", row, case)
        data = new.seal(old.unseal(data, "data", row, case), "data", row, case)
        values = (*document_marks(new, case, record), sealed, data, row)
        query = "UPDATE documents SET mark = ?, source = ?, sealed = ?, data = ? WHERE id = ?"
        vault.connection.execute(query, values)


def _all(vault: Vault, query: str) -> list[tuple[Any, ...]]:
    return vault.connection.execute(query).fetchall()
