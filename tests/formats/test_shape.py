"""How a document looks: headings, items, rows and cells, notes and pages, in each format."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formats.pages import page
from golden.pdf_build import simple
from golden.pdf_build import text as drawn
from lexveil import formats
from lexveil.formats import mail, pdf, text, xml
from lexveil.formats.markup import lay
from lexveil.formats.shape import LONGEST, MOST_COLUMNS
from lexveil.model import Document

GOLDEN = Path(__file__).parent.parent / "golden"
FILES = sorted(
    path
    for path in GOLDEN.glob("*/*")
    if path.is_file() and path.suffix in formats.FORMATS and path.parent.name != "policies"
)
AKN = 'xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"'


def shape(document: Document) -> list[tuple[str, str]]:
    return [(zone.kind, document.text[zone.start : zone.end]) for zone in document.shape]


def expect_lawful(document: Document) -> None:
    """In the order of their starts, the outer one first, and of any two one in the other or both apart."""
    zones = document.shape
    assert all(0 <= zone.start < zone.end <= len(document.text) for zone in zones)
    assert all((one.start, -one.end) <= (two.start, -two.end) for one, two in pairwise(zones))
    around: list[int] = []
    for zone in zones:
        while around and around[-1] <= zone.start:
            around.pop()
        assert not around or zone.end <= around[-1]
        around.append(zone.end)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_zones_are_in_order_and_nested(path):
    expect_lawful(formats.read_file(path))


def test_nothing_has_no_shape():
    assert lay([]).shape == ()
    assert list(text.shape("")) == []
    assert Document("doc-1", "").shape == ()


# HTML ---------------------------------------------------------------------------------------------


def test_headings_and_items_of_a_page():
    found = page(
        "<h1>Award</h1><p>Torvund came.</p><h3>Facts</h3><ul><li>One<ul><li>Two</ul><li>Three</ul>"
        "<div role=heading aria-level=2>Costs</div><div role='heading'>Law</div>"
    )
    assert shape(found) == [
        ("heading 1", "Award"),
        ("heading 3", "Facts"),
        ("item", "One\n\nTwo"),
        ("item", "Two"),
        ("item", "Three"),
        ("heading 2", "Costs"),
        ("heading 2", "Law"),
    ]


@pytest.mark.parametrize("end", [True, False])
def test_rows_and_cells_of_a_page_hold_all_their_paragraphs(end):
    row, cell = ("</tr>", "</td>") if end else ("", "")
    found = page(
        f"<table><tr><th title='Hint'>For{cell}<td><p>Ann</p><p>Torvund</p>{cell}{row}"
        f"<tr><td>{cell}<td>Bo{cell}{row}</table>After"
    )
    assert shape(found) == [
        ("row", "For\n\nHint\n\nAnn\n\nTorvund"),
        ("cell", "For\n\nHint"),
        ("cell", "Ann\n\nTorvund"),
        ("row", "Bo"),
        ("cell 2", "Bo"),
    ]


def test_a_cell_says_its_column_after_empty_and_wide_cells():
    found = page(
        "<table><tr><td></td><td>A</td><td>B</td><td> </td><td>C</td></tr>"
        "<tr><td colspan=2>D</td><td>E</td><td colspan='x'>F</td></tr></table>"
    )
    kinds = [kind for kind, _ in shape(found)]
    assert kinds == ["row", "cell 2", "cell", "cell 5", "row", "cell 1-2", "cell", "cell"]


def test_a_table_has_no_more_columns_than_a_page_can_show():
    found = page("<table><tr><td colspan=9999>A</td><td>B</td></tr></table>")
    assert [kind for kind, _ in shape(found)][1:] == [f"cell 1-{MOST_COLUMNS}", f"cell {MOST_COLUMNS}"]


def test_hidden_text_in_the_first_of_two_paragraphs_does_not_part_the_cell():
    found = page("<table><tr><td><p title='Hint'>Ann</p><!-- remark --><p>Torvund</p></td></tr></table>")
    assert shape(found) == [("row", found.text), ("cell", found.text)]


def test_a_table_in_a_cell_is_inside_of_it():
    found = page("<table><tr><td>A<table><tr><td>B</td></tr></table>C</td><td>D</td></tr></table>")
    assert shape(found) == [
        ("row", "A\n\nB\n\nC\n\nD"),
        ("cell", "A\n\nB\n\nC"),
        ("row", "B"),
        ("cell", "B"),
        ("cell", "D"),
    ]


def test_notes_of_a_page():
    found = page(
        "<p>Text<sup>1</sup></p><aside>Beside</aside><ol><li role=doc-footnote>See Quellmark.</li></ol>"
    )
    assert shape(found) == [("note", "Beside"), ("note", "See Quellmark.")]


def test_what_hangs_in_a_heading_is_no_heading():
    found = page("<h2 title='Hint'>Facts<sup>1</sup><!-- remark --></h2><script>let a = 'Torvund'</script>")
    assert shape(found) == [("heading 2", "Facts")]


def test_a_paragraph_as_long_as_none_is_no_heading():
    assert shape(page(f"<h2>{'a' * LONGEST}</h2>")) == [("heading 2", "a" * LONGEST)]
    assert shape(page(f"<h2>{'a' * LONGEST}b</h2>")) == []


def test_a_cell_without_a_row_and_an_item_that_is_a_heading():
    assert shape(page("<div role=cell>Ann</div><li><h3>Facts</h3></li>")) == [("heading 3", "Facts")]


_TAGS = "table tr td th ul li h1 h2 p div aside b sup a noscript pre".split()
_PARTS = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in _TAGS] + [f"</{tag}>" for tag in _TAGS]),
    st.sampled_from(
        [
            "Ann ",
            "1",
            "<br>",
            "<!-- x -->",
            "<script>x</script>",
            "<p title=Bo>",
            "<td title=Bo>",
            "<div role=row>",
        ]
    ),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(_PARTS, max_size=40))
def test_zones_of_broken_pages_are_nested_too(parts):
    expect_lawful(page("Torvund" + "".join(parts)))


# XML ----------------------------------------------------------------------------------------------


def read_xml(source: str) -> list[tuple[str, str]]:
    found = xml.read(source.encode())
    expect_lawful(found)
    return shape(found)


def test_akoma_ntoso():
    point = "<point><num>(a)</num><content><p>Ann Torvund pays.</p></content></point>"
    paragraph = "<paragraph><num>1.</num><content><p>She left.</p></content></paragraph>"
    note = "<p>Quellmark<authorialNote><p>In the north.</p></authorialNote></p>"
    table = f"<table><tr><th><p>Party</p></th><td>{note}</td></tr></table>"
    section = f"<section><num>1 §</num><heading>Sea</heading>{point}{paragraph}</section>{table}"
    body = f"<chapter><num>I</num><heading>Ships</heading>{section}</chapter>"
    found = read_xml(f"<akomaNtoso {AKN}><act><body>{body}</body></act></akomaNtoso>")
    assert found == [
        ("heading 1", "I"),
        ("heading 1", "Ships"),
        ("heading 2", "1 §"),
        ("heading 2", "Sea"),
        ("item", "(a)\n\nAnn Torvund pays."),
        ("row", "Party\n\nQuellmark\n\nIn the north."),
        ("cell", "Party"),
        ("cell", "Quellmark\n\nIn the north."),
        ("note", "In the north."),
    ]


def test_tei():
    found = read_xml(
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>File</title></teiHeader><text><body><div>'
        "<head>Letters<note>Two.</note></head><p>Dear Ann<note>Torvund</note>,</p><div><head>First</head>"
        "<list><item>one</item></list><table><row><cell>a</cell><cell>b</cell></row></table></div></div>"
        "</body></text></TEI>"
    )
    assert found == [
        ("heading 1", "Letters"),
        ("note", "Two."),
        ("note", "Torvund"),
        ("heading 2", "First"),
        ("item", "one"),
        ("row", "a\n\nb"),
        ("cell", "a"),
        ("cell", "b"),
    ]


def test_formex_and_finlex():
    formex = (
        "<JUDGMENT><BIB.JUDGMENT/><TITLE><TI><P>Judgment</P></TI></TITLE><LIST><ITEM><P>one</P></ITEM></LIST>"
        "<P>Ann<NOTE><P>Torvund</P></NOTE></P><GR.SEQ><TITLE><TI><P>Costs</P></TI></TITLE></GR.SEQ></JUDGMENT>"
    )
    assert read_xml(formex) == [
        ("heading 1", "Judgment"),
        ("item", "one"),
        ("note", "Torvund"),
        ("heading 2", "Costs"),
    ]
    finlex = (
        '<f:document xmlns:f="http://www.finlex.fi/xyz/"><f:content><h2>Ratkaisu</h2><ul><li>yksi</li></ul>'
        "</f:content></f:document>"
    )
    assert read_xml(finlex) == [("heading 2", "Ratkaisu"), ("item", "yksi")]


def test_docbook():
    found = read_xml(
        '<article xmlns="http://docbook.org/ns/docbook"><title>Ships</title><section><title>Sea</title>'
        "<itemizedlist><listitem><para>one</para><para>more</para></listitem></itemizedlist>"
        "<para>Ann<footnote><para>Torvund</para></footnote></para><table><row><entry>a</entry></row></table>"
        "</section></article>"
    )
    assert found == [
        ("heading 1", "Ships"),
        ("heading 2", "Sea"),
        ("item", "one\n\nmore"),
        ("note", "Torvund"),
        ("row", "a"),
        ("cell", "a"),
    ]


def test_an_unknown_vocabulary_is_read_by_its_names():
    found = read_xml(
        "<r><Title>Ships</Title><sec><head>Sea</head><list><item>one</item><item>two</item></list></sec>"
        "<t><row><entry>a</entry><entry/><entry>b</entry></row></t><entry>none</entry><footnote>low</footnote>"
        "</r>"
    )
    assert found == [
        ("heading 1", "Ships"),
        ("heading 2", "Sea"),
        ("item", "one"),
        ("item", "two"),
        ("row", "a\n\nb"),
        ("cell", "a"),
        ("cell 3", "b"),
        ("note", "low"),
    ]


# PDF, mail, text ----------------------------------------------------------------------------------


def test_pages_of_a_pdf():
    found = pdf.read(simple(drawn("Ann Torvund came.", 40, 500), "", drawn("Bo left.", 40, 500)))
    expect_lawful(found)
    assert shape(found) == [("page", "Ann Torvund came."), ("page", "Bo left.")]


def test_the_subject_of_a_mail_and_the_page_in_it():
    found = mail.read(
        b"From: Ann <ann@example.org>\nSubject: Hearing\nContent-Type: text/html\n\n"
        b"<h2>Facts</h2><p>Bo came.</p>\n"
    )
    expect_lawful(found)
    assert shape(found) == [("heading 1", "Subject: Hearing"), ("heading 2", "Facts")]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("# Notes", "heading 1"),
        ("### On Quellmark.", "heading 3"),
        ("THE FACTS", "heading 1"),
        ("I. FACTS", "heading 1"),
        ("IV.  The merits", "heading 1"),
        ("A. COSTS", "heading 2"),
        ("1. The parties", "heading 2"),
        ("2.3 The parties", "heading 3"),
        ("J. Torvund", ""),
        ("12. Mai 2031", ""),
        ("12 May", ""),
        ("The facts", ""),
        ("1. The parties left.", ""),
        ("CASE 1234/2031", ""),
        ("#hashtag", ""),
        ("A" * 81, ""),
    ],
)
def test_lines_that_are_surely_headings(line, kind):
    found = text.read(f"First.\r\n\r\n  {line} \r\n \r\nTorvund came.\r\n".encode())
    assert shape(found) == ([(kind, line)] if kind else [])


def test_a_heading_stands_alone():
    assert shape(text.read(b"THE FACTS\nTorvund came.")) == []


def test_items_of_a_text():
    found = text.read(
        b"They agree:\n- Ann pays\n  at once\n- Bo builds\n\n(a) one (see\n(b) two\n- not this\n\n"
        b"as section 3\n(b) of the Act says"
    )
    expect_lawful(found)
    assert shape(found) == [
        ("item", "- Ann pays\n  at once"),
        ("item", "- Bo builds"),
        ("item", "(a) one (see"),
        ("item", "(b) two\n- not this"),
    ]


@settings(deadline=None, max_examples=200)
@given(st.text("aB1.:- #(\r\n\f\t", max_size=60))
def test_zones_of_any_text_are_in_order(source):
    expect_lawful(Document("doc-1", source, shape=tuple(text.shape(source))))
