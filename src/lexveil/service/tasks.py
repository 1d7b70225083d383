"""The heavy work of the service: to analyse a document, to look at it, to export it. In a worker process.

Comes in: an order, which holds all that the task needs. Goes out: plain data. Reads no database and keeps
nothing but the models of the detectors. What a task writes lies in a private folder that is removed with it.
"""

import contextlib
import logging
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from lexveil import pipeline
from lexveil.config import Settings
from lexveil.errors import InputError, LexveilError
from lexveil.model import Decision, Document, Entity
from lexveil.pipeline import Result
from lexveil.pipeline.keeping import Companions
from lexveil.policy import Policy
from lexveil.service import records, written
from lexveil.service.looks import look
from lexveil.service.problems import kind_of, place
from lexveil.service.written import Written
from lexveil.store import Known

logger = logging.getLogger("lexveil.service")

STEP, DONE, FAILED = "step", "done", "failed"  # what a worker says
OWN_NAME = "document"  # the file that is read; its real name could tell of somebody

Tell = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Source:
    """A document as it came."""

    original: bytes = field(repr=False)
    suffix: str
    metadata: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Analysis:
    source: Source
    policy: Policy
    key: bytes = field(repr=False)
    known: tuple[Known, ...] = field(default=(), repr=False)
    settings: Settings = field(default_factory=Settings)
    stem: str = field(default=OWN_NAME, repr=False)  # of the file that is made of it at once


@dataclass(frozen=True, slots=True)
class Export:
    source: Source
    text: str = field(repr=False)  # under review: what is written must be what was reviewed
    entities: tuple[Entity, ...] = field(repr=False)
    decisions: tuple[Decision, ...] = field(repr=False)
    policy: Policy
    key: bytes = field(repr=False)
    formats: tuple[str, ...] = ("own",)
    stem: str = field(default=OWN_NAME, repr=False)  # of the files that are made
    settings: Settings = field(default_factory=Settings)


def analyze(order: Analysis, tell: Tell) -> bytes:
    """The record of the analysis, as the desk keeps it."""
    with _read(order.source, order.settings, tell) as (document, _):
        result = _analyzed(document, order, tell)
    tell("saving")
    return records.pack(result, threshold=order.settings.risk_threshold)


def _analyzed(document: Document, order: Analysis, tell: Tell) -> Result:
    return pipeline.analyze(
        document,
        policy=order.policy,
        kept=Companions(order.key, order.known),
        settings=order.settings,
        progress=tell,
    )


def export(order: Export, tell: Tell) -> Written:
    with _read(order.source, order.settings, tell) as (document, path):
        if document.text != order.text:
            raise InputError(
                "the file reads otherwise than when it was analysed: analyse it again, then export"
            )
        tell("rendering")
        result = pipeline.rendered(document, order.entities, order.decisions, order.policy, key=order.key)
        return written.write(result, path, order.formats, stem=order.stem, settings=order.settings, tell=tell)


def pseudonymize(order: Analysis, tell: Tell) -> Written:
    """At once, from file to file."""
    with _read(order.source, order.settings, tell) as (document, path):
        pipeline.covered([document], order.settings.allow_uncovered)
        result = _analyzed(document, order, tell)
        return written.write(result, path, ("own",), stem=order.stem, settings=order.settings, tell=tell)


@contextlib.contextmanager
def _read(source: Source, settings: Settings, tell: Tell) -> Iterator[tuple[Document, Path]]:
    """The document, and its file in a folder that only we can look into; what is wrong with it is told
    without the path."""
    with tempfile.TemporaryDirectory(prefix="lexveil-") as folder:
        path = Path(folder) / f"{OWN_NAME}{source.suffix}"
        path.write_bytes(source.original)
        try:
            yield pipeline.read(path, metadata=source.metadata, settings=settings, progress=tell), path
        except LexveilError as error:
            raise type(error)(str(error).replace(f"{path}: ", "").replace(str(path), OWN_NAME)) from None


def warm(order: Settings, tell: Tell) -> None:
    """Read models and lists before anybody waits for them."""
    pipeline.analyze(Document("", "Ann Roe testified."), settings=order)


TASKS: Mapping[str, Callable[[Any, Tell], Any]] = {
    "warm": warm,
    "analyze": analyze,
    "look": look,
    "export": export,
    "pseudonymize": pseudonymize,
}


def serve(pipe: Connection, folder: str, nice: int) -> None:
    """The life of a worker: orders in, answers out, until the service is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which ends its workers
    quiet()
    tempfile.tempdir = folder
    _end_with_parent(folder)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)
    while True:
        try:
            task, order = pipe.recv()
        except (EOFError, OSError):
            return
        with contextlib.suppress(BrokenPipeError):
            pipe.send(_answer(task, order, lambda step: pipe.send((STEP, step))))


def quiet() -> None:
    """What other packages log is not shown: a reader of files may quote what it reads."""
    logging.getLogger().addHandler(logging.NullHandler())
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    logger.propagate = False


def _answer(task: str, order: Any, tell: Tell) -> tuple[str, Any]:
    try:
        return DONE, TASKS[task](order, tell)
    except LexveilError as error:
        return FAILED, (kind_of(error), str(error))
    except Exception as error:
        logger.error("%s in %s", *place(error))  # noqa: TRY400
        return FAILED, ("internal", f"something went wrong here ({' in '.join(place(error))})")


def _end_with_parent(folder: str) -> None:
    """A service that was killed must not leave a worker behind, nor its files."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
