"""A service that really runs, on a port of its own, and browsers that speak to it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

import recorded
from lexveil.config import Service, Settings
from lexveil.service.app import create_app
from lexveil.service.server import server_options
from lexveil.store.desk import Desk, open_desk
from lexveil.store.keys import RANDOM, Key

KEY = Key(RANDOM, bytes(range(32)))
UNDER_WAY = ("waiting", "running")

TEXT = """FINAL AWARD

in the arbitration between

Quellmark Holding Ltd, Claimant

and

Torvund Shipping AS, Respondent

The Panel heard the following witnesses:

Mr Ivo Lundgren, witness, harbour master

Ms Pia Holt, witness, accountant

Mr Jonas Brekke, witness, first mate

Mr Lundgren testified that the vessel left the port on 3 March 2021. Ms Holt was not on board. She told Mr
Brekke on the telephone that the cargo was late. Jonas Brekke confirmed this in his second statement.

According to Mr Lundgren, nobody had asked Pia Holt for the accounts. Lundgren repeated this at the hearing.
"""
ROWS = 'id,text\n1,"Ivo Lundgren testified."\n'


def files(name: str, data: str | bytes) -> list[tuple[str, tuple[str, bytes]]]:
    return [("file", (name, data.encode() if isinstance(data, str) else data))]


class Browser:
    """One session: the cookie, the CSRF token and the API."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=60)
        self.here = self.http.get("/session").json()
        self.http.headers["X-CSRF-Token"] = self.here["csrf"]

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.http.get(path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        return (
            self.http.post(path, json=body, **options)
            if body is not None
            else self.http.post(path, **options)
        )

    def case(self, policy: str = "arbitration", **more: Any) -> str:
        return str(self.post("/projects", {"name": "Case 1", "policy": policy, **more}).json()["id"])

    def sent(self, case: str, name: str, data: str | bytes, **more: Any) -> str:
        answer = self.post(f"/projects/{case}/documents", files=files(name, data), data=more)
        assert answer.status_code == 202, answer.text
        return str(answer.json()["documents"][0]["id"])

    def upload(self, case: str, name: str = "award.txt", data: str | bytes = TEXT, **more: Any) -> str:
        """The id of a document, once its analysis is through."""
        document = self.sent(case, name, data, **more)
        found = self.done(document)
        assert found["status"] == "done", found
        return document

    def done(self, document: str, *, seconds: float = 240) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found: dict[str, Any] = self.get(f"/documents/{document}").json()
            if found["status"] not in UNDER_WAY:
                return found
            time.sleep(0.05)
        raise AssertionError("the analysis does not end")

    def review(self, document: str) -> dict[str, Any]:
        answer = self.get(f"/documents/{document}/review")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def named(self, document: str, name: str) -> dict[str, Any]:
        """The entity of which a mention is written so."""
        text = self.get(f"/documents/{document}/text").json()["text"]
        found = [
            each
            for each in self.review(document)["entities"]
            if any(text[start:end] == name for start, end, *_ in each["mentions"])
        ]
        assert found, "there is no such entity"
        return dict(found[0])

    def edit(self, document: str, base: int, **command: Any) -> httpx.Response:
        return self.post(f"/documents/{document}/edits", {"base": base, "command": command})


class Running:
    def __init__(self, address: str, app: FastAPI, desk: Desk, folder: Path) -> None:
        self.address, self.app, self.desk, self.folder = address, app, desk, folder

    def browser(self) -> Browser:
        return Browser(self.address)


@contextmanager
def running(
    folder: Path, *, url: str = "", analysis: Settings | None = None, **settings: Any
) -> Iterator[Running]:
    """For one user, on SQLite or at `url`; what was started ends with the block."""
    with open_desk(url or folder / "desk.sqlite", KEY) as desk:
        often = Service(uploads_per_minute=1000, requests_per_minute=100_000, **settings)
        app = create_app(desk, often, analysis=analysis or recorded.SETTINGS)
        config = uvicorn.Config(app, port=0, log_config=None, log_level="critical", **server_options())
        server = uvicorn.Server(config)
        app.state.context.hub.ending = lambda: server.should_exit
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        until = time.monotonic() + 30
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            yield Running(f"http://127.0.0.1:{port}", app, desk, folder)
        finally:
            server.should_exit = True
            thread.join(30)
