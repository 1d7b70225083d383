"""A case in the vault: who is known, under which pseudonym, what was written of them, and how to undo it.

No entry is lost, no pseudonym stands for two people, nobody gets a second one of the same style. Who is who
is decided elsewhere, by `resolve.recognize`.
"""

import dataclasses
import hashlib
import secrets
import sqlite3
import unicodedata
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import zstandard

from lexveil.errors import VaultError
from lexveil.store.keys import Crypt
from lexveil.text.fold import squeeze

LONGEST_NAME = 500  # characters of the name of a case
COUNTED = ("label", "underscores", "initials", "random")  # styles in which no two pseudonyms are the same
NAMED = ("PERSON", "ORG", "CARE_UNIT")  # whose surrogates are names, so that two must differ


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody or something of the case, and what stands for them in one style."""

    entity: str  # the vault's own id, random
    category: str
    role: str
    forms: tuple[str, ...] = field(repr=False)  # as written in documents, the full name first
    pseudonym: str
    style: str = "label"
    # What stands there, what stood there.
    written: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class WayBack:
    """What brings an original back from the file that was written."""

    document: str
    entities: tuple[str, ...]
    written: str  # the digest
    source: str
    difference: bytes = field(repr=False)


def way_back(written: bytes, original: bytes, *, document: str, entities: Iterable[str]) -> WayBack:
    who = tuple(dict.fromkeys(entities))
    return WayBack(document, who, _digest(written), _digest(original), difference(written, original))


@dataclass(frozen=True, slots=True)
class About:
    """What `vault list` tells of a case."""

    name: str = field(repr=False)
    created: str
    changed: str
    entries: int
    documents: int


def new_entity() -> str:
    """An id that tells nothing of whom it stands for."""
    return secrets.token_hex(8)


def case_name(name: str) -> str:
    """One spelling for one case: accents coded alike, white space as single blanks."""
    bare = " ".join(unicodedata.normalize("NFC", name).split())
    if not bare or len(bare) > LONGEST_NAME:
        raise VaultError("vault.case-name", most=LONGEST_NAME)
    return bare


def distinct(entry: Known) -> bool:
    """Whether the pseudonym tells entities apart; a blank or a year does not."""
    return entry.style in COUNTED or (entry.style == "surrogate" and entry.category in NAMED)


class Case:
    """One case inside a transaction: everything it does is committed or undone with it."""

    def __init__(self, connection: sqlite3.Connection, crypt: Crypt, name: str, secret: bytes) -> None:
        self.name = case_name(name)
        self.secret = secret  # what the pseudonyms of this case are drawn from
        self._connection, self._crypt = connection, crypt
        mark = crypt.mark("case", self.name)
        row = connection.execute("SELECT id, sealed FROM cases WHERE mark = ?", (mark,)).fetchone()
        self.exists = row is not None
        self.id = row[0] if row else secrets.token_hex(16)
        new = {"name": self.name, "created": _now(), "changed": _now(), "entries": 0, "documents": 0}
        self._record: dict[str, Any] = crypt.unseal_record(row[1], "case", self.id) if row else new
        self._entries: dict[str, Known] | None = None  # by id of the row
        self._spent: set[str] = set()

    @property
    def about(self) -> About:
        return About(**{each.name: self._record[each.name] for each in dataclasses.fields(About)})

    @property
    def images(self) -> tuple[str, ...]:
        """The marks of pictures that go out as they are."""
        return tuple(self._record.get("images", ()))

    def allow_images(self, marks: Iterable[str]) -> None:
        self._record["images"] = sorted({*self.images, *marks})
        self._touch()

    @property
    def engine(self) -> str:
        """What computed the model for its documents, where that is not this machine's processor."""
        return str(self._record.get("engine", ""))

    def computed_by(self, engine: str) -> None:
        self._record["engine"] = engine
        self._touch()

    def known(self) -> tuple[Known, ...]:
        """Everybody in the case, in the order in which they came; one entry for each style they were shown
        in."""
        return tuple(self._rows().values())

    def taken(self) -> frozenset[str]:
        """Every pseudonym that was ever given in the case, of those who were forgotten too."""
        return frozenset({*(entry.pseudonym for entry in self._rows().values()), *self._spent})

    def save(self, entries: Iterable[Known]) -> None:
        """New ones are added; who is there already keeps the pseudonym and gains forms."""
        there = {(known.entity, known.style): row for row, known in self._rows().items()}
        self._touch()  # the row of the case comes before those that refer to it
        for entry in entries:
            row = there.get((entry.entity, entry.style))
            if row is None:
                row = there[entry.entity, entry.style] = secrets.token_hex(16)
                self._put(row, entry, new=True)
            else:
                merged = merge(self._rows()[row], entry)
                if merged != self._rows()[row]:
                    self._put(row, merged, new=False)
        self._touch()

    def remember(self, written: bytes, original: bytes, *, document: str, entities: Iterable[str]) -> None:
        """What brings the original back from the written file, and whom the vault knows in it.

        `document` is the id of the original, `entities` the ids under which its entities are saved.
        """
        self.keep(way_back(written, original, document=document, entities=entities))

    def keep(self, way: "WayBack") -> None:
        """The same, made before."""
        self._touch()
        row = secrets.token_hex(16)
        record = {"document": way.document, "date": _now(), "written": way.written, "source": way.source}
        marks = document_marks(self._crypt, self.id, record)
        again = "SELECT id FROM documents WHERE mark = ? AND source = ?"
        for (old,) in self._connection.execute(again, marks).fetchall():
            self._record["documents"] -= drop_document(self._connection, old)
        data = self._crypt.seal(way.difference, "data", row, self.id)
        sealed = self._crypt.seal_record(record, "document", row, self.id)
        query = "INSERT INTO documents (id, case_id, mark, source, sealed, data) VALUES (?, ?, ?, ?, ?, ?)"
        self._connection.execute(query, (row, self.id, *marks, sealed, data))
        pairs = [(row, entity) for entity in way.entities]
        self._connection.executemany("INSERT INTO appears (document, entity) VALUES (?, ?)", pairs)
        self._record["documents"] += 1
        self._touch()

    def forget(self, entity: str) -> int:
        """Erase somebody; returns how many documents can no longer be restored. What is left is the bare
        pseudonym, so that nobody else ever gets it in this case."""
        rows = [(row, known) for row, known in self._rows().items() if known.entity == entity]
        for row, known in rows:
            self._connection.execute("DELETE FROM forms WHERE entry = ?", (row,))
            self._connection.execute("DELETE FROM entries WHERE id = ?", (row,))
            del self._rows()[row]
            self._record["entries"] -= 1
            if distinct(known):
                mark = pseudonym_mark(self._crypt, self.id, known.pseudonym)
                self._insert(secrets.token_hex(16), None, mark, {"pseudonym": known.pseudonym})
                self._spent.add(known.pseudonym)
        query = "SELECT document FROM appears WHERE entity = ?"
        found = self._connection.execute(query, (entity,)).fetchall()
        dropped = sum(drop_document(self._connection, document) for (document,) in found)
        self._record["documents"] -= dropped
        self._touch()
        return dropped

    # The rows ------------------------------------------------------------------------------------

    def _rows(self) -> dict[str, Known]:
        if self._entries is None:
            query = "SELECT id, entity, sealed FROM entries WHERE case_id = ? ORDER BY number"
            rows = self._connection.execute(query, (self.id,)).fetchall()
            if len(rows) != self._record["entries"]:
                raise VaultError("vault.damaged")  # somebody took a row away
            self._entries = {}
            for row, entity, sealed in rows:
                record = self._crypt.unseal_record(sealed, "entry", row, self.id, entity or "")
                if entity is None:
                    self._spent.add(record["pseudonym"])
                else:
                    self._entries[row] = known_of(entity, record)
        return self._entries

    def _put(self, row: str, entry: Known, *, new: bool) -> None:
        names = (each.name for each in dataclasses.fields(Known) if each.name != "entity")
        mark, record = entry_mark(self._crypt, self.id, entry), {name: getattr(entry, name) for name in names}
        if new:
            self._insert(row, entry.entity, mark, record)
        else:
            sealed = self._crypt.seal_record(record, "entry", row, self.id, entry.entity)
            query = "UPDATE entries SET mark = ?, sealed = ? WHERE id = ?"
            self._connection.execute(query, (mark, sealed, row))
        marks = [(mark, row) for mark in form_marks(self._crypt, self.id, entry.forms)]
        self._connection.executemany("INSERT OR IGNORE INTO forms (mark, entry) VALUES (?, ?)", marks)
        self._rows()[row] = entry

    def _insert(self, row: str, entity: str | None, mark: bytes | None, record: dict[str, Any]) -> None:
        sealed = self._crypt.seal_record(record, "entry", row, self.id, entity or "")
        query = "INSERT INTO entries (id, case_id, entity, mark, sealed) VALUES (?, ?, ?, ?, ?)"
        self._connection.execute(query, (row, self.id, entity, mark, sealed))
        self._record["entries"] += 1

    def _touch(self) -> None:
        """The record of the case, with the time and the counts as they are now."""
        self._record["changed"] = _now()
        sealed = self._crypt.seal_record(self._record, "case", self.id)
        query = "INSERT INTO cases (sealed, id, mark) VALUES (?, ?, ?)"
        if self.exists:
            query = "UPDATE cases SET sealed = ? WHERE id = ? AND mark = ?"
        self._connection.execute(query, (sealed, self.id, self._crypt.mark("case", self.name)))
        self.exists = True


