"""Twenty reviewers at one edit per second: how long does one of them wait for an edit?

Starts the service on a fresh database, uploads a generated judgment for every four reviewers, and lets each
reviewer, with a session of their own, accept, reject, change roles and undo once a second. Prints the median
and the 95th percentile of an edit, and beside it the same of the lightest request there is (GET /session) in
the same run: the ratio is what our own work costs. Every acknowledged edit is counted afterwards.

    python benchmarks/reviewers.py [--reviewers 20] [--seconds 30] [--database postgresql://…] [--pages 40]
"""

import argparse
import itertools
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

COMMAND = str(Path(sys.executable).with_name("lexveil"))
PER_DOCUMENT = 4
START = 60  # seconds that the service may take to answer
ANALYSIS = 600  # seconds that the analyses may take
PEOPLE = ["Torvund", "Quellmark", "Hesselby", "Ostrander", "Vinterhav", "Maribeau", "Falkensund", "Brixtoft"]
GIVEN = ["Ivo", "Marta", "Jonas", "Elin", "Pavel", "Rosa", "Henrik", "Nadia"]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--reviewers", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--database", default="", help="default: a SQLite file in a temporary folder")
    parser.add_argument("--pages", type=int, default=40, help="of each judgment, 400 words a page")
    parser.add_argument("--port", type=int, default=8799)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        key = Path(folder) / "key"
        run("vault", "new-key", str(key))
        database = options.database or str(Path(folder) / "desk.sqlite")
        server = subprocess.Popen(
            [COMMAND, "serve", "--no-browser", "--port", str(options.port),
             "--database", database, "--vault-key", str(key)],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            return measure(f"http://127.0.0.1:{options.port}", options)
        finally:
            server.terminate()
            server.wait(30)


def measure(address: str, options: argparse.Namespace) -> int:
    first = Reviewer(address, 0)
    documents = upload(first, options)
    reviewers = [
        Reviewer(address, number, documents[number // PER_DOCUMENT]) for number in range(options.reviewers)
    ]
    stop = time.monotonic() + options.seconds
    threads = [threading.Thread(target=each.work, args=(stop,)) for each in reviewers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    edits = [seconds for each in reviewers for seconds in each.edits]
    light = [seconds for each in reviewers for seconds in each.light]
    acknowledged = sum(len(each.edits) for each in reviewers)
    stored = sum(first.get(f"/documents/{document}/review")["number"] for document in documents)
    print(f"{options.reviewers} reviewers, {len(documents)} documents, {options.seconds} s")
    print(f"  edit: {len(edits)} times, {shown(edits)}")
    print(f"  GET /session: {len(light)} times, {shown(light)}")
    print(f"  ratio of the 95th percentiles: {p95(edits) / p95(light):.1f}")
    print(f"  conflicts told: {sum(each.conflicts for each in reviewers)}")
    print(f"  acknowledged {acknowledged}, stored {stored}")
    return 0 if stored == acknowledged else 1


def shown(seconds: list[float]) -> str:
    return f"median {statistics.median(seconds) * 1000:.0f} ms, 95th percentile {p95(seconds) * 1000:.0f} ms"


def p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


class Reviewer:
    """One client with its own session, and the times it waited."""

    def __init__(self, address: str, number: int, document: str = "") -> None:
        self.client = httpx.Client(base_url=f"{address}/api/v1", timeout=60)
        self.document, self.number = document, number
        self.random = random.Random(number)
        self.edits: list[float] = []
        self.light: list[float] = []
        self.conflicts = 0
        self.csrf = self._session()

    def _session(self) -> str:
        for _ in range(START * 5):
            try:
                return str(self.client.get("/session").raise_for_status().json()["csrf"])
            except httpx.TransportError:
                time.sleep(0.2)
        raise SystemExit("the service did not start")

    def get(self, path: str) -> dict:
        return self.client.get(path).raise_for_status().json()

    def post(self, path: str, **sent: object) -> httpx.Response:
        return self.client.post(path, headers={"X-CSRF-Token": self.csrf}, **sent)

    def work(self, stop: float) -> None:
        review = self.get(f"/documents/{self.document}/review")
        base = review["number"]
        # Two reviewers of one document have entities of their own: what is measured is waiting, not quarrels.
        people = [each["id"] for each in review["entities"] if each["category"] == "PERSON"]
        mine = people[self.number % PER_DOCUMENT :: PER_DOCUMENT] or people
        time.sleep(self.random.random())
        for entity, kind in zip(itertools.cycle(mine), itertools.cycle(("accept", "role", "keep", "undo"))):
            began = time.monotonic()
            if began > stop:
                return
            base = self._edit(entity, kind, base)
            self._light()
            time.sleep(max(0.0, began + 1 - time.monotonic()))

    def _edit(self, entity: str, kind: str, base: int) -> int:
        command = {"kind": kind, "entity": entity}
        if kind == "role":
            command["role"] = self.random.choice(["WITNESS", "EXPERT", "LAWYER"])
        path, sent = f"/documents/{self.document}/edits", {"base": base, "command": command}
        if kind == "undo":
            path, sent = f"/documents/{self.document}/undo", {"base": base}
        began = time.perf_counter()
        answer = self.post(path, json=sent)
        if answer.status_code == 409:
            self.conflicts += 1
        else:
            answer.raise_for_status()
            self.edits.append(time.perf_counter() - began)
        return int(answer.json()["number"])

    def _light(self) -> None:
        began = time.perf_counter()
        self.client.get("/session").raise_for_status()
        self.light.append(time.perf_counter() - began)


def upload(reviewer: Reviewer, options: argparse.Namespace) -> list[str]:
    """One generated judgment for each group of reviewers, analysed."""
    project = reviewer.post("/projects", json={"name": "load", "policy": "court-eu"}).raise_for_status()
    path = f"/projects/{project.json()['id']}/documents"
    count = -(-options.reviewers // PER_DOCUMENT)
    ids = []
    for number in range(count):
        file = (f"judgment-{number}.txt", judgment(number, options.pages).encode(), "text/plain")
        answer = reviewer.post(path, files={"file": file}).raise_for_status()
        ids.append(answer.json()["documents"][0]["id"])
    until = time.monotonic() + ANALYSIS
    while any(reviewer.get(f"/documents/{each}")["status"] != "done" for each in ids):
        if time.monotonic() > until:
            raise SystemExit("the analyses took too long")
        time.sleep(1)
    return ids


def judgment(seed: int, pages: int) -> str:
    draw = random.Random(seed)
    people = [f"{draw.choice(GIVEN)} {name}" for name in PEOPLE]
    filler = "the court considered the submissions of both parties on the delivery and the price".split()
    blocks = []
    for _ in range(pages * 10):
        words = draw.choices(filler, k=36)
        name = draw.choice(people)
        words.insert(18, draw.choice([f"Mr {name.split()[1]} testified that", f"and {name} stated that"]))
        blocks.append(" ".join(words).capitalize() + ".")
    return "\n\n".join(blocks)


def run(*arguments: str) -> None:
    subprocess.run([COMMAND, *arguments], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
