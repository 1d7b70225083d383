"""The service on a socket: bound, run until it is told to stop, and its log.

The log says method, route, status and time of each request, and type and place of an error: never an address
with its query, never a text. uvicorn bounds how large the head of a request is, not how long it may take:
that is bounded here.
"""

import asyncio
import logging
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from lexveil.errors import LexveilError
from lexveil.service.tasks import quiet

LOOK = 0.05  # seconds between two looks whether the service has begun


def listening(host: str, port: int, *, other: bool = False) -> socket.socket:
    """A socket at that port; with `other`, at another one if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named so that asyncio sends small answers at once (TCP_NODELAY).
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # where the option lets two programs share a port
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        if other:
            return listening(host, 0)
        raise LexveilError("service.listen", host=host, port=port, reason=error.strerror) from None
    return found


def address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(app: FastAPI, listener: socket.socket, ready: Callable[[], object], *, verbose: bool = False) -> None:
    """Until Ctrl-C; `ready` is called once the service answers."""
    quiet()
    logging.getLogger("lexveil.service").setLevel(logging.INFO if verbose else logging.WARNING)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, log_level="critical", **server_options()))
    app.state.context.hub.ending = lambda: server.should_exit
    failed: list[LexveilError] = []
    waiting = threading.Event()

    def after() -> None:
        while not server.started and not server.should_exit:
            waiting.wait(LOOK)
        try:
            ready()
        except LexveilError as error:
            failed.append(error)
            server.should_exit = True

    threading.Thread(target=after, name="ready", daemon=True).start()
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn passes the signal on once it has shut down
        return
    finally:
        if failed:
            raise failed[0]


HEADER_BYTES = 32 * 1024
HEADER_SECONDS = 10.0
CONNECTIONS = 500  # at once, event streams among them; more get 503


def server_options(*, header_seconds: float = HEADER_SECONDS) -> dict[str, Any]:
    """For uvicorn. No log of requests: addresses hold queries, and queries can hold names."""

    def protocol(*given: Any, **named: Any) -> H11Protocol:
        made = H11Protocol(*given, **named)
        asyncio.get_running_loop().call_later(header_seconds, _close_if_idle, made, header_seconds, None)
        return made

    return {
        "access_log": False, "server_header": False, "h11_max_incomplete_event_size": HEADER_BYTES,
        "timeout_keep_alive": 5, "timeout_graceful_shutdown": 5, "limit_concurrency": CONNECTIONS,
        "http": protocol, "ws": "none",
    }  # fmt: skip


def _close_if_idle(protocol: H11Protocol, seconds: float, before: object) -> None:
    """Close a connection that has waited for the same request since the last look."""
    if protocol.transport is None or protocol.transport.is_closing():
        return
    waiting = protocol.conn.their_state is h11.IDLE
    if waiting and protocol.cycle is before:
        protocol.transport.close()
        return
    seen = protocol.cycle if waiting else _BUSY
    asyncio.get_running_loop().call_later(seconds, _close_if_idle, protocol, seconds, seen)


_BUSY = object()  # no cycle: a request was being answered at the last look
