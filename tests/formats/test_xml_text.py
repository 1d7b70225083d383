"""What is read from XML: blocks, running text, attributes, comments, entities."""

import pytest

from formats.pages import zones
from lexveil.formats import Options, xml
from lexveil.model import Document

AKN = 'xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"'
TEI = 'xmlns="http://www.tei-c.org/ns/1.0"'


def read(source: str | bytes, **options: object) -> Document:
    return xml.read(source.encode() if isinstance(source, str) else source, Options(**options))


def text_of(source: str | bytes, **options: object) -> str:
    return read(source, **options).text


def tei(content: str) -> str:
    return text_of(f"<TEI {TEI}><text>{content}</text></TEI>")


# Unknown vocabularies -----------------------------------------------------------------------------


def test_a_name_over_inline_elements_is_running_text():
    assert text_of("<r><s>by Jo<x>hn Sm</x>ith and <x>Bo</x>.</s></r>") == "by John Smith and Bo."


def test_elements_without_text_beside_them_are_blocks():
    assert text_of("<r><name>Anna</name><town>Quellmark</town></r>") == "Anna\n\nQuellmark"


def test_items_under_a_line_of_text_are_blocks():
    source = "<r><l>They agree:<i1>Anna pays</i1><i1>Bo builds</i1><i1>nobody else</i1></l></r>"
    assert text_of(source) == "They agree:\n\nAnna pays\n\nBo builds\n\nnobody else"


@pytest.mark.parametrize("name", ["b", "em", "hi", "span", "Bold"])
def test_usual_inline_names_need_no_text_beside_them(name):
    assert text_of(f"<r><d><{name}>Jo</{name}><{name}>hn</{name}></d></r>") == "John"


def test_named_block_tags_are_the_only_blocks():
    source = "<r><p>one <b>two</b></p><p>three</p></r>"
    assert text_of(source, block_tags=("b",)) == "one\n\ntwo\n\nthree"


def test_block_tags_may_be_named_with_their_prefix():
    source = "<r xmlns:x='urn:x'>one <x:b>two</x:b> <b>three</b></r>"
    assert text_of(source, block_tags=("x:b",)) == "one\n\ntwo\n\nthree"


def test_parts_of_a_name_without_a_space_between_are_words():
    source = "<r>by <name><surname>Lindqvist</surname><given-names>Anna</given-names></name>, clerk</r>"
    assert text_of(source) == "by Lindqvist Anna, clerk"


def test_runs_of_white_space_are_one_space():
    assert text_of("<r>\n  Anna\n\t <b> Lindqvist</b>\n</r>") == "Anna Lindqvist"


def test_preserved_white_space_is_kept():
    assert text_of('<r><x xml:space="preserve">a  b\n c</x></r>') == "a  b\n c"


def test_white_space_flows_again_where_it_says_default():
    assert text_of('<r xml:space="preserve"><x xml:space="default">a  b</x></r>') == "a b"


def test_cdata_is_text():
    assert text_of("<r>a<![CDATA[ & <b> ]]>c</r>") == "a & <b> c"


def test_soft_hyphens_and_zero_width_characters_do_not_show():
    assert text_of("<r>Lind&#xAD;qv\u200bist</r>") == "Lindqvist"


# Known vocabularies -------------------------------------------------------------------------------


def test_akoma_ntoso_inline_elements_run_in_the_line():
    source = (
        f'<akomaNtoso {AKN}><p>by <judge refersTo="#x">Anna</judge>,<eol/>judge</p><p>two</p></akomaNtoso>'
    )
    assert text_of(source).startswith("by Anna,\njudge\n\ntwo")


def test_akoma_ntoso_notes_do_not_interrupt_a_sentence():
    source = f"<akomaNtoso {AKN}><p>Anna<authorialNote><p>See Bo.</p></authorialNote> left.</p></akomaNtoso>"
    assert text_of(source) == "Anna left.\n\nSee Bo."


def test_a_prefix_does_not_hide_the_vocabulary():
    source = f"<a:akomaNtoso {AKN.replace('=', ':a=', 1)}><a:p>Jo<a:b>hn</a:b></a:p></a:akomaNtoso>"
    document = read(source)
    assert document.text == "John"
    assert tuple(map(str, document.notes)) == ("read as Akoma Ntoso",)


