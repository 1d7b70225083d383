"""What is read from OpenDocument text, and as which zone."""

import pytest

from formats.pages import zones
from golden.odt_build import body_of as content
from golden.odt_build import p, packed, small
from lexveil.formats import Options, odt
from lexveil.model import Document


def document(body: str, **options: object) -> Document:
    return odt.read(small(body), Options(**options))


def text_of(content: str) -> str:
    """The text of one paragraph."""
    return document(p(content)).text


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Ann  \n\t Torvund", "Ann Torvund"),
        ("  Ann Torvund  ", "Ann Torvund"),
        ("Ann <text:span> Torvund</text:span>", "Ann Torvund"),
        ("Ann<text:s/>Torvund", "Ann Torvund"),
        ("Ann <text:s/>Torvund", "Ann  Torvund"),
        ('Ann<text:s text:c="3"/> Torvund', "Ann    Torvund"),
        ('<text:s text:c="2"/>Ann', "  Ann"),
        ("Ann<text:s></text:s>Torvund", "Ann Torvund"),
        ('Ann<text:s text:c="none"/>Torvund', "Ann Torvund"),
        ("Ann<text:tab/>Torvund", "Ann\tTorvund"),
        ("Ann <text:line-break/> Torvund", "Ann\nTorvund"),
        ("Tor<text:soft-page-break/>vund", "Torvund"),
        ("Tor\u00advund", "Torvund"),
        ("Tor&#173;vund &#x41;nn &amp; Co", "Torvund Ann & Co"),
        ("<![CDATA[Ann <b>]]> Torvund", "Ann <b> Torvund"),
    ],
)
def test_white_space_is_that_of_opendocument(content, text):
    assert text_of(content) == text


def test_a_huge_number_of_spaces_takes_no_memory():
    assert len(text_of('Ann<text:s text:c="999999999999999"/>Torvund')) < 200


@pytest.mark.parametrize(
    "inside",
    [
        '<text:bookmark text:name="P1"/>',
        '<text:bookmark-start text:name="P1"/>',
        "<text:note><text:note-citation>1</text:note-citation><text:note-body/></text:note>",
        "<office:annotation><dc:creator>X</dc:creator></office:annotation>",
        '<draw:frame draw:name="Image1"><draw:text-box/></draw:frame>',
        '<text:change text:change-id="ct1"/>',
        '<text:alphabetical-index-mark text:string-value="1"/>',
    ],
)
def test_marks_in_a_name_do_not_cut_it(inside):
    assert text_of(f"Ann Tor{inside}vund spoke") == "Ann Torvund spoke"


def test_paragraphs_cells_and_list_items_are_blocks():
    body = (
        f"<text:h>Title</text:h>{p('One')}<text:list><text:list-item>{p('Two')}</text:list-item></text:list>"
        f"<table:table><table:table-row><table:table-cell>{p('Three')}</table:table-cell><table:table-cell>{p('Four')}"
        "</table:table-cell></table:table-row></table:table>"
    )
    assert document(body).text == "Title\n\nOne\n\nTwo\n\nThree\n\nFour"


def test_what_hangs_in_a_paragraph_comes_after_it():
    body = p(
        "Before<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        f"{p('Note')}{p('goes on')}</text:note-body></text:note> after<draw:frame><draw:text-box>{p('Box')}"
        "</draw:text-box></draw:frame>."
    ) + p("Next")
    assert document(body).text == "Before after.\n\nNote\n\ngoes on\n\nBox\n\nNext"


def test_comments_are_hidden_and_their_authors_neutral():
    body = p(
        f"Text<office:annotation><dc:creator>Ann Torvund</dc:creator>{p('Ask her')}</office:annotation>."
    )
    assert zones(document(body), "hidden") == ["Ask her"]
    assert zones(document(body, keep_metadata=True), "hidden") == ["Ann Torvund", "Ask her"]


def test_hidden_text_stands_apart_and_shown_text_in_the_sentence():
    shown = 'Mr <text:hidden-text text:is-hidden="{}">Torvund</text:hidden-text> spoke'
    assert text_of(shown.format("false")) == "Mr Torvund spoke"
    assert text_of(shown.format("true")) == "Mr spoke\n\nTorvund"


def test_whom_a_mail_address_reaches_is_hidden_text_and_the_rest_is_code():
    found = document(p('<text:a xlink:href="mailto:ann@example.org?subject=Torvund">mail</text:a>'))
    assert zones(found, "hidden") == ["ann@example.org"]
    assert zones(found, "code") == ["subject=Torvund"]


def test_escapes_in_addresses_are_understood():
    found = document(p('<text:a xlink:href="https://example.org/T%C3%B8rvund%20A">there</text:a>'))
    assert zones(found, "code") == ["https://example.org/Tørvund A"]


def test_names_that_office_suites_give_are_not_read():
    body = (
        '<text:p text:style-name="P12">One</text:p><text:p text:style-name="Text_20_body">Two</text:p>'
        '<table:table table:name="Table1" table:style-name="Table1.A2"/><draw:frame draw:name="Image 3"/>'
        '<text:bookmark-start text:name="__RefHeading___Toc123_456"/><text:bookmark text:name="_Toc1234"/>'
        '<text:list xml:id="list2345678" text:style-name="L1"/>'
        '<text:p text:style-name="Heading_20_2_20_Char">x</text:p>'
    )
    assert document(body).text == "One\n\nTwo\n\nx"


def test_the_name_of_a_thing_is_read_once():
    body = '<text:bookmark-start text:name="Torvund"/><text:bookmark-end text:name="Torvund"/>' + p("x y")
    assert document(body).text == "x y\n\nTorvund"


def test_encoded_style_names_are_decoded():
    assert zones(document('<text:p text:style-name="Ann_20_Torvund">x y</text:p>'), "code") == ["Ann Torvund"]


def test_fonts_are_called_as_their_makers_called_them():
    font = '<style:font-face style:name="Torvund" svg:font-family="Torvund"/>'
    assert document(p("x y") + font).text == "x y"


def test_numbers_and_dates_behind_cells_are_read():
    cell = f'<table:table-cell office:date-value="2019-05-04">{p("4 May")}</table:table-cell>'
    body = f"<table:table><table:table-row>{cell}</table:table-row></table:table>"
    assert zones(document(body), "hidden") == ["2019-05-04"]


def test_lines_of_a_drawing_are_words_apart():
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg"><text><tspan x="1" y="1">Ann</tspan>'
        '<tspan x="1" y="9">Torvund</tspan><tspan>sen</tspan></text></svg>'
    )
    data = packed({"content.xml": content(p("x y")), "Pictures/1234.svg": drawing})
    assert odt.read(data).text == "x y\n\nAnn Torvundsen"
