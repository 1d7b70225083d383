"""What is read from a Word document: blocks, runs, text boxes, fields, attributes, links."""

import pytest

from formats.pages import zones
from golden.docx_pieces import NAMESPACES, REL, field, p, r, rels, small, t, text_box, zipped
from lexveil.errors import InputError
from lexveil.formats import Options, docx
from lexveil.model import Document


def document(*content: str, **more: object) -> Document:
    options = Options(**more.pop("options", {}))
    return docx.read(zipped(small("".join(content), **more)), options)


def test_a_paragraph_is_a_block_and_a_break_a_line():
    found = document(p(r("One")), p("<w:r><w:t>two</w:t><w:br/><w:t>lines</w:t><w:tab/><w:t>tab</w:t></w:r>"))
    assert found.text == "One\n\ntwo\nlines\ttab"


def test_runs_are_joined_and_signs_read():
    one = "<w:r><w:t>Anna</w:t><w:noBreakHyphen/><w:t>Le</w:t></w:r>"
    two = "<w:r><w:softHyphen/><w:t>na &amp; M&#252;ller</w:t></w:r>"
    assert document(p(one, two)).text == "Anna-Lena & Müller"


def test_spaces_inside_a_run_stay_and_line_ends_of_the_source_are_spaces():
    assert document(p(r("a  b"), "<w:r><w:t>c\n\n  d</w:t></w:r>")).text == "a  bc d"


def test_a_symbol_is_a_character():
    letter = '<w:r><w:sym w:font="Arial" w:char="F041"/></w:r>'
    sign = '<w:r><w:sym w:font="Wingdings" w:char="F04A"/></w:r>'
    assert document(p(letter, r("nna"), sign)).text == "Anna\uf04a"


def test_a_tab_stop_is_no_tab():
    assert document(p(r("x"), properties='<w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs>')).text == "x"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("drop", "Torvund came\n\nNext"),
        ("margin", "Torvund came\n\nNext"),
        ("none", "T\n\norvund came\n\nNext"),
    ],
)
def test_a_large_first_letter_begins_the_word_of_the_next_paragraph(kind, text):
    letter = p(r("T"), properties=f'<w:framePr w:dropCap="{kind}" w:lines="3"/>')
    assert document(letter, p(r("orvund came")), p(r("Next"))).text == text
    assert document(letter).text == "T"


def test_a_cell_is_a_block():
    cell = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
    row = "<w:tr>" + cell.format("one") + cell.format("two") + "</w:tr>"
    assert document(f"<w:tbl>{row}</w:tbl>").text == "one\n\ntwo"


def test_a_text_box_stands_after_the_paragraph_that_it_is_anchored_in():
    found = document(p(r("Ylva Tor"), text_box("inside", "fallback", "Box 1", "shown"), r("vund spoke.")))
    assert found.text.split("\n\n")[:3] == ["Ylva Torvund spoke.", "inside", "fallback"]
    assert zones(found, "hidden")[:3] == ["fallback", "Box 1", "shown"]


def test_a_text_box_in_a_text_box_is_read():
    inner = text_box("deep", "deep too", "A", "B")
    content = f"<w:txbxContent>{p(r('one '), inner, r('two'))}</w:txbxContent>"
    box = f"<w:r><w:pict><v:textbox>{content}</v:textbox></w:pict></w:r>"
    found = document(p(r("start "), box, r("end")))
    assert found.text.split("\n\n")[:4] == ["start end", "one two", "deep", "deep too"]


def test_the_result_of_a_field_is_text_and_its_instruction_hidden():
    found = document(p(r("Mail "), field('HYPERLINK "mailto:y.torvund@example.org"', "Ylva"), r(" now.")))
    assert found.text == 'Mail Ylva now.\n\nHYPERLINK "mailto:y.torvund@example.org"'
    assert zones(found, "hidden") == ['HYPERLINK "mailto:y.torvund@example.org"']


def test_an_instruction_that_refers_to_a_bookmark_is_code():
    assert zones(document(p(field("REF Torvund_1 \\h", "see"))), "code") == ["REF Torvund_1 \\h"]


