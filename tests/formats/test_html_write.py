"""Replacements in the source of a page: spelled for their place, and nothing else touched."""

import pytest

from formats.pages import page, replacing, text_of, written
from lexveil.errors import OutputError
from lexveil.formats import html
from lexveil.formats.markup.characters import RAW
from lexveil.formats.markup.escaping import spell_html

TRICKY = "R&D <b> \"x\" 'y' `z` = / --> ]]> </script> %41 \\n &amp; é 😀"
PLACES = {
    "text": "<p>Roe</p>",
    "double": '<p title="Roe">x',
    "single": "<p title='Roe'>x",
    "bare": "<p title=Roe>x",
    "bare at the end": "x<p title=Roe>",
    "title": "<title>Roe</title>x",
    "textarea": "<textarea>Roe</textarea>x",
    "pre": "<pre>Roe</pre>",
    "comment": "x<!--Roe-->",
    "bogus comment": "x<!Roe>",
    "instruction": "x<?Roe?>",
    "script": "x<script>'Roe'</script>",
    "address": "x<a href='/Roe/'>y</a>",
    "bare address": "x<a href=/Roe>y</a>",
    "mailto": "x<a href='mailto:Roe@example.org'>y</a>",
    "data": "x<i data-x='Roe'>y</i>",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_any_replacement_reads_back_as_it_is(place, encoding):
    source = "é " + PLACES[place]
    document = page(source.encode(encoding))
    assert document.source.content.encoding == encoding
    output = html.write(document, replacing(document, {"Roe": TRICKY}))
    assert page(output).text == document.text.replace("Roe", TRICKY)


def test_any_replacement_reads_back_from_cdata():
    document = page("<p>a <![CDATA[Roe]]> b</p>", xml=True)
    output = html.write(document, replacing(document, {"Roe": TRICKY}))
    assert page(output, xml=True).text == document.text.replace("Roe", TRICKY)


@pytest.mark.parametrize(
    ("source", "word", "new", "output"),
    [
        ("<p>Jo<b>hn</b> Smith!", "John Smith", "W1", "<p>W1<b></b>!"),
        ("<p>Jo<b>hn</b> Smith!", "hn Sm", "W1", "<p>Jo<b>W1</b>ith!"),
        ("<p>M&uuml;ller &amp; Co", "Müller", "W1", "<p>W1 &amp; Co"),
        ("<p>Smi&shy;th<wbr>son", "Smithson", "W1", "<p>W1"),
        ("<p>Anna\n   <i> Roe</i>,", "Anna Roe", "W1", "<p>W1<i></i>,"),
        ("<p>Anna <br>\n Roe", "Anna\nRoe", "W1", "<p>W1"),
        ("<p>Anna<br id=Roe>Doe", "Anna\nDoe", "W1", "<p>W1<br id=Roe>"),
        ("<p>Anna<!-- x --> Roe", "Anna Roe", "W1", "<p>W1<!-- x -->"),
        ("<p>Smith<sup>1</sup> said", "Smith said", "W1", "<p>W1<sup>1</sup>"),
        ("<p title='Roe'>x", "Roe", "O'X", "<p title='O&#39;X'>x"),
        ('<p title="Roe">x', "Roe", 'O"X', '<p title="O&quot;X">x'),
        ("<p title=Roe>x", "Roe", "A B", "<p title=A&#32;B>x"),
        ("<p>x<a href='/Roe'>", "Roe", "person A", "<p>x<a href='/person%20A'>"),
        ("<p>x<a href='/M%C3%BCller'>", "Müller", "W1", "<p>x<a href='/W1'>"),
        ("x<script>a='M\\u00fcller'</script>", "Müller", "W1", "x<script>a='W1'</script>"),
        (
            "x<style>a{content:'Roe'}</style>",
            "Roe",
            "A</style>",
            "x<style>a{content:'A\\3C /style>'}</style>",
        ),
        ("x<!-- Roe -->", "Roe", "A--B-", "x<!-- A&#45;&#45;B&#45; -->"),
        ("<P CLASS=x >Roe</P\n>", "Roe", "W1", "<P CLASS=x >W1</P\n>"),
    ],
)
def test_replacements_in_the_source(source, word, new, output):
    assert written(source, {word: new}) == output


@pytest.mark.parametrize(
    ("source", "word", "new"),
    [
        ("<p>a <1", "1", "b"),
        ("<p>x &roe;", "roe", "amp"),
        ("<p>x &#roe", "roe", "65"),
        ("<p title='&copy roe'>x", " roe", "b"),
        ("<p>&#23 roe", " roe", "34"),
        ("<p>x<a href='/%roe'>", "roe", "41st"),
        ("<p>x<a href='/abc?x&roe'>", "roe", "copy"),
        ("x</ roe>", "roe", "b"),
        ("x<!roe>", "roe", "doctype"),
        ("x<!roe>", "roe", "--"),
        ("x<!--a- roe > -->", " roe ", "-"),
        ("x<script>a<roe</script>", "roe", "/script>"),
        ("x<script>\\u00roe</script>", "roe", "41"),
        ("<title>a <roe></title>", "roe", "/title"),
    ],
)
def test_a_replacement_never_joins_what_stands_before_it(source, word, new):
    document = page(source)
    output = html.write(document, replacing(document, {word: new}))
    assert text_of(output) == document.text.replace(word, new)


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("<p>a Roe b", "<p>a  b"),
        ("<p title=Roe id=x>b", "<p title=&#8203; id=x>b"),
        ("<p>&Roeamp;", "<p>&&#8203;amp;"),
        ("x<!--a-Roe-->", "x<!--a-&#8203;-->"),
        ("x<a href=Roe title=y>", "x<a href=%E2%80%8B title=y>"),
    ],
)
def test_an_empty_replacement_joins_nothing(source, output):
    assert written(source, {"Roe": ""}) == output


