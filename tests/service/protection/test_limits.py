"""Bodies that are too large or too slow, and callers that ask too often."""

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from lexveil.config import Service
from lexveil.service import limits, server
from lexveil.service.limits import Rate, Rates
from lexveil.store.desk import Desk
from service.protection.protected import Browser, add, make_app, served

UPLOAD = "/projects/aa/documents"
FILES = {"Content-Type": "multipart/form-data; boundary=x"}


@pytest.fixture
def small(desk: Desk) -> FastAPI:
    """Bounds that a test reaches quickly."""
    add(desk, "rolf")
    return make_app(desk, json_bytes=1000, request_bytes=5000, stall_seconds=1, upload_seconds=2)


@pytest.fixture
def rolf(small: FastAPI) -> Browser:
    browser = Browser(small)
    browser.log_in("rolf")
    return browser


def test_a_body_that_says_it_is_too_large_is_refused(rolf: Browser) -> None:
    assert rolf.ask("POST", "/json", content=b"x" * 1000).json() == {"bytes": 1000}
    refused = rolf.ask("POST", "/json", content=b"x" * 1001)
    assert (refused.status_code, refused.json()["error"]["kind"]) == (413, "too-large")
    assert rolf.ask("POST", UPLOAD, content=b"x" * 5000, headers=FILES).json() == {"bytes": 5000}
    assert rolf.ask("POST", UPLOAD, content=b"x" * 5001, headers=FILES).status_code == 413


def test_a_body_that_does_not_say_how_large_it_is_is_counted(rolf: Browser) -> None:
    def parts(count: int) -> Iterator[bytes]:
        yield from (b"x" * 100 for _ in range(count))

    assert rolf.ask("POST", "/json", content=parts(10)).json() == {"bytes": 1000}
    assert rolf.ask("POST", "/json", content=parts(11)).status_code == 413
    assert rolf.ask("POST", UPLOAD, content=parts(51), headers=FILES).status_code == 413
    assert rolf.ask("POST", "/session", content=parts(11)).status_code == 413  # where FastAPI reads the body


class Line:
    """A connection to a real server, on which a test says every byte itself."""

    def __init__(self, port: int, browser: Browser) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.browser = browser
        self.port = port

    def begin(self, path: str, *headers: str) -> None:
        cookies = f"lexveil-{self.port}={self.browser.cookie}"
        lines = [
            f"POST /api/v1{path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {cookies}",
            f"X-CSRF-Token: {self.browser.csrf}",
            f"Content-Type: {FILES['Content-Type']}",
            *headers,
        ]
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode())

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def drained(self) -> None:
        """Until the server closes the connection; the socket's own time ends the test else."""
        while self.socket.recv(65536):
            pass

    def answer(self) -> tuple[int, Any]:
        """The status and the body, once the server has closed the connection."""
        got = b""
        while part := self.socket.recv(65536):
            got += part
        self.socket.close()
        head, _, body = got.partition(b"\r\n\r\n")
        if b"chunked" in head.lower():
            body = body.partition(b"\r\n")[2].partition(b"\r\n")[0]
        return int(head.split()[1]), json.loads(body)


def test_a_large_upload_is_refused_before_its_body_is_sent(small: FastAPI, rolf: Browser) -> None:
    with served(small) as port:
        line = Line(port, rolf)
        line.begin(UPLOAD, "Content-Length: 5000000", "Expect: 100-continue")
        status, body = line.answer()
    assert (status, body["error"]["kind"]) == (413, "too-large")


def test_who_sends_on_regardless_still_reads_why(small: FastAPI, rolf: Browser) -> None:
    with served(small) as port:
        line = Line(port, rolf)
        line.begin(UPLOAD, "Content-Length: 500000")
        line.send(b"x" * 500_000)
        status, _ = line.answer()
    assert status == 413


def test_an_endless_upload_is_cut_off(small: FastAPI, rolf: Browser) -> None:
    with served(small) as port:
        line = Line(port, rolf)
        line.begin(UPLOAD, "Transfer-Encoding: chunked")
        for _ in range(6):
            line.send(b"3e8\r\n" + b"x" * 1000 + b"\r\n")
        status, body = line.answer()
    assert (status, body["error"]["kind"]) == (413, "too-large")


def test_a_stranger_sends_no_body_at_all(small: FastAPI) -> None:
    with served(small) as port:
        line = Line(port, Browser(small))
        line.begin(UPLOAD, "Content-Length: 5000", "Expect: 100-continue", "Connection: close")
        status, _ = line.answer()
    assert status == 401


def test_an_upload_that_stalls_is_given_up(small: FastAPI, rolf: Browser) -> None:
    with served(small) as port:
        line = Line(port, rolf)
        line.begin(UPLOAD, "Content-Length: 5000")
        line.send(b"x")
        status, body = line.answer()
    assert (status, body["error"]["kind"]) == (408, "too-slow")


def test_an_upload_that_drips_is_given_up(small: FastAPI, rolf: Browser) -> None:
    """A byte now and then keeps it from stalling, but the whole takes too long."""
    with served(small) as port:
        line = Line(port, rolf)
        line.begin(UPLOAD, "Content-Length: 5000")
        began = time.monotonic()
        while time.monotonic() - began < 1.9:
            line.send(b"x")
            time.sleep(0.3)
        status, body = line.answer()
    assert (status, body["error"]["kind"]) == (408, "too-slow")


