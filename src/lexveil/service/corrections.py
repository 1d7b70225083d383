"""The corrections of a case, carried to every document of it: those there, and those that come later.

A correction is written together with the edit that it comes from, and each document notes how many it has
followed, in one transaction with what it changed for them. So nothing is lost where the service is killed in
between: whoever asks for the case or for a document next lets it follow what is left. A document that is
approved or exported stays as it is; if a correction would change it, it is out of step, and says so.
"""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any, NamedTuple

from lexveil.model import Edit
from lexveil.review.corrections import UNDONE, Correction, Following, correction_from, data_of, let_go
from lexveil.review.undo import back
from lexveil.service import audit, guard, records
from lexveil.service.case_entities import CaseEntities
from lexveil.service.events import Hub
from lexveil.service.open_documents import OpenDocument, OpenDocuments
from lexveil.service.problems import Problem
from lexveil.store.desk import Desk, Followed, Missing, StoredCorrection, StoredDocument, Taken

TRIES = 3  # to write what documents changed, while other services write too
TOGETHER = 50  # documents in one transaction


def record_of(correction: Correction) -> bytes:
    return json.dumps(data_of(correction), separators=(",", ":")).encode()


def read(stored: StoredCorrection) -> Correction | None:
    """None for one that was erased."""
    return correction_from(json.loads(stored.record)) if stored.record else None


class Numbered(NamedTuple):
    stored: StoredCorrection
    correction: Correction


class _Change(NamedTuple):
    """What a document does to follow."""

    opened: OpenDocument
    edits: tuple[Edit, ...]


