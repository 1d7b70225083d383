import pytest

from lexveil.languages import WORDS
from lexveil.languages.common import (
    is_also_name,
    is_common,
    is_demonym,
    is_function,
    is_plain,
    words,
)
from lexveil.text.fold import fold


@pytest.mark.parametrize(
    "word", ["may", "bill", "grant", "mark", "rose", "will", "king", "young", "long", "law", "page"]
)
def test_words_that_are_also_names_are_both(word):
    assert is_common(word)
    assert is_also_name(word)
    assert not is_plain(word)


@pytest.mark.parametrize(
    "word", ["applicant", "tribunal", "panel", "article", "award", "exhibit", "january", "monday"]
)
def test_words_of_legal_text_are_plain(word):
    assert is_plain(word)
    assert not is_also_name(word)


@pytest.mark.parametrize("word", ["krook", "quell", "wolasiewicz", "henrik"])
def test_names_are_no_words(word):
    assert not is_common(word)


def test_function_words_and_demonyms_are_told_apart():
    assert is_function("however")
    assert not is_function("tribunal")
    assert is_demonym("polish")
    assert not is_demonym("poland")


@pytest.mark.parametrize("section", WORDS)
def test_every_section_holds_folded_words(section):
    assert words(section)
    assert all(word == fold(word) and " " not in word for word in words(section))
