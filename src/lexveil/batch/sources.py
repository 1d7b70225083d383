"""What a batch reads: tables, archives, and runs of files by themselves, each of which any worker can read by
itself. Everything that can be told of the input before the long work is told here, of every bad one."""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from lexveil.batch import addresses, archives, rows
from lexveil.batch.items import PART_ITEMS, PART_SIZE, Item, Part, parts
from lexveil.batch.rows import Columns
from lexveil.config import metadata_for
from lexveil.errors import WITHIN, InputError, LexveilError, MetadataError, VaultError
from lexveil.formats import disk, suffixes
from lexveil.store.case import case_name

FOLDER, FILE = "folder", "file"  # what makes a case, where it is no column
SIDECARS, COLUMN = "sidecar", "column"  # where what is known of a case stands
METADATA = "metadata"  # the column of that


class Input(NamedTuple):
    address: str
    under: str = "."  # the folder in that of the output


class Reading(NamedTuple):
    """How the input is read."""

    column: str = "text"
    case_by: str = ""
    metadata: str = ""
    max_bytes: int = 0  # of one document
    part: int = PART_SIZE  # characters or bytes that one process works on before it takes more

    @property
    def columns(self) -> Columns:
        case = "" if self.case_by in (FOLDER, FILE) else self.case_by
        return Columns(self.column, case, METADATA if self.metadata == COLUMN else "")


class Source(NamedTuple):
    """A table, an archive, or a run of files; or cases that were gathered (`cases`)."""

    name: str  # of its parts; in the order of the names the results are joined
    kind: str
    inputs: tuple[Input, ...]
    first: int = 1  # the number of the first file
    upto: int = 0  # of cases: the number of the part after the last
    size: int = 0  # bytes of a run of files


def sources(inputs: Sequence[Input]) -> Iterator[Source]:
    """The order is that of the inputs; neighbouring files of about the size of a part are one."""
    run: list[Input] = []
    size, first, number = 0, 1, 0
    for each in inputs:
        kind = kind_of(each.address)
        if kind == "files":
            run.append(each)
            size += addresses.size(each.address)
        if run and (kind != "files" or len(run) == PART_ITEMS or size >= PART_SIZE):
            yield Source(f"{number:07}", "files", tuple(run), first, size=size)
            first, number = first + len(run), number + 1
            run, size = [], 0
        if kind != "files":
            yield Source(f"{number:07}", kind, (each,))
            number += 1
    if run:
        yield Source(f"{number:07}", "files", tuple(run), first, size=size)


def kind_of(address: str) -> str:
    if archives.is_archive(address):
        return "archive"
    return "table" if rows.is_table(address) else "files"


def items(source: Source, reading: Reading) -> Iterator[tuple[Item, int]]:
    """Each with how many bytes of the source were read by then, and its case."""
    for at, each in enumerate(source.inputs):
        for item, read in _items(source, each, at, reading):
            yield _in_case(item, each, reading), read


def _in_case(item: Item, each: Input, reading: Reading) -> Item:
    if item.error or not reading.case_by:
        return item
    if reading.columns.case and item.is_document:
        return Item(item.source, item.number, twin=item.twin, error="batch.document-case")
    case = item.case
    if not reading.columns.case:
        path = _place(each) / PurePosixPath(item.twin or item.source).relative_to(each.under)
        case = str(path if reading.case_by == FILE else path.parent)
    try:
        return item._replace(case=case_name(case))  # as the vault spells it
    except VaultError as error:
        where = (item.source, item.number)
        return Item(*where, twin=item.twin, error=error.code, values=error.values)


def _place(each: Input) -> PurePosixPath:
    """The folder of an input, from the one that was named on: cases are called so, wherever that one lies."""
    remote = addresses.is_remote(each.address)
    folder = PurePosixPath(each.address if remote else Path(each.address).absolute().as_posix()).parent
    return PurePosixPath(*folder.parts[-len(PurePosixPath(each.under).parts) - 1 :])


def cut(source: Source, reading: Reading) -> Iterator[Part]:
    return parts(source.name, items(source, reading), reading.part)


def _items(source: Source, each: Input, at: int, reading: Reading) -> Iterator[tuple[Item, int]]:
    shown = str(PurePosixPath(each.under) / addresses.name(each.address))
    if source.kind == "table":
        return rows.items(each.address, reading.columns, shown)
    if source.kind == "archive":
        known = frozenset(suffixes())
        return archives.items(each.address, each.under, shown, suffixes=known, max_bytes=reading.max_bytes)
    read = source.size * (at + 1) // len(source.inputs)
    return iter([(_file(each, source.first + at, shown, reading), read)])


def _file(each: Input, number: int, shown: str, reading: Reading) -> Item:
    remote = addresses.is_remote(each.address)
    path = each.address if remote else str(Path(each.address).absolute())
    item = Item("", number, path=path, twin=shown, size=PART_SIZE // PART_ITEMS)
    if reading.metadata != SIDECARS or remote:
        return item
    try:
        return item._replace(metadata=metadata_for(Path(each.address), None))
    except MetadataError:
        return Item("", number, twin=shown, error="batch.row-metadata")


# Before anything is written -----------------------------------------------------------------------


def bad(inputs: Sequence[Input], reading: Reading) -> Iterator[LexveilError]:
    """Every input that nothing can be made of, and every two whose results would be one file."""
    targets: dict[str, str] = {}
    whole = {_target(each).casefold() for each in inputs if archives.is_archive(each.address)}
    for each in inputs:
        shown = disk.shown(each.address)
        try:
            expect_readable(each.address, reading)
        except LexveilError as error:
            yield error if WITHIN in error.values else error.within(shown)
            continue
        target = _target(each).casefold()
        inside = any(str(parent) in whole for parent in PurePosixPath(target).parents)
        if inside or targets.setdefault(target, shown) != shown:
            yield InputError("batch.same-target").within(shown)


def expect_readable(address: str, reading: Reading) -> None:
    kind = kind_of(address)
    remote = addresses.is_remote(address)
    if reading.metadata == SIDECARS and (remote or kind != "files"):
        raise InputError("batch.no-sidecar")
    if kind == "table":
        rows.expect_columns(address, reading.columns)
    elif kind == "archive":
        archives.expect_archive(address)
    elif addresses.suffix(address) not in suffixes():
        known = (*rows.LINES, *rows.TABLE, *rows.PARQUET, *archives.ENDINGS, *suffixes())
        raise InputError("batch.kind", kinds=", ".join(dict.fromkeys(known)))
    else:
        addresses.size(address)


def _target(each: Input) -> str:
    """What the results of a table, an archive or a file are called."""
    called = archives.stem if archives.is_archive(each.address) else addresses.name
    return str(PurePosixPath(each.under) / called(each.address))
