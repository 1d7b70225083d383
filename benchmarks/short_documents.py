"""Many short documents through the Python API, and `lexveil --help`: one source tree against another.

    python benchmarks/short_documents.py OLD/src NEW/src [--documents 200] [--rounds 3]

Each tree runs in processes of its own, the rounds take turns so that other work on the machine slows both
alike, and the best round of each counts. A round of documents is timed after one document has loaded the
models. The documents are fictional, one to three paragraphs each; whether both trees replace the same is
printed too. Read the ratios; absolute times depend on the machine.
"""

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from faker import Faker

FRAMES = (
    "On {date} {title} {name} wrote to {company} in {city} about the invoice of EUR {number}. "
    "{other} replied that it had been paid.",
    "The {city} District Court heard {title} {name}, born on {date}, and the expert {other}. "
    "{title} {family} said that the contract no. {number}/19 was never signed.",
    "Counsel for the claimant, {other}, asked {name} where the keys had been. "
    "“In {city},” {title} {family} said.",
)
HELP = "import sys; sys.argv = ['lexveil', '--help']; from lexveil.cli import main; main()"
POLICY, KEY = "court-eu", bytes(32)


def fictional(count: int) -> list[str]:
    faker, draw = Faker("en_GB"), random.Random(13)
    faker.seed_instance(13)

    def paragraph() -> str:
        first, family = faker.first_name(), faker.last_name()
        return draw.choice(FRAMES).format(
            date=faker.date(pattern="%d %B %Y"), title=draw.choice(("Mr", "Ms")), name=f"{first} {family}",
            family=family, other=faker.name(), company=faker.company(), city=faker.city(),
            number=draw.randint(1000, 99999),
        )  # fmt: skip

    return ["\n\n".join(paragraph() for _ in range(draw.randint(1, 3))) for _ in range(count)]


def work(texts: Path) -> None:
    """In a process with one tree: analyzes the texts, prints seconds and a digest of what is replaced."""
    import lexveil
    from lexveil.model import Document

    documents = [
        Document(id=str(number), text=text, language="en")
        for number, text in enumerate(json.loads(texts.read_text("utf8")))
    ]
    lexveil.analyze(documents[0], policy=POLICY, key=KEY)
    digest = hashlib.sha256()
    began = time.perf_counter()
    for document in documents:
        found = lexveil.analyze(document, policy=POLICY, key=KEY)
        digest.update(repr([(each.start, each.end, each.text) for each in found.replacements]).encode())
    print(json.dumps({"seconds": time.perf_counter() - began, "digest": digest.hexdigest()}))


def run(tree: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{tree}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def help_seconds(tree: Path) -> float:
    began = time.perf_counter()
    run(tree, "-c", HELP)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", type=Path, nargs="*", metavar="OLD NEW", help="folders that hold `lexveil`")
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        return work(options.work)
    if len(options.trees) != 2:
        parser.error("give two source trees: OLD/src NEW/src")
    trees: list[Path] = [tree.resolve() for tree in options.trees]
    documents: dict[Path, list[dict[str, Any]]] = {tree: [] for tree in trees}
    helps: dict[Path, list[float]] = {tree: [] for tree in trees}
    with tempfile.TemporaryDirectory() as folder:
        texts = Path(folder) / "texts.json"
        texts.write_text(json.dumps(fictional(options.documents)), "utf8")
        for tree in trees:
            run(tree, "-c", HELP)  # once, so that both have their bytecode
        for _ in range(options.rounds):
            for tree in trees:
                documents[tree].append(json.loads(run(tree, __file__, "--work", str(texts))))
                helps[tree].append(help_seconds(tree))
    old, new = (min(each["seconds"] for each in documents[tree]) for tree in trees)
    print(f"{options.documents} documents: {old:.2f} s, {new:.2f} s: {old / new:.2f} times as fast")
    old, new = (min(helps[tree]) for tree in trees)
    print(f"lexveil --help: {old:.2f} s, {new:.2f} s: {new / old:.2f} of the time")
    same = len({each["digest"] for tree in trees for each in documents[tree]}) == 1
    print("both replace the same" if same else "they do not replace the same")
    return None


if __name__ == "__main__":
    main()
