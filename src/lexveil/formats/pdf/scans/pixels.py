"""The pixels of a picture in a PDF painted over, in its own encoding where that can be.

Samples are changed as they are stored, so colours, palettes and stencils stay what they were; a JPEG stays a
JPEG, fax encodings become fax encoding of group 4, and what can only be decoded becomes plain grey or colour.
Masks are painted over in the same places. Never leaves the former data in the file.
"""

import io
import math
import zlib
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
from numpy.typing import NDArray
from pikepdf import Array, Dictionary, Name
from PIL import Image

from lexveil.errors import InputError, OutputError
from lexveil.formats import images
from lexveil.formats.images import RING, Mark, edges, redacted
from lexveil.formats.pdf.file import remove

Part = tuple[float, float, float, float]  # left, top, right, bottom, in shares of the picture
Box = tuple[int, int, int, int]
Samples = NDArray[np.uint8]

PDFIUM = Lock()  # it may do one thing at a time, also with two documents
FAX = frozenset(("/CCITTFaxDecode", "/CCF", "/JBIG2Decode"))
JPEG = frozenset(("/DCTDecode", "/DCT"))
PLAIN = frozenset(
    "/FlateDecode /Fl /LZWDecode /LZW /RunLengthDecode /RL /ASCII85Decode /A85 /ASCIIHexDecode /AHx".split()
)
GONE = ("/Metadata", "/Alternates", "/OPI", "/PieceInfo", "/DecodeParms", "/Filter")
_FAILED = "picture.unchangeable"


def changeable(image: pikepdf.Object) -> bool:
    """Whether it can be painted over: transparency inside a JPEG 2000 cannot."""
    return image.get_int("/SMaskInData", 0) == 0


def paint_out(image: pikepdf.Object, parts: Sequence[Part]) -> None:
    """Fill the parts of the picture, and of its masks, with what is around them."""
    for mask in (image.get("/SMask"), image.get("/Mask")):
        if isinstance(mask, pikepdf.Stream):
            _paint(mask, parts)
    _paint(image, parts)


def _paint(image: pikepdf.Object, parts: Sequence[Part]) -> None:
    listed: Any = image.get("/Filter", ())
    filters = [str(each) for each in listed] if isinstance(listed, (Array, tuple)) else [str(listed)]
    width, height = image.get_int("/Width", 0), image.get_int("/Height", 0)
    if width < 1 or height < 1 or not changeable(image):
        raise OutputError(_FAILED)
    boxes = [box for part in parts if (box := _box(part, width, height))]
    if not boxes:
        return None
    ways: list[Callable[[pikepdf.Object, Sequence[Box]], None]] = [_paint_decoded]
    if len(filters) == 1 and filters[0] in JPEG:
        ways.insert(0, _paint_jpeg)
    elif set(filters) <= PLAIN:
        ways.insert(0, _paint_samples)
    elif filters[-1] in FAX:
        ways.insert(0, _paint_fax)
    if image.get_bool("/ImageMask", False):
        ways.remove(_paint_decoded)  # what it paints is not in it
    for way in ways:
        try:
            return way(image, boxes)
        except (InputError, pikepdf.PdfError, pypdfium2.PdfiumError, ValueError, OSError, MemoryError):
            continue  # damaged: what draws it may still decode it
    raise OutputError(_FAILED)


def _box(part: Part, width: int, height: int) -> Box | None:
    left, right = (max(0.0, min(part[at], 1.0)) * width for at in (0, 2))
    top, bottom = (max(0.0, min(part[at], 1.0)) * height for at in (1, 3))
    box = math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)
    return box if box[0] < box[2] and box[1] < box[3] else None


def _paint_jpeg(image: pikepdf.Object, boxes: Sequence[Box]) -> None:
    data = image.read_raw_bytes()
    made = redacted(images.opened(data), [Mark(*box) for box in boxes], margin=False)
    parameters = image.get("/DecodeParms")
    _replace(image, made, Name.DCTDecode)
    if isinstance(parameters, Dictionary):
        image["/DecodeParms"] = parameters


