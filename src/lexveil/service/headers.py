"""What every answer says to a browser.

Comes in: the answer of the app. Goes out: the same with headers that keep a page from running, loading or
being framed by anything that is not ours. A header that a handler has set stands. Never reads a body.
"""

from collections.abc import Mapping

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexveil.config import Service

# No script, style or connection but our own files. form-action: a form whose script has not loaded must not
# send a password in an address.
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
NEVER_KEPT = "no-store"  # for what the API says: it can hold names
HTTPS_ONLY = "max-age=31536000; includeSubDomains"


def install(app: FastAPI, settings: Service) -> None:
    """To be called last: the layer that is added last is the outermost, so refusals carry headers too."""
    app.add_middleware(Carried, https=settings.https)


class Carried:
    def __init__(self, app: ASGIApp, *, https: bool) -> None:
        self.app = app
        self.headers = dict(HEADERS) | ({"Strict-Transport-Security": HTTPS_ONLY} if https else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                found = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    found.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    found.setdefault("Cache-Control", NEVER_KEPT)
            await send(message)

        await self.app(scope, receive, sent)
