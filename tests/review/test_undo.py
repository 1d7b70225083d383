"""Undo and redo of two people, and what they refuse."""

import pytest

from lexveil.review import Command, CommandError, Conflict, apply, can, conflicts, redo, touched, undo
from review.worlds import TIME, world

PLACE = world("arbitration")


class Table:
    """Edits as they come."""

    def __init__(self):
        self.state, self.edits = PLACE.base, []

    def do(self, author, kind, **arguments):
        self.take(PLACE.editor.edit(self.state, Command(kind, **arguments), author=author, time=TIME))

    def undo(self, author):
        self.take(undo(self.edits, author, number=self.state.number + 1, time=TIME))

    def redo(self, author):
        self.take(redo(self.edits, author, number=self.state.number + 1, time=TIME))

    def take(self, edit):
        self.state = apply(self.state, edit)
        self.edits.append(edit)


def test_each_author_takes_back_their_own():
    table = Table()
    table.do("ada", "role", entity="e1", role="JUDGE")
    table.do("bob", "role", entity="e3", role="JUDGE")
    table.undo("ada")
    assert table.state.entities["e1"].role == "WITNESS"
    assert table.state.entities["e3"].role == "JUDGE"
    assert can(table.edits, "ada") == (False, True)
    assert can(table.edits, "bob") == (True, False)
    assert table.edits[-1].undoes == 1


def test_nothing_to_undo_or_redo():
    for again in (undo, redo):
        with pytest.raises(CommandError, match="nothing to"):
            again([], "ada", number=1, time=TIME)


def test_a_new_edit_ends_what_could_be_redone():
    table = Table()
    table.do("ada", "accept", entity="e1")
    table.undo("ada")
    table.do("ada", "accept", entity="e3")
    assert can(table.edits, "ada") == (True, False)


def test_undo_is_refused_when_somebody_changed_it_since():
    table = Table()
    table.do("ada", "role", entity="e1", role="JUDGE")
    table.do("bob", "role", entity="e1", role="PARTY")
    with pytest.raises(Conflict, match="changed since"):
        table.undo("ada")
    table.undo("bob")
    table.undo("ada")
    assert table.state.entities == PLACE.base.entities


def test_undo_is_refused_when_a_mention_of_another_stands_there():
    table = Table()
    whole, part = PLACE.at("Carla Finchley"), PLACE.at("Finchley")
    table.do("ada", "span", entity="e8", mention=whole, to=part)
    table.do("bob", "add", mentions=(PLACE.at("Carla"),), category="PERSON")
    with pytest.raises(Conflict, match="in its place"):
        table.undo("ada")


def test_undo_is_refused_when_the_pseudonym_has_gone_to_another():
    table = Table()
    table.do("ada", "rename", entity="e1", pseudonym="Person Q")
    table.do("bob", "rename", entity="e3", pseudonym="WITNESS_1")
    with pytest.raises(Conflict, match="in its place"):
        table.undo("ada")


def test_an_edit_made_for_another_state_is_refused():
    table = Table()
    edit = PLACE.editor.edit(PLACE.base, Command("accept", entity="e1"), author="ada", time=TIME)
    table.do("bob", "accept", entity="e1")
    with pytest.raises(Conflict, match="does not follow"):
        table.take(edit)


def test_conflicts_are_about_the_entities_that_a_command_names():
    table = Table()
    table.do("ada", "merge", entities=("e1", "e9"))
    assert touched(table.edits[0]) == {"e1", "e9"}
    assert conflicts(table.edits, Command("accept", entity="e9").named)
    assert not conflicts(table.edits, Command("accept", entity="e3").named)
