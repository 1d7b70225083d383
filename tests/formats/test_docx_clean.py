"""What goes from a Word document, what is renamed, what is told of its parts."""

import io
import posixpath
import re
import zipfile
from urllib.parse import unquote

import pytest

from formats.pages import zones
from golden.docx_build import HERE, UNCOVERED
from golden.docx_members import core
from golden.docx_pieces import MS, PACKAGE, REL, p, png, r, rels, small, zipped
from lexveil.formats import Options, docx
from lexveil.formats.docx.relationships import listed_relations, owner
from lexveil.model import Document

CORE = f"{PACKAGE}relationships/metadata/core-properties"


def members_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def states(found: Document) -> dict[str, str]:
    return {part.name: part.state for part in found.parts}


def with_root(
    members: dict[str, str | bytes], *entries: tuple[str, str, str, bool]
) -> dict[str, str | bytes]:
    main = ("rId1", f"{REL}officeDocument", "word/document.xml", False)
    return members | {"_rels/.rels": rels(main, *entries)}


def cleaned(members: dict[str, str | bytes], **options: object) -> dict[str, bytes]:
    return members_of(docx.write(docx.read(zipped(members), Options(**options)), ()))


def assert_whole(data: bytes) -> None:
    """Every relationship inside leads to a member, every member has a type."""
    members = members_of(data)
    for name in members:
        if name.endswith(".rels"):
            for relation in listed_relations(members[name].decode()):
                if not relation.external:
                    base = posixpath.dirname(owner(name))
                    target = posixpath.normpath(posixpath.join("/", base, unquote(relation.target))).lstrip(
                        "/"
                    )
                    assert target in members
    types = members["[Content_Types].xml"].decode()
    known = {unquote(part) for part in re.findall(r'PartName="/([^"]+)"', types)}
    assert known <= set(members)
    suffixes = set(re.findall(r'Extension="([^"]+)"', types))
    assert all(
        name in known or name.rpartition(".")[2] in suffixes
        for name in members
        if name != "[Content_Types].xml"
    )


# Metadata -----------------------------------------------------------------------------------------


def test_the_properties_are_emptied():
    members = with_root(
        small(
            p(r("x")), members={"docProps/core.xml": core("Aldo Quellmark", "<dc:title>Torvund</dc:title>")}
        ),
        ("rId2", CORE, "docProps/core.xml", False),
    )
    after = cleaned(members)["docProps/core.xml"].decode()
    assert re.search(r"<cp:coreProperties [^>]*></cp:coreProperties>\Z", after)
    assert states(docx.read(zipped(members)))["docProps/core.xml"] == "cleaned"


def test_properties_that_are_kept_are_hidden_text():
    members = with_root(
        small(
            p(r("x")), members={"docProps/core.xml": core("Aldo Quellmark", "<dc:title>Torvund</dc:title>")}
        ),
        ("rId2", CORE, "docProps/core.xml", False),
    )
    found = docx.read(zipped(members), Options(keep_metadata=True))
    assert zones(found, "hidden") == ["Aldo Quellmark", "Torvund"]
    assert members_of(docx.write(found, ())) == members_of(zipped(members))


def test_counts_and_program_stay_in_the_extended_properties():
    members = with_root(
        small(p(r("x")), members={"docProps/app.xml": _app()}),
        ("rId2", f"{REL}extended-properties", "docProps/app.xml", False),
    )
    after = cleaned(members)["docProps/app.xml"].decode()
    assert re.findall(r"<(\w+)>", after) == ["Pages", "Application"]


def _app() -> str:
    vocabulary = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
    told = (
        "<Template>a</Template><Pages>1</Pages><Application>Microsoft Office Word</Application>"
        "<Company>b</Company>"
    )
    return f'<Properties xmlns="{vocabulary}">{told}</Properties>'


def test_revision_identifiers_go_and_nothing_else_of_the_tag():
    content = (
        '<w:p w:rsidR="00A1B2C3" w:rsidRDefault="00A1B2C4"\n w:x="1">'
        '<w:r w:rsidRPr="00A1B2C3"><w:t>x</w:t></w:r></w:p>'
    )
    after = cleaned(small(content))["word/document.xml"].decode()
    assert '<w:p\n w:x="1"><w:r><w:t>x</w:t></w:r></w:p>' in after
    assert "rsid" in cleaned(small(content), keep_metadata=True)["word/document.xml"].decode()


