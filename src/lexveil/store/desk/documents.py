"""Documents: their originals, what was made of them, and how far they are.

Each sealed value is bound to the document it belongs to; in the open stand ids, times, sizes, numbers and
states. The original can be removed alone (retention): then everything stays but the bytes that came in.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from lexveil.store.desk.audit import append
from lexveil.store.desk.cases import SEEN, is_member
from lexveil.store.desk.database import Access, Logged, Row, Transaction, expect, new_id, now, when

EXPORTED = "exported"  # the state of a document whose twin has gone out
UNFINISHED = ("waiting", "running")

_NOTES_OF = "(SELECT count(*) FROM notes WHERE notes.document = documents.id AND kind = '{}' AND done = 0)"
# What is read of a document, as `StoredDocument` calls it.
_COLUMNS = {
    "id": "id",
    "case": "project",
    **{name: name for name in "size created changed exported status step state analysis base".split()},
    "number": "(SELECT coalesce(max(number), 0) FROM edits WHERE edits.document = documents.id)",
    "corrected": "corrected",
    "corrections": (
        "(SELECT coalesce(max(number), 0) FROM corrections WHERE corrections.project = documents.project)"
    ),
    "assigned": "assigned",
    "place": "place",
    "comments": _NOTES_OF.format("comment"),
    "problems": _NOTES_OF.format("problem"),
    "original": "(SELECT count(*) FROM originals WHERE originals.document = documents.id)",
}
_DOCUMENTS = f"SELECT sealed, error, counts, {', '.join(_COLUMNS.values())} FROM documents"  # noqa: S608
_SEEN = f"EXISTS (SELECT 1 FROM projects WHERE projects.id = documents.project AND {SEEN})"  # noqa: S608
_TABLES = ("originals", "analyses", "edits", "export_files", "notes")


@dataclass(frozen=True, slots=True)
class StoredDocument:
    id: str
    case: str
    name: str = field(repr=False)
    digest: str = field(repr=False)
    metadata: Mapping[str, Any] = field(repr=False)
    size: int  # bytes of the original
    created: str
    changed: str
    exported: str  # when it last was; "": never
    status: str  # of the analysis: waiting, running, done, failed, cancelled
    step: str
    state: str  # of the review: new, in review, second reading, approved, exported
    error: str = field(repr=False)
    analysis: int  # how many analyses were made so far; 0: none
    base: int  # the number of the last edit when the analysis was made: edits up to it belong to earlier ones
    counts: Mapping[str, int]
    number: int  # of the last edit; 0: none
    corrected: int  # how many corrections of its case it has followed
    corrections: int  # how many there are
    assigned: str  # the id of who is to review it; "": nobody yet
    place: int  # in the list of its case; 0: as it came
    comments: int  # that nobody has settled
    problems: int
    original: bool  # whether it is still there


def add_document(
    desk: Access,
    case: str,
    name: str,
    original: bytes,
    digest: str,
    *,
    metadata: Mapping[str, Any] | None = None,
    audit: Logged = None,
) -> StoredDocument:
    document, time = new_id(), now(desk)
    record = {"name": name, "digest": digest, "metadata": dict(metadata or {})}
    values = (document, case, time, time, len(original), sealed_error(desk, document, ""))
    query = (
        "INSERT INTO documents (id, project, created, changed, exported, size, status, step, state, error, "
        "analysis, base, counts, sealed) VALUES (?, ?, ?, ?, '', ?, 'waiting', '', 'new', ?, 0, 0, '{}', ?)"
    )
    sealed = desk.crypt.seal_record(record, "document", document, case)
    data = desk.crypt.seal_padded(original, "original", document)
    with desk.database.write() as transaction:
        expect(transaction.one("SELECT id FROM projects WHERE id = ?", case), "project")
        transaction.run(query, *values, sealed)
        transaction.put("INSERT INTO originals (document, sealed) VALUES (?, ?)", document, data)
        transaction.tell("progress", case, document)
        row = expect(transaction.one(f"{_DOCUMENTS} WHERE id = ?", document), "document")
        append(desk, transaction, audit, case=case, document=document)
    return _stored(desk, row)


def document(desk: Access, document_id: str, *, seen_by: str | None = None) -> StoredDocument | None:
    """With `seen_by`: only if that user owns its project or is a member of it."""
    query, values = f"{_DOCUMENTS} WHERE id = ?", [document_id]
    if seen_by is not None:
        query, values = f"{query} AND {_SEEN}", [document_id, seen_by, seen_by]
    row = desk.database.one(query, *values)
    found = _stored(desk, row) if row else None
    if found and seen_by is not None and not is_member(desk, found.case, seen_by):
        return None  # the tables say so, but nobody of ours wrote it
    return found


def documents(desk: Access, case: str) -> list[StoredDocument]:
    return _documents_where(desk, "WHERE project = ?", case)


def unfinished(desk: Access) -> list[StoredDocument]:
    """Whose analysis waits or runs: after a crash, those to take up again."""
    return _documents_where(desk, "WHERE status IN (?, ?)", *UNFINISHED)


def due(desk: Access, days: float) -> list[StoredDocument]:
    """Exported more than so many days ago, not opened again since, and the original is still there."""
    before = when(desk.clock() - timedelta(days=days))
    where = (
        "WHERE state = ? AND exported <> '' AND exported < ? "
        "AND EXISTS (SELECT 1 FROM originals WHERE originals.document = documents.id)"
    )
    return _documents_where(desk, where, EXPORTED, before)


def original(desk: Access, document_id: str) -> bytes | None:
    row = desk.database.one("SELECT sealed FROM originals WHERE document = ?", document_id)
    return desk.crypt.unseal_padded(row[0], "original", document_id) if row else None


def remove_original(desk: Access, document_id: str, *, audit: Logged = None) -> bool:
    """Only the bytes that came in. From then on there is no export and no new analysis."""
    with desk.database.write() as transaction:
        gone = transaction.run("DELETE FROM originals WHERE document = ?", document_id) > 0
        if gone:
            append(desk, transaction, audit, case=case_of(transaction, document_id), document=document_id)
    if gone:
        desk.database.scrub("originals")
    return gone


def remove_document(desk: Access, document_id: str, *, audit: Logged = None) -> bool:
    """With original, analysis, edits and exports; only the audit log still knows its id."""
    with desk.database.write() as transaction:
        row = transaction.one("SELECT project FROM documents WHERE id = ?", document_id, lock=True)
        if row is None:
            return False
        transaction.run("DELETE FROM documents WHERE id = ?", document_id)
        append(desk, transaction, audit, case=row[0], document=document_id)
    return True


def forget_document(desk: Access, document_id: str, *, audit: Logged = None) -> bool:
    """Removed, and wiped off the disk as far as the database lets us: for somebody's right to erasure."""
    gone = remove_document(desk, document_id, audit=audit)
    desk.database.scrub(*_TABLES)
    return gone


