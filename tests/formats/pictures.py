"""Small pictures and words for tests."""

import io

import numpy as np
from PIL import Image, ImageDraw

from golden import scan_build
from lexveil.formats.ocr import Word

CANARY = "Torvund"


def drawing(mode: str = "RGB", size: tuple[int, int] = (200, 60)) -> Image.Image:
    image = Image.new("L", size, 230)
    draw = ImageDraw.Draw(image)
    for x in range(20, size[0] - 20, 7):
        draw.line((x, 20, x + 3, 40), fill=x % 90)
    return image.convert(mode)


def noise(size: tuple[int, int], strength: float) -> Image.Image:
    levels = np.random.default_rng(5).normal(128, strength, size[::-1])
    return Image.fromarray(levels.clip(0, 255).astype(np.uint8))


def file(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    return scan_build.file(image, kind, **options)


def pixels(data: bytes, mode: str = "RGBA") -> np.ndarray:
    with Image.open(io.BytesIO(data)) as picture:
        return np.asarray(picture.convert(mode))


def word(text: str, line: int = 1, left: int = 20, confidence: float = 95, **more: int) -> Word:
    """A word of ten pixels a letter, on a line of twenty pixels."""
    top = 20 * line
    places = {"block": 1, "paragraph": 1, "line": line} | more
    return Word(text, left, top, left + 10 * len(text), top + 14, confidence, **places)


def sentence(text: str, line: int = 1, left: int = 20, **more: int) -> list[Word]:
    made = []
    for each in text.split(" "):
        made.append(word(each, line, left, **more))
        left = made[-1].right + 6
    return made


def with_exif(orientation: int = 1) -> Image.Exif:
    exif = Image.Exif()
    exif[0x013B] = CANARY  # artist
    exif[0x8298] = f"(c) {CANARY}"
    exif.get_ifd(0x8825)[0x001D] = CANARY  # in the directory of places
    if orientation != 1:
        exif[0x0112] = orientation
    return exif
