"""What people tell each other about a document: comments, and problems that keep it back.

The words and the place they are about are sealed, bound to who wrote them and when; in the open stand the
kind and whether it is settled.
"""

from dataclasses import dataclass, field

from lexveil.store.desk.audit import append
from lexveil.store.desk.database import Access, Logged, Row, expect, new_id, now
from lexveil.store.desk.documents import case_of

COMMENT, PROBLEM = "comment", "problem"
_NOTES = "SELECT id, document, author, time, kind, done, sealed FROM notes"

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Note:
    id: str
    document: str
    author: str  # the id of a user; "" where nobody logs in
    time: str
    kind: str
    done: bool
    text: str = field(repr=False)
    mention: Place | None  # what it is about; None: the document


def add_note(
    desk: Access,
    document: str,
    author: str,
    kind: str,
    text: str,
    *,
    mention: Place | None = None,
    audit: Logged = None,
) -> Note:
    note, time = new_id(), now(desk)
    sealed = desk.crypt.seal_record(
        {"text": text, "mention": list(mention or ())}, "note", note, document, author, time, kind
    )
    query = "INSERT INTO notes (id, document, author, time, kind, done, sealed) VALUES (?, ?, ?, ?, ?, 0, ?)"
    with desk.database.write() as transaction:
        case = case_of(transaction, document)
        transaction.put(query, note, document, author, time, kind, sealed)
        append(desk, transaction, audit, case=case, document=document)
    return Note(note, document, author, time, kind, False, text, mention)


def notes(desk: Access, document: str) -> list[Note]:
    """The oldest first."""
    rows = desk.database.all(f"{_NOTES} WHERE document = ? ORDER BY time, id", document)
    return [_note(desk, row) for row in rows]


def settle_note(desk: Access, document: str, note: str, *, done: bool, audit: Logged = None) -> bool:
    """False if the document has no such note."""
    with desk.database.write() as transaction:
        case = case_of(transaction, document)
        query = "UPDATE notes SET done = ? WHERE id = ? AND document = ?"
        changed = transaction.run(query, int(done), note, document) > 0
        append(desk, transaction, audit if changed else None, case=case, document=document)
    return changed


def remove_note(desk: Access, document: str, note: str, *, audit: Logged = None) -> bool:
    with desk.database.write() as transaction:
        case = case_of(transaction, document)
        gone = transaction.run("DELETE FROM notes WHERE id = ? AND document = ?", note, document) > 0
        append(desk, transaction, audit if gone else None, case=case, document=document)
    if gone:
        desk.database.scrub("notes")
    return gone


def note(desk: Access, document: str, note_id: str) -> Note:
    row = desk.database.one(f"{_NOTES} WHERE id = ? AND document = ?", note_id, document)
    return _note(desk, expect(row, "note"))


def _note(desk: Access, row: Row) -> Note:
    note, document, author, time, kind, done, sealed = row
    record = desk.crypt.unseal_record(sealed, "note", note, document, author, time, kind)
    place = record["mention"]
    mention = (int(place[0]), int(place[1])) if place else None
    return Note(note, document, author, time, kind, bool(done), record["text"], mention)
