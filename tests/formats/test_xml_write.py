"""How replacements are written into XML: spelled for their place, everything else as it was."""

from collections.abc import Mapping

import pytest

from formats.pages import replacing
from lexveil.errors import InputError, OutputError
from lexveil.formats import Options, xml
from lexveil.model import Document, Replacement

AKN = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"


def written(source: str | bytes, words: Mapping[str, str], **options: object) -> bytes:
    document = xml.read(source.encode() if isinstance(source, str) else source, Options(**options))
    return xml.write(document, replacing(document, words))


def marked(source: str, words: Mapping[str, tuple[str, str, int]], style: str) -> str:
    document = xml.read(source.encode(), Options(annotate=style))
    return xml.write(document, _with_categories(document, words)).decode()


def _with_categories(
    document: Document, words: Mapping[str, tuple[str, str, int]]
) -> tuple[Replacement, ...]:
    found = [
        Replacement(each.start, each.end, new, f"e{number}", category, certainty)
        for number, (word, (new, category, certainty)) in enumerate(words.items(), 1)
        for each in replacing(document, {word: new})
    ]
    return tuple(sorted(found, key=lambda each: each.start))


@pytest.mark.parametrize(
    ("source", "new", "result"),
    [
        ("<r>Anna</r>", "R&D <A>", "<r>R&amp;D &lt;A&gt;</r>"),
        ('<r title="Anna"/>', "\"A\" 'B'", "<r title=\"&quot;A&quot; 'B'\"/>"),
        ("<r title='Anna'/>", "\"A\" 'B'", "<r title='\"A\" &#39;B&#39;'/>"),
        ("<r><!--Anna--></r>", "a--b-", "<r><!--a&#45;&#45;b&#45;--></r>"),
        ("<r><?p Anna?></r>", "a?>", "<r><?p a&#63;&gt;?></r>"),
        ("<r><![CDATA[Anna]]></r>", "a]>", "<r><![CDATA[a]]>&#93;<![CDATA[]]>&#62;<![CDATA[]]></r>"),
        ('<r href="/x/Anna"/>', "person Ä", '<r href="/x/person%20%C3%84"/>'),
        ('<r id="anna" who="#anna">x</r>', "person A", None),
    ],
)  # fmt: skip
def test_replacements_are_spelled_for_their_place(source, new, result):
    word = "anna" if "anna" in source else "Anna"
    expected = result or '<r id="Person_A" who="#Person_A">x</r>'
    assert written(source, {word: new}).decode() == expected


def test_an_identifier_stays_one():
    source = '<r xml:id="anna"><s ref="/p#anna" to="#anna x-anna">Anna</s></r>'
    output = written(source, {"anna": "1st person", "Anna": "1st person"}).decode()
    assert output == (
        '<r xml:id="_1st_person"><s ref="/p#_1st_person" to="#_1st_person x-1st_person">1st person</s></r>'
    )


def test_an_empty_replacement_joins_no_markup():
    assert written("<r><!--a-Anna-b--></r>", {"Anna": ""}) == b"<r><!--a-&#8203;-b--></r>"


def test_a_name_over_elements_is_replaced_in_the_first():
    assert (
        written("<r>by <b>Jo</b>hn<i> Smith</i>.</r>", {"John Smith": "A"}) == b"<r>by <b>A</b><i></i>.</r>"
    )


def test_line_ends_go_with_the_name_unless_they_carry_attributes():
    tei = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><p>Anna<lb/>Bo, Anna<lb n='2'/>Bo</p></TEI>"
    assert b"<p>X, X<lb n='2'/></p>" in written(tei, {"Anna Bo": "X"})


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "us-ascii"])
def test_characters_that_the_encoding_lacks_are_references(encoding):
    head = f"<?xml version='1.0' encoding='{encoding}'?>"
    output = written(f"{head}<r>Anna</r>", {"Anna": "Ţ"})
    assert output == f"{head}<r>&#354;</r>".encode("ascii")


def test_what_is_read_as_windows_1252_is_written_for_those_who_take_the_label_at_its_word():
    head = "<?xml version='1.0' encoding='ISO-8859-1'?>"
    output = written(f"{head}<r>Anna \x93M\xfcller\x94</r>".encode("latin-1"), {"Anna": "Zoë’s"})
    assert output == f"{head}<r>Zo\xeb&#8217;s \x93M\xfcller\x94</r>".encode("latin-1")


