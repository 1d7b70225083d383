"""Review copies hold real names (`lexveil.review.word_copy`): what says that it is one is read as a document
by nobody, in whatever format it was saved since.
"""

import io
import zipfile

from lexveil.errors import InputError

MARK = "lexveil-review-copy"
LARGEST = 2**24  # bytes of a member that is looked into


def refuse(text: str) -> None:
    if MARK in text:
        raise InputError("file.review-copy")


def refuse_bytes(data: bytes) -> None:
    """A file as it lies on the disk, with the members of a container."""
    found = [data]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            small = [each for each in archive.infolist() if each.file_size <= LARGEST]
            found += [archive.read(each) for each in small]
    except (zipfile.BadZipFile, RuntimeError, OSError, ValueError, NotImplementedError):
        pass  # no container, or none that can be opened: whoever reads it says so
    if any(MARK.encode() in each for each in found):
        raise InputError("file.review-copy")
