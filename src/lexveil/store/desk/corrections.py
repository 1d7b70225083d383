"""The corrections of a case: what was said in one of its documents and holds in all of them.

They stand in order, for good, and each is stored together with the edit that it comes from. A document counts
how many of them it has followed; what it changed to follow them is stored together with that count, so that a
service that is killed in between takes up where it was. Corrections are bytes that mean nothing here, sealed
together with what stands beside them in the open.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from lexveil.store.desk.audit import append
from lexveil.store.desk.database import Access, Logged, Transaction, expect, now


@dataclass(frozen=True, slots=True)
class StoredCorrection:
    number: int  # from 1, without gaps, in one case
    document: str  # where it was made; that document may be gone
    edit: int  # the edit there
    author: str
    time: str
    record: bytes = field(repr=False)


NewEdit = tuple[int, str, str, bytes]  # number, author, kind, record


@dataclass(frozen=True, slots=True)
class Followed:
    """What one document changed to follow the corrections up to a number."""

    document: str
    analysis: int
    edits: Sequence[NewEdit] = field(repr=False)
    corrected: int = 0


def corrections(
    desk: Access, case: str, after: int = 0, *, document: str = "", edit: int = 0
) -> list[StoredCorrection]:
    """`document` and `edit`: only those that were made there, by that edit or a later one."""
    query = (
        "SELECT number, document, edit, author, time, sealed FROM corrections "
        "WHERE project = ? AND number > ? AND (document = ? OR ? = '') AND edit >= ? ORDER BY number"
    )
    unseal = desk.crypt.unseal_padded
    found: list[StoredCorrection] = []
    for *row, sealed in desk.database.all(query, case, after, document, document, edit):
        found.append(StoredCorrection(*[*row, unseal(sealed, "correction", case, *map(str, row))]))
    return found


def put_correction(
    desk: Access, transaction: Transaction, case: str, document: str, edit: int, author: str, record: bytes
) -> None:
    """As the next one of its case; the document that it comes from has followed it already."""
    expect(transaction.one("SELECT id FROM projects WHERE id = ?", case, lock=True), "project")
    query = "SELECT coalesce(max(number), 0) FROM corrections WHERE project = ?"
    (last,) = expect(transaction.one(query, case), "project")
    row = (last + 1, document, edit, author, now(desk))
    sealed = desk.crypt.seal_padded(record, "correction", case, *map(str, row))
    query = (
        "INSERT INTO corrections (project, number, document, edit, author, time, sealed) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)"
    )
    transaction.put(query, case, *row, sealed)
    # Unless another service added one that this document has not seen: then it follows both.
    query = "UPDATE documents SET corrected = ? WHERE id = ? AND corrected = ?"
    transaction.run(query, last + 1, document, last)


def set_corrected(desk: Access, documents: Collection[str], number: int) -> None:
    """These documents need no change to follow the corrections up to a number."""
    query = "UPDATE documents SET corrected = ? WHERE id = ? AND corrected < ?"
    with desk.database.write() as transaction:
        for document in documents:
            transaction.run(query, number, document, number)


def erase_correction(desk: Access, case: str, number: int, *, audit: Logged = None) -> bool:
    """What it said is gone; documents stay as they are, and those to come do not follow it."""
    query = "SELECT number, document, edit, author, time FROM corrections WHERE project = ? AND number = ?"
    with desk.database.write() as transaction:
        row = transaction.one(query, case, number, lock=True)
        if row is None:
            return False
        sealed = desk.crypt.seal_padded(b"", "correction", case, *map(str, row))
        query = "UPDATE corrections SET sealed = ? WHERE project = ? AND number = ?"
        transaction.put(query, sealed, case, number)
        append(desk, transaction, audit, case=case)
    desk.database.scrub("corrections")
    return True
