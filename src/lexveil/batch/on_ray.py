"""The engine `ray`: the same functions as tasks and actors of Ray Data, on this machine or a cluster.

Sources go in; tasks on processors read them and cut them into parts, prepare the parts, and make the results of
what the model found. The model itself runs in those tasks, or, where there are graphics cards, in an actor on
each. Every node sees the inputs and the folder of the output under the same names. The one module that imports
ray; the extra `ray` brings it.
"""

import math
import pickle
import socket
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from lexveil.batch import cases, results, worker
from lexveil.batch.items import Part
from lexveil.batch.sources import Reading, Source
from lexveil.batch.tally import Tally
from lexveil.batch.worker import Asked
from lexveil.errors import InputError, LexveilError, OutputError

BLOCK = 2**16  # bytes of a block: parts go on as they are cut, not when a source is read to its end
ANSWER = 10  # seconds until a cluster answers
KEY = "part"  # the one column, of pickled parts

Row = dict[str, Any]


def tallies(
    sources: Iterator[Source],
    asked: Asked,
    reading: Reading,
    *,
    workers: int = 0,
    gpus: int = 0,
    address: str = "",
) -> Iterator[tuple[Tally, bool]]:
    """Of each part what it amounts to, in any order, and whether it was made just now."""
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        _connect(ray, address, workers, gpus)
    try:
        yield from _run(ray, list(sources), asked, reading, gpus)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        raise cause if isinstance(cause, LexveilError) else OutputError("batch.worker-lost") from None
    finally:
        if ours:
            ray.shutdown()


def _run(
    ray: Any, sources: list[Source], asked: Asked, reading: Reading, gpus: int
) -> Iterator[tuple[Tally, bool]]:
    if not sources:
        return
    context = ray.data.DataContext.get_current()
    context.target_max_block_size = BLOCK
    context.enable_progress_bars = False
    rows = ray.data.from_items(
        [{KEY: pickle.dumps(each)} for each in sources], override_num_blocks=len(sources)
    )
    told: dict[str, Any] = {"fn_constructor_args": (asked, reading)}
    parts = rows.flat_map(Cutter, concurrency=_pool(ray, len(sources)), num_cpus=0.1, **told)
    if gpus:
        card = 0 if asked.settings.device.startswith("torch") else 1  # a processor may stand in for a card
        parts = parts.map_batches(Opener, batch_size=1, concurrency=_pool(ray), **told)
        parts = parts.map_batches(Tagger, batch_size=1, concurrency=gpus, num_gpus=card, num_cpus=0, **told)
        parts = parts.map_batches(Maker, batch_size=1, concurrency=_pool(ray), **told)
    else:
        parts = parts.map_batches(Worker, batch_size=1, concurrency=_pool(ray), **told)
    for row in parts.iter_rows():
        yield pickle.loads(row[KEY])  # noqa: S301 - our own


def _pool(ray: Any, most: int = 2**16) -> tuple[int, int]:
    """From one actor to one for each core of the cluster."""
    return 1, max(1, min(most, math.floor(ray.cluster_resources().get("CPU", 1))))


# What runs on the nodes: each is made once in a process -------------------------------------------


class Cutter:
    """A source in, its parts out; what is done already is only counted."""

    def __init__(self, asked: Asked, reading: Reading) -> None:
        self.asked, self.reading = asked, reading

    def __call__(self, row: Row) -> Iterator[Row]:
        source: Source = pickle.loads(row[KEY])  # noqa: S301 - our own
        folder = Path(self.asked.folder)
        for part in cases.parts(source, self.reading, folder):
            known = results.done(folder, part.name)
            yield {KEY: pickle.dumps(known or part)}


class Worker:
    """A part in, its tally out."""

    def __init__(self, asked: Asked, reading: Reading) -> None:
        self.asked = asked

    def __call__(self, batch: Row) -> Row:
        found = _only(batch)
        return _one((worker.work(found, self.asked), True) if isinstance(found, Part) else (found, False))


class Opener:
    """A part in, what the model is to read out."""

    def __init__(self, asked: Asked, reading: Reading) -> None:
        self.asked = asked

    def __call__(self, batch: Row) -> Row:
        found = _only(batch)
        return _one((found, worker.opened(found, self.asked)) if isinstance(found, Part) else (found, None))


class Tagger:
    """The model on a graphics card: what it is to read in, spans out."""

    def __init__(self, asked: Asked, reading: Reading) -> None:
        self.settings = replace(asked.settings, device=asked.settings.device or "cuda")

    def __call__(self, batch: Row) -> Row:
        part, opened = _only(batch)
        spans = [] if opened is None else worker.read_by_model(opened, self.settings)
        return _one((part, opened, spans))


class Maker:
    """What the model found in, the tally of the part out."""

    def __init__(self, asked: Asked, reading: Reading) -> None:
        self.asked = asked

    def __call__(self, batch: Row) -> Row:
        part, opened, spans = _only(batch)
        known = opened is None
        return _one((part, False) if known else (worker.made(part, opened, spans, self.asked), True))


def _only(batch: Row) -> Any:
    return pickle.loads(batch[KEY][0])  # noqa: S301 - our own


def _one(found: object) -> Row:
    return {KEY: [pickle.dumps(found)]}


# The cluster --------------------------------------------------------------------------------------


def _ray() -> Any:
    try:
        import_module("ray.data")
        return import_module("ray")
    except ImportError:
        raise InputError("batch.no-ray") from None


def _connect(ray: Any, address: str, workers: int, gpus: int) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if not address:
        ray.init(num_cpus=workers or None, num_gpus=gpus or None, include_dashboard=False, **quiet)
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        if host:
            socket.create_connection((host, int(port)), timeout=ANSWER).close()
        ray.init(address=address, **quiet)
    except (OSError, ValueError, RuntimeError):
        raise OutputError("batch.no-cluster", address=address) from None
