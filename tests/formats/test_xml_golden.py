"""Whole XML files in `tests/golden/xml`, as `test_formats_golden` has them for text and HTML.

Set UPDATE_GOLDEN=1 to write the records anew after a wanted change, and read the difference.
"""

import re
from pathlib import Path

import pytest

from formats.test_formats_golden import GOLDEN, ONE_NAME, compare, marked, replacements
from lexveil import formats

FILES = sorted(path for path in (GOLDEN / "xml").iterdir() if path.suffix in (".xml", ".akn"))


def without_code(path: Path) -> str:
    document = formats.read_file(path)
    code = (zone.start for zone in document.zones if zone.kind == "code")
    return document.text[: next(code, len(document.text))].strip()


each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


@each_file
def test_golden_xml_is_read_as_recorded(path: Path):
    compare(path.with_name(path.name + ".read"), marked(formats.read_file(path)).encode())


@each_file
def test_golden_xml_is_written_as_recorded(path: Path):
    document = formats.read_file(path)
    compare(path.with_name(path.name + ".written"), formats.write(document, replacements(document)))


@each_file
def test_golden_xml_comes_back_unchanged(path: Path):
    assert formats.write(formats.read_file(path), ()) == path.read_bytes()


@each_file
def test_no_name_is_left_in_written_xml(path: Path, tmp_path: Path):
    document = formats.read_file(path)
    formats.write_file(document, replacements(document), tmp_path / path.name)
    assert not re.search(ONE_NAME, formats.read_file(tmp_path / path.name).text, re.IGNORECASE)


@each_file
@pytest.mark.parametrize("style", ["danish", "akoma-ntoso"])
def test_annotated_golden_xml_reads_as_without_annotation(path: Path, style: str, tmp_path: Path):
    plain = formats.read_file(path)
    formats.write_file(plain, replacements(plain), tmp_path / "plain.xml")
    document = formats.read_file(path, formats.Options(annotate=style))
    formats.write_file(document, replacements(document), tmp_path / "marked.xml")
    assert without_code(tmp_path / "marked.xml") == without_code(tmp_path / "plain.xml")
