"""An edit on its way into the desk, and what it changed on its way out.

Comes in: an open document and how to make an edit of what stands there. Goes out: the edit, once the desk has
it and everyone who looks at the document was told. What somebody else has changed meanwhile is a Problem that
carries those changes, and nothing is written.
"""

from typing import Any

from lexveil.model import Edit
from lexveil.review import Conflict, can, view
from lexveil.service import audit, cases, guard, records
from lexveil.service.guard import Caller
from lexveil.service.open import Make, Open
from lexveil.service.problems import Problem
from lexveil.service.works import Works
from lexveil.store.desk import Stored

Data = dict[str, Any]


def editable(works: Works, document: Stored) -> Open:
    if not guard.may_edit(document.state):
        raise Problem(
            "conflict", "the document is approved or exported: take it back to review before it is edited"
        )
    return works.shelf.get(document)


def write(
    works: Works, caller: Caller, document: Stored, found: Open, make: Make, base: int, *, scope: str = ""
) -> Edit:
    """The edit, in the desk and told to everyone who looks at the document."""

    def kept(edit: Edit) -> None:
        works.desk.add_edit(
            document.id,
            edit.number,
            caller.user_id,
            edit.kind,
            records.edit_bytes(edit, scope=scope),
            analysis=found.analysis,
            audit=audit.entry(caller, "edit", edit=edit.kind, number=edit.number),
        )

    try:
        edit = works.shelf.edit(found, make, kept)
    except Conflict as conflict:
        raise Problem("conflict", str(conflict), **changes(works, caller, document, found, base)) from None
    if document.state == "new":
        begun = audit.entry(caller, "document state", to="in review")
        if works.desk.set_state(document.id, "in review", from_="new", audit=begun):
            works.hub.publish(
                (document.id, document.project), "state", {"document": document.id, "state": "in review"}
            )
    works.cases.renewed(found)
    told = {"document": document.id, "number": edit.number, "author": caller.user_id}
    works.hub.publish((document.id, document.project), "edit", told)
    return edit


def scope_of(works: Works, document: Stored, number: int) -> str:
    """How far the name stays that an edit let stay; "" for any other edit."""
    stored = next((each for each in works.desk.edits(document.id, number - 1)), None)
    return records.scope_of(stored.record) if stored and stored.number == number else ""


def changes(works: Works, caller: Caller, document: Stored, found: Open, base: int) -> Data:
    """What the page needs to catch up from `base` to now."""
    with found.lock:
        state, edits = found.state, found.edits
    stored = works.desk.documents(document.project)
    others = works.cases.others(document.project, document.id, among=stored)
    shared = cases.shared(works.cases.renewed(found), others)
    newer = [edit for edit in edits if edit.number > base]
    standing = next((each for each in stored if each.id == document.id), None)
    before, after = can(edits, caller.user_id)
    return {
        "number": state.number,
        "undo": before,
        "redo": after,
        "state": standing.state if standing else document.state,
        **view.changed(state, newer, shared=shared),
    }
