import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexveil.replace.keyed_random import below, candidates, choice, draw, stream

keys = st.binary(min_size=32, max_size=32)
parts = st.lists(st.text(max_size=8), max_size=4)


@given(keys, parts)
def test_the_same_key_and_parts_draw_the_same(key, listed):
    assert draw(key, *listed) == draw(key, *listed)


@given(keys, keys, parts)
def test_another_key_draws_something_else(key, other, listed):
    assert (draw(key, *listed) == draw(other, *listed)) == (key == other)


@given(keys, parts, parts)
def test_other_parts_draw_something_else_however_they_join(key, one, other):
    assert (draw(key, *one) == draw(key, *other)) == (one == other)


@given(keys, st.lists(st.integers(), max_size=60))
def test_candidates_are_all_items_each_once(key, items):
    assert sorted(candidates(key, items, "x")) == sorted(items)


def test_candidates_stop_at_the_most_that_is_asked_for():
    assert len(list(candidates(b"k" * 32, range(100), "x", most=7))) == 7


def test_every_item_comes_first_under_some_key():
    firsts = {next(candidates(bytes([n]) * 32, "abcde", "x")) for n in range(200)}
    assert firsts == set("abcde")


@given(keys, st.integers(1, 1000))
def test_below_stays_below(key, limit):
    assert 0 <= below(key, limit, "x") < limit


def test_choice_reaches_every_item():
    assert {choice(b"k" * 32, "abc", str(n)) for n in range(100)} == set("abc")


def test_a_stream_goes_on_past_one_block():
    drawn = stream(b"k" * 32, "x")
    assert len({tuple(next(drawn) for _ in range(32)) for _ in range(4)}) == 4


def test_choosing_from_nothing_is_an_error():
    with pytest.raises(ZeroDivisionError):
        choice(b"k" * 32, (), "x")