def merge(old: Known, new: Known) -> Known:
    """Who was known, with the forms that are new; the full name stays first unless a fuller one came."""
    if old.pseudonym != new.pseudonym:
        raise VaultError("vault.second-pseudonym")
    forms = tuple(dict.fromkeys((*old.forms, *new.forms)))
    fullest = max((old.forms[:1] + new.forms[:1]), key=lambda form: len(form.split()), default="")
    forms = tuple(dict.fromkeys((fullest, *forms))) if fullest else forms
    return dataclasses.replace(old, forms=forms, written=tuple(dict.fromkeys((*old.written, *new.written))))


def known_of(entity: str, record: Mapping[str, Any]) -> Known:
    written = tuple((shown, stood) for shown, stood in record["written"])
    return Known(**{**record, "entity": entity, "forms": tuple(record["forms"]), "written": written})


def entry_mark(crypt: Crypt, case: str, entry: Known) -> bytes | None:
    """Two entries with one mark are refused by the database itself."""
    return pseudonym_mark(crypt, case, entry.pseudonym) if distinct(entry) else None


def pseudonym_mark(crypt: Crypt, case: str, pseudonym: str) -> bytes:
    return crypt.mark("pseudonym", case, pseudonym.lower())


def form_marks(crypt: Crypt, case: str, forms: Iterable[str]) -> set[bytes]:
    """Bound to the case: that two cases know the same person must not show in the file."""
    return {crypt.mark("form", case, squeeze(form).text.strip()) for form in forms}


