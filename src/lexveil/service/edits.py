"""Edits: a command in, what changed out; undo and redo; and what an edit means for the other documents of a
case.

An edit is answered once the desk has it. Who edits what somebody else has changed meanwhile gets 409 and what
changed, and nothing of theirs is written. One person has one pseudonym in all documents of a case: a new
pseudonym, role or category of somebody who is in several of them goes to all, as edits of the same author;
and a name that is to stay in the case stays in each. Documents that are approved are left as they are, and so
is what a document refuses: the answer names the documents that followed.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Query

from lexveil import review
from lexveil.errors import LexveilError
from lexveil.model import Decision, Edit, Entity
from lexveil.policy.decide import BY_LIST
from lexveil.review import Command, CommandError, Conflict, can, parse, view
from lexveil.review.commands import SCOPES
from lexveil.review.decisions import WHITELIST
from lexveil.review.state import by_key
from lexveil.review.undo import UNDO, touched
from lexveil.service import audit, case_entities, guard, records, schemas
from lexveil.service.case_entities import Others
from lexveil.service.context import TheContext, TheDocument, TheOpenDocument
from lexveil.service.guard import IN_REVIEW, NEW, Current
from lexveil.service.jobs import move
from lexveil.service.open_documents import Make, OpenDocument, command_edit, since, step_edit
from lexveil.service.problems import Problem, problem_of
from lexveil.store.desk import StoredDocument
from lexveil.text.fold import fold

router = APIRouter(tags=["edits"])

Data = dict[str, Any]
DOCUMENT, CASE, ALWAYS = SCOPES
MakeOf = Callable[[OpenDocument, Others], Make]


class Editing:
    """What a caller changes in a document, and in the others of its case that follow."""

    def __init__(self, caller: Current, context: TheContext) -> None:
        self.caller, self.context = caller, context

    def carry_out(self, document: StoredDocument, base: int, make: MakeOf, scope: str | None = None) -> Data:
        """`scope`: how far a name stays that the edit lets stay; None: as far as that of the edit which this
        one takes back."""
        if not guard.may_edit(document.state):
            raise Problem("conflict", "service.locked-edit")
        opened = self.context.open_documents.get(document)
        with self.context.case_entities.alone(document.case):
            others = self.context.case_entities.others(document.case, document.id)
            edit = self._write(document, opened, make(opened, others), base, scope=scope or "")
            if scope is None:
                scope = self._scope_of(document, edit.undoes)
                if scope == ALWAYS and not self.caller.administrator:
                    scope = ""  # the document follows, the list stays
            also = self._spread(opened, edit, others, scope)
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
        return {**standing, **view.changed(state, newer, shared=shared)}

    def _write(
        self, document: StoredDocument, opened: OpenDocument, make: Make, base: int, *, scope: str = ""
    ) -> Edit:
        """The edit, in the desk and told to everyone who looks at the document."""
        desk, hub, author = self.context.desk, self.context.hub, self.caller.user_id

        def save(edit: Edit) -> None:
            record = records.edit_bytes(edit, scope=scope)
            entry = audit.entry(self.caller, "edit", edit=edit.kind, number=edit.number)
            written = (document.id, edit.number, author, edit.kind, record)
            desk.add_edit(*written, analysis=opened.analysis, audit=entry)

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

    def _scope_of(self, document: StoredDocument, number: int) -> str:
        """How far the name stays that an edit let stay; "" for any other edit."""
        stored = next(iter(self.context.desk.edits(document.id, number - 1)), None)
        return records.scope_of(stored.record) if stored and stored.number == number else ""

    def _spread(self, opened: OpenDocument, edit: Edit, others: Others, scope: str) -> list[str]:
        """The ids of the documents that followed. `scope`: how far a name stays that the edit lets stay, or,
        if it takes that back, how far it stayed."""
        followed: dict[str, None] = {}
        listed = self._keep_names(opened, edit, scope) if scope in (CASE, ALWAYS) else frozenset()
        for stored, outline in others.values():
            for change in _changes(edit):
                old = change.old  # who has that pseudonym in another document, or had it and stays for now
                for each in (*outline.entries, *outline.reserved):
                    same = each.told_apart and (each.pseudonym, each.style) == (old.pseudonym, old.style)
                    if same and self._follow(stored, each.entity, change):
                        followed[stored.id] = None
            if listed and self._keep_elsewhere(stored, listed, back=edit.kind == UNDO):
                followed[stored.id] = None
        return list(followed)

    def _follow(self, stored: StoredDocument, entity: str, change: "Change") -> bool:
        done = False
        if change.category:
            done = self._try(stored, Command("category", entity=entity, category=change.category))
        if change.role:
            done = self._try(stored, Command("role", entity=entity, role=change.role)) or done
        opened = self.context.open_documents.get(self.context.desk.document(stored.id) or stored)
        current = opened.state.decisions.get(entity)
        name = change.new.pseudonym if change.new.action == "replace" else ""
        if name and current and current.action == "replace" and current.pseudonym != name:
            done = self._try(stored, Command("same", entity=entity, pseudonym=name)) or done
        return done

    def _try(self, stored: StoredDocument, command: Command) -> bool:
        """Whether the document took it."""
        document = self.context.desk.document(stored.id)
        if document is None or not guard.may_edit(document.state):
            return False
        opened = self.context.open_documents.get(document)
        taken = case_entities.names(self.context.case_entities.others(document.case, document.id))
        base = opened.state.number
        make = command_edit(command, author=self.caller.user_id, base=base, taken=taken)
        try:
            self._write(document, opened, make, base)
        except LexveilError:
            return False
        return True

    def _keep_names(self, opened: OpenDocument, edit: Edit, scope: str) -> frozenset[str]:
        """The forms that are kept from now on, or no longer, in the case or always. Of a person only full
        names: somebody else may bear the family name."""
        entity = opened.state.entities[next(iter(touched(edit)))]
        forms = opened.editor.forms(entity)
        full = [form for form in forms if len(form.split()) > 1]
        chosen = full if entity.category == "PERSON" and full else list(forms)
        where = opened.case if scope == CASE else ""
        desk = self.context.desk
        change = desk.remove_listed if edit.kind == UNDO else desk.add_listed
        change(where, chosen, audit=audit.entry(self.caller, "project changed", listed=len(chosen)))
        self.context.open_documents.renew(where)
        return frozenset(map(_plain, chosen))

    def _keep_elsewhere(self, stored: StoredDocument, forms: frozenset[str], *, back: bool) -> bool:
        """Let the name stay in another document too, or go again if that was taken back."""
        opened = self.context.open_documents.get(stored)
        state, text, took = opened.state, opened.document.text, False
        for entity in list(state.entities.values()):
            decision = state.decisions[entity.id]
            listed = decision.action == "keep" and decision.why.code == BY_LIST
            meant = (decision.why == WHITELIST or listed) if back else decision.action == "replace"
            if meant and any(_plain(text[span.start : span.end]) in forms for span in entity.spans):
                kept = Command("whitelist", entity=entity.id, scope=DOCUMENT)
                took = self._try(stored, Command("replace", entity=entity.id) if back else kept) or took
        return took


TheEditing = Annotated[Editing, Depends(Editing)]


@router.post("/documents/{document}/edits", response_model=schemas.Changed)
def add_edit(document: TheDocument, asked: schemas.EditIn, editing: TheEditing) -> Data:
    """Carry out a command: accept, reject, keep, replace, category, role, rename, merge, split, add, span,
    whitelist, same."""
    command = parse(asked.command.model_dump(exclude_none=True))
    if command.scope == ALWAYS and not editing.caller.administrator:
        raise Problem("forbidden", "service.always-administrator")

    def make(opened: OpenDocument, others: Others) -> Make:
        taken = case_entities.names(others)
        expect_free(command, opened, taken)
        return command_edit(command, author=editing.caller.user_id, base=asked.base, taken=taken)

    return editing.carry_out(document, asked.base, make, command.scope or "")


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


class Change(NamedTuple):
    """What an edit made of one entity."""

    old: Decision
    new: Decision
    role: str  # the new one, if it changed
    category: str


def _changes(edit: Edit) -> Iterator[Change]:
    """Of the entities that were there before the edit and are still."""
    before, after = by_key(edit.before), by_key(edit.after)
    for key, old in before.items():
        if not isinstance(old, Decision) or not isinstance(new := after.get(key), Decision):
            continue
        was, is_ = before.get(("entity", key[1])), after.get(("entity", key[1]))
        role = category = ""
        if isinstance(was, Entity) and isinstance(is_, Entity):
            role = is_.role if was.role != is_.role else ""
            category = is_.category if was.category != is_.category else ""
        if old.pseudonym and (role or category or old.pseudonym != new.pseudonym):
            yield Change(old, new, role, category)


def _plain(form: str) -> str:
    return " ".join(fold(form).split())
