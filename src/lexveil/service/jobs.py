"""Work in the background: the queue of analyses, and the daily sweep that deletes what is to go.

One document is worked on at a time, and each step is told to whoever listens. The queue is in memory and the
status of each document in the desk: what a crash interrupts is queued again at the next start. Originals are
deleted a number of days after their document was exported, for good from the desk (not from backups); the
analysis and the edits stay. With 0 days originals stay too. Sessions and exports whose time is over go with
every sweep.
"""

import dataclasses
import hashlib
import logging
import threading
from collections import deque
from collections.abc import Callable, Collection
from datetime import UTC, datetime

from lexveil.config import Settings
from lexveil.errors import LexveilError, place
from lexveil.review import Editor, fold
from lexveil.review.carried import carried
from lexveil.service import audit, case_entities, records, tasks
from lexveil.service.callers import Caller
from lexveil.service.case_entities import CaseEntities
from lexveil.service.chosen import DETECTORS_KEY, with_detectors
from lexveil.service.events import Hub, fraction
from lexveil.service.guard import IN_REVIEW, NEW, SECOND_READING
from lexveil.service.policies import Policies
from lexveil.service.problems import Problem, failure, stored
from lexveil.service.sources import Source
from lexveil.service.worker import Cancelled, Worker, thread
from lexveil.store.desk import Case, Desk, DeskError, Missing, NewEdit, StoredDocument

logger = logging.getLogger("lexveil.service")

UNDER_WAY = ("waiting", "running")


class Jobs:
    def __init__(
        self,
        desk: Desk,
        hub: Hub,
        known: CaseEntities,
        policies: Policies,
        settings: Settings,
        seconds: int,
        *,
        follow: Callable[[str], object] = lambda case: None,
    ) -> None:
        """`follow` lets the documents of a case follow its corrections."""
        self._follow = follow
        self._desk, self._hub, self._case_entities, self._policies = desk, hub, known, policies
        self._seconds, self._settings = seconds, settings
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
        self._thread = thread("analyses", self._loop)

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

    def add(self, document: StoredDocument) -> None:
        """To the end of the queue."""
        self._tell(document, "waiting")
        with self._changed:
            if document.id not in self._waiting and document.id != self._running:
                self._waiting.append(document.id)
            self._changed.notify_all()

    def cancel(self, document: StoredDocument) -> bool:
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

    def again(self, document: StoredDocument, case: Case) -> bool:
        """Whether an analysis of the same bytes, made with the same means, is there and was taken."""
        order, mark = self._order(document, case)
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
        case = self._desk.case(document.case) if document else None
        if document is None or case is None:  # deleted while it waited
            return
        try:
            self._tell(document, "running", "reading")
            self._analyze(document, case)
        except Missing:  # deleted meanwhile
            return
        except Cancelled:
            if not self._ended:
                self._left(document)
        except LexveilError as error:
            self._tell(document, "failed", error=stored(error))
        except Exception:  # the loop tells of it in the log
            self._tell(document, "failed", error=stored(LexveilError("service.analysis-ended")))
            raise

    def _analyze(self, document: StoredDocument, case: Case) -> None:
        order, mark = self._order(document, case)
        if order is None:
            raise Problem("conflict", "service.original-gone")
        record = self._worker.run(
            "analyze",
            order,
            seconds=self._seconds,
            tell=lambda step: self._tell(document, "running", step),
            cancelled=lambda: self._cancelled or self._ended,
        )
        self._keep(document, record, mark)

    def _order(self, document: StoredDocument, case: Case) -> tuple[tasks.Analysis | None, str]:
        """What the worker is asked for, and what the answer depends on. A twin that nobody has edited tells
        nothing that the same analysis would not find again, so it does not count."""
        original = self._desk.original(document.id)
        policy = self._policies.of(case, self._desk.listed(case.id))
        settings = settings_of(case, self._settings)
        known = self._case_entities.known(case.id, document.id)
        twins = self._case_entities.untouched_twins(document)
        own = tuple(entry for each, entry in known if each not in twins)
        mark = case_entities.mark(case, policy, own, settings, document.metadata)
        if original is None:
            return None, mark
        source = Source(original, records.suffix(document.name), document.metadata)
        everyone = tuple(entry for _, entry in known)
        return tasks.Analysis(source, policy, self._desk.secret(case.id), everyone, settings), mark

    def _keep(self, document: StoredDocument, record: bytes, mark: str) -> bool:
        self._desk.set_counts(document.id, records.counts(record))
        entry = audit.entry(None, "document analysed")
        with self._case_entities.alone(document.case):  # no edit comes between
            edit = self._carried(document, records.unpack(record)) if document.analysis else None
            kept = self._desk.set_analysis(
                document.id, record, policy_digest=mark, from_=UNDER_WAY, carried=edit, audit=entry
            )
        if kept:  # whatever was read of an earlier analysis, of this one nobody has read anything
            move(self._desk, self._hub, document, NEW, from_=(IN_REVIEW, SECOND_READING), by=None)
            self._follow(document.case)
            self._publish(document, "done", "", "")
        return kept

    def _carried(self, document: StoredDocument, new: records.Record) -> NewEdit | None:
        """The edit by which what reviewers made of the document holds in its new analysis."""
        stored, earlier = self._desk.edits(document.id), self._desk.analysis(document.id)
        current, case = self._desk.document(document.id), self._desk.case(document.case)
        if not stored or earlier is None or current is None or case is None:
            return None
        old, edits = records.unpack(earlier), [records.edit_of(each.record) for each in stored]
        if old.document.text != new.document.text:  # a newer version reads the file otherwise
            return None
        policy = self._policies.of(case, self._desk.listed(case.id))
        key = self._desk.secret(case.id)
        base = dataclasses.replace(old.state, number=current.base)
        edit = carried(
            Editor(new.document, policy, key=key, language=new.document.language),
            dataclasses.replace(new.state, number=current.number),
            base,
            fold(base, edits),
            edits,
            author=stored[-1].author,
            time=datetime.now(UTC),
            taken=self._case_entities.names_beside(case.id, document.id),
        )
        return (edit.number, edit.author, edit.kind, records.edit_bytes(edit)) if edit else None

    def _left(self, document: StoredDocument) -> None:
        """Cancelled; an earlier analysis stands as it was."""
        self._tell(document, "done" if document.analysis else "cancelled")

    def _tell(self, document: StoredDocument, status: str, step: str = "", error: str = "") -> None:
        self._desk.set_status(document.id, status, step, error)
        self._publish(document, status, step, error)

    def _publish(self, document: StoredDocument, status: str, step: str, error: str) -> None:
        event = {"document": document.id, "status": status, "step": step, "fraction": fraction(status, step)}
        self._hub.publish((document.id, document.case), "progress", event | (failure(error) if error else {}))


