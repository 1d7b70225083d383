"""Whether made-up texts read like real ones and give none of them away: Nishiyama et al. 2024 as measures.

Side by side for the real and the made-up texts: tokens, types, lengths, the type-token ratio as the corpus
grows, the shares of classes of words and, where a model is there to tell, of parts of speech. Between them:
exact copies, and the made-up texts whose nearest real one is more than .9 alike (cosine of counted letter
sequences, so that nothing has to be downloaded). And blind questions: people answer for texts of both kinds
without knowing which; on "was it written by a human?" an agreement near 0 is good, for then nobody can tell.
"""

import csv
import io
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from statistics import fmean, median, pstdev
from typing import Any

import numpy as np

from lexveil.errors import InputError
from lexveil.evaluate.agreement import kappa
from lexveil.evaluate.detection import ratio
from lexveil.evaluate.word_classes import shares

SIMILAR = 0.9
STEPS = 20  # points of the type-token curve
QUESTIONS = ("naturalness", "comprehensibility", "correctness", "anonymity")  # of the paper: Q1 to Q4
YES, NO = frozenset("1yj"), frozenset("0n")
ORIGINAL, MADE = "original", "made"

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LETTERS, _COLUMNS = 4, 4096  # how long the counted sequences are, and where they are counted
_CHUNK = 512

Tag = Callable[[str], Iterable[str]]  # the parts of speech of a text


def evaluate(real: Sequence[str], made: Sequence[str], *, tag: Tag | None = None) -> dict[str, Any]:
    if not real or not made:
        raise InputError("evaluate.no_texts")
    return {
        "texts": {ORIGINAL: _figures(real, tag), MADE: _figures(made, tag)},
        "vocabulary": _vocabulary(real, made),
        "nearest": nearest(real, made),
    }


def words(text: str) -> list[str]:
    return [found.lower() for found in _WORD.findall(text)]


def _figures(texts: Sequence[str], tag: Tag | None) -> dict[str, Any]:
    tokens = [word for text in texts for word in words(text)]
    lengths = [len(text) for text in texts]
    counts = [len(words(text)) for text in texts]
    return {
        "texts": len(texts),
        "tokens": len(tokens),
        "types": len(set(tokens)),
        "characters": {"mean": fmean(lengths), "median": median(lengths), "sigma": pstdev(lengths)},
        "words": {"mean": fmean(counts), "median": median(counts), "sigma": pstdev(counts)},
        "type_token": curve(tokens),
        "word_classes": shares(texts),
        "parts_of_speech": _parts_of_speech(texts, tag) if tag else None,
    }


def curve(tokens: Sequence[str]) -> list[tuple[int, float]]:
    """The ratio of types to tokens as the corpus grows.

    >>> curve(["a", "b", "a", "b"])[-1]
    (4, 0.5)
    """
    every = max(1, -(-len(tokens) // STEPS))
    seen: set[str] = set()
    found = []
    for at, token in enumerate(tokens, 1):
        seen.add(token)
        if at % every == 0 or at == len(tokens):
            found.append((at, len(seen) / at))
    return found


def _parts_of_speech(texts: Iterable[str], tag: Tag) -> dict[str, float]:
    counts = Counter(part for text in texts for part in tag(text))
    return {part: number / counts.total() for part, number in counts.most_common()}


def _vocabulary(real: Sequence[str], made: Sequence[str]) -> dict[str, Any]:
    one, other = ({word for text in texts for word in words(text)} for texts in (real, made))
    return {
        "shared": len(one & other),
        "of_made": ratio(len(one & other), len(other)),
        "only_made": len(other - one),
    }


def nearest(real: Sequence[str], made: Sequence[str]) -> dict[str, Any]:
    """Of the made-up texts: exact copies of a real one, and those with a real one more than .9 alike."""
    known = {" ".join(text.split()) for text in real}
    copies = sum(" ".join(text.split()) in known for text in made)
    field = _counted(real)
    best = [float(each) for at in range(0, len(made), _CHUNK)
            for each in (_counted(made[at : at + _CHUNK]) @ field.T).max(axis=1)]  # fmt: skip
    close = sum(each > SIMILAR for each in best)
    return {"identical": copies, "similar": close, "share_similar": close / len(made), "mean": fmean(best)}


def _counted(texts: Sequence[str]) -> np.ndarray:
    """A row of length one for each text: how often it has each sequence of letters."""
    rows = np.zeros((len(texts), _COLUMNS), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        plain = f" {' '.join(text.lower().split())} "
        for sequence, number in Counter(
            plain[at : at + _LETTERS] for at in range(len(plain) - _LETTERS + 1)
        ).items():
            row[_column(sequence)] += number
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: np.ndarray = rows / np.maximum(lengths, 1e-9)
    return found


def _column(sequence: str) -> int:
    return int.from_bytes(blake2b(sequence.encode(), digest_size=4).digest(), "big") % _COLUMNS


# Blind questions ---------------------------------------------------------------------------------


def sheet(
    real: Sequence[str], made: Sequence[str], *, number: int, seed: int = 0
) -> tuple[str, dict[str, str]]:
    """So many texts of each kind in a drawn order as CSV, to be answered, and the key: number → kind."""
    drawn = random.Random(f"blind {seed}")  # noqa: S311 (an order, nothing secret)
    chosen = [(text, ORIGINAL) for text in drawn.sample(list(real), min(number, len(real)))]
    chosen += [(text, MADE) for text in drawn.sample(list(made), min(number, len(made)))]
    drawn.shuffle(chosen)
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["number", "text", *QUESTIONS])
    for at, (text, _) in enumerate(chosen, 1):
        table.writerow([at, text, *[""] * len(QUESTIONS)])
    return out.getvalue(), {str(at): kind for at, (_, kind) in enumerate(chosen, 1)}


def answers(text: str, questions: Sequence[str] = QUESTIONS) -> dict[str, dict[str, bool]]:
    """Question → number of the text → yes or no, of a sheet that was filled in; what is empty is left out."""
    found: dict[str, dict[str, bool]] = {question: {} for question in questions}
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    for line, row in enumerate(csv.DictReader(io.StringIO(text)), 2):
        for question in questions:
            said = (row.get(question) or "").strip().lower()[:1]
            if said and said not in YES | NO:
                raise InputError("evaluate.answer", line=line, question=question)
            if said:
                found[question][str(row.get("number"))] = said in YES
    return found


def judged(sheets: Mapping[str, Mapping[str, Mapping[str, bool]]], key: Mapping[str, str]) -> dict[str, Any]:
    """Of each question the share of yes for real and for made-up texts, by each judge, and κ of every two."""
    report: dict[str, Any] = {}
    for question in QUESTIONS:
        said = {name: each[question] for name, each in sheets.items()}
        kinds = (ORIGINAL, MADE)
        yes = {name: {kind: _share(found, key, kind) for kind in kinds} for name, found in said.items()}
        report[question] = {"yes": yes, "cohen": agreements(said)}
    return report


def _share(found: Mapping[str, bool], key: Mapping[str, str], kind: str) -> float | None:
    own = [answer for number, answer in found.items() if key.get(number) == kind]
    return ratio(sum(own), len(own))


def agreements(said: Mapping[str, Mapping[str, bool]]) -> list[dict[str, Any]]:
    """Cohen's κ of every two, over the texts that both answered for."""
    names = sorted(said)
    found = []
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            both = sorted(set(said[one]) & set(said[other]))
            value = kappa([said[one][each] for each in both], [said[other][each] for each in both])
            found.append({"raters": [one, other], "texts": len(both), "cohen": value})
    return found
