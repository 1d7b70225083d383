"""Edits: a command in, what changed out; undo and redo; and what an edit means for the other documents of a
case.

An edit is answered once the desk has it. Who edits what somebody else has changed meanwhile gets 409 and what
changed, and nothing of theirs is written. What an edit says of somebody as a whole holds in all documents of
the case (`corrections`): the answer names the documents that followed.
"""

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query

from lexveil import review
from lexveil.model import Edit
from lexveil.review import Command, CommandError, Conflict, can, parse, view
from lexveil.review.commands import SCOPES
from lexveil.review.corrections import UNDONE, Correction, made_of
from lexveil.review.undo import REDO, UNDO
from lexveil.service import audit, case_entities, guard, records, schemas
from lexveil.service.case_entities import Others
from lexveil.service.context import TheContext, TheDocument, TheOpenDocument
from lexveil.service.corrections import record_of
from lexveil.service.guard import IN_REVIEW, NEW, Current
from lexveil.service.jobs import move
from lexveil.service.open_documents import Make, OpenDocument, command_edit, since, step_edit
from lexveil.service.problems import Problem, problem_of
from lexveil.store.desk import StoredDocument
from lexveil.text.fold import fold

router = APIRouter(tags=["edits"])

Data = dict[str, Any]
_, CASE, ALWAYS = SCOPES
EVERYWHERE = ""  # the list of names that stay in all cases
MakeOf = Callable[[OpenDocument, Others], Make]


class Editing:
    """What a caller changes in a document, and lets the others of its case follow."""

    def __init__(self, caller: Current, context: TheContext) -> None:
        self.caller, self.context = caller, context

    def carry_out(
        self, document: StoredDocument, base: int, make: MakeOf, command: Command | None = None
    ) -> Data:
        """`command` is what the edit is made of; None for one that takes back or brings again."""
        if not guard.may_edit(document.state):
            raise Problem("conflict", "service.locked-edit")
        with self.context.case_entities.alone(document.case):
            document = self.context.corrections.one(document)
            opened = self.context.open_documents.get(document)
            others = self.context.case_entities.others(document.case, document.id)
            self._write(document, opened, make(opened, others), base, command)
            also = self.context.corrections.catch_up(document.case, but=document.id)
        return {**self.changes(document, opened, base), "also": also}

    def changes(self, document: StoredDocument, opened: OpenDocument, base: int) -> Data:
        """What the page needs to catch up from `base` to now."""
        with opened.lock:
            state, edits = opened.state, opened.edits
        stored = self.context.desk.documents(document.case)
        others = self.context.case_entities.others(document.case, document.id, among=stored)
        shared = case_entities.shared(self.context.case_entities.renewed(opened), others)
        newer = [edit for edit in edits if edit.number > base]
        current = next((each.state for each in stored if each.id == document.id), document.state)
        before, after = can(edits, self.caller.user_id)
        standing = {"number": state.number, "undo": before, "redo": after, "state": current}
        return {**standing, **view.changed(state, opened.document, newer, shared=shared)}

    def _write(
        self, document: StoredDocument, opened: OpenDocument, make: Make, base: int, command: Command | None
    ) -> Edit:
        """The edit, in the desk and told to everyone who looks at the document."""
        desk, hub, author = self.context.desk, self.context.hub, self.caller.user_id

        def save(edit: Edit) -> None:
            correction = self._correction(opened, edit, command)
            if correction is not None:
                self._list_names(document.case, correction)
            entry = audit.entry(self.caller, "edit", edit=edit.kind, number=edit.number)
            written = (document.id, edit.number, author, edit.kind, records.edit_bytes(edit))
            said = record_of(correction) if correction else None
            desk.add_edit(*written, analysis=opened.analysis, correction=said, audit=entry)

        try:
            edit = self.context.open_documents.edit(opened, make, save)
        except Conflict as conflict:
            newer = self.changes(document, opened, base)
            raise problem_of("conflict", conflict, more=newer) from None
        if document.state == NEW:
            move(desk, hub, document, IN_REVIEW, from_=NEW, by=self.caller)
        self.context.case_entities.renewed(opened)
        event = {"document": document.id, "number": edit.number, "author": author}
        hub.publish((document.id, document.case), "edit", event)
        return edit

    def _correction(self, opened: OpenDocument, edit: Edit, command: Command | None) -> Correction | None:
        """What the edit says to the case. Who takes an edit back takes back what it said."""
        if command is not None:
            made = made_of(opened.editor, opened.state, command, edit)
            return self._off_the_list(opened.case, made) if made and made.kind == "replace" else made
        said = self.context.corrections
        if edit.kind == UNDO:
            number = said.made_from(opened.case, opened.id, edit.undoes)
            found = said.of(opened.case, number) if number else None
            if found is None:
                return None
            forms = found.forms if found.kind == "whitelist" else ()
            return Correction(UNDONE, forms=forms, scope=found.scope, undoes=number)
        again = said.ever_made(opened.case, opened.id, edit.undoes) if edit.kind == REDO else None
        return dataclasses.replace(again, edit=edit.undoes) if again else None

    def _off_the_list(self, case: str, correction: Correction) -> Correction:
        """Who is replaced after all stands no longer on the list of names that stay in the case."""
        listed = set(self.context.desk.listed(case)) - set(self.context.desk.listed(EVERYWHERE))
        forms = tuple(form for each in correction.who for form in each.forms if form in listed)
        return dataclasses.replace(correction, forms=forms, scope=CASE) if forms else correction

    def _list_names(self, case: str, correction: Correction) -> None:
        """The forms that are kept from now on, or no longer, in the case or always."""
        if not correction.scope or (correction.scope == ALWAYS and not self.caller.administrator):
            return  # the documents follow, the list stays
        undone = correction.kind == UNDONE
        said = self.context.corrections.of(case, correction.undoes) if undone else correction
        if said is None:
            return
        where, desk = (case if said.scope == CASE else EVERYWHERE), self.context.desk
        change = desk.add_listed if (said.kind == "whitelist") != undone else desk.remove_listed
        entry = audit.entry(self.caller, "project changed", listed=len(said.forms))
        change(where, said.forms, audit=entry)
        self.context.open_documents.renew(where)


