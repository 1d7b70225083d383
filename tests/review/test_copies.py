"""Annotated originals from the command line: with a list of entities, and read back into their document."""

import json
from pathlib import Path

import docx
import pytest
from typer.testing import CliRunner

from lexveil.cli import app

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


def test_a_word_file_comes_back_by_the_comments_of_its_copy(tmp_path):
    path = tmp_path / "a.docx"
    made = docx.Document()
    made.add_paragraph("Mr Ivo Lundgren, witness, testified. Ms Pia Holt, witness, left.")
    made.save(str(path))
    copy = copied(path)
    assert copy.name == "a.review-copy.docx"
    written = back(path, copy)
    assert written == "WITNESS_1, witness, testified. WITNESS_2, witness, left."


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
