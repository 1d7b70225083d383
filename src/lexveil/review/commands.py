"""From a command to an edit.

Comes in: the state of a document and what a reviewer asks for. Goes out: one edit, which holds exactly the
entities and decisions that change. The work depends on what changes, never on the length of the document:
what is needed of the whole is read once, when the bench is made.
"""

from collections.abc import Collection
from datetime import datetime

from lexveil.model import Document, Edit, Entity
from lexveil.policy import Policy
from lexveil.resolve.recognize import forms_of
from lexveil.review.changes import CHANGES, Work
from lexveil.review.draft import Draft
from lexveil.review.errors import CommandError
from lexveil.review.request import Command, parse
from lexveil.review.settle import Settler
from lexveil.review.state import State

__all__ = ["KINDS", "Bench", "Command", "parse"]

KINDS = tuple(CHANGES)


class Bench:
    """What commands need of a document; made once for each that is open."""

    def __init__(self, document: Document, policy: Policy, *, key: bytes, language: str = "") -> None:
        """Pseudonyms are drawn from the secret `key`; `language` is that of labels if the policy has none."""
        self.document, self.policy = document, policy
        self._settler = Settler(document, policy, key=key, language=language)

    def edit(
        self, state: State, command: Command, *, author: str, time: datetime, taken: Collection[str] = ()
    ) -> Edit:
        """`taken` are the pseudonyms of the other documents of the case, which nobody new here gets."""
        change = CHANGES.get(command.kind)
        if change is None:
            raise CommandError("review.unknown-command", choices=", ".join(KINDS))
        draft = Draft(state)
        change(Work(draft, self._settler, taken), command)
        self._settler.follow(draft, taken=taken)
        return draft.edit(command.kind, author=author, time=time)

    def warm(self, state: State) -> None:
        """Look at every mention once, so that the first edits are as quick as the later ones."""
        self._settler.look(state)

    def forms(self, entity: Entity) -> tuple[str, ...]:
        """The ways in which the document writes a name, the fullest first: what a whitelist remembers."""
        return forms_of(self.document, entity)
