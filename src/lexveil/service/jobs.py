"""The queue of analyses: documents wait, one is worked on at a time, each step is told to whoever listens.

Comes in: documents of the desk. Goes out: their analyses in the desk, or why there is none. The queue is in
memory and the status of each document in the desk: what a crash interrupts is queued again at the next start.
Never stops for one document that fails.
"""

import dataclasses
import hashlib
import logging
import threading
from collections import deque

from lexveil.config import Service, Settings
from lexveil.detect import DETECTORS
from lexveil.errors import LexveilError
from lexveil.review.sentences import keyed
from lexveil.service import audit, cases, records, tasks
from lexveil.service.cases import Cases
from lexveil.service.events import Hub
from lexveil.service.open import Shelf
from lexveil.service.policies import Policies
from lexveil.service.problems import Problem, place
from lexveil.service.signoff import IN_REVIEW, NEW, SECOND_READING
from lexveil.service.worker import Cancelled, Worker
from lexveil.store import Known
from lexveil.store.desk import Desk, Missing, Project, Stored

logger = logging.getLogger("lexveil.service")

# How far an analysis is when a step begins. The neural detector takes most of the time.
_RULES = [name for name in DETECTORS if name != "ner"]
FRACTIONS = {
    "reading": 0.02,
    **{name: 0.05 + 0.2 * at / len(_RULES) for at, name in enumerate(_RULES)},
    "ner": 0.25,
    "resolving": 0.75,
    "deciding": 0.9,
    "saving": 0.97,
}
UNEXPECTED = "the analysis ended unexpectedly: try again"
UNDER_WAY = ("waiting", "running")


