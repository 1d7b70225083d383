"""Twenty reviewers at one edit per second: how long does one of them wait for an edit?

Starts the service with accounts on a fresh database, uploads a generated judgment for every four reviewers,
and lets each of them, logged in as somebody of their own, accept, reject, keep, rename, change roles and undo
once a second. As a page does, each hears of the edits of the others and fetches them, and asks for the doubts
after an edit. Prints the median and the 95th percentile of an edit, and beside it the same of the lightest
request there is (GET /session) in the same run: the ratio is what our own work costs; and the processor time
of the service, which says something on a busy machine too. Every acknowledged edit is counted afterwards;
exit code 1 if one is missing.

    python benchmarks/reviewers.py [--reviewers 20] [--seconds 30] [--pages 40]
                                   [--postgres | --both | --database postgresql://…]

`--postgres` starts a server of its own (tests/service/server_pg.py); `--both` measures SQLite and then that.
"""

import argparse
import contextlib
import itertools
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parent.parent
COMMAND = str(Path(sys.executable).with_name("lexveil"))
PER_DOCUMENT = 4
START = 60  # seconds that the service may take to answer
ANALYSIS = 600  # seconds that the analyses may take
UNDER_WAY = ("waiting", "running")
PASSWORD = "a-reviewer-has-a-long-one"
# The logins all come from this one machine.
SETTINGS = {"LEXVEIL_SERVE_LOGINS_PER_MINUTE": "10000"}
GIVEN = "Ivo Jonas Pavel Henrik Tobias Oskar Anton Viktor".split()
FAMILY = "Torvund Quellmark Hesselby Ostrander Vinterhav Maribeau Falkensund Brixtoft".split()
SAYS = (
    "{} testified that the delivery was late and that the price had been paid in full.",
    "According to {}, nobody at the harbour had asked for the accounts before the summer.",
    "The court then heard {} on the second payment and on the letter of the seller.",
    "The parties agree that {} signed the contract in the presence of both directors.",
)
# Each is taken back by the next, so that none changes nothing; an edit that would is refused.
KINDS = ("accept", "undo", "role", "undo", "keep", "undo", "rename", "undo", "reject", "undo")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--reviewers", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--database", default="", help="default: a SQLite file in a temporary folder")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server started for this")
    parser.add_argument("--both", action="store_true", help="on SQLite, then on PostgreSQL")
    parser.add_argument("--pages", type=int, default=40, help="of each judgment, 400 words a page")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        databases = [options.database] if not options.postgres or options.both else []
        if options.postgres or options.both:
            databases.append(stack.enter_context(postgres()))
        return max([measured(database, options) for database in databases])


