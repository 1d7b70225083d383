"""What happens to a document, told at once to everyone who looks at it (server-sent events).

Comes in: `publish` from any thread. Goes out: a stream of `event:`/`data:` lines, a comment when nothing
happens for a while. An event tells that something changed and never what it says: whoever hears it asks for
the rest. A listener that does not keep up loses events, not the service its memory; the next event carries
the number it has to catch up with.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, NamedTuple

from lexveil.service.problems import Problem

WAITING = 200  # events that may wait for one listener
LISTENERS = 1000  # streams that are open at one time
TICK = 1.0  # seconds between two looks whether the service ends
SILENT = 15  # ticks without an event after which a comment keeps the connection


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
        self._count = 0
        self.ending: Callable[[], bool] = lambda: False  # whether the server was told to stop

    def publish(self, subjects: tuple[str, ...], kind: str, data: Mapping[str, Any]) -> None:
        """`subjects` are the ids of documents and projects whose listeners hear of it."""
        with self._lock:
            heard = [each for subject in subjects for each in self._listeners.get(subject, ())]
        for listener in heard:
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

    def _add(self, subject: str, listener: Listener) -> None:
        with self._lock:
            if self._count >= LISTENERS:
                raise Problem("too-many", "too many pages are open: close some and try again")
            self._listeners.setdefault(subject, set()).add(listener)
            self._count += 1

    def _remove(self, subject: str, listener: Listener) -> None:
        with self._lock:
            here = self._listeners[subject]
            here.discard(listener)
            self._count -= 1
            if not here:
                del self._listeners[subject]

    async def stream(
        self, subject: str, first: Callable[[], list[Event]], again: Callable[[], list[Event] | None]
    ) -> AsyncIterator[bytes]:
        """What is so now (`first`), then what happens.

        `again` is asked now and then, for what other processes did; None from it ends the stream.
        """
        listener = Listener()
        self._add(subject, listener)
        try:
            for event in await asyncio.to_thread(first):
                yield event.line
            silent = 0
            while not self.ending():
                heard = await listener.next()
                if heard and heard is not LOOK:
                    yield heard.line
                silent = 0 if heard else silent + 1
                if heard is LOOK or (silent and silent % SILENT == 0):
                    found = await asyncio.to_thread(again)
                    if found is None:
                        return
                    yield b"".join(each.line for each in found) or b": nothing new\n\n"
        finally:
            self._remove(subject, listener)
