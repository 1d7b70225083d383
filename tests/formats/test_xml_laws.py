"""What must hold for any XML: identity without replacements, exact text with them, well-formed output."""

import re
from xml.parsers import expat

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from formats.pages import applied
from lexveil.errors import InputError
from lexveil.formats import Options, xml
from lexveil.model import Document, Replacement

WORDS = ("Anna", "Lindqvist", "Müller", "O'Hara", "v", "12", "R&amp;D", "Zo&#235;", "J.", "&lt;b&gt;", "Țînc")
GLUE = (" ", "\n  ", "\r\n", "", "&#160;", "&#xAD;", "\u200b", "&#32;", "]]", "-", "%41", "?")
NEW = (
    "WITNESS_1",
    "person A",
    "Zoë",
    "amp;",
    "]]>",
    "-->",
    "?>",
    "R&D <b>",
    '"x"',
    "'y'",
    "41st",
    "Ţ",
    "]",
    "-",
)

words = st.lists(st.sampled_from(WORDS + GLUE), min_size=1, max_size=6).map("".join)
plain = st.lists(
    st.sampled_from(("Anna", "Lindqvist", "Müller", " ", "  ", "&amp;", "-", "/", "#", "annaBo", "%C3%BC")),
    max_size=5,
).map("".join)
raw = plain.map(lambda value: value.replace("&amp;", "&"))
names = st.sampled_from(
    ("p", "b", "div", "span", "item", "x:who", "note", "hi", "choice", "forename", "surname", "pre")
)
attribute_names = st.sampled_from(
    ("title", "showAs", "href", "id", "who", "x:y", "value", "xml:space", "class", "n", "break")
)


def attribute(name: str, value: str, quote: str) -> str:
    return f" {name}={quote}{value}{quote}"


attributes = st.builds(attribute, attribute_names, plain, st.sampled_from(('"', "'"))) | st.just("")


def element(name: str, attribute: str, content: str, end: str) -> str:
    return f"<{name}{attribute}>{content}</{name}{end}>"


leaves = st.one_of(
    words,
    raw.map(lambda value: f"<!-- {re.sub('-+', '-', value).strip('-')} -->"),
    raw.map(lambda value: f"<?note {value} Anna?>"),
    raw.map(lambda value: f"<![CDATA[{value}Anna]]>"),
    st.builds(lambda name, attribute: f"<{name}{attribute}/>", names, attributes),
    st.sampled_from(
        ("<lb/>", "<br/>", "<eol/>")
    ),  # with attributes they stay where a replacement covers them
)
content = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.builds(element, names, attributes, inner, st.sampled_from(("", " ", "\n"))),
    ),
    max_leaves=12,
)
ROOTS = (
    ("", "record xmlns:x='urn:x'"),
    ("<!-- Anna -->\n", 'TEI xmlns="http://www.tei-c.org/ns/1.0" xmlns:x="urn:x"'),
    (
        "<!DOCTYPE an:akomaNtoso>\n",
        'an:akomaNtoso xmlns:an="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" '
        'xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" xmlns:x="urn:x"',
    ),
    (
        '<!DOCTYPE record SYSTEM "Anna.dtd" [<!-- Bo --><!ATTLIST p q CDATA "Anna Bo">]>',
        "record xmlns:x='urn:x'",
    ),
)


def file(root: tuple[str, str], inner: str) -> str:
    before, opening = root
    return f"{before}<{opening}>Anna {inner}</{opening.split()[0]}>\n"


files = st.builds(file, st.sampled_from(ROOTS), content)
ENCODINGS = (
    ("utf-8", b"", ""),
    ("utf-8", b"\xef\xbb\xbf", ""),
    ("utf-16-le", b"\xff\xfe", ""),
    ("utf-16-be", b"\xfe\xff", '<?xml version="1.0" encoding="UTF-16"?>'),
    ("utf-16-le", b"", ""),
    ("cp1252", b"", "<?xml version='1.0' encoding='windows-1252'?>"),
    ("iso8859-1", b"", "<?xml version='1.0' encoding='ISO-8859-1'?>"),
    ("iso8859-15", b"", '<?xml version="1.0" encoding="iso-8859-15" ?>'),
)
encodings = st.sampled_from(ENCODINGS)
BLOCKS = ("p", "div", "item", "pre", "record")
EXACT = ("text", "plain", "cdata", "comment", "instruction")


