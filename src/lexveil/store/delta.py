"""How to get the original back from what was written.

Comes in: the bytes of the written file and of the original. Goes out: a delta, that is, which stretches of
the written file to copy and what to put between them, packed; and from the written file and its delta the
original, byte for byte. It knows no format: a text or HTML file costs little more than the names that were
replaced, a zip container whose members were packed anew costs about its own size. Never larger than the
original packed, but for a few bytes.
"""

import hashlib
import zlib

from lexveil.errors import VaultError

BLOCK = 32  # bytes that must agree before a stretch is copied
PATIENCE = 8192  # bytes without agreement after which the search goes faster
DIGEST = hashlib.sha256().digest_size
DAMAGED = "the restore data does not fit the document: use a copy of the vault from a backup"

Copy = tuple[int, int, int]  # from in the original, from in the written file, how long


def make(written: bytes, original: bytes) -> bytes:
    """
    >>> apply(b"WITNESS_1 left.", make(b"WITNESS_1 left.", b"Ann Roe left."))
    b'Ann Roe left.'
    """
    out = bytearray()
    at = end = 0  # in the original, in the written file
    for start, source, length in [*_copies(written, original), (len(original), 0, 0)]:
        for number in (start - at, length, _folded(source - end)):
            _put(out, number)
        out += original[at:start]
        at, end = start + length, source + length
    return hashlib.sha256(original).digest() + zlib.compress(bytes(out), 9)


def apply(written: bytes, delta: bytes) -> bytes:
    """The original; an error if delta and file do not belong together."""
    parts: list[bytes] = []
    try:
        packed = zlib.decompress(delta[DIGEST:])
        at = end = 0
        while at < len(packed):
            (fresh, length, step), at = _take(packed, at)
            parts.append(packed[at : at + fresh])
            at += fresh
            source = end + _unfolded(step)
            parts.append(written[source : source + length])
            end = source + length
    except (zlib.error, IndexError):
        raise VaultError(DAMAGED) from None
    original = b"".join(parts)
    if hashlib.sha256(original).digest() != delta[:DIGEST]:
        raise VaultError(DAMAGED)
    return original


def _copies(written: bytes, original: bytes) -> list[Copy]:
    """Stretches of the original, in order, that stand in the written file too."""
    blocks: dict[bytes, int] = {}
    for at in range(0, len(written) - BLOCK + 1, BLOCK):
        blocks.setdefault(written[at : at + BLOCK], at)
    found: list[Copy] = []
    at = done = 0
    while at <= len(original) - BLOCK:
        place = blocks.get(original[at : at + BLOCK])
        if place is None:
            # The longer nothing agrees, the larger the steps; an odd step still meets every alignment.
            at += min(1 + (at - done) // PATIENCE * 2, BLOCK - 1)
            continue
        back = _agree_before(written, place, original, at, limit=at - done)
        length = back + _agree(written, place, original, at)
        found.append((at - back, place - back, length))
        at = done = at - back + length
    return found


def _agree(one: bytes, start: int, other: bytes, begin: int) -> int:
    """How many bytes from there on are the same, in steps that double: long stretches cost little."""
    length, step = 0, BLOCK
    most = min(len(one) - start, len(other) - begin)
    while step:
        step = min(step, most - length)
        if (
            step
            and one[start + length : start + length + step] == other[begin + length : begin + length + step]
        ):
            length, step = length + step, min(2 * step, 2**20)
        else:
            step //= 2
    return length


def _agree_before(one: bytes, start: int, other: bytes, begin: int, *, limit: int) -> int:
    length, most = 0, min(start, limit, BLOCK * BLOCK)  # as far as a large step can have gone past
    while length < most and one[start - length - 1] == other[begin - length - 1]:
        length += 1
    return length


def _put(out: bytearray, number: int) -> None:
    """Seven bits to a byte, the last without the high bit."""
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _take(data: bytes, at: int) -> tuple[tuple[int, int, int], int]:
    found: list[int] = []
    for _ in range(3):
        number = shift = 0
        while True:
            byte = data[at]
            at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        found.append(number)
    return (found[0], found[1], found[2]), at


def _folded(step: int) -> int:
    """A step forwards or back as a number without a sign."""
    return 2 * step if step >= 0 else -2 * step - 1


def _unfolded(number: int) -> int:
    return number // 2 if number % 2 == 0 else -(number + 1) // 2
