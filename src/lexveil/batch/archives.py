"""The documents in zip and tar archives, from anybody: read one after the other, never unpacked onto a disk.

No name and no size that an archive tells is trusted. A member that cannot be read is an error of its own; an
archive that breaks in the middle is one, and ends there."""

import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import IO, Any, NamedTuple

from lexveil.batch import addresses
from lexveil.batch.items import Item
from lexveil.errors import InputError

ZIPS = (".zip",)
TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
ENDINGS = (*ZIPS, *TARS)
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError,
    OverflowError, OSError,
)  # fmt: skip


class Member(NamedTuple):
    name: str
    data: bytes
    error: str
    at: int  # bytes of the archive that were read by then
    values: Mapping[str, Any] = {}  # of the error


def is_archive(address: str) -> bool:
    return addresses.name(address).lower().endswith(ENDINGS)


def stem(address: str) -> str:
    """
    >>> stem("2019/decisions.tar.gz")
    'decisions'
    """
    name = addresses.name(address)
    ending = max((each for each in ENDINGS if name.lower().endswith(each)), key=len)
    return name[: -len(ending)]


def items(
    address: str, under: str, shown: str, *, suffixes: frozenset[str], max_bytes: int
) -> Iterator[tuple[Item, int]]:
    """Each document of a format that can be read, and how many bytes of the archive were read by then."""
    seen: set[str] = set()
    for number, member in enumerate(_members(address, suffixes, max_bytes), 1):
        path = PurePosixPath(under) / stem(address) / member.name
        error = member.error or ("batch.same-target" if str(path).casefold() in seen else "")
        seen.add(str(path).casefold())
        data = None if error else member.data
        size = 0 if error else len(member.data)
        item = Item(shown, number, data=data, twin=str(path), size=size, error=error, values=member.values)
        yield item, member.at


def expect_archive(address: str) -> None:
    """Before anything is written: it is one."""
    try:
        with addresses.opened(address) as file:
            if addresses.name(address).lower().endswith(ZIPS):
                zipfile.ZipFile(file).close()
            else:
                tarfile.open(fileobj=file, mode="r|*").close()
    except InputError:
        raise
    except _DAMAGED:
        raise InputError("batch.archive") from None


def _members(address: str, suffixes: frozenset[str], max_bytes: int) -> Iterator[Member]:
    at = 0
    try:
        with addresses.opened(address) as file:
            read = _zipped if addresses.name(address).lower().endswith(ZIPS) else _tarred
            for name, inner in read(file):
                if PurePosixPath(name).suffix.lower() not in suffixes:
                    continue
                at = max(at, file.tell())
                yield _member(name, inner, at, max_bytes)
    except InputError as error:
        yield Member("archive", b"", error.code, at, error.values)
    except _DAMAGED:
        yield Member("archive", b"", "batch.archive-broken", at)


def _member(name: str, inner: "_Inner", at: int, max_bytes: int) -> Member:
    if not _safe(name):
        return Member("document", b"", "batch.member-outside", at)
    if not inner.archive or not inner.info:  # of a tar, where a break is one of the whole
        data = inner.file.read(max_bytes + 1) if inner.file else b""
    else:
        try:
            with inner.archive.open(inner.info) as file:
                data = file.read(max_bytes + 1)
        except _DAMAGED:
            return Member(name, b"", "batch.member-broken", at)
    if len(data) > max_bytes:
        return Member(name, b"", "batch.member-large", at)
    return Member(name, data, "", at)


class _Inner(NamedTuple):
    archive: zipfile.ZipFile | None = None
    info: zipfile.ZipInfo | None = None
    file: IO[bytes] | None = None


def _zipped(file: IO[bytes]) -> Iterator[tuple[str, _Inner]]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, _Inner(archive, info)


def _tarred(file: IO[bytes]) -> Iterator[tuple[str, _Inner]]:
    with tarfile.open(fileobj=file, mode="r|*") as archive:
        for info in archive:
            if info.isreg():
                yield info.name.removeprefix("./"), _Inner(file=archive.extractfile(info))
            archive.members = []  # type: ignore[attr-defined]  # else it keeps them all


def _safe(name: str) -> bool:
    path = PurePosixPath(name)
    odd = any(sign in name for sign in ("\\", "\0", ":")) or not name.isprintable()
    return not (odd or path.is_absolute() or ".." in path.parts)
