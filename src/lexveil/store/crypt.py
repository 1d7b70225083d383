"""Sealing values and finding them again without opening everything.

Comes in: a data key of 32 bytes and plain bytes. Goes out: sealed bytes (AES-256-GCM under a fresh nonce,
bound to the place they stand in, so that no two can be exchanged) and marks (HMAC-SHA256, the same for the
same words and telling nothing without the key). Never reads or writes a file, and keeps no value.
"""

import hashlib
import hmac
import json
import secrets
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from lexveil.errors import VaultError

KEY_BYTES = 32
NONCE_BYTES = 12  # what GCM is made for: NIST SP 800-38D, 8.2
MARK_BYTES = 16
BLOCK = 128  # sealed records are padded to a multiple: their length must not tell how long a name is


def derive(key: bytes, purpose: str, *, salt: bytes = b"") -> bytes:
    """A key of its own for each purpose (HKDF-SHA256, RFC 5869); from one of them no other can be told."""
    return HKDF(SHA256(), KEY_BYTES, salt=salt, info=b"lexveil " + _coded(purpose)).derive(key)


def place(*words: str) -> bytes:
    """Where a value stands, as bytes that no other words give."""
    coded = [_coded(word) for word in words]
    return b"".join(len(word).to_bytes(4, "big") + word for word in coded)


def _coded(word: str) -> bytes:
    return word.encode("utf8", "surrogatepass")  # a name on the command line may hold halves of characters


def seal(key: bytes, plain: bytes, where: bytes) -> bytes:
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, plain, where)


def unseal(key: bytes, sealed: bytes, where: bytes) -> bytes:
    try:
        return AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], where)
    except (InvalidTag, ValueError):  # ValueError: too short to be sealed at all
        raise VaultError(
            "the vault was changed or damaged since it was written: use a copy of it from a backup"
        ) from None


class Crypt:
    """What the data key of a vault can do; its repr shows nothing."""

    def __init__(self, data_key: bytes) -> None:
        self._values = derive(data_key, "values")
        self._index = derive(data_key, "index")

    def seal(self, plain: bytes, *where: str) -> bytes:
        return seal(self._values, plain, place(*where))

    def unseal(self, sealed: bytes, *where: str) -> bytes:
        return unseal(self._values, sealed, place(*where))

    def seal_record(self, record: dict[str, Any], *where: str) -> bytes:
        """JSON, in ASCII, for a damaged text may hold halves of characters; blanks up to a full block."""
        plain = json.dumps(record).encode()
        return self.seal(plain.ljust(-(-len(plain) // BLOCK) * BLOCK), *where)

    def unseal_record(self, sealed: bytes, *where: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.unseal(sealed, *where))
        return found

    def mark(self, *words: str) -> bytes:
        return hmac.new(self._index, place(*words), hashlib.sha256).digest()[:MARK_BYTES]
