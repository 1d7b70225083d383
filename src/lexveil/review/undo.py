"""Taking edits back, and bringing them again.

To undo is one more edit, the mirror of an earlier one. Each author walks back along their own edits only.
Refused with `Conflict` where somebody has changed since what the edit touched, or has put something in its
place.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from lexveil.model import Decision, Edit, Entity
from lexveil.review.commands import CommandError, Conflict
from lexveil.review.decisions import SHARED
from lexveil.review.state import Key, Thing, by_key, key_of

UNDO, REDO = "undo", "redo"


def undo(edits: Sequence[Edit], author: str, *, number: int, time: datetime) -> Edit:
    """Takes back the author's last edit that stands."""
    target = _next(edits, _stacks(edits, author)[0], "review.nothing-to-undo")
    return _mirror(edits, Edit(number, author, time, UNDO, target.after, target.before, target.number))


def redo(edits: Sequence[Edit], author: str, *, number: int, time: datetime) -> Edit:
    """Brings again what the author took back last."""
    target = _next(edits, _stacks(edits, author)[1], "review.nothing-to-redo")
    return _mirror(edits, Edit(number, author, time, REDO, target.before, target.after, target.number))


def back(edits: Sequence[Edit], correction: int, *, author: str, time: datetime, by: int) -> list[Edit]:
    """Takes back what this document did to follow a correction of the case, the last first; what was changed
    since stays. `by` is the correction that takes the other one back."""
    undone = {edit.undoes for edit in edits if edit.kind == UNDO}
    meant = [edit for edit in edits if edit.correction == correction and edit.number not in undone]
    found = list(edits)
    made: list[Edit] = []
    for edit in reversed(meant):
        number = found[-1].number + 1
        mirror = Edit(number, author, time, UNDO, edit.after, edit.before, edit.number, by)
        try:
            found.append(_mirror(found, mirror))
        except Conflict:
            continue
        made.append(found[-1])
    return made


def can(edits: Sequence[Edit], author: str) -> tuple[bool, bool]:
    """Whether the author has something to undo, and something to redo."""
    done, undone = _stacks(edits, author)
    return bool(done), bool(undone)


def conflicts(since: Iterable[Edit], entities: Collection[str]) -> bool:
    """Whether one of the edits touched one of the entities."""
    return any(not touched(edit).isdisjoint(entities) for edit in since)


def touched(edit: Edit) -> frozenset[str]:
    """The ids of the entities that the edit changed, made or removed."""
    return frozenset(key_of(thing)[1] for thing in (*edit.before, *edit.after))


def _stacks(edits: Iterable[Edit], author: str) -> tuple[list[int], list[int]]:
    """The edits of one author that can be taken back, and that can be brought again; the last is next."""
    done: list[int] = []
    undone: list[int] = []
    for edit in (edit for edit in edits if edit.author == author and not edit.correction):
        if edit.kind == UNDO:
            undone.append(done.pop())
        elif edit.kind == REDO:
            done.append(undone.pop())
        else:
            done.append(edit.number)
            undone.clear()
    return done, undone


def _next(edits: Sequence[Edit], stack: Sequence[int], none: str) -> Edit:
    if not stack:
        raise CommandError(none)
    return next(edit for edit in reversed(edits) if edit.number == stack[-1])


def _mirror(edits: Sequence[Edit], mirror: Edit) -> Edit:
    """The edit, if what it expects stands and what it brings back still has room."""
    since = [edit for edit in edits if edit.number > mirror.undoes]
    first: dict[Key, Thing | None] = {}
    last: dict[Key, Thing | None] = {}
    for edit in since:
        before, after = by_key(edit.before), by_key(edit.after)
        for key in before.keys() | after.keys():
            first.setdefault(key, before.get(key))
            last[key] = after.get(key)
    expected = by_key(mirror.before)
    ids = touched(mirror)
    own = {key_of(thing) for thing in (*mirror.before, *mirror.after)}
    for key in last:
        if key[1] in ids and last[key] != (expected.get(key) if key in own else first[key]):
            raise Conflict("review.touched-since")
    others = [thing for key, thing in last.items() if key[1] not in ids and thing is not None]
    if _crowded(mirror.after, others):
        raise Conflict("review.place-taken")
    return mirror


def _crowded(back: Iterable[Thing], others: Sequence[Thing]) -> bool:
    """Whether a mention would come to lie on one of those that changed since, or two share a pseudonym."""
    ours, theirs = sorted(_places(back)), sorted(_places(others))
    at = 0
    for start, end in ours:
        while at < len(theirs) and theirs[at][1] <= start:
            at += 1
        if at < len(theirs) and theirs[at][0] < end:
            return True
    return not set(_names(back)).isdisjoint(_names(others))


def _places(things: Iterable[Thing]) -> Iterator[tuple[int, int]]:
    return ((span.start, span.end) for thing in things if isinstance(thing, Entity) for span in thing.spans)


def _names(things: Iterable[Thing]) -> Iterator[str]:
    for thing in things:
        if isinstance(thing, Decision) and thing.action == "replace" and thing.style not in SHARED:
            yield thing.pseudonym.casefold()
