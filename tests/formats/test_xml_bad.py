"""Bad and hostile XML: one line that says why, and no more time than good XML takes."""

import random

import pytest

from formats.pages import replacing
from formats.test_xml_golden import FILES
from lexveil.errors import InputError
from lexveil.formats import xml
from lexveil.formats.markup.tokens import MAX_DEPTH, check

LAUGHS = (
    '<!DOCTYPE r [<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{n} "&a{n - 1};&a{n - 1};&a{n - 1};">' for n in range(1, 40))
    + "]><r>&a39;</r>"
)
BAD = {
    "billion laughs": (LAUGHS, "entities of its own"),
    "quadratic growth": ('<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">]><r>&a;&a;</r>', "entities of its own"),
    "external entity": (
        '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><r>&a;</r>',
        "entities of its own",
    ),
    "unparsed entity": (
        '<!DOCTYPE r [<!NOTATION g SYSTEM "g"><!ENTITY a SYSTEM "a.gif" NDATA g>]><r>x</r>',
        "entities of its own",
    ),
    "parameter entity": ('<!DOCTYPE r [<!ENTITY % a SYSTEM "http://x/">%a;]><r>x</r>', "entities of its own"),
    "entity behind a reference": ('<!DOCTYPE r [%a;<!ENTITY b "Anna">]><r>&b;</r>', "entities of its own"),
    "entity that is markup": ('<!DOCTYPE r [<!ENTITY a "&#60;">]><r>x</r>', "entities of its own"),
    "deep nesting": ("<a>" * (MAX_DEPTH + 1) + "x" + "</a>" * (MAX_DEPTH + 1), "nested"),
    "unclosed": ("<r><p>Anna</r>", "mismatched tag, line 1"),
    "undeclared entity": ("<r>&anna;</r>", "undefined entity"),
    "two roots": ("<r>Anna</r><r/>", "junk after document element"),
    "duplicate attribute": ("<r a='Anna' a='b'/>", "duplicate attribute"),
    "HTML": ("<!DOCTYPE html><html><p>Anna<br></html>", "mismatched tag"),
    "no text": ("<r><a/></r>", "no text"),
    "no XML": ("Anna Lindqvist", "not well-formed"),
    "unknown encoding": ("<?xml version='1.0' encoding='anna'?><r>x</r>", "the encoding it declares"),
    "Word as XML": (
        "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>x</w:document>",
        "save it as DOCX",
    ),
    "OpenDocument as XML": (
        "<o:document xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0'>x</o:document>",
        "save it as ODT",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_xml_is_an_input_error_of_one_line(name):
    source, why = BAD[name]
    with pytest.raises(InputError, match=why) as caught:
        xml.read(source.encode())
    assert "\n" not in str(caught.value)
    assert "Anna" not in str(caught.value)


@pytest.mark.parametrize(
    "data", [b"<r>M\xfcller</r>", b"<r>\xff\xfe</r>", b"\x00" * 4096, b"PK\x03\x04<r/>", b"%PDF-1.7"]
)
def test_bytes_that_are_no_xml_are_an_input_error(data):
    with pytest.raises(InputError):
        xml.read(data)


def test_containers_take_no_entities_at_all():
    with pytest.raises(InputError, match="entities of its own"):
        check(b'<!DOCTYPE r [<!ENTITY nbsp "&#160;">]><r>x</r>')


SIZE = 20_000  # each would take minutes, if the cost were not linear
HOSTILE = {
    "fragments": ('<r a="', "#a", ' b">x</r>'),
    "digits": ('<r a="', "1-", '">x</r>'),
    "no base64": ("<r>", 50 * "A", "!</r>"),
    "namespaces": ("<r>", '<a xmlns:q="v">x</a>', "</r>"),
    "empty elements": ("<r>x", "<a/>", "</r>"),
    "spaces": ("<r>x", " <a/>", "y</r>"),
    "words in an identifier": ('<r id="', "aB", '">x</r>'),
    "comments": ("<r>x", "<!-- - -->", "</r>"),
    "doctype": ("<!DOCTYPE r [", '<!-- "]> -->', "]><r>x</r>"),
    "percent": ('<r href="/', "%C3%", '">x</r>'),
    "blocks in notes": (
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><p>x',
        "<note><p>y</p></note>",
        "</p></TEI>",
    ),
}


def test_many_namespaces_are_put_in_force_in_linear_time():
    many = " ".join(f'xmlns:p{number}="u"' for number in range(SIZE))
    inner = SIZE * '<a xmlns:q="v">x</a>'
    data = f"<r {many}>{inner}</r>".encode()
    assert xml.write(xml.read(data), ()) == data


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_xml_is_read_in_linear_time(name):
    before, middle, after = HOSTILE[name]
    data = f"{before}{middle * SIZE}{after}".encode()
    document = xml.read(data)
    assert xml.write(document, ()) == data


MARKS = b"< > & \" ' ]]> -- <!-- <![CDATA[ <?x ?> /> </ &#0; # % \x00 \xff".split()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_damaged_files_give_an_input_error_or_whole_xml(path):
    chance = random.Random(path.name)
    for _ in range(200):
        data = bytearray(path.read_bytes())
        at = chance.randrange(len(data))
        data[at : at + chance.choice((0, 1, 5))] = chance.choice([*MARKS, b""])
        try:
            document = xml.read(bytes(data))
        except InputError:
            continue
        assert xml.write(document, ()) == data
        changed = xml.write(document, replacing(document, {"Anna": "R&D -->", "Lindqvist": "]]>"}))
        assert "Lindqvist" not in xml.read(changed).text