@pytest.mark.parametrize("instruction", ["PAGE \\* MERGEFORMAT", 'TOC \\o "1-3" \\h \\z', "FORMTEXT"])
def test_an_instruction_that_tells_nothing_is_left_out(instruction):
    assert document(p(field(instruction, "1"))).text == "1"


def test_a_field_over_several_paragraphs_keeps_its_result():
    begin = (
        '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>TOC</w:instrText>'
        '<w:fldChar w:fldCharType="separate"/></w:r>'
    )
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    assert document(p(begin, r("one")), p(r("two"), end), p(r("three"))).text == "one\n\ntwo\n\nthree"


def test_percent_signs_in_an_address_are_read():
    assert "Müller" in document(p(field('HYPERLINK "http://example.org/M%C3%BCller"', "x"))).text


def test_a_mark_of_a_footnote_set_by_hand_is_no_part_of_the_name():
    assert document(p(r("Ylva Torvund"), r("1", '<w:vertAlign w:val="superscript"/>'), r(" spoke"))).text == (
        "Ylva Torvund spoke\n\n1"
    )


def test_raised_letters_belong_to_the_word():
    assert document(p(r("1"), r("st", '<w:vertAlign w:val="superscript"/>'))).text == "1st"


def test_ruby_stands_apart_from_its_base():
    ruby = f"<w:r><w:ruby><w:rt>{r('above')}</w:rt><w:rubyBase>{r('base')}</w:rubyBase></w:ruby></w:r>"
    assert document(p(r("a "), ruby, r(" b"))).text == "a base b\n\nabove"


def test_a_value_that_stands_in_many_places_is_read_once():
    picture = (
        '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Torvund photo"/></wp:inline></w:drawing></w:r>'
    )
    assert document(p(r("x"), picture), p(picture), p(picture)).text == "x\n\nTorvund photo"


def test_the_styles_of_word_are_not_read_and_those_of_others_are_code():
    def styled(name: str) -> str:
        return p(r("x"), properties=f'<w:pStyle w:val="{name}"/>')

    found = document(*map(styled, ("Heading1", "ListBullet2", "TorvundHeading2", "TorvundHeading2")))
    assert zones(found, "code") == ["Torvund Heading 2"]


def test_values_from_fixed_lists_are_not_read():
    assert (
        document(p(r("x"), properties='<w:jc w:val="both"/><w:shd w:val="clear" w:fill="FFFFFF"/>')).text
        == "x"
    )


def test_unknown_elements_and_attributes_are_read():
    own = '<q:note xmlns:q="urn:own" who="Ylva Torvund">Odd Brask</q:note>'
    found = document(p(r("x")), own)
    assert {"Ylva Torvund", "Odd Brask"} <= set(zones(found, "hidden"))


def test_mixed_text_of_somebodys_own_vocabulary_is_joined():
    item = "<case><note>Heard was <b>Yl</b>va Torvund.</note><given>Odd</given><family>Brask</family></case>"
    entries = (("rId1", f"{REL}customXml", "../customXml/item1.xml", False),)
    found = document(p(r("x")), members={"customXml/item1.xml": item}, entries=entries)
    assert found.text == "x\n\nHeard was Ylva Torvund.\n\nOdd\n\nBrask"


def test_addresses_of_people_and_paths_are_hidden_and_other_addresses_code():
    entries = tuple(
        (f"rId{number}", f"{REL}hyperlink", target, True)
        for number, target in enumerate(
            (
                "mailto:y.torvund@example.org",
                "file:///C:/Users/Ylva%20Torvund/a.docx",
                "https://example.org/torvund",
            )
        )
    )
    found = document(p(r("x")), entries=entries)
    assert zones(found, "hidden") == ["y.torvund@example.org", "file:///C:/Users/Ylva Torvund/a.docx"]
    assert zones(found, "code") == ["https://example.org/torvund"]


