"""Pictures in a document: the text they show, and the picture again without the pixels of what is replaced.

Comes in: the bytes of a picture (PNG, JPEG, GIF, TIFF, BMP, WebP), from a container or a page. Goes out: its
words as blocks of text like any other, whose places are numbers of words; and, from replacements, the picture
with those words gone and their pseudonyms in their place. Never says that a picture shows no text when it
could not be looked at: that is an uncovered part (docs/decisions/0018-ocr.md).
"""

import io
import logging
import struct
import warnings
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from PIL import Image, ImageOps

from lexveil.errors import InputError
from lexveil.formats import ocr
from lexveil.formats.images import metadata
from lexveil.formats.images.reading import SIGNED, TURNED, judged, like_a_page, look, signed
from lexveil.formats.images.redact import UPRIGHT, Mark, redacted
from lexveil.formats.images.words import blocks, hits, line_boxes
from lexveil.formats.markup import Block
from lexveil.formats.ocr import MAX_PIXELS, Word
from lexveil.model import Part, Piece, Replacement

KINDS = ("PNG", "JPEG", "GIF", "TIFF", "BMP", "WEBP")
ICON, RULE = 32, 10  # pixels: smaller than an icon on both sides, or than a rule on one, no name can be read
NO_OCR = "an image that may show text: install tesseract-ocr, or allow it"
GROUNDS = ("white", "black", "")  # of a page under transparent letters; last the colours that do not show
PLAIN = 8  # levels of brightness between the lightest and the darkest pixel that no eye tells apart

# Pillow logs the values of tags, such as who took a picture, at the level DEBUG.
logging.getLogger("PIL").setLevel(logging.INFO)
_BROKEN = (
    OSError, ValueError, TypeError, SyntaxError, EOFError, LookupError, ArithmeticError, AttributeError,
    RuntimeError, struct.error, zlib.error, Image.DecompressionBombError, Image.DecompressionBombWarning,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ImageText:
    part: Part
    blocks: list[Block] = field(repr=False)
    words: tuple[Word, ...] = ()
    turn: int = 0  # degrees clockwise that put them upright; their boxes are in the picture turned so
    keep_metadata: bool = False


def read_image(name: str, data: bytes, *, language: str, keep_metadata: bool = False) -> ImageText:
    """The text of the picture `name`; its words become blocks also when they are too unsure to rely on."""
    without = partial(_without, name, keep_metadata)
    try:
        picture = opened(data)
        if _several(picture):
            return without("uncovered", "a picture of several frames, which were not looked at")
        metadata.clean(data)
        grounds = GROUNDS if picture.has_transparency_data else GROUNDS[:1]
        looks = [shown(picture, ground=ground) for ground in grounds]
        looks = [image for image in looks if not tiny(image)]
        if not looks:
            return without("kept", "too small or plain to show text")
        if not ocr.available():
            return without("uncovered", NO_OCR)
        for image in looks:
            seen = look(image, language=language, dpi=_dpi(picture))
            if seen.words:
                break
    except InputError as error:
        return without("uncovered", str(error))
    state, why = judged(seen)
    if state != "uncovered" and like_a_page(image, seen) and signed(image, seen):
        state, why = "uncovered", SIGNED
    part = Part(name, state, why)
    return ImageText(part, blocks(seen.words), tuple(seen.words), seen.turn, keep_metadata)


def write_image(
    data: bytes, found: ImageText, pieces: Sequence[Piece], replacements: Sequence[Replacement]
) -> bytes:
    """The picture with the replacements in it; `pieces` are those of its blocks.

    Also an uncovered picture that the user allowed goes out without its metadata.
    """
    made = [
        Mark(*box, label)
        for hit in hits(found.words, pieces, replacements)
        for box, label in line_boxes([found.words[number] for number in hit.words], hit.label)
    ]
    if made:
        return redact_image(data, made, turn=found.turn)
    return data if found.keep_metadata else clean_image(data)


def redact_image(data: bytes, made: Sequence[Mark], *, turn: int = 0) -> bytes:
    """The picture in its format, without metadata, with the marks painted over."""
    picture = opened(clean_image(data))
    orientation = _orientation(picture)
    turns = [way for way in (UPRIGHT.get(orientation), TURNED.get(turn)) if way is not None]
    lossless = b"VP8L" in data[:64]  # of a WebP
    return redacted(picture, made, turns=turns, orientation=orientation, lossless=lossless)


def clean_image(data: bytes) -> bytes:
    """The picture without its metadata and with its very pixels; what cannot be opened stays as it is."""
    try:
        picture = opened(data)
        if picture.format in ("GIF", "TIFF", "BMP"):
            return data if _several(picture) else redacted(picture, ())
        return metadata.clean(data, orientation=_orientation(picture))
    except InputError:
        return data


def opened(data: bytes) -> Image.Image:
    """The decoded picture, or an InputError that says why it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=KINDS)
            if picture.width * picture.height > MAX_PIXELS:
                raise InputError(f"a picture of more than {MAX_PIXELS // 10**6} million pixels")
            picture.load()
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise InputError(f"a picture of more than {MAX_PIXELS // 10**6} million pixels") from None
    except MemoryError:
        raise InputError("a picture that is too large for the memory") from None
    except _BROKEN:
        raise InputError("it cannot be opened as a picture (PNG, JPEG, GIF, TIFF, BMP or WebP)") from None
    return picture


def shown(picture: Image.Image, *, ground: str = "white") -> Image.Image:
    """The picture as it is seen on a page of that colour: upright, in 8 bits, opaque.

    Without a colour it is what it would be if nothing in it were transparent.
    """
    try:
        image = ImageOps.exif_transpose(picture)
    except _BROKEN:
        image = picture
    if image.mode.startswith("I") or image.mode == "F":
        levels = np.asarray(image, dtype=np.float64)
        low, high = float(levels.min()), float(levels.max())
        return Image.fromarray(((levels - low) * (255 / max(high - low, 1))).astype(np.uint8))
    if not image.has_transparency_data:
        return image.convert("L" if image.mode in ("1", "L") else "RGB")
    if not ground:
        return image.convert("RGBA").convert("RGB")
    under = Image.new("RGBA", image.size, ground)
    under.alpha_composite(image.convert("RGBA"))
    return under.convert("RGB")


def tiny(image: Image.Image) -> bool:
    """Whether there is no room for a name in it, or nothing but one colour."""
    if max(image.size) < ICON or min(image.size) < RULE:
        return True
    bands = np.asarray(image).reshape(image.width * image.height, -1)
    return bool((bands.max(axis=0).astype(int) - bands.min(axis=0) < PLAIN).all())


def _several(picture: Image.Image) -> bool:
    """Whether it has frames beside the first; the second picture of a camera is cut off in cleaning."""
    try:
        return int(getattr(picture, "n_frames", 1)) > 1 and picture.format != "MPO"
    except _BROKEN:
        return True


def _without(name: str, keep_metadata: bool, state: str, why: str) -> ImageText:
    return ImageText(Part(name, state, why), [], keep_metadata=keep_metadata)


def _orientation(picture: Image.Image) -> int:
    try:
        found = int(picture.getexif().get(0x0112, 1))
    except _BROKEN:
        return 1
    return found if 1 <= found <= 8 else 1


def _dpi(picture: Image.Image) -> float:
    try:
        found = min(float(value) for value in picture.info["dpi"])
    except _BROKEN:
        return 0.0
    return found if found > 0 else 0.0  # not a number is not above 0
