"""Users: the rules for names, roles and passwords; and guessing passwords is slow.

Passwords are hashed with argon2id, by the second recommended option of RFC 9106 (64 MiB, 3 passes, 4 lanes),
the default of argon2-cffi and above the least that OWASP's Password Storage Cheat Sheet asks for (19 MiB, 2
passes). There is always an administrator who can log in, once there has been one. What an account has failed
is in the desk, so that a restart forgives nothing; what an address has failed, and names that nobody has, is
in memory. A name that nobody has is locked as one that somebody has: else the lock would tell them apart. No
password is kept or told.
"""

import json
import re
import threading
import unicodedata
from collections import OrderedDict
from datetime import datetime, timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from lexveil.errors import LexveilError
from lexveil.service import callers
from lexveil.service.callers import ADMINISTRATOR, LOCAL, ROLES
from lexveil.store.desk import Audit, Desk, Taken, User

SHORTEST_PASSWORD, LONGEST_PASSWORD = 12, 1024
LEAST_DIFFERENT = 4
NO_PASSWORD = "!"  # noqa: S105 - how the hash of a user begins who cannot log in with one
HASHER = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
# What the password of an unknown user is compared with, so that their answer takes as long as that of a user.
# It was made of random bytes that were thrown away.
_NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$LZdJtTSrGYHGQ99auvK3aA$heXHJclU5gHKKPAgGhlTvsOqx57ghmlqDTk8sgkL25c"


class PasswordError(LexveilError):
    """A password that is not good enough; the message does not quote it."""


def check_password(password: str, name: str) -> None:
    """NIST SP 800-63B asks for length, not for kinds of characters."""
    plain = _normal(password)
    if len(plain) < SHORTEST_PASSWORD:
        raise PasswordError("users.password-short", count=SHORTEST_PASSWORD)
    if len(plain) > LONGEST_PASSWORD:
        raise PasswordError("users.password-long", count=LONGEST_PASSWORD)
    if len(set(plain)) < LEAST_DIFFERENT:
        raise PasswordError("users.password-same", count=LEAST_DIFFERENT)
    if plain.casefold().strip() == _normal(name).casefold().strip():
        raise PasswordError("users.password-name")


def password_hash(password: str) -> str:
    return HASHER.hash(_normal(password))


def password_fits(hash_: str | None, password: str) -> bool:
    """The same work whether or not there is such a user, and whether or not they have a password."""
    known = hash_ is not None and not hash_.startswith(NO_PASSWORD)
    plain = _normal(password) if len(password) <= LONGEST_PASSWORD else ""
    try:
        HASHER.verify(hash_ if known and hash_ else _NOBODY, plain)
    except (VerifyMismatchError, VerificationError, InvalidHashError):
        return False
    return known and bool(plain)


def signed_on(issuer: str, subject: str) -> str:
    """What stands in the place of a password hash for whoever logs in at a provider: it is sealed with the
    rights as that is, and no password fits it."""
    return f"{NO_PASSWORD}{callers.digest(json.dumps([issuer, subject]))}"


def by_sign_on(user: User | None) -> bool:
    return (
        user is not None and user.password_hash.startswith(NO_PASSWORD) and user.password_hash != NO_PASSWORD
    )


def hash_outdated(hash_: str) -> bool:
    """Whether it was made with other parameters than today's."""
    return HASHER.check_needs_rehash(hash_)


def _normal(password: str) -> str:
    """However a keyboard codes an accent, it is the same password (NIST SP 800-63B, 5.1.1.2)."""
    return unicodedata.normalize("NFKC", password.encode("utf8", "replace").decode())


ACCOUNT_FAILURES, ADDRESS_FAILURES = 5, 20  # from which on there is a wait; an office may share an address
FIRST_WAIT, LONGEST_WAIT = 30, 15 * 60  # seconds
REMEMBERED = 10_000  # names and addresses


