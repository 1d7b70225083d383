"""What happens to a document, told at once to everyone who looks at it (server-sent events).

An event tells that something changed and never what it says: whoever hears it asks for the rest. A listener
that does not keep up loses events, not the service its memory; the next event carries the number it has to
catch up with. What other processes on the same database did comes from the desk; where nothing can be heard
(SQLite), and if something is missed, the streams look for themselves.
"""

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from lexveil.detect import DETECTORS
from lexveil.errors import LexveilError
from lexveil.service.open_documents import OpenDocuments
from lexveil.service.problems import Problem
from lexveil.service.worker import thread
from lexveil.store.desk import Change, Desk, StoredDocument

logger = logging.getLogger("lexveil.service")

WAITING = 200  # events that may wait for one listener
LISTENERS = 1000  # streams that are open at one time
LISTEN = 0.5  # seconds between two looks whether to hear no more
AGAIN = 1.0  # seconds until a lost connection is tried again
TICK = 1.0  # seconds between two looks whether the service ends
SILENT = 15  # ticks without an event after which a comment keeps the connection


# How far an analysis is when a step begins. The neural detector takes most of the time.
_RULES = [name for name in DETECTORS if name != "ner"]
FRACTIONS = {"reading": 0.02, **{name: 0.05 + 0.2 * at / len(_RULES) for at, name in enumerate(_RULES)}}
FRACTIONS |= {"ner": 0.25, "resolving": 0.75, "deciding": 0.9, "saving": 0.97}


def fraction(status: str, step: str) -> float:
    """How far an analysis is, from 0 to 1."""
    return round(1.0 if status == "done" else FRACTIONS.get(step, 0.0), 2)


class Event(NamedTuple):
    kind: str
    data: Mapping[str, Any]

    @property
    def line(self) -> bytes:
        return f"event: {self.kind}\ndata: {json.dumps(self.data, separators=(',', ':'))}\n\n".encode()


LOOK = Event("", {})  # for ourselves: something may have been missed, so look


class Listener:
    """One open stream; the queue belongs to the loop that the stream runs in."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Event] = asyncio.Queue(WAITING)

    def tell(self, event: Event) -> None:
        try:
            self._loop.call_soon_threadsafe(self._put, event)
        except RuntimeError:  # the loop has ended, and the stream with it
            return

    def _put(self, event: Event) -> None:
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(event)

    async def next(self) -> Event | None:
        """The next event, or None after a tick."""
        try:
            return await asyncio.wait_for(self._queue.get(), TICK)
        except TimeoutError:
            return None


class Hub:
    """Who listens to which document or project."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Listener]] = {}
        self.ending: Callable[[], bool] = lambda: False  # whether the server was told to stop

    def publish(self, subjects: tuple[str, ...], kind: str, data: Mapping[str, Any]) -> None:
        """`subjects` are the ids of documents and projects whose listeners hear of it."""
        with self._lock:
            listeners = [each for subject in subjects for each in self._listeners.get(subject, ())]
        for listener in listeners:
            listener.tell(Event(kind, data))

    def anybody(self, subjects: tuple[str, ...]) -> bool:
        """Whether somebody listens to one of these."""
        with self._lock:
            return any(subject in self._listeners for subject in subjects)

    def look_again(self) -> None:
        """Every stream looks at what stands, as it does now and then."""
        with self._lock:
            everyone = [each for here in self._listeners.values() for each in here]
        for listener in everyone:
            listener.tell(LOOK)

    @contextmanager
    def _listening(self, subject: str) -> Iterator[Listener]:
        listener = Listener()
        with self._lock:
            if sum(map(len, self._listeners.values())) >= LISTENERS:
                raise Problem("too-many", "service.pages-open")
            self._listeners.setdefault(subject, set()).add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners[subject].discard(listener)
                if not self._listeners[subject]:
                    del self._listeners[subject]

    async def stream(
        self, subject: str, first: Callable[[], list[Event]], again: Callable[[], list[Event] | None]
    ) -> AsyncIterator[bytes]:
        """What is so now (`first`), then what happens.

        `again` is asked now and then, for what other processes did; None from it ends the stream.
        """
        with self._listening(subject) as listener:
            for now in await asyncio.to_thread(first):
                yield now.line
            silent = 0
            while not self.ending():
                event = await listener.next()
                if event and event is not LOOK:
                    yield event.line
                silent = 0 if event else silent + 1
                if event is LOOK or (silent and silent % SILENT == 0):
                    found = await asyncio.to_thread(again)
                    if found is None:
                        return
                    yield b"".join(each.line for each in found) or b": nothing new\n\n"


class PeerChanges:
    """What other processes on the same database did, heard in a thread of its own (PostgreSQL; SQLite tells
    nobody). A connection that is lost is made again, and every stream looks for what was missed meanwhile."""

    def __init__(self, desk: Desk, hub: Hub, open_documents: OpenDocuments) -> None:
        self._desk, self._hub, self._open_documents = desk, hub, open_documents
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self._desk.database.dialect.tell:
            self._thread = thread("peer changes", self._listen)

    def stop(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def _listen(self) -> None:
        while not self._ended.is_set():
            try:
                with self._desk.database.changes() as changes:
                    self._hub.look_again()
                    while not self._ended.is_set():
                        for change in changes(LISTEN):
                            self.follow(change)
            except LexveilError as error:
                logger.warning("peer changes: %s", type(error).__name__)  # the text might tell where it is
            self._ended.wait(AGAIN)

    def follow(self, change: Change) -> None:
        """One that cannot be followed now is no reason to hear no more: who asks gets what stands."""
        try:
            if change.kind == "project":
                self._open_documents.renew(change.case)
            else:
                self._publish(change)
        except LexveilError as error:
            logger.warning("peer changes: %s", type(error).__name__)

    def _publish(self, change: Change) -> None:
        subjects = (change.document, change.case)
        found = self._desk.document(change.document) if self._hub.anybody(subjects) else None
        for event in current_events(found) if found else ():
            if event.kind == change.kind:
                author = {"author": change.author} if change.kind == "edit" else {}
                self._hub.publish(subjects, event.kind, {**event.data, **author})


def _state(document: StoredDocument) -> dict[str, Any]:
    return {name: getattr(document, name) for name in ("state", "assigned", "comments", "problems")}


def current_events(document: StoredDocument) -> list[Event]:
    """What holds now, as events."""
    status, step = document.status, document.step
    done = {"status": status, "step": step, "fraction": fraction(status, step)}
    edit = {"number": max(document.number, document.base), "author": ""}
    found: dict[str, Any] = {"progress": done, "state": _state(document), "edit": edit}
    return [Event(kind, {"document": document.id, **data}) for kind, data in found.items()]
