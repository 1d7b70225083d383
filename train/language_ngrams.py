"""Which language a paragraph is in, by letters that stand together: raw text in, `ngrams.txt` out.

    python -m train.language_ngrams --text TEXT --ner NER --sentences SENTENCES > ngrams.txt

TEXT holds `<code>.txt.xz`, a paragraph a line; NER the token corpora of `MARKED`; SENTENCES is `server/data`
of Common Voice (CC0): sentences of our languages, of others that are told apart from ours by name, and of
many that are not (`und`). Norwegian paragraphs are of both kinds, and some as old as to be Danish: they are
parted first, by what is known to be of one kind.

A multinomial logistic regression on how often each n-gram stands in a piece of text; weights are whole
numbers, so that sums are the same on every machine. The table goes to `src/lexveil/languages/`.
"""

import argparse
import json
import lzma
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from lexveil.languages.identify import BASE, DIGITS, WORD, ngrams

OURS = "en fi sv da nb nn de fr it es ca".split()
NAMED = "nl pt gl oc ro rm pl cs sk sl hr hu et lv is mt sq tr eu ga".split()
REST = "af br cy eo fy-NL ha hsb ia id ig kab kmr lg lt rw so sw tk tl tok tw uz vi vot xh yo zu zza".split()
CLOSE = "nb nn da sv".split()
MARKED = {
    "nb": "no-norne-nob-train",
    "nn": "no-norne-nno-train",
    "da": "da-uner-ddt-train",
    "sv": "sv-klintan-train",
}
REGIONS = {
    "nb": ["nb-NO"],
    "nn": ["nn-NO"],
    "sv": ["sv-SE"],
    "ga": ["ga-IE"],
    "rm": ["rm-sursilv", "rm-vallader"],
    "und": REST,
}
HELD_OUT = 0.1  # of a file's paragraphs, at its end: not trained on, to measure with
PIECES = 14_000  # of text, of each of our languages
CLOSE_PIECES = 20_000  # of each of `CLOSE`
OTHER_PIECES = 3_000  # of each other one
SHORTEST, LONGEST = 30, 300  # letters of a piece
FEATURES = 6_000  # n-grams that are kept
RARE = 2e-5  # of an n-gram: times per word
EPOCHS, BATCH, RATE, DECAY = 6, 256, 0.02, 1e-6
STEP = 0.1  # of a weight
SURE = 8.0  # by how much a Norwegian paragraph must be of one kind and not of another
SEED = 7

Sources = list[list[str]]  # of a language: paragraphs by where they come from
Pieces = list[tuple[np.ndarray, np.ndarray]]  # of each piece, which n-grams and how often


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--ner", type=Path, required=True)
    parser.add_argument("--sentences", type=Path, required=True)
    parser.add_argument("--features", type=int, default=FEATURES)
    given = parser.parse_args()
    random.seed(SEED)
    paragraphs = gathered(given.text, given.ner, given.sentences)
    codes = [*OURS, *NAMED, "und"]
    features, weights = learned(codes, {code: paragraphs[code] for code in codes}, given.features)
    print("# N-grams of words (`_` before and after one), and how much each speaks for each language", end="")
    print(" (train/language_ngrams.py).")
    print(*codes)
    for feature, row in zip(features, weights, strict=True):
        print(feature, "".join(DIGITS[each + BASE] for each in row))


def gathered(text: Path, ner: Path, sentences: Path) -> dict[str, Sources]:
    found: dict[str, Sources] = {}
    for code in (*OURS, *NAMED, "und"):
        found[code] = [list(_sentences(sentences, REGIONS.get(code, [code])))]
        if code in MARKED:
            found[code].append(list(_marked(ner / f"{MARKED[code]}.jsonl.xz")))
        if (text / f"{code}.txt.xz").is_file():
            found[code].append(_raw(text / f"{code}.txt.xz"))
    for code, paragraphs in _parted(_raw(text / "no.txt.xz"), {code: found[code] for code in CLOSE}).items():
        found[code].append(paragraphs)
    return found


def _parted(lines: list[str], known: dict[str, Sources]) -> dict[str, list[str]]:
    """The Norwegian paragraphs that are surely of one kind."""
    kinds: dict[str, list[str]] = {"nb": [], "nn": []}
    features, weights = learned(list(known), known, 4_000)
    rows = _counted([line[:LONGEST] for line in lines], features)
    codes = list(known)
    for line, (which, times) in zip(lines, rows, strict=True):
        scores = (weights[which] * times[:, None]).sum(0) * STEP
        second, first = np.argsort(scores)[-2:]
        if codes[first] in kinds and scores[first] - scores[second] > SURE:
            kinds[codes[first]].append(line)
    print({code: len(paragraphs) for code, paragraphs in kinds.items()}, file=sys.stderr)
    return kinds


def _marked(path: Path) -> Iterator[str]:
    """Of a token corpus, the sentences of a document in paragraphs of three."""
    with lzma.open(path, "rt", encoding="utf8") as lines:
        rows = [" ".join(json.loads(line)["t"]) for line in lines]
    return (" ".join(rows[at : at + 3]) for at in range(0, len(rows), 3))