class CaseCorrections:
    def __init__(self, desk: Desk, hub: Hub, open_documents: OpenDocuments, known: CaseEntities) -> None:
        self._desk, self._hub = desk, hub
        self._open_documents, self._case_entities = open_documents, known
        self._out: dict[str, tuple[int, int, bool]] = {}  # document → number, corrections, out of step

    def behind(self, document: StoredDocument) -> bool:
        """Whether there are corrections that it has not looked at, and may."""
        return self._is_open(document) and document.corrected < document.corrections

    def out_of_step(self, document: StoredDocument) -> bool:
        """Whether a document that is approved or exported is not what the case says by now."""
        if (
            guard.may_edit(document.state)
            or document.corrected >= document.corrections
            or not document.analysis
        ):
            return False
        known = self._out.get(document.id)
        if known and known[:2] == (document.number, document.corrections):
            return known[2]
        try:
            opened = self._open_documents.get(document)
        except Problem:  # its policy is gone, say: nobody can tell
            return False
        pending = self._pending(document.case, document.corrected)
        change = self._change(opened, pending, self._taken(document.case))
        if not change.edits:
            self._desk.set_corrected([document.id], document.corrections)
        self._out[document.id] = (document.number, document.corrections, bool(change.edits))
        return bool(change.edits)

    def catch_up(self, case: str, *, but: str = "") -> list[str]:
        """Every document of the case follows what it has not yet; the ids of those that changed. A document
        that cannot be opened now follows later."""
        with self._case_entities.alone(case):
            for _ in range(TRIES):
                behind = [each for each in self._desk.documents(case) if self.behind(each) and each.id != but]
                if not behind:
                    return []
                try:
                    return self._catch_up(case, behind)
                except Taken:
                    continue
        return []

    def one(self, document: StoredDocument) -> StoredDocument:
        """The document, once it has followed."""
        if not self.behind(document):
            return document
        self.catch_up(document.case)
        return self._desk.document(document.id) or document

    def _is_open(self, document: StoredDocument) -> bool:
        return bool(document.analysis) and guard.may_edit(document.state)

    def _pending(self, case: str, after: int, **made_by: Any) -> list[Numbered]:
        found = ((each, read(each)) for each in self._desk.corrections(case, after, **made_by))
        return [Numbered(stored, correction) for stored, correction in found if correction]

    def _catch_up(self, case: str, behind: Sequence[StoredDocument]) -> list[str]:
        pending = self._pending(case, min(each.corrected for each in behind))
        taken = self._taken(case)
        last = max(each.corrections for each in behind)
        unchanged: list[str] = []
        changes: list[tuple[StoredDocument, _Change]] = []
        for document in behind:
            mine = [each for each in pending if each.stored.number > document.corrected]
            try:
                change = self._change(self._open_documents.get(document), mine, taken)
            except (Problem, Missing):
                continue
            if change.edits:
                changes.append((document, change))
            else:
                unchanged.append(document.id)
        for at in range(0, len(changes), TOGETHER):
            self._write(changes[at : at + TOGETHER], last)
        if unchanged:
            self._desk.set_corrected(unchanged, last)
        for document, change in changes:
            self._tell(document, change)
        return [document.id for document, _ in changes]

    def _change(self, opened: OpenDocument, pending: Sequence[Numbered], taken: frozenset[str]) -> _Change:
        """What follows from corrections, in their order; what another takes back is as if it never was."""
        numbers = {each.stored.number for each in pending}
        gone = {each.correction.undoes for each in pending if each.correction.undoes in numbers}
        with opened.lock:
            work = Following(opened.editor, opened.state, taken=taken)
            known = list(opened.edits)
            for stored, correction in pending:
                if stored.number in gone or correction.undoes in gone:
                    continue
                made = (stored.number, stored.author, datetime.now(UTC))
                if correction.kind == UNDONE:
                    taken_back = back(
                        [*known, *work.edits], correction.undoes, author=made[1], time=made[2], by=made[0]
                    )
                    work.take(taken_back)
                    work.about(*made)
                    let_go(work, correction)
                    continue
                work.follow(correction, number=made[0], author=made[1], time=made[2])
            return _Change(opened, tuple(work.edits))

    def _taken(self, case: str) -> frozenset[str]:
        """Pseudonyms that nobody new in a document may get; its own it knows itself."""
        return self._case_entities.names_beside(case, "")

    def _write(self, changes: Sequence[tuple[StoredDocument, _Change]], last: int) -> None:
        followed = [
            Followed(
                document.id,
                change.opened.analysis,
                [(each.number, each.author, each.kind, records.edit_bytes(each)) for each in change.edits],
                last,
            )
            for document, change in changes
        ]
        with ExitStack() as held:  # or who asks for a document meanwhile takes these edits in too
            for _, change in changes:
                held.enter_context(change.opened.lock)
            entry = audit.entry(None, "edit followed", documents=len(followed))
            try:
                self._desk.add_followed(followed, audit=entry)
            except Taken:
                for _, change in changes:
                    self._open_documents.catch_up(change.opened)
                raise
            for _, change in changes:
                change.opened.take(change.edits)

    def _tell(self, document: StoredDocument, change: _Change) -> None:
        self._case_entities.renewed(change.opened)
        last = change.edits[-1]
        event = {"document": document.id, "number": last.number, "author": last.author}
        self._hub.publish((document.id, document.case), "edit", event)

    # Taking back

    def made_from(self, case: str, document: str, edit: int) -> int:
        """The correction that came of an edit and stands; 0 if there is none."""
        made = self.standing(case, document=document, edit=edit)
        return next((each.stored.number for each in reversed(made) if _is_of(each, document, edit)), 0)

    def ever_made(self, case: str, document: str, edit: int) -> Correction | None:
        """What an edit said that was taken back."""
        every = reversed(self._pending(case, 0, document=document, edit=edit))
        return next((each.correction for each in every if _is_of(each, document, edit)), None)

    def of(self, case: str, number: int) -> Correction | None:
        stored = next(iter(self._desk.corrections(case, number - 1)), None)
        return read(stored) if stored and stored.number == number else None

    def standing(self, case: str, **made_by: Any) -> list[Numbered]:
        """The list of the case: what nobody has taken back."""
        every = self._pending(case, 0, **made_by)
        gone = {each.correction.undoes for each in every if each.correction.undoes}
        return [each for each in every if each.correction.kind != UNDONE and each.stored.number not in gone]


def _is_of(each: Numbered, document: str, edit: int) -> bool:
    made = (each.correction.edit or each.stored.edit) == edit
    return each.correction.kind != UNDONE and each.stored.document == document and made
