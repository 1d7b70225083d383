"""What is done to a vault as a whole: a new key, and forgetting somebody.

Comes in: an open vault. Goes out: the same vault under another key, or without a trace of an entity. Each is
one transaction, followed by a rewrite of the file, so that no page holds what was there before.
"""

import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from lexveil.errors import VaultError
from lexveil.store.case import document_marks, entry_mark, form_marks, known_of, pseudonym_mark
from lexveil.store.crypt import KEY_BYTES, Crypt
from lexveil.store.keys import Cost, Key, lock
from lexveil.store.vault import Vault, put_lock


def rotate(vault: Vault, key: Key, *, cost: Cost | None = None) -> None:
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
                raise VaultError("the vault knows no such entity (any more): see `lexveil vault show CASE`")
            dropped += case.forget(entity)
    _rewrite(vault)
    return dropped


def _rewrite(vault: Vault) -> None:
    """Secure deletion has overwritten what went; this leaves no page of the old file at all."""
    try:
        vault.connection.execute("VACUUM")
    except sqlite3.Error:
        raise VaultError(
            f"done, but vault '{vault.path}' could not be written anew (is the disk full, or another run at "
            "work?): its old pages are overwritten, not removed"
        ) from None


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
            mark: bytes | None = pseudonym_mark(new, case, record["pseudonym"])
        else:
            mark = entry_mark(new, case, known_of(entity, record))
        values = (mark, new.seal_record(record, "entry", row, case, entity or ""), row)
        vault.connection.execute("UPDATE entries SET mark = ?, sealed = ? WHERE id = ?", values)
        marks = [(each, row) for each in form_marks(new, case, record.get("forms", ()))]
        vault.connection.executemany("INSERT INTO forms (mark, entry) VALUES (?, ?)", marks)


def _documents(vault: Vault, old: Crypt, new: Crypt) -> None:
    """One at a time: together they may be larger than the memory."""
    for (row,) in list(_all(vault, "SELECT id FROM documents")):
        query = "SELECT case_id, sealed, data FROM documents WHERE id = ?"
        case, sealed, data = vault.connection.execute(query, (row,)).fetchone()
        record = old.unseal_record(sealed, "document", row, case)
        values = (
            *document_marks(new, case, record),
            new.seal_record(record, "document", row, case),
            new.seal(old.unseal(data, "data", row, case), "data", row, case),
            row,
        )
        vault.connection.execute(
            "UPDATE documents SET mark = ?, source = ?, sealed = ?, data = ? WHERE id = ?", values
        )


def _all(vault: Vault, query: str) -> Iterator[tuple[Any, ...]]:
    yield from vault.connection.execute(query).fetchall()
