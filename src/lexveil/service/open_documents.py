"""Documents that somebody works on, held ready: an edit takes milliseconds because nothing is read anew.

The desk is the truth: before every edit whatever others wrote meanwhile is read, and an edit counts once the
desk has it. Documents that nobody asked for in a while make room for others. Questions that take long are
asked of a worker that holds the documents too: it is sent the record of a document once, and then only what
it does not know.
"""

import dataclasses
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from lexveil.model import Document, Edit
from lexveil.policy import Policy
from lexveil.review import Command, Conflict, Editor, apply, conflicts
from lexveil.review.doubts import risky
from lexveil.service import records, tasks
from lexveil.service.policies import OK, Policies
from lexveil.service.problems import Problem
from lexveil.service.tasks import Question, Rendered
from lexveil.service.worker import Worker
from lexveil.store.desk import Desk, Missing, StoredDocument, Taken

TRIES = 5  # to write an edit while others write too

Make = Callable[["OpenDocument"], Edit]  # an edit from what stands


class OpenDocument:
    """One document; `lock` is held by whoever edits it."""

    def __init__(self, document: StoredDocument, record: records.Record, policy: Policy, key: bytes) -> None:
        self.id, self.case, self.analysis = document.id, document.case, document.analysis
        self.format = records.suffix(document.name)
        self.document: Document = record.document
        self.parted = record.parted
        self.policy, self.key = policy, key
        self.lock = threading.RLock()
        self.rendering = threading.Lock()
        self.state = self.base = dataclasses.replace(record.state, number=document.base)
        self.edits: tuple[Edit, ...] = ()
        self.counts = dict(document.counts)  # what a list shows; doubts as of the last look at them
        self.rendered: Rendered | None = None
        self.traces = record.traces and record.traces._replace(number=document.base)

    @cached_property
    def editor(self) -> Editor:
        return Editor(self.document, self.policy, key=self.key, language=self.document.language)

    def follow(self, policy: Policy) -> None:
        with self.lock:
            self.policy = policy
            self.__dict__.pop("editor", None)

    def take(self, edits: tuple[Edit, ...]) -> None:
        """Edits that the desk has and we had not."""
        for edit in edits:
            self.state = apply(self.state, edit)
        self.edits += edits
        if edits:
            self.counts |= records.live(self.state)


class OpenDocuments:
    """The open documents of this process."""

    def __init__(self, desk: Desk, policies: Policies, *, characters: int) -> None:
        self._desk, self._policies, self._room = desk, policies, characters
        self._lock = threading.Lock()
        self._opening: dict[str, threading.Lock] = {}
        self._open: OrderedDict[str, OpenDocument] = OrderedDict()

    def get(self, document: StoredDocument) -> OpenDocument:
        """The document, with every edit that the desk has; a Problem if it is not analysed."""
        if not document.analysis:
            raise Problem("conflict", "service.analysis-awaited")
        with self._one_at_a_time(document.id):
            with self._lock:
                found = self._open.get(document.id)
                if found and found.analysis == document.analysis:
                    self._open.move_to_end(document.id)
            if found is None or found.analysis != document.analysis:
                found = self._loaded(document)
                self._put(found)
        if found.state.number < document.number:  # written by this process or another
            with found.lock:
                found.take(_read(self._desk, found))
        return found

    def edit(self, opened: OpenDocument, make: Make, write: Callable[[Edit], object]) -> Edit:
        """An edit made of what stands and written into the desk, or whatever `make` raises."""
        for _ in range(TRIES):
            with opened.lock:
                edit = make(opened)
                try:
                    write(edit)
                except Taken:  # another process was first, or has analysed it again
                    newer = _read(self._desk, opened)
                    if not newer:
                        raise
                    opened.take(newer)
                else:
                    opened.take((edit,))
                    return edit
        raise Conflict("service.edits-collide")

    def catch_up(self, opened: OpenDocument) -> None:
        """With what other processes wrote."""
        with opened.lock:
            opened.take(_read(self._desk, opened))

    def known(self, document: str) -> OpenDocument | None:
        """If it is open."""
        with self._lock:
            return self._open.get(document)

    def forget(self, *, document: str = "", case: str = "") -> None:
        """What was deleted, or is to be read anew."""
        with self._lock:
            gone = [key for key, each in self._open.items() if document == key or case == each.case]
            for key in gone:
                del self._open[key]

    def renew(self, case: str = "") -> None:
        """The policy of a project, or of all, has changed: it holds from the next edit on."""
        with self._lock:
            found = [each for each in self._open.values() if case in ("", each.case)]
        for each in found:
            home = self._desk.case(each.case)
            if home is not None and self._policies.state_of(home) == OK:
                each.follow(self._policies.of(home, self._desk.listed(home.id)))
            else:  # who asks for it next is told why there is none
                self.forget(document=each.id)

    def _loaded(self, document: StoredDocument) -> OpenDocument:
        data, case = self._desk.analysis(document.id), self._desk.case(document.case)
        if data is None or case is None:
            raise Problem("not-found", "service.no-document")
        policy = self._policies.of(case, self._desk.listed(case.id))
        return OpenDocument(document, records.unpack(data), policy, self._desk.secret(case.id))

    def _put(self, opened: OpenDocument) -> None:
        with self._lock:
            self._open[opened.id] = opened
            characters = sum(len(each.document.text) for each in self._open.values())
            dropped: list[OpenDocument] = []
            while characters > self._room and len(self._open) > 1:
                dropped.append(self._open.popitem(last=False)[1])
                characters -= len(dropped[-1].document.text)
        for each in dropped:
            self._keep_counts(each)

    def _keep_counts(self, opened: OpenDocument) -> None:
        """For lists that are shown while it is not open; they follow from the edits, so may come late."""
        if opened.edits:
            with suppress(Missing):
                self._desk.set_counts(opened.id, opened.counts)

    def close(self) -> None:
        with self._lock:
            documents, self._open = list(self._open.values()), OrderedDict()
        for each in documents:
            self._keep_counts(each)

    @contextmanager
    def _one_at_a_time(self, document: str) -> Iterator[None]:
        """Two requests for one document do not read it twice; others do not wait for it."""
        with self._lock:
            lock = self._opening.setdefault(document, threading.Lock())
            if len(self._opening) > 1000:
                self._opening = {key: each for key, each in self._opening.items() if each.locked()}
                self._opening[document] = lock
        with lock:
            yield


