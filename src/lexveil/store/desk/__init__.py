"""The database of the review service: projects, documents, edits, users, and the audit log."""

from lexveil.store.desk.audit import AuditRow
from lexveil.store.desk.cases import Case
from lexveil.store.desk.desk import Desk, open_desk
from lexveil.store.desk.documents import StoredDocument
from lexveil.store.desk.edits import StoredEdit
from lexveil.store.desk.errors import DeskError, Missing, Taken
from lexveil.store.desk.exports import Export
from lexveil.store.desk.ground import Audit
from lexveil.store.desk.hearing import Change
from lexveil.store.desk.rotation import rotate
from lexveil.store.desk.users import Session, Token, User

__all__ = [
    "Audit",
    "AuditRow",
    "Case",
    "Change",
    "Desk",
    "DeskError",
    "Export",
    "Missing",
    "Session",
    "StoredDocument",
    "StoredEdit",
    "Taken",
    "Token",
    "User",
    "open_desk",
    "rotate",
]
