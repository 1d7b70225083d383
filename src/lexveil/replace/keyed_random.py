"""Draws from a secret key: the only chance there is in the pseudonyms.

Whoever has the key draws the same number or choice again for the same purpose, and nobody can without it:
HMAC-SHA256 over the parts (RFC 2104). Nothing here keeps state or uses a random generator.
"""

import hmac
from collections.abc import Iterator, Sequence
from math import gcd
from typing import TypeVar

KEY_BYTES = 32
Item = TypeVar("Item")


def draw(key: bytes, *parts: str) -> int:
    """256 bits for these parts. Each part goes in with its length, so that none runs into the next.

    >>> len({draw(b"k" * 32, *parts) for parts in [("a", "bc"), ("a", "bc"), ("ab", "c")]})
    2
    """
    encoded = [part.encode("utf8", "surrogatepass") for part in parts]
    message = b"".join(len(part).to_bytes(4, "big") + part for part in encoded)
    return int.from_bytes(hmac.digest(key, message, "sha256"), "big")


def below(key: bytes, limit: int, *parts: str) -> int:
    """A number from 0 to limit - 1; with 256 bits the bias of the remainder is nothing."""
    return draw(key, *parts) % limit


def choice(key: bytes, items: Sequence[Item], *parts: str) -> Item:
    return items[below(key, len(items), *parts)]


def candidates(key: bytes, items: Sequence[Item], *parts: str, most: int = 0) -> Iterator[Item]:
    """The items in a drawn order, each once, until one of them suits; at most `most` of them (0: all).

    The order walks round the list from a drawn start by a drawn step that shares no factor with its length:
    as good as a shuffle for picking the first that suits, at the cost of one draw.

    >>> sorted(candidates(b"k" * 32, "abcd", "letters"))
    ['a', 'b', 'c', 'd']
    """
    size = len(items)
    if not size:
        return
    drawn = draw(key, *parts)
    at, drawn = drawn % size, drawn // size
    step = drawn % size or 1
    while gcd(step, size) != 1:
        step += 1
    for _ in range(min(size, most or size)):
        yield items[at]
        at = (at + step) % size


def stream(key: bytes, *parts: str) -> Iterator[int]:
    """Bytes without end, for identifiers that are drawn sign by sign."""
    block = 0
    while True:
        yield from draw(key, *parts, str(block)).to_bytes(32, "big")
        block += 1