def test_characters_that_the_encoding_lacks_become_references():
    source = "<meta charset=windows-1252><p title='X'>X</p><script>'X'</script><style>'X'</style>"
    output = written(source.replace("X", "Müller").encode("cp1252"), {"Müller": "Ж"})
    assert output.endswith("<p title='&#1046;'>&#1046;</p><script>'\\u0416'</script><style>'\\416 '</style>")


def test_what_cannot_be_spelled_is_an_error():
    with pytest.raises(OutputError, match=r"U\+003C in a part of the page that cannot spell it"):
        written("<xmp>Roe</xmp>", {"Roe": "<"})
    with pytest.raises(OutputError, match=r"U\+0416"):
        spell_html("Ж", RAW, "", encoding="cp1252")
    assert written("<xmp>Roe</xmp>", {"Roe": "W&1"}) == "<xmp>W&1</xmp>"


@pytest.mark.parametrize(
    ("start", "encoding", "bom"),
    [
        ("", "utf-8", b""),
        ("", "utf-8", b"\xef\xbb\xbf"),
        ("", "utf-16-le", b"\xff\xfe"),
        ("<meta charset='windows-1252'>", "cp1252", b""),
        ("<META http-equiv=Content-Type content='text/html; charset=ISO-8859-1'>", "cp1252", b""),
        ("<?xml version='1.0' encoding='iso-8859-15'?>", "iso8859-15", b""),
        ("<!-- <meta charset=koi8-r> --><meta charset=utf-8>", "utf-8", b""),
        ("<meta charset=no-such-thing>", "utf-8", b""),
    ],
)
def test_encodings_come_back(start, encoding, bom):
    source = f"{start}\r\n<p>Frau Müller, Straße</p>\r\n"
    document = page(bom + source.encode(encoding))
    assert document.source.content.encoding == encoding
    assert html.write(document, ()) == bom + source.encode(encoding)
    output = html.write(document, replacing(document, {"Müller": "Roë"}))
    assert output == bom + source.replace("Müller", "Roë").encode(encoding)


def test_an_undeclared_encoding_is_detected():
    document = page("<p>Herr Müller wohnt in Zürich und sprach über die Straße.</p>".encode("cp1252"))
    assert "Müller" in document.text
    assert "guess" in str(document.notes[0])
