import pytest

from lexveil.jurisdictions.legalforms import entries, is_head, is_legal_form, is_mark, keys, sections


@pytest.mark.parametrize("word", ["ltd", "gmbh", "sa", "spa", "oy", "doo", "plc", "llc", "kk", "s.a."])
def test_legal_forms_of_many_countries_are_listed(word):
    assert is_legal_form(word)


@pytest.mark.parametrize("word", ["federation", "university", "court", "ministry", "bank", "police"])
def test_head_words_are_listed(word):
    assert is_head(word)


@pytest.mark.parametrize("word", ["krook", "the", "jane"])
def test_other_words_are_neither(word):
    assert not is_legal_form(word)
    assert not is_head(word)
    assert not is_mark(word)


def test_a_mark_is_no_short_word():
    assert is_mark("gmbh")
    assert is_mark("avocats")
    assert not is_mark("as")
    assert not is_mark("co")


@pytest.mark.parametrize("section", sections())
def test_every_section_has_entries_the_longest_first(section):
    lengths = [len(entry) for entry in entries(section)]
    assert lengths == sorted(lengths, reverse=True)
    assert all(entry == entry.strip() and entry for entry in entries(section))
    assert keys(section)
