"""What the tables of every language must hold, and how languages take from one another."""

import pytest

from lexveil.languages import TABLES, calendar, codes, load, numerals, own, owner, people, words


@pytest.mark.parametrize("code", codes())
def test_every_language_has_every_section_or_a_parent_that_has_it(code):
    language = load(code)
    for table in TABLES:
        assert set(own("en", table)) <= set(getattr(language, table))


@pytest.mark.parametrize("code", codes())
def test_months_are_twelve_and_read_as_what_they_are(code):
    months = load(code).dates["months"]
    for names in (months["long"], months.get("short", ())):
        assert len(names) in (0, 12)
        for number, name in enumerate(names, 1):
            found = calendar.month(name, language=code)
            assert found.number == number
            assert found.names[number - 1].lower() == name.lower()


@pytest.mark.parametrize(("code", "other"), [("no", "nb"), ("de-CH", "de"), ("en_GB", "en"), ("xx", "en")])
def test_a_code_that_is_not_there_is_another(code, other):
    assert load(code) is load(other)


def test_words_that_are_joined_come_from_the_language_of_the_section():
    finnish = load("fi")
    assert finnish.dates["months"]["long"][4] == "toukokuu"
    assert owner(finnish, "dates", "months") is finnish
    assert owner(finnish, "dates", "expressions") is finnish
    assert owner(load("nl"), "dates", "expressions") is load("en")


def test_titles_tell_gender_and_role():
    english = load("en")
    assert people.courtesy(english)["mrs"] == "f"
    assert people.role_before(english)["judge"] == "JUDGE"
    assert people.role_after(english)["qc"] == "LAWYER"
    assert {"mr", "judge"} <= people.titles(english)
    assert people.courtesy(load("fi"))["rouva"] == "f"
    assert people.role_before(load("sv"))["advokaten"] == "LAWYER"
    assert people.courtesy(load("nl")) == people.courtesy(english)


@pytest.mark.parametrize(
    "number", [0, 7, 19, 20, 34, 100, 101, 999, 1_000, 12_345, 250_000, 3_000_007, 10**9]
)
def test_numbers_are_read_as_they_are_written(number):
    english = load("en")
    assert numerals.read(numerals.write(number, english), english) == number


def test_labels_have_words_in_eleven_languages():
    assert set(words.languages()) == {"ca", "da", "de", "en", "es", "fi", "fr", "it", "nb", "nn", "sv"}
    assert words.word("JUDGE", "no") == words.word("JUDGE", "nb") == "dommer"
    assert words.word("JUDGE", "nn") == "dommar"


@pytest.mark.parametrize("code", codes())
def test_letters_after_a_name_that_tell_a_role_are_known_with_it(code):
    language = load(code)
    letters = language.roles["letters"]
    for kind in ("lawyer", "judge", "alone"):
        for each in letters[kind]:
            if each != "(?!)":  # nothing
                word = each.partition("(?!")[0]  # not before what makes it somebody else
                assert people.role_after(language)[word.lower()] in {"LAWYER", "JUDGE"}
