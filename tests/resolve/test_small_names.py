import pytest

from lexveil.languages import load
from lexveil.resolve.name_or_word import named_small


@pytest.mark.parametrize(
    ("line", "name", "language", "expected"),
    [
        ("also der torvund hat mir kaffee übergekippt", "torvund", "de", True),
        ("lo sai che la quellmark era con noi", "quellmark", "it", True),
        ("ask the torvund about it", "torvund", "en", False),
        ("das haus ist alt", "haus", "de", False),
    ],
)
def test_a_name_in_small_letters_may_have_an_article_where_people_have_one(line, name, language, expected):
    start = line.index(name)
    assert named_small(line, start, start + len(name), load(language)) is expected