def test_a_file_that_belies_its_encoding_gets_references():
    head = "<?xml version='1.0' encoding='ISO-8859-1'?>"
    output = written(f"{head}<r>Anna Müller</r>", {"Anna": "Zoë"})
    assert output == f"{head}<r>Zo&#235; Müller</r>".encode()


def test_byte_order_marks_and_line_ends_are_kept():
    source = b"\xff\xfe" + "<r>\r\nAnna\r\n</r>".encode("utf-16-le")
    assert written(source, {"Anna": "A"}) == b"\xff\xfe" + "<r>\r\nA\r\n</r>".encode("utf-16-le")


def test_a_pseudonym_that_no_xml_can_hold_is_an_output_error():
    with pytest.raises(OutputError, match="choose others"):
        written("<r>Anna</r>", {"Anna": "a\x01"})


# Annotation ---------------------------------------------------------------------------------------


def test_danish_annotation_tells_category_and_certainty():
    source = '<r title="Anna"><p>Anna met B-17 in Quellmark<!-- Anna --></p></r>'
    words = {
        "Anna": ("A & B", "PERSON", 1),
        "B-17": ("[case]", "CASE_NUMBER", 2),
        "Quellmark": ("X", "LOC", 3),
    }
    assert marked(source, words, "danish") == (
        '<r title="A &amp; B"><p><anonym cat="pers" certain="1">A &amp; B</anonym> met '
        '<anonym cat="case" certain="2">[case]</anonym> in <anonym cat="loc" certain="3">X</anonym>'
        "<!-- A &amp; B --></p></r>"
    )


def test_the_danish_category_is_that_of_the_tag():
    words = {"Sparbank": ("[finans1]", "ORG", 1), "Acme": ("[virksomhed2]", "ORG", 3)}
    assert marked("<kendelse>Sparbank, Acme ApS</kendelse>", words, "danish") == (
        '<kendelse><anonym cat="finans" certain="1">[finans1]</anonym>, '
        '<anonym cat="virksomhed" certain="3">[virksomhed2]</anonym> ApS</kendelse>'
    )


def test_akoma_ntoso_annotation_takes_the_prefix_of_the_document():
    source = f'<a:akomaNtoso xmlns:a="{AKN}"><a:p>Anna on 5 May</a:p></a:akomaNtoso>'
    words = {"Anna": ("A", "PERSON", 1), "5 May": ("a day", "DATE", 1)}
    assert marked(source, words, "akoma-ntoso") == (
        f'<a:akomaNtoso xmlns:a="{AKN}"><a:p><a:person eId="lexveil_1" refersTo="#e1">A</a:person> on '
        '<a:entity eId="lexveil_2" name="date" refersTo="#e2">a day</a:entity></a:p></a:akomaNtoso>'
    )


def test_what_akoma_ntoso_marks_already_is_not_marked_again():
    content = "<meta><note><p>Anna</p></note></meta><p><judge>Anna</judge></p>"
    source = f'<akomaNtoso xmlns="{AKN}">{content}</akomaNtoso>'
    assert marked(source, {"Anna": ("A", "PERSON", 1)}, "akoma-ntoso") == source.replace("Anna", "A")


def test_in_other_documents_akoma_ntoso_elements_bring_their_namespace():
    output = marked("<r><p>Anna</p></r>", {"Anna": ("A", "ORG", 1)}, "akoma-ntoso")
    assert output == (
        f'<r><p><organization xmlns="{AKN}" eId="lexveil_1" refersTo="#e1">A</organization></p></r>'
    )


def test_a_second_annotation_takes_identifiers_of_its_own():
    source = '<r><p id="lexveil_1">Anna</p></r>'
    assert 'eId="lexveilx_1"' in marked(source, {"Anna": ("A", "PERSON", 1)}, "akoma-ntoso")


@pytest.mark.parametrize("style", ["danish", "akoma-ntoso"])
def test_annotated_text_reads_as_text(style):
    content = "<address>Mr Anna Bo, <addrLine>Quellmark</addrLine></address><p>by Anna.</p>"
    source = f'<TEI xmlns="http://www.tei-c.org/ns/1.0">{content}</TEI>'
    output = marked(source, {"Anna": ("A", "PERSON", 1)}, style)
    assert xml.read(output.encode()).text.startswith("Mr A Bo,\n\nQuellmark\n\nby A.")


def test_an_unknown_annotation_is_an_input_error():
    with pytest.raises(InputError, match="danish or akoma-ntoso"):
        xml.read(b"<r>Anna</r>", Options(annotate="other"))
