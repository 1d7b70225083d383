"""How office documents look: styles of headings, numbered paragraphs, tables, notes, headers and comments."""

from formats.test_shape import expect_lawful, shape
from golden.docx_pieces import HEAD, NAMESPACES, REL, p, r, text_box, zipped
from golden.docx_pieces import small as small_docx
from golden.odt_build import body_of, packed, root
from golden.odt_build import small as small_odt
from lexveil.formats import docx, odt
from lexveil.formats.docx.styles import style_shapes
from lexveil.model import Document

# Word ---------------------------------------------------------------------------------------------

STYLES = f"""{HEAD}<w:styles {NAMESPACES}>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Otsikko2"/></w:style>
<w:style w:type="paragraph" w:styleId="Otsikko2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Name"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Part"><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:styleId="Plain"><w:basedOn w:val="Part"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
<w:style w:styleId="Points"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Round"><w:basedOn w:val="Trip"/></w:style>
<w:style w:type="paragraph" w:styleId="Trip"><w:basedOn w:val="Round"/></w:style></w:styles>"""


def word(body: str, **members: str) -> Document:
    named = {"styles": STYLES, **members}
    entries = tuple((f"rId{at}", f"{REL}{name}", f"{name}.xml", False) for at, name in enumerate(named, 7))
    parts = {f"word/{name}.xml": source for name, source in named.items()}
    found = docx.read(zipped(small_docx(body, members=parts, entries=entries)))
    expect_lawful(found)
    return found


def styled(style: str, content: str, more: str = "") -> str:
    return p(r(content), properties=f'<w:pStyle w:val="{style}"/>{more}')


def test_styles_of_word_and_what_they_are_based_on():
    assert style_shapes(STYLES) == {
        "Own": "heading 2",
        "Otsikko2": "heading 2",
        "Name": "heading 1",
        "Part": "heading 3",
        "Points": "item",
    }


def test_headings_and_items_of_word():
    numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{}"/></w:numPr>'
    found = word(
        styled("Name", "Award")
        + styled("Own", "Facts", numbered.format(2))
        + styled("Plain", "Torvund came.")
        + p(r("Outlined"), properties='<w:outlineLvl w:val="0"/>')
        + p(r("first"), properties=numbered.format(3))
        + styled("Points", "second")
        + styled("Points", "none", numbered.format(0))
        + p(r("was one"), properties="<w:pPrChange><w:pPr><w:pStyle w:val='Name'/></w:pPr></w:pPrChange>")
    )
    assert shape(found) == [
        ("heading 1", "Award"),
        ("heading 2", "Facts"),
        ("heading 1", "Outlined"),
        ("item", "first"),
        ("item", "second"),
    ]


def test_tables_of_word():
    def cell(*content: str) -> str:
        return f"<w:tc>{''.join(p(r(each)) if '<' not in each else each for each in content)}</w:tc>"

    inner = f"<w:tbl><w:tr>{cell('B')}</w:tr></w:tbl>"
    rows = (
        f"<w:tr>{cell('A', inner, 'C')}{cell('')}{cell('D')}</w:tr><w:tr>{cell(styled('Name', 'E'))}</w:tr>"
    )
    assert shape(word(f"<w:tbl>{rows}</w:tbl>" + p(r("After")))) == [
        ("row", "A\n\nB\n\nC\n\nD"),
        ("cell", "A\n\nB\n\nC"),
        ("row", "B"),
        ("cell", "B"),
        ("cell 3", "D"),
        ("row", "E"),
        ("cell", "E"),
        ("heading 1", "E"),
    ]


def test_wide_cells_and_free_columns_of_word():
    def cell(text: str, span: str = "") -> str:
        wide = f'<w:tcPr><w:gridSpan w:val="{span}"/></w:tcPr>' if span else ""
        return f"<w:tc>{wide}{p(r(text))}</w:tc>"

    indented = f'<w:tr><w:trPr><w:gridBefore w:val="2"/></w:trPr>{cell("D")}{cell("E")}</w:tr>'
    found = word(f"<w:tbl><w:tr>{cell('A', '2')}{cell('', '3')}{cell('B')}</w:tr>{indented}</w:tbl>")
    kinds = [kind for kind, _ in shape(found)]
    assert kinds == ["row", "cell 1-2", "cell 6", "row", "cell 3", "cell"]


