"""Pictures without the program that reads them: what it says is given."""

import random
import zlib

import pytest
from PIL import Image, ImageDraw, TiffImagePlugin

from formats.pictures import CANARY, drawing, file, noise, pixels, sentence, with_exif, word
from golden import scan_build
from lexveil.errors import InputError
from lexveil.formats import images, ocr
from lexveil.formats.images import reading
from lexveil.formats.images.reading import blocks, hits, line_boxes, outside_pictures
from lexveil.formats.markup import Block, lay
from lexveil.formats.ocr import Word
from lexveil.model import Replacement


@pytest.fixture
def reads(monkeypatch):
    """Say which words are seen in every picture."""

    def say(*words: Word, sparse: tuple[Word, ...] = ()) -> None:
        monkeypatch.setattr(ocr, "available", lambda: True)
        monkeypatch.setattr(ocr, "turn", lambda image: 0)
        monkeypatch.setattr(
            ocr, "words", lambda image, **options: list(sparse if options.get("sparse") else words)
        )

    return say


@pytest.fixture
def blind(monkeypatch):
    monkeypatch.setattr(ocr, "available", lambda: False)


def test_metadata_is_kept_when_the_user_says_so(reads):
    reads()
    data = file(drawing(), "JPEG", exif=with_exif())
    kept = images.read_image("a", data, language="en", keep_metadata=True)
    assert images.write_image(data, kept, (), ()) == data
    cleaned = images.read_image("a", data, language="en")
    assert CANARY.encode() not in images.write_image(data, cleaned, (), ())


@pytest.mark.parametrize(
    "image",
    [
        Image.new("RGB", (31, 31)),
        noise((600, 6), 90),
        Image.new("RGB", (400, 400), "white"),
        Image.new("RGBA", (400, 400), (0, 0, 0, 0)),
        noise((300, 300), 0.7),
    ],
)
def test_small_and_plain_pictures_show_no_text(image, blind):
    part = images.read_image("a", file(image), language="en").part
    assert (part.state, part.explain()) == ("kept", "too small or plain to show text")


def test_white_letters_on_nothing_are_not_plain(blind):
    image = Image.new("RGBA", (300, 60), (255, 255, 255, 0))
    ImageDraw.Draw(image).text((20, 20), "Helvia", fill=(255, 255, 255, 255))
    assert images.read_image("a", file(image), language="en").part.state == "uncovered"


def test_letters_under_a_cloak_of_transparency_are_not_plain(blind):
    image = drawing("RGBA")
    image.putalpha(0)
    assert images.read_image("a", file(image), language="en").part.state == "uncovered"


def test_without_the_program_a_picture_may_show_text(blind):
    part = images.read_image("word/media/image1.png", file(drawing()), language="en").part
    assert (part.name, part.state) == ("word/media/image1.png", "uncovered")
    assert "tesseract-ocr" in part.explain()


def animated(kind: str) -> bytes:
    return file(drawing("P"), kind, save_all=True, append_images=[Image.new("P", (200, 60), 3)])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no picture",
        b"\x89PNG\r\n\x1a\n",
        file(drawing(), "JPEG")[:300],
        file(drawing(), "PNG")[:-20],
        file(drawing(), "PNG").replace(b"IDAT", b"IDXT"),
        b"\x01\x00\x00\x00" + bytes(200),
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        animated("GIF"),
        animated("TIFF"),
        animated("PNG"),
        animated("WEBP"),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_cannot_be_looked_at_is_uncovered(data, reads):
    reads(word("Norhaven"))
    found = images.read_image("a", data, language="en")
    assert (found.part.state, found.blocks) == ("uncovered", [])
    assert images.write_image(data, found, (), ()) is not None


def bomb(side: int) -> bytes:
    """A small file that says it has very many pixels."""
    head = side.to_bytes(4) * 2 + b"\x08\x00\x00\x00\x00"
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4) for kind, body in chunks
    )


@pytest.mark.parametrize("side", [9_001, 12_000, 60_000])
def test_a_bomb_is_not_unpacked(side, reads):
    reads()
    part = images.read_image("a", bomb(side), language="en").part
    assert part.state == "uncovered"
    assert "million pixels" in part.explain()
    with pytest.raises(InputError, match="million pixels"):
        images.opened(bomb(side))


def test_too_many_pixels_are_not_sent_to_be_read(monkeypatch):
    monkeypatch.setattr(ocr, "MAX_PIXELS", 100)
    monkeypatch.setattr(ocr, "pack", lambda language: "eng")
    with pytest.raises(InputError, match="pixels"):
        ocr.words(Image.new("L", (20, 20)), language="en")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "TIFF", "BMP", "WEBP"])
def test_damaged_pictures_never_end_in_a_traceback(kind, blind):
    chance = random.Random(kind)
    whole = file(drawing("P" if kind == "GIF" else "RGB"), kind)
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        damaged = bytes(data[: chance.choice((len(data), chance.randrange(len(data))))])
        found = images.read_image("a", damaged, language="en")
        assert found.part.state in ("kept", "uncovered")
        images.write_image(damaged, found, (), ())