TheEditing = Annotated[Editing, Depends(Editing)]


@router.post("/documents/{document}/edits", response_model=schemas.Changed)
def add_edit(document: TheDocument, asked: schemas.EditIn, editing: TheEditing) -> Data:
    """Carry out a command: accept, reject, keep, replace, category, role, rename, merge, split, add, span,
    whitelist, same."""
    command = parse(asked.command.model_dump(exclude_none=True))
    if command.scope == ALWAYS and not editing.caller.administrator:
        raise Problem("forbidden", "service.always-administrator")

    def make(opened: OpenDocument, others: Others) -> Make:
        expect_free(command, opened, case_entities.names(others))
        taken = case_entities.spent(others)
        made = command_edit(command, author=editing.caller.user_id, base=asked.base, taken=taken)
        known = partial(editing.context.case_entities.named, others)
        return lambda opened: case_entities.by_their_names(opened, made(opened), known)

    return editing.carry_out(document, asked.base, make, command)


@router.post("/documents/{document}/undo", response_model=schemas.Changed)
def undo(document: TheDocument, asked: schemas.BaseIn, editing: TheEditing) -> Data:
    """Take back the caller's last edit."""
    make = step_edit(review.undo, editing.caller.user_id)
    return editing.carry_out(document, asked.base, lambda *_: make)


@router.post("/documents/{document}/redo", response_model=schemas.Changed)
def redo(document: TheDocument, asked: schemas.BaseIn, editing: TheEditing) -> Data:
    """Bring again what the caller took back last."""
    make = step_edit(review.redo, editing.caller.user_id)
    return editing.carry_out(document, asked.base, lambda *_: make)


After = Annotated[int, Query(ge=0, le=1_000_000_000)]


@router.get("/documents/{document}/edits", response_model=schemas.Changed)
def list_edits(document: TheDocument, opened: TheOpenDocument, editing: TheEditing, after: After = 0) -> Data:
    """What was changed after edit number `after`, and by whom."""
    listed = [
        {**schemas.fields(each, "number author kind"), "time": each.time.isoformat()}
        for each in since(opened, after)
    ]
    return {**editing.changes(document, opened, after), "edits": listed}


def expect_free(command: Command, opened: OpenDocument, taken: frozenset[str]) -> None:
    """A pseudonym of somebody else in another document cannot be typed here; `same` takes it on purpose."""
    if command.kind != "rename" or not command.entity or not command.pseudonym:
        return
    asked = fold(command.pseudonym.strip())
    decision = opened.state.decisions.get(command.entity)
    if decision and fold(decision.pseudonym) != asked and asked in map(fold, taken):
        raise CommandError("service.pseudonym-elsewhere")
