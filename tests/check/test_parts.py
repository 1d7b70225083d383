"""Every place where a file can keep a name, in files made here and not by our own writers."""

import base64
import contextlib
import gzip
import io
import json
import struct
import zipfile
import zlib
from email.message import EmailMessage

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexveil.check import markup, texts
from lexveil.check.leaks import MAX_DEPTH, leaks, walked
from lexveil.errors import CoverageError, LexveilError
from lexveil.text.search import Form

FORMS = (
    Form("jorgen torvund", "name", "e1"),
    Form("torvund", "part", "e1"),
    Form("010203-4567", "identifier", "e2"),
    Form("dk5000400440116243", "identifier", "e3"),
)


def found(tmp_path, data, forms=FORMS):
    return leaks(data.encode() if isinstance(data, str) else data, forms).leaks


def zipped(members):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return made.getvalue()


W = 'xmlns:w="http://example.org/word"'


PICTURE = b"<svg><text>T&#111;rvund</text></svg>" * 3
TEXTS = {
    "plain": "by Jørgen Torvund.",
    "upper case": "BY TORVUND",
    "broken": "by Tor-\nvund",
    "soft hyphen": "by Tor\u00advund",
    "accents apart": "Jo\u0308rgen Torvu\u0301nd",
    "joined by other signs": "/cases/jorgen_torvund.html",
    "split by inline tags": "<p>by Tor<b>vu</b><!-- x -->nd</p>",
    "fields side by side": "<a><creator>Torvund</creator><title>Award</title></a>",
    "attribute": '<img alt="Torvund">',
    "reference": "<p>T&#111;rv&#x75;nd</p>",
    "reference in an attribute": '<a title="T&#111;rvund">x</a>',
    "comment": "<p>x</p><!-- Torvund -->",
    "unclosed comment": "<p>x</p><!-- Torvund",
    "cdata": "<a><![CDATA[<b>Torvund</b>]]></a>",
    "cdata in two": "<a><![CDATA[Tor]]><![CDATA[vund]]></a>",
    "script": "<script>var x = 'T\\u006frvund';</script>",
    "style": "<style>p:after { content: 'Torvund' }</style>",
    "percent": '<a href="/T%6Frvund">x</a>',
    "percent in a reference": '<a href="/T&#37;6Frvund">x</a>',
    "doctype": '<!DOCTYPE a [<!ENTITY who "Torvund">]><a>&who;</a>',
    "instruction": "<a><?note Torvund?></a>",
    "json": json.dumps({"text": "Jørgen\nTørvund, Torvund"}),
    "json in ascii": json.dumps({"by": "Jørgen Tørvund"}),
    "csv": 'a,"by ""Torvund"" there"\n',
    "data address": f'<img src="data:image/svg+xml;base64,{base64.b64encode(PICTURE).decode()}">',
    "short data address": "<a href='data:text/plain;base64,YnkgVG9ydnVuZA=='>x</a>",
    "base64 over lines": "<x>"
    + base64.encodebytes(b"%PDF nothing of the kind " * 9 + b" Torvund ").decode()
    + "</x>",
    "identifier": "CPR 010203-4567",
    "identifier with other separators": "CPR 010203 4567 or so",
    "identifier without": "cpr0102034567",
    "account": "IBAN DK50 0040 0440 1162 43.",
    "rtf": r"{\rtf1\ansi by J\'f8rgen T{\b orv}u\u110?d\par}",
    "rtf stand-in": r"{\rtf1 {\*\company Torv\u117\'75nd}}",
    "short base64": "<a href='/u?id=Snlyci4gVG9ydnVuZA'>x</a>",
    "short base64 for addresses": "token " + base64.urlsafe_b64encode("by Torvund ÿÿ~~".encode()).decode(),
    "hexadecimal digits": "id " + b"Torvund".hex(),
    "style sheet": "<style>p::after { content: '\\54 orvund' }</style>",
    "name of an element": "<d><torvund>x</torvund></d>",
    "name of an attribute": '<p data-torvund="1">x</p>',
    "reference in a reference": "<p>T&amp;#111;rvund</p>",
    "letters apart": "<h1>T O R V U N D</h1>",
    "digits beside it": '<a href="/torvund85.pdf">x</a>',
    "a capital beside it": '<a href="/TorvundLetter.pdf">x</a>',
    "hyphen and space": "by Tor- vund",
    "another alphabet": "by T\u043ervund",
    "marks of direction": "by Tor\u200evund",
    "from the right to the left": "by \u202ednuvroT\u202c",
    "international domain": "see xn--trvund-wxa.example",
    "quoted-printable": "From: x@example.org\nTo: y\nSubject: =?utf-8?q?T=6Frvund?=\n\nHello",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_name_is_seen_in_text(tmp_path, name):
    assert found(tmp_path, TEXTS[name])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"])
def test_a_name_is_seen_in_any_encoding(tmp_path, encoding):
    assert found(tmp_path, "Å møte: Jørgen Torvund".encode(encoding))


@pytest.mark.parametrize(
    ("name", "page"), [("Dvořák", "cp1250"), ("Иванченко", "koi8_r"), ("Ιωάννου", "cp1253")]
)
def test_letters_beyond_ascii_are_seen_where_the_encoding_is_not_told(tmp_path, name, page):
    forms = [Form(texts_squeezed(name), "part", "e1")]
    assert found(tmp_path, f"({name}) came".encode(page), forms)
    assert found(tmp_path, f'<p lang="xx">{name}</p><meta charset="{page}">'.encode(page), forms)


def texts_squeezed(name):
    from lexveil.text.fold import squeeze

    return squeeze(name).text


def test_other_words_are_no_leak(tmp_path):
    for text in (
        "Torvunder",
        "Storvund",
        "<td>Tor</td><td>vund</td>",
        "x0102034567890",
        "Jørgen",
        "MacTorvund",
    ):
        assert found(tmp_path, text) == ()


DOCUMENT = f"<w:document {W}><w:body>{{}}</w:body></w:document>"
CONTAINERS = {
    "runs": {
        "word/document.xml": DOCUMENT.format(
            "<w:p><w:r><w:t>Tor</w:t></w:r><w:r><w:rPr/><w:t>vund</w:t></w:r></w:p>"
        )
    },
    "around a text box": {
        "word/document.xml": DOCUMENT.format(
            "<w:p><w:r><w:t>Tor</w:t></w:r><w:r><w:p><w:t>box</w:t></w:p></w:r><w:r><w:t>vund</w:t></w:r></w:p>"
        )
    },
    "symbols": {
        "word/document.xml": DOCUMENT.format(
            "<w:p>"
            + "".join(f"<w:r><w:sym w:char='F0{ord(char):02X}'/></w:r>" for char in "Torvund")
            + "</w:p>"
        )
    },
    "deleted": {"word/document.xml": DOCUMENT.format("<w:p><w:del w:author='Torvund'/></w:p>")},
    "two bytes": {"word/document.xml": DOCUMENT.format("Torvund").encode("utf-16")},
    "properties": {"docProps/core.xml": "<p><dc>Torvund</dc><dc>x</dc></p>"},
    "member name": {"word/media/torvund.png": b"\x00"},
    "old object": {
        "word/embeddings/oleObject1.bin": b"\xd0\xcf\x11\xe0\x00\x01" + b"by Torvund of Holt\x00" * 2
    },
    "wide string": {"word/vbaProject.bin": b"\x01\x02\x03" + "Torvund".encode("utf-16-le")},
    "wide string, big end first": {"word/x.bin": b"\x01\x02\x03" + "by Torvund".encode("utf-16-be")},
    "picture": {"word/media/image1.jpeg": b"\xff\xd8\xff\xe1\x00\x20Exif\x00\x00Torvund\x00\xff\xd9"},
    "nested": {"word/embeddings/sheet.xlsx": zipped({"xl/sharedStrings.xml": "<si><t>Torvund</t></si>"})},
    "gzip": {"image.svgz": gzip.compress(b"<svg><text>Torvund</text></svg>")},
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_name_is_seen_in_a_container(tmp_path, name):
    assert found(tmp_path, zipped(CONTAINERS[name]))


def test_a_name_is_seen_in_the_comment_of_a_container(tmp_path):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a.xml", "<a/>")
        archive.comment = b"for Torvund"
    assert found(tmp_path, made.getvalue())


def test_paragraphs_are_not_joined(tmp_path):
    document = DOCUMENT.format("<w:p><w:t>Tor</w:t></w:p><w:p><w:t>vund</w:t></w:p>")
    assert found(tmp_path, zipped({"word/document.xml": document})) == ()


def test_the_part_is_told_but_no_name_that_a_file_chose(tmp_path):
    leaked = found(
        tmp_path, zipped({"word/footnotes.xml": "<p>Torvund</p>", "torvund.xml": "<p>Torvund</p>"})
    )
    told = {leak.part.split(",")[0] for leak in leaked}
    assert {"word/footnotes.xml", "member 2"} <= told
    assert "torvund" not in repr(leaked).lower()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_a_name_is_seen_in_the_texts_of_a_picture(tmp_path):
    head = b"\x89PNG\r\n\x1a\n"
    packed = zlib.compress(b"taken by Torvund")
    assert found(tmp_path, head + chunk(b"tEXt", b"Author\x00Torvund") + chunk(b"IEND", b""))
    assert found(tmp_path, head + chunk(b"zTXt", b"Author\x00\x00" + packed))
    assert found(tmp_path, head + chunk(b"iTXt", b"Author\x00\x01\x00en\x00\x00" + packed))
    assert found(tmp_path, head + chunk(b"zTXt", b"Author\x00\x00" + zlib.compress(b"nobody"))) == ()


def test_a_name_is_seen_in_a_message(tmp_path):
    message = EmailMessage()
    message["From"] = "office@example.org"
    message["To"] = "Jørgen Tørvund <x@example.org>"
    message.set_content("Nothing here")
    assert found(tmp_path, message.as_bytes(), [Form("torvund", "part", "e1")])
    message.replace_header("To", "x@example.org")
    assert found(tmp_path, message.as_bytes()) == ()
    message.add_attachment(
        zipped({"word/document.xml": DOCUMENT.format("Torvund")}),
        maintype="application",
        subtype="octet-stream",
        filename="a.docx",
    )
    assert found(tmp_path, message.as_bytes())


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "8bit"])
def test_a_name_is_seen_in_the_body_of_a_message(tmp_path, encoding):
    message = EmailMessage()
    message["From"], message["Date"] = "office@example.org", "Mon, 5 May 2025 10:00:00 +0000"
    message.set_content("Møte: " + "x" * 70 + " Jørgen Torvund kom", cte=encoding, charset="iso-8859-1")
    assert found(tmp_path, message.as_bytes(), [Form("jorgen torvund", "name", "e1")])


