"""Pictures in a PDF without the program that reads them: what it says is given."""

import io
from types import SimpleNamespace

import numpy as np
import pikepdf
import pypdfium2
import pytest
from pdfminer.high_level import extract_text
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image, ImageDraw

from golden import scan_build
from lexveil.errors import OutputError
from lexveil.formats import ocr
from lexveil.formats.markup import lay
from lexveil.formats.ocr import Word
from lexveil.formats.pdf import scans
from lexveil.formats.pdf.scans import sheets
from lexveil.model import Replacement

SIZE = (800, 600)
BOX = (200, 100, 340, 124)  # where the name stands
WORDS = (
    Word("The", 60, 100, 100, 120, 95, 1, 1, 1),
    Word("witness", 110, 100, 190, 120, 95, 1, 1, 1),
    Word("Torvund", *BOX, 95, 1, 1, 1),
    Word("spoke.", 360, 100, 430, 124, 95, 1, 1, 1),
    Word("Norhaven", 60, 200, 160, 220, 95, 2, 1, 1),
)
ENCODINGS = ("jpeg", "flate", "palette", "jpx", "fax", "jbig2", "stencil")


def paper(words: tuple[Word, ...] = WORDS, size: tuple[int, int] = SIZE) -> Image.Image:
    """A page on which each word is a few upright strokes."""
    image = Image.new("L", size, 255)
    draw = ImageDraw.Draw(image)
    for word in words:
        for x in range(word.left, word.right, 8):
            draw.rectangle((x, word.top, x + 3, word.bottom - 1), fill=0)
    return image


@pytest.fixture
def reads(monkeypatch):
    """Say which words are seen in every picture; gives the list of the pictures that were looked at."""

    def say(*words: Word) -> list[tuple[int, int]]:
        looked: list[tuple[int, int]] = []

        def seen(image: Image.Image, **options: object) -> list[Word]:
            looked.append(image.size)
            return [] if options.get("sparse") else list(words)

        monkeypatch.setattr(ocr, "available", lambda: True)
        monkeypatch.setattr(ocr, "pack", lambda language: ocr.packs()[language])
        monkeypatch.setattr(ocr, "turn", lambda image: 0)
        monkeypatch.setattr(ocr, "words", seen)
        return looked

    return say


def opened(data: bytes) -> pikepdf.Pdf:
    pdf = pikepdf.open(io.BytesIO(data))
    scans.prepare(pdf)
    return pdf


def saved(pdf: pikepdf.Pdf) -> bytes:
    made = io.BytesIO()
    pdf.save(made, deterministic_id=True)
    return made.getvalue()


def written(data: bytes, name: str = "Torvund", new: str = "person A", **options: object) -> bytes:
    """The PDF with a name replaced wherever it is seen."""
    with opened(data) as pdf:
        found = scans.read_scans(pdf, language="en")
        laid = lay(block for page in found.blocks.values() for block in page)
        places = [at for at in range(len(laid.text)) if laid.text.startswith(name, at)]
        replacements = [Replacement(at, at + len(name), new, "e1") for at in places]
        scans.write_scans(pdf, found, laid.pieces, replacements, **options)
        return saved(pdf)


