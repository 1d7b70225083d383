import pytest

from lexveil.languages.common import is_plain
from lexveil.names.given import (
    gender,
    is_family,
    is_given,
    is_short,
    names,
    same_given,
    short_forms_of_any,
)


@pytest.mark.parametrize(
    "word", ["henrik", "katarzyna", "jean-marc", "süleyman".replace("ü", "u"), "anna-maria"]
)
def test_given_names_of_many_countries_are_listed(word):
    assert is_given(word)


@pytest.mark.parametrize("word", ["jensen", "kowalski", "garcia", "yilmaz", "nakamura"])
def test_family_names_of_many_countries_are_listed(word):
    assert is_family(word)


def test_names_in_other_scripts_are_listed():
    assert is_given("владимир")
    assert is_family("иванов")


@pytest.mark.parametrize("word", ["court", "tribunal", "the", "van", "der", "appeal", "prof", "x", ""])
def test_words_are_no_given_names(word):
    assert not is_given(word)


def test_the_lists_hold_no_ordinary_word():
    listed = names()
    assert not [name for name in listed.given | listed.family if is_plain(name)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("john", "m"), ("maria", "f"), ("jean-pierre", "m"), ("andrea", ""), ("kim", ""), ("xyloph", "")],
)
def test_gender_is_given_only_where_it_is_clear(name, expected):
    assert gender(name) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bill", "william"),
        ("bob", "robert"),
        ("liz", "elizabeth"),
        ("hans", "johannes"),
        ("kasia", "katarzyna"),
        ("vroni", "veronika"),
        ("lulu", "lucien"),
        ("bepi", "giuseppe"),
        ("charo", "rosario"),
        ("quim", "joaquim"),
    ],
)
def test_short_forms_are_the_same_name(one, other):
    assert same_given(one, other)
    assert same_given(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("bill", "robert"), ("jack", "jacqueline"), ("ron", "veronica"), ("anna", "maria"), ("john", "ian")],
)
def test_other_names_are_not(one, other):
    assert not same_given(one, other)
    assert not same_given(other, one)


@pytest.mark.parametrize(
    ("word", "whole"),
    [
        ("casildita", "casilda"),
        ("estherli", "esther"),
        ("oronzino", "oronzo"),
        ("jaumet", "jaume"),
        ("fenni", "fenja"),
        ("dodo", "edoardo"),
        ("coco", "corinne"),
    ],
)
def test_diminutives_that_no_list_has_are_short_forms(word, whole):
    assert is_short(word, whole)


@pytest.mark.parametrize(
    ("word", "whole"),
    [("martina", "martino"), ("antonella", "antonia"), ("dodo", "henri"), ("mary", "marcus")],
)
def test_other_given_names_are_no_diminutives(word, whole):
    assert not is_short(word, whole)


def test_two_given_names_have_a_short_form_together():
    assert "chema" in short_forms_of_any(("jose", "maria"))
    assert "pili" in short_forms_of_any(("maria", "pilar"))
