import pytest

from lexveil.errors import InputError
from lexveil.formats.encoding import decode, label

GERMAN = "Herr Müller wohnt in Zürich und sprach mit Frau Größe über die Straße."
SAMPLES = [
    ("cp1251", "Суд установил, что Иванов Иван Иванович проживал в Москве."),
    ("koi8_r", "Суд установил, что Иванов Иван Иванович проживал в Москве."),
    ("cp1253", "Ο Γεώργιος Παπαδόπουλος κατέθεσε ένσταση στο δικαστήριο της Αθήνας."),
    ("gb18030", "原告王小明于二〇一〇年向法院提起诉讼，要求被告赔偿损失。"),
    ("cp932", "原告の田中太郎は東京地方裁判所に訴えを提起した。"),
    ("cp949", "원고 김철수는 서울중앙지방법원에 소송을 제기하였다."),
    ("big5", "原告王小明向法院提起訴訟，要求被告賠償損失。"),
    ("cp1252", GERMAN),
    ("mac_roman", GERMAN),
]


def test_utf8_needs_no_guess():
    found = decode(GERMAN.encode())
    assert (found.text, found.encoding, found.bom, found.note) == (GERMAN, "utf-8", b"", None)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_byte_order_mark_decides_and_is_not_text(encoding):
    bom = "\ufeff".encode(encoding)
    found = decode(bom + GERMAN.encode(encoding), declared="koi8-r")
    assert (found.text, found.encoding, found.bom) == (GERMAN, encoding, bom)


@pytest.mark.parametrize(("encoding", "text"), SAMPLES)
@pytest.mark.parametrize("times", [1, 30])
def test_other_encodings_are_detected_and_noted(encoding, text, times):
    text = f"{text} " * times
    found = decode(text.encode(encoding))
    assert found.text == text
    assert "guess" in str(found.note)


def test_an_encoding_that_cannot_be_told_is_an_error():
    with pytest.raises(InputError, match="cannot be told: convert the file to UTF-8"):
        decode(b"\xe4" * 1000)


def test_damaged_utf8_is_an_error_with_the_offset_and_no_mojibake():
    with pytest.raises(InputError, match="byte 8 is not valid utf-8: convert the file to UTF-8"):
        decode("Müller ".encode() + b"\xfc" + " Größe".encode())


def test_a_file_half_utf8_half_western_is_an_error():
    with pytest.raises(InputError, match="not valid utf-8"):
        decode((GERMAN * 3).encode() + GERMAN.encode("cp1252"))


def test_damaged_utf8_with_byte_order_mark_is_an_error():
    with pytest.raises(InputError, match="byte 4 is not valid utf-8"):
        decode(b"\xef\xbb\xbfa\xff")


def test_declared_encoding_is_used():
    assert decode("Müller".encode("cp1252"), declared="ISO-8859-1").text == "Müller"
    assert decode("Иванов".encode("koi8_r"), declared="koi8-r").text == "Иванов"


def test_declared_utf8_that_is_not_is_an_error():
    with pytest.raises(InputError, match="byte 1 is not valid utf-8"):
        decode("Müller".encode("cp1252"), declared="utf-8")


def test_declared_western_that_is_utf8_is_read_as_utf8_with_a_note():
    found = decode(GERMAN.encode(), declared="iso-8859-1")
    assert found.text == GERMAN
    assert "says that it is cp1252" in str(found.note)


def test_declared_encoding_that_cannot_hold_the_bytes_is_an_error():
    with pytest.raises(InputError, match="byte 4 is not valid cp1252"):
        decode(b"M\xfcll\x81r", declared="windows-1252")


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("latin1", "cp1252"), ("US-ASCII", "cp1252"), ("iso-8859-9", "cp1254"), ("gb2312", "gb18030"),
        ("x-sjis", "cp932"), ("euc-kr", "cp949"), ("UTF-16", "utf-8"), ("utf8", "utf-8"),
        ("macintosh", "mac-roman"), ("windows-1251", "cp1251"), ("rot13", ""), ("utf-7", ""),
        ("nonsense", ""), ("", ""), ("a\0b", ""),
    ],
)  # fmt: skip
def test_labels_mean_what_browsers_take_them_for(name, codec):
    assert label(name) == codec


@pytest.mark.parametrize("data", [b"a\0b", b"GIF89a\x01\x02", b"\x7fELF\x02\x01", "abc".encode("utf-16-le")])
def test_control_characters_mean_a_binary_file(data):
    with pytest.raises(InputError, match="binary"):
        decode(data)


def test_control_characters_in_utf16_mean_a_binary_file():
    with pytest.raises(InputError, match="character 1"):
        decode(b"\xff\xfea\0\1\0")


@pytest.mark.parametrize("data", [b"%PDF-1.7 x", b"PK\x03\x04 x", b"{\\rtf1 x}", b"\xd0\xcf\x11\xe0"])
def test_other_formats_under_a_wrong_name_are_named(data):
    with pytest.raises(InputError, match="whatever its name says"):
        decode(data)


def test_bytes_that_would_not_come_back_are_an_error():
    two_ways = b"\x87\x90"  # in Shift JIS the sign ≒ has two codes; encoding makes the other one
    with pytest.raises(InputError, match="cannot be written back unchanged"):
        decode(two_ways, declared="shift_jis")


def test_repr_shows_no_text():
    assert "Müller" not in repr(decode(GERMAN.encode()))


def test_large_files_are_detected_quickly():
    text = GERMAN * 50_000
    assert decode(text.encode("cp1252")).text == text