def test_headers_that_never_end_are_refused(small: FastAPI, rolf: Browser) -> None:
    with served(small) as port:
        line = Line(port, rolf)
        line.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 2 * server.HEADER_BYTES)
        assert line.socket.recv(12) == b"HTTP/1.1 400"
        line.socket.close()


def test_a_head_that_drips_is_given_up(small: FastAPI, rolf: Browser) -> None:
    """On a fresh connection, and on one that has been answered before."""
    with served(small, header_seconds=0.3) as port:
        fresh, used = Line(port, rolf), Line(port, rolf)
        used.send(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        assert used.socket.recv(12) == b"HTTP/1.1 200"
        for line in (fresh, used):
            line.send(b"GET / HTTP/1.1\r\nX-Slow: ")
            line.drained()
            line.socket.close()


def test_a_slow_answer_is_not_taken_for_a_slow_head(small: FastAPI, rolf: Browser) -> None:
    with served(small, header_seconds=0.3) as port:
        answer = httpx.get(
            f"http://127.0.0.1:{port}/api/v1/stream", headers={"Cookie": f"lexveil-{port}={rolf.cookie}"}
        )
    assert answer.text == "one\ntwo\n"


def test_an_event_stream_outlives_the_time_of_a_body(desk: Desk) -> None:
    """Only what comes in is timed."""
    app = make_app(desk, "single", stall_seconds=1, upload_seconds=1)
    browser = Browser(app)
    browser.look()
    assert browser.ask("GET", "/stream").text == "one\ntwo\n"


def stand_still(app: FastAPI) -> None:
    """No bucket fills again, however slow the machine is."""
    now = time.monotonic()
    app.state.rates.clock = lambda: now


def test_a_caller_who_asks_too_often_is_told_to_wait(desk: Desk) -> None:
    add(desk, "rolf")
    add(desk, "runa")
    app = make_app(desk, requests_per_minute=60)  # ten at once, then one a second
    rolf, runa = Browser(app), Browser(app)
    rolf.log_in("rolf")
    runa.log_in("runa")
    stand_still(app)
    answers = [rolf.ask("GET", "/forgetful") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert answers[10].headers["retry-after"] == "1"
    assert answers[10].json()["error"]["kind"] == "too-many"
    assert runa.ask("GET", "/forgetful").status_code == 200


def test_uploads_are_counted_apart(desk: Desk) -> None:
    add(desk, "rolf")
    app = make_app(desk, uploads_per_minute=3)
    rolf = Browser(app)
    rolf.log_in("rolf")
    stand_still(app)
    assert [rolf.ask("POST", UPLOAD).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert rolf.ask("POST", "/json").status_code == 200


def test_only_so_many_heavy_requests_go_on_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads that hang hold no more than their share of the threads, and nobody else's."""
    monkeypatch.setattr(limits, "HEAVY_OF_ONE", 2)
    for name in ("rolf", "runa"):
        add(desk, name)
    app = make_app(desk, stall_seconds=5)
    rolf, runa = Browser(app), Browser(app)
    rolf.log_in("rolf")
    runa.log_in("runa")
    with served(app) as port:
        lines = [Line(port, rolf) for _ in range(2)]
        for line in lines:
            line.begin(UPLOAD, "Content-Length: 4", "Connection: close")
            line.send(b"x")
        until = time.monotonic() + 5
        statuses = set()
        while 429 not in statuses and time.monotonic() < until:
            statuses.add(sent(port, rolf))
        assert 429 in statuses
        assert sent(port, runa) == 200
        for line in lines:
            line.send(b"xyz")
            assert line.answer() == (200, {"bytes": 4})
        assert sent(port, rolf) == 200


def sent(port: int, browser: Browser) -> int:
    line = Line(port, browser)
    line.begin(UPLOAD, "Content-Length: 1", "Connection: close")
    line.send(b"x")
    return line.answer()[0]


def test_logins_are_counted_by_address(desk: Desk) -> None:
    add(desk, "rolf")
    app = make_app(desk, logins_per_minute=3)
    stand_still(app)
    browser = Browser(app)
    assert [browser.log_in("rolf").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert Browser(app, peer="192.0.2.9").log_in("rolf").status_code == 200


def test_a_bucket_fills_again_with_time() -> None:
    now = 0.0
    rates, rate = Rates(clock=lambda: now), Rate(burst=2, per_second=0.5)
    assert [rates.take("edit", "rolf", rate) for _ in range(3)] == [0, 0, 2]
    assert rates.take("edit", "runa", rate) == 0
    assert rates.take("login", "rolf", rate) == 0
    now = 2.0
    assert [rates.take("edit", "rolf", rate) for _ in range(2)] == [0, 2]
    now = 1000.0
    assert [rates.take("edit", "rolf", rate) for _ in range(3)] == [0, 0, 2]


def test_buckets_take_no_more_memory_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 10)
    rates = Rates()
    for number in range(100):
        rates.take("address", str(number), Rate(1, 1))
    assert len(rates._left) == 10


def test_the_usual_bounds_leave_room_for_twenty_edits_a_second() -> None:
    rate = Rate.per_minute(Service().requests_per_minute)
    assert rate.per_second >= 20
    assert rate.burst >= 100