def looks(data: bytes, *, page: int = 0, dpi: int = 200) -> np.ndarray:
    """The page as it is seen, without text."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for each in pdf.pages:
            kept = [
                one for one in pikepdf.parse_content_stream(each) if str(one.operator) not in ("Tj", "TJ")
            ]
            each.obj["/Contents"] = pdf.make_stream(pikepdf.unparse_content_stream(kept))
        data = saved(pdf)
    with pypdfium2.PdfDocument(data) as document:
        return np.asarray(document[page].render(scale=dpi / 72, grayscale=True).to_pil())


def within(seen: np.ndarray, box: tuple[int, int, int, int], margin: int = 0) -> np.ndarray:
    left, top, right, bottom = box
    return seen[top - margin : bottom + margin, left - margin : right + margin]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_pixels_of_a_replaced_word_are_gone_in_every_encoding(encoding, reads):
    reads(*WORDS)
    data = scan_build.scan(paper(), encoding=encoding)
    before, after = looks(data), looks(written(data))
    assert np.ptp(within(before, BOX)) > 150
    assert np.ptp(within(after, BOX)) <= 6
    difference = np.abs(after.astype(int) - before)
    difference[95:130, 190:350] = 0
    assert difference.mean() < 2
    assert difference.max() < (60 if encoding in ("jpeg", "jpx") else 16)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_former_data_are_in_no_stream_of_the_file(encoding, reads):
    reads(*WORDS)
    data = scan_build.scan(paper(), encoding=encoding)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        former = pdf.pages[0].Resources.XObject.Im0.read_raw_bytes()
    with pikepdf.open(io.BytesIO(written(data))) as pdf:
        streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        assert all(former != each.read_raw_bytes() for each in streams)
        assert sum(each.get("/Subtype") == "/Image" for each in streams) == 1


def test_a_stencil_stays_one_and_a_palette_too(reads):
    reads(*WORDS)
    for encoding, kept in (("stencil", "/ImageMask"), ("palette", "/ColorSpace")):
        with pikepdf.open(io.BytesIO(written(scan_build.scan(paper(), encoding=encoding)))) as pdf:
            image = pdf.pages[0].Resources.XObject.Im0
            assert kept in image
            assert image.Filter == "/FlateDecode"


def test_pseudonyms_are_real_text_and_other_words_are_found_too(reads):
    reads(*WORDS)
    text = extract_text(io.BytesIO(written(scan_build.scan(paper()))))
    assert "The witness" in text
    assert "person A" in text
    assert "Norhaven" in text
    assert "Torvund" not in text


def test_the_unseen_text_that_a_scan_came_with_goes(reads):
    reads(*WORDS)
    data = scan_build.scan(paper(), hidden="Ms Tarvund of Norhaven")
    assert "Tarvund" in extract_text(io.BytesIO(data))
    assert "Tarvund" not in extract_text(io.BytesIO(written(data)))


def test_unseen_text_in_a_form_goes_and_seen_text_stays(reads):
    reads(*WORDS)
    with opened(scan_build.scan(paper())) as pdf:
        page = pdf.pages[0]
        font = page.Resources.Font
        drawing = b"BT /F1 9 Tf 3 Tr 10 10 Td (Tarvund) Tj 0 Tr (stays) Tj 3 Tr 9 TL (Tervund) ' ET"
        form = Stream(
            pdf, drawing, Subtype=Name.Form, BBox=Array([0, 0, 99, 99]), Resources=Dictionary(Font=font)
        )
        page.Resources.XObject["/Fm0"] = pdf.make_indirect(form)
        page.contents_add(b"/Fm0 Do BT /F1 9 Tf 5 200 Td (seen) Tj ET")
        data = saved(pdf)
    text = extract_text(io.BytesIO(written(data)), laparams=None)
    again = [name for name in ("Tarvund", "Tervund", "stays", "seen") if name in text]
    with pikepdf.open(io.BytesIO(written(data))) as pdf:
        left = pdf.pages[0].Resources.XObject["/Fm0"].read_bytes()
    assert b"vund" not in left
    assert b"(stays)" in left
    assert again in (["stays", "seen"], ["seen"])  # pdfminer goes into forms only with a layout


def test_a_page_without_replacements_stays_as_it_is(reads):
    reads(*WORDS)
    data = scan_build.scan(paper(), hidden="Ms Tarvund")
    with pikepdf.open(io.BytesIO(data)) as one, pikepdf.open(io.BytesIO(written(data, "nobody"))) as other:
        assert one.pages[0].Contents.read_bytes() == other.pages[0].Contents.read_bytes()
        images = [pdf.pages[0].Resources.XObject.Im0.read_raw_bytes() for pdf in (one, other)]
    assert images[0] == images[1]


@pytest.mark.parametrize("rotate", [0, 90])
def test_a_page_that_is_looked_at_turned(rotate, reads):
    reads(*WORDS)
    made = written(scan_build.scan(paper(), rotate=rotate, encoding="flate"))
    assert np.ptp(within(looks(made), BOX)) == 0
    with pypdfium2.PdfDocument(made) as document:
        seen = np.asarray(document[0].render(scale=200 / 72, grayscale=True).to_pil())
    label = within(seen, BOX, 4) < 120
    assert label.any()
    assert label.any(axis=0).sum() > label.any(axis=1).sum()  # it runs along the line


def test_a_word_over_the_seam_of_two_pictures_goes_from_both(reads):
    reads(*WORDS)
    data = scan_build.scan(paper(), strips=5, encoding="fax")  # the seam at 120 is within the word
    made = written(data)
    assert np.ptp(within(looks(made), BOX)) == 0
    with opened(data) as pdf:
        parts = scans.read_scans(pdf, language="en").parts
    assert [part.name for part in parts] == [f"page 1, image {number}" for number in range(1, 6)]
    assert {part.state for part in parts} == {"read"}


def mixed(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A page in layers: a coarse ground, and ink whose shape is in its mask."""
    ground = scan_build.image_object(pdf, Image.new("L", (200, 150), 235), "jpeg")
    ink = scan_build.image_object(pdf, Image.new("L", (100, 75), 20), "jpeg")
    ink.SMask = scan_build.image_object(pdf, paper().point(lambda level: 255 - level), "flate")
    page = pdf.add_blank_page(page_size=(288, 216))
    page.obj.Resources = Dictionary(XObject=Dictionary(A=ground, B=ink))
    page.obj.Contents = pdf.make_stream(b"q 288 0 0 216 0 0 cm /A Do /B Do Q")
    return page.obj