def move(
    desk: Desk, hub: Hub, document: StoredDocument, to: str, *, from_: Collection[str], by: Caller | None
) -> bool:
    """Take the review of a document from one state to another, and everyone hears of it; False, and nothing
    happened, if it is not where the caller believes it."""
    entry = audit.entry(by, "document state", to=to)
    moved = desk.set_state(document.id, to, from_=from_, audit=entry)
    if moved:
        hub.publish((document.id, document.case), "state", {"document": document.id, "state": to})
    return moved


def settings_of(case: Case, settings: Settings) -> Settings:
    """With the language and the detectors of the case, and the pictures that it allows."""
    language = str(case.settings.get("language") or settings.language)
    allowed = tuple(dict.fromkeys((*settings.allow_image, *sorted(images_of(case)))))
    settings = with_detectors(settings, case.settings.get(DETECTORS_KEY) or ())
    return dataclasses.replace(settings, language=language, allow_image=allowed)


def images_of(case: Case) -> frozenset[str]:
    """The marks of pictures that go out as they are."""
    return frozenset(case.settings.get("images", ()))


def digest(original: bytes) -> str:
    return hashlib.sha256(original).hexdigest()


DAY = 24 * 3600.0


def sweep(desk: Desk, days: int) -> int:
    """How many originals were deleted."""
    found = desk.due(days) if days > 0 else []
    entry = audit.entry(None, "original removed", days=days)
    return sum(desk.remove_original(document.id, audit=entry) for document in found)


class Sweeper:
    """A thread of its own that sweeps at the start and then once a day."""

    def __init__(self, desk: Desk, days: int, *, waited: Callable[[float], bool] | None = None) -> None:
        """`waited` waits so many seconds and says whether to stop; tests bring their own."""
        self.desk, self.days = desk, days
        self._stop = threading.Event()
        self._waited = waited or self._stop.wait
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = self._thread or thread("retention", self.run)

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def run(self) -> None:
        """A sweep that fails, for the disk is full or the server away, is tried again the next day."""
        while True:
            try:
                count, (ended, exports) = sweep(self.desk, self.days), self.desk.tidy()
                logger.info("retention: %d originals, %d sessions, %d exports", count, ended, exports)
            except LexveilError as error:
                reason = error if isinstance(error, DeskError) else type(error).__name__  # no text of another
                logger.error("retention: %s", reason)  # noqa: TRY400
            if self._waited(DAY):
                return
