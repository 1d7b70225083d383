"""What is written into a Word document: replacements in the very source, everything else as it was."""

import io
import re
import zipfile

import pytest

from formats.pages import replacing
from golden.docx_pieces import REL, field, p, png, r, small, t, text_box, zipped
from lexveil.formats import Options, docx
from lexveil.formats.markup import Block
from lexveil.formats.package import Picture
from lexveil.model import Part, Piece, Replacement

NAMES = {"Ylva Torvund": "person A", "Odd Brask": "R&D <B>"}


def members_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def body(data: bytes) -> str:
    source = members_of(data)["word/document.xml"].decode()
    return source[source.index("<w:body>") + 8 : source.index("</w:body>")]


def written(*content: str, names: dict[str, str] = NAMES, **more: object) -> str:
    found = docx.read(zipped(small("".join(content), **more)))
    return body(docx.write(found, replacing(found, names)))


def test_without_replacements_every_member_is_the_same():
    data = zipped(small(p(r("Ylva Torvund &amp; Odd"), text_box("in", "out", "A", "B"))))
    assert members_of(docx.write(docx.read(data), ())) == members_of(data)


def test_a_replacement_goes_into_the_first_run_and_the_rest_goes():
    before = p(r("a "), r("Yl", "<w:b/>"), r("va Tor"), r("vund", "<w:i/>"), r(" b"))
    after = p(r("a "), r("person A", "<w:b/>"), r(""), r("", "<w:i/>"), r(" b"))
    assert written(before) == after


def test_only_the_members_with_replacements_change():
    entries = (("rId1", f"{REL}customXml", "../customXml/item1.xml", False),)
    data = zipped(small(p(r("x")), members={"customXml/item1.xml": "<a>Odd Brask</a>"}, entries=entries))
    found = docx.read(data)
    before, after = members_of(data), members_of(docx.write(found, replacing(found, NAMES)))
    assert {name for name in before if before[name] != after[name]} == {"customXml/item1.xml"}
    assert after["customXml/item1.xml"] == b"<a>R&amp;D &lt;B&gt;</a>"


def test_a_name_is_taken_out_around_a_text_box():
    box = text_box("in", "out", "A", "B")
    assert written(p(r("Yl"), box, r("va Torvund"))) == p(r("person A"), box, r(""))


@pytest.mark.parametrize("end", ["/>", "></w:sym>"])
def test_a_name_in_symbols_goes(end):
    letters = "".join(
        f'<w:r><w:sym w:font="Arial" w:char="F0{ord(char):02X}"{end}</w:r>' for char in "Odd Brask"
    )
    after = written(p(r("a "), letters, r(" b")))
    assert "w:sym" not in after
    assert '<w:t xml:space="preserve">R&amp;D &lt;B&gt;</w:t>' in after


def test_the_placeholder_of_a_diagram_is_read():
    model = '<dgm:dataModel xmlns:dgm="{}"><dgm:pt><dgm:prSet phldrT="Odd Brask"/></dgm:pt></dgm:dataModel>'
    member = model.format("http://schemas.openxmlformats.org/drawingml/2006/diagram")
    entries = (("rId1", f"{REL}diagramData", "diagrams/data1.xml", False),)
    found = docx.read(zipped(small(p(r("x")), members={"word/diagrams/data1.xml": member}, entries=entries)))
    assert "Odd Brask" in found.text
    after = members_of(docx.write(found, replacing(found, NAMES)))["word/diagrams/data1.xml"].decode()
    assert "Brask" not in after


def test_breaks_and_soft_hyphens_inside_a_name_go():
    run = "<w:r><w:t>Ylva Tor</w:t><w:softHyphen/><w:t>vund</w:t></w:r>"
    assert written(p(run)) == p("<w:r><w:t>person A</w:t><w:t></w:t></w:r>")


def test_a_tag_with_an_end_tag_of_its_own_stays():
    run = "<w:r><w:t>Anna</w:t><w:noBreakHyphen></w:noBreakHyphen><w:t>Lena</w:t></w:r>"
    assert written(p(run), names={"Anna-Lena": "B"}) == p(
        "<w:r><w:t>B</w:t><w:noBreakHyphen></w:noBreakHyphen><w:t></w:t></w:r>"
    )


@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        ("<w:t>Odd Brask went</w:t>", "B", "<w:t>B went</w:t>"),
        ("<w:t>Odd Brask went</w:t>", "", '<w:t xml:space="preserve"> went</w:t>'),
        ("<w:t>by Odd Brask</w:t>", " ", '<w:t xml:space="preserve">by  </w:t>'),
        ('<w:t xml:space="preserve">by Odd Brask</w:t>', "", '<w:t xml:space="preserve">by </w:t>'),
        ('<w:t xml:space="default">by Odd Brask</w:t>', "B", '<w:t xml:space="default">by B</w:t>'),
        ("<w:t >Odd Brask Odd Brask x</w:t>", "", '<w:t  xml:space="preserve">  x</w:t>'),
    ],
)
def test_an_element_says_that_its_spaces_count_where_it_must(before, new, after):
    assert written(p(f"<w:r>{before}</w:r>"), names={"Odd Brask": new}) == p(f"<w:r>{after}</w:r>")


