"""Spellings of one name after another alphabet, and names that change with the gender."""

import pytest

from lexveil.names.romanized import same_romanized, servants_joined, two_genders


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("medvinsky", "medvinskii"), ("yakunov", "iakunov"), ("orloff", "orlov"), ("soeren", "soren"),
        ("mohamed", "muhammad"), ("hussein", "hossein"), ("sergei", "serhiy"), ("youssef", "yusuf"),
    ],
)  # fmt: skip
def test_customary_spellings_of_one_name_are_the_same(one, other):
    assert same_romanized(one, other)
    assert same_romanized(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("elena", "alana"), ("han", "khan"), ("hassan", "hussein"), ("omar", "osman"), ("bauer", "baur"),
     ("dana", "diana"), ("ali", "al")],
)  # fmt: skip
def test_two_names_stay_two(one, other):
    assert not same_romanized(one, other)


@pytest.mark.parametrize(
    ("man", "woman"),
    [("petrov", "petrova"), ("medvinsky", "medvinskaya"), ("kowalski", "kowalska"),
     ("kazlauskas", "kazlauskiene"), ("nikolaidis", "nikolaidou")],
)  # fmt: skip
def test_a_mans_and_a_womans_form_are_told(man, woman):
    assert two_genders(man, woman)
    assert two_genders(woman, man)
    assert not two_genders(man, man)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("abd al rahman khalil", "abdulrahman khalil"),
        ("abdel rahman khalil", "abdulrahman khalil"),
        ("abdelrahman khalil", "abdulrahman khalil"),
        ("khalil abd al-rahman", "khalil abd al-rahman"),
        ("abdul", "abdul"),
        ("", ""),
    ],
)
def test_a_name_with_abd_is_one_word_where_another_follows(words, wanted):
    assert " ".join(servants_joined(words.split())) == wanted
