"""Edits: what reviewers did to a document, in order, for good.

Comes in: records as bytes that mean nothing here, each with its number. Goes out: the same, in order. Two
people never get the same number: who is second is told so and can look at what the first one did. Each record
is sealed together with what stands beside it in the open, so that none can be moved or signed by another.
"""

from dataclasses import dataclass, field

from lexveil.store.desk.audit import append
from lexveil.store.desk.database import Database, Transaction
from lexveil.store.desk.errors import DeskError, Taken
from lexveil.store.desk.ground import Audit, Ground, missing, now, seal, unseal


@dataclass(frozen=True, slots=True)
class StoredEdit:
    number: int
    author: str
    kind: str
    time: str
    record: bytes = field(repr=False)


def add_edit(
    desk: Ground,
    document: str,
    number: int,
    author: str,
    kind: str,
    record: bytes,
    *,
    analysis: int | None = None,
    audit: Audit | None = None,
) -> str:
    """When it was added. Raises Taken if there is an edit of that number, or, with `analysis`, if the
    document was analysed again since (`Stored.analysis`): then nothing was added."""
    time = now(desk)
    query = "INSERT INTO edits (document, number, author, kind, time, sealed) VALUES (?, ?, ?, ?, ?, ?)"
    sealed = seal(desk.crypt, record, "edit", document, str(number), author, kind, time)
    with desk.database.write() as transaction:
        case = _open(transaction, document, number, analysis)
        transaction.put(query, document, number, author, kind, time, sealed)
        transaction.put("UPDATE documents SET changed = ? WHERE id = ?", time, document)
        transaction.tell("edit", case, document, author)
        append(desk, transaction, audit, case=case, document=document)
    return time


def edits(desk: Ground, document: str, after: int = 0, *, whole: bool = False) -> list[StoredEdit]:
    """Those of the analysis that stands, in order; with `whole`, those of earlier analyses too."""
    query = (
        "SELECT number, author, kind, time, sealed FROM edits WHERE document = ? AND number > ? AND number > "
        "(SELECT CASE WHEN ? = 1 THEN 0 ELSE base END FROM documents WHERE id = ?) ORDER BY number"
    )
    rows = desk.database.all(query, document, after, int(whole), document)
    return [
        StoredEdit(
            number,
            author,
            kind,
            time,
            unseal(desk.crypt, sealed, "edit", document, str(number), author, kind, time),
        )
        for number, author, kind, time, sealed in rows
    ]


def last_number(desk: Ground, document: str) -> int:
    return _last(desk.database, document)


def _open(transaction: Transaction, document: str, number: int, analysis: int | None) -> str:
    """The project of a document that waits for this edit. The row is locked, so that whoever analyses it
    again, or edits it, comes before or after, not between."""
    row = transaction.one("SELECT project, analysis FROM documents WHERE id = ?", document, lock=True)
    if row is None:
        raise missing("document")
    if analysis is not None and row[1] != analysis:
        raise Taken("the document was analysed again meanwhile: open it anew")
    last = _last(transaction, document)
    if 1 <= number <= last:
        raise Taken("somebody else has edited the document meanwhile: look at what changed, and try again")
    if number != last + 1:
        raise DeskError("the edits before this one are not there: edits are numbered from 1 without a gap")
    return str(row[0])


def _last(asked: Transaction | Database, document: str) -> int:
    row = asked.one("SELECT coalesce(max(number), 0) FROM edits WHERE document = ?", document)
    return int(row[0]) if row else 0
