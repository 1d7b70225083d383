"""Passwords: argon2id, and which ones are taken.

Comes in: a password, or a password and its hash. Goes out: a hash, or whether they fit. The parameters are
the second recommended option of RFC 9106 (64 MiB, 3 passes, 4 lanes), the default of argon2-cffi and above
the least that OWASP's Password Storage Cheat Sheet asks for (19 MiB, 2 passes). Never keeps a password.
"""

import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from lexveil.errors import LexveilError

SHORTEST, LONGEST = 12, 1024
LEAST_DIFFERENT = 4
NONE = "!"  # the hash of a user who cannot log in with a password
HASHER = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
# What the password of an unknown user is compared with, so that their answer takes as long as that of a user.
# It was made of random bytes that were thrown away.
_NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$LZdJtTSrGYHGQ99auvK3aA$heXHJclU5gHKKPAgGhlTvsOqx57ghmlqDTk8sgkL25c"


class PasswordError(LexveilError):
    """A password that is not good enough; the message does not quote it."""


def check(password: str, name: str) -> None:
    """NIST SP 800-63B asks for length, not for kinds of characters."""
    plain = _normal(password)
    if len(plain) < SHORTEST:
        raise PasswordError(f"the password must have at least {SHORTEST} characters")
    if len(plain) > LONGEST:
        raise PasswordError(f"the password must have no more than {LONGEST} characters")
    if len(set(plain)) < LEAST_DIFFERENT:
        raise PasswordError(f"the password must have at least {LEAST_DIFFERENT} different characters")
    if plain.casefold().strip() == _normal(name).casefold().strip():
        raise PasswordError("the password must not be the user name")


def hashed(password: str) -> str:
    return HASHER.hash(_normal(password))


def fits(hash_: str | None, password: str) -> bool:
    """The same work whether or not there is such a user, and whether or not they have a password."""
    known = hash_ is not None and hash_ != NONE
    plain = _normal(password) if len(password) <= LONGEST else ""
    try:
        HASHER.verify(hash_ if known and hash_ else _NOBODY, plain)
    except (VerifyMismatchError, VerificationError, InvalidHashError):
        return False
    return known and bool(plain)


def outdated(hash_: str) -> bool:
    """Whether it was made with other parameters than today's."""
    return HASHER.check_needs_rehash(hash_)


def _normal(password: str) -> str:
    """However a keyboard codes an accent, it is the same password (NIST SP 800-63B, 5.1.1.2)."""
    return unicodedata.normalize("NFKC", password.encode("utf8", "replace").decode())
