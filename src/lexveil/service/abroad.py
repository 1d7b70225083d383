"""What other processes on the same database did, told to those who listen here.

Comes in: changes that the desk hears of, as ids. Goes out: the events that whoever did it published over
there, and a new policy for documents that are open. What stands is read from the desk, once for all
listeners. Where nothing can be heard (SQLite), and if something is missed, the streams look for themselves.
"""

import logging

from lexveil.errors import LexveilError
from lexveil.service.events import Event, Hub
from lexveil.service.jobs import FRACTIONS
from lexveil.service.open import Shelf
from lexveil.store.desk import Change, Desk, Stored

logger = logging.getLogger("lexveil.service")


class Abroad:
    def __init__(self, desk: Desk, hub: Hub, shelf: Shelf) -> None:
        self._desk, self._hub, self._shelf = desk, hub, shelf
        self._hearing = desk.hearing(self.heard, hub.look_again)

    def start(self) -> None:
        self._hearing.start()

    def stop(self) -> None:
        self._hearing.stop()

    def heard(self, change: Change) -> None:
        """One that cannot be followed now is no reason to hear no more: who asks gets what stands."""
        try:
            if change.kind == "project":
                self._shelf.renew(change.project)
            else:
                self._publish(change)
        except LexveilError as error:
            logger.warning("abroad: %s", type(error).__name__)

    def _publish(self, change: Change) -> None:
        subjects = (change.document, change.project)
        found = self._desk.document(change.document) if self._hub.anybody(subjects) else None
        for event in standing(found) if found else ():
            if event.kind == change.kind:
                author = {"author": change.author} if change.kind == "edit" else {}
                self._hub.publish(subjects, event.kind, {**event.data, **author})


def standing(document: Stored) -> list[Event]:
    """What holds now, as events."""
    fraction = 1.0 if document.status == "done" else FRACTIONS.get(document.step, 0.0)
    progress = {"status": document.status, "step": document.step, "fraction": round(fraction, 2)}
    number = {"number": max(document.number, document.base), "author": ""}
    return [
        Event("progress", {"document": document.id, **progress}),
        Event("state", {"document": document.id, "state": document.state}),
        Event("edit", {"document": document.id, **number}),
    ]
