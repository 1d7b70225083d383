"""The gate before every handler: the right host, the right origin, a known caller, the CSRF token; and the
headers of every answer.

It lets nobody through by default: what needs no login is listed in `OPEN_PATHS`, so a handler that forgets to
ask for its caller is closed all the same. Nothing of a request is quoted, and no body is read.
"""

import hmac
import ipaddress
from collections.abc import Collection, Mapping

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lexveil.service import callers, limits, problems
from lexveil.service.callers import SINGLE

SAFE = ("GET", "HEAD", "OPTIONS")
API = "/api/v1"
SESSION = f"{API}/session"
# What needs no login: the page itself, which holds nothing, and the door.
OPEN_PATHS = ("/", "/favicon.ico")
OPEN_FOLDERS = ("/static/",)
DESCRIBED = ("/docs", "/docs/style.css", f"{API}/openapi.json")  # the API, where nobody logs in
# Single sign-on: the way there begins on a page of ours, the way back on one of the provider's.
SIGN_ON = f"{SESSION}/single-sign-on"
SIGN_ON_BACK = f"{SIGN_ON}/back"
KEY = "lexveil.caller"  # where the caller stands in the scope


class Gate:
    """`allowed_hosts`: names under which the service is asked for; none: any, but in single mode always only
    those of this machine, or a page elsewhere could point its own name here (DNS rebinding)."""

    def __init__(self, app: ASGIApp, *, state_of: FastAPI, allowed_hosts: Collection[str] = ()) -> None:
        self.app, self.state_of, self.slots = app, state_of, limits.Slots()
        self.allowed_hosts = [host.lower() for host in allowed_hosts]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":  # there are none
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] == "http":
            refusal = self.host(scope) or self.origin(scope) or await self.known(scope)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
            if scope.get(KEY) and limits.heavy(scope["method"], scope["path"]):
                with self.slots.slot(scope[KEY].user_id) as free:
                    await (self.app if free else limits.too_many(1))(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def is_open(self, path: str) -> bool:
        single = self.state_of.state.mode == SINGLE
        return path in OPEN_PATHS or path.startswith(OPEN_FOLDERS) or (single and path in DESCRIBED)

    def host(self, scope: Scope) -> ASGIApp | None:
        found = Headers(scope=scope).getlist("host")
        name = split(found[0])[0] if len(found) == 1 else ""
        if self.state_of.state.mode == SINGLE:
            known = of_this_machine(name)
        else:
            known = bool(name) and (not self.allowed_hosts or name in self.allowed_hosts)
        return None if known else problems.answer("bad-request", "service.host")

    def origin(self, scope: Scope) -> ASGIApp | None:
        """A request that a page of another origin makes its visitor's browser send. Browsers say so in
        Sec-Fetch-Site, and older ones in Origin; other programs say nothing."""
        headers = Headers(scope=scope)
        if self.is_open(scope["path"]) or (scope["path"] == SIGN_ON_BACK and scope["method"] in SAFE):
            return None
        site, origin = headers.get("sec-fetch-site", "none"), headers.get("origin")
        schemes = ("https",) if self.state_of.state.settings.https else ("http", "https")
        own = {f"{scheme}://{headers['host'].lower()}" for scheme in schemes}
        if site in ("none", "same-origin") and (origin is None or origin.lower() in own):
            return None
        return problems.answer("forbidden", "service.other-site")

    async def known(self, scope: Scope) -> ASGIApp | None:
        """A caller, and from a browser the CSRF token with what may change something."""
        headers, method, path = Headers(scope=scope), scope["method"], scope["path"]
        if self.is_open(path):
            return None
        port = split(headers["host"])[1]
        found = await run_in_threadpool(callers.caller_of, self.state_of.state, headers, port=port)
        scope[KEY] = found
        if path == SESSION and method in ("GET", "HEAD", "POST"):  # to look who one is, and to log in
            return None
        if path in (SIGN_ON, SIGN_ON_BACK) and method in SAFE:
            return None
        if found is None:
            return problems.answer("unauthenticated", "service.log-in")
        sent = headers.get("x-csrf-token", "").encode("utf8", "surrogatepass")
        fits = found.by == "token" or hmac.compare_digest(sent, found.csrf.encode())
        if method not in SAFE and not fits:
            return problems.answer("forbidden", "service.csrf")
        return limits.caller_refusal(self.state_of, found.user_id, method, path)


def of_this_machine(host: str) -> bool:
    """A number that means this machine cannot be made to mean another; nor can the one name for it."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def split(host: str) -> tuple[str, str]:
    """
    >>> split("LocalHost:8765"), split("[::1]:80"), split("example.org")
    (('localhost', '8765'), ('[::1]', '80'), ('example.org', ''))
    """
    name, _, port = host.lower().partition("]") if host.startswith("[") else ("", "", "")
    if name:
        return f"{name}]", port.removeprefix(":")
    name, _, port = host.lower().partition(":")
    return name, port


# No script, style or connection but our own files. form-action: a form whose script has not loaded must not
# send a password in an address.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
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


class Carried:
    """To be added last: the layer that is added last is the outermost, so refusals carry headers too."""

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
