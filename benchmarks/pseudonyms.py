"""How long it takes to draw surrogates for 10,000 entities, beside reading and detecting the same document.

    python benchmarks/pseudonyms.py [--entities 10000] [--neural]
The document is fictional and holds that many people, companies, towns, dates, sums, numbers and addresses
on the internet. Reading is `formats.read_file` and the rule detectors (with `--neural` the neural one too,
which takes minutes); drawing is `surrogates.assign`, once the name lists are loaded. Processor time counts,
the best of three rounds, so that other work on the machine disturbs little.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from lexveil import detect, formats
from lexveil.detect import DETECTORS
from lexveil.model import Document, Entity, Span
from lexveil.replace.surrogates import assign, nearby
from lexveil.replace.surrogates.name_lists import coined

KEY = bytes(32)
ROUNDS = 3
GIVEN = (
    "Anna Bo Carla David Elena Fatima Georg Henrik Inga Jonas Karin Lars Mette Nils Olga Pekka Sanna".split()
)
TOWNS = [town for code in ("DE", "FR", "IT", "PL", "GB") for town in nearby.like(code, "town")[:100]]
Result = TypeVar("Result")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--entities", type=int, default=10_000)
    options.add_argument("--neural", action="store_true")
    chosen = options.parse_args()
    text, entities = world(chosen.entities)
    detectors = [name for name in DETECTORS if name != "ner" or chosen.neural]
    with tempfile.TemporaryDirectory() as room:
        path = Path(room) / "document.txt"
        path.write_text(text, "utf8")
        document = formats.read_file(path)
        reading = best(
            lambda: detect.find(formats.read_file(path), detectors), 1 if chosen.neural else ROUNDS
        )
    began = time.process_time()
    drawn(document, entities)
    first = time.process_time() - began
    drawing = best(lambda: drawn(document, entities), ROUNDS)
    print(f"{len(entities):,} entities in {len(text):,} characters")
    print(f"read and detect    {reading:7.2f} s")
    print(f"draw surrogates    {drawing:7.2f} s ({first:.2f} s with loading the name lists)")
    print(f"ratio              {drawing / reading:7.3f}")


def drawn(document: Document, entities: list[Entity]) -> int:
    found = assign(document, entities, language="en", key=KEY, avoid=frozenset(), styles={})
    return len(found.names)


def best(work: Callable[[], Result], rounds: int) -> float:
    took = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)


def world(count: int) -> tuple[str, list[Entity]]:
    """A text of short sentences, one entity in each, and the entities."""
    chance = random.Random(1)
    parts: list[str] = []
    entities: list[Entity] = []
    at = 0
    for number in range(count):
        before, surface, category, after = sentence(number, chance)
        parts += (before, surface, after)
        start = at + len(before)
        span = Span(start, start + len(surface), category)
        entities.append(Entity(f"e{number}", category, "PERSON", 1, (span,)))
        at += len(before) + len(surface) + len(after)
    return "".join(parts), entities


def sentence(number: int, chance: random.Random) -> tuple[str, str, str, str]:
    family = coined(chance.getrandbits(40), language="en", long=True)
    kind = number % 10
    if kind < 5:
        return (
            "The court heard Mr ",
            f"{chance.choice(GIVEN)} {family}",
            "PERSON",
            " as a witness of the claimant.\n\n",
        )
    if kind == 5:
        return "The contract was made with ", f"{family} Shipping Ltd.", "ORG", " in the year before.\n\n"
    if kind == 6:
        day = f"{1 + number % 28} May {1950 + number % 70}"
        return "The parties met again on ", day, "DATE", " and agreed to go on.\n\n"
    if kind == 7:
        return "The buyer paid the sum of ", f"EUR {chance.randrange(10**6):,}.50", "MONEY", " in full.\n\n"
    if kind == 8:
        mail = f"{family.lower()}@{coined(number, language='en').lower()}.com"
        return "The letter had come from ", mail, "EMAIL", " and not from the post.\n\n"
    town = TOWNS[number // 10] if number // 10 < len(TOWNS) else family
    return "They had lived for some time in ", town, "LOC", " with their parents.\n\n"


if __name__ == "__main__":
    main()