def test_ink_whose_shape_is_in_a_mask_goes_from_the_mask(reads):
    looked = reads(*WORDS)
    with pikepdf.new() as pdf:
        mixed(pdf)
        data = saved(pdf)
    assert np.ptp(within(looks(data), BOX)) > 150
    made = written(data)
    assert looked[0] == SIZE  # as fine as the mask
    assert np.ptp(within(looks(made), BOX)) <= 6
    assert np.ptp(within(looks(made), (60, 200, 160, 220))) > 150


def test_what_lies_under_another_picture_is_looked_at_too(reads):
    looked = reads(*WORDS)
    with opened(scan_build.scan(paper(), encoding="flate")) as pdf:
        page = pdf.pages[0]
        page.Resources.XObject["/W"] = scan_build.image_object(pdf, Image.new("L", (50, 50), 255), "flate")
        page.contents_add(b"q 288 0 0 100 0 116 cm /W Do Q")
        data = saved(pdf)
    made = written(data)
    assert looked[0] == SIZE
    with pikepdf.open(io.BytesIO(made)) as pdf:
        image = pdf.pages[0].Resources.XObject.Im0
        left = np.frombuffer(image.read_bytes(), np.uint8).reshape(SIZE[::-1])
    assert np.ptp(within(left, BOX)) == 0
    with opened(data) as pdf:
        parts = scans.read_scans(pdf, language="en").parts
    assert [(part.name, part.state) for part in parts] == [
        ("page 1, image 1", "read"),
        ("page 1, image 2", "kept"),
    ]


def test_a_picture_on_many_pages_is_read_once_and_one_part(reads):
    looked = reads(*WORDS)
    with pikepdf.new() as pdf:
        image = pdf.make_indirect(scan_build.image_object(pdf, paper(), "flate"))
        for _ in range(5):
            page = pdf.add_blank_page(page_size=(595, 842))
            page.obj.Resources = Dictionary(XObject=Dictionary(L=image))
            page.obj.Contents = pdf.make_stream(b"q 288 0 0 216 100 600 cm /L Do Q")
        data = saved(pdf)
    with opened(data) as pdf:
        found = scans.read_scans(pdf, language="en")
    assert len(looked) == 1
    assert [(part.name, part.state) for part in found.parts] == [("page 1, image 1", "read")]
    assert {page: len(blocks) for page, blocks in found.blocks.items()} == dict.fromkeys(range(5), 2)
    made = extract_text(io.BytesIO(written(data)))
    assert made.count("person A") == 5
    assert "witness" not in made  # the picture is not the page: it has no text of its own


