"""Where input lies: a path, or any address that fsspec knows (`s3://…`), which the extra `remote` brings.

The only module that imports fsspec. An error says which address, and never what a server answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from lexveil.errors import InputError
from lexveil.formats import disk

MARK = "://"


def is_remote(word: str) -> bool:
    return MARK in word


def name(address: str) -> str:
    return PurePosixPath(address).name if is_remote(address) else Path(address).name


def suffix(address: str) -> str:
    """
    >>> suffix("s3://archive/2019/rows.JSONL")
    '.jsonl'
    """
    return PurePosixPath(name(address)).suffix.lower()


@contextmanager
def opened(address: str) -> Iterator[IO[bytes]]:
    """The bytes from the beginning; what cannot be opened or read is one line."""
    with _explained(address):
        if is_remote(address):
            with _fsspec().open(address, "rb") as file:
                yield cast(IO[bytes], file)
        else:
            with Path(address).open("rb") as file:
                yield file


def size(address: str) -> int:
    with _explained(address):
        if not is_remote(address):
            return Path(address).stat().st_size
        files, inside = _fsspec().core.url_to_fs(address)
        return int(files.size(inside) or 0)


def load(address: str, *, max_bytes: int) -> bytes:
    if not is_remote(address):
        return disk.load(Path(address), max_bytes=max_bytes)
    with opened(address) as file:
        data = file.read(max_bytes + 1)
    disk.expect_within(len(data), max_bytes, address)
    return data


def listed(word: str) -> list[tuple[str, str]]:
    """The files that an address names: one, all in a folder, or those that a pattern matches; each with its
    folder relative to what was named."""
    with _explained(word):
        files, inside = _fsspec().core.url_to_fs(word)
        if any(sign in inside for sign in "*?["):
            base = inside[: min(inside.find(sign) for sign in "*?[" if sign in inside)].rpartition("/")[0]
            found = files.glob(inside)
        else:
            base = inside.rstrip("/")
            found = files.find(inside) if files.isdir(inside) else [inside]
        if not found or not any(map(files.exists, found[:1])):
            raise InputError("file.missing").within(disk.shown(word))
        paths = sorted(map(str, found))
        return [(files.unstrip_protocol(each), _folder(each, base)) for each in paths]


def _folder(path: str, base: str) -> str:
    inside = PurePosixPath(path).parent
    return str(inside.relative_to(base)) if inside.is_relative_to(base) else "."


def _fsspec() -> Any:
    try:
        return import_module("fsspec")
    except ImportError:
        raise InputError("batch.no-fsspec") from None


@contextmanager
def _explained(address: str) -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError("file.missing").within(disk.shown(address)) from None
    except IsADirectoryError:
        raise InputError("file.folder").within(disk.shown(address)) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError("file.unreadable", reason=reason).within(disk.shown(address)) from None
    except (ImportError, ValueError):  # of the service that the address names
        raise InputError("batch.no-service").within(disk.shown(address)) from None
