"""Annotated originals from the command line: with a list of entities, and read back into their document."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from typer.testing import CliRunner

from lexveil import formats
from lexveil.cli import app
from lexveil.errors import InputError

WORDS = "Mr <b>Ivo Lundgren</b>, witness, testified. Ms Pia Holt, witness, left."
PAGE = f"<html><body><p>{WORDS} Lundgren stayed.</p></body></html>\n"
XML = f"<?xml version='1.0' encoding='utf-8'?>\n<ruling><p>{WORDS}</p></ruling>\n"


def run(*words: object) -> str:
    result = CliRunner().invoke(app, [str(each) for each in words])
    assert result.exit_code in (0, 4), f"{result.output}{result.exception!r}"
    return result.output


def copied(path: Path) -> Path:
    out = path.parent / "copies"
    run("annotations", "copy", path, "--policy", "arbitration", "--out", out)
    return next(out.glob("*.review-copy.*"))


def back(path: Path, copy: Path) -> str:
    out = path.parent / "out"
    run("run", path, "--policy", "arbitration", "--review-copy", copy, "--out", out)
    written = out / path.name
    return (
        "\n".join(each.text for each in docx.Document(str(written)).paragraphs)
        if path.suffix == ".docx"
        else written.read_text("utf8")
    )


@pytest.mark.parametrize(
    ("name", "text", "tag"), [("a.html", PAGE, "<span"), ("a.xml", XML, '<anonym n="1" cat="pers"')]
)
def test_the_original_with_a_tag_around_each_proposal(tmp_path, name, text, tag):
    path = tmp_path / name
    path.write_text(text, "utf8")
    copy = copied(path)
    assert copy.name == f"a.review-copy.{path.suffix[1:]}"
    marked = copy.read_text("utf8")
    assert tag in marked
    assert "Pia Holt" in marked
    entities = json.loads((copy.parent / "a.entities.json").read_text("utf8"))["entities"]
    lundgren = next(each for each in entities if each["base"] == "Ivo Lundgren")
    assert (lundgren["role"], lundgren["pseudonym"], lundgren["action"]) == (
        "WITNESS",
        "WITNESS_1",
        "replace",
    )
    assert lundgren["mentions"][0]["text"] == "Ivo Lundgren"
    assert "Mr" not in back(path, copy)
    copy.write_text(marked.replace('"WITNESS_2"', '"Ms B"'), "utf8")
    written = back(path, copy)
    assert "Ms B, witness, left" in written
    assert "Lundgren" not in written


def letter(path: Path) -> Path:
    """Names in runs of their own and across runs, in a header and a table."""
    made = docx.Document()
    made.sections[0].header.paragraphs[0].text = "Statement of Ms Pia Holt"
    made.add_heading("Award", level=1)
    split = made.add_paragraph("Mr Ivo ")
    split.add_run("Lund").bold = True
    split.add_run("gren, witness, testified. Ms Pia Holt, witness, left.")
    made.add_table(rows=1, cols=1).cell(0, 0).text = "Lundgren"
    made.save(str(path))
    return path


def changed(copy: Path, name: str, change: Callable[[str], str]) -> None:
    with zipfile.ZipFile(copy) as archive:
        members = {each: archive.read(each) for each in archive.namelist()}
    members[name] = change(members[name].decode()).encode()
    with zipfile.ZipFile(copy, "w") as archive:
        for each, data in members.items():
            archive.writestr(each, data)


def test_a_word_file_is_commented_as_it_is_and_comes_back(tmp_path):
    path = letter(tmp_path / "a.docx")
    copy = copied(path)
    assert copy.name == "a.review-copy.docx"
    shown = docx.Document(str(copy))
    assert [each.text for each in shown.paragraphs] == [
        each.text for each in docx.Document(str(path)).paragraphs
    ]
    assert [run.text for run in shown.paragraphs[1].runs if run.bold and run.text] == ["Lund"]
    assert shown.sections[0].header.paragraphs[0].text == "Statement of Ms Pia Holt"
    comments = [each.text for each in shown.comments]
    assert comments[0].startswith("WITNESS_1\nWitness\nREVIEW COPY WITH REAL NAMES")
    assert [each.partition("\n")[0] for each in comments] == ["WITNESS_1", "WITNESS_2", "WITNESS_1"]
    with pytest.raises(InputError, match="review copy"):
        formats.read_file(copy)
    written = back(path, copy)
    assert written.splitlines()[1] == "WITNESS_1, witness, testified. WITNESS_2, witness, left."
    changed(copy, "word/comments.xml", lambda text: text.replace(">WITNESS_2<", ">Ms B<"))
    assert "Ms B, witness, left" in back(path, copy)
    assert "Holt" not in docx.Document(str(tmp_path / "out" / "a.docx")).sections[0].header.paragraphs[0].text


@pytest.mark.parametrize(
    "relations", ["", '<Relationships xmlns="{}"/>', '<Relationships xmlns="{}"></Relationships>']
)
def test_a_word_file_that_refers_to_nothing_is_commented_as_it_is(tmp_path, relations):
    path = tmp_path / "a.docx"
    made = docx.Document()
    made.add_paragraph("Mr Ivo ").add_run("Lundgren, witness, testified.").bold = True
    made.save(str(path))
    named = "http://schemas.openxmlformats.org/package/2006/relationships"
    part = "word/_rels/document.xml.rels"
    with zipfile.ZipFile(path) as archive:
        gone = {part, "word/styles.xml"}
        members = {each: archive.read(each) for each in archive.namelist() if each not in gone}
    with zipfile.ZipFile(path, "w") as archive:
        for each, data in (members | ({part: relations.format(named).encode()} if relations else {})).items():
            archive.writestr(each, data)
    copy = copied(path)
    with zipfile.ZipFile(copy) as archive:
        assert b"comments.xml" in archive.read(part)
        assert b"<w:b/>" in archive.read("word/document.xml")
    assert "Lundgren" not in back(path, copy)


def test_other_words_in_a_commented_word_file_are_refused(tmp_path):
    path = letter(tmp_path / "a.docx")
    copy = copied(path)
    changed(copy, "word/document.xml", lambda text: text.replace("testified", "lied"))
    asked = [
        "run",
        str(path),
        "--policy",
        "arbitration",
        "--review-copy",
        str(copy),
        "--out",
        str(tmp_path / "no"),
    ]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == 1
    assert "words of the copy were changed" in result.output.replace("\n", " ")


def test_a_word_file_with_comments_of_its_own_becomes_a_plain_copy(tmp_path):
    path = letter(tmp_path / "a.docx")
    made = docx.Document(str(path))
    made.add_comment(made.paragraphs[1].runs, text="Who is this?", author="A", initials="A")
    made.save(str(path))
    copy = copied(path)
    assert docx.Document(str(copy)).paragraphs[0].text.startswith("REVIEW COPY")
    assert "WITNESS_1, witness, testified" in back(path, copy)


def test_a_copy_of_something_else_or_by_another_policy_is_refused(tmp_path):
    path, other = tmp_path / "a.html", tmp_path / "b.html"
    path.write_text(PAGE, "utf8")
    other.write_text(PAGE.replace("left", "went"), "utf8")
    copy = copied(path)
    for words in ([other, "--policy", "arbitration"], [path, "--policy", "court-eu"]):
        result = CliRunner().invoke(
            app, ["run", *map(str, words), "--review-copy", str(copy), "--out", str(tmp_path / "no")]
        )
        assert result.exit_code == 1
        assert "copy was made" in result.output.replace("\n", " ")
    assert not (tmp_path / "no").exists()