def test_no_words_no_text(reads):
    reads()
    part = images.read_image("a", file(drawing()), language="en").part
    assert (part.state, part.explain()) == ("kept", "no text was seen in it")


def test_specks_are_no_words(reads):
    reads(word("ae", confidence=12), word("|", confidence=50))
    assert images.read_image("a", file(drawing()), language="en").part.state == "kept"


def test_words_are_read_and_unsure_ones_kept_among_them(reads):
    reads(*sentence("The witness Helvia"), word("Torvnnd", left=225, confidence=8))
    found = images.read_image("a", file(drawing()), language="en")
    assert found.part.state == "read"
    assert lay(found.blocks).text == "The witness Helvia Torvnnd"


@pytest.mark.parametrize("confidence", [0, 25, 50])
def test_a_picture_that_was_read_badly_is_uncovered_but_its_words_count(reads, confidence):
    reads(*(word(f"Vandermoor{n}", n, confidence=confidence) for n in range(1, 9)))
    found = images.read_image("a", file(drawing()), language="en")
    assert found.part.state == "uncovered"
    assert found.part.explain().startswith("text in it could not be read surely")
    assert "Vandermoor3" in lay(found.blocks).text


def test_a_second_look_finds_words_beside_the_first(reads):
    signed = file(scan_build.sign(Image.new("L", (800, 600), 250)))
    first = sentence("The court finds")
    found_later = (word("Stannach", 15), word("court", left=first[1].left), word("Ferrw", 20, confidence=30))
    reads(*first, sparse=found_later)
    found = images.read_image("a", signed, language="en")
    assert lay(found.blocks).text == "The court finds\n\nStannach"


def test_a_sure_word_of_the_second_look_takes_the_place_of_an_unsure_one(reads):
    signed = file(scan_build.sign(Image.new("L", (800, 600), 250)))
    reads(*sentence("The court finds"), word("eee", 10, confidence=20), sparse=(word("Groschen", 10),))
    assert lay(images.read_image("a", signed, language="en").blocks).text == "The court finds\n\nGroschen"


def test_much_that_looks_like_words_and_is_none_makes_a_picture_uncovered(reads):
    signed = file(scan_build.sign(Image.new("L", (800, 600), 250)))
    reads(sparse=tuple(word("tied", line, confidence=20) for line in range(1, 12)))
    part = images.read_image("a", signed, language="en").part
    assert part.state == "uncovered"
    assert part.explain().startswith("it looks like text that could not be read")


def test_a_picture_lying_on_its_side_is_turned(monkeypatch):
    upright = sentence("The witness Helvia Torvund")
    monkeypatch.setattr(ocr, "available", lambda: True)
    monkeypatch.setattr(ocr, "turn", lambda image: 90)
    monkeypatch.setattr(
        ocr,
        "words",
        lambda image, **options: upright if image.height > image.width else [word("OPO", confidence=30)],
    )
    found = images.read_image("a", file(drawing()), language="en")
    assert (found.turn, lay(found.blocks).text) == (90, "The witness Helvia Torvund")


def test_a_page_with_a_signature_is_uncovered(reads):
    page = Image.new("L", (1240, 1754), 250)
    ImageDraw.Draw(page).line((100, 1000, 1100, 1004), fill=0, width=3)
    reads(*(word(f"Norhaven{line}", line) for line in range(1, 40)))
    states = [
        images.read_image("a", file(each), language="en").part.state for each in (page, scan_build.sign(page))
    ]
    assert states == ["read", "uncovered"]


def text_of(*lines: list[Word]) -> str:
    return lay(blocks([word for line in lines for word in line])).text


def test_full_lines_run_on_and_short_ones_end():
    full = sentence("The claimant lives at Brinkerlane and", 1)
    assert text_of(full, sentence("was heard", 2)) == "The claimant lives at Brinkerlane and was heard"
    assert text_of(full, sentence("The", 2), sentence("court", 3)).endswith("and The\ncourt")


@pytest.mark.parametrize(
    ("end", "begin", "text"),
    [
        ("Quell-", "mark, an", "Quellmark, an"),
        ("Quell\u2010", "mark", "Quellmark"),
        ("Torvund-", "Quellmark", "Torvund-Quellmark"),
        ("-", "mark", "- mark"),
    ],
)
def test_words_broken_at_the_end_of_a_line_are_one(end, begin, text):
    assert text_of(sentence(f"The long line with Mr Oskar {end}", 1), sentence(begin, 2)).endswith(text)


def test_paragraphs_and_cells_stand_apart():
    assert text_of(sentence("One", 1), sentence("Two", 2, paragraph=2)) == "One\n\nTwo"
    row = [*sentence("Berit Stannach", 1), *sentence("witness", 1, left=400)]
    assert text_of(row, sentence("Ylva", 2)) == "Berit Stannach\n\nwitness\n\nYlva"


def test_columns_that_were_taken_for_one_are_two():
    lines = [
        [*sentence(f"left {n} of it", n), *sentence(f"right {n} of it", n, left=400)] for n in range(1, 4)
    ]
    assert text_of(*lines) == "left 1 of it left 2 of it left 3 of it\n\n" + (
        "right 1 of it right 2 of it right 3 of it"
    )