def test_elements_of_another_namespace_follow_their_own_table():
    html = 'xmlns:h="http://www.w3.org/1999/xhtml"'
    source = f"<akomaNtoso {AKN} {html}><p>a</p><h:div>b<h:br/>c <h:em>d</h:em></h:div></akomaNtoso>"
    assert text_of(source) == "a\n\nb\nc d"


def test_tei_line_ends_are_spaces_unless_the_word_goes_on():
    assert tei('<p>Anna<lb/>Lind<lb break="no"/>qvist<pb n="3"/>left</p>').startswith("Anna Lindqvist left")


def test_tei_versions_of_a_word_do_not_run_together():
    assert tei("<p>by <choice><sic>Lindqvst</sic><corr>Lindqvist</corr></choice>.</p>") == (
        "by Lindqvst.\n\nLindqvist"
    )


def test_tei_header_statements_stand_apart():
    assert tei("<titleStmt><title>Letter</title><author>Anna</author></titleStmt>") == "Letter\n\nAnna"


def test_formex_is_recognised_by_its_schema():
    source = (
        '<JUDGMENT xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation='
        '"http://formex.publications.europa.eu/schema/formex-05.59-20170418.xd"><P>An<HT>na</HT><NOTE>x</NOTE>'
        " v Bo</P></JUDGMENT>"
    )
    assert text_of(source) == "Anna v Bo\n\nx"


@pytest.mark.parametrize(
    ("source", "text", "name"),
    [
        (
            '<article xmlns="http://docbook.org/ns/docbook"><para>Jo<emphasis>hn</emphasis></para></article>',
            "John",
            "DocBook",
        ),
        ('<article dtd-version="1.3"><p>Jo<italic>hn</italic></p><p>b</p></article>', "John\n\nb", "JATS"),
        ("<html><p>Jo<em>hn</em></p><p>b</p></html>", "John\n\nb", "XHTML"),
    ],
)
def test_other_vocabularies_are_known(source, text, name):
    document = read(source)
    assert document.text.startswith(text)
    assert str(document.notes[0]) == f"read as {name}"


def test_scripts_are_code():
    source = '<html xmlns="http://www.w3.org/1999/xhtml"><p>a</p><script>var x = 1;</script></html>'
    assert zones(read(source), "code") == ["var x = 1;"]


def test_a_footnote_mark_stands_apart_and_a_power_does_not():
    assert text_of("<r><p>Lindqvist<sup>1</sup> has 5 m<sup>2</sup>, the 1<sup>st</sup>.</p></r>") == (
        "Lindqvist has 5 m2, the 1st.\n\n1"
    )


# Attributes, comments, instructions ---------------------------------------------------------------


@pytest.mark.parametrize(
    "attribute",
    [
        'showAs="Anna"',
        'title="x"',
        'x:note="Anna Lindqvist"',
        'name="Lindqvist"',
        'clerk="heard by anna yesterday"',
        'when="2031-04-05"',
        'ssn="131052-308T"',
        'contact="anna@example.org"',
        'label="安娜"',
    ],
)
def test_attributes_that_tell_something_are_hidden_text(attribute):
    document = read(f"<r xmlns:x='urn:x' {attribute}>text</r>")
    assert zones(document, "hidden") == [attribute.split('"')[1]]


@pytest.mark.parametrize(
    ("attribute", "shown"),
    [
        ('id="lindqvist"', "lindqvist"),
        ('refersTo="#annaLindqvist"', "#anna Lindqvist"),
        ('who="#anna #bo"', "#anna #bo"),
        ('href="/person/M%C3%BCller"', "/person/Müller"),
        ('href="/akn/x#mcDonald"', "/akn/x#mc Donald"),
        ('eId="McDonald"', "McDonald"),
        ('eId="witness12"', "witness 12"),
        ('no="S2031"', "S2031"),
        ('value="112-61"', "112-61"),
        ('rend="bold italic"', "bold italic"),
    ],
)
def test_addresses_and_identifiers_are_code_in_words(attribute, shown):
    assert zones(read(f"<r {attribute}>text</r>"), "code") == [shown]


@pytest.mark.parametrize(
    "attribute",
    ['rows="3"', 'open="true"', 'xml:lang="en"', 'xmlns:x="urn:Anna"', 'style="color:red"', 'a=""'],
)
def test_attributes_without_words_or_of_fixed_meaning_are_left_out(attribute):
    assert text_of(f"<r {attribute}>text</r>") == "text"


