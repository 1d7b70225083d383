"""Edits: a command in, what changed out; undo and redo; and what an edit means for the other documents of a
case.

An edit is answered once the desk has it. Who edits what somebody else has changed meanwhile gets 409 and what
changed, and nothing of theirs is written. One person has one pseudonym in all documents of a case: a new
pseudonym, role or category of somebody who is in several of them goes to all, as edits of the same author;
and a name that is to stay in the case stays in each. Documents that are approved are left as they are, and so
is what a document refuses: the answer names the documents that followed.
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query

from lexveil.errors import LexveilError
from lexveil.model import Decision, Edit, Entity
from lexveil.policy.decide import BY_LIST
from lexveil.review import Command, CommandError, Conflict, can, parse, view
from lexveil.review.commands import SCOPES
from lexveil.review.decisions import WHITELIST
from lexveil.review.state import by_key
from lexveil.review.undo import UNDO, touched
from lexveil.service import audit, case_entities, guard, records, schemas
from lexveil.service.callers import Caller
from lexveil.service.case_entities import Others, Outline
from lexveil.service.context import Context, TheContext, TheDocument, TheOpenDocument
from lexveil.service.guard import Current
from lexveil.service.open_documents import Make, OpenDocument, command_edit, redo_edit, since, undo_edit
from lexveil.service.problems import Problem, problem_of
from lexveil.store.desk import StoredDocument
from lexveil.text.fold import fold

router = APIRouter(tags=["edits"])

Data = dict[str, Any]


@router.post("/documents/{document}/edits", response_model=schemas.Changed)
def add_edit(document: TheDocument, asked: schemas.EditIn, caller: Current, context: TheContext) -> Data:
    """Carry out a command: accept, reject, keep, replace, category, role, rename, merge, split, add, span,
    whitelist, same."""
    command = parse(asked.command.model_dump(exclude_none=True))
    if command.scope == ALWAYS and not caller.administrator:
        raise Problem("forbidden", "service.always-administrator")
    opened = editable(context, document)
    with context.case_entities.alone(document.case):
        others = context.case_entities.others(document.case, document.id)
        expect_free(command, opened, others)
        make = command_edit(
            command, author=caller.user_id, base=asked.base, taken=case_entities.names(others)
        )
        edit = write(context, caller, document, opened, make, asked.base, scope=command.scope or "")
        also = spread(context, caller, opened, edit, others, scope=command.scope or "")
    return {**changes(context, caller, document, opened, asked.base), "also": also}


@router.post("/documents/{document}/undo", response_model=schemas.Changed)
def undo(document: TheDocument, asked: schemas.BaseIn, caller: Current, context: TheContext) -> Data:
    """Take back the caller's last edit."""
    return _step(document, asked, caller, context, undo_edit(caller.user_id))


@router.post("/documents/{document}/redo", response_model=schemas.Changed)
def redo(document: TheDocument, asked: schemas.BaseIn, caller: Current, context: TheContext) -> Data:
    """Bring again what the caller took back last."""
    return _step(document, asked, caller, context, redo_edit(caller.user_id))


@router.get("/documents/{document}/edits", response_model=schemas.Changed)
def list_edits(
    document: TheDocument,
    opened: TheOpenDocument,
    caller: Current,
    context: TheContext,
    after: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
) -> Data:
    """What was changed after edit number `after`, and by whom."""
    newer = since(opened, after)
    listed = [
        {"number": each.number, "author": each.author, "time": each.time.isoformat(), "kind": each.kind}
        for each in newer
    ]
    return {**changes(context, caller, document, opened, after), "edits": listed}


def _step(
    document: StoredDocument, asked: schemas.BaseIn, caller: Caller, context: Context, make: Make
) -> Data:
    opened = editable(context, document)
    with context.case_entities.alone(document.case):
        others = context.case_entities.others(document.case, document.id)
        edit = write(context, caller, document, opened, make, asked.base)
        scope = scope_of(context, document, edit.undoes)
        if scope == ALWAYS and not caller.administrator:
            scope = ""  # the document follows, the list stays
        also = spread(context, caller, opened, edit, others, scope=scope)
    return {**changes(context, caller, document, opened, asked.base), "also": also}


def editable(context: Context, document: StoredDocument) -> OpenDocument:
    if not guard.may_edit(document.state):
        raise Problem("conflict", "service.locked-edit")
    return context.open_documents.get(document)


def write(
    context: Context,
    caller: Caller,
    document: StoredDocument,
    opened: OpenDocument,
    make: Make,
    base: int,
    *,
    scope: str = "",
) -> Edit:
    """The edit, in the desk and told to everyone who looks at the document."""

    def save(edit: Edit) -> None:
        context.desk.add_edit(
            document.id,
            edit.number,
            caller.user_id,
            edit.kind,
            records.edit_bytes(edit, scope=scope),
            analysis=opened.analysis,
            audit=audit.entry(caller, "edit", edit=edit.kind, number=edit.number),
        )

    try:
        edit = context.open_documents.edit(opened, make, save)
    except Conflict as conflict:
        newer = changes(context, caller, document, opened, base)
        raise problem_of("conflict", conflict, more=newer) from None
    if document.state == "new":
        begun = audit.entry(caller, "document state", to="in review")
        if context.desk.set_state(document.id, "in review", from_="new", audit=begun):
            context.hub.publish(
                (document.id, document.case), "state", {"document": document.id, "state": "in review"}
            )
    context.case_entities.renewed(opened)
    event = {"document": document.id, "number": edit.number, "author": caller.user_id}
    context.hub.publish((document.id, document.case), "edit", event)
    return edit


