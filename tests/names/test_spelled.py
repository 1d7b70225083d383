"""Names spelled out, letter by letter."""

from lexveil.languages import load
from lexveil.names.spelled import spellings


def test_heading_in_spaced_letters_is_no_name():
    text = "B E S C H L U S S\n\nDer Beschluss wird aufgehoben. Das schreibt sich B R E K K E, also Brekke."
    assert [text[start:end] for start, end in spellings(text, 0, len(text), load("de"))] == ["B R E K K E"]
