"""The quick ways to the views of a text are those of the slow one, letter by letter."""

from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.text import fold as views
from lexveil.text.fold import VIEWED, fold, squeeze, unbroken
from lexveil.text.search import plain

# Signs that are folded, taken out or kept in some way of their own, and pairs of them.
SIGNS = "aZ`ä ÉﬁǼǽ\u00ad\u200b\u0301-\u2010\r\n\t\u00a0’§€²ⅧİıЖאᴀ\uff40\U000e0001"
TEXTS = st.text(st.sampled_from(SIGNS), max_size=40)


def letter_by_letter(text):
    return "".join(chr(views._FOLD[ord(sign)]) for sign in text)


@pytest.mark.parametrize("text", [*SIGNS, *map("".join, product(SIGNS, SIGNS))])
def test_a_long_text_is_folded_as_its_letters_are(text):
    assert fold(text * VIEWED) == letter_by_letter(text) * VIEWED


@given(TEXTS)
def test_folding_is_the_same_in_short_and_in_long(text):
    assert fold(text + "." * VIEWED) == fold(text) + "." * VIEWED == letter_by_letter(text) + "." * VIEWED


@given(TEXTS)
def test_a_long_text_is_squeezed_as_a_short_one(text):
    long = squeeze(f"{text}.{'x' * VIEWED}")
    short = squeeze(f"{text}.x")
    assert long.text == short.text + "x" * (VIEWED - 1)
    assert [long.original(at) for at in range(len(short.text))] == [
        short.original(at) for at in range(len(short.text))
    ]


@given(TEXTS)
def test_what_is_taken_out_once_is_out(text):
    assert not set(unbroken(text)) & set("\u00ad\u200b\u0301ﬁ\U000e0001")


def test_texts_that_follow_one_another_are_not_mistaken():
    """More of them than are kept."""
    texts = [f"{number} Ä\nb-\nc {'d ' * VIEWED}" for number in range(9)]
    for text in chain(texts, reversed(texts)):
        number = text[0]
        assert fold(text).startswith(f"{number} a b- c")
        assert squeeze(text).text.startswith(f"{number} a bc d")
        assert plain(text).startswith(f"{number} a bc d")
