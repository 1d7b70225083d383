"""What is known of a case from its other documents: who has which pseudonym already.

The vault is locked from the first question to the last entry; a run that fails leaves it as it was.
"""

import dataclasses
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from lexveil.formats.source import identity
from lexveil.model import Decision, Document, Entity, Replacement
from lexveil.resolve.recognize import match, named
from lexveil.store import Case, Known, Vault, new_entity
from lexveil.store.case import merge


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the case knows of the entities of the documents at hand."""

    known: Mapping[str, str]  # entity → the pseudonym it has in the style it is to have
    taken: frozenset[str]  # every pseudonym of the case, of the forgotten too
    real: frozenset[str] = field(repr=False)  # every real name of the case: no surrogate may be one
    ids: Mapping[str, str] = field(default_factory=dict)  # entity → its id in the case, a new one if need be


Entities = Sequence[Entity]
Decisions = Sequence[Decision]
Names = Mapping[str, str]  # entity → pseudonym
Written = Sequence[Replacement]
NOTHING = Recalled({}, frozenset(), frozenset())  # without a vault


class Memory(Protocol):
    """What an analysis asks about the rest of the case."""

    @property
    def key(self) -> bytes: ...
    @property
    def known(self) -> tuple[Known, ...]: ...
    def recall(self, document: Document, entities: Entities, decisions: Decisions) -> Recalled: ...
    def note(self, document: Document, entities: Entities, names: Names, written: Written) -> None: ...


def _recalled(
    document: Document, entities: Entities, decisions: Decisions, known: Sequence[Known], taken: Iterable[str]
) -> Recalled:
    style = {each.entity: each.style for each in decisions if each.action == "replace"}
    same = match(named(document, (each for each in entities if each.id in style)), known)
    given = {(each.entity, each.style): each.pseudonym for each in known}
    return Recalled(
        {one: given[other, style[one]] for one, other in same.items() if (other, style[one]) in given},
        frozenset(taken),
        frozenset(form for each in known for form in each.forms),
        {entity: same.get(entity) or new_entity() for entity in style},
    )


def _entries(
    document: Document, entities: Entities, names: Names, written: Written, *, ids: Names, style: Names
) -> list[Known]:
    """Who is replaced, as they are called and shown; who is kept is not the memory's business."""
    shown: dict[str, dict[tuple[str, str], None]] = {}
    for place in written:
        shown.setdefault(place.entity, {})[place.text, document.text[place.start : place.end]] = None
    replaced = [entity for entity in entities if entity.id in names]
    forms = {each.entity: each.forms for each in named(document, replaced)}
    return [
        Known(
            ids[each.id],
            each.category,
            each.role,
            forms[each.id],
            names[each.id],
            style[each.id],
            tuple(shown.get(each.id, ())),
        )
        for each in replaced
    ]


def known_to(vault: Vault, document: Document, path: Path) -> Document:
    """The document under the id that it has in this vault, today and later."""
    return dataclasses.replace(document, id=identity(path.read_bytes(), vault.document_key))


def case_of(vault: Vault, path: Path) -> str:
    """The name of the case that a document is by itself: its id, or the one it had in earlier versions."""
    data = path.read_bytes()
    earlier = f"doc-{hashlib.sha256(data).hexdigest()[:12]}"
    there = any(about.name == earlier for about in vault.cases())
    return earlier if there else identity(data, vault.document_key)


class ReviewMemory:
    """The other documents of a case that is under review: who is known from there, without a vault."""

    def __init__(self, key: bytes, known: Iterable[Known]) -> None:
        self.key = key
        self.known = tuple(known)

    def recall(self, document: Document, entities: Entities, decisions: Decisions) -> Recalled:
        taken = (each.pseudonym for each in self.known)
        return _recalled(document, entities, decisions, self.known, taken)

    def note(self, *_: object) -> None:
        """The review keeps what was given."""


class SessionMemory:
    """A case that is kept in this process alone, for as long as somebody holds this."""

    def __init__(self, key: bytes, known: Iterable[Known] = (), taken: Iterable[str] = ()) -> None:
        """`known` and `taken`: who had which pseudonym before, and every one that was ever given."""
        self.key = key
        self._known = {(each.entity, each.style): each for each in known}
        self._taken = frozenset(taken)
        self._ids: Mapping[str, str] = {}
        self._style: Mapping[str, str] = {}

    @property
    def known(self) -> tuple[Known, ...]:
        return tuple(self._known.values())

    def recall(self, document: Document, entities: Entities, decisions: Decisions) -> Recalled:
        taken = (*(each.pseudonym for each in self.known), *self._taken)
        found = _recalled(document, entities, decisions, self.known, taken)
        self._ids, self._style = found.ids, {each.entity: each.style for each in decisions}
        return found

    @property
    def ids(self) -> Mapping[str, str]:
        """Entity of the last document → its id in the case."""
        return self._ids

    def note(self, document: Document, entities: Entities, names: Names, written: Written) -> None:
        for each in _entries(document, entities, names, written, ids=self._ids, style=self._style):
            at = (each.entity, each.style)
            self._known[at] = merge(self._known[at], each) if at in self._known else each

    @contextmanager
    def undone_by_an_error(self) -> Iterator[None]:
        before = dict(self._known)
        try:
            yield
        except BaseException:
            self._known = before
            raise


class VaultMemory:
    """A case of the vault for one run; `with` undoes what was not finished."""

    def __init__(self, vault: Vault, name: str) -> None:
        self.key = vault.secret(name)  # what the pseudonyms of the case are drawn from
        self._vault, self._name = vault, name
        self._stack = ExitStack()
        self._open: Case | None = None
        self._ids: Mapping[str, str] = {}
        self._style: Mapping[str, str] = {}
        self._entries: list[Known] = []

    def __enter__(self) -> "VaultMemory":
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.__exit__(*error)  # type: ignore[arg-type]

    @property
    def case(self) -> Case:
        """Locked from here on."""
        if self._open is None:
            self._open = self._stack.enter_context(self._vault.case(self._name))
        return self._open

    @property
    def known(self) -> tuple[Known, ...]:
        return tuple(self.case.known())

    def recall(self, document: Document, entities: Entities, decisions: Decisions) -> Recalled:
        found = _recalled(document, entities, decisions, self.known, self.case.taken())
        self._ids, self._style = found.ids, {each.entity: each.style for each in decisions}
        return found

    def note(self, document: Document, entities: Entities, names: Names, written: Written) -> None:
        self._entries = _entries(document, entities, names, written, ids=self._ids, style=self._style)

    def remember(self, original: Path, twin: Path, document: str, written: Written) -> None:
        """The way back from a twin to its original, and whom they name."""
        entities = dict.fromkeys(self._ids[each.entity] for each in written)
        self.case.remember(twin.read_bytes(), original.read_bytes(), document=document, entities=entities)

    def finish(self, images: Sequence[str] = ()) -> None:
        """Everything into the vault, for good, with the marks of pictures that were allowed; only then may
        the twins be moved into place."""
        self.case.save(self._entries)
        if images:
            self.case.allow_images(images)
        self._stack.close()
        self._open = None
