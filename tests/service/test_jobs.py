"""Analyses: one after the other, in a process of their own, and nothing stops the service."""

import os
import signal
import tempfile
import time
from pathlib import Path

import httpx
import pytest

from lexveil.service import events, jobs
from lexveil.store.desk import open_desk
from service.running import KEY, TEXT, Browser, Running, running

LONG = "\n\n".join(
    f"{TEXT}\n\nExhibit {number} was read out on {number % 28 + 1} May 2020." for number in range(60)
)


def kind(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["kind"])


def begun(browser: Browser, document: str) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if browser.get(f"/documents/{document}").json()["status"] == "running":
            return
        time.sleep(0.02)
    raise AssertionError("the analysis does not begin")


def test_same_bytes_are_analysed_once(browser: Browser) -> None:
    text = TEXT.replace("FINAL", "PARTIAL")
    first = browser.upload(browser.case(), data=text)
    again = browser.post(
        f"/projects/{browser.case()}/documents", files=[("file", ("other.txt", text.encode()))]
    ).json()["documents"][0]
    assert (again["status"], again["name"]) == ("done", "other.txt")
    assert browser.review(again["id"])["entities"] == browser.review(first)["entities"]


def test_another_policy_is_another_analysis(browser: Browser) -> None:
    browser.upload(browser.case())
    document = browser.upload(browser.case("court-eu"))
    assert browser.named(document, "Ivo Lundgren")["pseudonym"].startswith("person")


def test_copy_beside_an_edited_twin_follows_it(browser: Browser) -> None:
    case = browser.case()
    first = browser.upload(case)
    witness = browser.named(first, "Ivo Lundgren")
    browser.edit(first, 0, kind="rename", entity=witness["id"], pseudonym="THE MASTER")
    assert browser.named(browser.upload(case, "copy.txt"), "Ivo Lundgren")["pseudonym"] == "THE MASTER"


def test_document_that_cannot_be_read_fails_with_a_reason(browser: Browser) -> None:
    document = browser.sent(browser.case(), "lundgren.docx", b"PK\x03\x04 broken")
    found = browser.done(document)
    assert found["status"] == "failed"
    assert found["error"]
    assert "/" not in found["error"]
    assert "lundgren" not in found["error"].lower()
    assert kind(browser.get(f"/documents/{document}/review")) == "conflict"
    assert browser.post(f"/documents/{document}/analysis").status_code == 202
    assert browser.done(document)["status"] == "failed"


def test_new_analysis_carries_what_was_decided(browser: Browser, award: str) -> None:
    witness = browser.named(award, "Ivo Lundgren")
    browser.edit(award, 0, kind="keep", entity=witness["id"])
    assert browser.post(f"/documents/{award}/analysis").status_code == 202
    browser.done(award)
    told = browser.review(award)
    assert (told["number"], told["undo"], told["state"]) == (2, True, "new")
    now = browser.named(award, "Ivo Lundgren")
    assert now["action"] == "keep"
    assert kind(browser.edit(award, 0, kind="accept", entity=now["id"])) == "conflict"
    assert browser.edit(award, 2, kind="accept", entity=now["id"]).json()["number"] == 3


def test_analysis_is_cancelled_while_it_waits_and_while_it_runs(service: Running) -> None:
    with service.browser() as browser:
        case = browser.case()
        one, two = browser.sent(case, "one.txt", LONG), browser.sent(case, "two.txt", LONG + "x")
        assert browser.http.delete(f"/documents/{two}/analysis").json()["status"] == "cancelled"
        begun(browser, one)
        assert browser.http.delete(f"/documents/{one}/analysis").status_code == 200
        assert browser.done(one, seconds=10)["status"] == "cancelled"
        folders = Path(tempfile.gettempdir()).glob(f"lexveil-worker-{os.getpid()}-*/*/document.txt")
        assert list(folders) == []
        assert kind(browser.http.delete(f"/documents/{one}/analysis")) == "conflict"
        assert browser.done(browser.sent(case, "short.txt", TEXT))["status"] == "done"


def test_cancelled_second_analysis_leaves_the_first(service: Running) -> None:
    with service.browser() as browser:
        case = browser.case()
        document = browser.upload(case)
        before = browser.review(document)
        browser.sent(case, "long.txt", LONG + "z")
        browser.post(f"/documents/{document}/analysis")
        assert browser.http.delete(f"/documents/{document}/analysis").json()["status"] == "done"
        assert browser.review(document) == before
        browser.http.delete(f"/projects/{case}")


def test_killed_worker_fails_its_document_and_the_service_goes_on(service: Running) -> None:
    with service.browser() as browser:
        case = browser.case()
        document = browser.sent(case, "one.txt", LONG + "y")
        begun(browser, document)
        while (process := service.app.state.context.jobs._worker._process) is None:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        found = browser.done(document, seconds=10)
        assert found["status"] == "failed"
        assert "unexpectedly" in found["error"]
        assert browser.done(browser.sent(case, "short.txt", TEXT + "y"))["status"] == "done"


def test_worker_that_cannot_start_fails_the_document_too(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = service.app.state.context.jobs._worker
    worker.stop()
    with service.browser() as browser, monkeypatch.context() as changed:
        case = browser.case()
        changed.setattr(worker, "_started", lambda: 1 / 0)
        found = browser.done(browser.sent(case, "none.txt", TEXT + "x"))
        assert (found["status"], found["error"]) == ("failed", "the analysis ended unexpectedly: try again")
        changed.undo()
        assert browser.done(browser.sent(case, "some.txt", TEXT + "w"))["status"] == "done"


def test_what_a_crash_interrupted_is_taken_up_again(tmp_path: Path) -> None:
    with open_desk(tmp_path / "desk.sqlite", KEY) as desk:
        case = desk.add_case("Case", "arbitration", "")
        waiting, caught = (
            desk.add_document(case.id, name, data, jobs.digest(data))
            for name, data in (("one.txt", TEXT.encode()), ("two.txt", TEXT.replace("Ivo", "Ivar").encode()))
        )
        desk.set_status(caught.id, "running", "ner")
    with running(tmp_path) as service, service.browser() as browser:
        assert browser.done(waiting.id)["status"] == "done"
        assert browser.done(caught.id)["status"] == "done"


def test_steps_go_forward() -> None:
    steps = ["reading", *(step for step in events.FRACTIONS if step != "reading")]
    assert [events.FRACTIONS[step] for step in steps] == sorted(events.FRACTIONS[step] for step in steps)