def test_notes_headers_and_comments_of_word():
    found = word(
        p(r("Body")),
        header=f"{HEAD}<w:hdr {NAMESPACES}>{p(r('Case of'))}{p(r('Torvund'))}</w:hdr>",
        footnotes=f"{HEAD}<w:footnotes {NAMESPACES}><w:footnote w:id='1'>{p(r('See one.'))}</w:footnote>"
        f"<w:footnote w:id='2'>{p(r('See two.'))}</w:footnote></w:footnotes>",
        comments=f"{HEAD}<w:comments {NAMESPACES}><w:comment w:id='1'>{p(r('Ask Bo.'))}</w:comment>"
        "</w:comments>",
    )
    assert shape(found) == [
        ("note", "Case of\n\nTorvund"),
        ("note", "See one."),
        ("note", "See two."),
        ("note", "Ask Bo."),
    ]


def test_a_text_box_in_a_heading_is_none_and_a_deleted_mark_joins():
    box = p(r("Facts"), text_box("Box", "Box", "n", "d"), properties='<w:pStyle w:val="Name"/>')
    deleted = '<w:pStyle w:val="Name"/><w:rPr><w:del w:id="1"/></w:rPr>'
    found = word(box + p(r("Head "), properties=deleted) + p(r("and text.")))
    assert shape(found)[0] == ("heading 1", "Facts")
    assert "Head and text." in found.text
    assert len(shape(found)) == 1


def test_a_word_document_whose_styles_are_damaged_is_read():
    with_styles = word(p(r("Body"), properties='<w:pStyle w:val="Name"/>'), styles="<w:styles")
    assert shape(with_styles) == []


# OpenDocument -------------------------------------------------------------------------------------


def open_text(body: str, before: str = "", **more: str) -> Document:
    members = {"content.xml": body_of(body, before), **{f"{name}.xml": data for name, data in more.items()}}
    found = odt.read(packed(members))
    expect_lawful(found)
    return found


def test_headings_and_items_of_opendocument():
    automatic = '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>'
    found = open_text(
        '<text:p text:style-name="P1">Award</text:p><text:h text:outline-level="2">Facts'
        "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>See Bo.</text:p>"
        "</text:note-body></text:note></text:h><text:list><text:list-item><text:h>Law</text:h></text:list-item>"
        "<text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>two</text:p></text:list-item>"
        "</text:list></text:list-item></text:list><text:p>Torvund came.</text:p>",
        f"<office:automatic-styles>{automatic}</office:automatic-styles>",
    )
    assert shape(found) == [
        ("heading 1", "Award"),
        ("heading 2", "Facts"),
        ("note", "See Bo."),
        ("heading 1", "Law"),
        ("item", "one\n\ntwo"),
        ("item", "two"),
    ]


def test_tables_comments_and_headers_of_opendocument():
    cells = ("<text:p>A</text:p><text:p>B</text:p>", "", "<text:p>C</text:p>")
    row = "".join(f"<table:table-cell>{cell}</table:table-cell>" for cell in cells)
    header = "<style:header><text:p>Case of Torvund</text:p></style:header>"
    found = open_text(
        f"<table:table><table:table-row>{row}</table:table-row></table:table>"
        "<text:p>Text<office:annotation><text:p>Ask Bo.</text:p></office:annotation></text:p>",
        styles=root("document-styles", f"<office:master-styles>{header}</office:master-styles>"),
    )
    assert shape(found) == [
        ("row", "A\n\nB\n\nC"),
        ("cell", "A\n\nB"),
        ("cell 3", "C"),
        ("note", "Ask Bo."),
        ("note", "Case of Torvund"),
    ]


def test_a_flat_file_is_like_a_packed_one():
    body = "<office:body><office:text><text:h>Award</text:h><text:p>Bo</text:p></office:text></office:body>"
    mimetype = ' office:mimetype="application/vnd.oasis.opendocument.text"'
    flat = odt.read_flat(root("document", body, mimetype).encode())
    packed_ = odt.read(small_odt("<text:h>Award</text:h><text:p>Bo</text:p>"))
    assert shape(flat) == shape(packed_) == [("heading 1", "Award")]


def test_repeated_and_covered_cells_of_opendocument():
    row = (
        '<table:table-cell table:number-columns-repeated="2"/>'
        "<table:table-cell><text:p>A</text:p></table:table-cell><table:covered-table-cell/>"
        "<table:table-cell><text:p>B</text:p></table:table-cell>"
    )
    found = open_text(f"<table:table><table:table-row>{row}</table:table-row></table:table>")
    assert shape(found) == [("row", "A\n\nB"), ("cell 3", "A"), ("cell 5", "B")]
