"""Names that touch another word because only markup parts them."""

import pytest

from lexveil import analyze, formats
from lexveil.model import Document, Piece
from lexveil.replace import seams

TOUCHING = (
    "<p>Mr Ivo Torvund testified.</p><p>Then <em>Torvund</em>answered, and <em>Mr Ivo Torvund</em>left.</p>"
)


@pytest.mark.parametrize("name", ["page.html", "page.xml"])
def test_a_name_that_touches_the_next_word_is_replaced(name, tmp_path):
    path = tmp_path / name
    path.write_text(f"<body>{TOUCHING}</body>", "utf8")
    result = analyze(formats.read(path), policy="court-eu")
    assert "Torvund" not in result.text
    assert "person Aanswered" in result.text


def test_letters_in_pieces_of_their_own_part_no_words():
    text = "Torvundanswered"
    letters = tuple(Piece(at, at + 1, None) for at in range(len(text)))
    assert seams(Document("d", text, pieces=letters)) == []
    assert seams(Document("d", text, pieces=(Piece(0, 7, None), Piece(7, 15, None)))) == [7]
    assert seams(Document("d", "Torvund answered", pieces=(Piece(0, 8, None), Piece(8, 16, None)))) == []
