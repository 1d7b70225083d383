"""`lexveil serve` as a process of its own, so that a test can stop it, kill it and start it again."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
AWARD = ROOT / "examples" / "award.html"
METADATA = ROOT / "examples" / "award.metadata.json"
START = "from lexveil.cli import app; app()"
SECONDS = 120


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def lexveil(*arguments: str, environment: Mapping[str, str] = {}) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself, such as `lexveil users add`."""
    return subprocess.run(
        [sys.executable, "-c", START, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    )


class Server:
    """One service with its own database and key in `folder`; it keeps its port when it is started again."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.folder, self.options = folder, options
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = folder / "desk.sqlite"
        self.log = folder / "server.log"
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            # Tests are quicker than people.
            "LEXVEIL_SERVE_REQUESTS_PER_MINUTE": "100000",
            "LEXVEIL_SERVE_UPLOADS_PER_MINUTE": "1000",
            "LEXVEIL_SERVE_LOGINS_PER_MINUTE": "1000",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        command = [sys.executable, "-c", START, "serve", "--no-browser", "--verbose"]
        where = ["--port", str(self.port), "--database", str(self.database)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *where, *self.options], env=self.environment, stdout=log, stderr=log
            )
        self._answering()
        return self

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As a power cut does."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(30)
            raise
        finally:
            self.process = None

    def _answering(self) -> None:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
            try:
                httpx.get(f"{self.address}/api/v1/session", timeout=5).raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the service does not answer")


StartServer = Callable[..., Server]
