"""How large, how slow and how many requests may be.

A body is counted and timed while it is read; one that says beforehand that it is too large is refused
before a byte of it is read. Plain ASGI, so that nothing is read ahead. What a body says is never looked at.
"""

import asyncio
import math
import re
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NoReturn

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexveil.config import Service
from lexveil.errors import LexveilError
from lexveil.service import problems

TEXT_BYTES = 12 * 2**20  # of a text that is sent as JSON: two million characters, each as \uXXXX
BURST_SECONDS = 10  # of the rate can come at once
HEAVY_OF_ONE, HEAVY_OF_ALL = 6, 30  # at once; there are 40 threads
CROWD = 20  # callers behind one address, such as that of a proxy
REMEMBERED = 10_000  # buckets; the one that was not used for the longest time goes first
LINGER_SECONDS, LINGER_BYTES = 1.0, 8 * 2**20  # that a refused body may come on: its sender reads why
_HEAVY = re.compile(
    r"/api/v1/(projects/[^/]+/documents|pseudonymize|project(/export)?|documents/[^/]+/(analysis|export))"
)
_UPLOADS = re.compile(
    r"/api/v1/(projects/[^/]+/documents|pseudonymize|project(/tag-entity-occurrences)?)"
)  # a file, or a text that is as long as one


@dataclass(frozen=True, slots=True)
class Rate:
    """How often: so many at once, and then one each time a second is worth one."""

    burst: float
    per_second: float

    @staticmethod
    def per_minute(count: int, *, burst: float | None = None) -> "Rate":
        return Rate(burst or max(1.0, count * BURST_SECONDS / 60), count / 60)


class Rates:
    """Token buckets, by kind and by caller or address."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, kind: str, who: str, rate: Rate) -> int:
        """0: go ahead; else the seconds to wait."""
        with self._lock:
            now = self.clock()
            left, since = self._left.pop((kind, who), (rate.burst, now))
            left = min(rate.burst, left + (now - since) * rate.per_second)
            taken = left >= 1
            self._left[kind, who] = (left - 1 if taken else left, now)
            while len(self._left) > REMEMBERED:
                self._left.popitem(last=False)
        return 0 if taken else max(1, math.ceil((1 - left) / rate.per_second))


class Slots:
    """How many heavy requests are under way: each holds a thread until its document is worked on, and those
    of the others must find one free."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def slot(self, user_id: str) -> Iterator[bool]:
        """Whether there was one."""
        with self._lock:
            free = self._taken[user_id] < HEAVY_OF_ONE and self._taken.total() < HEAVY_OF_ALL
            if free:
                self._taken[user_id] += 1
        try:
            yield free
        finally:
            if free:
                with self._lock:
                    self._taken[user_id] -= 1
                    self._taken += Counter()  # forgets who has none


def install(app: FastAPI, settings: Service) -> None:
    app.state.rates = Rates()
    app.add_middleware(Limits, settings=settings, rates=app.state.rates)


def caller_refusal(app: FastAPI, user_id: str, method: str, path: str) -> ASGIApp | None:
    """What a caller who is known asks too often."""
    rates, settings = app.state.rates, app.state.settings
    wait: int = rates.take("caller", user_id, Rate.per_minute(settings.requests_per_minute))
    if not wait and heavy(method, path):
        rate = Rate.per_minute(settings.uploads_per_minute, burst=settings.uploads_per_minute)
        wait = rates.take("heavy", user_id, rate)
    return too_many(wait) if wait else None


def heavy(method: str, path: str) -> bool:
    return method == "POST" and _HEAVY.fullmatch(path) is not None


def too_many(wait: int) -> ASGIApp:
    return problems.answer("too-many", "service.too-many", headers={"Retry-After": str(wait)})


class Limits:
    def __init__(self, app: ASGIApp, *, settings: Service, rates: Rates) -> None:
        self.app, self.settings, self.rates = app, settings, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wait = self._wait(scope)
        if wait:
            await too_many(wait)(scope, receive, send)
            return
        limit = self._limit(scope)
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > limit:
            await _refuse("too-large", receive, send, linger=True, limit=limit)
            return
        await Body(self.settings, limit).run(self.app, scope, receive, send)

    def _wait(self, scope: Scope) -> int:
        address = scope["client"][0] if scope.get("client") else ""
        rate = Rate.per_minute(self.settings.requests_per_minute * CROWD)
        wait = self.rates.take("address", address, rate)
        password = scope["method"] == "POST" and scope["path"] == "/api/v1/session"
        if not wait and (password or scope["path"].startswith("/api/v1/session/single-sign-on")):
            logins = self.settings.logins_per_minute
            wait = self.rates.take("login", address, Rate.per_minute(logins, burst=logins))
        return wait

    def _limit(self, scope: Scope) -> int:
        if scope["method"] != "POST" or not _UPLOADS.fullmatch(scope["path"]):
            return self.settings.json_bytes
        files = Headers(scope=scope).get("content-type", "").startswith("multipart/")
        return self.settings.request_bytes if files else max(TEXT_BYTES, self.settings.json_bytes)


class Body:
    """One body on its way in: how much has come, and until when the rest must."""

    def __init__(self, settings: Service, limit: int) -> None:
        self.settings, self.limit = settings, limit
        self.count, self.done, self.whole = 0, False, False
        self.refused, self.answered = "", False  # the kind of the refusal; whether an answer has begun
        self.deadline = asyncio.get_running_loop().time() + settings.upload_seconds

    async def run(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted() -> Message:
            message = await receive() if self.done else await self._timed(receive)
            self.count += len(message.get("body", b""))
            self.done = self.whole = self.done or not message.get("more_body", False)
            if self.count > self.limit:
                self._stop("too-large")
            return message

        async def sent(message: Message) -> None:
            """Whatever the app makes of a reading that was stopped, the answer is ours."""
            if self.answered or not self.refused:
                self.answered = True
                await send(message)

        await app(scope, counted, sent)
        if self.refused and not self.answered:
            await _refuse(self.refused, receive, send, linger=not self.whole, limit=self.limit)

    async def _timed(self, receive: Receive) -> Message:
        left = self.deadline - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(max(0.0, min(left, self.settings.stall_seconds))):
                return await receive()
        except TimeoutError:
            return self._stop("too-slow")

    def _stop(self, kind: str) -> NoReturn:
        """Frameworks let this one error through as it is."""
        self.refused, self.done = kind, True
        raise HTTPException(problems.STATUS[kind])


async def _refuse(kind: str, receive: Receive, send: Send, *, linger: bool, limit: int) -> None:
    """Answer, then let a little more of the body come before the connection is closed: a sender who is cut
    off at once never reads the answer."""
    size = f"{limit / 2**20:.3g} MiB" if limit >= 2**20 else f"{limit / 2**10:.3g} KiB"
    error = LexveilError(f"service.{kind}", size=size) if kind == "too-large" else f"service.{kind}"
    answer = problems.answer(kind, error, headers={"Connection": "close"})
    await send({"type": "http.response.start", "status": answer.status_code, "headers": answer.raw_headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": True})
    left = LINGER_BYTES if linger and kind == "too-large" else 0
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while left > 0:
                message = await receive()
                ended = message["type"] != "http.request" or not message.get("more_body", False)
                left = 0 if ended else left - len(message.get("body", b""))
    await send({"type": "http.response.body", "body": b""})
