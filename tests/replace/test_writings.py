"""The forms of a name that a document does not have itself."""

import pytest

from lexveil.replace.hidden import writings


def test_a_full_name_comes_in_one_order_every_time():
    assert list(writings("Ann Bea Roe"))[:3] == ["ann bea roe", "roe ann bea", "roe, ann bea"]
    assert list(writings("Ann Bea Roe"))[-5:] == ["a roe", "a. roe", "roe a", "roe, a", "aroe"]


@pytest.mark.parametrize(
    ("surface", "form"),
    [
        ("Mr Jan Roe", "roe<<jan"),
        ("Roe, Jan", "jan roe"),
        ("Jan Peter Roe", "roe<<jan<peter"),
        ("Jan Peter Roe", "janroe"),
        ("Pia Mühl", "pmuehl"),
        ("Pia van Quell", "quell, pia van"),
    ],
)
def test_it_comes_as_others_write_it(surface, form):
    assert form in set(writings(surface))


@pytest.mark.parametrize("surface", ["Roe", "Mr Roe", "Will Grant", "Jan the baker", "A B C D E F G H"])
def test_what_is_no_full_name_or_ordinary_words_alone_has_none(surface):
    assert list(writings(surface)) == []


def test_a_given_name_that_is_a_word_does_not_follow_the_family_name():
    assert "torvund will" not in set(writings("Will Torvund"))
