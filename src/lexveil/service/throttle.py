"""Guessing passwords is slow: after some failures each further one doubles the wait.

Comes in: the failures of an account and of an address. Goes out: how long they must wait. What an account has
failed is in the desk, so that a restart forgives nothing; what an address has failed, and names that nobody
has, is in memory. A name that nobody has is locked as one that somebody has: else the lock would tell them
apart. Never sees a password.
"""

import threading
from collections import OrderedDict
from datetime import datetime, timedelta

from lexveil.service import sessions
from lexveil.store.desk import Desk, User

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
            until.append(self._until("name", sessions.digest(name), ACCOUNT_FAILURES))
        elif user.locked_until:
            until.append(datetime.fromisoformat(user.locked_until))
        return max(0, *(-int(-(each - self.desk.clock()).total_seconds() // 1) for each in until))

    def failed(self, user: User | None, name: str, address: str) -> None:
        self._count("address", address)
        if user is None:
            self._count("name", sessions.digest(name))
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