def test_a_name_is_seen_in_an_object_in_rtf(tmp_path):
    inside = (b"\xd0\xcf\x11\xe0" + "Torvund ".encode("utf-16-le") * 6).hex()
    assert found(tmp_path, rf"{{\rtf1 {{\object {{\*\objdata {inside}}}}}}}")


def test_a_name_is_seen_in_a_column(tmp_path):
    def table(**columns):
        made = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(columns), made, compression="zstd")
        return made.getvalue()

    assert found(tmp_path, table(text=["x"] * 50 + ["by Jørgen Torvund"]))
    assert found(tmp_path, table(other=[["x"], ["Torvund"]]))
    assert found(tmp_path, table(Torvund=[1]))
    assert found(tmp_path, table(text=["x"])) == ()


# Bounds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [0.2, 0.6, 0.95])
def test_a_container_cut_off_is_not_called_clean(tmp_path, cut):
    whole = zipped({"word/document.xml": DOCUMENT.format("nobody" * 500)})
    with pytest.raises(CoverageError):
        found(tmp_path, whole[: int(len(whole) * cut)])


def test_a_locked_member_is_named_as_unread(tmp_path):
    whole = bytearray(zipped({"a.xml": "<a/>", "b.xml": "<a>Torvund</a>"}))
    at = whole.index(b"PK\x01\x02")
    whole[at + 8] |= 1  # encrypted, says the directory
    checked = leaks(bytes(whole), FORMS)
    assert checked.unread == ("member 1, packed",)
    assert checked.leaks