def test_the_date_of_a_control_goes():
    date = '<w:date w:fullDate="2024-03-05T00:00:00Z"><w:lid w:val="en-GB"/></w:date>'
    control = f"<w:sdt><w:sdtPr>{date}</w:sdtPr></w:sdt>"
    after = cleaned(small(p(r("x")) + control))["word/document.xml"].decode()
    assert '<w:date><w:lid w:val="en-GB"/></w:date>' in after


@pytest.mark.parametrize("metadata", ["core-properties", "extended-properties"])
def test_text_bound_to_emptied_properties_is_unbound(metadata):
    bound = f'<w:dataBinding w:prefixMappings="xmlns:n=\'urn:{metadata}\'" w:xpath="/n:a" w:storeItemID="1"/>'
    content = f"<w:sdt><w:sdtPr>{bound}</w:sdtPr><w:sdtContent>{p(r('Title'))}</w:sdtContent></w:sdt>"
    after = cleaned(small(content))["word/document.xml"].decode()
    assert "<w:sdtPr></w:sdtPr>" in after
    assert bound in cleaned(small(content), keep_metadata=True)["word/document.xml"].decode()


def test_people_template_and_mail_merge_stay_when_metadata_is_kept():
    data = (HERE / "canaries.docx").read_bytes()
    kept, gone = (docx.read(data, Options(keep_metadata=keep)) for keep in (True, False))
    assert (states(kept)["word/people.xml"], states(gone)["word/people.xml"]) == ("read", "cleaned")
    assert (b"attachedTemplate" in members_of(docx.write(kept, ()))["word/settings.xml"]) is True
    assert (b"attachedTemplate" in members_of(docx.write(gone, ()))["word/settings.xml"]) is False


def test_what_was_done_is_noted():
    notes = " ".join(map(str, docx.read((HERE / "canaries.docx").read_bytes()).notes))
    for told in ("tracked changes", "Author", "revision identifiers", "template", "signature", "neutral"):
        assert told in notes
    assert docx.read((HERE / "runs.docx").read_bytes()).notes == ()


# Members ------------------------------------------------------------------------------------------


def test_a_thumbnail_and_a_signature_go_with_their_relationships():
    members = with_root(
        small(
            p(r("x")),
            members=thumbnail_and_signature(),
        ),
        ("rId2", f"{PACKAGE}relationships/metadata/thumbnail", "docProps/thumbnail.jpeg", False),
        ("rId3", f"{PACKAGE}relationships/digital-signature/origin", "_xmlsignatures/origin.sigs", False),
    )
    after = cleaned(members, keep_metadata=True)
    assert not [name for name in after if "thumbnail" in name or "signatures" in name]
    assert b"signature" not in after["_rels/.rels"]
    assert b"thumbnail" not in after["_rels/.rels"]


def thumbnail_and_signature() -> dict[str, str | bytes]:
    vocabulary = "http://www.w3.org/2000/09/xmldsig#"
    return {
        "docProps/thumbnail.jpeg": b"\xff\xd8\xff",
        "_xmlsignatures/origin.sigs": b"",
        "_xmlsignatures/_rels/origin.sigs.rels": rels(("rId1", f"{PACKAGE}x/signature", "sig1.xml", False)),
        "_xmlsignatures/sig1.xml": f'<Signature xmlns="{vocabulary}">Torvund</Signature>',
    }


def test_what_nothing_refers_to_is_left_out():
    after = cleaned(
        small(p(r("x")), members={"[trash]/0000.dat": b"\x00Torvund", "word/media/image1.png": png()})
    )
    assert set(after) == set(small(p(r("x"))))


