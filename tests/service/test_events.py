"""Server-sent events: what happens is told at once to everyone who listens."""

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from service.running import TEXT, Browser, Running


def events(answer: httpx.Response) -> Iterator[tuple[str, dict[str, Any]]]:
    name = ""
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def heard(
    service: Running, path: str, act: Callable[[], object], until: Callable[[str, dict[str, Any]], bool]
) -> list[tuple[str, dict[str, Any]]]:
    """What a second browser hears until something; `act` is done once it listens."""
    found: list[tuple[str, dict[str, Any]]] = []
    acting = threading.Thread(target=act)
    with service.browser() as other, other.http.stream("GET", path) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for number, (name, data) in enumerate(events(answer)):
            if number == 0:
                acting.start()
            found.append((name, data))
            if until(name, data):
                break
    acting.join()
    return found


def test_stream_begins_with_what_stands_and_tells_of_edits(
    service: Running, browser: Browser, award: str
) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    told = heard(
        service,
        f"/documents/{award}/events",
        lambda: browser.edit(award, 0, kind="accept", entity=witness["id"]),
        lambda name, data: name == "edit" and data["number"] == 1,
    )
    assert [name for name, _ in told[:3]] == ["progress", "state", "edit"]
    assert told[0][1]["status"] == "done"
    assert told[2][1]["number"] == 0
    assert ("state", {"document": award, "state": "in review"}) in told
    assert told[-1][1]["author"] == browser.here["user"]["id"]


def test_case_hears_of_the_progress_of_its_documents(service: Running, browser: Browser) -> None:
    case = browser.case()
    first = browser.upload(case)
    told = heard(
        service,
        f"/projects/{case}/events",
        lambda: browser.sent(case, "new.txt", TEXT.replace("FINAL", "THIRD")),
        lambda name, data: name == "progress" and data["status"] == "done" and data["document"] != first,
    )
    progress = [data for name, data in told if name == "progress" and data["document"] != first]
    assert [each["status"] for each in progress][-2:] == ["running", "done"]
    fractions = [each["fraction"] for each in progress]
    assert fractions == sorted(fractions)
    assert "resolving" in {each["step"] for each in progress}


def test_no_event_holds_text_of_a_document(service: Running, browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    told = heard(
        service,
        f"/documents/{award}/events",
        lambda: browser.edit(award, 0, kind="rename", entity=witness["id"], pseudonym="Canary"),
        lambda name, data: name == "edit" and data["number"] == 1,
    )
    assert "Lundgren" not in json.dumps(told)
    assert "Canary" not in json.dumps(told)


def test_stream_of_what_is_not_there_is_refused(browser: Browser) -> None:
    assert browser.get(f"/documents/{'0' * 32}/events").status_code == 404
    assert browser.get("/documents/none/events").status_code == 422
