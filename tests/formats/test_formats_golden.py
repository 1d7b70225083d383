"""Whole files: what is read from them and what is written, in `tests/golden/<format>/`.

NAME.read is the text with its zones marked ⟦kind: …⟧ and the notes; NAME.written is the file after the names
below are replaced. Set UPDATE_GOLDEN=1 to write both anew after a wanted change, and read the difference.
"""

import os
import re
from pathlib import Path

import pytest

from lexveil import formats
from lexveil.model import Document, Replacement

GOLDEN = Path(__file__).parent.parent / "golden"
FILES = sorted(
    path for kind in ("html", "text") for path in (GOLDEN / kind).iterdir() if path.suffix in formats.FORMATS
)
NAMES = {
    "anna": "WITNESS_1",
    "lindqvist": "WITNESS_1",
    "jürgen": "JUDGE & 1",
    "müller": "JUDGE & 1",
    "mueller": "JUDGE & 1",
}
ONE_NAME = "|".join(NAMES)
# A full name may be spread over a line end, never over a blank line: that separates blocks.
ANY_NAME = re.compile(rf"(?:{ONE_NAME})(?:[^\S\n]*[-\n]?[^\S\n]*(?:{ONE_NAME}))?", re.IGNORECASE)


def replacements(document: Document) -> tuple[Replacement, ...]:
    return tuple(
        Replacement(found.start(), found.end(), NAMES[re.match(ONE_NAME, found[0].lower())[0]], "e1")
        for found in ANY_NAME.finditer(document.text)
    )


def marked(document: Document) -> str:
    """The text with its zones; odd line ends and spaces made visible."""
    text = document.text
    for zone in sorted(document.zones, key=lambda zone: (zone.start, -zone.end), reverse=True):
        text = f"{text[: zone.start]}⟦{zone.kind}: {text[zone.start : zone.end]}⟧{text[zone.end :]}"
    notes = "".join(f"\nnote: {note}" for note in document.notes)
    return text.replace("\r", "␍").replace("\u00a0", "⍽") + "\n----" + notes + "\n"


def compare(path: Path, found: bytes) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(found)
    assert found == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_golden_files_are_read_as_recorded(path):
    document = formats.read_file(path)
    compare(path.with_name(path.name + ".read"), marked(document).encode())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_golden_files_are_written_as_recorded(path):
    document = formats.read_file(path)
    compare(path.with_name(path.name + ".written"), formats.write(document, replacements(document)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_golden_files_come_back_unchanged(path):
    assert formats.write(formats.read_file(path), ()) == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_name_is_left_in_what_is_read_from_the_written_file(path, tmp_path):
    document = formats.read_file(path)
    formats.write_file(document, replacements(document), tmp_path / path.name)
    assert not re.search(ONE_NAME, formats.read_file(tmp_path / path.name).text, re.IGNORECASE)
