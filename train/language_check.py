"""How many paragraphs are told to be in the language that they are in.

    python -m train.language_check --text TEXT --own OWN

TEXT holds `<code>.txt.xz`, a paragraph a line, of which only the last tenth is looked at: `language_ngrams`
learns from the rest. OWN holds `<code>.jsonl`, documents in gold format. Paragraphs of more than 100
characters count: of TEXT each alone, of OWN each alone and as the document has it.
"""

import json
import lzma
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lexveil.languages.identify import stretches
from lexveil.model import Document
from train import arguments
from train.language_ngrams import HELD_OUT, SEED, SHORTEST

LEAST = 100  # characters of a paragraph
KINDS = {"no": {"nb", "nn", "da"}}  # the raw text in `no` has novels in Danish spelling among it

Told = tuple[str, str]  # the language that a paragraph is in, and the one that is told


@dataclass
class Settings:
    text: Path
    own: Path
    number: int = 1000  # paragraphs of each raw text


def alone(code: str, paragraphs: Iterable[str]) -> list[Told]:
    found = [(code, stretches(each)) for each in paragraphs]
    return [(code, each[0].language if len(each) == 1 else "") for code, each in found]


def within(code: str, text: str) -> Iterator[Told]:
    """Each paragraph of a document, by where it begins."""
    document = Document("", text, stretches=stretches(text))
    at = 0
    for block in text.split("\n\n"):
        if len(block) > LEAST:
            yield code, document.language_at(at + len(block) - len(block.lstrip()))
        at += len(block) + 2


def raw(path: Path, number: int) -> list[str]:
    with lzma.open(path, "rt", encoding="utf8") as lines:
        every = [line for line in lines if len(line) > SHORTEST]
    held = [line for line in every[int(len(every) * (1 - HELD_OUT)) :] if len(line) > LEAST]
    return random.Random(SEED).sample(held, min(number, len(held)))


def share(told: Iterable[Told]) -> tuple[int, int]:
    """How many are right, of how many."""
    right = [language in KINDS.get(code, {code}) for code, language in told]
    return sum(right), len(right)


def main(settings: Settings) -> None:
    found: dict[str, list[Told]] = {"raw": [], "own, alone": [], "own, in the document": []}
    for path in sorted(settings.text.glob("??.txt.xz")):
        found["raw"] += alone(path.name[:2], raw(path, settings.number))
    for path in sorted(settings.own.glob("??.jsonl")):
        texts = [json.loads(line)["text"] for line in path.read_text("utf8").splitlines()]
        blocks = [block for text in texts for block in text.split("\n\n") if len(block) > LEAST]
        found["own, alone"] += alone(path.stem, blocks)
        found["own, in the document"] += [each for text in texts for each in within(path.stem, text)]
    for name, told in found.items():
        by = {code: share(each for each in told if each[0] == code) for code, _ in told}
        right, every = share(told)
        print(
            f"{name}: {right / every:.4f} of {every};",
            *(f"{code} {a / b:.3f}" for code, (a, b) in by.items()),
        )


if __name__ == "__main__":
    main(arguments(Settings, __doc__))