def test_further_text_attributes_can_be_named():
    document = read('<r style="anna">text</r>', text_attributes=("style",))
    assert zones(document, "hidden") == ["anna"]


def test_whom_a_link_reaches_is_hidden_text():
    document = read('<r href="mailto:annaL1@example.org?subject=Bo">text</r>')
    assert zones(document, "hidden") == ["annaL1@example.org"]
    assert zones(document, "code") == ["subject=Bo"]


def test_kinds_of_things_in_akoma_ntoso_are_no_names():
    document = read(f'<akomaNtoso {AKN}><TLCRole eId="a" showAs="Editor"/><p>x</p></akomaNtoso>')
    assert zones(document, "hidden") == []
    assert zones(document, "code") == ["Editor"]


def test_comments_and_instructions_are_hidden_text_after_their_block():
    document = read("<r><p>a<!-- by Anna --> b</p><p><?note of Bo?>c</p></r>")
    assert document.text == "a b\n\nby Anna\n\nc\n\nof Bo"
    assert zones(document, "hidden") == ["by Anna", "of Bo"]


def test_instructions_to_programs_are_code():
    assert zones(read('<?xml-stylesheet href="a.css"?><r>x</r>'), "code") == ['href="a.css"']


def test_comments_and_defaults_in_a_doctype_are_hidden_text():
    source = '<!DOCTYPE r SYSTEM "x/anna.dtd" [<!-- Anna --><!ATTLIST r a CDATA "Bo Quell">]><r>x</r>'
    document = read(source)
    assert zones(document, "hidden") == ["Anna", "Bo Quell"]
    assert zones(document, "code") == ["x/anna.dtd"]


def test_citations_are_marked_by_class():
    document = read('<r><p>see <b class="x Citation">Anna v Bo</b>.</p></r>')
    assert zones(document, "citation") == ["Anna v Bo"]


# Entities, encodings ------------------------------------------------------------------------------


def test_references_are_characters():
    assert text_of("<r>M&#252;ller &amp; S&#xF6;hne</r>") == "Müller & Söhne"


def test_numbers_meant_as_windows_characters_are_those():
    assert text_of("<r>O&#146;Hara</r>") == "O’Hara"


def test_entities_for_one_character_may_be_declared():
    source = '<!DOCTYPE r [<!ENTITY nbsp "&#160;"><!ENTITY oe "&#339;"><!ENTITY lt "&#38;#60;">]>'
    assert text_of(source + "<r>a&nbsp;b&oe;c &lt;</r>") == "a\u00a0bœc <"


def test_well_known_entities_of_a_dtd_elsewhere_are_characters():
    document = read('<!DOCTYPE r SYSTEM "r.dtd"><r>M&uuml;ller of &firm;</r>')
    assert document.text == "Müller of \ufffc\n\nr.dtd"
    assert "1 reference to entities of a DTD elsewhere was not resolved" in map(str, document.notes)


@pytest.mark.parametrize(
    ("declared", "codec"),
    [("ISO-8859-1", "latin-1"), ("windows-1252", "cp1252"), ("UTF-16", "utf-16"), ("koi8-r", "koi8-r")],
)
def test_the_declared_encoding_is_used(declared, codec):
    text = "Жанна" if codec == "koi8-r" else "Müller"
    source = f'<?xml version="1.0" encoding="{declared}"?><r>{text}</r>'
    assert text_of(source.encode(codec)) == text


def test_utf_16_needs_no_mark():
    assert text_of("<r>Müller</r>".encode("utf-16-be")) == "Müller"


def test_a_file_that_is_utf_8_whatever_it_says_is_read_so():
    document = read('<?xml version="1.0" encoding="ISO-8859-1"?><r>Müller</r>'.encode())
    assert document.text == "Müller"
    assert "utf-8" in str(document.notes[0])


def test_notes_tell_what_was_read_as_hidden_text():
    document = read('<r title="Anna"><!-- b --><?c d?>x</r>')
    assert str(document.notes[-1]) == "1 comment, 1 instruction and 1 attribute were read as hidden text"


@pytest.mark.parametrize("source", ["<r>x<f>{}</f></r>", '<r a="{}">x</r>', "<r>x<![CDATA[{}]]></r>"])
def test_embedded_files_are_parts_that_are_not_covered(source):
    document = read(source.format("QUJD" * 400))
    assert [(part.name, part.state) for part in document.parts] == [("embedded file 1", "uncovered")]
    assert "QUJD" not in document.text
