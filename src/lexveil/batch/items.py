"""What a batch is made of: items (a row, a document), the cases they belong to, and parts of about the same
work, which are done or not. Where a part ends depends on the input alone."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

PART_ITEMS, PART_SIZE = 64, 200_000  # of one part: rows or documents, and characters or bytes
LEAST_SIZE, PARTS = 10_000, 64  # of a small input the parts are smaller, so that every process has some


class Item(NamedTuple):
    """A text, or a document: as bytes, or as the path where a worker reads it."""

    source: str  # the table or archive that it is in; empty: it is a file by itself
    number: int  # in the source, from 1; of files by themselves, in the list of all
    text: str = ""
    data: bytes | None = None
    path: str = ""
    twin: str = ""  # of a document: where the result goes, relative to the folder of the output
    size: int = 0  # characters or bytes
    case: str = ""
    metadata: Mapping[str, Any] | None = None
    error: str = ""  # the code, where there is nothing to work on
    values: Mapping[str, Any] = {}  # of the error

    def __repr__(self) -> str:
        return f"Item({self.number}, size={self.size}, error={self.error!r})"

    @property
    def is_document(self) -> bool:
        return bool(self.twin)


class Unit(NamedTuple):
    """What is worked on together: one item, or all items of a case."""

    items: tuple[Item, ...]
    case: str = ""
    past: bytes = b""  # what the vault knows of the case, sealed


class Part(NamedTuple):
    name: str  # of its files; in the order of the names the results are joined
    units: tuple[Unit, ...]
    read: int = 0  # bytes of the input that it stands for


def part_size(total: int) -> int:
    """Of the parts of an input of this size: what one process does last is little beside the whole."""
    return min(PART_SIZE, max(LEAST_SIZE, total // PARTS))


def parts(prefix: str, items: Iterable[tuple[Item, int]], most: int) -> Iterator[Part]:
    """Items, each with how far the source was read by then, in parts; every item stands for itself."""
    units: list[Unit] = []
    size = begun = at = number = 0
    for item, at in items:
        units.append(Unit((item,)))
        size += item.size
        if len(units) == PART_ITEMS or size >= most:
            yield Part(f"{prefix}-{number:08}", tuple(units), at - begun)
            units, size, begun, number = [], 0, at, number + 1
    if units:
        yield Part(f"{prefix}-{number:08}", tuple(units), at - begun)
