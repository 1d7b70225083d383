"""Nothing personal in what the server logs and prints, whatever is asked of it and whatever goes wrong."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.protection import loud

# Invented words that stand nowhere else: each is planted in one kind of place.
TEXT, FILE, CASE, QUERY, TOKEN, BROKEN, PSEUDONYM = CANARIES = (
    "Brixendorf",
    "Wumpelstett",
    "Klaffenbrück",
    "Zorvelund",
    "Quastenberg",
    "Trullenmoor",
    "Fennigsholt",
)
WRONG = "Hopfenzwinger im Mai"
PAGE = f"<html><body><p>Mr Ivo {TEXT} heard Ms Hedda {TEXT}.</p></body></html>"


class Told:
    """The server, and all that it said once it has stopped."""

    def __init__(self, folder: Path) -> None:
        self.secrets: list[str] = []
        self.out, self.err = folder / "out", folder / "err"
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, loud.__file__, str(folder / "desk.db")],
                stdout=out,
                stderr=err,
                env=dict(os.environ) | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self._port()}/api/v1", timeout=30)

    def _port(self) -> int:
        until = time.monotonic() + 60
        while not self.out.read_text().endswith("\n"):
            assert self.process.poll() is None, self.err.read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
        return int(self.out.read_text())

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.client.request(method, path, **more)

    def stop(self) -> str:
        self.client.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        return self.out.read_text() + self.err.read_text()


@pytest.fixture
def server(tmp_path: Path) -> Any:
    made = Told(tmp_path)
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.wait()


def uploaded(server: Told, case: str, name: str, content: bytes) -> str:
    answer = server.ask("POST", f"/projects/{case}/documents", files={"file": (name, content)})
    document = str(answer.json()["documents"][0]["id"])
    until = time.monotonic() + 60
    while server.ask("GET", f"/documents/{document}").json()["status"] in ("waiting", "running"):
        assert time.monotonic() < until
        time.sleep(0.05)
    return document


def exercised(server: Told) -> dict[int, int]:
    """Every address, in order and out of order; how often which status came back."""
    seen: dict[int, int] = {}

    def ask(method: str, path: str, **more: Any) -> httpx.Response:
        answer = server.ask(method, path, **more)
        seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
        return answer

    ask("POST", "/session", json={"name": QUERY, "password": WRONG})
    ask("POST", "/session", json={"name": "rolf", "password": WRONG})
    csrf = ask("POST", "/session", json={"name": "rolf", "password": loud.PASSWORD}).json()["csrf"]
    server.client.headers["X-CSRF-Token"] = csrf
    server.secrets = [csrf, *dict(server.client.cookies).values()]
    case = ask("POST", "/projects", json={"name": CASE}).json()["id"]
    document = uploaded(server, case, f"{FILE}.html", PAGE.encode())
    broken = uploaded(server, case, f"{BROKEN}.docx", f"PK\x03\x04 {BROKEN}".encode())
    for each in (document, broken):
        for path in ANSWERS:
            ask("GET", f"/documents/{each}{path}")
    for path in ("", "/entities", "/statistics"):
        ask("GET", f"/projects/{case}{path}")
    found = ask("GET", f"/documents/{document}/review").json()
    entity = next(each["id"] for each in found["entities"] if each["action"] == "replace")
    for path, body in changes(entity):
        ask("POST", f"/documents/{document}{path}", json=body)
    wanted = {"formats": ["own", "report", "dictionary"]}
    made = ask("POST", f"/documents/{document}/export", json=wanted).json()
    for file in [*made["files"], {"name": FILE}]:
        ask("GET", f"/exports/{made['export']}/{file['name']}")
    for method, path, more in others(case):
        ask(method, path, **more)
    ask("DELETE", f"/documents/{document}")
    ask("DELETE", "/session")
    return seen


ANSWERS = (
    "",
    "/text",
    "/review",
    "/preview",
    "/check",
    "/doubts",
    "/suggestions",
    "/statistics",
    "/gold",
    "/edits",
)


def changes(entity: str) -> list[tuple[str, dict[str, Any]]]:
    """What is asked of one document."""
    rename = {"kind": "rename", "entity": entity, "pseudonym": PSEUDONYM}
    unknown = {"kind": "rename", "entity": QUERY, "pseudonym": PSEUDONYM}
    listed = {"kind": "whitelist", "entity": entity, "scope": "always"}
    return [
        *(("/edits", {"base": 0, "command": command}) for command in (rename, unknown, rename, listed)),
        ("/undo", {"base": 1}),
        ("/why", {"entity": entity}),
        *(("/search", {"query": QUERY, "mode": mode}) for mode in ("plain", "regex", "fuzzy", QUERY)),
        ("/search", {"query": f"({QUERY}", "mode": "regex"}),
        ("/occurrences", {"text": QUERY}),
        ("/state", {"to": QUERY}),
    ]


def others(case: str) -> list[tuple[str, str, dict[str, Any]]]:
    """What stands alone, what is malformed, and what fails."""
    documents = f"/projects/{case}/documents"
    form = {"Content-Type": "multipart/form-data; boundary=b"}
    plain = {"Content-Type": "application/json"}
    text = {"text": f"Mr Ivo {TEXT} spoke."}
    return [
        ("GET", f"/text/analyze?text={QUERY}&language=en", {}),
        ("GET", f"/text/analyze?text={QUERY}&language={QUERY}", {}),
        ("POST", "/pseudonymize", {"json": text}),
        ("POST", "/pseudonymize", {"files": {"file": (f"{FILE}.docx", BROKEN.encode())}}),
        ("POST", "/project", {"json": text}),
        ("POST", "/project/tag-entity-occurrences", {"json": {"text": TEXT, "name": QUERY}}),
        ("POST", "/tokens", {"json": {"name": TOKEN}}),
        ("POST", "/users", {"json": {"name": QUERY, "password": WRONG, "role": QUERY}}),
        ("POST", "/projects", {"content": f'{{"name": "{CASE}"', "headers": plain}),
        ("POST", "/projects", {"json": {"name": 7, CASE: CASE}}),
        ("POST", "/projects", {"json": {"name": CASE, "policy": f"{CASE}/../x"}}),
        ("POST", documents, {"content": FILE.encode(), "headers": form}),
        ("POST", documents, {"files": {"file": (f"{FILE}.exe", TEXT.encode())}}),
        ("POST", documents, {"files": {"file": (f"{FILE}.txt", b"x")}, "data": {"metadata": f"{{{TEXT}"}}),
        ("GET", f"/{QUERY}", {}),
        ("GET", f"/documents/{QUERY}", {}),
        ("GET", f"/audit?after={QUERY}", {}),
        ("POST", "/fault", {"content": TEXT.encode()}),
        ("GET", f"/fault/{QUERY}", {}),
    ]


def test_no_name_and_no_secret_is_logged_or_printed(server: Told) -> None:
    seen = exercised(server)
    told = server.stop()
    assert seen[500] == 2  # the two faults
    assert {200, 201, 204, 401, 404, 422} <= set(seen)
    assert "RuntimeError in" in told  # faults are told, by their kind and place
    assert "Traceback" not in told
    for canary in (*CANARIES, loud.PASSWORD, WRONG, *server.secrets):
        for form in (canary, canary.lower(), canary.encode().hex(), repr(canary.encode())[2:-1]):
            assert form not in told
