"""The audit log: who did what kind of thing and when; a chain in which nothing can be changed unseen.

Each row has the SHA-256 of itself and the hash before it, sealed under a key that only the desk has; and a
head, sealed too, says how many rows there are and how the chain ends. So whoever can write into the
database, but has no key, can neither change, drop nor move a row, nor cut off the last ones, without
`verify_audit` telling. A row is added in the transaction of what it tells of.

Whoever puts an older copy of the whole database in its place has a chain and a head that fit. So a file
outside of it, the anchor, says how far the log had come: signed, and never set back. Each machine that works
on a database on a server has its own.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lexveil.store.desk.database import Access, DeskError, Logged, Transaction, now
from lexveil.store.keys import Crypt

START = "0" * 64  # the hash before the first row
LONGEST = 200  # characters of a detail: more is some text
PAGE = 1000  # rows that are looked at together

_COLUMNS = "number, time, actor, kind, project, document, details, hash, seal"
_ROWS = f"SELECT {_COLUMNS} FROM audit WHERE number > ?"  # noqa: S608 - names of ours

Details = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class AuditRow:
    number: int  # from 1, without a gap
    time: str
    actor: str
    kind: str
    case: str
    document: str
    details: Details
    hash: str


def audit(
    desk: Access, actor: str, kind: str, *, case: str = "", document: str = "", details: Details | None = None
) -> None:
    """One row, for what changes nothing in the database itself."""
    with desk.database.write() as transaction:
        append(desk, transaction, (actor, kind, details or {}), case=case, document=document)


def change(desk: Access, entry: Logged, sql: str, *values: object, case: str = "") -> int:
    """One statement as a transaction, with a row of the log if it touched anything; how many rows it did."""
    with desk.database.write() as transaction:
        touched = transaction.run(sql, *values)
        append(desk, transaction, entry if touched else None, case=case)
    return touched


def append(
    desk: Access, transaction: Transaction, entry: Logged, *, case: str = "", document: str = ""
) -> None:
    """A row in the transaction of the caller, as the last thing in it: from here to its end nobody else can
    add one, so that the chain never forks."""
    if entry is None:
        return
    actor, kind, details = entry
    text = _details(details)
    # This holds the row of the head until the end.
    head = transaction.one("UPDATE chain SET count = count + 1 WHERE id = 1 RETURNING count, hash")
    if head is None:
        raise DeskError("desk.audit-head")
    number, before = head
    end = transaction.all("SELECT number, hash FROM audit WHERE number IN (?, ?)", number - 1, number)
    if [tuple(each) for each in end] != ([(number - 1, before)] if number > 1 else []):
        raise DeskError("desk.audit-head")  # rows are gone, or the head was set back
    row = (number, now(desk), actor, kind, case, document, text)
    digest = _hash(before, row)
    query = f"INSERT INTO audit ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - names of ours
    transaction.put(query, *row, digest, _seal(desk.crypt, "row", number, digest))
    query = "UPDATE chain SET hash = ?, seal = ? WHERE id = 1"
    transaction.put(query, digest, _seal(desk.crypt, "head", number, digest))
    transaction.after.append(lambda: _set_anchor(desk, number, digest))


def audit_rows(
    desk: Access, after: int = 0, case: str | None = None, *, kinds: Sequence[str] = (), limit: int = PAGE
) -> list[AuditRow]:
    """At most `limit` rows with a number above `after`, of one project or of all, of some kinds or of any."""
    where, values = (" AND project = ?", [case]) if case is not None else ("", [])
    if kinds:
        where += f" AND kind IN ({', '.join('?' * len(kinds))})"
        values += kinds
    query = f"{_ROWS}{where} ORDER BY number LIMIT ?"
    rows = desk.database.all(query, after, *values, max(0, limit))
    return [AuditRow(*[*row, _read(text), digest]) for *row, text, digest, _ in rows]


def _read(text: object) -> Details:
    """Nothing where somebody wrote what we do not: `verify_audit` tells of it."""
    try:
        found = json.loads(str(text))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def verify_audit(desk: Access) -> int | None:
    """The number of the first row that is not as it was written, or not there; None if all is well."""
    last, digest = 0, START
    with desk.database.read() as transaction:
        head = transaction.one("SELECT count, hash, seal FROM chain WHERE id = 1")
        while rows := transaction.all(f"{_ROWS} ORDER BY number LIMIT ?", last, PAGE):
            for *row, found, seal in rows:
                whole = row[0] == last + 1 and found == _hash(digest, row)
                if not (whole and _ours(desk.crypt, "row", row[0], found, seal)):
                    return last + 1
                last, digest = row[0], found
    if head is None or not _ours(desk.crypt, "head", *head):
        return last + 1  # nobody can say any more whether the chain went on
    if (last, digest) != tuple(head[:2]):
        return int(min(last, head[0])) + 1
    return _behind_anchor(desk, last)


def anchored(desk: Access) -> bool:
    """Whether a file outside the database says how far the log had come."""
    return desk.database.anchor is not None and _anchor(desk.database.anchor) is not None


def put_anchor(path: Path, crypt: Crypt, number: int, digest: str) -> None:
    """A new file in the place of the old one, for its owner's eyes."""
    record = {"count": number, "hash": digest, "seal": _seal(crypt, "anchor", number, digest).hex()}
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(record), "utf8")
        draft.replace(path)
    except OSError:  # the log itself is written: what it tells of must not fail for that
        draft.unlink(missing_ok=True)