def test_pictures_of_stamps_and_patterns_belong_to_no_page(reads):
    reads(*WORDS)
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(595, 842))
        image = scan_build.image_object(pdf, paper(), "flate")
        look = Stream(
            pdf, b"q 200 0 0 150 0 0 cm /S Do Q", Subtype=Name.Form, BBox=Array([0, 0, 200, 150]),
            Resources=Dictionary(XObject=Dictionary(S=image)),
        )  # fmt: skip
        stamp = Dictionary(
            Type=Name.Annot, Subtype=Name.Stamp, Rect=Array([0, 0, 200, 150]), AP=Dictionary(N=look)
        )
        page.obj.Annots = Array([pdf.make_indirect(stamp)])
        data = saved(pdf)
    with opened(data) as pdf:
        (part,) = scans.read_scans(pdf, language="en").parts
    assert (part.name, part.state) == ("image 1 of no page", "read")
    with pikepdf.open(io.BytesIO(written(data))) as pdf:
        (image,) = (each for each in pdf.objects if isinstance(each, Stream) and "/Width" in each)
        left = np.frombuffer(image.read_bytes(), np.uint8).reshape(SIZE[::-1])
    assert np.ptp(within(left, BOX)) == 0


def test_pictures_within_the_drawing_instructions_are_read(reads):
    reads(*WORDS)
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(288, 216))
        head = b"q 288 0 0 216 0 0 cm BI /W 800 /H 600 /BPC 8 /CS /G ID "
        page.obj.Contents = pdf.make_stream(head + paper().tobytes() + b" EI Q")
        data = saved(pdf)
    assert np.ptp(within(looks(data), BOX)) > 150
    assert np.ptp(within(looks(written(data)), BOX)) == 0


def test_names_that_only_the_unseen_text_has_go_from_the_picture_too(reads):
    reads(*(word for word in WORDS if word.text != "Torvund"))
    unit = 72 / 200
    box = (BOX[0] * unit, (600 - BOX[3]) * unit, BOX[2] * unit, (600 - BOX[1]) * unit)
    made = written(
        scan_build.scan(paper(), encoding="flate"), "nobody", covers={0: [scans.Cover(box, "person A")]}
    )
    assert np.ptp(within(looks(made), BOX)) == 0
    assert "person A" in extract_text(io.BytesIO(made))


def test_a_name_that_both_have_is_set_once(reads):
    reads(*WORDS)
    unit = 72 / 200
    box = (BOX[0] * unit, (600 - BOX[3]) * unit, BOX[2] * unit, (600 - BOX[1]) * unit)
    made = written(scan_build.scan(paper()), covers={0: [scans.Cover(box, "person A")]})
    assert extract_text(io.BytesIO(made)).count("person A") == 1


@pytest.mark.parametrize(
    ("upright", "matrix"),
    [
        ((1, 0, 0, 1, 0, 0), (1, 0, 0, 1, 100, 200)),
        ((0, -1, 1, 0, 0, 0), (0, -1, 1, 0, 200, -100)),  # a page that is looked at turned by 90 degrees
    ],
)
def test_where_unseen_text_stands_on_the_page(upright, matrix):
    glyphs = [SimpleNamespace(width=0.5)] * 4
    show = SimpleNamespace(matrix=matrix, offsets=[0, 5, 10, 15], glyphs=glyphs, size=10, stretch=1, rise=0)
    found = scans.cover(show, 1, 2, upright, "person A")
    assert (found.box, found.label) == (pytest.approx((105, 197.5, 115, 209)), "person A")


def test_without_the_program_pictures_are_uncovered_but_covers_still_go(monkeypatch):
    monkeypatch.setattr(ocr, "available", lambda: False)
    data = scan_build.scan(paper(), encoding="flate")
    with opened(data) as pdf:
        found = scans.read_scans(pdf, language="en")
    assert [part.state for part in found.parts] == ["uncovered"]
    assert "tesseract-ocr" in found.parts[0].explain()
    box = (0, 0, 288, 216)
    made = written(data, covers={0: [scans.Cover(box, "")]})
    assert np.ptp(looks(made)) == 0


def test_a_signed_page_is_uncovered(reads):
    reads(*WORDS)
    with opened(scan_build.scan(scan_build.sign(paper()))) as pdf:
        (part,) = scans.read_scans(pdf, language="en").parts
    assert part.state == "uncovered"
    assert "handwriting" in part.explain()