def measured(database: str, options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        print("PostgreSQL" if database else "SQLite", end=": ", flush=True)
        with service(Path(folder), database or str(Path(folder) / "desk.sqlite")) as (address, process):
            return measure(address, process, options)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    sys.path.insert(0, str(ROOT / "tests"))
    from service.server_pg import running

    with running() as server:
        yield server.new_database()


@contextlib.contextmanager
def service(folder: Path, database: str) -> Iterator[tuple[str, int]]:
    """Its address and its process; it knows one administrator."""
    key, secret = str(folder / "key"), folder / "password"
    secret.write_text(PASSWORD)
    run("vault", "new-key", key)
    where = ["--database", database, "--vault-key", key]
    run("users", "add", "chief", "--role", "administrator", "--password-file", str(secret), *where)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [
            COMMAND,
            "serve",
            "--accounts",
            "--allowed-host",
            "127.0.0.1",
            "--no-browser",
            "--port",
            str(port),
            *where,
        ],
        env={**os.environ, **SETTINGS},
        stdout=subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait(30)


def run(*arguments: str) -> None:
    subprocess.run([COMMAND, *arguments], check=True, stdout=subprocess.DEVNULL)


def processor(process: int) -> tuple[float, float]:
    """Seconds of the processor that a process has taken, and that those which it started have (Linux)."""
    tick = os.sysconf("SC_CLK_TCK")
    spent: dict[int, tuple[int, float]] = {}  # process → its parent, its seconds
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            spent[int(path.parent.name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / tick
    family = {process}
    while found := {each for each, (parent, _) in spent.items() if parent in family} - family:
        family |= found
    seconds = {each: spent[each][1] for each in family if each in spent}
    own = seconds.pop(process, 0.0)
    return own, sum(seconds.values())


def measure(address: str, process: int, options: argparse.Namespace) -> int:
    chief = Reviewer(address, "chief")
    documents = uploaded(chief, -(-options.reviewers // PER_DOCUMENT), options.pages)
    reviewers = []
    for number in range(options.reviewers):
        project, document = documents[number // PER_DOCUMENT]
        made = chief.post("/users", {"name": f"r{number}", "password": PASSWORD, "role": "reviewer"})
        chief.client.put(f"/projects/{project}/members/{made['id']}").raise_for_status()
        reviewers.append(Reviewer(address, f"r{number}", number, document))
    stop = time.monotonic() + options.seconds
    threads = [threading.Thread(target=each.work, args=(stop,)) for each in reviewers]
    for each in reviewers:
        threading.Thread(target=each.listen, daemon=True).start()
    before = processor(process)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    own, workers = (after - begun for after, begun in zip(processor(process), before, strict=True))
    stored = sum(chief.get(f"/documents/{document}/review")["number"] for _, document in documents)
    edits = sum(len(each.edits) for each in reviewers) or 1
    told = shown(reviewers, stored, options)
    print(
        f"  processor time for each edit, with all that follows from it: {1000 * own / edits:.1f} ms in the "
        f"service, {1000 * workers / edits:.1f} ms in its workers; load {os.getloadavg()[0]:.1f}"
    )
    return told


def shown(reviewers: list["Reviewer"], stored: int, options: argparse.Namespace) -> int:
    edits = [seconds for each in reviewers for seconds in each.edits]
    light = [seconds for each in reviewers for seconds in each.light]
    print(f"{len(reviewers)} reviewers, {options.pages} pages a document, {options.seconds} s")
    print(f"  edit: {len(edits)} times ({len(edits) / options.seconds:.1f} a second), {times(edits)}")
    print(f"  GET /session: {len(light)} times, {times(light)}")
    print(f"  ratio of the 95th percentiles: {p95(edits) / p95(light):.1f}")
    print(f"  edits of others heard of and fetched: {sum(each.heard for each in reviewers)}")
    print(f"  refused: {sum(each.refused for each in reviewers)}")
    print(f"  acknowledged {len(edits)}, stored {stored}")
    return 0 if stored == len(edits) else 1


def times(seconds: list[float]) -> str:
    found = [statistics.median(seconds), p95(seconds), max(seconds)]
    return "median {:.0f} ms, 95th percentile {:.0f} ms, longest {:.0f} ms".format(*(1000 * x for x in found))


def p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


class Reviewer:
    """Somebody with a session of their own, and the times they waited."""

    def __init__(self, address: str, name: str, number: int = 0, document: str = "") -> None:
        self.client = httpx.Client(base_url=f"{address}/api/v1", timeout=60)
        self.document, self.number = document, number
        self.random = random.Random(number)
        self.edits: list[float] = []
        self.light: list[float] = []
        self.refused = self.heard = 0
        self._log_in(name)

    def _log_in(self, name: str) -> None:
        until = time.monotonic() + START
        while True:
            try:
                self.post("/session", {"name": name, "password": PASSWORD})
                break
            except httpx.TransportError:
                if time.monotonic() > until:
                    raise SystemExit("the service did not start") from None
                time.sleep(0.2)
        here = self.get("/session")
        self.id, self.client.headers["X-CSRF-Token"] = here["user"]["id"], here["csrf"]

    def get(self, path: str) -> Any:
        return self.client.get(path).raise_for_status().json()

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(path, json=body).raise_for_status().json()

    def work(self, stop: float) -> None:
        review = self.get(f"/documents/{self.document}/review")
        base = review["number"]
        # Two reviewers of one document have entities of their own: what is measured is waiting, not quarrels.
        people = [each["id"] for each in review["entities"] if each["category"] == "PERSON"]
        mine = people[self.number % PER_DOCUMENT :: PER_DOCUMENT]
        time.sleep(self.random.random())
        for count, kind in enumerate(itertools.cycle(KINDS)):
            began = time.monotonic()
            if began > stop:
                return
            base = self._edit(mine[count // len(KINDS) % len(mine)], kind, base)
            self._light()
            self.get(f"/documents/{self.document}/doubts?quick=true")
            time.sleep(max(0.0, began + 1 - time.monotonic()))

    def _edit(self, entity: str, kind: str, base: int) -> int:
        path, body = f"/documents/{self.document}/undo", {"base": base}
        if kind != "undo":
            path = f"/documents/{self.document}/edits"
            more = {
                "role": {"role": "LAWYER"},
                "rename": {"pseudonym": f"{self.number} OF {self.random.random()}"},
            }
            body["command"] = {"kind": kind, "entity": entity, **more.get(kind, {})}
        began = time.perf_counter()
        answer = self.client.post(path, json=body)
        if answer.status_code == 200:
            self.edits.append(time.perf_counter() - began)
        else:
            self.refused += 1
        return int(answer.json().get("number", base))

    def _light(self) -> None:
        began = time.perf_counter()
        self.client.get("/session").raise_for_status()
        self.light.append(time.perf_counter() - began)

    def listen(self) -> None:
        """As the page does: what others did is fetched when it is told of."""
        known, path = 0, f"/documents/{self.document}"
        given = {"base_url": self.client.base_url, "cookies": self.client.cookies, "timeout": None}
        with httpx.Client(**given) as client, client.stream("GET", f"{path}/events") as stream:
            for line in stream.iter_lines():
                told = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
                if told.get("author") not in (None, "", self.id) and told["number"] > known:
                    answer = client.get(f"{path}/edits", params={"after": known}).raise_for_status()
                    known = answer.json()["number"]
                    self.heard += 1


def uploaded(chief: Reviewer, count: int, pages: int) -> list[tuple[str, str]]:
    """Projects and documents, one for each group of reviewers, analysed."""
    made = []
    for number in range(count):
        project = chief.post("/projects", {"name": f"load {number}", "policy": "court-eu"})["id"]
        file = (f"judgment-{number}.txt", judgment(number, pages).encode(), "text/plain")
        answer = chief.client.post(f"/projects/{project}/documents", files={"file": file}).raise_for_status()
        made.append((project, str(answer.json()["documents"][0]["id"])))
    until = time.monotonic() + ANALYSIS
    while any(chief.get(f"/documents/{document}")["status"] in UNDER_WAY for _, document in made):
        if time.monotonic() > until:
            raise SystemExit("the analyses took too long")
        time.sleep(1)
    return made


def judgment(seed: int, pages: int) -> str:
    draw = random.Random(seed)
    people = [
        f"{given} {family}" for given, family in zip(GIVEN, draw.sample(FAMILY, len(FAMILY)), strict=True)
    ]
    blocks = ["JUDGMENT", "The court heard the following witnesses:"]
    blocks += [f"Mr {person}, witness" for person in people]
    for _ in range(pages * 400 // 60):
        named = [draw.choice([person, f"Mr {person.split()[1]}"]) for person in draw.choices(people, k=4)]
        blocks.append(" ".join(draw.choice(SAYS).format(name) for name in named))
    return "\n\n".join(blocks)


if __name__ == "__main__":
    sys.exit(main())
