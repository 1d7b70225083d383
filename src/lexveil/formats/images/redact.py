"""Pixels of a picture painted over, and the picture as a file again.

Comes in: a decoded picture and the boxes that go. Goes out: a file of the same format with each box filled in
the colour around it, a pseudonym drawn there where one is given, and nothing in the file but the picture.
Never leaves a pixel of a box as it was, and never copies metadata.
"""

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont, JpegImagePlugin
from PIL.Image import Transpose

from lexveil.formats.images.words import Box

LEAST = 6  # pixels: lower letters cannot be read
RING = 3  # pixels around a box that tell its ground

# What EXIF says of the side that is up, and what puts it there.
UPRIGHT = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
_BACK = {Transpose.ROTATE_90: Transpose.ROTATE_270, Transpose.ROTATE_270: Transpose.ROTATE_90}
_LOSSLESS_TIFF = frozenset("raw packbits tiff_lzw tiff_adobe_deflate group3 group4 tiff_ccitt".split())

class Mark(NamedTuple):
    """A box to paint over, in the picture as it is read, and what to write there."""

    left: int
    top: int
    right: int
    bottom: int
    label: str = ""


def redacted(
    picture: Image.Image,
    marks: Sequence[Mark],
    *,
    turns: Sequence[Transpose] = (),
    orientation: int = 1,
    lossless: bool = False,
    margin: bool = True,
) -> bytes:
    """The file without the marks, which were found in the picture after these `turns`."""
    image = picture.copy()
    image.info = {}
    for turn in turns:
        image = image.transpose(turn)
    for mark in marks:
        paint(image, mark, margin=margin)
    for turn in reversed(turns):
        image = image.transpose(_BACK.get(turn, turn))
    made = io.BytesIO()
    image.save(made, _kind(picture), **_saving(picture, lossless, orientation))
    return made.getvalue()


def grown(box: Box, size: tuple[int, int]) -> Box:
    """The box with a margin: letters reach over the boxes of words, blur and compression further."""
    left, top, right, bottom = box
    upright = right - left >= bottom - top  # text may run up the page
    letter = min(right - left, bottom - top)
    along, across = max(2, round(0.15 * letter)), max(2, round(0.25 * letter))
    x, y = (along, across) if upright else (across, along)
    return max(0, left - x), max(0, top - y), min(size[0], right + x), min(size[1], bottom + y)


def paint(image: Image.Image, mark: Mark, *, margin: bool) -> None:
    box = grown(mark[:4], image.size) if margin else mark[:4]
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    fill = ground(image, box)
    image.paste(fill, box)
    ink = _ink(image, fill)
    if mark.label and ink is not None:
        letters = _letters(mark.label, box[2] - box[0], mark.bottom - mark.top)
        if letters is not None:
            at = mark.left, box[1] + max(0, (box[3] - box[1] - letters.height) // 2)
            image.paste(
                ink,
                at,
                letters if image.mode not in ("1", "P") else letters.convert("1", dither=Image.Dither.NONE),
            )


def ground(image: Image.Image, box: Box) -> Any:
    """The colour that surrounds a box, as `paste` takes it."""
    left, top, right, bottom = box
    around = image.crop(
        (
            max(0, left - RING),
            max(0, top - RING),
            min(image.width, right + RING),
            min(image.height, bottom + RING),
        )
    )
    pixels = np.asarray(around)
    rows = [pixels[:RING], pixels[-RING:], pixels[:, :RING], pixels[:, -RING:]]
    border = np.concatenate([row.reshape(-1, *pixels.shape[2:]) for row in rows])
    if image.mode in ("1", "P"):
        value = int(np.bincount(border.astype(np.int64)).argmax())
        return 255 * value if image.mode == "1" else value
    if border.ndim == 1:
        middle = float(np.median(border))
        return middle if image.mode == "F" else int(middle)
    return tuple(int(value) for value in np.median(border, axis=0))


def _ink(image: Image.Image, fill: Any) -> Any:
    """Black or white, whichever stands out; None where the mode knows no colours."""
    if image.mode == "P":
        palette = np.asarray(image.getpalette("RGB") or [0, 0, 0], dtype=np.int64).reshape(-1, 3).sum(axis=1)
        return int(np.abs(palette - palette[min(fill, len(palette) - 1)]).argmax())
    if image.mode not in ("1", "L", "LA", "RGB", "RGBA", "CMYK"):
        return None
    light = Image.new(image.mode, (1, 1), fill).convert("RGB").convert("L").getpixel((0, 0))
    level = 0 if isinstance(light, (int, float)) and light > 127 else 255
    if image.mode == "CMYK":
        return (0, 0, 0, 255 - level)
    return {"LA": (level, 255), "RGB": (level,) * 3, "RGBA": (level, level, level, 255)}.get(
        image.mode, level
    )


def _letters(label: str, width: int, height: int) -> Image.Image | None:
    """The label as a mask that fits, None if it would be too small to read."""
    for size in range(max(height, LEAST), LEAST - 1, -1):
        font = ImageFont.load_default(size)
        left, top, right, bottom = (round(value) for value in font.getbbox(label))
        if right - left <= width:
            mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
            ImageDraw.Draw(mask).text((-left, -top), label, fill=255, font=font)
            return mask
    return None


def _kind(picture: Image.Image) -> str:
    return "JPEG" if picture.format == "MPO" else picture.format or "PNG"


def _saving(picture: Image.Image, lossless: bool, orientation: int) -> dict[str, Any]:
    """How a format is saved nearest to what it was."""
    made: dict[str, Any] = {}
    kind, info = _kind(picture), picture.info
    if kind in ("PNG", "JPEG", "TIFF", "BMP") and "dpi" in info:
        made["dpi"] = tuple(float(value) for value in info["dpi"])
    if kind in ("PNG", "GIF") and "transparency" in info:
        made["transparency"] = info["transparency"]
    if kind in ("PNG", "JPEG", "WEBP") and orientation != 1:
        exif = Image.Exif()
        exif[0x0112] = orientation
        made["exif"] = exif
    if isinstance(picture, JpegImagePlugin.JpegImageFile):
        made["qtables"] = picture.quantization
        sampling = JpegImagePlugin.get_sampling(picture)
        made |= {"subsampling": sampling} if sampling >= 0 else {}
        made["progressive"] = bool(info.get("progressive"))
    if kind == "TIFF":
        compression = str(info.get("compression", "raw"))
        made["compression"] = compression if compression in _LOSSLESS_TIFF else "tiff_adobe_deflate"
    if kind == "WEBP":
        made |= {"lossless": True} if lossless else {"quality": 95}
    return made