def labels(words: list[Word], *found: tuple[str, str]) -> list[tuple[list[int], str]]:
    laid = lay(blocks(words))
    replacements = sorted(
        (
            Replacement(at, at + len(old), new, "e1")
            for old, new in found
            for at in range(len(laid.text))
            if laid.text.startswith(old, at)
        ),
        key=lambda each: each.start,
    )
    return [(hit.words, hit.label) for hit in hits(words, laid.pieces, replacements)]


def test_what_a_replacement_leaves_of_a_word_stays_with_it():
    words = sentence("(Torvund's letter to Helvia Torvund, engineer)")
    assert labels(words, ("Torvund'", "A'"), ("Helvia Torvund", "person A")) == [
        ([0], "(A's"),
        ([3, 4], "person A,"),
    ]


def test_two_replacements_in_one_word_are_one_hit():
    words = sentence("by Torvund/Quellmark & Sons today")
    assert labels(words, ("Torvund", "A"), ("Quellmark & Sons", "B")) == [([1, 2, 3], "A/B")]


def test_a_name_over_two_lines_goes_from_both_and_is_written_in_the_first():
    words = [*sentence("The long line with Mr Oskar Quell-", 1), *sentence("mark, an", 2)]
    assert labels(words, ("Oskar Quellmark", "person B")) == [([5, 6, 7], "person B,")]
    boxes = line_boxes([words[number] for number in (5, 6, 7)], "person B,")
    assert [label for _, label in boxes] == ["person B,", ""]
    assert boxes[0][0] == (words[5].left, 20, words[6].right, 34)


def test_a_format_with_other_text_gets_what_is_no_picture():
    own = Block()
    own.add("Helvia Torvund spoke", 0, 20, "")
    pictures = blocks(sentence("Torvund and Quellmark"))
    after = Block()
    after.add("Stannach", 30, 38, "")
    laid = lay([own, *pictures, after])
    chosen = [
        Replacement(at, at + len(name), "A", "e1")
        for name in ("Torvund", "Quellmark", "Stannach")
        for at in range(len(laid.text))
        if laid.text.startswith(name, at)
    ]
    chosen.sort(key=lambda each: each.start)
    pieces, left = outside_pictures(laid.pieces, chosen)
    assert [laid.text[each.start : each.end] for each in left] == ["Torvund", "Stannach"]
    assert left == [chosen[0], chosen[-1]]
    assert [(piece.place.start, piece.place.end) for piece in pieces] == [(0, 20), (30, 38)]
    assert [hit.words for hit in hits(sentence("Torvund and Quellmark"), laid.pieces, chosen)] == [[0], [2]]
    assert outside_pictures(laid.pieces, []) == (pieces, [])
    assert outside_pictures((), chosen) == ([], chosen)


def test_replacements_become_painted_boxes(reads):
    words = sentence("The witness Helvia Torvund spoke", 1)
    reads(*words)
    data = file(noise((420, 60), 60))
    found = images.read_image("a", data, language="en")
    laid = lay(found.blocks)
    at = laid.text.index("Helvia")
    replacement = Replacement(at, at + len("Helvia Torvund"), "", "e1")
    after = pixels(images.write_image(data, found, laid.pieces, [replacement]), "L")
    inside = after[20:34, words[2].left : words[3].right]
    assert (inside == inside[0, 0]).all()
    assert (after[:, : words[2].left - 5] == pixels(data, "L")[:, : words[2].left - 5]).all()


def test_nothing_that_is_printed_shows_a_word(reads):
    reads(*sentence(f"The witness {CANARY}"))
    found = images.read_image("a", file(drawing()), language="en")
    assert CANARY not in repr(found)
    assert CANARY not in repr(found.words)


def test_tags_of_pictures_are_not_logged(caplog, blind):
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[315] = CANARY
    with caplog.at_level("DEBUG"):
        images.read_image("a", file(drawing(), "TIFF", tiffinfo=tags), language="en")
    assert CANARY not in caplog.text


def test_a_signature_is_a_mark_and_a_typed_page_has_none():
    paper = Image.new("L", (1600, 1200), 245)
    ruled = paper.copy()
    draw = ImageDraw.Draw(ruled)
    for y in range(100, 1100, 120):
        draw.line((80, y, 1500, y + 8), fill=0, width=3)
        draw.line((80 + y, 100, 80 + y, 1060), fill=0, width=3)
    draw.rectangle((0, 0, 1600, 60), fill=30)
    draw.ellipse((700, 500, 706, 506), fill=0)
    assert reading.unread_marks(paper, []) == 0
    assert reading.unread_marks(ruled, []) == 0
    assert reading.unread_marks(scan_build.sign(paper), []) == 1
    assert reading.unread_marks(scan_build.page(), []) > 0
    whole = Word("x", 0, 0, 1654, 800, 90, 1, 1, 1)
    assert reading.unread_marks(scan_build.page(), [whole]) == 0


def test_a_photograph_is_no_paper():
    photograph = noise((400, 300), 120)
    assert not reading.is_paper(photograph)
    assert reading.unread_marks(photograph, []) == 0
