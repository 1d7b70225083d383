"""The desk: the database of the review service, with everything that is kept for cases under review.

It is the path of a SQLite file, or postgresql://…, and opens with a `Key`. A `Desk` is safe for any number of
threads. Each of its methods is one transaction, on the disk once it returns, and may carry `audit=(actor,
kind, details)`, a row of the audit log in that same transaction. Everything that could tell of a person is
sealed; in the open stand ids, numbers, times, states, sizes, kinds and the names of users. No error shows a
key, or an address with its password.
"""

from pathlib import Path

from lexveil.store.desk import audit as audit_
from lexveil.store.desk import cases as cases_
from lexveil.store.desk import corrections as corrections_
from lexveil.store.desk import documents as documents_
from lexveil.store.desk import notes as notes_
from lexveil.store.desk import review as review_
from lexveil.store.desk import setup
from lexveil.store.desk import users as users_
from lexveil.store.desk.audit import AuditRow
from lexveil.store.desk.cases import Case
from lexveil.store.desk.corrections import Followed, NewEdit, StoredCorrection
from lexveil.store.desk.database import WAIT, Audit, Change, Clock, Database, DeskError, Missing, Taken
from lexveil.store.desk.documents import StoredDocument
from lexveil.store.desk.notes import Note
from lexveil.store.desk.review import Export, StoredEdit
from lexveil.store.desk.setup import rotate
from lexveil.store.desk.users import Session, Token, User
from lexveil.store.keys import Cost, Crypt, Key

__all__ = [
    "Audit", "AuditRow", "Case", "Change", "Desk", "DeskError", "Export", "Followed", "Missing", "NewEdit",
    "Note", "Session", "StoredCorrection", "StoredDocument", "StoredEdit", "Taken", "Token", "User",
    "open_desk", "rotate",
]  # fmt: skip


class Desk:
    """An open desk; `with` closes it. The methods stand in the module of their subject."""

    def __init__(self, database: Database, crypt: Crypt, clock: Clock) -> None:
        self.database, self.crypt, self.clock = database, crypt, clock

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    add_user = users_.add_user
    user = users_.user
    user_named = users_.user_named
    users = users_.users
    change_user = users_.change_user
    count_failure = users_.count_failure
    remove_user = users_.remove_user
    add_session = users_.add_session
    session = users_.session
    logged_in = users_.logged_in
    touch_session = users_.touch_session
    end_session = users_.end_session
    end_sessions = users_.end_sessions
    add_token = users_.add_token
    token = users_.token
    touch_token = users_.touch_token
    tokens = users_.tokens
    remove_token = users_.remove_token

    add_case = cases_.add_case
    case = cases_.case
    cases = cases_.cases
    change_case = cases_.change_case
    remove_case = cases_.remove_case
    secret = cases_.secret
    add_member = cases_.add_member
    remove_member = cases_.remove_member
    members = cases_.members
    is_member = cases_.is_member
    add_listed = cases_.add_listed
    remove_listed = cases_.remove_listed
    listed = cases_.listed

    add_document = documents_.add_document
    document = documents_.document
    documents = documents_.documents
    unfinished = documents_.unfinished
    due = documents_.due
    original = documents_.original
    remove_original = documents_.remove_original
    remove_document = documents_.remove_document
    forget_document = documents_.forget_document
    change_document = documents_.change_document
    claim = documents_.claim
    put_in_order = documents_.put_in_order
    set_status = documents_.set_status
    set_state = documents_.set_state
    set_counts = documents_.set_counts

    add_note = notes_.add_note
    notes = notes_.notes
    note = notes_.note
    settle_note = notes_.settle_note
    remove_note = notes_.remove_note

    set_analysis = review_.set_analysis
    analysis = review_.analysis
    find_analysis = review_.find_analysis

    add_edit = review_.add_edit
    add_followed = review_.add_followed
    edits = review_.edits

    corrections = corrections_.corrections
    erase_correction = corrections_.erase_correction
    set_corrected = corrections_.set_corrected

    add_export = review_.add_export
    export = review_.export
    export_file = review_.export_file
    tidy = review_.tidy

    audit = audit_.audit
    audit_rows = audit_.audit_rows
    verify_audit = audit_.verify_audit
    anchored = audit_.anchored


def open_desk(
    url: str | Path,
    key: Key,
    *,
    wait: float = WAIT,
    cost: Cost | None = None,
    clock: Clock = setup.today,
    folder: Path | None = None,
) -> Desk:
    """The desk in a database; an empty database, or a file that is not there yet, becomes one.

    `wait` is how many seconds to wait for the database, `cost` what a guess at the passphrase of a new desk
    costs. A wrong key is a `VaultError`. In `folder` this machine keeps how far the audit log of a database
    on a server had come; of a file, it stands beside it.
    """
    database = Database(setup.dialect_of(str(url), wait), wait=wait)
    database.anchor = setup.anchor_of(str(url), folder)
    try:
        return Desk(database, setup.ready(database, key, cost=cost), clock)
    except BaseException:
        database.close()
        raise
