"""Zip containers of documents: DOCX, ODT.

Comes in: the bytes of a zip file from anybody. Goes out: its members, unpacked within bounds, and a new zip
in which untouched members are the very bytes that came in. Never writes to disk, never trusts a name or a
size that the file tells about itself. Time stamps, comments and extra fields of the container do not go out.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Mapping, Set
from typing import NamedTuple

from lexveil.errors import InputError

MAX_MEMBERS = 10_000
MAX_RATIO = 200  # unpacked to packed, of members above a mebibyte; XML comes to 20, seldom 50
MAX_GROWTH = 20  # all members together, in multiples of the limit for one file
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_BEYOND = re.compile(r"(?:^|/)\.\.(?:/|$)|^/|^[A-Za-z]:|\\|\x00")


class Member(NamedTuple):
    name: str
    data: bytes
    packed: bool  # stored deflated; `mimetype` of an ODT must not be


def unpack(data: bytes, *, max_bytes: int) -> tuple[Member, ...]:
    """The members in order. Folders are left out."""
    if data.startswith(_OLE):
        raise InputError("it is encrypted with a password, or an old binary format: save it without")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            _acceptable(infos, max_bytes)
            return tuple(_member(archive, info, max_bytes) for info in infos)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
        raise InputError("not a whole zip container: the file is damaged or cut off") from None


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
                info.external_attr = 0o600 << 16
                archive.writestr(info, changed.get(member.name, member.data))
    return made.getvalue()


def _acceptable(infos: list[zipfile.ZipInfo], max_bytes: int) -> None:
    if len(infos) > MAX_MEMBERS:
        raise InputError(f"the container has more than {MAX_MEMBERS} members: this is no document")
    names = [info.filename for info in infos]
    if len({name.casefold() for name in names}) != len(names):
        raise InputError("the container has two members of one name, and readers differ on which counts")
    if any(_BEYOND.search(info.orig_filename) for info in infos):
        raise InputError(
            "a member's name leads out of the container: the file was not made by an office suite"
        )
    if any(info.flag_bits & 1 for info in infos):
        raise InputError("it is encrypted with a password: save it without")
    if sum(info.file_size for info in infos) > MAX_GROWTH * max_bytes:
        raise InputError(
            "unpacked it is far too large (a zip bomb?): raise LEXVEIL_MAX_BYTES if you trust it"
        )


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, max_bytes: int) -> Member:
    limit = min(info.file_size, max_bytes * MAX_GROWTH)
    if info.file_size > 2**20 and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        raise InputError("a member unpacks to far more than a document holds (a zip bomb?)")
    with archive.open(info) as file:
        data = file.read(limit + 1)
    if len(data) != info.file_size:
        raise InputError("a member is longer than the container says: the file is damaged")
    return Member(info.filename, data, info.compress_type != zipfile.ZIP_STORED)
