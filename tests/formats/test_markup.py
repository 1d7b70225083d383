import pytest

from lexveil.formats.markup import Block, check, lay, splice
from lexveil.formats.source import Place
from lexveil.model import Piece, Replacement, Zone


def change(start, end, text="X"):
    return Replacement(start, end, text, "e1")


def spliced(source, pieces, *changes):
    return splice(source, pieces, changes, lambda text, context, left: text)


def block_of(*words, kind=""):
    block = Block(kind)
    for word in words:
        if word.isspace():
            block.space(0, len(word), "")
        else:
            block.add(word, 0, len(word), "")
    return block


def test_blocks_are_separated_by_a_blank_line_and_trimmed():
    laid = lay([block_of(" ", "one", "  ", "two", " "), block_of("three")])
    assert laid.text == "one two\n\nthree"


def test_a_block_of_a_kind_is_a_zone():
    assert lay([block_of("one"), block_of("two", kind="hidden")]).zones == (Zone(5, 8, "hidden"),)


def test_a_citation_does_not_take_the_space_before_it():
    block = block_of("see", " ")
    block.cite(True)
    block.add("A v B", 4, 9, "")
    block.cite(False)
    block.add(".", 9, 10, "")
    assert lay([block]).zones == (Zone(4, 9, "citation"),)


def test_a_citation_open_at_the_end_ends_with_the_block():
    block = Block(citing=True)
    block.add("A v B", 0, 5, "")
    assert lay([block]).zones == (Zone(0, 5, "citation"),)


def test_white_space_around_a_line_break_is_part_of_it():
    block = Block()
    block.add("a", 0, 1, "")
    block.space(1, 3, "")
    block.line([(3, 7)], "")
    block.space(7, 8, "")
    block.add("b", 8, 9, "")
    laid = lay([block])
    assert laid.text == "a\nb"
    assert spliced("a  <br> b", laid.pieces, change(1, 2)) == "aXb"


def test_a_replacement_goes_into_the_first_place_and_the_rest_goes():
    pieces = (Piece(0, 2, Place(0, 2)), Piece(2, 4, Place(5, 7)), Piece(4, 10, Place(11, 17)))
    assert spliced("Jo<b>hn</b> Smith!", pieces, change(0, 10)) == "X<b></b>!"
    assert spliced("Jo<b>hn</b> Smith!", pieces, change(1, 3)) == "JX<b>n</b> Smith!"


def test_places_need_not_be_in_the_order_of_the_source():
    pieces = (Piece(0, 3, Place(4, 7)), Piece(5, 8, Place(0, 3)))
    assert spliced("abc def", pieces, change(0, 3, "1"), change(5, 8, "2")) == "2 1"


def test_what_shows_nothing_goes_only_with_both_its_neighbours():
    pieces = (Piece(0, 3, Place(0, 3)), Piece(3, 3, Place(3, 8)), Piece(3, 5, Place(8, 10)))
    assert spliced("Smi&shy;th", pieces, change(0, 5)) == "X"
    assert spliced("Smi&shy;th", pieces, change(0, 3)) == "X&shy;th"
    assert spliced("Smi&shy;th", pieces, change(3, 5)) == "Smi&shy;X"


def test_characters_of_one_reference_go_together():
    pieces = (Piece(0, 2, Place(0, 7)), Piece(2, 5, Place(7, 10)))
    assert spliced("&fjlig;ord", pieces, change(0, 1)) == "Xord"
    assert spliced("&fjlig;ord", pieces, change(0, 1, "1"), change(1, 2, "2")) == "12ord"


def test_the_writer_sees_the_context_and_what_stands_before():
    seen = []
    pieces = (Piece(0, 3, Place(4, 7, "attribute")),)

    def spell(text, context, left):
        seen.append((text, context, left))
        return text

    assert splice("abc def", pieces, [change(0, 2, "1"), change(2, 3, "2")], spell) == "abc 12"
    assert seen == [("1", "attribute", "abc "), ("2", "attribute", "")]


def test_a_replacement_of_nothing_but_a_break_is_refused():
    pieces = (Piece(0, 1, Place(3, 4)), Piece(3, 4, Place(7, 8)))
    with pytest.raises(ValueError, match="covers no text"):
        spliced("<p>a<p>b", pieces, change(1, 3))


@pytest.mark.parametrize(
    "changes",
    [
        [change(4, 6), change(0, 2)],
        [change(0, 4), change(3, 6)],
        [change(3, 3)],
        [change(5, 4)],
        [change(-1, 4)],
        [change(8, 11)],
    ],
    ids=["unsorted", "overlapping", "empty", "backwards", "before", "behind"],
)
def test_broken_replacements_are_refused(changes):
    with pytest.raises(ValueError, match="replacement"):
        check(changes, 10)


def test_neighbouring_replacements_are_fine():
    changes = [change(0, 4), change(4, 10)]
    assert check(changes, 10) is None
