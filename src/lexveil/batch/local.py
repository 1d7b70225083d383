"""The engine `local`: parts of the rows in several processes of this machine.

A part that is done lies in a file of its own, written all or nothing, so whatever is killed, at most the
parts under way are lost; `resume` makes those that are missing. Which rows a part has, and what is made of
them, does not depend on how many processes there are or which came first. At the end the parts become one
file.
"""

import dataclasses
import json
import multiprocessing
import os
import secrets
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexveil import messages
from lexveil.batch import rows as sources
from lexveil.batch import worker
from lexveil.batch.summary import page
from lexveil.batch.worker import Asked, Part, Tally
from lexveil.config import Settings
from lexveil.detect import models
from lexveil.errors import OutputError
from lexveil.formats import disk
from lexveil.model import Document
from lexveil.pipeline.analysis import made_with
from lexveil.policy import Policy
from lexveil.replace.keyed_random import KEY_BYTES

ENGINE = "local, cpu"
UNDER_WAY = ".parts"  # the folder, in that of the output, of what is done so far
RESULTS, ERRORS, SUMMARY, PAGE = "results.jsonl", "errors.jsonl", "summary.json", "summary.html"
AHEAD = 3  # parts for each process that are read before they are worked on
LONGEST = 1_000_000  # characters of a row: what is longer is a document for `lexveil run`

Progress = Callable[[Tally, float], object]  # what is done, and how many characters a second


@dataclass(frozen=True)
class Corpus:
    inputs: Sequence[Path]
    out: Path
    policy: Policy
    settings: Settings
    column: str = "text"
    workers: int = 0  # 0: one for each core
    resume: bool = False
    key: bytes = b""  # surrogates are drawn from it; without one they differ from run to run
    language: str = messages.DEFAULT  # of messages


def run(corpus: Corpus, progress: Progress | None = None) -> Tally:
    """Everything that is missing is made and all of it joined; what the whole amounts to."""
    sources.expect_readable(corpus.inputs, corpus.column)
    about = json.dumps(_about(corpus), indent=1, sort_keys=True)
    if corpus.resume and (ended := _ended(corpus, about)):
        return ended
    folder = _begun(corpus, about.encode())
    try:
        tally = _made(corpus, folder, progress)
        _join(corpus, folder, tally)
    except OSError as error:
        raise OutputError("file.unwritable", reason=error.strerror).within(disk.shown(corpus.out)) from None
    return tally


# What holds for all parts -------------------------------------------------------------------------


def _ended(corpus: Corpus, about: str) -> Tally | None:
    """What the whole amounted to, if this very work was ended before, but for its parts perhaps."""
    path = corpus.out / SUMMARY
    if not path.is_file() or not (corpus.out / RESULTS).is_file():
        return None
    found: dict[str, Any] = json.loads(path.read_bytes())
    if found.pop("about") != json.loads(about):
        return None
    shutil.rmtree(corpus.out / UNDER_WAY, ignore_errors=True)
    return _counted(found)


def _begun(corpus: Corpus, about: bytes) -> Path:
    """The folder of the parts, which is new, or that of the same work begun before."""
    folder = corpus.out / UNDER_WAY
    try:
        if (corpus.out / RESULTS).exists():
            raise OutputError("batch.done").within(disk.shown(corpus.out))
        there = (folder / "batch.json").is_file()
        if there and not corpus.resume:
            raise OutputError("batch.begun").within(disk.shown(corpus.out))
        if there and (folder / "batch.json").read_bytes() != about:
            raise OutputError("batch.another").within(disk.shown(corpus.out))
        if not there:
            folder.mkdir(parents=True, exist_ok=True)
            _private(folder / "key", corpus.key or secrets.token_bytes(KEY_BYTES))
            disk.save(about, folder / "batch.json")
    except OSError as error:
        raise OutputError("file.unwritable", reason=error.strerror).within(disk.shown(corpus.out)) from None
    return folder


