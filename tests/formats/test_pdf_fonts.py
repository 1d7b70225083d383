"""What the codes of a font stand for."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from lexveil.formats.images.metadata import strip_jpeg
from lexveil.formats.pdf import character_maps
from lexveil.formats.pdf.fonts import BULLET, font


def read(made: pikepdf.Object, codes: bytes) -> list[str | None]:
    return [glyph.text for glyph in font(made).glyphs(codes)]


def simple(**entries: object) -> pikepdf.Object:
    base = {"/Type": Name.Font, "/Subtype": Name.Type1, "/BaseFont": Name.Helvetica}
    return Dictionary({**base, **{f"/{key}": value for key, value in entries.items()}})


@pytest.fixture
def file() -> pikepdf.Pdf:
    return pikepdf.new()


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [("WinAnsiEncoding", "\u00fc\u20ac"), ("MacRomanEncoding", "\u00b8\u00c4"), ("StandardEncoding", None)],
)
def test_named_encodings(encoding, expected):
    found = read(simple(Encoding=Name(f"/{encoding}")), b"\xfc\x80")
    assert found == (list(expected) if expected else [None, None])


def test_differences_are_read_by_their_names():
    names = [Name(f"/{name}") for name in ("fi", "Adieresis", "uni0142", "a.sc", "oneoldstyle", "g17")]
    encoding = Dictionary(BaseEncoding=Name.WinAnsiEncoding, Differences=Array([1, *names]))
    assert read(simple(Encoding=encoding), bytes(range(1, 7))) == ["fi", "\u00c4", "\u0142", "a", "1", None]


def test_a_map_to_characters_comes_first(file):
    made = simple(ToUnicode=file.make_stream(b"1 beginbfchar <41> <0142> endbfchar"))
    assert read(made, b"AB") == ["\u0142", "B"]


def test_an_embedded_symbolic_font_without_a_map_is_unknown(file):
    descriptor = Dictionary(Flags=4, FontFile2=file.make_stream(b""))
    assert read(simple(Subtype=Name.TrueType, FontDescriptor=descriptor), b"A") == [None]


@pytest.mark.parametrize("name", ["Symbol", "ZapfDingbats", "ABCDEF+Wingdings-Regular"])
def test_fonts_without_letters_read_as_bullets(name):
    assert read(simple(BaseFont=Name(f"/{name}")), b"A\xb7") == [BULLET, BULLET]


def test_the_encoding_inside_a_type1_font(file):
    header = b"%!PS\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n"
    header += b"dup 65 /lslash put\nreadonly def\n"
    stream = file.make_stream(header)
    stream.Length1 = len(header)
    assert read(simple(BaseFont=Name("/Own"), FontDescriptor=Dictionary(FontFile=stream)), b"A") == ["\u0142"]


def test_widths_come_from_the_file_or_from_the_standard():
    assert font(simple()).glyphs(b"A")[0].width == pytest.approx(0.667)
    given = simple(FirstChar=65, LastChar=66, Widths=Array([500, 250]))
    assert [glyph.width for glyph in font(given).glyphs(b"AB")] == [0.5, 0.25]


def composite(encoding: object, **entries: object) -> pikepdf.Object:
    system = Dictionary(Registry=String("Adobe"), Ordering=String(entries.pop("ordering", "Identity")))
    widths = Array([1, Array([300, 400]), 5, 7, 600])
    inner = Dictionary(Subtype=Name.CIDFontType0, W=widths, DW=1000, CIDSystemInfo=system)
    base = {
        "/Subtype": Name.Type0,
        "/BaseFont": Name("/Some"),
        "/Encoding": encoding,
        "/DescendantFonts": Array([inner]),
    }
    return Dictionary({**base, **{f"/{key}": value for key, value in entries.items()}})


def test_codes_of_two_bytes(file):
    map_ = file.make_stream(
        b"1 beginbfrange <0001> <0003> <0041> endbfrange 1 beginbfchar <0006> <00660069> endbfchar"
    )
    found = font(composite(Name("/Identity-H"), ToUnicode=map_)).glyphs(bytes.fromhex("000100020006 0009"))
    assert [glyph.text for glyph in found] == ["A", "B", "fi", None]
    assert [glyph.width for glyph in found] == [0.3, 0.4, 0.6, 1.0]
    assert [glyph.code.hex() for glyph in found] == ["0001", "0002", "0006", "0009"]


def test_codes_of_adobes_collections():
    found = font(composite(Name("/UniJIS-UCS2-H"), ordering="Japan1")).glyphs(
        "\u5c71\u7530".encode("utf-16-be")
    )
    assert "".join(glyph.text or "?" for glyph in found) == "\u5c71\u7530"


def test_codes_of_several_lengths(file):
    spaces = b"2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange "
    encoding = file.make_stream(
        spaces + b"1 begincidrange <20> <7E> 1 endcidrange 1 begincidchar <8001> 7 endcidchar"
    )
    map_ = file.make_stream(b"2 beginbfchar <41> <0041> <8001> <0142> endbfchar")
    found = font(composite(encoding, ToUnicode=map_)).glyphs(b"A\x80\x01")
    assert [(glyph.code, glyph.text, glyph.width) for glyph in found] == [
        (b"A", "A", 1.0),
        (b"\x80\x01", "\u0142", 0.6),
    ]


def test_a_single_code_comes_before_the_range_around_it():
    map_ = character_maps.parsed(
        b"1 beginbfrange <01> <09> <0061> endbfrange 2 beginbfchar <03> <0078> <05> <0079> endbfchar"
    )
    assert [map_.text(code) for code in (1, 3, 5, 6, 10)] == ["a", "x", "y", "f", None]


def test_a_range_may_list_its_characters():
    map_ = character_maps.parsed(b"1 beginbfrange <01> <03> [<0061> <00660069>] endbfrange")
    assert [map_.text(code) for code in (1, 2, 3)] == ["a", "fi", None]


def test_a_section_without_an_end_is_left_out():
    assert character_maps.parsed(b"beginbfchar <01> <0061> " * 1000).text(1) is None


def test_what_a_jpeg_says_beside_its_picture_is_taken_out():
    segments = [
        b"\xff\xe0\x00\x04JF",
        b"\xff\xe1\x00\x08Exif:)",
        b"\xff\xfe\x00\x09Torvund",
        b"\xff\xdb\x00\x03q",
    ]
    data = b"\xff\xd8" + b"".join(segments) + b"\xff\xda\x00\x02pixels\xff\xd9 and more"
    assert strip_jpeg(data) == b"\xff\xd8" + segments[0] + segments[3] + b"\xff\xda\x00\x02pixels\xff\xd9"
    assert strip_jpeg(b"no picture") == b"no picture"
