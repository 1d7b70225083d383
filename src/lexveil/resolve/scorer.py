"""The learned scorers: small tables of numbers (docs/models/clustering.md), and how to read them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np

from lexveil.errors import DetectorError

DIGITS = 6  # of a likelihood: nothing is decided by bits in which processors differ
NAMES = ("links", "mentions", "roles")

SHIPPED = Path(str(files("lexveil.resolve") / "weights"))
_folder: ContextVar[Path] = ContextVar("_folder", default=SHIPPED)


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
def reading_from(folder: Path) -> Iterator[None]:
    """The tables of another folder for a while; which of the three it lacks stay as they are shipped."""
    token = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(token)


def table(name: str) -> tuple[Path, int]:
    """Which file is read, and when it was changed: training writes over one that has been read."""
    own = _folder.get() / f"{name}.npz"
    path = own if own.is_file() else SHIPPED / own.name
    return path, path.stat().st_mtime_ns


@lru_cache(maxsize=16)
def arrays(path: Path, changed: int) -> Mapping[str, np.ndarray]:
    try:
        with np.load(path) as tables:
            return {name: tables[name] for name in tables.files}
    except (OSError, ValueError, KeyError, BadZipFile) as wrong:
        raise DetectorError("resolve.no-tables", folder=path.parent) from wrong


def expect(folder: str) -> None:
    """A folder of tables that somebody names must hold one."""
    if folder and not any((Path(folder) / f"{name}.npz").is_file() for name in NAMES):
        raise DetectorError("resolve.no-tables", folder=folder)


def trees(name: str) -> Trees:
    return _trees(*table(name))


@lru_cache(maxsize=16)
def _trees(path: Path, changed: int) -> Trees:
    tables = arrays(path, changed)
    try:
        feature, left, right = (tables[name].astype(np.int64) for name in ("feature", "left", "right"))
        depth, bias = int(tables["depth"]), float(tables["bias"])
        return Trees(feature, tables["threshold"], left, right, tables["value"], depth, bias)
    except KeyError as wrong:
        raise DetectorError("resolve.no-tables", folder=path.parent) from wrong


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
