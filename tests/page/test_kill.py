"""The power goes, again and again, while somebody edits: whatever was acknowledged is there afterwards.

A reviewer sends a hundred edits; the service is killed (SIGKILL) after the thirteenth and the fifty-seventh
answer, while the next request is already on its way, and once with a request sent and nobody waiting for its
answer. Each time it starts again on the same database, SQLite or PostgreSQL.
"""

import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from page.running import Server
from service.running import TEXT, UNDER_WAY, Browser
from service.server_pg import postgres_server, postgres_url  # noqa: F401

EDITS = 100
KILLED = (13, 57)  # the service dies while the edit after this one is under way
UNHEARD = 80  # and here, with a request sent that nobody hears the answer of
LONG = "\n\n".join(TEXT.replace("Ivo", name) for name in ("Ivo", "Emil", "Ruben", "Anton", "Oskar") * 8)
Entities = dict[str, dict[str, Any]]


@dataclass
class Reviewer:
    """What a page would know: the state as the answers tell it, and what was acknowledged."""

    desk: Browser
    document: str
    entities: Entities = field(default_factory=dict)
    number: int = 0
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    asked: dict[str, Any] | None = None  # whose answer has not come

    def load(self) -> None:
        told = self.desk.review(self.document)
        self.number = told["number"]
        self.entities = {each["id"]: each for each in told["entities"]}

    def take(self, told: dict[str, Any]) -> None:
        self.number = told["number"]
        self.entities |= {each["id"]: each for each in told["changed"]}
        for gone in told["removed"]:
            del self.entities[gone]

    def send(self, command: dict[str, Any]) -> None:
        """One edit; raises httpx.TransportError when the service goes before its answer comes."""
        path, body = request(self.document, self.number, command)
        self.asked = command
        answer = self.desk.post(path, body)
        assert answer.status_code == 200, (command, answer.text)
        self.take(answer.json())
        self.acknowledged.append((self.number, command["kind"]))
        self.asked = None


