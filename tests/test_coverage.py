"""What may hold text and was not read stops the export."""

import dataclasses
import json

import pytest
from typer.testing import CliRunner

import lexveil
from lexveil import formats
from lexveil.cli import app
from lexveil.config import Settings
from lexveil.errors import CoverageError
from lexveil.model import Part, because
from lexveil.pipeline import input_checks

TEXT = "Mr Ivo Lundgren testified.\n"
PARTS = (
    Part("text.xml", "read"),
    Part("author.xml", "cleaned", because("text", text="it names the author")),
    Part("media/image1.png", "uncovered", because("text", text="an image that may show text")),
    Part("macros.bin", "uncovered", because("text", text="a program")),
)


@pytest.fixture
def run(monkeypatch):
    """The command line, where every text file has the parts of a container."""
    real = formats.read_file

    def read(path, options, **more):
        found = real(path, options, **more)
        return dataclasses.replace(found, parts=PARTS if "plain" not in str(path) else ())

    monkeypatch.setattr("lexveil.formats.read_file", read)
    return lambda *arguments: CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text(TEXT, "utf8")
    return path


def test_an_uncovered_part_stops_the_export_before_the_work(run, file, tmp_path, monkeypatch):
    monkeypatch.setattr("lexveil.pipeline.analyze_case", lambda *_, **__: pytest.fail("analysed for nothing"))
    result = run("run", file, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert len(result.stderr.strip().splitlines()) == 1
    for word in ("'media/image1.png'", "an image that may show text", "'macros.bin'", "--allow-uncovered"):
        assert word in result.stderr
    assert "author.xml" not in result.stderr
    assert not (tmp_path / "out").exists()


def test_every_uncovered_part_must_be_allowed(run, file, tmp_path):
    result = run("run", file, "--out", tmp_path / "out", "--allow-uncovered", "macros.bin")
    assert result.exit_code == 1
    assert "image1.png" in result.stderr
    assert "macros.bin" not in result.stderr


def test_what_is_allowed_goes_out_and_is_in_the_report(run, file, tmp_path):
    allow = ("--allow-uncovered", "macros.bin", "--allow-uncovered", "media/image1.png")
    assert run("run", file, "--out", tmp_path / "out", *allow).exit_code == 0
    found = json.loads((tmp_path / "out" / "file.report.json").read_text("utf8"))["coverage"]
    assert {part["part"]: part["allowed"] for part in found} == {
        "text.xml": False,
        "author.xml": False,
        "media/image1.png": True,
        "macros.bin": True,
    }


@pytest.mark.parametrize("name", ["makros.bin", "text.xml"])
def test_a_part_that_is_not_uncovered_cannot_be_allowed(run, file, tmp_path, name):
    result = run("run", file, "--out", tmp_path / "out", "--allow-uncovered", name)
    assert result.exit_code == 1
    assert f"'{name}'" in result.stderr
    assert "'macros.bin', 'media/image1.png'" in result.stderr


def test_of_several_files_one_must_have_the_allowed_part(run, file, tmp_path):
    plain = tmp_path / "plain.txt"
    plain.write_text(TEXT, "utf8")
    allow = ("--allow-uncovered", "macros.bin", "--allow-uncovered", "media/image1.png")
    assert run("run", file, plain, "--out", tmp_path / "out", *allow).exit_code == 0
    result = run("run", plain, tmp_path / "plain.txt", "--out", tmp_path / "out", *allow)
    assert result.exit_code == 1
    assert "those that are: none" in result.stderr


def test_a_case_with_an_uncovered_part_is_not_written(run, file, tmp_path):
    plain = tmp_path / "plain.txt"
    plain.write_text(TEXT, "utf8")
    assert run("run", plain, file, "--case", "Rowing", "--out", tmp_path / "out").exit_code == 1
    assert not (tmp_path / "out").exists()


def test_the_library_refuses_too(run, file, tmp_path):
    settings = Settings(allow_uncovered=("macros.bin",))
    with pytest.raises(CoverageError, match=r"image1\.png"):
        lexveil.pseudonymize(file, out=tmp_path / "out", settings=settings)
    result = lexveil.pseudonymize(file, settings=settings)  # nothing is written
    with pytest.raises(CoverageError, match=r"image1\.png"):
        lexveil.export(result, file, tmp_path / "out", settings=settings)
    assert not (tmp_path / "out").exists()


def test_parts_shows_what_a_file_is_made_of(run, file):
    shown = run("parts", file).output
    assert all(word in shown for word in ("media/image1.png", "uncovered", "a program", "cleaned"))
    found = json.loads(run("parts", file, "--json").output)
    assert found["parts"][2] == {
        "part": "media/image1.png",
        "state": "uncovered",
        "why": "an image that may show text",
    }


def test_parts_of_a_file_that_is_one_text(run, tmp_path):
    (tmp_path / "plain.txt").write_text(TEXT, "utf8")
    assert "All of the file is read" in run("parts", tmp_path / "plain.txt").output


def test_a_message_names_a_dozen_parts_at_most():
    many = tuple(Part(f"p{n}", "uncovered", because("part.unknown")) for n in range(40))
    document = lexveil.model.Document("doc-1", "text", parts=many)
    with pytest.raises(CoverageError, match="and 28 more"):
        input_checks.covered([document], ())
