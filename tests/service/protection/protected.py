"""A small app behind all of the service's protection, for tests of the protection alone.

It has a handler or two of its own; accounts, audit, gate, limits and headers are the real ones.
"""

import dataclasses
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn
from argon2 import PasswordHasher
from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse
from fastapi.testclient import TestClient

from lexveil.config import DEFAULTS, Service
from lexveil.service import accounts, audit, gate, limits, problems, sign_on, users
from lexveil.service.events import Hub
from lexveil.service.policies import Policies
from lexveil.service.server import server_options
from lexveil.store.desk import Desk, User, open_desk
from lexveil.store.keys import random_key

ADDRESS = "http://127.0.0.1:8765"
API = f"{ADDRESS}/api/v1"
KEY = random_key("11" * 32)
PASSWORD = "seven green kettles"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Clock:
    """The time, which passes when a test says so."""

    def __init__(self) -> None:
        self.now = datetime(2031, 5, 4, 10, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def after(self, **span: float) -> None:
        self.now += timedelta(**span)


def make_desk(folder: Path, clock: Callable[[], datetime]) -> Desk:
    return open_desk(folder / "desk.db", KEY, clock=clock)


def settings(**changes: Any) -> Service:
    """Without bounds on how often, unless a test is about them: a test asks faster than people do."""
    often = {"requests_per_minute": 10**6, "logins_per_minute": 10**6, "uploads_per_minute": 10**6}
    return dataclasses.replace(Service(), **(often | changes))


def make_app(desk: Desk, mode: str = "accounts", *, hosts: Collection[str] = (), **changes: Any) -> FastAPI:
    app = FastAPI()
    app.state.desk, app.state.settings, app.state.mode = desk, settings(**changes), mode
    app.state.policies = Policies()
    app.state.context = SimpleNamespace(hub=Hub(), analysis=DEFAULTS)
    _handlers(app)
    app.include_router(accounts.router, prefix="/api/v1")
    app.state.sign_on = sign_on.of_settings(app.state.settings)
    app.include_router(sign_on.router, prefix="/api/v1")
    app.include_router(audit.router, prefix="/api/v1")
    problems.install(app)
    app.add_middleware(gate.Gate, state_of=app, allowed_hosts=hosts)
    limits.install(app, app.state.settings)
    app.add_middleware(gate.Carried, https=app.state.settings.https)
    return app


def _handlers(app: FastAPI) -> None:
    @app.get("/")
    def page() -> str:
        return "the page"

    @app.get("/api/v1/forgetful")
    def forgetful() -> str:
        return "a handler that never asks who calls"

    @app.post("/api/v1/forgetful")
    def forgetful_change() -> str:
        return "changed"

    @app.post("/api/v1/projects/{case}/documents")
    async def upload(request: Request) -> dict[str, int]:
        return {"bytes": sum([len(part) async for part in request.stream()])}

    @app.post("/api/v1/json")
    async def take(request: Request) -> dict[str, int]:
        return {"bytes": len(await request.body())}

    @app.get("/api/v1/stream")
    def stream() -> StreamingResponse:
        def lines() -> Iterator[str]:
            yield "one\n"
            time.sleep(1.2)
            yield "two\n"

        return StreamingResponse(lines(), media_type="text/event-stream")


def add(desk: Desk, name: str, role: str = "reviewer", password: str = PASSWORD) -> User:
    return users.add(desk, name, password, role, audit=audit.entry(None, "user created"))


class Browser:
    """A client that keeps its cookie and sends the CSRF token, as the page does."""

    def __init__(self, app: FastAPI, *, address: str = ADDRESS, peer: str = "192.0.2.1") -> None:
        self.client = TestClient(app, base_url=address, raise_server_exceptions=False, client=(peer, 50000))
        self.csrf = ""

    def log_in(self, name: str, password: str = PASSWORD) -> Any:
        answer = self.client.post("/api/v1/session", json={"name": name, "password": password})
        if answer.status_code == 200:
            self.csrf = answer.json()["csrf"]
        return answer

    def look(self) -> Any:
        answer = self.client.get("/api/v1/session")
        self.csrf = answer.json()["csrf"]
        return answer

    def ask(self, method: str, path: str, *, csrf: str | bytes | None = None, **more: Any) -> Any:
        sent = {"X-CSRF-Token": self.csrf if csrf is None else csrf} | dict(more.pop("headers", {}))
        return self.client.request(method, f"/api/v1{path}", headers=sent, **more)

    @property
    def cookie(self) -> str:
        return str(next(iter(self.client.cookies.values()), ""))


@contextmanager
def quick_passwords() -> Iterator[None]:
    """Hashes that cost nothing: real ones take a third of a second."""
    real = users.HASHER, users._NOBODY
    users.HASHER, users._NOBODY = QUICK, QUICK.hash("nobody's")
    try:
        yield
    finally:
        users.HASHER, users._NOBODY = real


@contextmanager
def served(app: FastAPI, **options: float) -> Iterator[int]:
    """The app behind a real server with real sockets; its port."""
    door = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, **server_options(**options)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield door.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        door.close()
