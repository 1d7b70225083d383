"""The reading of pictures, with a small script in the place of the program."""

import os
import stat

import pytest
from PIL import Image

from lexveil.errors import InputError, LexveilError
from lexveil.formats import ocr

HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"
ROWS = (
    "4\t1\t1\t1\t1\t0\t0\t0\t90\t30\t-1\t",
    "5\t1\t1\t1\t1\t1\t30\t12\t90\t30\t96.5\tHelvia",
    "5\t1\t1\t1\t1\t2\t150\t12\t90\t30\t3.1\tTor\u00advund",
    "5\t1\t1\t1\t1\t3\t250\t12\t9\t30\t40\t|",
    "5\t1\t1\t1\t1\t4\t250\t12\t9\t30\t91\t&",
    "5\t1\t1\t1\t1\t5\t260\t12\t9\t30\t95\t ",
    "5\t1\t1\t1\t2\t1\t30\t50\t90\t30\t90\t\ufb01nds",
)
PICTURE = Image.new("L", (1100, 400), 255)  # 3300 pixels are a page: it is enlarged three times


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Put a script in the place of tesseract, and nothing else on the path but the tools it uses."""

    def put(body: str, packs: str = "eng\nosd") -> None:
        script = tmp_path / "bin" / "tesseract"
        script.parent.mkdir(exist_ok=True)
        script.write_text(
            "#!/bin/sh\n"
            f"if [ \"$1\" = --list-langs ]; then printf 'List of languages\\n{packs}\\n'; exit 0; fi\n"
            f"{body}\n"
        )
        script.chmod(script.stat().st_mode | stat.S_IEXEC)
        monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
        ocr._packs.cache_clear()

    yield put
    ocr._packs.cache_clear()


def table(tmp_path, *rows: str) -> str:
    path = tmp_path / "table.tsv"
    path.write_text("\n".join((HEAD, *rows)) + "\n", "utf8")
    return f"cat > {tmp_path}/picture; echo $@ $OMP_THREAD_LIMIT > {tmp_path}/said; cat {path}"


def test_words_come_with_their_boxes_in_the_picture_that_was_given(program, tmp_path):
    program(table(tmp_path, *ROWS))
    found = ocr.words(PICTURE, language="en")
    assert [each.text for each in found] == ["Helvia", "Tor\u00advund", "&", "finds"]
    first = found[0]
    assert (first.left, first.top, first.right, first.bottom) == (10, 4, 40, 14)
    assert (first.confidence, first.block, first.paragraph, first.line) == (96.5, 1, 1, 1)
    assert found[3].line == 2


def test_the_program_gets_the_picture_enlarged_on_its_input_and_one_thread(program, tmp_path):
    program(table(tmp_path))
    assert ocr.words(PICTURE, language="en") == []
    assert (tmp_path / "said").read_text().split() == "- - -l eng --psm 3 --dpi 300 tsv 1".split()
    with Image.open(tmp_path / "picture") as given:
        assert (given.size, given.mode) == ((3300, 1200), "L")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "picture", "said", "table.tsv"]


def test_the_pack_of_the_language_is_used(program, tmp_path):
    program(table(tmp_path), packs="deu\neng\nosd")
    ocr.words(PICTURE, language="de")
    assert " -l deu " in (tmp_path / "said").read_text()
    assert ocr.note("de") is None


def test_a_missing_pack_is_told_and_english_taken(program):
    program("exit 1")
    assert ocr.pack("fi") == "eng"
    assert "tesseract-ocr-fin" in str(ocr.note("fi"))
    assert "tesseract-ocr-chi-sim" in str(ocr.note("zh"))
    assert ocr.note("en") is None


def test_without_english_any_pack_is_better_than_none(program):
    program("exit 1", packs="osd\nswe")
    assert ocr.pack("da") == "swe"


def test_without_the_program(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not ocr.available()
    assert (ocr.note("fi"), ocr.turn(PICTURE)) == (None, 0)
    with pytest.raises(InputError, match="apt-get install tesseract-ocr"):
        ocr.words(PICTURE, language="en")


def test_a_program_without_packs_is_none(program):
    program("exit 1", packs="osd")
    assert not ocr.available()


@pytest.mark.parametrize("body", ["exit 3", "kill -9 $$", "cat > /dev/null; sleep 5"])
def test_a_program_that_fails_is_one_line(program, monkeypatch, body):
    program(body)
    assert ocr.available()
    monkeypatch.setattr(ocr, "SECONDS", 1)
    with pytest.raises(LexveilError) as error:
        ocr.words(PICTURE, language="en")
    assert "\n" not in str(error.value)
    assert "tesseract" in str(error.value)


@pytest.mark.parametrize(
    ("said", "turn"),
    [
        ("Rotate: 90\nOrientation confidence: 9.21\n", 90),
        ("Rotate: 360\nOrientation confidence: 9.21\n", 0),
        ("Rotate: 180\nOrientation confidence: 0.21\n", 0),
        ("Too few characters. Skipping this page\n", 0),
    ],
)
def test_which_side_is_up(program, said, turn):
    program(f"cat > /dev/null; printf '{said}'".replace("\n", "\\n"))
    assert ocr.turn(PICTURE) == turn


def test_too_little_text_to_tell_which_side_is_up(program):
    program("exit 1")
    assert ocr.turn(PICTURE) == 0


@pytest.mark.parametrize(
    ("size", "dpi", "scale"),
    [
        ((2480, 3508), 300, 1.0),
        ((1654, 2339), 200, 1.5),
        ((4960, 7016), 600, 0.5),
        ((640, 480), 96, 3.125),
        ((300, 100), 50, 4.0),
        ((4000, 3000), 72, 1.0),
        ((900, 600), 0, 3.0),
        ((2200, 1700), 0, 1.5),
        ((8000, 9000), 0, 1.0),
    ],
)
def test_pictures_are_brought_to_the_size_that_is_read_best(size, dpi, scale):
    assert ocr.enlargement(size, dpi) == pytest.approx(scale)


def test_no_picture_is_enlarged_beyond_bounds():
    scale = ocr.enlargement((20_000, 3_000), 60)
    assert 20_000 * scale * 3_000 * scale <= ocr.MAX_PIXELS * 1.001
