"""What a browser complains of while a test runs: a test fails by it unless it said that it would come."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Request, WebError

# Whoever leaves a view or a page gives up what it was still fetching: event streams above all.
GIVEN_UP = "net::ERR_ABORTED"
OWN = ("data:", "blob:")


class Watch:
    """Of one browser context. `expect` names, by a regular expression, what a test provokes itself."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.faults: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("requestfailed", self._failed)

    def expect(self, pattern: str) -> None:
        self.expected.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        return [fault for fault in self.faults if not any(each.search(fault) for each in self.expected)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text} ({_place(message)})")

    def _error(self, error: WebError) -> None:
        found = error.error
        stack = found.stack if isinstance(found, Error) else ""
        self.faults.append(f"page error: {found} {stack}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, *OWN)):
            self.faults.append(f"another host: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != GIVEN_UP:
            self.faults.append(f"failed: {request.method} {request.url} {request.failure}")


def _place(message: ConsoleMessage) -> str:
    return f"{message.location.get('url', '')}:{message.location.get('lineNumber', '')}"
