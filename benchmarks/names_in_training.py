"""What do the names in training texts do to a model that learns from them?

Two questions of CALD-pseudo 2024, on documents of our own whose people are given names of other origins
(`lexveil.evaluate.origins`), with models small enough for a processor: a tagger of person words and a
classifier of documents, both logistic regressions over counted features.

    python -m benchmarks.names_in_training [--draws 5] [--language en]

1. Random or stratified training (Simancek and Vydiswaran): of a corpus in which most people have names of one
   origin, so many documents are drawn at random, or as many of each origin. Recall of person words by origin.
2. Originals against renamed copies (Muñoz Sánchez et al.): models that learned from originals read originals
   and renamed copies. Recall of the tagger; accuracy of the classifier, and how often it changes its mind.
"""

import argparse
import random
import re
import zlib
from collections.abc import Iterator, Sequence
from statistics import fmean

import numpy as np

from lexveil.evaluate.gold import Gold
from lexveil.evaluate.origins import GROUPS, swap
from train import documents

SIZE = 1 << 18  # counted features
EPOCHS, RATE, DECAY, BATCH = 4, 0.5, 1e-6, 256
COMMON, SHARE = "british-irish", 0.7  # the origin that most people of the corpus have, and how many
COPIES = 4  # of each document in the corpus
DRAWN = 40  # documents that are learned from
TESTED = 4  # one document in so many is measured on
FOLDS = 8
CRIMINAL = re.compile(
    r"crimin|police|bail|sentenc|inquest|coroner|charge|parole|warrant|trial", re.IGNORECASE
)

_TOKEN = re.compile(r"\w+|[^\w\s]")


class Regression:
    """Of two classes, over counted features."""

    def __init__(self) -> None:
        self.weights = np.zeros(SIZE + 1, dtype=np.float64)

    def learn(self, rows: Sequence[np.ndarray], wanted: np.ndarray, seed: int) -> "Regression":
        order = np.arange(len(rows))
        shuffle = np.random.default_rng(seed)
        for epoch in range(EPOCHS):
            shuffle.shuffle(order)
            rate = RATE / (1 + epoch)
            for at in range(0, len(order), BATCH):
                chosen = order[at : at + BATCH]
                said = self.says([rows[each] for each in chosen])
                for each, wrong in zip(chosen, wanted[chosen] - said, strict=True):
                    np.add.at(self.weights, rows[each], rate * wrong / np.sqrt(len(rows[each])))
            self.weights *= 1 - DECAY
        return self

    def says(self, rows: Sequence[np.ndarray]) -> np.ndarray:
        sums = np.array([self.weights[row].sum() / np.sqrt(len(row)) for row in rows])
        found: np.ndarray = 1 / (1 + np.exp(-sums))
        return found


def counted(features: Iterator[str]) -> np.ndarray:
    places = [zlib.crc32(each.encode()) % SIZE for each in features]
    return np.array([*places, SIZE], dtype=np.int64)  # the last one is always there


# Person words ------------------------------------------------------------------------------------


def shape(word: str) -> str:
    kind = "9" if word.isdigit() else "X" if word.isupper() else "Xx" if word[:1].isupper() else "x"
    return kind if word[:1].isalnum() else word


def around(words: Sequence[str], at: int) -> Iterator[str]:
    word = words[at]
    yield from (
        f"w {word}",
        f"s {shape(word)}",
        f"l {word.lower()}",
        f"p {word[:3]}",
        f"e {word[-3:]}",
        f"ee {word[-2:]}",
    )
    for step in (-2, -1, 1, 2):
        near = words[at + step] if 0 <= at + step < len(words) else "|"
        yield f"{step} {near.lower()}"
        yield f"{step} s {shape(near)} {shape(word)}"


def tagged(gold: Gold) -> tuple[list[np.ndarray], np.ndarray]:
    """The words of a document, and which of them name somebody."""
    found = list(_TOKEN.finditer(gold.text))
    words = [each[0] for each in found]
    inside = np.zeros(len(gold.text) + 1, dtype=bool)
    for mention in gold.mentions:
        if mention.type == "PERSON":
            inside[mention.start : mention.end] = True
    wanted = np.array([inside[each.start()] and each[0][0].isupper() for each in found], dtype=float)
    return [counted(around(words, at)) for at in range(len(words))], wanted


def tagger(golds: Sequence[Gold], seed: int) -> Regression:
    pairs = [tagged(each) for each in golds]
    rows = [row for each, _ in pairs for row in each]
    return Regression().learn(rows, np.concatenate([wanted for _, wanted in pairs]), seed)


def recall(model: Regression, golds: Sequence[Gold]) -> float:
    right = total = 0.0
    for gold in golds:
        rows, wanted = tagged(gold)
        right += float(((model.says(rows) > 0.5) * wanted).sum())
        total += float(wanted.sum())
    return right / total


# Documents ---------------------------------------------------------------------------------------


def document(gold: Gold) -> np.ndarray:
    return counted(f"d {word.lower()}" for word in _TOKEN.findall(gold.text) if word.isalpha())


