"""A case of many documents: how long its list, its table, a search in all of them and a rename over all take.

Starts a service on a fresh SQLite database, uploads as many short statements (two pages each, the same
three people in all of them), starts it again, and prints the median of five of each, and of the first after
the start; exit code 1 if one takes a second or more.

    python benchmarks/large_case.py [--documents 200]
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from lexveil.config import Settings  # noqa: E402
from lexveil.detect import DETECTORS  # noqa: E402
from service.running import Browser, running  # noqa: E402

RULES = Settings(
    detectors=tuple(each for each in DETECTORS if each != "ner")
)  # quick: nothing of it is measured
LIMIT = 1.0
FILLER = (
    "The parties agree on the terms of the second contract, and the letter of the seller was read aloud. "
)
STATEMENT = """STATEMENT {number}

I, Ivo Lundgren, witness, state as follows on the matter of invoice {number}.

Ms Pia Holt and Mr Jonas Brekke were there. Pia Holt signed the letter. Mr Lundgren left.

{filler}
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder), analysis=RULES) as service, service.browser() as browser:
            case, first = uploaded(browser, options.documents)
        with running(Path(folder), analysis=RULES) as service, service.browser() as browser:
            return told(browser, case, first, options.documents)


def uploaded(browser: Browser, count: int) -> tuple[str, str]:
    case = browser.case()
    names = [f"statement {number}.txt" for number in range(1, count + 1)]
    texts = [STATEMENT.format(number=number, filler=FILLER * 40) for number in range(1, count + 1)]
    documents = [browser.sent(case, name, text) for name, text in zip(names, texts, strict=True)]
    for each in documents:
        assert browser.done(each, seconds=600)["status"] == "done"
    return case, documents[0]


def told(browser: Browser, case: str, first: str, count: int) -> int:
    def renamed() -> None:
        person = browser.named(first, "Pia Holt")
        number = browser.get(f"/documents/{first}").json()["number"]
        began = time.perf_counter()
        name = f"THE CLERK {number}"
        answer = browser.edit(first, number, kind="rename", entity=person["id"], pseudonym=name)
        spent.append(time.perf_counter() - began)
        assert len(answer.json()["also"]) == count - 1, answer.text

    spent: list[float] = []
    asked: dict[str, Callable[[], object]] = {
        "list": lambda: browser.get(f"/projects/{case}").raise_for_status(),
        "table": lambda: browser.get(f"/projects/{case}/entities").raise_for_status(),
        "search": lambda: browser.post(f"/projects/{case}/search", {"query": "lundgren"}).raise_for_status(),
    }
    slow = False
    for name, ask in asked.items():
        times = [taken(ask) for _ in range(6)]
        slow |= report(name, count, times[0], times[1:])
    for _ in range(6):
        renamed()
    return int(report("rename", count, spent[0], spent[1:]) or slow)


def taken(ask: Callable[[], object]) -> float:
    began = time.perf_counter()
    ask()
    return time.perf_counter() - began


def report(name: str, count: int, first: float, others: list[float]) -> bool:
    middle = statistics.median(others)
    print(
        f"{name} over {count} documents: {middle * 1000:.0f} ms (the first {first * 1000:.0f} ms)", flush=True
    )
    return middle >= LIMIT


if __name__ == "__main__":
    sys.exit(main())
