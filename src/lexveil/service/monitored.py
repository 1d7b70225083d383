"""What those who run the service look at: `/health`, `/metrics` for Prometheus, and a log in JSON.

Both addresses answer before anybody is asked who they are, and whatever name the service is asked for under:
they tell how much was asked, of which route, and how it went. No address with its values, no caller, no
document. A proxy in front should keep them to the inside.
"""

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexveil import __version__

HEALTH, METRICS = "/health", "/metrics"
BOUNDS = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 60.0, 600.0)  # seconds; of a histogram
TEXT = "text/plain; version=0.0.4"
EVERY = "+Inf"

Key = tuple[str, str, int]  # method, route, status


class Monitored:
    """To be added last, around all other layers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.began = time.time()
        self.requests: Counter[Key] = Counter()
        self.seconds: dict[str, float] = {}  # by route
        self.within: Counter[tuple[str, str]] = Counter()  # route and bound
        self.active = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] in ("GET", "HEAD") and scope["path"] in (HEALTH, METRICS):
            await self._answer(scope["path"])(scope, receive, send)
            return
        await self._measured(scope, receive, send)

    def _answer(self, path: str) -> Response:
        headers = {"Cache-Control": "no-store"}
        if path == HEALTH:
            return JSONResponse({"status": "ok", "version": __version__}, headers=headers)
        return PlainTextResponse("".join(self._lines()), media_type=TEXT, headers=headers)

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self.active += 1
        try:
            await self.app(scope, receive, sent)
        finally:
            self.active -= 1
            spent = time.perf_counter() - began
            route = getattr(
                scope.get("route"), "path", "-"
            )  # of what no route was found for, nothing is told
            self.requests[scope["method"], route, status] += 1
            self.seconds[route] = self.seconds.get(route, 0.0) + spent
            bound = next((str(each) for each in BOUNDS if spent <= each), EVERY)
            self.within[route, bound] += 1

    def _lines(self) -> Iterator[str]:
        yield "# TYPE lexveil_info gauge\n"
        yield f'lexveil_info{{version="{__version__}"}} 1\n'
        yield "# TYPE lexveil_start_time_seconds gauge\n"
        yield f"lexveil_start_time_seconds {self.began:.3f}\n"
        yield "# TYPE lexveil_requests_active gauge\n"
        yield f"lexveil_requests_active {self.active}\n"
        yield "# TYPE lexveil_requests_total counter\n"
        for (method, route, status), count in sorted(self.requests.items()):
            yield f'lexveil_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}\n'
        yield "# TYPE lexveil_request_seconds histogram\n"
        for route in sorted(self.seconds):
            yield from self._histogram(route)

    def _histogram(self, route: str) -> Iterator[str]:
        count = 0
        for bound in (*map(str, BOUNDS), EVERY):
            count += self.within[route, bound]
            yield f'lexveil_request_seconds_bucket{{route="{route}",le="{bound}"}} {count}\n'
        yield f'lexveil_request_seconds_sum{{route="{route}"}} {self.seconds[route]:.6f}\n'
        yield f'lexveil_request_seconds_count{{route="{route}"}} {count}\n'


class JsonLines(logging.Formatter):
    """A log line as an object: time, level, logger, message; an exception by its type alone.

    >>> record = logging.LogRecord("lexveil", 20, "", 0, "%d requests", (3,), None)
    >>> record.created = 0.0
    >>> JsonLines().format(record)
    '{"time": "1970-01-01T00:00:00Z", "level": "INFO", "logger": "lexveil", "message": "3 requests"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            told["error"] = record.exc_info[0].__name__
        return json.dumps(told, ensure_ascii=False)


def log_as_json() -> Callable[[str], None]:
    """Our log goes to standard error in JSON from now on; what is called with a line always logs it."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("lexveil.service")
    logger.handlers, logger.propagate = [handler], False
    begun = logger.getChild("start")
    begun.setLevel(logging.INFO)
    return begun.info
