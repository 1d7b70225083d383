"""What comes of a document: its analysis, the edits of reviewers, the files of its exports.

Analyses and edits are bytes that mean nothing here. An analysis has a mark by which only the holder of the
key finds it again, so that the same document is not analysed twice. Edits stand in order, for good: two
people never get the same number, and each is sealed together with what stands beside it in the open, so that
none can be moved or signed by another. Exports wait to be fetched for a while; `tidy` removes what nobody can
fetch any more.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from lexveil.store.desk import database
from lexveil.store.desk.audit import append
from lexveil.store.desk.corrections import Followed, NewEdit, put_correction
from lexveil.store.desk.database import Access, Database, DeskError, Logged, Taken, Time, Transaction, now
from lexveil.store.desk.documents import case_of, sealed_error

DONE = "done"


def set_analysis(
    desk: Access,
    document_id: str,
    record: bytes,
    *,
    status: str = DONE,
    error: str = "",
    policy_digest: str = "",
    from_: Collection[str] | None = None,
    carried: NewEdit | None = None,
    audit: Logged = None,
) -> bool:
    """In place of the one before, whose edits are no longer counted (`Stored.base`). With `from_`: only if
    the status is one of these until now (not cancelled meanwhile); False if it is not. `carried`: an edit by
    which what reviewers made of the one before holds in this one; raises Taken if it is not the next.

    `policy_digest` says what the analysis depends on beside the document: the policy, the version of the
    program, the project, what its other documents tell. Without it the analysis is never used again.
    """
    with desk.database.write() as transaction:
        case = case_of(transaction, document_id, status=from_)
        row = transaction.one("SELECT sealed, analysis FROM documents WHERE id = ?", document_id)
        if case is None or row is None:
            return False
        digest = desk.crypt.unseal_record(row[0], "document", document_id, case)["digest"]
        again = bool(policy_digest) and status == DONE
        mark = desk.crypt.mark("analysis", digest, policy_digest) if again else None
        time = now(desk)
        transaction.put(
            "INSERT INTO analyses (document, made, mark, sealed) VALUES (?, ?, ?, ?) ON CONFLICT (document) "
            "DO UPDATE SET made = excluded.made, mark = excluded.mark, sealed = excluded.sealed",
            *(document_id, time, mark, desk.crypt.seal_padded(record, "analysis", document_id)),
        )
        transaction.put(
            "UPDATE documents SET status = ?, step = '', error = ?, changed = ?, analysis = ?, "
            "corrected = 0, "
            "base = (SELECT coalesce(max(number), 0) FROM edits WHERE document = ?) WHERE id = ?",
            *(status, sealed_error(desk, document_id, error), time, row[1] + 1, document_id, document_id),
        )
        if carried is not None:
            _open(transaction, document_id, carried[0], row[1] + 1)
            _put_edit(desk, transaction, document_id, carried, time)
        transaction.tell("progress", case, document_id)
        append(desk, transaction, audit, case=case, document=document_id)
    return True


def analysis(desk: Access, document_id: str) -> bytes | None:
    row = desk.database.one("SELECT sealed FROM analyses WHERE document = ?", document_id)
    return desk.crypt.unseal_padded(row[0], "analysis", document_id) if row else None


def find_analysis(desk: Access, digest: str, policy_digest: str) -> bytes | None:
    """The latest analysis of the same bytes, made with the same means; None if there is none."""
    query = "SELECT document, sealed FROM analyses WHERE mark = ? ORDER BY made DESC LIMIT 1"
    row = desk.database.one(query, desk.crypt.mark("analysis", digest, policy_digest))
    return desk.crypt.unseal_padded(row[1], "analysis", row[0]) if row else None


@dataclass(frozen=True, slots=True)
class StoredEdit:
    number: int
    author: str
    kind: str
    time: str
    record: bytes = field(repr=False)


def add_edit(
    desk: Access,
    document: str,
    number: int,
    author: str,
    kind: str,
    record: bytes,
    *,
    analysis: int | None = None,
    correction: bytes | None = None,
    audit: Logged = None,
) -> str:
    """When it was added. Raises Taken if there is an edit of that number, or, with `analysis`, if the
    document was analysed again since (`Stored.analysis`): then nothing was added. `correction`: what the
    other documents of the case are to make of it, as the next of its corrections."""
    time = now(desk)
    with desk.database.write() as transaction:
        case = _open(transaction, document, number, analysis)
        _put_edit(desk, transaction, document, (number, author, kind, record), time)
        transaction.put("UPDATE documents SET changed = ? WHERE id = ?", time, document)
        transaction.tell("edit", case, document, author)
        if correction is not None:
            put_correction(desk, transaction, case, document, number, author, correction)
        append(desk, transaction, audit, case=case, document=document)
    return time


def add_followed(desk: Access, followed: Sequence[Followed], *, audit: Logged = None) -> None:
    """What documents changed to follow the corrections of their case, together: all of it or, where one of
    them was edited or analysed again meanwhile (Taken), nothing."""
    time = now(desk)
    case = ""
    with desk.database.write() as transaction:
        for each in followed:
            for edit in each.edits:
                case = _open(transaction, each.document, edit[0], each.analysis)
                _put_edit(desk, transaction, each.document, edit, time)
            query = "UPDATE documents SET changed = ?, corrected = ? WHERE id = ? AND analysis = ?"
            transaction.put(query, time, each.corrected, each.document, each.analysis)
            if each.edits:
                transaction.tell("edit", case, each.document, each.edits[-1][1])
        append(desk, transaction, audit if case else None, case=case)  # one row for all of them


def _put_edit(desk: Access, transaction: Transaction, document: str, edit: NewEdit, time: str) -> None:
    number, author, kind, record = edit
    query = "INSERT INTO edits (document, number, author, kind, time, sealed) VALUES (?, ?, ?, ?, ?, ?)"
    sealed = desk.crypt.seal_padded(record, "edit", document, str(number), author, kind, time)
    transaction.put(query, document, number, author, kind, time, sealed)


def edits(desk: Access, document: str, after: int = 0, *, whole: bool = False) -> list[StoredEdit]:
    """Those of the analysis that stands, in order; with `whole`, those of earlier analyses too."""
    query = (
        "SELECT number, author, kind, time, sealed FROM edits WHERE document = ? AND number > ? AND number > "
        "(SELECT CASE WHEN ? = 1 THEN 0 ELSE base END FROM documents WHERE id = ?) ORDER BY number"
    )
    rows = desk.database.all(query, document, after, int(whole), document)
    unseal = desk.crypt.unseal_padded
    return [StoredEdit(*[*row, unseal(last, "edit", document, *map(str, row))]) for *row, last in rows]


def _open(transaction: Transaction, document: str, number: int, analysis: int | None) -> str:
    """The project of a document that waits for this edit. The row is locked, so that whoever analyses it
    again, or edits it, comes before or after, not between."""
    row = transaction.one("SELECT project, analysis FROM documents WHERE id = ?", document, lock=True)
    case, latest = database.expect(row, "document")
    if analysis is not None and latest != analysis:
        raise Taken("desk.analysed-again")
    query = "SELECT coalesce(max(number), 0) FROM edits WHERE document = ?"
    (last,) = database.expect(transaction.one(query, document), "document")
    if 1 <= number <= last:
        raise Taken("desk.edited-meanwhile")
    if number != last + 1:
        raise DeskError("desk.edits-gap")
    return str(case)


@dataclass(frozen=True, slots=True)
class Export:
    id: str
    document: str
    created: str
    expires: str
    names: tuple[str, ...] = field(repr=False)


def add_export(
    desk: Access, document: str, files: Mapping[str, bytes], expires: Time, *, audit: Logged = None
) -> str:
    """The id of the export."""
    export_id, time, end = database.new_id(), now(desk), database.when(expires)
    names = desk.crypt.seal_record({"names": list(files)}, "export", export_id, document)
    with desk.database.write() as transaction:
        case = case_of(transaction, document)
        query = "INSERT INTO exports (id, document, created, expires, sealed) VALUES (?, ?, ?, ?, ?)"
        transaction.run(query, export_id, document, time, end, names)
        for number, data in enumerate(files.values()):
            sealed = desk.crypt.seal_padded(data, "export file", export_id, str(number))
            query = "INSERT INTO export_files (export, number, sealed) VALUES (?, ?, ?)"
            transaction.run(query, export_id, number, sealed)
        transaction.run("UPDATE documents SET exported = ? WHERE id = ?", time, document)
        append(desk, transaction, audit, case=case, document=document)
    return export_id


def export(desk: Access, export_id: str) -> Export | None:
    """None too if its time is over."""
    return _export_in_time(desk, desk.database, export_id)


def export_file(desk: Access, export_id: str, name: str) -> bytes | None:
    with desk.database.read() as transaction:
        found = _export_in_time(desk, transaction, export_id)
        if found is None or name not in found.names:
            return None
        number = found.names.index(name)
        query = "SELECT sealed FROM export_files WHERE export = ? AND number = ?"
        row = transaction.one(query, export_id, number)
    return desk.crypt.unseal_padded(row[0], "export file", export_id, str(number)) if row else None


def tidy(desk: Access) -> tuple[int, int]:
    """Remove sessions and exports whose time is over; how many of each."""
    with desk.database.write() as transaction:
        time = now(desk)
        sessions = transaction.run("DELETE FROM sessions WHERE expires <= ?", time)
        exports = transaction.run("DELETE FROM exports WHERE expires <= ?", time)
    if exports:
        desk.database.scrub("export_files")
    return sessions, exports


def _export_in_time(desk: Access, asked: Transaction | Database, export_id: str) -> Export | None:
    query = "SELECT id, document, created, expires, sealed FROM exports WHERE id = ? AND expires > ?"
    row = asked.one(query, export_id, now(desk))
    if row is None:
        return None
    _, document, created, expires, sealed = row
    names = desk.crypt.unseal_record(sealed, "export", export_id, document)["names"]
    return Export(export_id, document, created, expires, tuple(names))
