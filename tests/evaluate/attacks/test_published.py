import pytest

from lexveil.evaluate.attacks.published import Moved, of_gold, of_text, without_names
from lexveil.evaluate.gold import Gold, Mention
from lexveil.model import Replacement

TEXT = "Ann Roe met Bob Doe. Roe left."
GOLD = Gold(
    "d",
    TEXT,
    (
        Mention(0, 7, "PERSON", "PARTY", "p1"),
        Mention(12, 19, "PERSON", "WITNESS", "p2"),
        Mention(21, 24, "PERSON", "PARTY", "p1"),
    ),
)


def test_places_move_with_what_is_replaced():
    moved = Moved(TEXT, [Replacement(0, 7, "A", "e1"), Replacement(21, 24, "person A", "e1")])
    assert moved.text == "A met Bob Doe. person A left."
    for start, end, wanted in ((0, 7, "A"), (12, 19, "Bob Doe"), (21, 24, "person A"), (25, 29, "left")):
        (first, last), _ = moved.place(start, end)
        assert moved.text[first:last] == wanted


def test_a_replacement_that_takes_the_title_too_is_still_the_persons():
    moved = Moved("Mr Roe left.", [Replacement(0, 6, "X", "e1")])
    assert moved.place(3, 6) == ((0, 1), ["X"])


def test_what_was_not_replaced_is_left():
    document = of_gold(GOLD, [Replacement(0, 7, "person A", "e1")])
    one, two = document.pseudonyms
    assert (one.text, one.person, one.name, one.left) == ("person A", "p1", "Ann Roe", 1)
    assert (two.text, two.left) == ("", 1)
    assert [document.text[start:end] for start, end in one.places] == ["person A", "Roe"]


def test_without_names_everything_else_stays():
    assert of_gold(GOLD, without_names(GOLD)).text == "[1] met [2]. [1] left."


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("person A", "and person A left"), ("Henkilö B", "Henkilö B poistui"),
        ("[person 2]", "by [person 2]."),
        ("A.________", "Herr A.________ ging"), ("WITNESS_1", "WITNESS_1 said"),
        ("[A]", "M. [A] dit"),
    ],
)  # fmt: skip
def test_labels_are_known_by_their_shape(label, text):
    assert [each.text for each in of_text("f", text, language="en").pseudonyms] == [label]


def test_a_label_of_no_person_is_nobody_and_names_are_pseudonyms_too():
    document = of_text("f", "[date 1] Ann Roe lives in [place 2]", language="en", names=[(9, 16)])
    assert [each.text for each in document.pseudonyms] == ["Ann Roe"]
    assert len(document.replaced) == 3