def test_a_name_over_two_elements_leaves_the_space_after_it():
    before = p("<w:r><w:t>Odd</w:t></w:r><w:r><w:t> Brask went</w:t></w:r>")
    after = p('<w:r><w:t>B</w:t></w:r><w:r><w:t xml:space="preserve"> went</w:t></w:r>')
    assert written(before, names={"Odd Brask": "B"}) == after


def test_text_of_drawings_gets_no_attribute():
    shape = "<w:r><w:drawing><a:p><a:r><a:t>Odd Brask went</a:t></a:r></a:p></w:drawing></w:r>"
    assert "<a:t> went</a:t>" in written(p(r("x"), shape), names={"Odd Brask": ""})


def test_a_replacement_is_spelled_for_its_place():
    entries = (("rId1", f"{REL}hyperlink", "mailto:Odd%20Brask@example.org", True),)
    members = small(
        p(r("Odd Brask"), f'<w:bookmarkStart w:id="1" w:name="Odd_Brask"/>{field("REF Odd_Brask", "x")}'),
        entries=entries,
    )
    found = docx.read(zipped(members))
    names = {"Odd Brask": 'R & "B"', "Odd_Brask": 'R & "B"'}
    after = members_of(docx.write(found, replacing(found, names)))
    document = after["word/document.xml"].decode()
    assert 'R &amp; "B"</w:t>' in document
    assert 'w:name="R_B_"' in document
    assert "REF R_B_ " in document
    assert "mailto:R%20%26%20%22B%22@example.org" in after["word/_rels/document.xml.rels"].decode()


def test_a_quoted_string_of_an_instruction_stays_one():
    assert "MERGEFIELD \"R 'B' /x\"" in written(
        p(field('MERGEFIELD "Odd Brask"', "x")), names={"Odd Brask": 'R "B" \\x'}
    )


def test_a_value_is_replaced_wherever_it_stands():
    marked = '<w:p><w:pPr><w:pStyle w:val="TorvundStyle"/></w:pPr></w:p>'
    assert written(p(r("x")), marked * 3, names={"Torvund": "B"}).count('"BStyle"') == 3


def test_a_relationship_is_called_the_same_in_both_places():
    link = '<w:hyperlink r:id="torvund1"><w:r><w:t>x</w:t></w:r></w:hyperlink>'
    entries = (("torvund1", f"{REL}hyperlink", "https://example.org", True),)
    found = docx.read(zipped(small(p(link), entries=entries)))
    after = members_of(docx.write(found, replacing(found, {"torvund": "B"})))
    assert b'r:id="B1"' in after["word/document.xml"]
    assert b'Id="B1"' in after["word/_rels/document.xml.rels"]


def test_a_cdata_section_stays_one():
    assert "<![CDATA[a R&D <B]]>&#62;<![CDATA[ b]]>" in written(
        p("<w:r><w:t><![CDATA[a Odd Brask b]]></w:t></w:r>")
    )


def test_comments_and_instructions_stay_what_they_are():
    content = p(r("x")) + "<!-- Odd Brask --><?note-Odd Odd Brask?>"
    output = written(content, names={"Odd Brask": "a--b?>&c"})
    assert output == p(r("x")) + "<!-- a&#45;&#45;b?&gt;&amp;c --><?note-Odd a--b&c?>"


def test_an_embedded_page_is_written_by_the_rules_of_html():
    page = "<p>M&uuml;ller <b>Odd</b> Brask<br>x"
    members = small(
        p(r("x")),
        members={"word/afchunk1.html": page},
        entries=(("rId1", f"{REL}aFChunk", "afchunk1.html", False),),
    )
    members["[Content_Types].xml"] = (
        str(members["[Content_Types].xml"]).replace('"mht"', '"html"').replace("message/rfc822", "text/html")
    )
    found = docx.read(zipped(members))
    after = members_of(docx.write(found, replacing(found, NAMES)))
    assert after["word/afchunk1.html"] == b"<p>M&uuml;ller <b>R&amp;D &lt;B&gt;</b><br>x"


def test_a_document_inside_the_document_is_read_and_written():
    inner = zipped(small(p(r("Ylva Tor"), r("vund"))))
    entries = (("rId1", f"{REL}package", "embeddings/package1.docx", False),)
    data = zipped(small(p(r("x")), members={"word/embeddings/package1.docx": inner}, entries=entries))
    found = docx.read(data)
    after = members_of(docx.write(found, replacing(found, NAMES)))
    assert body(after["word/embeddings/package1.docx"]) == p(r("person A"), r(""))
    assert members_of(docx.write(found, ()))["word/embeddings/package1.docx"] == inner


