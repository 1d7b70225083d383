"""What a review refuses.

LexveilError
├── CommandError    a command that cannot be carried out: correct it
└── Conflict        what the command or the undo touches has changed meanwhile: look at it again

A message says what is wrong and what to do. It never quotes the document, nor what was typed.
"""

from lexveil.errors import LexveilError


class CommandError(LexveilError):
    pass


class Conflict(LexveilError):  # noqa: N818 - two people at work are no mistake of either
    pass
