"""What differs between two states is told by places, whatever way led there."""

from lexveil.review import Command, undo
from lexveil.review.difference import differences
from lexveil.review.state import apply
from review.worlds import TIME, World, world


def test_the_same_state_differs_in_nothing() -> None:
    review = world()
    assert differences(review.base, review.base) == []
    state, edits = review.run(Command("rename", entity="e1", pseudonym="W"))
    back = undo(edits, "ada", number=2, time=TIME)
    assert differences(review.base, apply(state, back), [*edits, back]) == []


def test_places_that_changed_alike_are_one_difference_with_its_authors() -> None:
    review = world()
    state, edits = review.run(Command("rename", entity="e1", pseudonym="W"), Command("reject", entity="e3"))
    first, second = differences(review.base, state, edits)
    assert (first.entity, first.authors, len(first.places)) == ("e1", ("ada",), _count(review, "e1"))
    assert first.before
    assert first.after
    assert (first.before.pseudonym, first.after.pseudonym) == ("WITNESS_1", "W")
    assert (second.entity, second.after, len(second.places)) == ("e3", None, _count(review, "e3"))
    assert "WITNESS_1" not in repr(first)


def test_a_name_that_was_added_was_not_marked_before() -> None:
    review = world()
    place = review.at("Osterholm", 1)
    state = review.do(Command("add", mentions=(place,), category="PERSON", entity="e10"))
    (found,) = differences(review.base, state)
    assert (found.entity, found.before, found.places) == ("e10", None, (place,))


def _count(review: World, entity: str) -> int:
    return len(review.base.entities[entity].spans)