def test_comments_and_instructions_of_xml_are_read():
    found = document(p(r("x")), "<!-- Ylva Torvund --><?note Odd Brask?>")
    assert (zones(found, "hidden"), zones(found, "code")) == (["Ylva Torvund"], ["Odd Brask"])


def test_text_in_a_cdata_section_is_read():
    assert document(p("<w:r><w:t><![CDATA[Ylva & Torvund]]></w:t></w:r>")).text == "Ylva & Torvund"


def test_the_body_comes_first_whatever_the_order_of_the_members():
    header = f"<w:hdr {NAMESPACES}>{p(r('header'))}</w:hdr>"
    members = small(
        p(r("body")), members={"word/header1.xml": header},
        entries=(("rId1", f"{REL}header", "header1.xml", False),),
    )  # fmt: skip
    assert docx.read(zipped(dict(reversed(members.items())))).text == "body\n\nheader"


def test_both_alternatives_of_a_run_are_read():
    both = (
        '<w:r><mc:AlternateContent><mc:Choice Requires="w14"><w:t>va</w:t></mc:Choice>'
        "<mc:Fallback><w:t>vi</w:t></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert document(p(r("Yl"), both, r(" Torvund"))).text == "Ylva Torvund\n\nYlvi Torvund"


def test_the_main_document_is_found_by_its_relationship():
    members = small(p(r("x")))
    members["other/part9.xml"] = members.pop("word/document.xml")
    del members["word/_rels/document.xml.rels"]
    members["_rels/.rels"] = rels(("rId1", f"{REL}officeDocument", "/other/part9.xml", False))
    assert docx.read(zipped(members)).text == "x"


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"_rels/.rels": rels()}, "no main document"),
        ({"word/document.xml": None}, "no main document"),
        ({"[Content_Types].xml": None}, "content types"),
        ({"word/document.xml": "<w:document><w:body>"}, "not well-formed"),
        ({"word/document.xml": "plain"}, "no XML"),
        ({"word/document.xml": "<x:workbook xmlns:x='urn:x'>Torvund</x:workbook>"}, "no Word document"),
        ({"word/document.xml": '<!DOCTYPE a [<!ENTITY b "Torvund">]><a>&b;</a>'}, "entities"),
        ({"word/document.xml": "<!DOCTYPE a SYSTEM 'http://example.org/a.dtd'><a/>"}, "document type"),
        ({"_rels/.rels": "<Relationships"}, "_rels/.rels: not well-formed"),
        ({"word/document.xml": f"<w:document {NAMESPACES}><w:body/></w:document>"}, "no text"),
    ],
)
def test_a_container_that_is_no_document_is_refused(changed, told):
    members = {name: new for name, new in (small(p(r("x"))) | changed).items() if new is not None}
    with pytest.raises(InputError, match=told) as caught:
        docx.read(zipped(members))
    assert "\n" not in str(caught.value)
    assert "Torvund" not in str(caught.value)


def test_a_wrong_word_for_tracked_changes_is_refused():
    with pytest.raises(InputError, match="keep, accept, reject"):
        document(p(r("x")), options={"tracked": "maybe"})


def test_more_xml_than_any_document_has_is_refused():
    big = {f"customXml/item{number}.xml": f"<a>{'x ' * 3000}</a>" for number in range(1, 9)}
    entries = tuple((f"rId{n}", f"{REL}customXml", f"../{name}", False) for n, name in enumerate(big))
    with pytest.raises(InputError, match="more XML"):
        document(p(r("x")), members=big, entries=entries, options={"max_bytes": 10_000})


def test_nothing_of_the_text_shows_in_a_repr():
    found = document(
        p(r("Ylva Torvund"), t("")), entries=(("rId1", f"{REL}hyperlink", "mailto:torvund", True),)
    )
    assert "orvund" not in repr(found)


def test_a_field_without_end_swallows_nothing():
    begin = '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>REF x</w:instrText></w:r>'
    found = document(p(r("one "), begin), p(r("Ylva Torvund")), p(r("two")))
    assert found.text.split("\n\n")[:3] == ["one", "Ylva Torvund", "two"]
