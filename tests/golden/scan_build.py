"""Scanned pages and pictures for tests, drawn with invented names: no scan of a real paper.

Run as a script to look at them: `python tests/golden/scan_build.py FOLDER`.
"""

import io
import struct
import sys
from pathlib import Path

import numpy as np
import pikepdf
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image, ImageDraw, ImageFont

NAMES = ("Torvund", "Quellmark", "Vandermoor", "Stannach", "Ferrwold")  # each a canary
LINES = (
    "The District Court of Norhaven",
    "Case 4471/2023",
    "",
    "The claimant, Ms Helvia Torvund, lives at Brinkerlane 14.",
    "She was heard on 3 May together with Mr Oskar Quell-",
    "mark, an engineer, and Dr. Ilse Vandermoor. The court",
    "finds that the letter of Ms Torvund to Berit Stannach",
    "was sent in time. The expert was Tomas Ferrwold.",
)


def font(size: float) -> ImageFont.FreeTypeFont:
    """The font that comes with Pillow, so that the pages look the same everywhere."""
    return ImageFont.load_default(size)


def page(
    *,
    dpi: int = 200,
    points: float = 12,
    noise: float = 6,
    skew: float = 0.6,
    lines: tuple[str, ...] = LINES,
    height: float = 4.0,
) -> Image.Image:
    """A typed page in grey, a little noisy and askew."""
    image = Image.new("L", (round(8.27 * dpi), round(height * dpi)), 250)
    draw = ImageDraw.Draw(image)
    letters = font(points * dpi / 72)
    top = 0.6 * dpi
    for line in lines:
        draw.text((0.9 * dpi, top), line, fill=20, font=letters)
        top += 1.5 * points * dpi / 72
    image = image.rotate(skew, resample=Image.Resampling.BICUBIC, fillcolor=250)
    random = np.random.default_rng(7)
    grain = np.asarray(image).astype(float) + random.normal(0, noise, (image.height, image.width))
    return Image.fromarray(grain.clip(0, 255).astype(np.uint8))


def sign(image: Image.Image) -> Image.Image:
    """The page with something like a signature on it."""
    signed = image.copy()
    across, down = 0.5 * image.width, 0.86 * image.height
    steps = np.arange(90)
    points = zip(
        across + steps * image.width / 300 + 30 * np.cos(steps / 3),
        down + 45 * np.sin(steps / 2.1) + 15 * np.cos(steps),
        strict=True,
    )
    ImageDraw.Draw(signed).line([(float(x), float(y)) for x, y in points], fill=40, width=4)
    return signed


def file(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    made = io.BytesIO()
    image.save(made, kind, **options)
    return made.getvalue()


def bits(image: Image.Image) -> Image.Image:
    return image.point(lambda level: 255 * (level > 140)).convert("1", dither=Image.Dither.NONE)


def group4(image: Image.Image) -> bytes:
    data = file(image, "TIFF", compression="group4", tiffinfo={278: image.height})
    with Image.open(io.BytesIO(data)) as written:
        (offset,), (length,) = written.tag_v2[273], written.tag_v2[279]
    return data[offset : offset + length]


def jbig2(image: Image.Image) -> bytes:
    """A page of one generic region, whose coding by lines is that of group 4 (ITU-T T.88, 6.2.6)."""
    inverted = image.convert("L").point(lambda level: 255 - level).convert("1")
    width, height = image.size
    page_of = struct.pack(">IIIIBH", width, height, 0, 0, 0, 0)
    region = struct.pack(">IIIIBB", width, height, 0, 0, 0, 1) + group4(inverted)
    segments = ((0, 48, page_of), (1, 38, region))
    return b"".join(
        struct.pack(">IBBBI", number, kind, 0, 1, len(data)) + data for number, kind, data in segments
    )


def image_object(pdf: pikepdf.Pdf, image: Image.Image, encoding: str) -> pikepdf.Object:
    """The picture as an image object in one of the encodings that scanners use."""
    width, height = image.size
    made = Stream(pdf, b"", Type=Name.XObject, Subtype=Name.Image, Width=width, Height=height)
    made.BitsPerComponent, made.ColorSpace = 8, Name.DeviceGray
    if encoding == "jpeg":
        made.write(file(image.convert("RGB"), "JPEG", quality=85), filter=Name.DCTDecode)
        made.ColorSpace = Name.DeviceRGB
    elif encoding == "flate":
        made.write(image.convert("L").tobytes())
    elif encoding == "palette":
        made.write(bits(image).convert("L").point(lambda level: 1 - level // 255).tobytes())
        made.ColorSpace = Array(
            [Name.Indexed, Name.DeviceRGB, 1, pikepdf.String(b"\xff\xff\xf0\x10\x10\x40")]
        )
    elif encoding == "jpx":
        made.write(file(image.convert("RGB"), "JPEG2000"), filter=Name.JPXDecode)
        made.ColorSpace = Name.DeviceRGB
    else:
        made.BitsPerComponent = 1
        if encoding == "stencil":
            del made.ColorSpace
            made.ImageMask = True
        if encoding == "jbig2":
            made.write(jbig2(bits(image)), filter=Name.JBIG2Decode)
        elif encoding == "fax":
            made.write(group4(bits(image)), filter=Name.CCITTFaxDecode)
            made.DecodeParms = Dictionary(K=-1, Columns=width, Rows=height, BlackIs1=True)
        else:
            made.write(bits(image).tobytes())
    return made


def scan(
    image: Image.Image,
    *,
    encoding: str = "jpeg",
    dpi: int = 200,
    rotate: int = 0,
    strips: int = 1,
    hidden: str = "",
) -> bytes:
    """A PDF of one page: the picture, upright when looked at, and unseen text where that is given."""
    turned = image.transpose(Image.Transpose.ROTATE_90) if rotate == 90 else image
    width, height = (side * 72 / dpi for side in turned.size)
    pdf = pikepdf.new()
    sheet = pdf.add_blank_page(page_size=(width, height))
    sheet.obj.Rotate = rotate
    pictures, lines = Dictionary(), ["q"]
    edges = [round(turned.height * number / strips) for number in range(strips + 1)]
    for number in range(strips):
        top, bottom = edges[number], edges[number + 1]
        pictures[f"/Im{number}"] = image_object(pdf, turned.crop((0, top, turned.width, bottom)), encoding)
        tall, low = (bottom - top) * 72 / dpi, height - bottom * 72 / dpi
        lines.append(f"q {width:.3f} 0 0 {tall:.3f} 0 {low:.3f} cm /Im{number} Do Q")
    lines.append("Q")
    if hidden:
        lines.append(f"BT 3 Tr /F1 10 Tf 60 {height - 50:.1f} Td ({hidden}) Tj ET")
    helvetica = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
    )
    sheet.obj.Resources = Dictionary(XObject=pictures, Font=Dictionary(F1=pdf.make_indirect(helvetica)))
    sheet.obj.Contents = pdf.make_stream("\n".join(lines).encode())
    made = io.BytesIO()
    pdf.save(made, deterministic_id=True)
    return made.getvalue()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for each in ("jpeg", "flate", "palette", "jpx", "fax", "jbig2", "stencil"):
        (folder / f"{each}.pdf").write_bytes(scan(page(), encoding=each))
    (folder / "page.png").write_bytes(file(sign(page())))
