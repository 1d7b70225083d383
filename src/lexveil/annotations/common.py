"""What the formats of annotations share: checked places, names of files, offsets in UTF-16."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import PurePath
from typing import Any

from lexveil.errors import InputError
from lexveil.evaluate.gold import Gold, Mention

_UNSAFE = re.compile(r"[^\w.-]+")
_DOCTYPE = re.compile(rb"<!DOCTYPE|<!ENTITY", re.IGNORECASE)


def placed(text: str, start: Any, end: Any, number: int, *, quoted: str | None = None) -> tuple[int, int]:
    """Offsets that lie in the text, and say there what the file says they do."""
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(text):
        raise InputError("annotations.outside", number=number, length=len(text))
    if quoted is not None and squeezed(quoted) != squeezed(text[start:end]):
        raise InputError("annotations.other-text", number=number, start=start, end=end)
    return start, end


def squeezed(text: str) -> str:
    """Tools write what they quote without its line breaks."""
    return " ".join(text.split())


def decoded(data: bytes) -> str:
    """Of a file: its characters as they are, line ends too."""
    return data.decode("utf-8-sig")


def parsed(data: bytes) -> Any:
    return json.loads(decoded(data))


def dumped(found: Any, *, indent: int | None = 1) -> bytes:
    return (json.dumps(found, ensure_ascii=False, indent=indent) + "\n").encode()


def xml(data: bytes) -> bytes:
    """What an XML parser may see: it expands no entity that a file brings along."""
    if _DOCTYPE.search(data):
        raise InputError("annotations.doctype")
    return data


def stems(documents: Iterable[Gold]) -> Iterator[tuple[str, Gold]]:
    """Each with a name for its file, made of its id."""
    taken: set[str] = set()
    for document in documents:
        name = _UNSAFE.sub("_", document.id).strip("._")[:100] or "document"
        unique = next(each for each in (name, *(f"{name}-{n}" for n in range(2, 10**6))) if each not in taken)
        taken.add(unique)
        yield unique, document


def text_beside(files: Mapping[str, bytes], name: str) -> str:
    """The text of a document whose annotations are in the file of that name."""
    beside = str(PurePath(name).with_suffix(".txt"))
    if beside not in files:
        raise InputError("annotations.no-text", name=beside)
    return decoded(files[beside])


def flat(mentions: Iterable[Mention]) -> list[Mention]:
    """For formats in which a character has one mention: of those that overlap the one that begins first,
    and is longest."""
    kept: list[Mention] = []
    for each in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


class Units:
    """Offsets of characters as offsets in UTF-16, which Java and JavaScript count in, and back.

    >>> units = Units("a\N{GRINNING FACE}b")
    >>> [units.of(at) for at in range(4)], units.back(3)
    ([0, 1, 3, 4], 2)
    """

    def __init__(self, text: str) -> None:
        self._at: Sequence[int] = range(len(text) + 1)
        if not text.isascii():
            self._at = [0, *accumulate(1 + (char > "\uffff") for char in text)]

    def of(self, character: int) -> int:
        return self._at[character]

    def back(self, unit: int) -> int:
        """-1 for what lies within a character or beyond the text."""
        at = bisect_left(self._at, unit)
        return at if at < len(self._at) and self._at[at] == unit else -1