def test_a_member_with_a_name_of_its_own_is_renamed_everywhere():
    members = small(
        p(r("x")),
        members={
            "word/media/Ylva_Torvund.png": png(),
            "word/media/image1.png": png(),
            "word/odd_brask.xml": "<a>b</a>",
            "word/_rels/odd_brask.xml.rels": rels(("rId1", f"{REL}image", "media/Ylva_Torvund.png", False)),
        },
        entries=(
            ("rId1", f"{REL}image", "media/Ylva_Torvund.png", False),
            ("rId2", f"{REL}image", "media/image1.png", False),
            ("rId3", f"{REL}customXml", "odd_brask.xml", False),
        ),
    )
    found = docx.read(zipped(members))
    data = docx.write(found, ())
    assert_whole(data)
    assert {
        "word/media/image1.png",
        "word/media/image2.png",
        "word/part1.xml",
        "word/_rels/part1.xml.rels",
    } <= set(members_of(data))
    assert not re.search(b"Torvund|brask", data)
    assert "Torvund" not in repr(found.parts)


def test_a_suffix_of_somebodys_own_goes_and_the_type_stays():
    data = docx.write(docx.read((HERE / "strict.docx").read_bytes()), ())
    assert_whole(data)
    members = members_of(data)
    assert [name for name in members if not name.endswith(".rels")] == [
        "[Content_Types].xml",
        "parts/part1.xml",
        "parts/part2.bin",
    ]
    assert b'PartName="/parts/part2.bin" ContentType="application/xml"' in members["[Content_Types].xml"]
    assert not re.search(b"(?i)brask", members["[Content_Types].xml"])


@pytest.mark.parametrize("name", sorted(HERE.glob("*.docx")), ids=lambda path: path.stem)
def test_every_relationship_leads_somewhere_after_cleaning(name):
    assert_whole(docx.write(docx.read(name.read_bytes()), ()))


def test_what_nobody_can_read_is_uncovered():
    found = docx.read((HERE / "uncovered.docx").read_bytes())
    uncovered = {part.name: part.explain() for part in found.parts if part.state == "uncovered"}
    assert set(uncovered) == set(UNCOVERED)
    assert all(uncovered.values())
    assert not any(word in found.text for name in UNCOVERED.values() for word in name.split())


def test_every_member_is_a_part():
    for path in HERE.glob("*.docx"):
        data = path.read_bytes()
        found = docx.read(data)
        own = [part for part in found.parts if ".xlsx/" not in part.name]
        containers = sum(name.endswith(".xlsx") for name in members_of(data))
        assert len(own) == len(members_of(data)) - containers


def test_a_font_is_kept():
    entries = (("rId1", f"{REL}font", "fonts/font1.odttf", False),)
    found = docx.read(
        zipped(small(p(r("x")), members={"word/fonts/font1.odttf": b"\x01\x02"}, entries=entries))
    )
    assert states(found)["word/fonts/font1.odttf"] == "kept"


def test_damaged_xml_beside_the_main_document_is_uncovered():
    entries = (("rId1", f"{REL}customXml", "../customXml/item1.xml", False),)
    for content in ("<a>Torvund", '<!DOCTYPE a [<!ENTITY b "Torvund">]><a>&b;</a>'):
        found = docx.read(zipped(small(p(r("x")), members={"customXml/item1.xml": content}, entries=entries)))
        assert states(found)["customXml/item1.xml"] == "uncovered"


def test_macros_are_uncovered_by_name():
    entries = (("rId1", f"{MS}2006/relationships/vbaProject", "vbaProject.bin", False),)
    found = docx.read(zipped(small(p(r("x")), members={"word/vbaProject.bin": b"\x00\x01"}, entries=entries)))
    assert [part.explain() for part in found.parts if part.state == "uncovered"] == ["macros"]


def test_a_file_in_base64_is_uncovered_wherever_it_stands():
    blob = "data:image/png;base64," + "QWxsIHRoaXMgaXMgYSBmaWxlIGluIGJhc2U2NCB0aGF0" * 12
    shape = f'<w:r><w:pict><v:shape href="{blob}"/></w:pict></w:r>'
    found = docx.read(zipped(small(p(r("x"), shape), entries=(("rId1", f"{REL}hyperlink", blob, True),))))
    uncovered = [part.name for part in found.parts if part.state == "uncovered"]
    assert uncovered == ["word/document.xml", "word/_rels/document.xml.rels"]
