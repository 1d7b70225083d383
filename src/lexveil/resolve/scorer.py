"""The learned scorers: small tables of numbers (docs/models/clustering.md), and how to read them."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

import numpy as np

DIGITS = 6  # of a likelihood: nothing is decided by bits in which processors differ

_folder: list[Traversable] = [files("lexveil.resolve") / "weights"]


class Trees(NamedTuple):
    """Regression trees, one a row; node 0 is the root, a leaf leads to itself."""

    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    value: np.ndarray
    depth: int
    bias: float


@contextmanager
def reading_from(folder: Traversable) -> Iterator[None]:
    """The tables of another folder for a while: training needs the first to make the second."""
    _folder.append(folder)
    trees.cache_clear()
    try:
        yield
    finally:
        _folder.pop()
        trees.cache_clear()


@cache
def trees(name: str) -> Trees:
    with (_folder[-1] / f"{name}.npz").open("rb") as file, np.load(file) as tables:
        feature, left, right = (tables[name].astype(np.int64) for name in ("feature", "left", "right"))
        depth, bias = int(tables["depth"]), float(tables["bias"])
        return Trees(feature, tables["threshold"], left, right, tables["value"], depth, bias)


def total(model: Trees, rows: np.ndarray) -> np.ndarray:
    every = np.arange(len(model.feature))[None, :]
    node = np.zeros((len(rows), len(model.feature)), dtype=np.int64)
    at = np.arange(len(rows))[:, None]
    for _ in range(model.depth):
        goes_left = rows[at, model.feature[every, node]] <= model.threshold[every, node]
        node = np.where(goes_left, model.left[every, node], model.right[every, node])
    found: np.ndarray = model.value[every, node].sum(axis=1) + model.bias
    return found


def linked(rows: np.ndarray) -> np.ndarray:
    """How likely, 0 to 1, each row's form and person are one."""
    found: np.ndarray = np.round(1.0 / (1.0 + np.exp(-total(trees("links"), rows))), DIGITS)
    return found


def fits(rows: np.ndarray) -> np.ndarray:
    """How likely each of the people is the one meant by one mention: the numbers sum to 1."""
    scores = total(trees("mentions"), rows)
    powers = np.exp(scores - scores.max())
    shares: np.ndarray = np.round(powers / powers.sum(), DIGITS)
    return shares
