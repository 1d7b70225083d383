"""Pictures written: without what they say beside their pixels, and with boxes painted over."""

import io

import numpy as np
import pytest
from PIL import Image, PngImagePlugin, TiffImagePlugin

from formats.pictures import CANARY, drawing, file, pixels, with_exif
from lexveil.formats import images
from lexveil.formats.images import Mark, reading


def test_a_jpeg_loses_what_it_says_beside_its_pixels():
    image = drawing()
    data = file(image, "JPEG", exif=with_exif(), comment=CANARY.encode(), icc_profile=CANARY.encode() * 9)
    data = data[:2] + b"\xff\xed\x00\x0d" + b"Torvund    " + data[2:] + CANARY.encode() * 3
    assert data.count(CANARY.encode()) > 5
    cleaned = images.clean_image(data)
    assert CANARY.encode() not in cleaned
    assert (pixels(cleaned) == pixels(data)).all()
    assert images.clean_image(cleaned) == cleaned


def test_the_preview_in_a_jpeg_goes():
    data = file(drawing("L"), "JPEG")
    at = data.index(b"JFIF\0") - 4
    preview = bytes([5, 2]) + CANARY.encode() * 5
    head = data[at + 4 : at + 16] + preview[:2] + preview[2:32]
    made = data[:at] + b"\xff\xe0" + (len(head) + 2).to_bytes(2) + head + data[at + 18 :]
    assert CANARY.encode() in made
    cleaned = images.clean_image(made)
    assert CANARY.encode() not in cleaned
    assert (pixels(cleaned) == pixels(data)).all()


def test_a_progressive_jpeg_is_cleaned_scan_by_scan():
    data = file(drawing(size=(300, 200)), "JPEG", progressive=True, exif=with_exif())
    cleaned = images.clean_image(data)
    assert CANARY.encode() not in cleaned
    assert (pixels(cleaned) == pixels(data)).all()


def test_a_png_loses_what_it_says_beside_its_pixels():
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", CANARY)
    info.add_text("Comment", CANARY * 40, zip=True)
    info.add_itxt("XML:com.adobe.xmp", f"<x>{CANARY}</x>")
    info.add(b"prVt", CANARY.encode(), after_idat=True)
    data = file(drawing(), "PNG", pnginfo=info, exif=with_exif(), icc_profile=CANARY.encode() * 9)
    data += CANARY.encode()
    cleaned = images.clean_image(data)
    kinds = [kind for kind in (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"iCCP", b"prVt") if kind in cleaned]
    assert (kinds, CANARY.encode() in cleaned) == ([], False)
    assert (pixels(cleaned) == pixels(data)).all()


def test_a_webp_loses_what_it_says_beside_its_pixels():
    data = file(drawing("RGBA"), "WEBP", lossless=True, exif=with_exif(), xmp=CANARY.encode())
    assert CANARY.encode() in data
    cleaned = images.clean_image(data)
    assert CANARY.encode() not in cleaned
    assert (pixels(cleaned) == pixels(data)).all()


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
def test_a_tiff_loses_what_it_says_beside_its_pixels(mode):
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[315] = tags[270] = CANARY
    data = file(drawing(mode), "TIFF", tiffinfo=tags, compression="tiff_lzw" if mode != "1" else "group4")
    assert CANARY.encode() in data
    cleaned = images.clean_image(data)
    assert CANARY.encode() not in cleaned
    assert (pixels(cleaned) == pixels(data)).all()


@pytest.mark.parametrize("kind", ["GIF", "BMP"])
def test_comments_and_what_follows_the_end_go(kind):
    options = {"comment": CANARY.encode()} if kind == "GIF" else {}
    data = file(drawing("P"), kind, **options) + CANARY.encode()
    cleaned = images.clean_image(data)
    assert CANARY.encode() not in cleaned
    assert (pixels(cleaned) == pixels(data)).all()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_which_side_is_up_is_kept(kind):
    cleaned = images.clean_image(file(drawing(), kind, exif=with_exif(orientation=6)))
    assert CANARY.encode() not in cleaned
    with Image.open(io.BytesIO(cleaned)) as picture:
        assert dict(picture.getexif()) == {0x0112: 6}


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        *(("PNG", mode) for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")),
        *(("TIFF", mode) for mode in ("1", "L", "RGB", "CMYK")),
        ("BMP", "RGB"),
        ("GIF", "P"),
    ],
)
def test_a_painted_box_is_plain_and_all_else_as_it_was(kind, mode):
    image = drawing("L").convert("I;16") if mode == "I;16" else drawing(mode)
    data = file(image, kind)
    written = images.redact_image(data, [Mark(60, 18, 120, 42)])
    before, after = pixels(data), pixels(written)
    assert (after[18:42, 60:120] == after[18, 60]).all()
    assert not (before[18:42, 60:120] == before[18, 60]).all()
    assert (after[:, :50] == before[:, :50]).all()
    assert (after[:, 130:] == before[:, 130:]).all()
    assert written[:2] == data[:2]


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_a_painted_jpeg_keeps_its_quality(mode):
    data = file(drawing(mode), "JPEG", quality=90, subsampling=0)
    written = images.redact_image(data, [Mark(60, 18, 120, 42)])
    before, after = pixels(data).astype(int), pixels(written).astype(int)
    assert np.ptp(after[20:40, 64:116], axis=(0, 1)).max() <= 2
    assert np.abs(after[:, 136:] - before[:, 136:]).mean() < 2
    with Image.open(io.BytesIO(data)) as one, Image.open(io.BytesIO(written)) as other:
        assert one.quantization == other.quantization


def test_the_pseudonym_is_drawn_where_it_fits():
    data = file(Image.new("L", (300, 60), 240))
    blank, labelled, tight = (
        pixels(images.redact_image(data, [Mark(*box)]), "L")
        for box in ((20, 20, 160, 40), (20, 20, 160, 40, "person A"), (20, 20, 32, 40, "a very long name"))
    )
    assert (blank == 240).all()
    assert (labelled[15:45, 18:165] < 100).any()
    assert (labelled[:, 170:] == 240).all()
    assert (tight == 240).all()


def test_a_pseudonym_on_a_dark_ground_is_light():
    data = file(Image.new("RGB", (300, 60), (10, 20, 40)))
    assert pixels(images.redact_image(data, [Mark(20, 20, 160, 40, "person A")]), "L").max() > 200


@pytest.mark.parametrize("orientation", range(1, 9))
def test_boxes_are_in_the_picture_as_it_is_seen(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = file(drawing("L"), "PNG", exif=exif)
    seen = images.shown(images.opened(data))
    written = images.redact_image(data, [Mark(12, 12, 30, 30)])
    after = np.asarray(images.shown(images.opened(written)))
    before = np.asarray(seen)
    assert (after[12:30, 12:30] == after[12, 12]).all()
    assert (after[60:] == before[60:]).all()
    assert (after[:, 60:] == before[:, 60:]).all()


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_boxes_of_a_picture_that_was_turned_to_be_read(turn):
    data = file(drawing("L"))
    turned = np.asarray(reading.turned_by(images.opened(data), turn))
    written = images.redact_image(data, [Mark(12, 12, 30, 30)], turn=turn)
    after = np.asarray(reading.turned_by(images.opened(written), turn))
    assert images.opened(written).size == (200, 60)
    assert (after[12:30, 12:30] == after[12, 12]).all()
    assert (after[50:] == turned[50:]).all()
