import pytest

from builders import doc
from lexveil.languages import load
from lexveil.model import Document, Span
from lexveil.resolve.everywhere import everywhere
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


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "[Yamina Mora](PERSON) firma. Le escribió: «ya está, yami no viene».", ["yami"]),
        ("de", "[Henrike Torvund](PERSON) kam. Er schrieb: „und henni wusste das nicht“.", ["henni"]),
        ("fr", "[Amandine Vert](PERSON) signe. Reçu : « mandine répond ».", ["mandine"]),
        ("fr", "[Thibaut Vert](PERSON) signe. Il écrit : « Viens demain. T. »", ["T."]),
        ("en", "[Thomas Roe](PERSON) signed. See paragraph 3. T. Doe left.", []),
        ("es", "[Yamina Mora](PERSON) firma. El yami no es nada.", []),
    ],
)
def test_a_short_form_counts_where_somebody_is_quoted(language, text, expected):
    document, spans, _ = doc(text, language=language)
    found = everywhere(document, spans)
    assert [document.text[each.start : each.end] for each in found[1:]] == expected


def test_a_letter_that_was_taken_for_somebody_breaks_nothing():
    marked = doc("[Olof Lönnberg](PERSON) och [d](PERSON) kom. Lönnbergs bil stod kvar.", language="sv")
    found = everywhere(marked.document, marked.spans)
    assert "Lönnbergs" in [marked.document.text[span.start : span.end] for span in found]


@pytest.mark.parametrize(
    ("text", "name", "letters"),
    [
        ("Cerys Ann Roe says so, see the letter at CAR4 and the photographs.", "Cerys Ann Roe", ["CAR"]),
        ("Giles Roe-Frost spoke. GRF called her so again, and left by CAR.", "Giles Roe-Frost", ["GRF"]),
        ("Gert S. van Brandt swore to it; the bundle is GSVB12.", "Gert S. van Brandt", ["GSVB"]),
        ("Ann Roe came by car. The AR valve leaked.", "Ann Roe", []),
    ],
)
def test_letters_of_a_name_are_found_on_exhibits_and_where_nobody_says_them_as_a_word(text, name, letters):
    found = everywhere(
        Document("d", text), [Span(text.index(name), text.index(name) + len(name), "PERSON", 0.95)]
    )
    assert [text[span.start : span.end] for span in found[1:]] == letters
