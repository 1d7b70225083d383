"""What picture files say beside their pixels: cut away, the pixels untouched.

Cameras, authors, places, comments, previews, colour profiles and whatever follows the end of a PNG, JPEG or
WebP file go. Every chunk that is not needed to show the pixels goes, known or not; only which side is up is
kept. Never decodes a pixel.
"""

import re
import struct
import zlib
from collections.abc import Iterator

from lexveil.errors import InputError

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_SHOWN = frozenset(b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB cICP sBIT bKGD pHYs acTL fcTL fdAT".split())
_JPEG, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
_WEBP_SHOWN = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"))
_JPEG_SHOWN = frozenset((*range(0xC0, 0xD0), *range(0xDA, 0xE0), 0xEE))  # EE: Adobe
# In the data of a scan, FF is followed by 00, or by a restart mark; anything else ends it.
_SCAN_END = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_DAMAGED = "picture.damaged"


def clean(data: bytes, *, orientation: int = 1) -> bytes:
    """The picture without its metadata; other kinds of file than the three come back as they are.

    `orientation` is what EXIF said about the side that is up, from 1 to 8.
    """
    try:
        if data.startswith(_PNG):
            return b"".join((_PNG, *_png(data, orientation)))
        if data.startswith(_JPEG):
            return b"".join((_JPEG, *_jpeg(data, orientation), _JPEG_END))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data, orientation)
    except (struct.error, IndexError):
        raise InputError(_DAMAGED) from None
    return data


def _png(data: bytes, orientation: int) -> Iterator[bytes]:
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        (length,) = struct.unpack_from(">I", data, at)
        kind, end = data[at + 4 : at + 8], at + 12 + length
        if end > len(data):
            raise InputError(_DAMAGED)
        if kind == b"IDAT" and orientation != 1:
            body = b"eXIf" + _upright(orientation)
            yield struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
            orientation = 1
        if kind in _PNG_SHOWN:
            yield data[at:end]
        at = end


def strip_jpeg(data: bytes) -> bytes:
    """The JPEG of a PDF: header and colour profile stay, and a damaged one is stripped as far as it goes.

    >>> strip_jpeg(bytes.fromhex("ffd8 fffe0004 6869 ffda0002 2e2e ffd9 6d6f")).hex(" ", -2)
    'ffd8 ffda 0002 2e2e ffd9'
    """
    if not data.startswith(_JPEG):
        return data
    kept, at = [_JPEG], 2
    try:
        for kind, start, end in _jpeg_segments(data):
            kept += [data[start:end]] if kind in (*_JPEG_SHOWN, 0xE0, 0xE2) else []
            at = end
        return b"".join((*kept, _JPEG_END if at < len(data) else b""))
    except (InputError, struct.error, IndexError):
        last = data.rfind(_JPEG_END)
        return b"".join((*kept, data[at : last + 2] if last >= at else data[at:]))


def _jpeg(data: bytes, orientation: int) -> Iterator[bytes]:
    if orientation != 1:
        body = b"Exif\0\0" + _upright(orientation)
        yield b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
    for kind, start, end in _jpeg_segments(data):
        if kind in _JPEG_SHOWN:
            yield data[start:end]
        elif kind == 0xE0 and data[start + 4 : start + 9] == b"JFIF\0" and end - start >= 18:
            yield b"\xff\xe0\x00\x10" + data[start + 4 : start + 16] + b"\0\0"  # without its preview


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Kind, start and end of each segment, that of a scan with its data; some writers forget the end mark."""
    at = 2
    while at < len(data):
        while data[at] == 0xFF and data[at + 1] == 0xFF:  # padding
            at += 1
        if data[at] != 0xFF:
            raise InputError(_DAMAGED)
        kind = data[at + 1]
        if kind == 0xD9:
            return
        (length,) = struct.unpack_from(">H", data, at + 2)
        end = at + 2 + length
        if end > len(data) or length < 2:
            raise InputError(_DAMAGED)
        if kind == 0xDA:
            found = _SCAN_END.search(data, end)
            end = found.start() if found else len(data)
        yield kind, at, end
        at = end


def _webp(data: bytes, orientation: int) -> bytes:
    chunks, at = [], 12
    end_of_file = 8 + struct.unpack_from("<I", data, 4)[0]
    if end_of_file > len(data):
        raise InputError(_DAMAGED)
    while at + 8 <= end_of_file:
        kind, (length,) = data[at : at + 4], struct.unpack_from("<I", data, at + 4)
        end = at + 8 + length + length % 2
        if end > len(data):
            raise InputError(_DAMAGED)
        chunk = data[at:end]
        if kind == b"VP8X":  # says which others there are: of a profile, EXIF and XMP, EXIF may stay
            flags = chunk[8] & ~0b101100 | (0b1000 if orientation != 1 else 0)
            chunk = chunk[:8] + bytes([flags]) + chunk[9:]
        if kind in _WEBP_SHOWN:
            chunks.append(chunk)
        at = end
    if orientation != 1 and chunks and chunks[0][:4] == b"VP8X":
        body = _upright(orientation)
        chunks.append(b"EXIF" + struct.pack("<I", len(body)) + body)
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _upright(orientation: int) -> bytes:
    """EXIF with that one word in it: a TIFF header and a directory of one entry."""
    return b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