@pytest.mark.parametrize(
    "change",
    [
        {"/Width": 100_000, "/Height": 100_000},
        {"/Filter": Name.JPXDecode},
        {"/SMaskInData": 1},
    ],
)
def test_pictures_that_cannot_be_drawn_or_changed(change, reads):
    reads(*WORDS)
    with opened(scan_build.scan(paper(), encoding="flate")) as pdf:
        for key, value in change.items():
            pdf.pages[0].Resources.XObject.Im0[key] = value
        (part,) = scans.read_scans(pdf, language="en").parts
    assert part.state == "uncovered"


def test_a_damaged_picture_that_viewers_still_show_is_painted_over(reads):
    reads(*WORDS)
    with opened(scan_build.scan(paper(), encoding="jpeg")) as pdf:
        image = pdf.pages[0].Resources.XObject.Im0
        data = image.read_raw_bytes()
        image.write(data[: len(data) * 3 // 4], filter=Name.DCTDecode)
        damaged = saved(pdf)
    assert np.ptp(within(looks(damaged), BOX)) > 150
    assert np.ptp(within(looks(written(damaged)), BOX)) <= 6


def test_a_picture_that_cannot_be_painted_over_stops_the_writing(reads):
    reads(*WORDS)
    with opened(scan_build.scan(paper(), encoding="flate")) as pdf:
        found = scans.read_scans(pdf, language="en")
        laid = lay(block for page in found.blocks.values() for block in page)
        pdf.pages[0].Resources.XObject.Im0.write(b"\xff\xd8 no picture", filter=Name.DCTDecode)
        at = laid.text.index("Torvund")
        with pytest.raises(OutputError, match=r"page 1: .* cannot be changed"):
            scans.write_scans(pdf, found, laid.pieces, [Replacement(at, at + 7, "A", "e1")])


def test_a_pseudonym_that_no_standard_font_has_stops_the_writing(reads):
    reads(*WORDS)
    with pytest.raises(OutputError, match=r"U\+0410"):
        written(scan_build.scan(paper()), new="\u0410")


def test_boxes_in_place_of_pseudonyms(reads):
    reads(*WORDS)
    text = extract_text(io.BytesIO(written(scan_build.scan(paper()), boxes=True)))
    assert "\u2588" in text
    assert "person A" not in text


def test_words_in_any_script_can_be_searched(reads):
    reads(Word("Ελένη", 60, 200, 160, 220, 95, 1, 1, 1), *WORDS[:3])
    assert "Ελένη" in extract_text(io.BytesIO(written(scan_build.scan(paper()))))


def test_text_that_runs_up_the_page(reads):
    upwards = Word("Torvund", 20, 300, 44, 440, 95, 3, 1, 1)
    reads(*WORDS[:2], upwards)
    image = paper(WORDS[:2])
    ImageDraw.Draw(image).rectangle((22, 302, 42, 438), fill=0)
    made = written(scan_build.scan(image, encoding="flate"))
    assert np.ptp(within(looks(made), (20, 300, 44, 440))) == 0
    with pypdfium2.PdfDocument(made) as document:
        seen = np.asarray(document[0].render(scale=200 / 72, grayscale=True).to_pil())
    label = within(seen, (20, 300, 44, 440)) < 120
    assert label.any(axis=1).sum() > 2 * label.any(axis=0).sum()


def test_a_missing_language_is_noted(reads, monkeypatch):
    reads(*WORDS)
    monkeypatch.setattr(ocr, "note", lambda language: "read as eng")
    with opened(scan_build.scan(paper())) as pdf:
        assert scans.read_scans(pdf, language="fi").notes == ("read as eng",)


def test_the_same_input_gives_the_same_bytes(reads):
    reads(*WORDS)
    data = scan_build.scan(paper(), encoding="fax", strips=3, hidden="Ms Tarvund")
    assert written(data) == written(data)


def test_a_page_with_more_pictures_than_any_document_is_refused(reads, monkeypatch):
    reads()
    monkeypatch.setattr(sheets, "MAX_PLACED", 3)
    with opened(scan_build.scan(paper(), strips=5)) as pdf, pytest.raises(Exception, match="no document"):
        scans.read_scans(pdf, language="en")


def test_nothing_that_is_printed_shows_a_word(reads):
    reads(*WORDS)
    with opened(scan_build.scan(paper())) as pdf:
        assert "Torvund" not in repr(scans.read_scans(pdf, language="en"))
