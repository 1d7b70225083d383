from lexveil.check import leaks
from lexveil.model import Document


def left(text, *forms):
    return leaks(Document("doc-y", text), forms)


def test_a_full_name_left_is_found_where_it_stands():
    assert left("W1 came. ANN  RÖE left", "ann roe") == (9,)


def test_a_name_in_pieces_is_found():
    assert left("W1. Ann Tor-\nvund, An\u00adn Torvund", "ann torvund") == (4, 19)


def test_nothing_is_found_when_nothing_is_left():
    assert left("W1 came. Joann Roe-like words", "ann roe") == ()


def test_an_identifier_is_found():
    assert left("write to ann@example.org", "ann@example.org") == (9,)


def test_nothing_to_hide_is_no_leak():
    assert left("anything") == ()
