"""What the formats share: the file they read, as they keep it, and the shape of a format.

Comes in: nothing. Goes out: three types. `Source` is what a format needs to write the file again; only the
format that made it looks inside, and its repr shows neither text nor path.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from lexveil.model import Document, Replacement


@dataclass(frozen=True, slots=True)
class Source:
    content: Any = field(repr=False)  # the format's own: for text and HTML the `Decoded` file
    suffix: str = ""  # the entry of `FORMATS` that read the file and will write it
    path: Path | None = field(default=None, repr=False)  # never to be overwritten


class Place(NamedTuple):
    """Where characters of the text stand in the source."""

    start: int
    end: int
    context: str = ""  # how a replacement must be spelled there: the format's own word
    more: tuple[tuple[int, int], ...] = ()  # further ranges that stand for the same character


class Format(NamedTuple):
    """One entry of `FORMATS`.

    `read(data, *, language, metadata, citation_classes)` makes the document, without its id;
    `write(document, replacements)` makes the bytes of its twin.
    """

    read: Callable[..., Document]
    write: Callable[[Document, Sequence[Replacement]], bytes]
