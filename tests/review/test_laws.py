"""What holds whatever is done: drawn sequences of commands, undos and redos by two reviewers."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexveil.model import CATEGORIES, ROLES, Decision, Edit, Entity
from lexveil.review import KINDS, Command, CommandError, Conflict, State, apply, can, fold, redo, saved, undo
from lexveil.review.decisions import SHARED
from lexveil.review.state import by_key
from review.worlds import TIME, World, world

SURROGATES = """format = 1
[[rule]]
category = "PERSON"
style = "surrogate"
[[rule]]
category = "DATE"
style = "shift"
"""
WORLDS = {
    "arbitration": world("arbitration"),
    "switzerland": world("switzerland"),
    "surrogates": world(SURROGATES),
}
STEP = st.tuples(
    st.sampled_from((*KINDS, *KINDS, "undo", "redo")),
    st.integers(0, 10_000),
    st.integers(0, 10_000),
    st.sampled_from(("ada", "ada", "bob")),
)


def command(kind: str, one: int, other: int, state: State, place: World) -> Command:
    """A command that often makes sense here."""
    entities = list(state.entities.values())
    entity, second = entities[one % len(entities)], entities[other % len(entities)]
    spans = [(span.start, span.end) for span in entity.spans]
    some = tuple(spans[: 1 + other % len(spans)]) if other % 3 else None
    start = one % len(place.document.text)
    free = (start, min(len(place.document.text), start + 1 + other % 12))
    moved = (max(0, spans[0][0] - one % 5), spans[0][1] + other % 7 - 2)
    arguments = {
        "merge": {"entities": (entity.id, second.id)},
        "split": {"entity": entity.id, "mentions": some or tuple(spans)},
        "add": {
            "mentions": (free,),
            "category": list(CATEGORIES)[other % 4],
            "entity": second.id if one % 2 else None,
        },
        "span": {"entity": entity.id, "mention": spans[0], "to": moved},
        "category": {"entity": entity.id, "category": list(CATEGORIES)[other % len(CATEGORIES)]},
        "role": {"entity": entity.id, "role": ROLES[other % len(ROLES)]},
        "rename": {"entity": entity.id, "pseudonym": f"Person {other % 4}"},
        "same": {"entity": entity.id, "pseudonym": f"WITNESS_{other % 9}"},
        "whitelist": {"entity": entity.id, "scope": "document"},
    }
    return Command(kind, **arguments.get(kind, {"entity": entity.id, "mentions": some}))


def expect_laws(state: State) -> None:
    mentions = sorted((span.start, span.end) for each in state.entities.values() for span in each.spans)
    assert all(before[1] <= after[0] for before, after in pairwise(mentions))
    assert state.entities.keys() == state.decisions.keys()
    for entity in state.entities.values():
        decision = state.decisions[entity.id]
        assert entity.spans == tuple(sorted(entity.spans)) != ()
        assert set(decision.checked) <= set(entity.spans)
        assert set(decision.kept) < set(entity.spans) or not decision.kept
        assert decision.action == "replace" or not decision.kept
        assert decision.pseudonym or decision.action != "replace"
        assert all({link.span, link.to} <= set(entity.spans) for link in entity.links)
    distinct = [
        each.pseudonym.casefold()
        for each in state.decisions.values()
        if each.action == "replace" and each.style not in SHARED
    ]
    assert len(distinct) == len(set(distinct))


def expect_exact(edit: Edit, before: State, after: State) -> None:
    """The edit names what differs between the states, and nothing else."""
    was, now = by_key(edit.before), by_key(edit.after)
    assert all(was.get(key) != now.get(key) for key in was.keys() | now.keys())
    for kind, one, other in (
        ("entity", before.entities, after.entities),
        ("decision", before.decisions, after.decisions),
    ):
        differ = {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}
        assert {key for each, key in was.keys() | now.keys() if each == kind} == differ


def walk(place: World, steps: list) -> tuple[list[Edit], State]:
    state, edits = place.base, []
    for kind, one, other, author in steps:
        try:
            if kind == "undo":
                edit = undo(edits, author, number=state.number + 1, time=TIME)
            elif kind == "redo":
                edit = redo(edits, author, number=state.number + 1, time=TIME)
            else:
                asked = command(kind, one, other, state, place)
                edit = place.editor.edit(state, asked, author=author, time=TIME)
        except (CommandError, Conflict):
            continue
        after = apply(state, edit)
        expect_laws(after)
        expect_exact(edit, state, after)
        state = after
        edits.append(edit)
    return edits, state


@pytest.mark.parametrize("name", WORLDS)
def test_the_proposal_keeps_the_laws(name):
    expect_laws(WORLDS[name].base)


@pytest.mark.parametrize("name", WORLDS)
@given(steps=st.lists(STEP, max_size=25))
@settings(deadline=None, max_examples=60)
def test_any_edits_keep_the_laws_and_fold_to_the_state(name, steps):
    place = WORLDS[name]
    edits, state = walk(place, steps)
    assert fold(place.base, edits) == state
    read = [saved.edit_from(json.loads(json.dumps(saved.edit_data(edit)))) for edit in edits]
    assert read == edits
    assert saved.state_from(json.loads(json.dumps(saved.state_data(state)))) == state
    assert list(state.entities) == [
        each.id for each in sorted(state.entities.values(), key=lambda each: each.spans[0].start)
    ]


@given(steps=st.lists(STEP, max_size=20))
@settings(deadline=None, max_examples=60)
def test_undoing_everything_gives_the_proposal_and_redoing_the_state(steps):
    place = WORLDS["arbitration"]
    edits, state = walk(place, [(kind, one, other, "ada") for kind, one, other, _ in steps])
    reached, count = state, 0
    while can(edits, "ada")[0]:
        edits.append(undo(edits, "ada", number=reached.number + 1, time=TIME))
        reached = apply(reached, edits[-1])
        count += 1
    assert (reached.entities, reached.decisions) == (place.base.entities, place.base.decisions)
    for _ in range(count):
        edits.append(redo(edits, "ada", number=reached.number + 1, time=TIME))
        reached = apply(reached, edits[-1])
    assert (reached.entities, reached.decisions) == (state.entities, state.decisions)


@given(steps=st.lists(STEP, max_size=20))
@settings(deadline=None, max_examples=40)
def test_ids_and_pseudonyms_are_never_given_twice(steps):
    place = WORLDS["arbitration"]
    edits, _ = walk(place, steps)
    ids, state = set(place.base.entities), place.base
    for edit in edits:
        new = {each.id for each in edit.after if isinstance(each, Entity)} - state.entities.keys()
        if edit.kind not in ("undo", "redo"):
            assert not new & ids
            drawn = {
                each.pseudonym
                for each in edit.after
                if isinstance(each, Decision) and each.entity in new and not each.given
            }
            assert not (drawn - {""}) & state.used
        ids |= new
        state = apply(state, edit)
