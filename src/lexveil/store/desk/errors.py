"""What can go wrong at the desk.

LexveilError
├── DeskError           the database cannot be reached, opened, read or written
│   └── Missing         what was to be changed is not there (any more)
└── Taken               somebody else was first: an edit of that number, a user of that name

A wrong key, and sealed values that were changed, are a `VaultError`, as with the vault. No message holds a
password of a database, a name of a document or any text.
"""

from lexveil.errors import LexveilError


class DeskError(LexveilError):
    pass


class Away(DeskError):  # noqa: N818
    """The database does not answer, or not in time: the same may go well in a while."""


class Missing(DeskError):  # noqa: N818
    pass


class Taken(LexveilError):  # noqa: N818
    pass
