"""Bytes from a file and into one, all or nothing: a temporary file in the same folder, then renamed."""

import os
import secrets
from pathlib import Path

from lexveil.errors import InputError, OutputError

MEBIBYTE = 1024 * 1024


def load(path: Path, *, max_bytes: int) -> bytes:
    try:
        if not path.exists():
            raise InputError("file.missing").within(shown(path))
        if path.is_dir():
            raise InputError("file.folder").within(shown(path))
        if not path.is_file():
            raise InputError("file.irregular").within(shown(path))
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except OSError as error:
        raise InputError("file.unreadable", reason=error.strerror).within(shown(path)) from None
    expect_within(len(data), max_bytes, path)
    return data


def expect_within(length: int, max_bytes: int, name: str | Path) -> None:
    if length > max_bytes:
        size = f"{max_bytes / MEBIBYTE:.4g} MiB" if max_bytes >= MEBIBYTE else f"{max_bytes} bytes"
        raise InputError("file.too-large", size=size).within(shown(name))


def save(data: bytes, path: Path) -> None:
    """Write all of `data` to `path`, or leave the folder as it was."""
    temporary = path.with_name(f".lexveil-{secrets.token_hex(8)}.tmp")
    try:
        # Not tempfile: its files are private to the user, the result should have the usual permissions.
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or "not a path"
        raise OutputError("file.unwritable", reason=reason).within(shown(path)) from None


def shown(path: str | Path) -> str:
    """A path for a message of one line."""
    return "".join(char if char.isprintable() else "?" for char in str(path))


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # in a folder that may not be looked into
        return False


def same(one: Path, other: Path) -> bool:
    """Whether two paths name one file, also through links."""
    try:
        return one.samefile(other)
    except OSError:  # one of them does not exist (yet)
        return one.resolve() == other.resolve()