def _anchor(path: Path) -> tuple[int, str, bytes] | None:
    """What the file says; something that fits nothing where it says nothing sensible."""
    try:
        found = json.loads(path.read_text("utf8"))
        return int(found["count"]), str(found["hash"]), bytes.fromhex(found["seal"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        return 0, "", b""


def _set_anchor(desk: Access, number: int, digest: str) -> None:
    """Forward only, and never over one that the log does not fit any more: that is what tells of it. One that
    was there and is gone is not made again."""
    path = desk.database.anchor
    known = _anchor(path) if path else None
    if path is None or (known is None and number > 1):
        return
    if known is None or (known[0] < number and _behind_anchor(desk, number) is None):
        put_anchor(path, desk.crypt, number, digest)


def _behind_anchor(desk: Access, last: int) -> int | None:
    """The first row that is missing, or another, by what the anchor says."""
    known = _anchor(desk.database.anchor) if desk.database.anchor else None
    if known is None:
        return None
    number, digest, _ = known
    if not _ours(desk.crypt, "anchor", *known):
        return last + 1
    if number > last:
        return last + 1
    row = desk.database.one("SELECT hash FROM audit WHERE number = ?", number)
    return None if number == 0 or (row and row[0] == digest) else number


def start(crypt: Crypt, transaction: Transaction) -> None:
    """The head of an empty log."""
    query = "INSERT INTO chain (id, count, hash, seal) VALUES (1, 0, ?, ?)"
    transaction.run(query, START, _seal(crypt, "head", 0, START))


def reseal(transaction: Transaction, old: Crypt, new: Crypt) -> None:
    """Under another key, without a hash or a row being changed. What is not ours stays as it is: it fits the
    new key as little as the old one, so `verify_audit` still tells of it."""
    query, last = "SELECT number, hash, seal FROM audit WHERE number > ? ORDER BY number LIMIT ?", 0
    while rows := transaction.all(query, last, PAGE):
        for number, digest, seal in rows:
            if _ours(old, "row", number, digest, seal):
                fresh = _seal(new, "row", number, digest)
                transaction.put("UPDATE audit SET seal = ? WHERE number = ?", fresh, number)
        last = rows[-1][0]
    head = transaction.one("SELECT count, hash, seal FROM chain WHERE id = 1")
    if head and _ours(old, "head", *head):
        transaction.put("UPDATE chain SET seal = ? WHERE id = 1", _seal(new, "head", *head[:2]))


def reseal_anchor(path: Path | None, old: Crypt, new: Crypt) -> None:
    known = _anchor(path) if path else None
    if path and known and _ours(old, "anchor", *known):
        put_anchor(path, new, *known[:2])


def start_anchor(path: Path | None, crypt: Crypt, transaction: Transaction) -> None:
    """Of a log that had none."""
    head = transaction.one("SELECT count, hash, seal FROM chain WHERE id = 1")
    if path and head and _anchor(path) is None and _ours(crypt, "head", *head):
        put_anchor(path, crypt, *head[:2])


def _seal(crypt: Crypt, what: str, number: int, digest: str) -> bytes:
    """What only the holder of the key can say of a place in the chain."""
    return crypt.mark("audit", what, str(number), digest)


def _ours(crypt: Crypt, what: str, number: int, digest: str, seal: bytes) -> bool:
    """SQLite lets anything stand where bytes should."""
    return isinstance(seal, bytes) and hmac.compare_digest(_seal(crypt, what, number, digest), seal)


def _details(details: Details) -> str:
    """Canonical JSON; what is too long to be a mere kind, id or number is refused, for it might be text."""
    for name, value in details.items():
        if not isinstance(value, str | int) or len(f"{name}{value}") > LONGEST:
            raise DeskError("desk.audit-detail")
    return json.dumps(dict(details), sort_keys=True, separators=(",", ":"))


def _hash(before: str, row: Sequence[object]) -> str:
    return hashlib.sha256(f"{before}{json.dumps(list(row), separators=(',', ':'))}".encode()).hexdigest()
