"""The engine `local`: parts of the input in several processes of this machine, or in this one alone."""

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
    folder = Path(asked.folder)
    every = (part for source in sources for part in cases.parts(source, reading, folder))
    if number == 1:
        _begin(asked, 0, gpus)
        for part in every:
            known = results.done(folder, part.name)
            yield (known, False) if known else (_work(part), True)
        return
    spawn = multiprocessing.get_context("spawn")  # onnxruntime has threads
    begun = (asked, spawn.Value("i", 0), gpus)
    pool = ProcessPoolExecutor(number, mp_context=spawn, initializer=_begin, initargs=begun)
    waiting: set[Future[Tally]] = set()
    try:
        for part in every:
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
    """`number`: how many processes have begun; each takes the next card."""
    if gpus and asked.settings.device == GPU:
        card = 0
        if number:
            with number.get_lock():
                card, number.value = number.value % gpus, number.value + 1
        asked = asked._replace(settings=replace(asked.settings, device=f"{GPU}:{card}"))
    _asked[:] = [asked]


def _work(part: Part) -> Tally:
    return worker.work(part, _asked[0])