def request(document: str, base: int, command: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    if command["kind"] in ("undo", "redo"):
        return f"/documents/{document}/{command['kind']}", {"base": base}
    return f"/documents/{document}/edits", {"base": base, "command": command}


def commands(people: list[str]) -> Iterator[dict[str, Any]]:
    """Of every kind, and such that each can be done."""
    for number, entity in enumerate(cycle(people)):
        if number < len(people):
            yield {"kind": "accept", "entity": entity}  # once: what changes nothing is refused
        yield {"kind": "role", "entity": entity, "role": "LAWYER"}
        yield {"kind": "role", "entity": entity, "role": "WITNESS"}
        yield {"kind": "rename", "entity": entity, "pseudonym": f"PERSON NUMBER {number}"}
        yield {"kind": "undo"}
        yield {"kind": "keep", "entity": entity}
        yield {"kind": "replace", "entity": entity}
        yield {"kind": "reject", "entity": entity}
        yield {"kind": "undo"}
        yield {"kind": "redo"}
        yield {"kind": "undo"}


@pytest.fixture(params=["sqlite", "postgresql"])
def mortal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A service of its own, on either database; it keeps its key in its folder."""
    made = Server(tmp_path, XDG_DATA_HOME=str(tmp_path))
    if request.param == "postgresql":
        made.database = request.getfixturevalue("postgres_url")
    yield made.start()
    made.stop()


def test_every_acknowledged_edit_survives_kill(mortal: Server) -> None:
    with Browser(mortal.address) as desk:
        reviewer = Reviewer(desk, desk.upload(desk.case()))
        reviewer.load()
        running = desk.sent(desk.case(), "long.txt", LONG)
        left = islice(commands(people(reviewer)), EDITS)
        for count in KILLED:
            edit_until_killed(mortal, reviewer, left, count)
            assert desk.get(f"/documents/{running}").json()["status"] != "failed"
        for _ in range(UNHEARD - len(reviewer.acknowledged)):
            reviewer.send(next(left))
        kill_unheard(mortal, reviewer, next(left))
        for command in left:
            reviewer.send(command)
        mortal.kill()
        mortal.start()
        expect_everything(reviewer)
        assert desk.done(running)["status"] == "done"
        verified = desk.get("/audit/verify").json()
        assert (verified["whole"], verified["broken"]) == (True, None)


def people(reviewer: Reviewer) -> list[str]:
    found = [key for key, each in reviewer.entities.items() if each["category"] == "PERSON"]
    assert len(found) >= 3
    return found


def edit_until_killed(server: Server, reviewer: Reviewer, left: Iterator[dict[str, Any]], count: int) -> None:
    """Edits go on one after the other in a thread; after so many answers the service is killed."""
    reached, failures = threading.Event(), []

    def work() -> None:
        try:
            for command in left:
                reviewer.send(command)
                if len(reviewer.acknowledged) >= count:
                    reached.set()
        except httpx.TransportError:
            return
        except BaseException as error:
            failures.append(error)
            reached.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert reached.wait(60)
    assert not failures, failures
    if count == KILLED[0]:
        expect_under_way(reviewer.desk)
    server.kill()
    thread.join(60)
    assert not failures, failures
    server.start()
    expect_everything(reviewer)


def expect_under_way(desk: Browser) -> None:
    """The analysis of the other document has begun or waits, and is about to be cut off."""
    found = desk.get("/projects").json()["projects"]
    states = [
        each["status"] for case in found for each in desk.get(f"/projects/{case['id']}").json()["documents"]
    ]
    assert set(states) & set(UNDER_WAY), states


def kill_unheard(server: Server, reviewer: Reviewer, command: dict[str, Any]) -> None:
    """The whole request is on its way to the service when it dies."""
    path, body = request(reviewer.document, reviewer.number, command)
    reviewer.asked = command
    made = reviewer.desk.http.build_request("POST", path, json=body)
    head = "".join(f"{name}: {value}\r\n" for name, value in made.headers.items())
    raw = f"POST {made.url.raw_path.decode()} HTTP/1.1\r\n{head}\r\n".encode() + made.read()
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(raw)
        server.kill()
    server.start()
    expect_everything(reviewer)


def expect_everything(reviewer: Reviewer) -> None:
    """What was acknowledged is there in its order, and the state is what the answers said. An edit whose
    answer nobody heard may be there too, but then whole, and after the others."""
    told = reviewer.desk.get(f"/documents/{reviewer.document}/edits", params={"after": 0}).json()
    stored = [(each["number"], each["kind"]) for each in told["edits"]]
    assert [number for number, _ in stored] == list(range(1, len(stored) + 1))
    assert set(reviewer.acknowledged) <= set(stored)
    unheard = reviewer.desk.get(f"/documents/{reviewer.document}/edits", params={"after": reviewer.number})
    assert len(unheard.json()["edits"]) <= 1
    reviewer.take(unheard.json())
    review = reviewer.desk.review(reviewer.document)
    assert review["number"] == reviewer.number == len(stored)
    assert {each["id"]: each for each in review["entities"]} == reviewer.entities
    assert audited(reviewer) == stored
    if reviewer.asked and not unheard.json()["edits"]:
        reviewer.send(reviewer.asked)  # as the page does
    reviewer.asked = None


def audited(reviewer: Reviewer) -> list[tuple[int, str]]:
    """The edits of the document in the audit log."""
    found: list[dict[str, Any]] = []
    more = True
    while more:
        after = found[-1]["number"] if found else 0
        told = reviewer.desk.get("/audit", params={"after": after}).json()
        found, more = found + told["rows"], told["more"]
    return [
        (row["details"]["number"], row["details"]["edit"])
        for row in found
        if row["kind"] == "edit" and row["document"] == reviewer.document
    ]


def test_nothing_runs_on_after_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with Browser(server.address) as desk:
        desk.sent(desk.case(), "long.txt", LONG)
        wait(lambda: len(children(server)) > 0)
        orphans = children(server)
        server.kill()
    wait(lambda: not [each for each in orphans if Path(f"/proc/{each}").exists()])


def children(server: Server) -> list[int]:
    assert server.process is not None
    listed = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return [int(each) for each in listed.read_text().split()]


def wait(test: Callable[[], bool], seconds: int = 60) -> None:
    waited = threading.Event()
    for _ in range(seconds * 20):
        if test():
            return
        waited.wait(0.05)
    raise AssertionError("it does not come to that")
