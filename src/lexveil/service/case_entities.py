"""Who is in several documents of a case, and under which pseudonym.

Two entities of two documents are one person when they have the same pseudonym in a style that tells people
apart: whoever analysed the second knew the first.
"""

import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain

from lexveil import __version__
from lexveil.config import Settings
from lexveil.model import Decision, Edit
from lexveil.policy import Policy, fingerprint
from lexveil.replace.pseudonyms import DRAWN
from lexveil.resolve.known_people import full_names
from lexveil.resolve.recognize import match
from lexveil.review import State
from lexveil.review.state import apply
from lexveil.service.open_documents import OpenDocument, OpenDocuments
from lexveil.store import Known
from lexveil.store.case import distinct
from lexveil.store.desk import Case, Desk, StoredDocument


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who is replaced in a document."""

    entity: str
    pseudonym: str
    category: str
    role: str
    style: str
    mentions: int
    told_apart: bool  # whether the pseudonym stands for nobody else


@dataclass(frozen=True, slots=True)
class Outline:
    analysis: int
    number: int
    entries: tuple[Entry, ...]
    reserved: tuple[Entry, ...]  # those who stay, and had a pseudonym before a reviewer said so
    names: frozenset[str]  # of entries that are told apart
    used: frozenset[str]  # every pseudonym that was ever given here, so that none comes to mean somebody else


class CaseEntities:
    """The outlines of the documents of this process; small, so that all of them stay."""

    def __init__(self, desk: Desk, open_documents: OpenDocuments) -> None:
        self._desk, self._open_documents = desk, open_documents
        self._lock = threading.Lock()
        self._cases: dict[str, threading.RLock] = {}
        self._outlines: dict[str, Outline] = {}
        self._known: dict[str, tuple[Outline, tuple[Known, ...]]] = {}

    def outline(self, document: StoredDocument) -> Outline:
        """As the desk has it."""
        known, number = self._outlines.get(document.id), max(document.number, document.base)
        if known and (known.analysis, known.number) == (document.analysis, number):
            return known
        return self.renewed(self._open_documents.get(document))

    def renewed(self, opened: OpenDocument) -> Outline:
        """After an edit."""
        state = opened.state
        entries = tuple(_entries(state))
        names = frozenset(each.pseudonym for each in entries if each.told_apart)
        reserved = tuple(_entries(state, stay=True))
        outline = Outline(opened.analysis, state.number, entries, reserved, names, state.used)
        with self._lock:
            self._outlines[opened.id] = outline
        return outline

    def others(
        self, case: str, document: str = "", *, among: Iterable[StoredDocument] | None = None
    ) -> dict[str, tuple[StoredDocument, Outline]]:
        """The other documents of a project that are analysed, by id; `among`: all, for who has them."""
        stored = self._desk.documents(case) if among is None else among
        found = (each for each in stored if each.id != document and each.analysis)
        return {each.id: (each, self.outline(each)) for each in found}

    @contextmanager
    def alone(self, case: str) -> Iterator[None]:
        """One edit at a time in a project: two must not give the same new pseudonym to two people."""
        with self._lock:
            lock = self._cases.setdefault(case, threading.RLock())
        with lock:
            yield

    def known(self, case: str, document: str) -> tuple[tuple[str, Known], ...]:
        """Who is known from the other documents, for an analysis of this one; each with its document. A
        pseudonym that nobody has any more stands without a name: nobody else gets it."""
        found: list[tuple[str, Known]] = []
        for stored, outline in self.others(case, document).values():
            entries = self._named(stored, outline)
            found += [(stored.id, entry) for entry in entries]
            for name in sorted(outline.used - {entry.pseudonym for entry in entries}):
                found.append((stored.id, Known(f"of nobody {name}", "MISC", "", (), name)))
        return tuple(found)

    def named(self, others: "Others") -> tuple[Known, ...]:
        """Who has a name in them."""
        return tuple(entry for stored, outline in others.values() for entry in self._named(stored, outline))

    def _named(self, stored: StoredDocument, outline: Outline) -> tuple[Known, ...]:
        kept = self._known.get(stored.id)
        if kept is None or kept[0] is not outline:
            opened = self._open_documents.get(stored)
            kept = self._known[stored.id] = (outline, tuple(_known(opened)))
        return kept[1]

    def names_beside(self, case: str, document: str) -> frozenset[str]:
        """Pseudonyms that nobody new in a document may get."""
        return spent(self.others(case, document))

    def people_beside(self, case: str, document: str) -> frozenset[str]:
        """The full names of those whom other documents hide."""
        people = (each for each in self.named(self.others(case, document)) if each.category == "PERSON")
        return frozenset(chain.from_iterable(full_names(each.forms) for each in people))

    def untouched_twins(self, document: StoredDocument) -> frozenset[str]:
        """Documents of the project with the same bytes that nobody has edited."""
        others = (each for each in self._desk.documents(document.case) if each.id != document.id)
        same = (each for each in others if each.digest == document.digest)
        return frozenset(each.id for each in same if each.number == each.base)

    def forget(self, document: str) -> None:
        with self._lock:
            self._outlines.pop(document, None)
            self._known.pop(document, None)


Others = Mapping[str, tuple[StoredDocument, Outline]]


def spent(others: Others) -> frozenset[str]:
    """Pseudonyms that nobody new in a document may get: somebody has them, or had."""
    return frozenset(name for _, each in others.values() for name in each.used)


def names(others: Others) -> frozenset[str]:
    """Pseudonyms that stand for somebody."""
    return frozenset(name for _, each in others.values() for name in each.names)


def shared(outline: Outline, others: Others) -> dict[str, int]:
    """Entity → the number of other documents that have it."""
    counted = Counter(name for _, each in others.values() for name in each.names)
    found = {each.entity: counted[each.pseudonym] for each in outline.entries if each.told_apart}
    return {entity: count for entity, count in found.items() if count}


def by_their_names(opened: OpenDocument, edit: Edit, known: Callable[[], Sequence[Known]]) -> Edit:
    """The edit, in which whoever gets a new pseudonym and is known from other documents has theirs, unless it
    tells another role."""
    decided = (each for each in edit.after if isinstance(each, Decision) and each.action == "replace")
    new = {each.entity: each for each in decided if _is_new(opened.state, each)}
    if not new:
        return edit
    after, names = apply(opened.state, edit), known()
    same = match((opened.editor.named(after.entities[each]) for each in new), names)
    theirs = {(each.entity, each.style): each for each in names}
    used = {each.pseudonym for each in after.decisions.values()}
    fitting: dict[str, str] = {}
    for name, other in same.items():
        there = theirs.get((other, new[name].style))
        entity = after.entities[name]
        if there is None or there.pseudonym in used:
            continue
        if there.role == entity.role or opened.editor.is_drawn(entity, new[name], there.pseudonym):
            fitting[name] = there.pseudonym
    things = (
        replace(each, pseudonym=fitting[each.entity])
        if isinstance(each, Decision) and each.entity in fitting
        else each
        for each in edit.after
    )
    return replace(edit, after=tuple(things))


def _is_new(state: State, decision: Decision) -> bool:
    """Whether the pseudonym is one that was drawn now."""
    old = state.decisions.get(decision.entity)
    return not decision.given and (old is None or old.pseudonym != decision.pseudonym)


def _entries(state: State, *, stay: bool = False) -> Iterator[Entry]:
    for entity in state.entities.values():
        decision = state.decisions[entity.id]
        if decision.pseudonym and (decision.action != "replace") == stay:
            category, role, style = entity.category, entity.role, decision.style
            apart, mentions = distinct(Known(entity.id, category, role, (), "", style)), len(entity.spans)
            yield Entry(entity.id, decision.pseudonym, category, role, style, mentions, apart)


def _known(opened: OpenDocument) -> Iterator[Known]:
    """One id for one pseudonym, in whichever document it stands."""
    state = opened.state
    for entry in _entries(state):
        identity = f"{entry.style} {entry.pseudonym}" if entry.told_apart else f"{opened.id} {entry.entity}"
        forms = opened.editor.named(state.entities[entry.entity]).forms
        yield Known(identity, entry.category, entry.role, forms, entry.pseudonym, entry.style)


def mark(case: Case, policy: Policy, known: Iterable[Known], settings: Settings, metadata: object) -> str:
    """What an analysis depends on beside the document itself. Where pseudonyms are drawn from the secret of
    the project, only the project itself can use it again; else every project of its owner."""
    drawn = any(rule.style in DRAWN for rule in policy.rules) or policy.replace_style in DRAWN
    people = sorted([each.category, each.style, each.pseudonym, *each.forms] for each in known)
    whose = case.id if drawn else case.owner
    parts = [__version__, whose, fingerprint(policy), repr(settings), metadata, people]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
