"""`lexveil serve --stateless`: one document in, one out. No database, no accounts, no page; nothing is kept.

Whoever reaches it may use it, so it listens on this machine alone unless there is a token, which every
request then brings along (`Authorization: Bearer …`).
"""

import dataclasses
import hmac
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from lexveil import __version__, config
from lexveil.config import Service, Settings
from lexveil.replace.keyed_random import KEY_BYTES
from lexveil.service import gate, limits, name_analysis, problems, schemas, tasks, uploads
from lexveil.service.chosen import on_top
from lexveil.service.events import Hub
from lexveil.service.export_files import Written
from lexveil.service.monitored import Monitored
from lexveil.service.policies import Policies
from lexveil.service.problems import Problem
from lexveil.service.records import suffix
from lexveil.service.sources import Source
from lexveil.service.worker import Worker, tidy

API = "/api/v1"
ANYBODY = "stateless"


class Bare:
    """What the server asks of an app's context."""

    def __init__(self) -> None:
        self.hub = Hub()


def create_stateless(
    settings: Service,
    *,
    token: str = "",
    allowed_hosts: Collection[str] = (),
    analysis: Settings | None = None,
) -> FastAPI:
    """`token`: what a caller must bring; without one, only this machine may be asked for."""
    analysis = analysis or config.settings()
    policies, worker = Policies(config.own_policies(settings.policies)), Worker()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(tidy)
        await run_in_threadpool(worker.warm)
        try:
            yield
        finally:
            await run_in_threadpool(worker.stop)

    app = FastAPI(title="Lexveil", version=__version__, lifespan=life, docs_url=None, redoc_url=None,
        openapi_url=f"{API}/openapi.json", redirect_slashes=False)  # fmt: skip
    app.state.settings, app.state.context = settings, Bare()
    problems.install(app)

    @app.post(
        f"{API}/pseudonymize",
        openapi_extra=uploads.OPENAPI,
        responses={200: {"model": schemas.Pseudonymized, "content": {"application/octet-stream": {}}}},
    )
    def pseudonymize(upload: uploads.Document) -> Any:
        """A file in a form comes back as a file; a text in JSON as JSON with what was replaced."""
        policy = on_top(policies.named(upload.policy), upload.on_top)
        if policy.approval:  # nobody would have read it
            raise Problem("conflict", "service.approval-no-review")
        wanted = dataclasses.replace(analysis, language=upload.language) if upload.language else analysis
        source = Source(upload.content, suffix(upload.name), upload.metadata)
        stem = upload.name.rpartition(".")[0]
        order = tasks.Analysis(source, policy, secrets.token_bytes(KEY_BYTES), settings=wanted, stem=stem)
        made: Written = worker.run("pseudonymize", order, seconds=settings.export_seconds)
        return uploads.pseudonymized(made, as_file=upload.file)

    app.include_router(name_analysis.router, prefix=API)
    app.add_middleware(Door, token=token, allowed_hosts=allowed_hosts)
    limits.install(app, settings)
    app.add_middleware(problems.Log)
    app.add_middleware(gate.Carried, https=settings.https)
    app.add_middleware(Monitored)
    return app


class Door:
    """The right host, no page of another origin, the token if there is one, and not too much at once."""

    def __init__(self, app: ASGIApp, *, token: str, allowed_hosts: Collection[str]) -> None:
        self.app, self.token, self.slots = app, token, limits.Slots()
        self.allowed_hosts = [host.lower() for host in allowed_hosts]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(Headers(scope=scope))
        if refusal is not None:
            await refusal(scope, receive, send)
        elif limits.heavy(scope["method"], scope["path"]):
            with self.slots.slot(ANYBODY) as free:
                await (self.app if free else limits.too_many(1))(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _refusal(self, headers: Headers) -> ASGIApp | None:
        found = headers.getlist("host")
        name = gate.split(found[0])[0] if len(found) == 1 else ""
        known = name in self.allowed_hosts if self.allowed_hosts else bool(self.token)
        if not (known or gate.of_this_machine(name)):
            return problems.answer("bad-request", "service.host")
        if headers.get("sec-fetch-site", "none") != "none" or "origin" in headers:
            return problems.answer("forbidden", "service.other-site")
        scheme, _, brought = headers.get("authorization", "").partition(" ")
        sent = brought.strip().encode("utf8", "surrogatepass") if scheme.lower() == "bearer" else b""
        if self.token and not hmac.compare_digest(sent, self.token.encode()):
            return problems.answer("unauthenticated", "service.token")
        return None