def test_what_unpacks_without_bound_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(texts, "MAX_BYTES", 10_000_000)
    bomb = zipped({"a.xml": b"\x00" * 20_000_000})
    for data in (bomb, gzip.compress(b"\x00" * 20_000_000)):
        with pytest.raises(CoverageError, match="searched whole"):
            found(tmp_path, data)


def test_containers_without_end_are_refused(tmp_path):
    data = b"x"
    for _ in range(MAX_DEPTH + 2):
        data = zipped({"inner.zip": data})
    with pytest.raises(CoverageError, match="deep"):
        found(tmp_path, data)


def test_an_xml_bomb_is_searched_and_not_expanded(tmp_path):
    lines = "".join(f'<!ENTITY e{n + 1} "&e{n};&e{n};&e{n};&e{n};&e{n};&e{n};">' for n in range(12))
    bomb = f'<!DOCTYPE a [<!ENTITY e0 "x">{lines}]><a t="&e12;">&e12; Torvund</a>'
    assert found(tmp_path, bomb)


@pytest.mark.parametrize(
    "text", ["<" * 300_000, "<!--" * 100_000, "<a '" * 100_000, "&" * 300_000, "<a " * 100_000, "(" * 300_000]
)
def test_endless_openings_cost_linear_time(tmp_path, text):
    assert found(tmp_path, text) == ()


