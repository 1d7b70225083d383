"""Whole documents as two programs make them: what is read is recorded beside the file in NAME.read.

Set UPDATE_GOLDEN=1 to write it anew after a wanted change, and read the difference. `award-chromium.pdf` and
`award-libreoffice.pdf` are our own text, printed by these programs.
"""

import os

import pytest

from golden.pdf_build import FOLDER, canaries
from lexveil import formats
from lexveil.formats import pdf
from lexveil.model import Document

FILES = sorted(FOLDER.glob("*.pdf"))


def marked(document: Document) -> str:
    text = document.text
    for zone in sorted(document.zones, key=lambda zone: (zone.start, -zone.end), reverse=True):
        text = f"{text[: zone.start]}⟦{zone.kind}: {text[zone.start : zone.end]}⟧{text[zone.end :]}"
    parts = "".join(f"\npart: {part.name}, {part.state}" for part in document.parts)
    notes = "".join(f"\nnote: {note}" for note in document.notes)
    return text + "\n----" + parts + notes + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_golden_files_are_read_as_recorded(path):
    found = marked(formats.read_file(path)).encode()
    record = path.with_name(path.name + ".read")
    if os.environ.get("UPDATE_GOLDEN"):
        record.write_bytes(found)
    assert found == record.read_bytes()


def test_the_golden_file_is_what_its_script_makes():
    made, kept = pdf.read(canaries()), pdf.read((FOLDER / "canaries.pdf").read_bytes())
    assert (made.text, made.parts) == (kept.text, kept.parts)


def test_pieces_lead_back_to_every_character():
    document = formats.read_file(FOLDER / "award-libreoffice.pdf")
    covered = sum(piece.end - piece.start for piece in document.pieces)
    joints = sum(char.isspace() for char in document.text)  # made by us between lines and blocks
    assert len(document.text) - joints <= covered <= len(document.text)
