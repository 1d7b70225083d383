"""What is known of a case from its other documents: who has which pseudonym already.

The vault is locked from the first question to the last entry; a run that fails leaves it as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from lexveil.model import Decision, Document, Entity, Replacement
from lexveil.resolve.recognize import match, named
from lexveil.store import Case, Known, Vault, new_entity


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the case knows of the entities of the documents at hand."""

    known: Mapping[str, str]  # entity → the pseudonym it has in the style it is to have
    taken: frozenset[str]  # every pseudonym of the case, of the forgotten too
    real: frozenset[str] = field(repr=False)  # every real name of the case: no surrogate may be one


NOTHING = Recalled({}, frozenset(), frozenset())  # without a vault


class Memory(Protocol):
    """What an analysis asks about the rest of the case."""

    @property
    def key(self) -> bytes: ...
    def recall(
        self, document: Document, entities: Iterable[Entity], decisions: Iterable[Decision]
    ) -> Recalled: ...
    def note(
        self,
        document: Document,
        entities: Iterable[Entity],
        decisions: Iterable[Decision],
        names: Mapping[str, str],
        replacements: Iterable[Replacement],
    ) -> None: ...


class ReviewMemory:
    """The other documents of a case that is under review: who is known from there, without a vault."""

    def __init__(self, key: bytes, known: Iterable[Known]) -> None:
        self.key = key
        self._known = tuple(known)

    def recall(
        self, document: Document, entities: Iterable[Entity], decisions: Iterable[Decision]
    ) -> Recalled:
        style = {each.entity: each.style for each in decisions if each.action == "replace"}
        here = named(document, (each for each in entities if each.id in style))
        given = {(each.entity, each.style): each.pseudonym for each in self._known}
        same = match(here, self._known)
        return Recalled(
            {one: given[other, style[one]] for one, other in same.items() if (other, style[one]) in given},
            frozenset(each.pseudonym for each in self._known),
            frozenset(form for each in self._known for form in each.forms),
        )

    def note(self, *_: object) -> None:
        """The review keeps what was given."""


class VaultMemory:
    """A case of the vault for one run; `with` undoes what was not finished."""

    def __init__(self, vault: Vault, name: str) -> None:
        self.key = vault.secret(name)  # what the pseudonyms of the case are drawn from
        self._vault, self._name = vault, name
        self._stack = ExitStack()
        self._open: Case | None = None
        self._ids: dict[str, str] = {}
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

    def recall(
        self, document: Document, entities: Iterable[Entity], decisions: Iterable[Decision]
    ) -> Recalled:
        style = {each.entity: each.style for each in decisions if each.action == "replace"}
        known = self.case.known()
        same = match(named(document, (each for each in entities if each.id in style)), known)
        self._ids = {entity: same.get(entity) or new_entity() for entity in style}
        given = {(each.entity, each.style): each.pseudonym for each in known}
        found = {
            entity: given[other, style[entity]]
            for entity, other in same.items()
            if (other, style[entity]) in given
        }
        real = frozenset(form for each in known for form in each.forms)
        return Recalled(found, self.case.taken(), real)

    def note(
        self,
        document: Document,
        entities: Iterable[Entity],
        decisions: Iterable[Decision],
        names: Mapping[str, str],
        replacements: Iterable[Replacement],
    ) -> None:
        """Who is replaced, as they are called and shown; who is kept is not the vault's business."""
        style = {each.entity: each.style for each in decisions}
        shown: dict[str, dict[tuple[str, str], None]] = {}
        for each in replacements:
            shown.setdefault(each.entity, {})[each.text, document.text[each.start : each.end]] = None
        replaced = [entity for entity in entities if entity.id in names]
        forms = {each.entity: each.forms for each in named(document, replaced)}
        self._entries = [
            Known(
                entity=self._ids[each.id],
                category=each.category,
                role=each.role,
                forms=forms[each.id],
                pseudonym=names[each.id],
                style=style[each.id],
                written=tuple(shown.get(each.id, ())),
            )
            for each in replaced
        ]

    def remember(
        self, original: Path, twin: Path, document: str, replacements: Sequence[Replacement]
    ) -> None:
        """The way back from a twin to its original, and whom they name."""
        entities = dict.fromkeys(self._ids[each.entity] for each in replacements)
        self.case.remember(twin.read_bytes(), original.read_bytes(), document=document, entities=entities)

    def finish(self) -> None:
        """Everything into the vault, for good; only then may the twins be moved into place."""
        self.case.save(self._entries)
        self._stack.close()
        self._open = None
