"""Soft labels: the probabilities of a teacher for each word, kept small in a file.

Comes in: per text, one row a word with the probabilities of the tags and then of the masks. Goes out: the
same, rounded to a 255th, with the four likeliest tags of each word that is not clearly outside.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

KEPT = 4  # tags a word
CLEAR = 0.995  # probability of the tag "outside" above which nothing else is kept


def write(file: Path, ids: Sequence[str], texts: Sequence[np.ndarray], *, tags: int) -> None:
    rows = np.concatenate(texts)
    doubt = np.flatnonzero(rows[:, 0] < CLEAR)
    best = np.argsort(-rows[doubt, :tags], 1)[:, :KEPT]
    values = np.concatenate([np.take_along_axis(rows[doubt], best, 1), rows[doubt, tags:]], 1)
    np.savez(
        file,
        where=doubt,
        tags=best.astype(np.uint8),
        chances=np.round(values * 255).astype(np.uint8),
        lengths=np.array([len(text) for text in texts]),
        ids=np.array(ids),
    )


def read(file: Path, tags: int, masks: int) -> dict[str, np.ndarray]:
    """The rows of each text by its id; the tags of a word add up to one again."""
    stored = np.load(file)
    dense = np.zeros((int(stored["lengths"].sum()), tags + masks), np.float16)
    dense[:, 0] = 1
    chances = stored["chances"].astype(np.float32) / 255
    rows = np.zeros((len(chances), tags + masks), np.float32)
    np.put_along_axis(rows, stored["tags"].astype(np.int64), chances[:, :KEPT], 1)
    rows[:, :tags] /= rows[:, :tags].sum(1, keepdims=True)
    rows[:, tags:] = chances[:, KEPT:]
    dense[stored["where"]] = rows
    ends = np.cumsum(stored["lengths"])
    spans = zip(stored["ids"], stored["lengths"], ends, strict=True)
    return {str(name): dense[end - length : end] for name, length, end in spans}
