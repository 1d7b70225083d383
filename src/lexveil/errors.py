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

A message says what is wrong, where, and what to do. It never quotes the text of a document.
"""


class LexveilError(Exception):
    pass


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
