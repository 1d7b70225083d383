"""The review of a document: a proposal, and the edits that people make to it.

Pure: no file, no database, no web. `commands` makes edits, `state` folds them, `undo` takes them back;
`view` and `saved` are the forms in which they are shown and kept; the page itself is in `static/`.
"""

from lexveil.review.commands import KINDS, Bench, Command, parse
from lexveil.review.errors import CommandError, Conflict
from lexveil.review.state import State, apply, fold, proposal
from lexveil.review.undo import can, conflicts, redo, touched, undo

__all__ = [
    "KINDS",
    "Bench",
    "Command",
    "CommandError",
    "Conflict",
    "State",
    "apply",
    "can",
    "conflicts",
    "fold",
    "parse",
    "proposal",
    "redo",
    "touched",
    "undo",
]
