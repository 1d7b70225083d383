"""What other programs did to the same database, heard as it happens (PostgreSQL; SQLite tells nobody).

Comes in: an open database. Goes out: calls from a thread of its own, with ids and never a text. A connection
that is lost is made again, and whoever hears is told that something may have been missed. Nothing here is
needed for anything to be right: who cannot hear looks now and then.
"""

import logging
import threading
from collections.abc import Callable
from typing import NamedTuple

from lexveil.errors import LexveilError
from lexveil.store.desk.database import Database, Heard
from lexveil.store.desk.ground import Ground

logger = logging.getLogger("lexveil.service")

TICK = 0.5  # seconds between two looks whether to end
AGAIN = 1.0  # seconds until a lost connection is tried again
KINDS = ("edit", "state", "progress", "project")


class Change(NamedTuple):
    kind: str
    case: str  # "" with kind "project": all of them
    document: str
    author: str  # of an edit; else ""


class Hearing:
    """`changed` is told of what others did, `missed` that anything may have been done, for we begin to
    listen."""

    def __init__(
        self, database: Database, changed: Callable[[Change], object], missed: Callable[[], object]
    ) -> None:
        self._database, self._changed, self._missed = database, changed, missed
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self._database.dialect.tell:
            self._thread = threading.Thread(target=self._run, name="hearing", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._listen()
            except (LexveilError, self._database.dialect.failures) as error:
                logger.warning("hearing: %s", type(error).__name__)  # the text might tell where it is
            self._ended.wait(AGAIN)

    def _listen(self) -> None:
        with self._database.dialect.listen() as heard:
            self._missed()
            while not self._ended.is_set():
                self._tell(heard)

    def _tell(self, heard: Heard) -> None:
        for payload in heard(TICK):
            change = change_of(payload, but=self._database.origin)
            if change is not None:
                self._changed(change)


def change_of(payload: str, *, but: str) -> Change | None:
    """None for what we told ourselves, and for what is none of ours: anybody on the server can say anything.

    >>> change_of("f00d edit ab12 cd34 ef56", but="beef")
    Change(kind='edit', case='ab12', document='cd34', author='ef56')
    >>> change_of("beef edit ab12 cd34 ef56", but="beef") or change_of("Torvund sued", but="beef")
    """
    origin, *words = payload.split(" ")
    ours = len(words) == len(Change._fields) and words[0] in KINDS
    if not ours or origin == but or not all(each == "" or _is_id(each) for each in words[1:]):
        return None
    return Change(*words)


def _is_id(word: str) -> bool:
    return word.isascii() and word.isalnum()


def hearing(desk: Ground, changed: Callable[[Change], object], missed: Callable[[], object]) -> Hearing:
    """Begins with `start`."""
    return Hearing(desk.database, changed, missed)
