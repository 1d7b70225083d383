"""Pictures (PNG, JPEG, GIF, TIFF, BMP, WebP): the text they show, and the picture without what is replaced.

The places of its text are numbers of words. Each box that goes is filled in the colour around it, its
pseudonym drawn there, and the file holds nothing but the picture. Never says that a picture shows no text
when it could not be looked at: that is an uncovered part (docs/decisions/0018-ocr.md).
"""

import hashlib
import io
import logging
import struct
import warnings
import zlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont, ImageOps, JpegImagePlugin
from PIL.Image import Transpose

from lexveil.errors import InputError
from lexveil.formats import ocr
from lexveil.formats.images import metadata, reading
from lexveil.formats.images.reading import SIGNED, TURNED, Box, blocks, hits, line_boxes, look
from lexveil.formats.markup import Block
from lexveil.formats.ocr import MAX_PIXELS, Word
from lexveil.formats.source import Pieces, Replacements
from lexveil.model import Part, Reason, because, because_of

KINDS = ("PNG", "JPEG", "GIF", "TIFF", "BMP", "WEBP")
ICON, RULE = 32, 10  # pixels: smaller than an icon on both sides, or than a rule on one, no name can be read
NO_OCR = because("part.no-ocr")
GROUNDS = ("white", "black", "")  # of a page under transparent letters; last the colours that do not show
PLAIN = 8  # levels of brightness between the lightest and the darkest pixel that no eye tells apart

# Pillow logs the values of tags, such as who took a picture, at the level DEBUG.
logging.getLogger("PIL").setLevel(logging.INFO)
_BROKEN = (
    OSError, ValueError, TypeError, SyntaxError, EOFError, LookupError, ArithmeticError, AttributeError,
    RuntimeError, struct.error, zlib.error, Image.DecompressionBombError, Image.DecompressionBombWarning,
)  # fmt: skip

MARK = 16  # hexadecimal digits
LEAST = 6  # pixels: lower letters cannot be read
RING = 3  # pixels around a box that tell its ground

# What EXIF says of the side that is up, and what puts it there.
_TURNS = "FLIP_LEFT_RIGHT ROTATE_180 FLIP_TOP_BOTTOM TRANSPOSE ROTATE_270 TRANSVERSE ROTATE_90"
UPRIGHT = {number: Transpose[name] for number, name in enumerate(_TURNS.split(), 2)}
_BACK = {Transpose.ROTATE_90: Transpose.ROTATE_270, Transpose.ROTATE_270: Transpose.ROTATE_90}
_LOSSLESS_TIFF = frozenset("raw packbits tiff_lzw tiff_adobe_deflate group3 group4 tiff_ccitt".split())


T = TypeVar("T")


class Mark(NamedTuple):
    """A box to paint over, in the picture as it is read, and what to write there."""

    left: int
    top: int
    right: int
    bottom: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class ImageText:
    part: Part
    blocks: list[Block] = field(repr=False)
    words: tuple[Word, ...] = ()
    turn: int = 0  # degrees clockwise that put them upright; their boxes are in the picture turned so
    keep_metadata: bool = False


def mark(data: bytes) -> str:
    """By which a picture is known wherever it stands."""
    return hashlib.sha256(data).hexdigest()[:MARK]