# The two questions -------------------------------------------------------------------------------


def drawn(golds: Sequence[Gold], *, stratified: bool, seed: int) -> list[Gold]:
    """So many documents of a corpus that has mostly one kind of names."""
    draw = random.Random(f"drawn {seed}")
    rest = [group for group in GROUPS if group != COMMON]
    corpus = []
    for copy in range(COPIES):
        for gold in golds:
            group = COMMON if draw.random() < SHARE else draw.choice(rest)
            corpus.append((group, swap(gold, GROUPS[group], seed=seed * COPIES + copy)))
    if not stratified:
        return [gold for _, gold in draw.sample(corpus, min(DRAWN, len(corpus)))]
    chosen = []
    for group in GROUPS:
        own = [gold for each, gold in corpus if each == group]
        chosen += draw.sample(own, min(DRAWN // len(GROUPS), len(own)))
    return chosen


def random_or_stratified(golds: Sequence[Gold], draws: int) -> dict[str, dict[str, float]]:
    """Way → group → recall, the mean over the draws."""
    found: dict[str, dict[str, list[float]]] = {}
    for seed in range(draws):
        measured = [gold for at, gold in enumerate(golds) if at % TESTED == seed % TESTED]
        learned = [gold for at, gold in enumerate(golds) if at % TESTED != seed % TESTED]
        for way in ("random", "stratified"):
            model = tagger(drawn(learned, stratified=way == "stratified", seed=seed), seed)
            for group, sources in GROUPS.items():
                copies = [swap(gold, sources, seed=1000 + seed) for gold in measured]
                found.setdefault(way, {}).setdefault(group, []).append(recall(model, copies))
    return {way: {group: fmean(each) for group, each in groups.items()} for way, groups in found.items()}


def renamed_recall(golds: Sequence[Gold], draws: int) -> dict[str, float]:
    """Of a tagger that learned from originals: on originals, and on copies with names of each group."""
    found: dict[str, list[float]] = {}
    for seed in range(draws):
        measured = [gold for at, gold in enumerate(golds) if at % TESTED == seed % TESTED]
        model = tagger([gold for at, gold in enumerate(golds) if at % TESTED != seed % TESTED], seed)
        found.setdefault("originals", []).append(recall(model, measured))
        for group, sources in GROUPS.items():
            copies = [swap(gold, sources, seed=seed) for gold in measured]
            found.setdefault(group, []).append(recall(model, copies))
    return {name: fmean(each) for name, each in found.items()}


def renamed_classes(golds: Sequence[Gold], labels: Sequence[bool]) -> dict[str, tuple[float, float]]:
    """Of a classifier that learned from originals, by folds: accuracy, and how often it says something else
    of the copy than of its original."""
    wanted = np.array(labels, dtype=float)
    said: dict[str, np.ndarray] = {name: np.zeros(len(golds)) for name in ("originals", *GROUPS)}
    rows = [document(gold) for gold in golds]
    for fold in range(FOLDS):
        inside = [at for at in range(len(golds)) if at % FOLDS != fold]
        outside = [at for at in range(len(golds)) if at % FOLDS == fold]
        if not outside:
            continue
        model = Regression()
        for turn in range(5):
            model.learn([rows[at] for at in inside], wanted[inside], turn)
        said["originals"][outside] = model.says([rows[at] for at in outside]) > 0.5
        for group, sources in GROUPS.items():
            copies = [document(swap(golds[at], sources)) for at in outside]
            said[group][outside] = model.says(copies) > 0.5
    own = said["originals"]
    return {
        name: (float((each == wanted).mean()), float((each != own).mean())) for name, each in said.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", default="en")
    parser.add_argument("--draws", type=int, default=5)
    asked = parser.parse_args()
    golds = list(documents.documents(asked.language))
    heads = [(documents.FOLDER / asked.language / f"{gold.id}.txt").read_text("utf8") for gold in golds]
    labels = [bool(CRIMINAL.search(head.partition("\n")[0])) for head in heads]
    ways = random_or_stratified(golds, asked.draws)
    print(f"{len(golds)} documents, {asked.draws} draws\n")
    print("| recall of person words | random | stratified |\n|---|---|---|")
    for group in GROUPS:
        print(f"| {group} | {ways['random'][group]:.3f} | {ways['stratified'][group]:.3f} |")
    for name, of in (("mean", fmean), ("lowest", min)):
        print(f"| {name} | {of(ways['random'].values()):.3f} | {of(ways['stratified'].values()):.3f} |")
    tags, classes = renamed_recall(golds, asked.draws), renamed_classes(golds, labels)
    print("\n| learned from originals, read | recall of person words | accuracy of the class | other class |")
    print("|---|---|---|---|")
    for name in ("originals", *GROUPS):
        accuracy, changed = classes[name]
        print(f"| {name} | {tags[name]:.3f} | {accuracy:.3f} | {changed:.3f} |")


if __name__ == "__main__":
    main()