def document_marks(crypt: Crypt, case: str, record: Mapping[str, Any]) -> tuple[bytes, bytes]:
    return crypt.mark("written", case, record["written"]), crypt.mark("source", case, record["source"])


def drop_document(connection: sqlite3.Connection, row: str) -> int:
    connection.execute("DELETE FROM appears WHERE document = ?", (row,))
    return connection.execute("DELETE FROM documents WHERE id = ?", (row,)).rowcount


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# Restore data --------------------------------------------------------------------------------------

DIGEST = hashlib.sha256().digest_size
LARGEST_TABLE = 24  # as a power of two: zstandard looks for matches in tables of at most so many entries
LARGEST_WINDOW = 2**31


def difference(written: bytes, original: bytes) -> bytes:
    """What it takes to make the original of what was written: its digest, and the original packed with the
    written file as dictionary. A text or HTML file costs little more than the names that were replaced; a zip
    container whose members were packed anew costs about its own size.

    >>> original_of(b"WITNESS_1 left.", difference(b"WITNESS_1 left.", b"Ann Roe left."))
    b'Ann Roe left.'
    """
    window = max(zstandard.WINDOWLOG_MIN, (len(written) + len(original)).bit_length())
    options = zstandard.ZstdCompressionParameters(
        strategy=zstandard.STRATEGY_DFAST,
        min_match=5,
        window_log=min(window, zstandard.WINDOWLOG_MAX),
        hash_log=min(window - 1, LARGEST_TABLE),
        chain_log=min(window, LARGEST_TABLE),
        write_content_size=True,
        write_dict_id=False,
    )
    packer = zstandard.ZstdCompressor(dict_data=_dictionary(written), compression_params=options)
    return hashlib.sha256(original).digest() + packer.compress(original)


def original_of(written: bytes, difference: bytes) -> bytes:
    """The original; an error if the two do not belong together."""
    digest, packed = difference[:DIGEST], difference[DIGEST:]
    try:
        if packed.startswith(zstandard.FRAME_HEADER):
            known = _dictionary(written)
            opener = zstandard.ZstdDecompressor(dict_data=known, max_window_size=LARGEST_WINDOW)
            original = opener.decompress(packed)
        else:
            original = _earlier(written, zlib.decompress(packed))
    except (zstandard.ZstdError, zlib.error, IndexError):
        raise VaultError("vault.restore-misfit") from None
    if hashlib.sha256(original).digest() != digest:
        raise VaultError("vault.restore-misfit")
    return original


def _dictionary(written: bytes) -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(written, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def _earlier(written: bytes, packed: bytes) -> bytes:
    """As vaults of version 1 keep it: again and again, how many fresh bytes follow, how many are then copied
    from the written file, and how far on from the last copy."""
    parts: list[bytes] = []
    at = end = 0
    while at < len(packed):
        (fresh, length, step), at = _take(packed, at)
        parts.append(packed[at : at + fresh])
        at += fresh
        source = end + (step // 2 if step % 2 == 0 else -(step + 1) // 2)
        parts.append(written[source : source + length])
        end = source + length
    return b"".join(parts)


def _take(data: bytes, at: int) -> tuple[tuple[int, int, int], int]:
    found: list[int] = []
    for _ in range(3):
        number = shift = 0
        while True:
            byte = data[at]
            at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        found.append(number)
    return (found[0], found[1], found[2]), at
