"""What was found in a document, kept so that the same document is not analysed twice.

Comes in: the record of an analysis, as bytes that mean nothing here, and what it was made with. Goes out: the
record. The database holds it sealed, and a mark by which only the holder of the key finds it again.
"""

from collections.abc import Collection

from lexveil.store.desk.audit import append
from lexveil.store.desk.documents import case_of, sealed_error
from lexveil.store.desk.ground import Audit, Ground, now, seal, unseal

DONE = "done"


def set_analysis(
    desk: Ground,
    document_id: str,
    record: bytes,
    *,
    status: str = DONE,
    error: str = "",
    policy_digest: str = "",
    from_: Collection[str] | None = None,
    audit: Audit | None = None,
) -> bool:
    """In place of the one before, whose edits are no longer counted (`Stored.base`). With `from_`: only if
    the status is one of these until now (not cancelled meanwhile); False if it is not.

    `policy_digest` says what the analysis depends on beside the document: the policy, the version of the
    program, the project, what its other documents tell. Without it the analysis is never used again.
    """
    with desk.database.write() as transaction:
        case = case_of(transaction, document_id, status=from_)
        row = transaction.one("SELECT sealed, analysis FROM documents WHERE id = ?", document_id)
        if case is None or row is None:
            return False
        digest, number = (
            desk.crypt.unseal_record(row[0], "document", document_id, case)["digest"],
            row[1] + 1,
        )
        again = bool(policy_digest) and status == DONE
        mark = desk.crypt.mark("analysis", digest, policy_digest) if again else None
        time = now(desk)
        transaction.put(
            "INSERT INTO analyses (document, made, mark, sealed) VALUES (?, ?, ?, ?) ON CONFLICT (document) "
            "DO UPDATE SET made = excluded.made, mark = excluded.mark, sealed = excluded.sealed",
            *(document_id, time, mark, seal(desk.crypt, record, "analysis", document_id)),
        )
        transaction.put(
            "UPDATE documents SET status = ?, step = '', error = ?, changed = ?, analysis = ?, base = "
            "(SELECT coalesce(max(number), 0) FROM edits WHERE document = ?) WHERE id = ?",
            *(status, sealed_error(desk, document_id, error), time, number, document_id, document_id),
        )
        transaction.tell("progress", case, document_id)
        append(desk, transaction, audit, case=case, document=document_id)
    return True


def analysis(desk: Ground, document_id: str) -> bytes | None:
    row = desk.database.one("SELECT sealed FROM analyses WHERE document = ?", document_id)
    return unseal(desk.crypt, row[0], "analysis", document_id) if row else None


def find_analysis(desk: Ground, digest: str, policy_digest: str) -> bytes | None:
    """The latest analysis of the same bytes, made with the same means; None if there is none."""
    query = "SELECT document, sealed FROM analyses WHERE mark = ? ORDER BY made DESC LIMIT 1"
    row = desk.database.one(query, desk.crypt.mark("analysis", digest, policy_digest))
    return unseal(desk.crypt, row[1], "analysis", row[0]) if row else None
