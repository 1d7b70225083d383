"""The golden Word documents: a name in every place, found, replaced and proven absent from the outside."""

import io
import re
import zipfile
from collections.abc import Iterator
from xml.dom import minidom

import docx as python_docx
import pytest

from golden import docx_build
from golden.docx_build import HERE, MEMBERS
from golden.docx_pieces import CANARIES, CLEANED
from lexveil import formats
from lexveil.model import Document, Replacement

WORDS = re.compile(
    "|".join(sorted({word for name in CANARIES.values() for word in name.split()}, key=len, reverse=True)),
    re.IGNORECASE,
)
FILES = sorted(HERE.glob("*.docx"))


def everything(data: bytes, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Every member of the container and of those inside it, and their names."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            yield f"{prefix}{name} (name)", name.encode()
            if content.startswith(b"PK"):
                yield from everything(content, f"{prefix}{name}/")
            else:
                yield prefix + name, content


def replaced(document: Document) -> bytes:
    found = WORDS.finditer(document.text)
    return formats.write(document, [Replacement(*each.span(), "R & D", "e1") for each in found])


@pytest.fixture(scope="module")
def canaries() -> Document:
    return formats.read_file(HERE / "canaries.docx")


@pytest.fixture(scope="module")
def clean(canaries) -> bytes:
    return replaced(canaries)


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_the_golden_files_are_what_the_code_makes(name):
    with zipfile.ZipFile(HERE / f"{name}.docx") as archive:
        found = {each: archive.read(each) for each in archive.namelist()}
    wanted = {each: data.encode() if isinstance(data, str) else data for each, data in MEMBERS[name].items()}
    assert list(found) == list(wanted)
    assert found == wanted


def test_no_canary_stands_in_two_places():
    words = [word.lower() for name in CANARIES.values() for word in name.split()]
    assert len(words) == len(set(words)) == 2 * len(CANARIES)
    assert not [one for one in words for other in words if one != other and one in other]


@pytest.mark.parametrize("location", sorted(set(CANARIES) - CLEANED))
def test_every_canary_is_read(canaries, location):
    for word in CANARIES[location].lower().split():
        assert word in canaries.text.lower()


@pytest.mark.parametrize("location", sorted(CLEANED))
def test_what_is_cleaned_is_not_read(canaries, location):
    for word in CANARIES[location].lower().split():
        assert word not in canaries.text.lower()


def test_no_canary_is_left_in_any_member(clean):
    for name, content in everything(clean):
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            assert not WORDS.search(content.decode(encoding, "replace")), name


def test_no_canary_is_read_from_what_was_written(clean, tmp_path):
    (tmp_path / "out.docx").write_bytes(clean)
    assert not WORDS.search(formats.read_file(tmp_path / "out.docx").text)


def test_canaries_that_are_only_cleaned_go_without_any_replacement(canaries):
    gone = re.compile("|".join(word for place in CLEANED for word in CANARIES[place].split()), re.IGNORECASE)
    for name, content in everything(formats.write(canaries, ())):
        assert not gone.search(content.decode("utf-8", "replace")), name


def test_every_member_that_was_written_is_well_formed(clean):
    read = 0
    for name, content in everything(clean):
        if name.endswith((".xml", ".rels", ".svg")):
            minidom.parseString(content)
            read += 1
    assert read > 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_another_reader_opens_what_was_written(path, tmp_path):
    document = formats.read_file(path)
    formats.write_file(
        document,
        [Replacement(*each.span(), "R & D", "e1") for each in WORDS.finditer(document.text)],
        tmp_path / "out.docx",
    )
    if path.stem == "strict":  # which that reader does not know
        return
    opened = python_docx.Document(str(tmp_path / "out.docx"))
    original = python_docx.Document(str(path))
    assert len(opened.paragraphs) == len(original.paragraphs) > 0
    assert not [paragraph.text for paragraph in opened.paragraphs if WORDS.search(paragraph.text)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reading_what_was_written_without_replacements_gives_the_same_text(path, tmp_path):
    document = formats.read_file(path)
    formats.write_file(document, (), tmp_path / "out.docx")
    again = formats.read_file(tmp_path / "out.docx")
    assert again.text == document.text
    assert formats.write(again, ()) == (tmp_path / "out.docx").read_bytes()


def test_a_name_in_pieces_takes_the_looks_of_the_first(tmp_path):
    document = formats.read_file(HERE / "runs.docx")
    at = document.text.index("Ylva Torvund")
    formats.write_file(document, [Replacement(at, at + 12, "person A", "e1")], tmp_path / "out.docx")
    paragraph = python_docx.Document(str(tmp_path / "out.docx")).paragraphs[1]
    assert paragraph.text == "The applicant, person A, was heard."
    assert [run.text for run in paragraph.runs if run.bold] == ["person A"]


def test_the_metadata_that_is_kept_is_read_and_replaced(tmp_path):
    document = formats.read_file(HERE / "canaries.docx", formats.Options(keep_metadata=True))
    left = {"thumbnail", "printer", "digital signature", "data of a field", "packed data of a shape",
            "name of a member", "member that nothing refers to"}  # fmt: skip
    for place in CLEANED - left:
        for word in CANARIES[place].lower().split():
            assert word in document.text.lower(), place
    for name, content in everything(replaced(document)):
        assert not WORDS.search(content.decode("utf-8", "replace")), name


def test_both_templates_and_documents_are_known():
    assert formats.FORMATS[".dotx"] == formats.FORMATS[".docx"]
    assert docx_build.HERE.is_dir()
