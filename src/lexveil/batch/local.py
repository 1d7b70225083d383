"""The engine `local`: parts of the input in several processes of this machine."""

import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

from lexveil.batch import cases, results, worker
from lexveil.batch.items import Part
from lexveil.batch.sources import Reading, Source
from lexveil.batch.tally import Tally
from lexveil.batch.worker import Asked
from lexveil.errors import OutputError

AHEAD = 3  # parts for each process that are read before they are worked on
GPU = "cuda"


def tallies(
    sources: Iterable[Source], asked: Asked, reading: Reading, *, workers: int = 0, gpus: int = 0
) -> Iterator[tuple[Tally, bool]]:
    """Of each part what it amounts to, in any order, and whether it was made just now."""
    number = workers or os.cpu_count() or 1
    spawn = multiprocessing.get_context("spawn")  # onnxruntime has threads
    begun = (asked, spawn.Value("i", 0), gpus)
    pool = ProcessPoolExecutor(number, mp_context=spawn, initializer=_begin, initargs=begun)
    waiting: set[Future[Tally]] = set()
    try:
        folder = Path(asked.folder)
        for part in (part for source in sources for part in cases.parts(source, reading, folder)):
            if known := results.done(folder, part.name):
                yield known, False
                continue
            waiting.add(pool.submit(_work, part))
            while len(waiting) > AHEAD * number:
                ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from ((future.result(), True) for future in ended)
        while waiting:
            ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from ((future.result(), True) for future in ended)
    except BrokenProcessPool:
        raise OutputError("batch.worker-lost") from None
    finally:
        pool.shutdown(cancel_futures=True)


_asked: list[Asked] = []  # of this process


def _begin(asked: Asked, number: Any, gpus: int) -> None:
    if gpus:
        with number.get_lock():
            device = f"{GPU}:{number.value % gpus}"
            number.value += 1
        asked = asked._replace(settings=replace(asked.settings, device=device))
    _asked[:] = [asked]


def _work(part: Part) -> Tally:
    return worker.work(part, _asked[0])
