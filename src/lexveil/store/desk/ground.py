"""What every part of the desk stands on: the database, the key, the clock.

Comes in: nothing but plain values. Goes out: ids, times as text, and bytes sealed so that their length tells
little. Never touches the database itself.
"""

import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Protocol

from lexveil.store.crypt import BLOCK, Crypt
from lexveil.store.desk.database import Database
from lexveil.store.desk.errors import DeskError, Missing

Audit = tuple[str, str, Mapping[str, str | int]]  # who, what kind of thing, and details without any text

_LENGTH = 8  # bytes that say how long the plain value is


class Ground(Protocol):
    """What a method of the desk needs of it."""

    database: Database
    crypt: Crypt
    clock: Callable[[], datetime]


def now(desk: Ground) -> str:
    return when(desk.clock())


def when(time: str | datetime) -> str:
    """A time as the desk keeps it: in UTC and always of one length, so that times sort as text.

    >>> when("2031-05-04T12:00:00+02:00")
    '2031-05-04T10:00:00.000000+00:00'
    """
    try:
        found = datetime.fromisoformat(time) if isinstance(time, str) else time
    except ValueError:
        raise DeskError("a time must be ISO 8601, such as 2031-05-04T10:00:00+00:00") from None
    if found.tzinfo is None:
        raise DeskError("a time must say its time zone, such as 2031-05-04T10:00:00+00:00")
    return found.astimezone(UTC).isoformat(timespec="microseconds")


def new_id() -> str:
    return secrets.token_hex(16)


def seal(crypt: Crypt, plain: bytes, *where: str) -> bytes:
    """With zeros up to a full block, as the vault does it with its records."""
    size = _LENGTH + len(plain)
    padded = (len(plain).to_bytes(_LENGTH, "big") + plain).ljust(-(-size // BLOCK) * BLOCK, b"\0")
    return crypt.seal(padded, *where)


def unseal(crypt: Crypt, sealed: bytes, *where: str) -> bytes:
    padded = crypt.unseal(sealed, *where)
    return padded[_LENGTH : _LENGTH + int.from_bytes(padded[:_LENGTH], "big")]


def missing(what: str) -> Missing:
    return Missing(f"there is no such {what} (any more)")