def change_document(
    desk: Access,
    document_id: str,
    *,
    name: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    assigned: str | None = None,
    audit: Logged = None,
) -> None:
    """What is None stays; metadata are replaced as a whole."""
    given = {"name": name, "metadata": dict(metadata) if metadata is not None else None}
    with desk.database.write() as transaction:
        query = "SELECT project, sealed, assigned FROM documents WHERE id = ?"
        row = expect(transaction.one(query, document_id, lock=True), "document")
        record = desk.crypt.unseal_record(row[1], "document", document_id, row[0])
        record |= {what: value for what, value in given.items() if value is not None}
        sealed = desk.crypt.seal_record(record, "document", document_id, row[0])
        who = row[2] if assigned is None else assigned
        query = "UPDATE documents SET sealed = ?, assigned = ? WHERE id = ?"
        transaction.put(query, sealed, who, document_id)
        transaction.tell("state", row[0], document_id)
        append(desk, transaction, audit, case=row[0], document=document_id)


def claim(desk: Access, document_id: str, user: str, *, audit: Logged = None) -> bool:
    """Assigned to a user, unless somebody else was first."""
    with desk.database.write() as transaction:
        query = "UPDATE documents SET assigned = ? WHERE id = ? AND assigned IN ('', ?)"
        mine = transaction.run(query, user, document_id, user) > 0
        if mine:
            case = case_of(transaction, document_id)
            transaction.tell("state", case, document_id)
            append(desk, transaction, audit, case=case, document=document_id)
    return mine


