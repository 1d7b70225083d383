"""`lexveil serve` and `lexveil review` as they are typed."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from lexveil.cli import app
from service.running import TEXT, Browser, Running

run = CliRunner().invoke


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("LEXVEIL_VAULT_KEY", "LEXVEIL_VAULT_PASSPHRASE"):
        monkeypatch.delenv(name, raising=False)


@contextmanager
def started(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and the first line that names an address."""
    command = [sys.executable, "-c", "from lexveil.cli import main; main()", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = ""
        while not address and process.poll() is None:
            found = re.search(r"http://\S+", process.stdout.readline())
            address = found[0] if found else ""
        yield process, address
    finally:
        process.kill()
        process.communicate()


def answered(address: str) -> httpx.Response:
    for _ in range(200):
        try:
            return httpx.get(address)
        except httpx.ConnectError:
            time.sleep(0.05)
    raise AssertionError("the service does not answer")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.org", "::"])
def test_service_without_accounts_stays_on_this_machine(host: str) -> None:
    told = run(app, ["serve", "--host", host, "--no-browser"])
    assert told.exit_code == 1
    assert "--accounts" in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1


RULE = 'format = 1\n[[rule]]\ncategory = "PERSON"\nlabel = "Q{n}"\n'


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("mine.toml", RULE + 'colour = "red"\n', ("mine.toml: ", "line 5", "colour", "choose from")),
        ("mine.toml", 'approval = "yes"\n' + RULE, ("mine.toml: ", "line 1", "approval", "true or false")),
        ("mine.toml", "format = one", ("mine.toml: ", "line 1", "TOML")),
        ("strict.toml", RULE, ("strict.toml", "preset", "rename")),
        ("My court.toml", RULE, ("My court.toml", "rename", "hyphens")),
        ("mine.TOML", RULE, ("mine.TOML", "rename")),
        ("mine.txt", RULE, ("holds no .toml file",)),
    ],
)
@pytest.mark.parametrize("command", [["serve"], ["review", "a.txt", "--port", "1"]])
def test_a_bad_policy_file_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], name: str, text: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / name).write_text(text)
    told = run(app, [*command, "--policies", "house", "--no-browser"])
    assert told.exit_code == 1
    assert [word for word in words if word not in told.stderr] == []
    assert len(told.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "data").exists()


def test_the_folder_of_policies_can_be_named_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXVEIL_SERVE_POLICIES", "nowhere")
    told = run(app, ["serve", "--no-browser"])
    assert told.exit_code == 1
    assert "policy folder 'nowhere' cannot be read" in told.stderr


def test_review_with_a_policy_of_the_house(tmp_path: Path) -> None:
    (tmp_path / "award.txt").write_text(TEXT)
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "mine.toml").write_text(RULE)
    arguments = ["review", str(tmp_path / "award.txt"), "--policy", "mine", "--no-browser"]
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        where = ["--port", str(other.getsockname()[1]), "--policies", str(tmp_path / "house")]
        with (
            started(*arguments, *where) as (_, address),
            Browser(address.partition("/#")[0]) as browser,
        ):
            shown = browser.get("/projects").json()["projects"]
    assert [each["policy"] for each in shown] == ["mine"]


def test_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        told = run(app, ["serve", "--port", str(taken.getsockname()[1]), "--no-browser"])
    assert told.exit_code == 1
    assert "choose another --port" in told.stderr
    assert not (tmp_path / "data").exists()


def test_service_makes_its_key_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with started("serve", "--port", str(port), "--no-browser") as (process, address):
        assert answered(address).status_code == 200
        folder = tmp_path / "data" / "lexveil"
        assert stat.S_IMODE((folder / "desk.key").stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "desk.key" in err
    assert "Traceback" not in out + err


def test_database_whose_key_is_lost_is_not_opened_under_a_new_one(tmp_path: Path) -> None:
    database = tmp_path / "desk.sqlite"
    database.write_bytes(b"something")
    told = run(app, ["serve", "--port", "1", "--database", str(database), "--no-browser"])
    assert told.exit_code == 1
    if os.geteuid() == 0:  # who else may not listen at port 1
        assert "its key" in told.stderr
    assert not (tmp_path / "desk.key").exists()


def test_review_gives_documents_to_the_service_that_runs(service: Running, tmp_path: Path) -> None:
    path = tmp_path / "award.txt"
    path.write_text(TEXT)
    port = service.address.rpartition(":")[2]
    told = run(app, ["review", str(path), "--port", port, "--policy", "court-eu", "--no-browser"])
    assert told.exit_code == 0, told.output
    document = told.stdout.strip().rpartition("#/document/")[2]
    with service.browser() as browser:
        assert browser.done(document)["name"] == "award.txt"
        assert browser.named(document, "Ivo Lundgren")["pseudonym"].startswith("person")


def test_review_of_several_documents_is_one_case(service: Running, tmp_path: Path) -> None:
    paths = [tmp_path / f'award "{number}".txt' for number in (1, 2)]
    for path in paths:
        path.write_text(TEXT)
    port = service.address.rpartition(":")[2]
    told = run(app, ["review", *map(str, paths), "--port", port, "--no-browser"])
    case = told.stdout.strip().rpartition("#/project/")[2]
    with service.browser() as browser:
        assert len(browser.get(f"/projects/{case}").json()["documents"]) == 2


def test_review_starts_a_service_where_none_runs(tmp_path: Path) -> None:
    path = tmp_path / "award.txt"
    path.write_text(TEXT)
    with socket.socket() as other:  # somebody else has the port
        other.bind(("127.0.0.1", 0))
        port = str(other.getsockname()[1])
        with started("review", str(path), "--port", port, "--no-browser") as (process, address):
            assert "#/document/" in address
            assert f":{port}/" not in address
            assert answered(address.partition("#")[0]).status_code == 200
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["none.txt"], "no such file"),
        (["--policy", "mine.toml", "a.txt"], "--policy"),
        (["empty.txt"], "empty"),
    ],
)
def test_review_tells_what_is_wrong_before_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.txt").touch()
    told = run(app, ["review", "--no-browser", *arguments])
    assert told.exit_code == 1
    assert reason in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1
