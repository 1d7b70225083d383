"""The golden documents: a name in every place, found there, and gone from every byte of what is written."""

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest

from formats.pages import zones
from golden import odt_build as golden
from lexveil import formats
from lexveil.formats import Options, odt
from lexveil.model import Document, Replacement

READ = {
    place: name for place, name in golden.CANARIES.items() if place not in golden.UNCOVERED + golden.CLEANED
}
PATH = golden.FOLDER / "canary.odt"
NAMED = re.compile(
    "|".join(
        word
        for place, name in golden.CANARIES.items()
        if place not in golden.UNCOVERED
        for word in name.split()
    )
)


@pytest.fixture(scope="module")
def document() -> Document:
    return formats.read_file(PATH)


@pytest.fixture(scope="module")
def written(document) -> bytes:
    return formats.write(document, replacements(document))


def replacements(document: Document) -> tuple[Replacement, ...]:
    """Every word of every name, each by a pseudonym with a space in it."""
    return tuple(
        Replacement(found.start(), found.end(), "Person A", "e1") for found in NAMED.finditer(document.text)
    )


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_files_are_what_the_script_builds():
    assert members(PATH.read_bytes()) == members(golden.DOCUMENT)
    assert members((golden.FOLDER / "uncovered.odt").read_bytes()) == members(golden.NOT_READ)
    assert (golden.FOLDER / "canary.fodt").read_text("utf-8") == golden.FLAT


def test_no_two_names_share_a_word():
    words = [word for name in golden.CANARIES.values() for word in name.split()]
    assert len(words) == len(set(words)) >= 300


@pytest.mark.parametrize("place", READ)
def test_every_name_is_read(document, place):
    assert [word for word in READ[place].split() if word not in document.text] == []


def test_names_in_running_text_are_whole(document):
    places = (
        "paragraph", "heading", "split over spans", "soft page break", "soft hyphen", "space element",
        "table cell",
        "name around a note", "footnote", "endnote", "text box", "shape", "header", "footer", "chart title",
        "half deleted", "split by an insertion", "over two paragraphs", "paragraphs joined", "drawing text",
        "deleted after insertion",
    )  # fmt: skip
    assert [place for place in places if READ[place] not in document.text] == []


@pytest.mark.parametrize("place", golden.CLEANED)
def test_metadata_is_neither_read_nor_written(document, place):
    untouched = members(formats.write(document, ()))
    for word in golden.CANARIES[place].split():
        assert word not in document.text
        assert not any(word in name or word.encode() in data for name, data in untouched.items())


def test_nothing_of_any_name_is_left_in_any_member(written):
    for name, data in members(written).items():
        assert not NAMED.search(name)
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            assert not NAMED.search(data.decode(encoding, "ignore"))


@pytest.mark.parametrize(
    "place", ["half deleted", "over two paragraphs", "paragraphs joined", "split by an insertion"]
)
def test_no_half_of_a_name_is_left(written, place):
    family = golden.CANARIES[place].split()[1]
    text = members(written)["content.xml"].decode()
    assert family[5:] not in text.replace("Person A", "")


def test_what_is_written_can_be_read_and_shows_no_name(written):
    assert not NAMED.search(odt.read(written).text)


def test_every_xml_member_is_well_formed(written):
    read = [
        ElementTree.fromstring(data)
        for name, data in members(written).items()
        if name.endswith((".xml", ".rdf", ".svg")) and data
    ]
    assert len(read) == 11


def test_the_manifest_lists_the_members_that_are_there(written):
    found = members(written)
    listed = re.findall(r'full-path="([^"]*)"', found["META-INF/manifest.xml"].decode())
    assert {name for name in listed if not name.endswith("/")} == set(found) - {
        "mimetype",
        "META-INF/manifest.xml",
    }
    assert {"Object 1/", "Object 2/"} < set(listed)


def test_mimetype_comes_first_and_is_not_packed(written):
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
    assert written[30:38] == b"mimetype"
    assert written[38:].startswith(golden.TEXT.encode())


def test_without_replacements_only_metadata_changes(document):
    before, after = members(golden.DOCUMENT), members(formats.write(document, ()))
    same = {name for name in after if before.get(name) == after[name]}
    assert same == {
        "mimetype", "manifest.rdf", "Configurations2/accelerator/current.xml", "Object 1/content.xml",
        "Pictures/10000000000000AB.svg", "styles.xml",
    }  # fmt: skip
    neutral = re.sub(rb' officeooo:rsid="\w+"', b"", before["content.xml"])
    assert len(after["content.xml"]) < len(neutral) + 500
    assert after["content.xml"].count(b"<text:p") == neutral.count(b"<text:p")


def test_writing_twice_gives_the_same_bytes(document, written):
    assert formats.write(formats.read_file(PATH), replacements(document)) == written


def test_metadata_is_read_as_hidden_text_when_it_is_kept():
    document = formats.read_file(PATH, Options(keep_metadata=True))
    hidden = "\n".join(zones(document, "hidden") + zones(document, "code"))
    kept = [
        place
        for place in golden.CLEANED
        if place.startswith(("property", "comment", "change", "printer", "template"))
    ]
    assert [
        place for place in kept if not all(word in hidden for word in golden.CANARIES[place].split())
    ] == []
    output = members(formats.write(document, replacements(document)))
    assert not any(NAMED.search(data.decode("utf-8", "ignore")) for data in output.values())


def test_zones_tell_what_a_reader_does_not_see(document):
    hidden, code = zones(document, "hidden"), zones(document, "code")
    assert {READ[place] for place in ("alternative title", "link title", "user field")} <= set(hidden)
    assert any(READ["half deleted"] in each for each in hidden)
    assert READ["paragraph"] not in " ".join(hidden + code)
    assert any(READ["web address"].split()[1] in each for each in code)
    assert any(READ["style name"] in each for each in code)


def test_every_member_is_a_part(document):
    states = {part.name: part.state for part in document.parts}
    assert states["content.xml"] == states["Object 2/content.xml"] == "read"
    assert states["meta.xml"] == states["Thumbnails"] == states["ObjectReplacements/Object 1"] == "cleaned"
    assert states["Pictures/member3.png"] == "kept"  # too small to show a name
    assert "uncovered" not in states.values()
    assert not NAMED.search(repr(document.parts) + repr(document.notes) + repr(document))


def test_the_report_is_told_what_was_done(document):
    assert tuple(map(str, document.notes)) == (
        "10 tracked changes were kept",
        "authors and dates of comments and tracked changes were made neutral",
        "a digital signature was taken out: it no longer holds",
        "files in the container were given neutral names",
    )


def test_what_is_not_read_is_uncovered():
    document = formats.read_file(golden.FOLDER / "uncovered.odt")
    found = {part.name: part.explain() for part in document.parts if part.state == "uncovered"}
    assert set(found) == {"Basic", "Scripts", "Dialogs", "Object 7", "member1"}


def test_a_flat_document_is_read_and_written_like_a_packed_one():
    document = formats.read_file(golden.FOLDER / "canary.fodt")
    whole = formats.write(document, replacements(document)).decode()
    assert golden.CANARIES["half deleted"] in document.text
    assert not NAMED.search(whole)
    assert ElementTree.fromstring(whole).tag.endswith("document")
    assert [part.name for part in document.parts] == ["document"]