def read_image(
    name: str, data: bytes, *, language: str, keep_metadata: bool = False, allowed: Collection[str] = ()
) -> ImageText:
    """The text of the picture `name`; its words become blocks also when they are too unsure to rely on.
    `allowed` are the marks of pictures that go out as they are: a court's crest stands in every judgment."""

    def without(state: str, why: Reason) -> ImageText:
        told = with_mark(why, mark(data)) if state == "uncovered" else why
        return ImageText(Part(name, state, told), [], keep_metadata=keep_metadata)

    if mark(data) in allowed:
        return without("kept", allowed_image(mark(data)))
    try:
        picture = opened(data)
        if _several(picture):
            return without("uncovered", because("part.frames"))
        metadata.clean(data)
        grounds = GROUNDS if picture.has_transparency_data else GROUNDS[:1]
        looks = [shown(picture, ground=ground) for ground in grounds]
        looks = [image for image in looks if not tiny(image)]
        if not looks:
            return without("kept", because("part.plain"))
        if not ocr.available():
            return without("uncovered", NO_OCR)
        for image in looks:
            seen = look(image, language=language, dpi=_dpi(picture))
            if seen.words:
                break
    except InputError as error:
        return without("uncovered", because_of(error))
    state, why = reading.judged(seen)
    if state != "uncovered" and reading.like_a_page(image, seen) and reading.signed(image, seen):
        state, why = "uncovered", SIGNED
    part = Part(name, state, with_mark(why, mark(data)) if state == "uncovered" else why)
    return ImageText(part, blocks(seen.words), tuple(seen.words), seen.turn, keep_metadata)


def allowed_image(mark: str) -> Reason:
    return because("part.allowed-image", mark=mark)


def with_mark(why: Reason, mark: str) -> Reason:
    """Why a picture stops the file, and by which mark it can be allowed."""
    return because("part.several", reasons=(why, because("part.image-mark", mark=mark)))


def write_image(data: bytes, found: ImageText, pieces: Pieces, replacements: Replacements) -> bytes:
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
                raise InputError("picture.many-pixels", count=MAX_PIXELS // 10**6)
            picture.load()
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise InputError("picture.many-pixels", count=MAX_PIXELS // 10**6) from None
    except MemoryError:
        raise InputError("picture.memory") from None
    except _BROKEN:
        raise InputError("picture.other-kind") from None
    return picture


def shown(picture: Image.Image, *, ground: str = "white") -> Image.Image:
    """The picture as it is seen on a page of that colour: upright, in 8 bits, opaque.

    Without a colour it is what it would be if nothing in it were transparent.
    """
    image = _told(lambda: ImageOps.exif_transpose(picture), picture)
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


def _told(read: Callable[[], T], otherwise: T) -> T:
    """What a picture says of itself, unless it is broken there."""
    try:
        return read()
    except _BROKEN:
        return otherwise


def _several(picture: Image.Image) -> bool:
    """Whether it has frames beside the first; the second picture of a camera is cut off in cleaning."""
    return _told(lambda: int(getattr(picture, "n_frames", 1)) > 1 and picture.format != "MPO", True)


def _orientation(picture: Image.Image) -> int:
    found = _told(lambda: int(picture.getexif().get(0x0112, 1)), 1)
    return found if 1 <= found <= 8 else 1


def _dpi(picture: Image.Image) -> float:
    found = _told(lambda: min(float(value) for value in picture.info["dpi"]), 0.0)
    return found if found > 0 else 0.0  # not a number is not above 0


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
            if image.mode in ("1", "P"):
                letters = letters.convert("1", dither=Image.Dither.NONE)
            image.paste(ink, at, letters)


def edges(pixels: NDArray[Any]) -> NDArray[Any]:
    """The pixels of the ring, in a row."""
    sides = (pixels[:RING], pixels[-RING:], pixels[:, :RING], pixels[:, -RING:])
    return np.concatenate([side.reshape(-1, *pixels.shape[2:]) for side in sides])


def ground(image: Image.Image, box: Box) -> Any:
    """The colour that surrounds a box, as `paste` takes it."""
    left, top, right, bottom = box
    outer = max(0, left - RING), max(0, top - RING), right + RING, bottom + RING
    pixels = np.asarray(image.crop((*outer[:2], min(image.width, outer[2]), min(image.height, outer[3]))))
    border = edges(pixels)
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
    inks = {"LA": (level, 255), "RGB": (level,) * 3, "RGBA": (level, level, level, 255)}
    return inks.get(image.mode, level)


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