def scope_of(context: Context, document: StoredDocument, number: int) -> str:
    """How far the name stays that an edit let stay; "" for any other edit."""
    stored = next((each for each in context.desk.edits(document.id, number - 1)), None)
    return records.scope_of(stored.record) if stored and stored.number == number else ""


def changes(
    context: Context, caller: Caller, document: StoredDocument, opened: OpenDocument, base: int
) -> Data:
    """What the page needs to catch up from `base` to now."""
    with opened.lock:
        state, edits = opened.state, opened.edits
    stored = context.desk.documents(document.case)
    others = context.case_entities.others(document.case, document.id, among=stored)
    shared = case_entities.shared(context.case_entities.renewed(opened), others)
    newer = [edit for edit in edits if edit.number > base]
    current = next((each for each in stored if each.id == document.id), None)
    before, after = can(edits, caller.user_id)
    return {
        "number": state.number,
        "undo": before,
        "redo": after,
        "state": current.state if current else document.state,
        **view.changed(state, newer, shared=shared),
    }


DOCUMENT, CASE, ALWAYS = SCOPES


def expect_free(command: Command, opened: OpenDocument, others: Others) -> None:
    """A pseudonym of somebody else in another document cannot be typed here; `same` takes it on purpose."""
    if command.kind != "rename" or not command.entity or not command.pseudonym:
        return
    asked = fold(command.pseudonym.strip())
    decision = opened.state.decisions.get(command.entity)
    if decision and fold(decision.pseudonym) != asked and asked in map(fold, case_entities.names(others)):
        raise CommandError("service.pseudonym-elsewhere")


def spread(
    context: Context, caller: Caller, opened: OpenDocument, edit: Edit, others: Others, *, scope: str = ""
) -> list[str]:
    """The ids of the documents that followed. `scope`: how far a name stays that the edit lets stay, or, if
    it takes that back, how far it stayed."""
    followed: dict[str, None] = {}
    listed = _keep_names(context, caller, opened, edit, scope) if scope in (CASE, ALWAYS) else frozenset()
    for stored, outline in others.values():
        for change in _changes(edit):
            for entity in _same(outline, change.old):
                if _follow(context, caller, stored, entity, change):
                    followed[stored.id] = None
        if listed and _keep_elsewhere(context, caller, stored, listed, edit):
            followed[stored.id] = None
    return list(followed)


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


def _same(outline: Outline, old: Decision) -> list[str]:
    """Who has that pseudonym in another document, or had it and stays for now."""
    return [
        each.entity
        for each in (*outline.entries, *outline.reserved)
        if each.told_apart and each.pseudonym == old.pseudonym and each.style == old.style
    ]


def _follow(context: Context, caller: Caller, stored: StoredDocument, entity: str, change: Change) -> bool:
    done = False
    if change.category:
        asked = Command("category", entity=entity, category=change.category)
        done = _try(context, caller, stored, asked)
    if change.role:
        done = _try(context, caller, stored, Command("role", entity=entity, role=change.role)) or done
    current = context.open_documents.get(context.desk.document(stored.id) or stored).state.decisions.get(
        entity
    )
    name = change.new.pseudonym if change.new.action == "replace" else ""
    if name and current and current.action == "replace" and current.pseudonym != name:
        done = _try(context, caller, stored, Command("same", entity=entity, pseudonym=name)) or done
    return done


def _try(context: Context, caller: Caller, stored: StoredDocument, command: Command) -> bool:
    """Whether the document took it."""
    document = context.desk.document(stored.id)
    if document is None or not guard.may_edit(document.state):
        return False
    opened = context.open_documents.get(document)
    taken = case_entities.names(context.case_entities.others(document.case, document.id))
    make = command_edit(command, author=caller.user_id, base=opened.state.number, taken=taken)
    try:
        write(context, caller, document, opened, make, opened.state.number)
    except LexveilError:
        return False
    return True


# Names that stay -----------------------------------------------------------------------------------


def _keep_names(
    context: Context, caller: Caller, opened: OpenDocument, edit: Edit, scope: str
) -> frozenset[str]:
    """The forms that are kept from now on, or no longer, in the case or always. Of a person only full names:
    somebody else may bear the family name."""
    entity = opened.state.entities[next(iter(touched(edit)))]
    forms = opened.editor.forms(entity)
    full = [form for form in forms if len(form.split()) > 1]
    chosen = full if entity.category == "PERSON" and full else list(forms)
    where = opened.case if scope == CASE else ""
    change = context.desk.remove_listed if edit.kind == UNDO else context.desk.add_listed
    change(where, chosen, audit=audit.entry(caller, "project changed", listed=len(chosen)))
    context.open_documents.renew(where)
    return frozenset(map(_plain, chosen))


def _keep_elsewhere(
    context: Context, caller: Caller, stored: StoredDocument, forms: frozenset[str], edit: Edit
) -> bool:
    """Let the name stay in another document too, or go again if that was taken back."""
    opened = context.open_documents.get(stored)
    state, text = opened.state, opened.document.text
    back = edit.kind == UNDO
    meant = [
        entity.id
        for entity in state.entities.values()
        if _is_meant(state.decisions[entity.id], kept=back) and _among(text, entity, forms)
    ]
    asked = (
        Command("replace", entity=each) if back else Command("whitelist", entity=each, scope=DOCUMENT)
        for each in meant
    )
    return sum(_try(context, caller, stored, each) for each in asked) > 0


def _is_meant(decision: Decision, *, kept: bool) -> bool:
    if kept:
        return decision.why == WHITELIST or (decision.action == "keep" and decision.why.code == BY_LIST)
    return decision.action == "replace"


def _among(text: str, entity: Entity, forms: frozenset[str]) -> bool:
    return any(_plain(text[span.start : span.end]) in forms for span in entity.spans)


def _plain(form: str) -> str:
    return " ".join(fold(form).split())