class Jobs:
    def __init__(
        self,
        desk: Desk,
        hub: Hub,
        shelf: Shelf,
        known: Cases,
        policies: Policies,
        *,
        settings: Service,
        analysis: Settings,
    ) -> None:
        self._desk, self._hub, self._shelf, self._cases = desk, hub, shelf, known
        self._policies = policies
        self._seconds, self._settings = settings.analysis_seconds, analysis
        self._worker = Worker()
        self._changed = threading.Condition()
        self._waiting: deque[str] = deque()
        self._running = ""  # the id of the document that is worked on
        self._cancelled = False  # whether it is to end
        self._ended = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Queue again what was left, and begin."""
        for document in self._desk.unfinished():
            self.add(document)
        self._thread = threading.Thread(target=self._loop, name="analyses", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """What runs is left as it is in the desk, so that the next start takes it up again."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=10)
        self._worker.stop()

    def warm(self) -> None:
        self._worker.run("warm", self._settings, seconds=self._seconds, cancelled=lambda: self._ended)

    def add(self, document: Stored) -> None:
        """To the end of the queue."""
        self._tell(document, "waiting")
        with self._changed:
            if document.id not in self._waiting and document.id != self._running:
                self._waiting.append(document.id)
            self._changed.notify_all()

    def cancel(self, document: Stored) -> bool:
        """Whether there was something to end."""
        with self._changed:
            waits, runs = document.id in self._waiting, document.id == self._running
            if waits:
                self._waiting.remove(document.id)
            self._cancelled = self._cancelled or runs
            self._changed.notify_all()
        if waits:
            self._left(document)
        return waits or runs

    def wait(self, document: str, seconds: float) -> bool:
        """Whether the document is through after at most so many seconds."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._ended or (document not in self._waiting and document != self._running), seconds
            )

    def again(self, document: Stored, project: Project) -> bool:
        """Whether an analysis of the same bytes, made with the same means, is there and was taken."""
        order, mark = self._order(document, project)
        known = self._desk.find_analysis(document.digest, mark) if order else None
        return known is not None and self._keep(document, known, mark)

    # In the thread of the queue

    def _loop(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._ended)
                if self._ended:
                    return
                self._running, self._cancelled = self._waiting.popleft(), False
            try:
                self._one(self._running)
            except Exception as error:
                logger.error("%s in %s", *place(error))  # noqa: TRY400 - no text of an error
            finally:
                with self._changed:
                    self._running = ""
                    self._changed.notify_all()

    def _one(self, identity: str) -> None:
        document = self._desk.document(identity)
        project = self._desk.project(document.project) if document else None
        if document is None or project is None:  # deleted while it waited
            return
        try:
            self._tell(document, "running", "reading")
            self._analyze(document, project)
        except Missing:  # deleted meanwhile
            return
        except Cancelled:
            if not self._ended:
                self._left(document)
        except LexveilError as error:
            self._tell(document, "failed", error=str(error))
        except Exception:  # the loop tells of it in the log
            self._tell(document, "failed", error=UNEXPECTED)
            raise

    def _analyze(self, document: Stored, project: Project) -> None:
        order, mark = self._order(document, project)
        if order is None:
            raise Problem("conflict", "the original is deleted: upload the document again")
        record = self._worker.run(
            "analyze",
            order,
            seconds=self._seconds,
            told=lambda step: self._tell(document, "running", step),
            cancelled=lambda: self._cancelled or self._ended,
        )
        self._keep(document, record, mark)

    def _order(self, document: Stored, project: Project) -> tuple[tasks.Analysis | None, str]:
        """What the worker is asked for, and what the answer depends on. A twin that nobody has edited tells
        nothing that the same analysis would not find again, so it does not count."""
        original = self._desk.original(document.id)
        policy = self._policies.of(project, self._desk.listed(project.id))
        settings = language_of(project, self._settings)
        known = self._cases.known(project.id, document.id)
        twins = self._cases.untouched_twins(document)
        own = tuple(entry for each, entry in known if each not in twins)
        mark = cases.mark(project, policy, own, settings, document.metadata)
        if original is None:
            return None, mark
        source = tasks.Source(original, records.suffix(document.name), document.metadata)
        everyone: tuple[Known, ...] = tuple(entry for _, entry in known)
        return tasks.Analysis(source, policy, self._desk.secret(project.id), everyone, settings), mark

    def _keep(self, document: Stored, record: bytes, mark: str) -> bool:
        self._desk.set_counts(document.id, records.counts(record))
        kept = self._desk.set_analysis(
            document.id,
            record,
            policy_digest=mark,
            from_=UNDER_WAY,
            audit=audit.entry(None, "document analysed"),
        )
        if kept:
            self._begin_anew(document)
            self._publish(document, "done", "", "")
        return kept

    def _begin_anew(self, document: Stored) -> None:
        """Whatever was read of an earlier analysis, of this one nobody has read anything."""
        entry = audit.entry(None, "document state", to=NEW)
        if self._desk.set_state(document.id, NEW, from_=(IN_REVIEW, SECOND_READING), audit=entry):
            told = {"document": document.id, "state": NEW}
            self._hub.publish((document.id, document.project), "state", told)

    def _left(self, document: Stored) -> None:
        """Cancelled; an earlier analysis stands as it was."""
        self._tell(document, "done" if document.analysis else "cancelled")

    def _tell(self, document: Stored, status: str, step: str = "", error: str = "") -> None:
        self._desk.set_status(document.id, status, step, error)
        self._publish(document, status, step, error)

    def _publish(self, document: Stored, status: str, step: str, error: str) -> None:
        fraction = 1.0 if status == "done" else FRACTIONS.get(step, 0.0)
        told = {"document": document.id, "status": status, "step": step, "fraction": round(fraction, 2)}
        self._hub.publish(
            (document.id, document.project),
            "progress",
            told | ({"error": error, "said": keyed(error)} if error else {}),
        )


def language_of(project: Project, settings: Settings) -> Settings:
    language = str(project.settings.get("language") or settings.language)
    return dataclasses.replace(settings, language=language)


def digest(original: bytes) -> str:
    return hashlib.sha256(original).hexdigest()
