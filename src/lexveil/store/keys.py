"""The key a user holds, and the lock of a vault that it opens.

Comes in: a passphrase, or 32 random bytes written as hex or base64, in a file or as a text. Goes out: a
`Key`, and with a vault's `Lock` the data key under which everything in that vault is sealed. The user's key
seals only the data key. Never reads the environment and never keeps a passphrase in a repr.
"""

import base64
import binascii
import hmac
import os
import secrets
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from lexveil.errors import VaultError
from lexveil.store.crypt import KEY_BYTES, derive, place, seal, unseal

PASSPHRASE, RANDOM = "passphrase", "key"
SALT_BYTES = 16
SHORTEST = 12  # characters of a passphrase that locks anything new; what is locked already still opens
LARGEST = 4096  # bytes of a key or passphrase file; more is some other file
MOST_MEMORY = 2**30  # bytes that a lock may ask for: a forged one must not exhaust the machine
WRONG = "wrong passphrase or key for this vault"


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


def passphrase(text: str) -> Key:
    """White space around it does not count, nor how its accents are coded."""
    bare = unicodedata.normalize("NFC", text).strip()
    if not bare:
        raise VaultError("the passphrase is empty: choose one of several words")
    return Key(PASSPHRASE, bare.encode("utf8", "surrogatepass"))


def random_key(text: str, *, source: str = "LEXVEIL_VAULT_KEY") -> Key:
    """32 bytes as 64 hexadecimal digits or in base64; `source` is where the text came from, for the error."""
    bare = "".join(text.split())
    for decode in (bytes.fromhex, _base64):
        try:
            secret = decode(bare)
        except (ValueError, binascii.Error):
            continue
        if len(secret) == KEY_BYTES:
            return Key(RANDOM, secret)
    raise VaultError(
        f"{source} holds no vault key: it must be {KEY_BYTES} random bytes in hexadecimal or base64; "
        "make one with `lexveil vault new-key FILE`"
    )


def _base64(text: str) -> bytes:
    return base64.b64decode(text.replace("-", "+").replace("_", "/"), validate=True)


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
        raise VaultError(f"{what} '{path}' cannot be read ({error.strerror}): check the path") from None
    except UnicodeDecodeError:
        pass
    raise VaultError(f"{what} '{path}' is no text of one line: check the path")


def new_key_file(path: str | Path) -> None:
    """A fresh key in a new file that only its owner can read; a file that is there already stays as it is."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise VaultError(f"'{path}' exists already: keep it, or choose another name") from None
    except OSError as error:
        raise VaultError(f"'{path}' cannot be written ({error.strerror}): choose another folder") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(base64.b64encode(secrets.token_bytes(KEY_BYTES)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        Path(path).unlink(missing_ok=True)
        raise VaultError(f"'{path}' cannot be written ({error.strerror}): choose another folder") from None


def lock(data_key: bytes, key: Key, *, cost: Cost | None = None) -> Lock:
    """A lock that `key` opens, with a salt of its own."""
    if key.kind == PASSPHRASE and len(key.secret.decode("utf8", "surrogatepass")) < SHORTEST:
        raise VaultError(f"the passphrase is shorter than {SHORTEST} characters: choose one of several words")
    cost, salt = cost or Cost(), secrets.token_bytes(SALT_BYTES)
    users = _users_key(key, salt, cost)
    wrapped = seal(derive(users, "wrap"), data_key, _header(key.kind, salt, cost))
    return Lock(key.kind, salt, cost, derive(users, "proof"), wrapped)


def unlock(found: Lock, key: Key) -> bytes:
    """The data key, or an error that says at once that this is not the key."""
    if found.kind != key.kind:
        needed = (
            "a passphrase (--passphrase-file)" if found.kind == PASSPHRASE else "a key file (--vault-key)"
        )
        raise VaultError(f"{WRONG}: it opens with {needed}")
    if not found.cost.bearable:
        raise VaultError("the vault was changed or damaged: its scrypt cost is out of bounds")
    users = _users_key(key, found.salt, found.cost)
    if not hmac.compare_digest(derive(users, "proof"), found.proof):
        raise VaultError(WRONG)
    return unseal(derive(users, "wrap"), found.wrapped, _header(found.kind, found.salt, found.cost))


def _users_key(key: Key, salt: bytes, cost: Cost) -> bytes:
    if key.kind == PASSPHRASE:
        return Scrypt(salt=salt, length=KEY_BYTES, n=cost.n, r=cost.r, p=cost.p).derive(key.secret)
    return derive(key.secret, "key file", salt=salt)


def _header(kind: str, salt: bytes, cost: Cost) -> bytes:
    return place("lock", kind, salt.hex(), str(cost.n), str(cost.r), str(cost.p))
