"""Every error a user can meet.

LexveilError            anything we can explain; the command line prints it on one line
├── InputError          a document that cannot be read: missing, empty, binary, too large, malformed
├── PolicyError         a policy that does not exist or does not hold together
├── MetadataError       case metadata that cannot be used
├── DetectorError       a detector that is unknown or cannot run
├── CoverageError       a part of the document that may hold text and was not read
├── OutputError         a result that cannot be written
├── VaultError          a vault that cannot be opened, read or written, or a key that does not fit
└── LeakError           a written file that still shows what had to be hidden

An error is a code and values: `InputError("file.empty", name="award.txt")`. The sentence is the message
`error.file.empty` of a catalogue (`messages.py`): it says what is wrong, where, and what to do. No value is
ever text of a document.
"""

import errno
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

from lexveil import messages

AREA = "error."  # of every error's code in the catalogues
WITHIN = "within"  # the value that says which part is meant
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # where the output goes: a full disk, a lost terminal
OUTPUT_GONE = (*FULL, errno.EPIPE)


class LexveilError(Exception):
    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def render(self, language: str = messages.DEFAULT) -> str:
        key = AREA + self.code
        text = messages.render(key, self.values, language) if messages.known(key) else self.code
        return f"{self.values[WITHIN]}: {text}" if WITHIN in self.values else text

    def within(self, place: str) -> Self:
        """The same of a part: the name of a file or of a member stands before it."""
        inner = self.values.get(WITHIN)
        values = {**self.values, WITHIN: f"{place}: {inner}" if inner else place}
        return type(self)(self.code, **values)

    def __str__(self) -> str:
        return self.render()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.code, self.values)  # errors travel between processes


def _again(kind: type[LexveilError], code: str, values: dict[str, object]) -> LexveilError:
    return kind(code, **values)


class InputError(LexveilError):
    pass


class PolicyError(LexveilError):
    pass


class MetadataError(LexveilError):
    pass


class DetectorError(LexveilError):
    pass


class CoverageError(LexveilError):
    pass


class OutputError(LexveilError):
    pass


class VaultError(LexveilError):
    pass


class LeakError(LexveilError):
    pass


def place(error: BaseException) -> tuple[str, str]:
    """The type of an error and the line of code, never its text."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "lexveil" in frame.filename] or frames
    where = f"{own[-1].filename.rpartition('lexveil/')[2]}:{own[-1].lineno}" if own else "?"
    return type(error).__name__, where


@contextmanager
def explained(kind: type[LexveilError], code: str) -> Iterator[None]:
    """Whatever goes wrong inside, in a parser of somebody else's say, is an error of this kind: it ends the
    work on one file, and is told by its type and place alone."""
    try:
        yield
    except LexveilError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno in OUTPUT_GONE:
            raise  # no matter of the file
        raise kind(code, place=" in ".join(place(error))) from None
