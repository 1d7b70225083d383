"""The whole service with a reviewed document in it, for tests that go through every address."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from lexveil.config import Settings
from lexveil.service.app import create_app
from lexveil.store.desk import Desk, open_desk
from service.protection.protected import KEY, Browser, add, quick_passwords, settings

LIGHT = Settings(detectors=("titles", "gazetteer", "internet", "metadata"), threads=1)  # no model to load
PAGE = "<html><body><h1>Award</h1><p>Mr Ivo Torvund heard Ms Hedda Quellmark.</p></body></html>"


class Whole:
    """Rolf has a project with one document in it, which was analysed and exported once."""

    def __init__(self, app: FastAPI, desk: Desk) -> None:
        self.app, self.desk = app, desk
        self.rolf, self.runa, self.ada = (self.enter(name) for name in ("rolf", "runa", "ada"))
        self.case = self.rolf.ask("POST", "/projects", json={"name": "Quellmark v. Torvund"}).json()["id"]
        self.document = self.upload(self.rolf, "award.html", PAGE)
        answer = self.rolf.ask("POST", f"/documents/{self.document}/export", json={"formats": ["own"]})
        assert answer.status_code == 200, answer.text
        self.export, self.file = answer.json()["export"], answer.json()["files"][0]["name"]

    def enter(self, name: str) -> Browser:
        browser = Browser(self.app)
        assert browser.log_in(name).status_code == 200
        return browser

    def upload(self, browser: Browser, name: str, page: str, **more: Any) -> str:
        sent = {"file": (name, page.encode())}
        answer = browser.ask("POST", f"/projects/{self.case}/documents", files=sent, **more)
        assert answer.status_code == 202, answer.text
        document = str(answer.json()["documents"][0]["id"])
        until = time.monotonic() + 60
        while browser.ask("GET", f"/documents/{document}").json()["status"] in ("waiting", "running"):
            assert time.monotonic() < until, "the analysis takes too long"
            time.sleep(0.05)
        return document


@contextmanager
def whole_service(folder: Path, **changes: Any) -> Iterator[Whole]:
    with quick_passwords(), open_desk(folder / "desk.db", KEY) as desk:
        for name, role in (("rolf", "reviewer"), ("runa", "reviewer"), ("ada", "administrator")):
            add(desk, name, role)
        app = create_app(desk, settings(**changes), mode="accounts", analysis=LIGHT)
        with Browser(app).client:  # starts the queue, and stops it
            yield Whole(app, desk)
