"""Exports: finished files that wait to be fetched, for a while.

Comes in: files by name. Goes out: the same until their time is over. The database holds names and files
sealed; `tidy` removes what nobody can fetch any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from lexveil.store.desk.audit import append
from lexveil.store.desk.database import Database, Transaction
from lexveil.store.desk.ground import Audit, Ground, missing, new_id, now, seal, unseal, when


@dataclass(frozen=True, slots=True)
class Export:
    id: str
    document: str
    created: str
    expires: str
    names: tuple[str, ...] = field(repr=False)


def add_export(
    desk: Ground,
    document: str,
    files: Mapping[str, bytes],
    expires: str | datetime,
    *,
    audit: Audit | None = None,
) -> str:
    """The id of the export."""
    export_id, time, end = new_id(), now(desk), when(expires)
    names = desk.crypt.seal_record({"names": list(files)}, "export", export_id, document)
    with desk.database.write() as transaction:
        row = transaction.one("SELECT project FROM documents WHERE id = ?", document, lock=True)
        if row is None:
            raise missing("document")
        query = "INSERT INTO exports (id, document, created, expires, sealed) VALUES (?, ?, ?, ?, ?)"
        transaction.run(query, export_id, document, time, end, names)
        for number, data in enumerate(files.values()):
            sealed = seal(desk.crypt, data, "export file", export_id, str(number))
            query = "INSERT INTO export_files (export, number, sealed) VALUES (?, ?, ?)"
            transaction.run(query, export_id, number, sealed)
        transaction.run("UPDATE documents SET exported = ? WHERE id = ?", time, document)
        append(desk, transaction, audit, case=row[0], document=document)
    return export_id


def export(desk: Ground, export_id: str) -> Export | None:
    """None too if its time is over."""
    return _found(desk, desk.database, export_id)


def export_names(desk: Ground, export_id: str) -> tuple[str, ...]:
    found = export(desk, export_id)
    return found.names if found else ()


def export_file(desk: Ground, export_id: str, name: str) -> bytes | None:
    with desk.database.read() as transaction:
        found = _found(desk, transaction, export_id)
        if found is None or name not in found.names:
            return None
        number = found.names.index(name)
        query = "SELECT sealed FROM export_files WHERE export = ? AND number = ?"
        row = transaction.one(query, export_id, number)
    return unseal(desk.crypt, row[0], "export file", export_id, str(number)) if row else None


def tidy(desk: Ground) -> tuple[int, int]:
    """Remove sessions and exports whose time is over; how many of each."""
    with desk.database.write() as transaction:
        time = now(desk)
        sessions = transaction.run("DELETE FROM sessions WHERE expires <= ?", time)
        exports = transaction.run("DELETE FROM exports WHERE expires <= ?", time)
    if exports:
        desk.database.scrub("export_files")
    return sessions, exports


def _found(desk: Ground, asked: Transaction | Database, export_id: str) -> Export | None:
    query = "SELECT id, document, created, expires, sealed FROM exports WHERE id = ? AND expires > ?"
    row = asked.one(query, export_id, now(desk))
    if row is None:
        return None
    _, document, created, expires, sealed = row
    names = desk.crypt.unseal_record(sealed, "export", export_id, document)["names"]
    return Export(export_id, document, created, expires, tuple(names))
