"""Retention: originals are deleted a number of days after their document was exported.

Comes in: the desk and the number of days. Goes out: rows of the audit log; what is deleted is gone for good
from the desk (not from backups). The analysis and the edits stay, so the review can still be read. With 0
days originals stay too. Sessions and exports whose time is over go with every sweep.
"""

import logging
import threading
from collections.abc import Callable

from lexveil.errors import LexveilError
from lexveil.service import audit
from lexveil.store.desk import Desk, DeskError

DAY = 24 * 3600.0
logger = logging.getLogger("lexveil.service")


def sweep(desk: Desk, days: int) -> int:
    """How many originals were deleted."""
    found = desk.due(days) if days > 0 else []
    entry = audit.entry(None, "original removed", days=days)
    return sum(desk.remove_original(document.id, audit=entry) for document in found)


class Sweeper:
    """A thread of its own that sweeps at the start and then once a day."""

    def __init__(
        self, desk: Desk, days: int, *, every: float = DAY, waited: Callable[[float], bool] | None = None
    ) -> None:
        """`waited` waits so many seconds and says whether to stop; tests bring their own."""
        self.desk, self.days, self.every = desk, days, every
        self._stop = threading.Event()
        self._waited = waited or self._stop.wait
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self.run, name="retention", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def run(self) -> None:
        """A sweep that fails, for the disk is full or the server away, is tried again the next day."""
        while True:
            try:
                count, (ended, exports) = sweep(self.desk, self.days), self.desk.tidy()
                logger.info("retention: %d originals, %d sessions, %d exports", count, ended, exports)
            except LexveilError as error:
                said = error if isinstance(error, DeskError) else type(error).__name__  # no text of another
                logger.error("retention: %s", said)  # noqa: TRY400
            if self._waited(self.every):
                return
