"""What an edit of one document means for the others of its case.

One person has one pseudonym in all documents of a case. So a new pseudonym, role or category of somebody who
is in several documents goes to all of them, as edits of the same author; and a name that is to stay in the
case stays in each. Documents that are approved are left as they are. What a document refuses is left too: the
answer names the documents that followed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from lexveil.errors import LexveilError
from lexveil.model import Decision, Edit, Entity
from lexveil.policy.decide import BY_LIST
from lexveil.review import Command, CommandError
from lexveil.review.request import SCOPES
from lexveil.review.settle import WHITELIST
from lexveil.review.state import by_key
from lexveil.review.undo import UNDO, touched
from lexveil.service import audit, cases, guard, writing
from lexveil.service.cases import Others, Outline
from lexveil.service.guard import Caller
from lexveil.service.open import Open, command_edit
from lexveil.service.works import Works
from lexveil.store.desk import Stored
from lexveil.text.fold import fold

DOCUMENT, CASE, ALWAYS = SCOPES


def expect_free(command: Command, found: Open, others: Others) -> None:
    """A pseudonym of somebody else in another document cannot be typed here; `same` takes it on purpose."""
    if command.kind != "rename" or not command.entity or not command.pseudonym:
        return
    asked = fold(command.pseudonym.strip())
    decision = found.state.decisions.get(command.entity)
    if decision and fold(decision.pseudonym) != asked and asked in map(fold, cases.names(others)):
        raise CommandError(
            "another document of the project has this pseudonym: choose another, or say it is the same"
        )


def spread(
    works: Works, caller: Caller, found: Open, edit: Edit, others: Others, *, scope: str = ""
) -> list[str]:
    """The ids of the documents that followed. `scope`: how far a name stays that the edit lets stay, or, if
    it takes that back, how far it stayed."""
    followed: dict[str, None] = {}
    listed = _listed(works, caller, found, edit, scope) if scope in (CASE, ALWAYS) else frozenset()
    for stored, outline in others.values():
        for change in _changes(edit):
            for entity in _same(outline, change.old):
                if _follow(works, caller, stored, entity, change):
                    followed[stored.id] = None
        if listed and _stay(works, caller, stored, listed, edit):
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


def _follow(works: Works, caller: Caller, stored: Stored, entity: str, change: Change) -> bool:
    done = False
    if change.category:
        asked = Command("category", entity=entity, category=change.category)
        done = _try(works, caller, stored, asked)
    if change.role:
        done = _try(works, caller, stored, Command("role", entity=entity, role=change.role)) or done
    current = works.shelf.get(works.desk.document(stored.id) or stored).state.decisions.get(entity)
    name = change.new.pseudonym if change.new.action == "replace" else ""
    if name and current and current.action == "replace" and current.pseudonym != name:
        done = _try(works, caller, stored, Command("same", entity=entity, pseudonym=name)) or done
    return done


def _try(works: Works, caller: Caller, stored: Stored, command: Command) -> bool:
    """Whether the document took it."""
    document = works.desk.document(stored.id)
    if document is None or not guard.may_edit(document.state):
        return False
    found = works.shelf.get(document)
    taken = cases.names(works.cases.others(document.project, document.id))
    make = command_edit(command, author=caller.user_id, base=found.state.number, taken=taken)
    try:
        writing.write(works, caller, document, found, make, found.state.number)
    except LexveilError:
        return False
    return True


# Names that stay -----------------------------------------------------------------------------------


def _listed(works: Works, caller: Caller, found: Open, edit: Edit, scope: str) -> frozenset[str]:
    """The forms that are kept from now on, or no longer, in the case or always. Of a person only full names:
    somebody else may bear the family name."""
    entity = found.state.entities[next(iter(touched(edit)))]
    forms = found.bench.forms(entity)
    full = [form for form in forms if len(form.split()) > 1]
    chosen = full if entity.category == "PERSON" and full else list(forms)
    where = found.project if scope == CASE else ""
    change = works.desk.remove_listed if edit.kind == UNDO else works.desk.add_listed
    change(where, chosen, audit=audit.entry(caller, "project changed", listed=len(chosen)))
    works.shelf.renew(where)
    return frozenset(map(_plain, chosen))


def _stay(works: Works, caller: Caller, stored: Stored, forms: frozenset[str], edit: Edit) -> bool:
    """Let the name stay in another document too, or go again if that was taken back."""
    found = works.shelf.get(stored)
    state, text = found.state, found.document.text
    back = edit.kind == UNDO
    meant = [
        entity.id
        for entity in state.entities.values()
        if _stands(state.decisions[entity.id], kept=back) and _among(text, entity, forms)
    ]
    asked = (
        Command("replace", entity=each) if back else Command("whitelist", entity=each, scope=DOCUMENT)
        for each in meant
    )
    return sum(_try(works, caller, stored, each) for each in asked) > 0


def _stands(decision: Decision, *, kept: bool) -> bool:
    if kept:
        return decision.why == WHITELIST or (decision.action == "keep" and decision.why.code == BY_LIST)
    return decision.action == "replace"


def _among(text: str, entity: Entity, forms: frozenset[str]) -> bool:
    return any(_plain(text[span.start : span.end]) in forms for span in entity.spans)


def _plain(form: str) -> str:
    return " ".join(fold(form).split())
