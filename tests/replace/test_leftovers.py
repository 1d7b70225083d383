"""Names that touch another word because only markup parts them."""

import pytest

from lexveil import formats
from lexveil.model import Document, Piece, Replacement
from lexveil.replace.leftovers import replace_leftovers, whole_words, word_boundaries
from lexveil.text.search import Form

TOUCHING = "<body><p>Then <em>Torvund</em>answered, and Torvundanswered.</p></body>"


@pytest.mark.parametrize("name", ["page.html", "page.xml"])
def test_a_name_that_touches_the_next_word_is_replaced(name, tmp_path):
    path = tmp_path / name
    path.write_text(TOUCHING, "utf8")
    document = formats.read_file(path)
    forms = [Form("torvund", "part", "e1")]
    assert replace_leftovers(document.text, forms, {"e1": "person A"}, []) == ([], [])
    _, (found,) = replace_leftovers(
        document.text, forms, {"e1": "person A"}, [], boundaries=word_boundaries(document)
    )
    assert (document.text[: found.start], document.text[found.end :][:8]) == ("Then ", "answered")
    assert (found.text, found.entity) == ("person A", "e1")


def test_letters_in_pieces_of_their_own_part_no_words():
    text = "Torvundanswered"
    letters = tuple(Piece(at, at + 1, None) for at in range(len(text)))
    assert word_boundaries(Document("d", text, pieces=letters)) == []
    assert word_boundaries(Document("d", text, pieces=(Piece(0, 7, None), Piece(7, 15, None)))) == [7]
    assert (
        word_boundaries(Document("d", "Torvund answered", pieces=(Piece(0, 8, None), Piece(8, 16, None))))
        == []
    )


def test_a_word_at_the_end_of_the_line_before_is_left_alone():
    document = Document("d", "Bo Fiktivsen\nog\nAnn Torvund")
    named = Replacement(16, 27, "[person1]", "e1", "PERSON", 1)
    assert whole_words(document, [named]) == (named,)
