"""Zip containers of documents (DOCX, ODT), from anybody: no name and no size they tell is trusted.

Untouched members go out as the very bytes that came in; time stamps, comments and extra fields do not go out.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

from lexveil.errors import InputError
from lexveil.formats.markup import Block
from lexveil.formats.source import Options, Pieces, Replacements
from lexveil.model import Part

MAX_MEMBERS = 10_000
SMALL = 2**24  # bytes of a member that are never too many
MAX_RATIO = 200  # unpacked to packed, of larger members; XML comes to 20, seldom 50
MAX_GROWTH = 20  # all members together, in multiples of the limit for one file
_BEYOND = re.compile(r"(?:^|/)\.\.(?:/|$)|^/|^[A-Za-z]:|\\|\x00|//")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # all that office formats know
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")  # [MS-OFFCRYPTO] 1.3.2: where an encrypted DOCX lies
_PAGE = re.compile(rb"(?i)(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body|meta|div|p|table)\b")
_MARKUP = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml|\s*<[A-Za-z]")
_OTHERS = ((b"%PDF-", "pdf"), (b"{\\rtf", "rtf"))
# NotImplementedError is a RuntimeError, and an OverflowError may come from a false size.
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError, ValueError, OverflowError)


class Member(NamedTuple):
    name: str
    data: bytes
    packed: bool  # stored deflated; `mimetype` of an ODT must not be


def unpack(data: bytes, *, max_bytes: int) -> tuple[Member, ...]:
    """The members in order. Folders are left out."""
    _is_zip(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            _acceptable(infos, max_bytes)
            return tuple(_member(archive, info) for info in infos)
    except _DAMAGED:
        raise InputError("package.damaged") from None


def pack(
    members: tuple[Member, ...],
    *,
    changed: Mapping[str, bytes],
    removed: Set[str] = frozenset(),
    renamed: Mapping[str, str] | None = None,
) -> bytes:
    """A zip with the same members in the same order, but for what is changed, removed and renamed."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for member in members:
            if member.name not in removed:
                info = zipfile.ZipInfo((renamed or {}).get(member.name, member.name))
                info.compress_type = zipfile.ZIP_DEFLATED if member.packed else zipfile.ZIP_STORED
                info.create_system = 3  # the same bytes on every system
                info.external_attr = 0o600 << 16
                archive.writestr(info, changed.get(member.name, member.data))
    return made.getvalue()


class Picture(NamedTuple):
    """A picture inside a container: what becomes of it, and the text it shows."""

    part: Part
    blocks: Sequence[Block] = ()
    data: bytes = b""
    image: Any = None  # what `write_picture` needs further; None: it goes as it came


def read_picture(name: str, data: bytes, options: Options) -> Picture:
    """`name` is a neutral one."""
    from lexveil.formats.images import read_image  # most documents need none of what it loads

    kept, allowed = options.keep_metadata, options.allow_image
    image = read_image(name, data, language=options.language, keep_metadata=kept, allowed=allowed)
    for block in image.blocks:
        block.region = "picture"
    return Picture(image.part, image.blocks, data, image)


def write_picture(picture: Picture, pieces: Pieces, replacements: Replacements) -> bytes:
    """The picture with the replacements in it; `pieces` are those of its blocks."""
    from lexveil.formats.images import write_image

    return write_image(picture.data, picture.image, pieces, replacements) if picture.image else picture.data


def _is_zip(data: bytes) -> None:
    if data.startswith(_OLE):
        raise InputError("file.encrypted" if _ENCRYPTED in data else "package.old-office")
    for start, kind in _OTHERS:
        if data.startswith(start):
            raise InputError(f"package.{kind}")
    if _PAGE.match(data[:1024]):
        raise InputError("package.page")
    if _MARKUP.match(data[:1024]):
        raise InputError("package.xml")


def _acceptable(infos: list[zipfile.ZipInfo], max_bytes: int) -> None:
    if len(infos) > MAX_MEMBERS:
        raise InputError("package.members", count=MAX_MEMBERS)
    names = [info.filename for info in infos]
    if len({name.casefold() for name in names}) != len(names):
        raise InputError("package.same-names")
    if any(_BEYOND.search(info.orig_filename) for info in infos):
        raise InputError("package.outside")
    if any(info.flag_bits & 1 for info in infos):
        raise InputError("file.encrypted")
    if any(info.compress_type not in _METHODS for info in infos):
        raise InputError("package.packing")
    bombs = (each.file_size > max(SMALL, MAX_RATIO * max(each.compress_size, 1)) for each in infos)
    if sum(info.file_size for info in infos) > MAX_GROWTH * max_bytes or any(bombs):
        size = f"{MAX_GROWTH * max_bytes / 2**20:g} MiB"
        raise InputError("package.bomb", size=size, ratio=MAX_RATIO)
    if any(info.file_size > max_bytes for info in infos):
        raise InputError("package.large-member", size=f"{max_bytes / 2**20:g} MiB")


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Member:
    with archive.open(info) as file:
        data = file.read(info.file_size + 1)  # one more, so that its checksum is looked at
    if len(data) != info.file_size:
        raise InputError("package.length")
    return Member(info.filename, data, info.compress_type != zipfile.ZIP_STORED)
