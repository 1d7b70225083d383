"""A Word document with our comments, written anew by LibreOffice, still comes back into its own document."""

from pathlib import Path

from lexveil import pipeline
from lexveil.review import copies, word_answers
from office.outside import convert
from review.test_copies import letter

KEY = bytes(32)


def test_comments_come_back_after_another_program_has_saved_them(tmp_path: Path) -> None:
    result = pipeline.analyze(pipeline.read(letter(tmp_path / "letter.docx")), policy="arbitration")
    copy = tmp_path / "copy.docx"
    copy.write_bytes(copies.write(result))
    room = tmp_path / "room"
    room.mkdir()
    saved = convert(copy, "docx:MS Word 2007 XML", room).read_bytes()
    assert word_answers.has_layout(saved)
    back = copies.read_back(result, saved, key=KEY)
    assert [(each.start, each.end, each.text) for each in back.replacements] == [
        (each.start, each.end, each.text) for each in result.replacements
    ]
