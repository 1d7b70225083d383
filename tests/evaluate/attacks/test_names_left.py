import pytest

from lexveil.evaluate.attacks import names_left
from lexveil.evaluate.attacks.knowledge import Record
from lexveil.evaluate.attacks.published import Pseudonym, Published


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("Then Zephyrine Torvund left.", "en", "name"),
        ("Then TORVUND left.", "en", "part"),
        ("Torvundin auto", "fi", "inflected"),
        ("Then Torvnud left.", "en", "misspelt"),
        ("Then Z.T. left.", "en", "initials"),
        ("Then Z. T. left.", "en", "initials"),
        ("Then A.T. left.", "en", ""),
        ("Then somebody left.", "en", ""),
    ],
)
def test_how_a_name_is_left(text, language, kind):
    assert names_left.Text(text, language=language).kind_of("Zephyrine Torvund") == kind


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("Person A saw the storm from Derby.", "en", ""),
        ("Person A saw Storm in Derby.", "en", "part"),
        ("Det var storm i Lund när person A kom.", "sv", ""),
        ("i spoke to storm about it and then to the others", "en", "part"),  # typed without capitals
        ("Person A spoke to torvund in Derby.", "en", ""),
    ],
)
def test_an_ordinary_word_in_small_letters_is_nobody(text, language, kind):
    assert names_left.Text(text, language=language).kind_of("Ida Storm") == kind


def test_shares_stand_beside_those_of_people_who_are_not_there():
    people = tuple(Record(f"p{at}", f"Given{at} Family{at}x") for at in range(5))
    document = Published(
        "d", "Family0x and person B", "en",
        (
            Pseudonym("d", "", ((0, 8),), "p0", "Given0 Family0x"),
            Pseudonym("d", "person B", ((13, 21),), "p1", "Given1 Torvund"),
        ),
    )  # fmt: skip
    figures = names_left.figures([document], people)
    assert figures["sought"] == 2
    assert figures["found"]["any"] == 0.5
    assert figures["control"]["name"] == 0