def _raw(path: Path) -> list[str]:
    with lzma.open(path, "rt", encoding="utf8") as lines:
        every = [line for line in lines if len(line) > SHORTEST]
    return every[: int(len(every) * (1 - HELD_OUT))]


def _sentences(folder: Path, names: Sequence[str]) -> Iterator[str]:
    """Of these languages, equally many of each; several sentences in a paragraph."""
    for name in names:
        lines: list[str] = []
        for path in sorted((folder / name).glob("*.txt")):
            lines += path.read_text("utf8", errors="ignore").splitlines()
        lines = lines[: int(len(lines) * (1 - HELD_OUT))]
        random.shuffle(lines)
        for at in range(0, min(len(lines), 60_000 // len(names)), 3):
            yield " ".join(lines[at : at + 3])


def learned(codes: list[str], paragraphs: dict[str, Sources], most: int) -> tuple[list[str], np.ndarray]:
    """The n-grams that tell the languages apart, and their weights in steps."""
    ours = dict.fromkeys(OURS, PIECES) | dict.fromkeys(CLOSE, CLOSE_PIECES)
    numbers = {code: ours.get(code, OTHER_PIECES) for code in codes}
    texts = [(code, piece) for code in codes for piece in _pieces(paragraphs[code], numbers[code])]
    features = _chosen(codes, texts, most)
    rows = _counted([piece for _, piece in texts], features)
    weights = _fitted(rows, np.array([codes.index(code) for code, _ in texts]), len(features), len(codes))
    steps = np.clip(np.round(weights / STEP), -BASE, BASE).astype(int)
    kept = np.flatnonzero(np.abs(steps).max(1) > 0)
    return [features[at] for at in kept], steps[kept]


def _pieces(sources: Sources, number: int) -> Iterator[str]:
    """Of random paragraphs, a run of whole words."""
    for _ in range(number):
        line = random.choice(random.choice(sources))
        length = int(SHORTEST * (LONGEST / SHORTEST) ** random.random())
        start = random.randrange(max(1, len(line) - length))
        start = line.rfind(" ", 0, start) + 1
        yield line[start : start + length].rpartition(" ")[0] or line


def _chosen(codes: list[str], texts: Iterable[tuple[str, str]], most: int) -> list[str]:
    """The n-grams whose share differs most between the languages: information, ours before the others."""
    counts: dict[str, Counter[str]] = {code: Counter() for code in codes}
    words: Counter[str] = Counter()
    for code, text in texts:
        found = [word.lower() for word in WORD.findall(text)]
        words[code] += len(found)
        counts[code].update(each for word in found for each in ngrams(word))
    shares = {code: {each: n / words[code] for each, n in counts[code].items()} for code in codes}
    every = sorted({each for code in codes for each, share in shares[code].items() if share > RARE})
    table = np.array([[shares[code].get(each, 0.0) for code in codes] for each in every]) + RARE
    close = [at for at, code in enumerate(codes) if code in CLOSE]
    ours = [at for at, code in enumerate(codes) if code in OURS]
    gain = sum(_information(table[:, group]) for group in (close, ours, list(range(len(codes)))))
    return [every[at] for at in np.argsort(-gain, kind="stable")[:most]]


def _information(table: np.ndarray) -> np.ndarray:
    mean = table.mean(1, keepdims=True)
    return (table * np.log(table / mean)).mean(1)


def _counted(texts: Sequence[str], features: Sequence[str]) -> Pieces:
    numbers = {feature: at for at, feature in enumerate(features)}
    known: dict[str, list[int]] = {}
    rows: Pieces = []
    for text in texts:
        row: list[int] = []
        for word in WORD.findall(text):
            if word not in known:
                known[word] = [numbers[each] for each in ngrams(word.lower()) if each in numbers]
            row += known[word]
        rows.append(np.unique(np.array(row, dtype=np.int64), return_counts=True))
    return rows


def _fitted(rows: Pieces, targets: np.ndarray, features: int, codes: int) -> np.ndarray:
    """Adam on the cross entropy; the weights are averaged over the last epoch."""
    weights = np.zeros((features, codes), np.float32)
    first, second, mean = (np.zeros_like(weights) for _ in range(3))
    generator = np.random.default_rng(SEED)
    step = averaged = 0
    for epoch in range(EPOCHS):
        order = generator.permutation(len(rows))
        rate, right = RATE * (1 - epoch / EPOCHS), 0
        for at in range(0, len(order), BATCH):
            batch = order[at : at + BATCH]
            counts = np.zeros((len(batch), features), np.float32)
            for line, number in enumerate(batch):
                counts[line, rows[number][0]] = rows[number][1]
            scores = counts @ weights
            right += int((scores.argmax(1) == targets[batch]).sum())
            likely = np.exp(scores - scores.max(1, keepdims=True))
            likely /= likely.sum(1, keepdims=True)
            likely[np.arange(len(batch)), targets[batch]] -= 1
            slope = counts.T @ likely / len(batch) + DECAY * weights
            step += 1
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
            if epoch == EPOCHS - 1:
                mean += weights
                averaged += 1
        print(f"epoch {epoch + 1}: {right / len(rows):.4f} right", file=sys.stderr, flush=True)
    return mean / averaged


if __name__ == "__main__":
    main()
