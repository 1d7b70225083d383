"""Keys, and what they seal: the key a user holds, the lock of a vault or database that it opens, and the data
key behind it, under which values are sealed and found again.

A user's key is a passphrase, or 32 random bytes written as hex or base64; it seals only the data key. A
sealed value (AES-256-GCM under a fresh nonce) is bound to the place it stands in, so that no two can be
exchanged; a mark (HMAC-SHA256) is the same for the same words and tells nothing without the key. No repr
shows a key.
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from lexveil.errors import VaultError

KEY_BYTES = 32
NONCE_BYTES = 12  # what GCM is made for: NIST SP 800-38D, 8.2
MARK_BYTES = 16
LENGTH_BYTES = 8  # that say how long a padded value is
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
        raise VaultError("vault.damaged") from None


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

    def seal_padded(self, plain: bytes, *where: str) -> bytes:
        """With zeros up to a full block."""
        data = len(plain).to_bytes(LENGTH_BYTES, "big") + plain
        return self.seal(data.ljust(-(-len(data) // BLOCK) * BLOCK, b"\0"), *where)

    def unseal_padded(self, sealed: bytes, *where: str) -> bytes:
        data = self.unseal(sealed, *where)
        return data[LENGTH_BYTES : LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "big")]

    def mark(self, *words: str) -> bytes:
        return hmac.new(self._index, place(*words), hashlib.sha256).digest()[:MARK_BYTES]


PASSPHRASE, RANDOM = "passphrase", "key"
SALT_BYTES = 16
SHORTEST = 12  # characters of a passphrase that locks anything new; what is locked already still opens
LARGEST = 4096  # bytes of a key or passphrase file; more is some other file
MOST_MEMORY = 2**30  # bytes that a lock may ask for: a forged one must not exhaust the machine


@dataclass(frozen=True, slots=True)
class Cost:
    """Of scrypt (RFC 7914): about 128 · n · r bytes of memory for each guess at a passphrase."""

    n: int = 2**17  # with r = 8: 128 MiB, what the OWASP password storage cheat sheet asks for
    r: int = 8
    p: int = 1

    @property
    def bearable(self) -> bool:
        whole = self.n > 1 and self.n & (self.n - 1) == 0 and self.r >= 1 and 1 <= self.p <= 16
        return whole and 128 * self.n * self.r <= MOST_MEMORY


@dataclass(frozen=True, slots=True)
class Key:
    kind: str  # PASSPHRASE or RANDOM
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Lock:
    """What a vault says, in the open, about the key that opens it."""

    kind: str
    salt: bytes
    cost: Cost
    proof: bytes = field(repr=False)  # only the right key gives it: so a wrong one is told at once
    wrapped: bytes = field(repr=False)  # the data key, sealed under the user's

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> "Lock":
        """As the tables have it: kind, salt, n, r, p, proof, wrapped."""
        return cls(row[0], row[1], Cost(*row[2:5]), row[5], row[6])

    @property
    def row(self) -> tuple[Any, ...]:
        return self.kind, self.salt, self.cost.n, self.cost.r, self.cost.p, self.proof, self.wrapped


def passphrase(text: str) -> Key:
    """White space around it does not count, nor how its accents are coded."""
    bare = unicodedata.normalize("NFC", text).strip()
    if not bare:
        raise VaultError("key.passphrase-empty")
    return Key(PASSPHRASE, bare.encode("utf8", "surrogatepass"))


def random_key(text: str, *, source: str = "LEXVEIL_VAULT_KEY") -> Key:
    """32 bytes as 64 hexadecimal digits or in base64; `source` is where the text came from, for the error."""
    bare = "".join(text.split()).replace("-", "+").replace("_", "/")
    for decode in (bytes.fromhex, partial(base64.b64decode, validate=True)):
        with suppress(ValueError):
            if len(secret := decode(bare)) == KEY_BYTES:
                return Key(RANDOM, secret)
    raise VaultError("key.malformed", source=source, count=KEY_BYTES)


def key_file(path: str | Path) -> Key:
    return random_key(_text_of(Path(path), "key file"), source=f"key file '{path}'")


def passphrase_file(path: str | Path) -> Key:
    return passphrase(_text_of(Path(path), "passphrase file"))


def _text_of(path: Path, what: str) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) <= LARGEST:
            return data.decode("utf8")
    except OSError as error:
        raise VaultError("key.unreadable", what=what, path=path, reason=error.strerror) from None
    except UnicodeDecodeError:
        pass
    raise VaultError("key.not-a-line", what=what, path=path)


def new_key_file(path: str | Path) -> None:
    """A fresh key in a new file that only its owner can read; a file that is there already stays as it is."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise VaultError("key.exists", path=path) from None
    except OSError as error:
        raise VaultError("key.unwritten", path=path, reason=error.strerror) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(base64.b64encode(secrets.token_bytes(KEY_BYTES)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        Path(path).unlink(missing_ok=True)
        raise VaultError("key.unwritten", path=path, reason=error.strerror) from None


def lock(data_key: bytes, key: Key, *, cost: Cost | None = None) -> Lock:
    """A lock that `key` opens, with a salt of its own."""
    if key.kind == PASSPHRASE and len(key.secret.decode("utf8", "surrogatepass")) < SHORTEST:
        raise VaultError("key.passphrase-short", count=SHORTEST)
    cost, salt = cost or Cost(), secrets.token_bytes(SALT_BYTES)
    users = _users_key(key, salt, cost)
    wrapped = seal(derive(users, "wrap"), data_key, _header(key.kind, salt, cost))
    return Lock(key.kind, salt, cost, derive(users, "proof"), wrapped)


def unlock(found: Lock, key: Key) -> bytes:
    """The data key, or an error that says at once that this is not the key."""
    if found.kind != key.kind:
        raise VaultError("key.needs-passphrase" if found.kind == PASSPHRASE else "key.needs-file")
    if not found.cost.bearable:
        raise VaultError("key.cost")
    users = _users_key(key, found.salt, found.cost)
    if not hmac.compare_digest(derive(users, "proof"), found.proof):
        raise VaultError("key.wrong")
    return unseal(derive(users, "wrap"), found.wrapped, _header(found.kind, found.salt, found.cost))


def _users_key(key: Key, salt: bytes, cost: Cost) -> bytes:
    if key.kind == PASSPHRASE:
        return Scrypt(salt=salt, length=KEY_BYTES, n=cost.n, r=cost.r, p=cost.p).derive(key.secret)
    return derive(key.secret, "key file", salt=salt)


def _header(kind: str, salt: bytes, cost: Cost) -> bytes:
    return place("lock", kind, salt.hex(), str(cost.n), str(cost.r), str(cost.p))
