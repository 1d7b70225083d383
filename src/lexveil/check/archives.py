"""Containers: zip (DOCX, ODT, XLSX and plain archives), gzip, the chunks of a PNG.

Comes in: the bytes of one. Goes out: the text of each member, and of the container itself: names, comments,
what lies between the members. A member whose name is not one that an office suite gives is called by its
number, for a name can tell a name. A member that cannot be opened is searched as it is and named as unread.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator

from lexveil.check import strings
from lexveil.check.texts import Budget, Text, place, unread

CHUNK = 2**20  # bytes unpacked at once
PIECE = 2**16  # bytes given to be unpacked

Walk = Callable[[bytes, str, int], Iterator[Text]]

# The words that the parts of office files are called by.
_KNOWN = frozenset(
    "accelerator activeX app attachedToolbars Basic bibliography Bitmaps calcChain chart charts "
    "chartsheets colors comments commentsExtended commentsExtensible commentsIds Configurations "
    "connections content ContentTypes core ctrlProps current custom customizations customXml data "
    "diagrams docMetadata docProps document documentsettings drawing drawings embeddings endnotes "
    "externalLink externalLinks floater fonts fontTable footer footnotes glossary header image images "
    "item itemProps keymap LabelInfo layout manifest media menubar meta META-INF metadata mimetype "
    "notesSlide notesSlides Object ObjectReplacements oleObject package people persons Pictures popupmenu "
    "ppt presentation printerSettings progressbar quickStyle rels settings sharedStrings sheet sheets "
    "slide slideLayout slideLayouts slideMaster slideMasters slides statusbar style styles "
    "stylesWithEffects table tables theme themeOverride thumbnail Thumbnails toolbar toolpanel vbaData "
    "vbaProject vmlDrawing webSettings word workbook worksheets xl".split()
)
_EXTENSION = re.compile(r"\.(?:xml|rels|bin|vml|png|jpe?g|gif|[ew]mf|svg|tiff?|odttf|ttf|rdf|docx|xlsx)$")


def is_zip(data: bytes) -> bool:
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06") or zipfile.is_zipfile(io.BytesIO(data))


def is_gzip(data: bytes) -> bool:
    return data.startswith(b"\x1f\x8b\x08")


def is_png(data: bytes) -> bool:
    return data.startswith(b"\x89PNG\r\n\x1a\n")


def members(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    yield strings.loose(data, place(name, "container"))
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        yield unread(name, "container", depth)
        return
    with archive:
        infos = archive.infolist()
        told = [info.filename for info in infos] + [_loose(info.comment + info.extra) for info in infos]
        yield Text(place(name, "member names"), "\n\n".join([*told, _loose(archive.comment)]), "code")
        for number, info in enumerate(infos, 1):
            where = place(name, called(info.filename, number))
            inner = _unpacked(archive, info, budget)
            if inner is None:
                yield unread(where, "packed", depth + 1)
            elif inner:
                yield from walk(inner, where, depth + 1)


def called(member: str, number: int) -> str:
    """The name of a member if it is one that says nothing, else its number.

    >>> called("word/footnotes.xml", 3), called("word/media/ann-roe.png", 4)
    ('word/footnotes.xml', 'member 4')
    """
    stems = [_EXTENSION.sub("", _EXTENSION.sub("", step)) for step in member.split("/")]
    plain = all(re.sub(r"[\d_\[\]. ]+", "", stem) in _KNOWN | {""} for stem in stems)
    return member if plain and member.isascii() and len(member) < 80 else f"member {number}"


def unzipped(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    yield from strings.binary(data[:CHUNK], name)  # the header may hold a file name
    inner = inflated(data, budget, window=31)
    if inner is None:
        yield unread(name, "packed data", depth)
    else:
        yield from walk(inner, place(name, "unpacked"), depth + 1)


def chunks(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    """A PNG: its bytes, and the texts in it that are packed."""
    yield from strings.binary(data, name)
    at = 8
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if kind not in (b"IDAT", b"PLTE"):
            yield from strings.binary(body, place(name, "chunk"))
        if kind in (b"zTXt", b"iTXt", b"iCCP"):
            for start in (found.end() for found in re.finditer(b"\x00", body[:400])):
                inner = inflated(body[start + (body[start : start + 1] == b"\x00") :], budget)
                if inner:
                    yield from strings.binary(inner, place(name, "packed text"))
        at += 12 + size


def inflated(data: bytes | memoryview, budget: Budget, *, window: int = 15) -> bytes | None:
    """What deflated data unpack to, as far as they go; nothing when they are none."""
    worker = zlib.decompressobj(window)
    made: list[bytes] = []
    view = memoryview(data)
    size = 0
    try:
        for at in range(0, len(view), PIECE):
            piece: bytes | memoryview = view[at : at + PIECE]
            while piece and not worker.eof:
                made.append(worker.decompress(piece, CHUNK))
                size += len(made[-1])
                budget.spend(len(made[-1]), part=size)
                piece = worker.unconsumed_tail
            if worker.eof:
                break
    except zlib.error:
        return b"".join(made) if any(made) else None
    return b"".join(made)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Budget) -> bytes | None:
    made: list[bytes] = []
    size = 0
    try:
        with archive.open(info) as file:
            while chunk := file.read(CHUNK):
                size += len(chunk)
                budget.spend(len(chunk), part=size)
                made.append(chunk)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError):
        return None
    return b"".join(made)


def _loose(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\x00", "")
