"""The review of a document: a proposal, and the edits that people make to it.

Pure: no file, no database, no web. `changes` makes edits of `commands`, `state` folds them, `undo` takes them
back; `view` and `saved` are the forms in which they are shown and kept; the page itself is in `static/`.
"""

from lexveil.review.changes import KINDS, Editor
from lexveil.review.commands import Command, CommandError, Conflict, parse
from lexveil.review.state import State, apply, fold, proposal
from lexveil.review.undo import can, conflicts, redo, touched, undo

__all__ = [
    "KINDS", "Command", "CommandError", "Conflict", "Editor", "State", "apply", "can", "conflicts", "fold",
    "parse", "proposal", "redo", "touched", "undo",
]  # fmt: skip
