"""What reviewers made of a document, carried over to a new analysis of the same text.

Whom a reviewer changed stands as it was left: the mentions, kind and role, and what was decided. What the new
analysis found besides, of somebody who is replaced, joins them; of what stays or is no name it does not:
nobody has looked at it there. Everything else is as the new analysis has it. It is one edit.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime

from lexveil.model import Decision, Edit, Entity
from lexveil.review.changes import Editor, Work
from lexveil.review.commands import Place
from lexveil.review.decisions import clashes
from lexveil.review.state import Draft, State
from lexveil.review.undo import touched

CARRIED = "carried"  # the kind of the edit


def changed(base: State, last: State, edits: Iterable[Edit]) -> list[Entity]:
    """Whom reviewers changed in this document; what follows a correction of the case comes of itself."""
    own = frozenset[str]().union(*(touched(edit) for edit in edits if not edit.correction))
    return [
        entity
        for entity in last.entities.values()
        if entity.id in own and _of(base, entity.id) != _of(last, entity.id)
    ]


def _of(state: State, entity: str) -> tuple[Entity | None, Decision | None]:
    return state.entities.get(entity), state.decisions.get(entity)


def carried(
    editor: Editor,
    new: State,
    base: State,
    last: State,
    edits: Collection[Edit],
    *,
    author: str,
    time: datetime,
    taken: Collection[str] = (),
) -> Edit | None:
    """`base` and `last`: what the earlier analysis proposed, and what `edits` made of it. None: nothing is to
    be carried."""
    standing = changed(base, last, edits)
    if not standing:
        return None
    work = editor.work(new, taken)
    seen = sorted((span.start, span.end) for each in last.entities.values() for span in each.spans)
    for entity in standing:
        _transplant(work, entity, last.decisions[entity.id], seen)
    return editor.finished(work, CARRIED, author=author, time=time)


def _transplant(work: Work, entity: Entity, decision: Decision, seen: Collection[Place]) -> None:
    draft = work.draft
    places = [(span.start, span.end) for span in entity.spans]
    holder = _holder(draft, places)
    _, losing = draft.take(places, by=None)
    spans = entity.spans
    if holder in losing and decision.action == "replace":
        also = draft.entity(holder)
        if not any((span.start, span.end) in seen for span in also.spans):
            spans += tuple(replace(span, category=entity.category) for span in also.spans)
            draft.remove(also.id)
    put = draft.put(replace(entity, id=draft.new_id(), spans=spans))
    draft.decide(replace(decision, entity=put.id, pseudonym="", given=False))
    _name(work, put, decision)
    for each in losing:
        if any(left.id == each for left in draft.entities()):
            work.decide(draft.entity(each))


def _holder(draft: Draft, places: Collection[Place]) -> str:
    """Who has most of these places now; "" if nobody has any."""
    owners = Counter(owner for owner, _ in draft.touching(places))
    return next((owner for owner, _ in owners.most_common(1)), "")


def _name(work: Work, entity: Entity, decision: Decision) -> None:
    """What the reviewer said holds, of the rest the policy says; the pseudonym of before where it is free."""
    found = work.decide(entity)
    kept = {*found.kept, *decision.kept}
    if found.action != "replace":
        return
    if len(kept) < len(entity.spans):
        found = replace(found, kept=tuple(sorted(kept)))
    same = decision.given or found.style == decision.style
    if decision.pseudonym and same and not clashes(work.draft, entity.id, decision.pseudonym, found.style):
        found = replace(found, pseudonym=decision.pseudonym, given=decision.given)
    work.draft.decide(found)
