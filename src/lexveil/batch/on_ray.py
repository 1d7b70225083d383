"""The engine `ray`: the same functions as tasks and actors of Ray Data, on this machine or a cluster.

Sources go in; tasks on processors read them and cut them into parts, prepare the parts, and make the results
of what the model found. The model itself runs in those tasks, or, where there are graphics cards, in an actor
on each. Every node sees the inputs and the folder of the output under the same names. The one module that
imports ray; the extra `ray` brings it.
"""

import logging
import os
import pickle
import socket
from collections.abc import Callable, Iterator
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
READER = 0.25  # of a core, for reading a source

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
    except ray.exceptions.RayError:
        raise OutputError("batch.worker-lost") from None
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
    given = [{KEY: pickle.dumps(each)} for each in sources]
    rows = ray.data.from_items(given, override_num_blocks=len(given))
    told: dict[str, Any] = {"fn_kwargs": {"asked": asked}, "batch_size": 1}
    # Other resources than what follows, or Ray would make one task of both, and of a source.
    parts = rows.flat_map(_cut, num_cpus=READER, fn_kwargs={"asked": asked, "reading": reading})
    if gpus:
        card = 0 if asked.settings.device.startswith("torch") else 1  # a processor may stand in for a card
        own = {"fn_constructor_args": (asked,), "concurrency": gpus, "num_gpus": card, "num_cpus": 0}
        parts = parts.map_batches(_opened, **told).map_batches(Tagger, batch_size=1, **own)
        parts = parts.map_batches(_made, **told)
    else:
        parts = parts.map_batches(_worked, **told)
    for row in parts.iter_rows():
        tally, new = pickle.loads(row[KEY])  # noqa: S301 - our own
        if isinstance(tally, LexveilError):
            raise tally
        yield tally, new


# What runs on the nodes ---------------------------------------------------------------------------


def _cut(row: Row, asked: Asked, reading: Reading) -> Iterator[Row]:
    """A source in, its parts out; what is done already is only counted."""
    source: Source = pickle.loads(row[KEY])  # noqa: S301 - our own
    folder = Path(asked.folder)
    for part in cases.parts(source, reading, folder):
        yield {KEY: pickle.dumps(results.done(folder, part.name) or part)}


def _worked(batch: Row, asked: Asked) -> Row:
    """A part in, its tally out."""
    found = _only(batch)
    if not isinstance(found, Part):
        return _one((found, False))
    return _one((_told(lambda: worker.work(found, asked)), True))


def _opened(batch: Row, asked: Asked) -> Row:
    """A part in, what the model is to read out."""
    found = _only(batch)
    return _one((found, worker.opened(found, asked) if isinstance(found, Part) else None))


class Tagger:
    """The model on a graphics card: what it is to read in, spans out."""

    def __init__(self, asked: Asked) -> None:
        self.settings = asked.settings

    def __call__(self, batch: Row) -> Row:
        part, opened = _only(batch)
        if opened is None:
            return _one((part, None, None))
        return _one((part, opened, _told(lambda: worker.read_by_model(opened, self.settings))))


def _made(batch: Row, asked: Asked) -> Row:
    """What the model found in, the tally of the part out."""
    part, opened, spans = _only(batch)
    if opened is None or isinstance(spans, LexveilError):
        return _one((part if opened is None else spans, False))
    return _one((_told(lambda: worker.made(part, opened, spans, asked)), True))


def _told(work: Callable[[], object]) -> object:
    """What the work makes, or what stopped it: raised, Ray would wrap it."""
    try:
        return work()
    except LexveilError as error:
        return error


def _only(batch: Row) -> Any:
    return pickle.loads(batch[KEY][0])  # noqa: S301 - our own


def _one(found: object) -> Row:
    return {KEY: [pickle.dumps(found)]}


# The cluster --------------------------------------------------------------------------------------


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody outside
    try:
        import_module("ray.data")
        return import_module("ray")
    except ImportError:
        raise InputError("batch.no-ray") from None


def _connect(ray: Any, address: str, workers: int, gpus: int) -> None:
    logging.getLogger("ray.data").setLevel(logging.ERROR)
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
