"""Reading and writing files: what a user can get wrong, and that nothing half-written stays behind."""

import hashlib
import os
from pathlib import Path

import pytest

from formats.pages import replacing
from lexveil import formats
from lexveil.errors import InputError, OutputError
from lexveil.formats import disk
from lexveil.model import Document, Replacement

NAME = "Lindqvist"
unless_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do everything"
)


@pytest.fixture
def letter(tmp_path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_bytes(f"Dear Ms {NAME},\r\n".encode())
    return path


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_id_of_a_document_tells_nothing_of_its_bytes(letter):
    document = formats.read_file(letter, formats.Options(language="sv"), metadata={"parties": []})
    assert document.id != "doc-" + hashlib.sha256(letter.read_bytes()).hexdigest()[:12]
    assert (document.language, document.metadata) == ("sv", {"parties": []})


def test_bytes_need_no_file(letter):
    document = formats.read(letter.read_bytes(), letter.name, metadata={"parties": []})
    assert (document.text, document.id) == (
        formats.read_file(letter).text,
        formats.read_file(letter).id,
    )
    assert formats.write(document, replacing(document, {NAME: "A"})) == b"Dear Ms A,\r\n"


@pytest.mark.parametrize(
    ("data", "name", "match"),
    [
        (b"text", "letter.xyz", "letter.xyz: not a format that can be read"),
        (b" \n", "letter.txt", "letter.txt: the file is empty"),
        (b"text" * 9, "letter.txt", "letter.txt: larger than the limit"),
        (b"%PDF-1.7", "letter.txt", "letter.txt: this is a PDF"),
    ],
)
def test_bytes_that_cannot_be_read_are_refused_by_name(data, name, match):
    with pytest.raises(InputError, match=match):
        formats.read(data, name, formats.Options(max_bytes=20))


@pytest.mark.parametrize("name", ["letter", "letter.xyz", "letter.txt", "decisions/"])
def test_a_file_that_is_not_there_is_missing_whatever_it_is_called(tmp_path, name):
    with pytest.raises(InputError, match="there is no such file"):
        formats.read_file(tmp_path / name)


@pytest.mark.parametrize("suffix", [".txt", ".text", ".md", ".html", ".htm", ".xhtml", ".xml", ".akn"])
def test_every_suffix_of_one_text_reads_and_renders(tmp_path, suffix):
    path = tmp_path / f"file{suffix.upper()}"
    path.write_text(f"<p>{NAME}</p>", "utf8")
    document = formats.read_file(path)
    assert NAME in document.text
    assert formats.write(document, ()) == path.read_bytes()


def test_a_citation_class_can_be_chosen(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<p><i class=case>A v B</i> and <i class=citation>C v D</i>", "utf8")
    zones = formats.read_file(path, formats.Options(citation_classes=("case",))).zones
    assert [(zone.start, zone.end, zone.kind) for zone in zones] == [(0, 5, "citation")]


def fails(path, match, **options):
    with pytest.raises(InputError, match=match) as caught:
        formats.read_file(path, formats.Options(**options))
    assert "\n" not in str(caught.value)
    assert NAME not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_missing_file(tmp_path):
    fails(tmp_path / "none.txt", "no such file")


def test_a_path_that_cannot_exist(tmp_path):
    fails(tmp_path / ("x" * 5000 + ".txt"), "cannot be read|no such file")
    fails(tmp_path / "a\0b.txt", "no such file")


def test_a_folder(tmp_path):
    fails(tmp_path, "folder")
    (tmp_path / "folder.txt").mkdir()
    fails(tmp_path / "folder.txt", "folder")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_something_that_is_no_regular_file(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    fails(tmp_path / "pipe.txt", "not a regular file")


@pytest.mark.parametrize("content", [b"", b" \n\t\r\n"])
@pytest.mark.parametrize("suffix", [".txt", ".html"])
def test_an_empty_file(tmp_path, content, suffix):
    path = tmp_path / f"empty{suffix}"
    path.write_bytes(content)
    fails(path, "empty")


def test_a_page_without_text(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<html><body><p> </p></body></html>", "utf8")
    fails(path, "no text")


@pytest.mark.parametrize("name", ["file.pages", "file"])
def test_an_unknown_suffix_names_the_known_ones(tmp_path, name):
    (tmp_path / name).write_text(NAME, "utf8")
    fails(tmp_path / name, r"\.docx, .*\.html, \.json, \.md, .*\.txt")


@pytest.mark.parametrize("suffix", [".txt", ".html"])
def test_a_binary_file(tmp_path, suffix):
    path = tmp_path / f"picture{suffix}"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0" + NAME.encode())
    fails(path, "binary")


def test_undecodable_bytes(tmp_path):
    path = tmp_path / "mixed.txt"
    path.write_bytes(f"{NAME} Müller".encode() + b"\xff")
    fails(path, "byte 17 is not valid utf-8: convert the file to UTF-8")


def test_a_file_over_the_limit(letter):
    fails(
        letter, r"limit of 10 bytes: split the file, or raise the limit with LEXVEIL_MAX_BYTES", max_bytes=10
    )
    assert formats.read_file(letter, formats.Options(max_bytes=letter.stat().st_size)).text


def test_fifty_megabytes_are_over_the_limit(tmp_path):
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    fails(path, "limit of 25 MiB")


@unless_root
def test_a_file_that_may_not_be_read(letter):
    letter.chmod(0)
    fails(letter, "cannot be read")


def test_a_file_that_cannot_be_opened(letter, monkeypatch):
    def refuse(*arguments, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    fails(letter, r"cannot be read \(Permission denied\)")


def test_control_characters_in_a_path_do_not_break_the_line(tmp_path):
    fails(tmp_path / "two\nlines.txt", "two[?]lines")


def test_writing_makes_a_new_file_with_the_replacements(letter, tmp_path):
    document = formats.read_file(letter)
    formats.write_file(document, replacing(document, {NAME: "WITNESS_1"}), tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_bytes() == b"Dear Ms WITNESS_1,\r\n"
    assert files_in(tmp_path) == {"letter.txt", "out.txt"}


def test_writing_replaces_an_older_result(letter, tmp_path):
    (tmp_path / "out.txt").write_text("old", "utf8")
    formats.write_file(formats.read_file(letter), (), tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_bytes() == letter.read_bytes()


def test_the_result_has_the_usual_permissions(letter, tmp_path):
    formats.write_file(formats.read_file(letter), (), tmp_path / "out.txt")
    assert (tmp_path / "out.txt").stat().st_mode == letter.stat().st_mode


@pytest.mark.parametrize("make_link", [None, "symlink_to", "hardlink_to"])
def test_the_input_is_never_overwritten(letter, tmp_path, make_link):
    before, path = letter.read_bytes(), letter
    if make_link:
        path = tmp_path / "link.txt"
        getattr(path, make_link)(letter)
    document = formats.read_file(letter)
    with pytest.raises(OutputError, match="the input file itself"):
        formats.write_file(document, replacing(document, {NAME: "X"}), path)
    assert letter.read_bytes() == before


def test_the_input_is_known_by_another_spelling_of_its_path(letter, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    document = formats.read_file("letter.txt")
    monkeypatch.chdir("/")
    with pytest.raises(OutputError, match="the input file itself"):
        formats.write_file(document, (), tmp_path / ".." / tmp_path.name / "letter.txt")


def test_a_folder_that_does_not_exist(letter, tmp_path):
    with pytest.raises(OutputError, match="check that the folder exists"):
        formats.write_file(formats.read_file(letter), (), tmp_path / "no" / "out.txt")


def test_a_folder_in_the_place_of_the_result(letter, tmp_path):
    (tmp_path / "out.txt").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        formats.write_file(formats.read_file(letter), (), tmp_path / "out.txt")
    assert files_in(tmp_path) == {"letter.txt", "out.txt"}


@unless_root
def test_a_folder_that_may_not_be_written_to(letter, tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir(0o500)
    with pytest.raises(OutputError, match="cannot be written"):
        formats.write_file(formats.read_file(letter), (), folder / "out.txt")


@pytest.mark.parametrize("broken", ["os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["disk", "stop"]
)
def test_a_failure_in_the_middle_leaves_nothing_behind(letter, tmp_path, monkeypatch, broken, error):
    (tmp_path / "out.txt").write_text("old", "utf8")

    def fail(*arguments):
        raise error

    monkeypatch.setattr(broken, fail)
    expected = OutputError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        formats.write_file(formats.read_file(letter), (), tmp_path / "out.txt")
    assert files_in(tmp_path) == {"letter.txt", "out.txt"}
    assert (tmp_path / "out.txt").read_text("utf8") == "old"


def test_a_pseudonym_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_bytes("Sehr geehrte Frau Müller, über Größe".encode("cp1252"))
    document = formats.read_file(path)
    with pytest.raises(OutputError, match="does not have"):
        formats.write_file(document, replacing(document, {"Müller": "Ж"}), tmp_path / "out.txt")
    assert files_in(tmp_path) == {"letter.txt"}


def test_replacements_outside_the_text_are_a_programming_error(letter, tmp_path):
    with pytest.raises(ValueError, match="beyond the"):
        formats.write_file(formats.read_file(letter), [Replacement(0, 999, "X", "e1")], tmp_path / "out.txt")
    assert files_in(tmp_path) == {"letter.txt"}


def test_a_document_from_elsewhere_cannot_be_rendered():
    with pytest.raises(OutputError, match="not read from a file"):
        formats.write(Document(id="doc-x", text=NAME), ())


def test_no_repr_shows_text_or_path(letter):
    document = formats.read_file(letter)
    shown = repr(document) + repr(document.source) + repr(document.pieces)
    assert NAME not in shown
    assert "letter" not in shown


def test_same_compares_paths_that_do_not_exist(tmp_path):
    assert disk.same(tmp_path / "a" / ".." / "b", tmp_path / "b")
    assert not disk.same(tmp_path / "a", tmp_path / "b")