BEGINNINGS = (
    b"",
    b"PK\x03\x04",
    b"%PDF-1.7\n",
    b"PAR1",
    b"\x1f\x8b\x08",
    b"{\\rtf1 ",
    b"<?xml?>",
    b"\xff\xfe",
)


@given(st.sampled_from(BEGINNINGS), st.binary(max_size=200))
def test_any_bytes_are_searched_or_refused(start, data):
    with contextlib.suppress(LexveilError):
        assert all(isinstance(text.text, str) for text in walked(start + data))


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(["zip", "mail"]), st.integers(0, 2000), st.binary(max_size=30))
def test_a_damaged_file_is_searched_or_refused(kind, at, noise):
    whole = {
        "zip": lambda: zipped(CONTAINERS["runs"] | CONTAINERS["nested"]),
        "mail": lambda: TEXTS["quoted-printable"].encode(),
    }[kind]()
    at %= len(whole)
    with contextlib.suppress(LexveilError):
        assert list(walked(whole[:at] + noise + whole[at + len(noise) :]))


@pytest.mark.parametrize(
    "data", [b"", b"PK\x05\x06" + b"\x00" * 18, b"\xff" * 50, base64.b64encode(b"x" * 50)]
)
def test_a_file_with_nothing_in_it_has_no_leak(tmp_path, data):
    assert found(tmp_path, data) == ()


def test_a_name_made_into_an_element_is_searched_and_an_element_of_html_is_not():
    found = [
        each for each in markup.sources("<Torvund><button/></Torvund><style>", "a.xml") if each.kind == "code"
    ]
    names = [each.text for each in found if "names in the markup" in each.part]
    assert names == ["Torvund Torvund"]