def put_in_order(desk: Access, case: str, ids: Collection[str], *, audit: Logged = None) -> None:
    """The documents of a case stand in this order from now on; others come after them."""
    with desk.database.write() as transaction:
        transaction.run("UPDATE documents SET place = 0 WHERE project = ?", case)
        for number, document_id in enumerate(ids, 1):
            query = "UPDATE documents SET place = ? WHERE id = ? AND project = ?"
            transaction.run(query, number, document_id, case)
        append(desk, transaction, audit, case=case)


def set_status(
    desk: Access,
    document_id: str,
    status: str,
    step: str = "",
    error: str = "",
    *,
    from_: Collection[str] | None = None,
    audit: Logged = None,
) -> bool:
    """How far the analysis is. With `from_`: only if it stands so until now; False if it does not."""
    with desk.database.write() as transaction:
        case = case_of(transaction, document_id, status=from_)
        if case is None:
            return False
        transaction.put(
            "UPDATE documents SET status = ?, step = ?, error = ?, changed = ? WHERE id = ?",
            *(status, step, sealed_error(desk, document_id, error), now(desk), document_id),
        )
        transaction.tell("progress", case, document_id)
        append(desk, transaction, audit, case=case, document=document_id)
    return True


def set_state(
    desk: Access, document_id: str, state: str, *, from_: str | Collection[str], audit: Logged = None
) -> bool:
    """Compare and set: False, and nothing changed, if the review is not where the caller believes it."""
    before = (from_,) if isinstance(from_, str) else tuple(from_)
    with desk.database.write() as transaction:
        case = case_of(transaction, document_id, state=before)
        if case is None:
            return False
        time = now(desk)
        transaction.put("UPDATE documents SET state = ?, changed = ? WHERE id = ?", state, time, document_id)
        if state == EXPORTED:
            transaction.put("UPDATE documents SET exported = ? WHERE id = ?", time, document_id)
        transaction.tell("state", case, document_id)
        append(desk, transaction, audit, case=case, document=document_id)
    return True


def set_counts(desk: Access, document_id: str, counts: Mapping[str, int]) -> None:
    """Numbers for the list of documents, such as entities, mentions, doubts; the others stay."""
    with desk.database.write() as transaction:
        row = transaction.one("SELECT counts FROM documents WHERE id = ?", document_id, lock=True)
        found = json.loads(expect(row, "document")[0]) | {name: int(each) for name, each in counts.items()}
        transaction.put("UPDATE documents SET counts = ? WHERE id = ?", json.dumps(found), document_id)


def _documents_where(desk: Access, where: str, *values: str) -> list[StoredDocument]:
    rows = desk.database.all(f"{_DOCUMENTS} {where} ORDER BY place = 0, place, created, id", *values)
    return [_stored(desk, row) for row in rows]


def case_of(transaction: Transaction, document_id: str, **stands: Collection[str] | None) -> Any:
    """The project of a document, which nobody else changes from here on; None if it stands otherwise."""
    row = transaction.one("SELECT project, status, state FROM documents WHERE id = ?", document_id, lock=True)
    case, status, state = expect(row, "document")
    found = {"status": status, "state": state}
    fits = all(wanted is None or found[what] in wanted for what, wanted in stands.items())
    return case if fits else None


def _stored(desk: Access, row: Row) -> StoredDocument:
    sealed, error, counts, *plain = row
    values: dict[str, Any] = dict(zip(_COLUMNS, plain, strict=True))
    values |= desk.crypt.unseal_record(sealed, "document", values["id"], values["case"])
    values |= desk.crypt.unseal_record(error, "error", values["id"])
    return StoredDocument(**values | {"counts": json.loads(counts), "original": values["original"] > 0})


def sealed_error(desk: Access, document_id: str, error: str) -> bytes:
    """Sealed: an error may name the file."""
    return desk.crypt.seal_record({"error": error}, "error", document_id)
