"""What must hold for any file: identity without replacements, exact text with them, errors we know."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from formats.pages import applied
from lexveil.errors import InputError
from lexveil.formats import html, text
from lexveil.formats.source import Format
from lexveil.model import Document, Replacement

WORDS = ("Anna", "Lindqvist", "Müller", "O'Hara", "v", "12", "R&amp;D", "Zo&euml;", "J.", "&copy", "&amp;lt;")
GLUE = (
    " ",
    "\n  ",
    "\r\n",
    "",
    "&nbsp;",
    "&shy;",
    "\u200b",
    "<wbr>",
    "<br>",
    " <br/>\n",
    "&#32;",
    "&",
    "< ",
    "<1",
)
NEW = ("WITNESS_1", "person", "Zoë", "amp", "lt", "xy1", "copy", "script", "41st", "doctype")

words = st.lists(st.sampled_from(WORDS + GLUE), min_size=1, max_size=6).map("".join)
plain = st.lists(
    st.sampled_from(("Anna", "Lindqvist", "Müller", " ", "  ", "&amp;", "&", "-")), max_size=5
).map("".join)
values = st.tuples(st.sampled_from(("title", "alt", "href", "id", "data-x", "content", "class")), plain)
tagged = st.sampled_from(
    ("b", "i", "span", "p", "div", "td", "li", "pre", "title", "textarea", "h1", "svg", "a")
)


def attribute(pair: tuple[str, str], quote: str) -> str:
    name, value = pair
    if quote:
        return f"{name}={quote}{value}{quote}"
    bare = re.sub(r"[\s&]", "", value)
    return f"{name}={bare}" if bare else name


attributes = st.lists(st.builds(attribute, values, st.sampled_from(('"', "'", ""))), max_size=2).map(" ".join)


def element(name: str, attribute: str, content: str, close: bool) -> str:
    """The end tag is left out only where a browser does not need it."""
    opening = f"<{name} {attribute}>" if attribute else f"<{name}>"
    needed = name in ("title", "textarea")
    return f"{opening}{content}</{name}>" if close or needed else f"{opening}{content}"


leaves = st.one_of(
    words,
    plain.map(lambda value: f"<!-- {value.strip('-')} -->"),
    plain.map(lambda value: f"<script>var a='{value}\\u00fc\\n';</script>"),
    plain.map(lambda value: f'<style>p::after {{content: "{value}"}}</style>'),
    plain.map(lambda value: f"<xmp>{value}</xmp>"),
    plain.map(lambda value: f"<?x {value}>"),
    plain.map(lambda value: f'<a href="/M%C3%BCller/{value.replace(" ", "%20")}%zz">Anna</a>'),
    plain.map(
        lambda value: f'<a href="mailto:{value.replace(" ", "")}anna@example.org?subject=Anna">mail</a>'
    ),
    st.sampled_from(("<sup>1</sup>", "<hr>", "</p>", "</b>", "<![CDATA[Anna]]>", "<!-->", "</>")),
)
pages = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.builds(element, tagged, attributes, inner, st.booleans()),
    ),
    max_leaves=12,
)
files = st.builds(lambda page, end: "Anna " + page.replace("\n", end), pages, st.sampled_from(("\n", "\r\n")))
ENCODINGS = (
    ("utf-8", b""),
    ("utf-8", b"\xef\xbb\xbf"),
    ("utf-16-le", b"\xff\xfe"),
    ("utf-16-be", b"\xfe\xff"),
)
encodings = st.sampled_from(ENCODINGS)


def real_characters(document: Document) -> list[bool]:
    """Which characters of the text come from the source and can be replaced by themselves."""
    real = [False] * len(document.text)
    for piece in document.pieces:
        for at in range(piece.start, piece.end):
            real[at] = True
    return real


@st.composite
def changes(draw: st.DrawFn, document: Document) -> tuple[Replacement, ...]:
    """Replacements of arbitrary stretches, none over a break between blocks or in a footnote mark."""
    real, found, last = real_characters(document), [], 0
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(last, len(real)))
        end = draw(st.integers(start, min(start + 15, len(real))))
        wanted = document.text[start:end]
        if start < end and all(real[start:end]) and wanted != "1" and wanted.strip():
            found.append(Replacement(start, end, draw(st.sampled_from(NEW)), "e1"))
        last = end
    return tuple(found)


@settings(max_examples=400, deadline=None)
@given(source=files, coding=encodings)
def test_html_without_replacements_is_the_same_bytes(source, coding):
    data = coding[1] + source.encode(coding[0])
    assert html.write(html.read(data), ()) == data


@settings(max_examples=600, deadline=None)
@given(source=files, data=st.data())
@pytest.mark.parametrize("kind", [html.HTML, html.XHTML], ids=["html", "xhtml"])
def test_written_html_reads_as_the_text_with_the_replacements(kind: Format, source, data):
    if kind is html.XHTML:
        source = re.sub(r"<\?x ([^>]*)>", r"<?x \1?>", source)
    document = kind.read(source.encode())
    replacements = data.draw(changes(document))
    output = kind.write(document, replacements)
    again, wanted = kind.read(output).text, applied(document.text, replacements)
    if "data-x" in source:  # a value is read among the text or after it, by what it says
        again, wanted = (sorted(text.split("\n\n")) for text in (again, wanted))
    assert again == wanted


@settings(max_examples=400, deadline=None)
@given(source=files, data=st.data())
def test_html_outside_the_replaced_places_is_unchanged(source, data):
    document = html.read(source.encode())
    replacements = data.draw(changes(document))
    output = html.write(document, replacements).decode()
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
    content=st.text(
        st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\r\n"), min_size=1
    ).filter(str.strip),
    coding=encodings,
    data=st.data(),
)
def test_text_is_unchanged_but_for_the_replacements(content, coding, data):
    encoding, bom = coding
    if not bom and content.startswith("\ufeff"):
        content = "." + content
    if not content.strip("\ufeff\t\r\n "):
        content += "."
    document = text.read(bom + content.encode(encoding))
    assert document.text == content
    replacements = data.draw(changes(document))
    assert text.write(document, replacements) == bom + applied(content, replacements).encode(encoding)


@settings(max_examples=300, deadline=None)
@given(
    data=st.binary(max_size=200) | files.map(lambda page: page.encode("cp1252", "replace")),
    cut=st.integers(0, 200),
)
@example(data=b"<a href='x", cut=200)
@example(data=b"</\xc3\xa9", cut=200)
@example(data=b"%PDF-1.7", cut=200)
@pytest.mark.parametrize("kind", [html.HTML, html.XHTML, text.TEXT], ids=["html", "xhtml", "text"])
def test_any_bytes_give_a_document_or_an_input_error(kind: Format, data, cut):
    message = ""
    try:
        document = kind.read(data[:cut])
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert message or kind.write(document, ()) == data[:cut]
