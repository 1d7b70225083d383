"""What is written into OpenDocument text: replacements in their places, and nothing else."""

import io
import zipfile

import pytest

from formats.pages import applied, replacing
from golden.odt_build import body_of, p, packed, small
from lexveil.errors import OutputError
from lexveil.formats import odt


def body(data: bytes) -> str:
    """What stands in the body of a document."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        source = archive.read("content.xml").decode()
    return source.partition("<office:text>")[2].partition("</office:text>")[0]


def written(source: str, words: dict[str, str]) -> str:
    document = odt.read(small(source))
    return body(odt.write(document, replacing(document, words)))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("I saw Ann Torvund.", "I saw W 1."),
        ("<text:span>Ann Tor</text:span>vund", "<text:span>W 1</text:span>"),
        (
            "Ann <text:span>Tor</text:span><text:span>vund</text:span>",
            "W 1<text:span></text:span><text:span></text:span>",
        ),
        ("Ann<text:s/>Torvund", "W 1"),
        ("Ann Tor<text:soft-page-break/>vund", "W 1"),
        ("Ann Tor\u00advund", "W 1"),
        ('Ann <text:bookmark text:name="P1"/>Torvund', 'W 1<text:bookmark text:name="P1"/>'),
        ("<![CDATA[x Ann Torvund y]]>", "<![CDATA[x ]]>W 1<![CDATA[ y]]>"),
    ],
)
def test_a_replacement_goes_into_the_first_place_of_a_name(content, expected):
    assert written(p(content), {"Ann Torvund": "W 1"}) == p(expected)


@pytest.mark.parametrize(
    ("new", "spelled"),
    [
        ("a  b", "a <text:s/>b"),
        ("a    b", 'a <text:s text:c="3"/>b'),
        (" a", "<text:s/>a"),
        ("a  ", 'a<text:s text:c="2"/>'),
        ("a\tb", "a<text:tab/>b"),
        ("a\nb", "a<text:line-break/>b"),
        ("R&D <x>", "R&amp;D &lt;x&gt;"),
    ],
)
def test_white_space_of_a_replacement_survives(new, spelled):
    document = odt.read(small(p("I saw Torvund here.")))
    changes = replacing(document, {"Torvund": new})
    output = odt.write(document, changes)
    assert body(output) == p(f"I saw {spelled} here.")
    assert odt.read(output).text == applied(document.text, changes)


def test_a_field_takes_no_elements():
    field = "<text:author-name>Torvund</text:author-name>"
    assert written(p(field), {"Torvund": "a  b"}) == p(field.replace("Torvund", "a  b"))


def test_quotes_in_attributes_are_spelled():
    source = p("<text:a xlink:href='#x' office:title='Ann Torvund'>x y</text:a>")
    assert "office:title='O&#39;Hara &amp; &lt;Co&gt;'" in written(source, {"Ann Torvund": "O'Hara & <Co>"})


def test_addresses_are_escaped():
    source = p('<text:a xlink:href="https://example.org/Torvund">x y</text:a>')
    assert "https://example.org/W%201" in written(source, {"Torvund": "W 1"})


def test_a_thing_keeps_one_name_wherever_it_is_called_by_it():
    source = p(
        '<text:bookmark-start text:name="Torvund"/>x y<text:bookmark-end text:name="Torvund"/>'
        '<text:bookmark-ref text:ref-name="Torvund">x</text:bookmark-ref>'
    )
    assert written(source, {"Torvund": "person A"}) == source.replace("Torvund", "Person_A")


def test_two_things_never_get_one_name():
    source = p('x y<text:bookmark text:name="Torvund"/><text:bookmark text:name="Quellmark"/>')
    output = written(source, {"Torvund": "Person_A", "Quellmark": "Person_A"})
    assert 'text:name="Person_A"' in output
    assert 'text:name="Person_A_2"' in output


def test_the_names_of_styles_are_encoded():
    source = '<text:p text:style-name="Ann_20_Torvund">x y</text:p>'
    assert written(source, {"Ann Torvund": "A+"}) == '<text:p text:style-name="A_">x y</text:p>'


def test_styles_are_renamed_in_every_member():
    styles = body_of("").replace("<office:body>", '<style:style style:name="Torvund"/><office:body>')
    document = odt.read(small('<text:p text:style-name="Torvund">x y</text:p>', styles=styles))
    output = odt.write(document, replacing(document, {"Torvund": "A"}))
    with zipfile.ZipFile(io.BytesIO(output)) as archive:
        assert b'style:name="A"' in archive.read("styles.xml")
    assert 'text:style-name="A"' in body(output)


def test_members_without_replacements_are_the_bytes_that_came_in():
    styles = body_of(p("Header")).replace("'", '"') + "\n<!-- odd   spaces -->\n"
    document = odt.read(small(p("Torvund"), styles=styles))
    output = odt.write(document, replacing(document, {"Torvund": "A"}))
    with zipfile.ZipFile(io.BytesIO(output)) as archive:
        assert archive.read("styles.xml").decode() == styles


def test_a_document_without_metadata_comes_back_unchanged():
    data = small(p("Torvund"))
    assert odt.write(odt.read(data), ()) == data


def test_a_byte_order_mark_is_kept():
    data = packed({"content.xml": b"\xef\xbb\xbf" + body_of(p("Torvund")).encode()})
    document = odt.read(data)
    output = odt.write(document, replacing(document, {"Torvund": "A"}))
    with zipfile.ZipFile(io.BytesIO(output)) as archive:
        assert archive.read("content.xml").startswith(b"\xef\xbb\xbf<?xml")


def test_characters_that_xml_does_not_have_are_refused():
    document = odt.read(small(p("Torvund")))
    with pytest.raises(OutputError, match=r"U\+0000"):
        odt.write(document, replacing(document, {"Torvund": "\0"}))


def test_a_replacement_over_two_members_leaves_nothing_in_the_second():
    styles = body_of(p("Torvund"))
    document = odt.read(small(p("Ann"), styles=styles))
    changes = replacing(document, {"Ann\n\nTorvund": "A"})
    assert odt.read(odt.write(document, changes)).text == "A"