def encoded(source: str, coding: tuple[str, bytes, str]) -> bytes:
    encoding, bom, declaration = coding
    text = declaration + source
    return bom + "".join(char for char in text if char.encode(encoding, "ignore")).encode(encoding)


def well_formed(data: bytes) -> bool:
    return bool(expat.ParserCreate().Parse(data, True))


@st.composite
def changes(draw: st.DrawFn, document: Document, *, exact: bool) -> tuple[Replacement, ...]:
    """Replacements of stretches in one block; where the text must read back exactly, not in attributes.

    An attribute that holds another word may be read as another kind of text.
    """
    real = [False] * len(document.text)
    for piece in document.pieces:
        if not exact or piece.place.context in EXACT:
            real[piece.start : piece.end] = [True] * (piece.end - piece.start)
    found, last = [], 0
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(last, len(real)))
        end = draw(st.integers(start, min(start + 15, len(real))))
        wanted = document.text[start:end]
        if wanted and all(real[start:end]) and wanted == wanted.strip():
            new = draw(st.sampled_from(NEW))
            found.append(Replacement(start, end, new, "e1", "PERSON", 1))
        last = end
    return tuple(found)


@settings(max_examples=400, deadline=None)
@given(source=files, coding=encodings)
def test_xml_without_replacements_is_the_same_bytes(source, coding):
    data = encoded(source, coding)
    assert xml.write(xml.read(data), ()) == data


@settings(max_examples=600, deadline=None)
@given(source=files, coding=encodings, data=st.data())
def test_written_xml_reads_as_the_text_with_the_replacements(source, coding, data):
    # Blocks are named: where they are told from the text, another text may tell otherwise.
    options = Options(block_tags=BLOCKS)
    document = xml.read(encoded(source, coding), options)
    replacements = data.draw(changes(document, exact=True))
    output = xml.write(document, replacements)
    assert xml.read(output, options).text == applied(document.text, replacements)


@settings(max_examples=400, deadline=None)
@given(
    source=files,
    coding=encodings,
    annotate=st.sampled_from(("", "danish", "akoma-ntoso")),
    data=st.data(),
)
def test_written_xml_is_well_formed(source, coding, annotate, data):
    document = xml.read(encoded(source, coding), Options(annotate=annotate))
    assert well_formed(xml.write(document, data.draw(changes(document, exact=False))))


@settings(max_examples=300, deadline=None)
@given(source=files, data=st.data())
def test_xml_outside_the_replaced_places_is_unchanged(source, data):
    document = xml.read(source.encode())
    replacements = data.draw(changes(document, exact=False))
    output = xml.write(document, replacements).decode()
    gone = bytearray(len(source))
    for piece in document.pieces:
        if any(piece.start < change.end and change.start < piece.end for change in replacements):
            for start, end in ((piece.place.start, piece.place.end), *piece.place.more):
                gone[start:end] = b"\1" * (end - start)
    kept, last = [], 0
    for hole in re.finditer(b"\1+", bytes(gone)):
        kept.append(source[last : hole.start()])
        last = hole.end()
    kept.append(source[last:])
    assert re.fullmatch(".*?".join(map(re.escape, kept)), output, re.DOTALL)


@settings(max_examples=300, deadline=None)
@given(
    data=st.binary(max_size=200) | files.map(lambda source: source.encode("cp1252", "replace")),
    cut=st.integers(0, 400),
)
@example(data=b"<a b='x", cut=200)
@example(data=b"<?xml version='1.0' encoding='utf-16'?><a>b</a>", cut=200)
@example(data=b"<?xml encoding='?'?><a>b</a>", cut=200)
def test_any_bytes_give_a_document_or_an_input_error(data, cut):
    message = ""
    try:
        document = xml.read(data[:cut])
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert message or xml.write(document, ()) == data[:cut]


@pytest.mark.parametrize("new", NEW)
@pytest.mark.parametrize(
    "source",
    [
        "<a>x Anna y</a>",
        '<a title="x Anna y"/>',
        "<a title='x Anna y'/>",
        "<a><!-- x-Anna-y --></a>",
        "<a><?p x?Anna?y?></a>",
        "<a><![CDATA[]Anna]>]]></a>",
        '<a href="/x%Anna%y"/>',
    ],
)
def test_any_pseudonym_fits_everywhere(source, new):
    document = xml.read(source.encode())
    at = document.text.index("Anna")
    output = xml.write(document, [Replacement(at, at + 4, new, "e1")])
    assert well_formed(output)
    assert xml.read(output).text == document.text.replace("Anna", new)
