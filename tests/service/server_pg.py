"""A real PostgreSQL server for tests: its own data folder, a Unix socket and nothing else, gone afterwards.

`from service.server_pg import postgres_server, postgres_url` in a conftest.py. Where there is no PostgreSQL
the tests that ask for it are skipped, or fail if LEXVEIL_NEED_POSTGRES=1. As root the server runs as the user
`postgres`, for it refuses to run as root.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
NEEDED = "LEXVEIL_NEED_POSTGRES"
SETTINGS = {
    "listen_addresses": "",  # nobody but this machine, through the socket
    "fsync": "on",  # as in earnest: what is committed must survive
    "shared_buffers": "16MB",
    "max_connections": "60",
    "autovacuum": "off",
}


class Absent(Exception):  # noqa: N818
    """Why there is no server here."""


def programs():
    """The folder with `initdb` and `postgres`: on the PATH, or where the distributions put it."""
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).resolve().parent
    places = [
        place
        for pattern in FOLDERS
        for place in Path("/").glob(pattern.removeprefix("/"))
        if (place / "postgres").exists() and (place / "initdb").exists()
    ]
    if not places:
        raise Absent("no PostgreSQL server is installed (Debian: apt-get install postgresql)")
    return max(
        places, key=lambda place: [int(part) for part in place.parent.name.split(".") if part.isdecimal()]
    )


def runner():
    """Arguments for `subprocess` by which the server does not run as root."""
    if os.name != "posix" or os.geteuid() != 0:
        return {}
    import pwd  # not on Windows

    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        raise Absent("PostgreSQL refuses to run as root, and there is no user `postgres`") from None
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Server:
    def __init__(self, folder, binaries, user):
        self.folder, self.binaries, self.user = folder, binaries, user
        self._process, self._numbers, self._empty = None, count(1), []
        self._run(
            "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"
        )
        self.start()

    def start(self):
        options = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [self.binaries / "postgres", "-D", self.folder / "data", "-k", self.folder, *options]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self.user)
        for _ in range(600):
            if self._process.poll() is not None:
                break
            try:
                return self.run("SELECT 1")
            except Exception:
                time.sleep(0.05)
        raise RuntimeError(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text('utf8')}")

    def stop(self, how=signal.SIGINT):
        """At once, rolling back what is under way; with SIGQUIT, as a crash would."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(how)
            self._process.wait(60)

    def url(self, name, *, password=""):
        secret = f":{quote(password, safe='')}" if password else ""
        return f"postgresql://postgres{secret}@/{name}?host={quote(str(self.folder), safe='')}"

    def new_database(self):
        """The address of an empty database that nobody else has."""
        if self._empty:
            return self._empty.pop()
        name = f"test{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    def give_back(self, url):
        """Emptied for the next one: that is quicker than another database."""
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        self.run(f"{others} AND pid <> pg_backend_pid()", url)
        self.run("DROP SCHEMA IF EXISTS lexveil CASCADE", url)
        self._empty.append(url)

    def run(self, statement, url=None):
        import psycopg

        with psycopg.connect(url or self.url("postgres"), autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def _run(self, program, *arguments):
        command = [self.binaries / program, *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **self.user)
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr}")


@contextmanager
def running():
    """A server until the block ends; Absent if there can be none."""
    if not find_spec("psycopg"):
        raise Absent("psycopg is not installed (pip install lexveil[postgres])")
    binaries, user = programs(), runner()
    folder = Path(tempfile.mkdtemp(prefix="lexveil-pg-"))
    server = None
    try:
        if user:
            os.chown(folder, user["user"], user["group"])
        server = Server(folder, binaries, user)
        yield server
    finally:
        if server:
            server.stop(signal.SIGQUIT)  # nobody wants the data any more
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server():
    try:
        with running() as server:
            yield server
    except Absent as reason:
        (pytest.fail if os.environ.get(NEEDED) else pytest.skip)(str(reason))


@pytest.fixture
def postgres_url(postgres_server):
    """The address of a database of the test's own."""
    url = postgres_server.new_database()
    yield url
    postgres_server.give_back(url)
