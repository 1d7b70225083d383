from importlib.resources import files

import pytest

from lexveil.names.places import is_ambiguous, is_country, is_place, places, reach


@pytest.mark.parametrize(
    "name", ["krakow", "oslo", "new york", "istanbul", "diyarbakir", "cracow", "bavaria"]
)
def test_cities_and_regions_are_listed(name):
    assert is_place(name)
    assert not is_country(name)
    assert not is_ambiguous(name)


@pytest.mark.parametrize(
    "name", ["poland", "turkey", "turkiye", "united kingdom", "russian federation", "uk", "ussr"]
)
def test_countries_are_listed_with_short_and_official_names(name):
    assert is_country(name)
    assert is_place(name)


@pytest.mark.parametrize(
    "name", ["nice", "reading", "bath", "victoria", "florence", "jordan", "georgia", "chad"]
)
def test_names_that_mean_other_things_need_support(name):
    assert is_place(name)
    assert is_ambiguous(name)


@pytest.mark.parametrize("name", ["tribunal", "krook", "however", ""])
def test_other_words_are_no_places(name):
    assert not is_place(name)
    assert reach(name) == 0


def test_reach_counts_the_words_of_the_longest_name():
    assert reach("new") >= 2
    assert reach("oslo") == 1


def test_the_file_names_its_source_and_stays_small():
    text = (files("lexveil.names") / "data" / "places.txt").read_text("utf8")
    assert "GeoNames" in text
    assert "CC BY 4.0" in text
    assert len(text.encode()) < 250_000
    assert len(places().names) > 10_000