def wait_after(failures: int, *, allowed: int = ACCOUNT_FAILURES) -> int:
    """
    >>> [wait_after(failures) for failures in (4, 5, 6, 9, 10, 10_000)]
    [0, 30, 60, 480, 900, 900]
    """
    return 0 if failures < allowed else min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures - allowed, 20))


class Throttle:
    """`lock` is held over a whole login: guesses that come at the same time are counted one by one, and one
    password at a time is hashed, so memory stays bounded."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.lock = threading.Lock()
        self._failed: OrderedDict[tuple[str, str], tuple[int, datetime]] = OrderedDict()

    def wait(self, user: User | None, name: str, address: str) -> int:
        """Seconds until the next try counts; 0: now."""
        until = [self._until("address", address, ADDRESS_FAILURES)]
        if user is None:
            until.append(self._until("name", callers.digest(name), ACCOUNT_FAILURES))
        elif user.locked_until:
            until.append(datetime.fromisoformat(user.locked_until))
        return max(0, *(-int(-(each - self.desk.clock()).total_seconds() // 1) for each in until))

    def failed(self, user: User | None, name: str, address: str) -> None:
        self._count("address", address)
        if user is None:
            self._count("name", callers.digest(name))
            return
        wait = wait_after(self.desk.count_failure(user.id))
        if wait:
            self.desk.change_user(user.id, locked_until=self.desk.clock() + timedelta(seconds=wait))

    def passed(self, user: User) -> None:
        """The account starts anew. The address does not: else a guesser who has an account of their own could
        forgive themselves; it is forgotten after a time without a failure."""
        if user.failed or user.locked_until:
            self.desk.change_user(user.id, failed=0, locked_until="")

    def _count(self, kind: str, key: str) -> None:
        failures, _ = self._recent(kind, key)
        self._failed.pop((kind, key), None)
        self._failed[kind, key] = (failures + 1, self.desk.clock())
        while len(self._failed) > REMEMBERED:
            self._failed.popitem(last=False)

    def _recent(self, kind: str, key: str) -> tuple[int, datetime]:
        failures, last = self._failed.get((kind, key), (0, self.desk.clock()))
        forgotten = kind == "address" and self.desk.clock() - last > timedelta(seconds=2 * LONGEST_WAIT)
        return (0, last) if forgotten else (failures, last)

    def _until(self, kind: str, key: str, allowed: int) -> datetime:
        failures, last = self._recent(kind, key)
        return last + timedelta(seconds=wait_after(failures, allowed=allowed))


_NAME = re.compile(r"\w[\w.@+-]{0,63}")


class UserError(LexveilError):
    """A user who cannot be added or changed so."""


def local_user(desk: Desk) -> User:
    """The one user of single mode, who cannot log in with a password."""
    found = desk.user_named(LOCAL)
    return found or desk.add_user(LOCAL, NO_PASSWORD, ADMINISTRATOR)


def people(desk: Desk) -> list[User]:
    return [user for user in desk.users() if user.name != LOCAL]


def possible(name: str) -> bool:
    """Whether somebody could have this name; what nobody can have is asked of no database."""
    return bool(_NAME.fullmatch(unicodedata.normalize("NFKC", name).strip()))


def possible_new(desk: Desk, name: str, role: str) -> str:
    """The name as it will stand, if it is free and there is such a role."""
    bare = unicodedata.normalize("NFKC", name).strip()
    if not possible(bare):
        raise UserError("users.name")
    if bare.casefold() == LOCAL:
        raise UserError("users.name-local", name=LOCAL)
    if role not in ROLES:
        raise UserError("users.role", choices=", ".join(ROLES))
    if desk.user_named(bare) is not None:
        raise Taken("users.taken")
    return bare


def add(desk: Desk, name: str, password: str, role: str, *, audit: Audit) -> User:
    bare = possible_new(desk, name, role)
    check_password(password, bare)
    return desk.add_user(bare, password_hash(password), role, audit=audit)


def last_administrator(desk: Desk, user: User) -> bool:
    active = {each.id for each in people(desk) if each.role == ADMINISTRATOR and each.active}
    return user.role == ADMINISTRATOR and not active - {user.id}
