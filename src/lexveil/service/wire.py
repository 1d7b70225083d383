"""How uvicorn is run: bounds on what comes before a request is a request.

Comes in: connections. Goes out: the same, but for those that take too long to say what they want. uvicorn
itself bounds how large the head of a request is and how long a connection may rest between two, not how long
a head may take.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_BYTES = 32 * 1024
HEADER_SECONDS = 10.0
CONNECTIONS = 500  # at once, event streams among them; more get 503


def server_options(*, header_seconds: float = HEADER_SECONDS) -> dict[str, Any]:
    """For uvicorn. No log of requests: addresses hold queries, and queries can hold names."""

    def protocol(*given: Any, **named: Any) -> H11Protocol:
        made = H11Protocol(*given, **named)
        asyncio.get_running_loop().call_later(header_seconds, _look, made, header_seconds, None)
        return made

    return {
        "access_log": False,
        "server_header": False,
        "h11_max_incomplete_event_size": HEADER_BYTES,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 5,
        "limit_concurrency": CONNECTIONS,
        "http": protocol,
        "ws": "none",
    }


def _look(protocol: H11Protocol, seconds: float, before: object) -> None:
    """Close a connection that has waited for the same request since the last look."""
    if protocol.transport is None or protocol.transport.is_closing():
        return
    waiting = protocol.conn.their_state is h11.IDLE
    if waiting and protocol.cycle is before:
        protocol.transport.close()
        return
    seen = protocol.cycle if waiting else _BUSY
    asyncio.get_running_loop().call_later(seconds, _look, protocol, seconds, seen)


_BUSY = object()  # no cycle: a request was being answered at the last look