def test_a_container_inside_that_is_no_document_is_uncovered():
    inner = zipped({"a.txt": "Ylva Torvund"})
    entries = (("rId1", f"{REL}package", "embeddings/package1.docx", False),)
    found = docx.read(
        zipped(small(p(r("x")), members={"word/embeddings/package1.docx": inner}, entries=entries))
    )
    assert [part.name for part in found.parts if part.state == "uncovered"] == [
        "word/embeddings/package1.docx"
    ]


def test_containers_nested_too_deep_are_uncovered():
    data = zipped(small(p(r("deepest"))))
    for _ in range(4):
        entries = (("rId1", f"{REL}package", "embeddings/package1.docx", False),)
        data = zipped(small(p(r("x")), members={"word/embeddings/package1.docx": data}, entries=entries))
    found = docx.read(data)
    uncovered = [part.name for part in found.parts if part.state == "uncovered"]
    assert uncovered == ["word/embeddings/package1.docx/" * 2 + "word/embeddings/package1.docx"]


def test_containers_inside_share_one_bound():
    inner = zipped({"a": b"0123456789" * 4000})
    names = [f"word/embeddings/package{number}.docx" for number in range(60)]
    entries = tuple((f"rId{number}", f"{REL}package", f"/{name}", False) for number, name in enumerate(names))
    data = zipped(small(p(r("x")), members=dict.fromkeys(names, inner), entries=entries))
    found = docx.read(data, Options(max_bytes=60_000))
    assert sum(part.state == "uncovered" for part in found.parts) == len(names)


def test_the_encoding_and_mark_of_a_member_stay():
    members = small(p(r("Ylva Torvund")))
    source = str(members["word/document.xml"]).replace('encoding="UTF-8"', 'encoding="UTF-16"')
    members["word/document.xml"] = source.encode("utf-16")
    found = docx.read(zipped(members))
    after = members_of(docx.write(found, replacing(found, {"Ylva Torvund": "Žofie"})))
    assert after["word/document.xml"] == source.replace("Ylva Torvund", "Žofie").encode("utf-16")


def test_the_same_input_gives_the_same_bytes():
    data = zipped(small(p(r("Ylva Torvund"))))
    one, two = docx.read(data), docx.read(data)
    assert docx.write(one, replacing(one, NAMES)) == docx.write(two, replacing(two, NAMES))


def test_what_a_replacement_says_cannot_break_the_file():
    found = docx.read(zipped(small(p(r("Odd Brask")))))
    output = docx.write(found, (Replacement(0, 9, "]]></w:t>\x00\x0b&#0;", "e1"),))
    assert docx.read(output).text == "]]></w:t>&#0;"


def test_a_replacement_of_a_mere_tab_is_refused():
    found = docx.read(zipped(small(p("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>"))))
    with pytest.raises(ValueError, match="covers no text"):
        docx.write(found, (Replacement(1, 2, "x", "e1"),))


def test_many_names_in_one_element_are_each_replaced():
    found = docx.read(zipped(small(p(r(t("")[:0] + "Odd Brask and Ylva Torvund and Odd Brask")))))
    output = body(docx.write(found, replacing(found, NAMES)))
    assert re.sub("<[^>]+>", "", output) == "R&amp;D &lt;B&gt; and person A and R&amp;D &lt;B&gt;"


def test_the_text_of_a_picture_can_be_read_and_written(monkeypatch):
    def look(name: str, data: bytes, options: Options) -> Picture:
        block = Block()
        block.add("Ylva Torvund", 0, 12, "image")
        return Picture(Part(name, "read"), [block], data)

    def redrawn(picture: Picture, pieces: list[Piece], replacements: list[Replacement]) -> bytes:
        touched = any(
            piece.start < each.end and each.start < piece.end for piece in pieces for each in replacements
        )
        return picture.data[::-1] if touched else picture.data

    monkeypatch.setattr("lexveil.formats.docx.container.read_picture", look)
    monkeypatch.setattr("lexveil.formats.docx.write_picture", redrawn)
    entries = (("rId1", f"{REL}image", "media/image1.png", False),)
    found = docx.read(
        zipped(small(p(r("Odd Brask")), members={"word/media/image1.png": png()}, entries=entries))
    )
    assert found.text == "Odd Brask\n\nYlva Torvund"
    after = members_of(docx.write(found, replacing(found, NAMES)))
    assert after["word/media/image1.png"] == png()[::-1]
    assert members_of(docx.write(found, ()))["word/media/image1.png"] == png()
