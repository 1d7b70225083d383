"""`serve --stateless`, `/health`, `/metrics`, the log in JSON, and an end in good order."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from lexveil.cli import app as command
from lexveil.config import Service
from lexveil.service.stateless import create_stateless

TOKEN = "0123456789abcdef0123456789abcdef"
TEXT = "Mr Ivo Lundgren testified."
PATH = "/api/v1/pseudonymize"
MAIN = "import sys; from lexveil.cli import main; main()"


@pytest.fixture(scope="module")
def client():
    with TestClient(create_stateless(Service()), base_url="http://127.0.0.1") as made:
        yield made


def test_a_text_comes_back_and_nothing_is_kept(client):
    answer = client.post(PATH, json={"text": TEXT, "policy": "arbitration"})
    assert answer.status_code == 200
    assert answer.json()["text"] == "WITNESS_1 testified."
    assert answer.json()["replacements"][0][:2] == [0, 15]


def test_a_file_comes_back_as_a_file(client):
    files = {"file": ("Award.html", b"<p>Mr Ivo Lundgren testified.</p>")}
    answer = client.post(PATH, files=files, data={"policy": "arbitration"})
    assert answer.content == b"<p>WITNESS_1 testified.</p>"


def test_a_name_is_analysed_and_looked_for(client):
    told = client.get("/api/v1/text/analyze", params={"text": "Matti Virtaselle"}).json()
    assert (told["language"], told["lemma"]) == ("fi", "Matti Virtanen")
    asked = {"text": "Ann Roe came. Roe left.", "name": "Ann Roe"}
    found = client.post("/api/v1/text/tag-entity-occurrences", json=asked).json()["occurrences"]
    assert [asked["text"][each["start"] : each["end"]] for each in found] == ["Ann Roe", "Roe"]


@pytest.mark.parametrize("path", ["/", "/api/v1/projects", "/api/v1/session", "/static/shell.css"])
def test_there_is_nothing_else(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 400),
        ({"Origin": "http://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_a_page_elsewhere_cannot_use_it(client, headers, status):
    assert client.post(PATH, json={"text": TEXT}, headers=headers).status_code == status


def test_bad_input_is_told_and_not_quoted(client):
    for body in ({"text": "Zephyrine", "policy": "nothing"}, {"words": "Zephyrine"}):
        answer = client.post(PATH, json=body)
        assert answer.status_code == 422
        assert "Zephyrine" not in answer.text


def test_figures_tell_of_routes_and_of_nobody(client):
    client.post(PATH, json={"text": TEXT, "policy": "arbitration"})
    client.get("/Zephyrine?name=Torvund")
    told = client.get("/metrics").text
    assert f'lexveil_requests_total{{method="POST",route="{PATH}",status="200"}}' in told
    assert 'lexveil_requests_total{method="GET",route="-",status="404"}' in told
    assert not [name for name in ("Zephyrine", "Torvund", "Lundgren") if name in told]
    assert client.get("/health", headers={"Host": "10.0.0.7"}).json()["status"] == "ok"


def test_with_a_token_only_who_brings_it():
    with TestClient(create_stateless(Service(), token=TOKEN), base_url="http://lexveil.example") as client:
        body = {"text": TEXT, "policy": "arbitration"}
        assert client.post(PATH, json=body).status_code == 401
        assert client.post(PATH, json=body, headers={"Authorization": f"Bearer {TOKEN}x"}).status_code == 401
        assert client.post(PATH, json=body, headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


@pytest.mark.parametrize(
    ("words", "says"),
    [(["--host", "0.0.0.0"], "name a --token-file"), (["--token-file", "short"], "at least 20 characters")],
)
def test_it_is_open_to_nobody_by_accident(tmp_path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    Path("short").write_text("secret")
    result = CliRunner().invoke(command, ["serve", "--stateless", *words])
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert says in result.output


def test_it_ends_in_good_order_and_logs_in_json(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--stateless", "--port", str(port), "--verbose", "--log-json"]
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, *words],
        stderr=subprocess.STDOUT,
        stdout=subprocess.PIPE,
        env=environment,
    ) as service:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                httpx.post(f"http://127.0.0.1:{port}{PATH}", json={"text": TEXT}, timeout=60)
                break
            except httpx.TransportError:
                time.sleep(0.2)
        service.send_signal(signal.SIGTERM)
        log, _ = service.communicate(timeout=30)
    assert service.returncode in (0, -signal.SIGTERM)
    first, *rows = (json.loads(line) for line in log.decode().splitlines())
    assert first["message"].startswith(f"Lexveil is at http://127.0.0.1:{port}")
    assert any(PATH in row["message"] for row in rows)
    assert "Lundgren" not in log.decode()
    assert list(tmp_path.rglob("*lexveil*")) == []


@pytest.mark.parametrize("mode", [[], ["--stateless"]], ids=["whole", "stateless"])
def test_a_service_that_cannot_begin_says_so_in_json(tmp_path, mode):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "serve", "--port", port, "--no-browser", "--log-json", *mode],
            capture_output=True,
            env={**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
        )
    (row,) = map(json.loads, (done.stdout + done.stderr).decode().splitlines())
    assert (done.returncode, row["level"]) == (1, "ERROR")
    assert port in row["message"]