def _about(corpus: Corpus) -> Mapping[str, object]:
    """What must be the same for parts to belong together."""
    document = Document("batch", "", language=corpus.settings.language)
    files = [[path.name, path.stat().st_size] for path in corpus.inputs]
    key = "given" if corpus.key else "drawn"
    settings = {
        each.name: repr(getattr(corpus.settings, each.name))
        for each in dataclasses.fields(corpus.settings)
        if each.name not in ("threads", "vault")
    }
    made = made_with(corpus.policy, corpus.settings, document)
    made["checksum"] = models.about(*models.names())["checksum"]  # of all: rows may be in any language
    found = {"by": ENGINE, "column": corpus.column, "files": files, "key": key}
    return {**found, "with": made, "settings": settings}


def _private(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        os.fsync(file.fileno())


# The parts ----------------------------------------------------------------------------------------


def _made(corpus: Corpus, folder: Path, progress: Progress | None) -> Tally:
    asked = Asked(
        corpus.policy,
        dataclasses.replace(corpus.settings, threads=1),
        corpus.key or (folder / "key").read_bytes(),
        corpus.language,
    )
    number = corpus.workers or os.cpu_count() or 1
    whole, new, began = Tally(), 0, time.monotonic()
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(number, mp_context=spawn, initializer=worker.begin, initargs=(asked,))
    waiting: set[Future[Part]] = set()

    def settle(least: int) -> None:
        nonlocal new
        while len(waiting) > least:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                waiting.discard(future)
                part = future.result()
                _save(folder, part)
                whole.add(part.tally)
                new += part.tally.characters
                if progress:
                    progress(whole, new / (time.monotonic() - began))

    try:
        rows = sources.read(corpus.inputs, corpus.column, longest=LONGEST)
        for at, part in enumerate(sources.parts(rows)):
            if known := _known(folder, at):
                whole.add(known)
                continue
            waiting.add(pool.submit(worker.work, at, part))
            settle(AHEAD * number)
        settle(0)
    except BrokenProcessPool:
        raise OutputError("batch.worker-lost").within(disk.shown(corpus.out)) from None
    finally:
        pool.shutdown(cancel_futures=True)
    return whole


def _save(folder: Path, part: Part) -> None:
    """The tally comes last: a part that has one is done."""
    disk.save(part.results, folder / f"{part.number:08}.results")
    disk.save(part.errors, folder / f"{part.number:08}.errors")
    disk.save(json.dumps(part.tally.plain()).encode(), folder / f"{part.number:08}.json")


def _known(folder: Path, number: int) -> Tally | None:
    path = folder / f"{number:08}.json"
    if not path.is_file():
        return None
    return _counted(json.loads(path.read_bytes()))


def _counted(found: dict[str, Any]) -> Tally:
    return Tally(**{**found, "categories": Counter(found["categories"]), "risk": Counter(found["risk"])})


# The whole ----------------------------------------------------------------------------------------


def _join(corpus: Corpus, folder: Path, tally: Tally) -> None:
    """The parts in order; the results come last, and are what says that all is done."""
    about = json.loads((folder / "batch.json").read_bytes())
    facts = {**tally.plain(), "about": about}
    disk.save((json.dumps(facts, indent=1) + "\n").encode(), corpus.out / SUMMARY)
    disk.save(page(facts, corpus.language).encode(), corpus.out / PAGE)
    for ending, name in (("errors", ERRORS), ("results", RESULTS)):
        joined = folder / name
        with joined.open("wb") as file:
            for part in _in_order(folder, ending):
                with part.open("rb") as one:
                    shutil.copyfileobj(one, file)
            file.flush()
            os.fsync(file.fileno())
        joined.replace(corpus.out / name)
    shutil.rmtree(folder)


def _in_order(folder: Path, ending: str) -> Iterator[Path]:
    yield from sorted(folder.glob(f"[0-9]*.{ending}"))
