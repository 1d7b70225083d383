"""Heavy work in a process of its own, so that requests are answered while it goes on.

The process starts with the first task and stays; it is ended to cancel a task, when a task takes too long,
and with the service. A process that dies, of memory say, fails its task and nothing else.
"""

import contextlib
import multiprocessing
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from lexveil.errors import LexveilError
from lexveil.service import tasks
from lexveil.service.export_files import Tell
from lexveil.service.problems import Problem

PREFIX = "lexveil-worker-"  # of the folders for their files; the number of the service follows
BEHIND = 5  # requests go first
LOOK = 0.1  # seconds between two looks whether the task was cancelled
ENDING = 5.0  # seconds that a process has to end when it is asked to

Asked = Callable[[], bool]
Expect = Callable[[], None]


class Cancelled(LexveilError):  # noqa: N818
    pass


def _clock(cancelled: Asked, seconds: float, kind: str, code: str) -> Expect:
    """To be called now and then: raises once the task is cancelled or its time is over."""
    until = time.monotonic() + seconds

    def expect_time() -> None:
        if cancelled():
            raise Cancelled("service.cancelled")
        if time.monotonic() > until:
            raise Problem(kind, code)

    return expect_time


def thread(name: str, work: Callable[[], object]) -> threading.Thread:
    """A thread that works already, and is no reason for the service to go on."""
    made = threading.Thread(target=work, name=name, daemon=True)
    made.start()
    return made


class Worker:
    """One process; one task at a time, who comes second waits."""

    def __init__(self, *, nice: int = BEHIND) -> None:
        """`nice`: how far it stands back where the machine is busy."""
        self._nice = nice
        self._lock = threading.Lock()
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._folder = ""  # for the files of the task, which only we can look into

    def run(
        self,
        task: str,
        order: Any,
        *,
        seconds: float,
        tell: Tell = lambda step: None,
        cancelled: Asked = lambda: False,
    ) -> Any:
        """`tell` hears the name of each step as it begins."""
        expect_time = _clock(cancelled, seconds, "busy", "service.busy")
        while not self._lock.acquire(timeout=LOOK):
            expect_time()
        try:
            expect_time = _clock(cancelled, seconds, "invalid", "service.slow")
            kind, found = self._exchange((task, order), tell, expect_time)
        except (EOFError, OSError):  # the other end is gone
            self.stop()
            raise Problem("internal", "service.worker-died") from None
        except BaseException:  # whatever it still has to say must not be taken for the next answer
            self.stop()
            raise
        finally:
            self._lock.release()
        if kind == tasks.DONE:
            return found
        kind, code, values, more = found
        raise Problem(kind, code, more=more, **values)

    def _exchange(self, asked: tuple[str, Any], tell: Tell, expect_time: Expect) -> tuple[str, Any]:
        pipe = self._started()
        pipe.send(asked)
        while True:
            if pipe.poll(LOOK):
                kind, found = pipe.recv()
                if kind != tasks.STEP:
                    return kind, found
                tell(found)
            expect_time()

    def warm(self) -> None:
        """Start the process, which takes a second or two, while nobody waits for it."""
        with self._lock:
            self._started()

    def _started(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.stop()
            spawn = multiprocessing.get_context("spawn")
            self._folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
            self._pipe, other = spawn.Pipe()
            order = (other, self._folder, self._nice)
            process = spawn.Process(target=tasks.serve, args=order, daemon=True)
            process.start()
            self._process = process
            other.close()
        return self._pipe

    def stop(self) -> None:
        process, pipe, folder = self._process, self._pipe, self._folder
        self._process, self._pipe, self._folder = None, None, ""
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.terminate()
            process.join(ENDING)
            if process.is_alive():
                process.kill()
                process.join(ENDING)
            with contextlib.suppress(ValueError):
                process.close()
        if folder:  # a task that was ended could not remove its files itself
            shutil.rmtree(folder, ignore_errors=True)


def tidy() -> None:
    """Remove what workers left behind whose service was killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        number = folder.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdecimal() and not _lives(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError as error:  # any other: it is somebody else's
        return not isinstance(error, ProcessLookupError)
    return True
