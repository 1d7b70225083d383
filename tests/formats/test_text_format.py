import pytest

from formats.pages import replacing
from lexveil.errors import InputError, OutputError
from lexveil.formats import text

LETTER = "Dear Mr Müller,\r\n\r\nyour letter of 3 May\n"


@pytest.mark.parametrize(
    ("encoding", "bom"),
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-32-be", b"\0\0\xfe\xff"),
        ("cp1252", b""),
    ],
)
def test_text_comes_back_in_its_encoding_line_ends_and_mark(encoding, bom):
    document = text.read(bom + LETTER.encode(encoding))
    assert document.text == LETTER
    assert text.write(document, ()) == bom + LETTER.encode(encoding)
    changed = text.write(document, replacing(document, {"Müller": "A", "May": "[month]"}))
    assert changed == bom + LETTER.replace("Müller", "A").replace("May", "[month]").encode(encoding)


def test_text_has_one_piece_and_no_zones():
    document = text.read(LETTER.encode())
    assert [(piece.start, piece.end) for piece in document.pieces] == [(0, len(LETTER))]
    assert document.zones == ()


def test_a_guessed_encoding_is_noted():
    assert text.read("Müller wohnt in Zürich".encode("cp1252")).notes
    assert tuple(map(str, text.read("Müller wohnt in Zürich".encode()).notes)) == ()


@pytest.mark.parametrize("data", [b" \r\n\t", b"\xef\xbb\xbf", "\ufeff \n".encode("utf-16-le")])
def test_white_space_alone_is_no_text(data):
    with pytest.raises(InputError, match="no text"):
        text.read(data)


def test_a_pseudonym_that_the_encoding_lacks_is_an_error_that_says_so():
    document = text.read("Müller wohnt in Zürich".encode("cp1252"))
    with pytest.raises(OutputError, match=r"U\+0416, which cp1252 does not have: convert the file to UTF-8"):
        text.write(document, replacing(document, {"Müller": "Ж"}))
