"""The learned scorers: small tables of numbers (docs/models/clustering.md), and how to read them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np

from lexveil.errors import DetectorError

DIGITS = 6  # of a likelihood: nothing is decided by bits in which processors differ
NAMES = ("links", "mentions", "roles")

SHIPPED = files("lexveil.resolve") / "weights"
_folder: ContextVar[Traversable] = ContextVar("_folder", default=SHIPPED)


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
    """The tables of another folder for a while; which of the three it lacks stay as they are shipped."""
    token = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(token)


def table(name: str) -> Traversable:
    """Which file is read."""
    own = _folder.get() / f"{name}.npz"
    return own if own.is_file() else SHIPPED / own.name


def arrays(path: Traversable) -> Mapping[str, np.ndarray]:
    """The arrays of a table."""
    known: Mapping[str, np.ndarray] = _arrays(path)  # type: ignore[arg-type]  # a path can be a key
    return known


@lru_cache(maxsize=16)
def _arrays(path: Traversable) -> Mapping[str, np.ndarray]:
    try:
        with path.open("rb") as file, np.load(file) as tables:
            return {name: tables[name] for name in tables.files}
    except (OSError, ValueError, KeyError, BadZipFile) as wrong:
        raise unreadable(path) from wrong


def unreadable(path: Traversable) -> DetectorError:
    return DetectorError("resolve.no-tables", folder=str(path).removesuffix(path.name))


def expect(folder: Traversable) -> None:
    """A folder of tables that somebody names must hold one."""
    if not any((folder / f"{name}.npz").is_file() for name in NAMES):
        raise DetectorError("resolve.no-tables", folder=folder)


def forget() -> None:
    """Tables are read again: training has written over one."""
    _arrays.cache_clear()
    _trees.cache_clear()


def trees(name: str) -> Trees:
    return _trees(table(name))  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def _trees(path: Traversable) -> Trees:
    tables = arrays(path)
    try:
        feature, left, right = (tables[name].astype(np.int64) for name in ("feature", "left", "right"))
        depth, bias = int(tables["depth"]), float(tables["bias"])
        return Trees(feature, tables["threshold"], left, right, tables["value"], depth, bias)
    except KeyError as wrong:
        raise unreadable(path) from wrong


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