def _read(desk: Desk, opened: OpenDocument) -> tuple[Edit, ...]:
    stored = desk.edits(opened.id, opened.state.number)
    return tuple(records.edit_of(each.record) for each in stored)


# What can be made of a document --------------------------------------------------------------------


def command_edit(asked: Command, *, author: str, base: int, taken: frozenset[str]) -> Make:
    """The edit for a command, unless somebody has changed since `base` what it names."""

    def make(opened: OpenDocument) -> Edit:
        if base > opened.state.number:
            raise Problem("invalid", "service.base-ahead")
        if base < opened.base.number:
            raise Conflict("service.analysed-again")
        if conflicts(since(opened, base), asked.named):
            raise Conflict("service.changed-meanwhile")
        return opened.editor.edit(opened.state, asked, author=author, time=datetime.now(UTC), taken=taken)

    return make


def step_edit(step: Callable[..., Edit], author: str) -> Make:
    """`step` is `review.undo` or `review.redo`."""
    return lambda opened: step(opened.edits, author, number=opened.state.number + 1, time=datetime.now(UTC))


def since(opened: OpenDocument, base: int) -> tuple[Edit, ...]:
    return tuple(edit for edit in opened.edits if edit.number > base)


SECONDS = 120


class Questions:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.worker = Worker(nice=0)  # somebody waits for the answer
        self._lock = threading.Lock()
        self._sent: dict[str, tuple[int, int, Policy]] = {}  # document → analysis, edits up to, policy

    def ask(self, opened: OpenDocument, what: str, **options: Any) -> Any:
        with self._lock:
            with opened.lock:
                state, edits, policy = opened.state, opened.edits, opened.policy
            analysis, since, known = self._sent.get(opened.id, (0, 0, policy))

            def run(since: int, **more: Any) -> Any:
                newer = tuple(records.edit_bytes(edit) for edit in edits if edit.number > since)
                return self._run(Question(opened.id, opened.analysis, since, newer, what, options, **more))

            answer: Any = tasks.NEEDED
            if analysis == opened.analysis and since <= state.number:
                answer = run(since, policy=policy if known is not policy else None)
            if isinstance(answer, str) and answer == tasks.NEEDED:
                record = self._desk.analysis(opened.id)
                if record is None:
                    raise Problem("not-found", "service.no-document")
                answer = run(opened.base.number, policy=policy, record=record, key=opened.key)
            self._sent[opened.id] = (opened.analysis, state.number, policy)
            return answer

    def rendered(self, opened: OpenDocument, *, threshold: int) -> Rendered:
        """What stands in place of what; the same question twice is answered once."""
        with opened.rendering:
            known = opened.rendered
            if known is None or known.number != opened.state.number:
                made: Rendered = self.ask(opened, "render", threshold=threshold)
                known = opened.rendered = made
                opened.traces = records.Traces(made.number, risky(made.risk), made.listed)
            return known

    def doubts(self, opened: OpenDocument) -> list[dict[str, Any]]:
        """By what is known of the rendered text, which may be that of some edits ago."""
        traces = opened.traces
        values = {"risky": traces.risky, "listed": traces.listed} if traces else {"risky": (), "listed": ()}
        found: list[dict[str, Any]] = self.ask(opened, "doubts", **values)
        if traces:
            opened.counts["doubts"] = len(found)
        return found

    def _run(self, order: Question) -> Any:
        try:
            return self.worker.run("look", order, seconds=SECONDS)
        except Problem:
            self._sent.pop(order.document, None)  # whatever it holds now
            raise