def _paint_samples(image: pikepdf.Object, boxes: Sequence[Box]) -> None:
    """Samples as they are stored, of any colour space and depth."""
    data = image.read_bytes()
    bits = 1 if image.get_bool("/ImageMask", False) else image.get_int("/BitsPerComponent", 8)
    width, height = image.get_int("/Width", 0), image.get_int("/Height", 0)
    depth = len(data) * 8 // (width * height)  # bits of a pixel, and some of the padding of rows
    depth = max(bits, depth // bits * bits)
    if bits < 8:
        row = (width * depth + 7) // 8
        while depth > bits and row * height > len(data):
            depth -= bits
            row = (width * depth + 7) // 8
        stored = np.frombuffer(data, np.uint8, row * height).reshape(height, row)
        pixels = np.unpackbits(stored, axis=1)[:, : width * depth].reshape(height, width, depth)
    else:
        size = depth // 8
        pixels = np.frombuffer(data, np.uint8, width * size * height).reshape(height, width, size).copy()
    _fill(pixels, boxes)
    made = np.packbits(pixels.reshape(height, -1), axis=1) if bits < 8 else pixels
    _replace(image, zlib.compress(made.tobytes()), Name.FlateDecode)


def _paint_fax(image: pikepdf.Object, boxes: Sequence[Box]) -> None:
    """One bit a pixel in an encoding of its own: decoded as black and white, whatever it stands for."""
    pixels = np.array(_decoded(image, plain=True).convert("L"))[:, :, np.newaxis] // 255
    _fill(pixels, boxes)
    width, height = image.get_int("/Width", 0), image.get_int("/Height", 0)
    data = fax(Image.fromarray(pixels[:, :, 0] * np.uint8(255)).convert("1", dither=Image.Dither.NONE))
    _replace(image, data, Name.CCITTFaxDecode)
    image["/DecodeParms"] = Dictionary(K=-1, Columns=width, Rows=height, BlackIs1=True)


def _paint_decoded(image: pikepdf.Object, boxes: Sequence[Box]) -> None:
    picture = _decoded(image, plain=False)
    grey = picture.mode == "L"
    pixels = np.array(picture if grey else picture.convert("RGB"))
    _fill(pixels[:, :, np.newaxis] if grey else pixels, boxes)
    made = io.BytesIO()
    Image.fromarray(pixels).save(made, "JPEG", quality=95)
    _replace(image, made.getvalue(), Name.DCTDecode)
    image["/ColorSpace"] = Name.DeviceGray if grey else Name.DeviceRGB
    image["/BitsPerComponent"] = 8
    remove(image, "/Decode", "/SMaskInData", "/ImageMask")
    if isinstance(image.get("/Mask"), Array):  # of the samples that were
        remove(image, "/Mask")


def fax(image: Image.Image) -> bytes:
    """The data of a black and white picture in group 4 encoding, in which a black pixel is 1."""
    made = io.BytesIO()
    image.save(made, "TIFF", compression="group4", tiffinfo={278: image.height})
    with Image.open(made) as written:
        (offset,), (length,) = written.tag_v2[273], written.tag_v2[279]  # type: ignore[attr-defined]
    return made.getvalue()[offset : offset + length]


def _fill(pixels: Samples, boxes: Sequence[Box]) -> None:
    """Each box in the most frequent pixel around it."""
    height, width, _ = pixels.shape
    for left, top, right, bottom in boxes:
        rows = slice(max(0, top - RING), min(height, bottom + RING))
        columns = slice(max(0, left - RING), min(width, right + RING))
        found, counts = np.unique(edges(pixels[rows, columns]), axis=0, return_counts=True)
        pixels[top:bottom, left:right] = found[counts.argmax()]


def _decoded(image: pikepdf.Object, *, plain: bool) -> Image.Image:
    """The picture as pdfium decodes it; `plain` without what its samples stand for."""
    with pikepdf.new() as made:
        page = made.add_blank_page(page_size=(72, 72))
        copied = made.copy_foreign(image)
        remove(copied, "/SMask", "/Mask", "/OC")
        if plain:
            remove(copied, "/Decode", "/ImageMask")
            copied["/ColorSpace"] = Name.DeviceGray
            copied["/BitsPerComponent"] = 1
        page.obj["/Resources"] = Dictionary(XObject=Dictionary(I=copied))
        page.obj["/Contents"] = made.make_stream(b"/I Do")
        data = io.BytesIO()
        made.save(data)
    with PDFIUM, pypdfium2.PdfDocument(data.getvalue()) as document:
        found = [each for each in document[0].get_objects() if isinstance(each, pypdfium2.PdfImage)]
        if len(found) != 1:
            raise OutputError(_FAILED)
        picture: Image.Image = found[0].get_bitmap().to_pil()
    if picture.size != (image.get_int("/Width", 0), image.get_int("/Height", 0)):
        raise OutputError(_FAILED)
    return picture


def _replace(image: pikepdf.Object, data: bytes, kind: Name) -> None:
    remove(image, *GONE)
    image.write(data, filter=kind)
