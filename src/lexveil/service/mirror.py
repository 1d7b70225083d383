"""The other side of `looks`: questions about open documents, asked of a worker that holds them too.

Comes in: an open document and a question. Goes out: the answer, as of the edit that the document was at when
the question was asked. The worker is sent the record of a document once and then only what it does not know.
"""

import threading
from typing import Any

from lexveil.model import Edit
from lexveil.policy import Policy
from lexveil.service import looks, records
from lexveil.service.looks import Look, Rendered
from lexveil.service.open import Open
from lexveil.service.problems import Problem
from lexveil.service.worker import Worker
from lexveil.store.desk import Desk

SECONDS = 120


class Mirror:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._worker = Worker(nice=0)  # somebody waits for the answer
        self._lock = threading.Lock()
        self._sent: dict[str, tuple[int, int, Policy]] = {}  # document → analysis, edits up to, policy

    def ask(self, found: Open, what: str, **given: Any) -> Any:
        with self._lock:
            with found.lock:
                state, edits, policy = found.state, found.edits, found.policy
            analysis, since, known = self._sent.get(found.id, (0, 0, policy))
            answer: Any = looks.NEEDED
            if analysis == found.analysis and since <= state.number:
                order = Look(
                    found.id,
                    analysis,
                    since,
                    _after(edits, since),
                    what,
                    given,
                    policy if known is not policy else None,
                )
                answer = self._run(order)
            if isinstance(answer, str) and answer == looks.NEEDED:
                answer = self._run(self._whole(found, edits, policy, what, given))
            self._sent[found.id] = (found.analysis, state.number, policy)
            return answer

    def rendered(self, found: Open, *, threshold: int) -> Rendered:
        """What stands in place of what; the same question twice is answered once."""
        with found.rendering:
            known = found.rendered
            if known is None or known.number != found.state.number:
                made: Rendered = self.ask(found, "render", threshold=threshold)
                known = found.rendered = made
            return known

    def warm(self) -> None:
        """Start the worker before anybody asks."""
        self._worker.warm()

    def stop(self) -> None:
        self._worker.stop()

    def _whole(self, found: Open, edits: tuple[Edit, ...], policy: Policy, what: str, given: Any) -> Look:
        record = self._desk.analysis(found.id)
        if record is None:
            raise Problem("not-found", "there is no such document")
        first = found.base.number
        return Look(
            found.id, found.analysis, first, _after(edits, first), what, given, policy, record, found.key
        )

    def _run(self, order: Look) -> Any:
        try:
            return self._worker.run("look", order, seconds=SECONDS)
        except Problem:
            self._sent.pop(order.document, None)  # whatever it holds now
            raise


def _after(edits: tuple[Edit, ...], number: int) -> tuple[bytes, ...]:
    return tuple(records.edit_bytes(edit) for edit in edits if edit.number > number)
