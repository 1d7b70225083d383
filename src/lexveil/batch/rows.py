"""The rows of a table, one after the other: never a whole file in memory. A row that cannot be read is an
error of its own; a file that breaks in the middle is one, and ends there."""

import codecs
import csv
import json
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, NamedTuple

from lexveil.batch import addresses
from lexveil.batch.items import Item
from lexveil.errors import InputError, LexveilError
from lexveil.formats import disk
from lexveil.formats.tables import parquet

LINES, TABLE, PARQUET, ARRAY = (".jsonl", ".ndjson"), (".csv",), (".parquet",), (".json",)
LONGEST = 1_000_000  # characters of a row: what is longer is a document
CHUNK = 2**16  # characters of a JSON array that are looked at together
BETWEEN = ", \t\r\n"  # entries of an array

Cells = Mapping[Any, Any]
ERROR = object()  # the key of what is wrong with a row: no column is called so


class Columns(NamedTuple):
    """Which columns say what; the rest is not looked at."""

    text: str
    case: str = ""
    metadata: str = ""

    @property
    def wanted(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name in self if name))


def is_table(address: str) -> bool:
    """Whether its rows are texts; of JSON, whether it is an array."""
    suffix = addresses.suffix(address)
    if suffix in ARRAY:
        with addresses.opened(address) as file:
            return file.read(CHUNK).removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"["
    return suffix in (*LINES, *TABLE, *PARQUET)


def items(
    address: str, columns: Columns, shown: str, *, longest: int = LONGEST
) -> Iterator[tuple[Item, int]]:
    """Each row, and how many bytes of the file were read by then; what ends the file is an item too."""
    number = 0
    try:
        for number, (cells, read) in enumerate(_rows(address, columns, longest), 1):
            yield _item(cells, columns, shown, number, longest), read
    except LexveilError as error:
        yield Item(shown, number + 1, error=error.code, values=error.values), 0


def expect_columns(address: str, columns: Columns) -> None:
    """Before anything is written: it can be read, and has the columns, where a file says which it has."""
    for _ in _rows(address, columns, 1):
        break


def _rows(address: str, columns: Columns, longest: int) -> Iterator[tuple[Cells, int]]:
    suffix = addresses.suffix(address)
    read: Callable[[IO[bytes], Columns, int], Iterator[Cells]]
    read = _lines if suffix in LINES else _table if suffix in TABLE else _array
    with addresses.opened(address) as file:
        if suffix in PARQUET:
            size = addresses.size(address)
            for row, share in parquet.streamed(file, columns.wanted):
                yield row, int(size * share)
        else:
            for cells in read(file, columns, longest):
                yield cells, file.tell()


def _item(cells: Cells, columns: Columns, shown: str, number: int, longest: int) -> Item:
    if ERROR in cells:
        return Item(shown, number, error=str(cells[ERROR]))
    text = cells.get(columns.text)
    if not isinstance(text, str):
        return Item(shown, number, error="batch.row-without")
    if len(text) > longest:
        return Item(shown, number, error="batch.row-long")
    item = Item(shown, number, text, size=len(text))
    if columns.case:
        case = cells.get(columns.case)
        if not isinstance(case, str | int) or not str(case).strip():
            return Item(shown, number, error="batch.row-without-case")
        item = item._replace(case=str(case))
    if columns.metadata:
        known = _metadata(cells.get(columns.metadata))
        if known is None:
            return Item(shown, number, error="batch.row-metadata")
        item = item._replace(metadata=known)
    return item


def _metadata(cell: Any) -> Mapping[str, Any] | None:
    """An object, or its JSON; an empty cell knows nothing."""
    try:
        known = json.loads(cell) if isinstance(cell, str) and cell.strip() else cell or {}
    except (ValueError, RecursionError):
        return None
    return known if isinstance(known, dict) else None


# The formats --------------------------------------------------------------------------------------


def _lines(file: IO[bytes], columns: Columns, longest: int) -> Iterator[Cells]:
    most = 8 * longest + disk.MEBIBYTE  # bytes: with escapes, and with other columns
    while line := file.readline(most):
        if len(line) == most:
            while line and not line.endswith(b"\n"):
                line = file.readline(most)
            yield {ERROR: "batch.row-long"}
        elif line.strip():
            yield _object(line)


def _object(line: bytes) -> Cells:
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {ERROR: "batch.row-broken"}
    return found if isinstance(found, dict) else {ERROR: "batch.row-without"}


def _table(file: IO[bytes], columns: Columns, longest: int) -> Iterator[Cells]:
    most = 8 * longest + disk.MEBIBYTE
    csv.field_size_limit(most)
    try:
        table = csv.DictReader((line.decode("utf8") for line in _bare(file, most)), strict=True)
        _expect(columns, table.fieldnames or ())
        yield from table
    except (csv.Error, UnicodeDecodeError):
        raise InputError("batch.broken") from None


def _bare(file: IO[bytes], most: int) -> Iterator[bytes]:
    """The lines, without a mark of their encoding."""
    first = file.readline(most)
    yield first.removeprefix(codecs.BOM_UTF8)
    while line := file.readline(most):
        if len(line) == most:
            raise InputError("batch.broken")
        yield line


def _array(file: IO[bytes], columns: Columns, longest: int) -> Iterator[Cells]:
    """The objects of a JSON array, of which one at a time is held."""
    decoder, letters = json.JSONDecoder(), codecs.getincrementaldecoder("utf-8-sig")()
    most = 8 * longest + disk.MEBIBYTE
    held = ""
    try:
        while not (held := held.lstrip()):
            held = letters.decode(_more(file))
        held = held[1:]  # the bracket
        while not (held := held.lstrip(BETWEEN)).startswith("]"):
            try:
                found, end = decoder.raw_decode(held)
            except ValueError:
                if len(held) > most:
                    raise
                held += letters.decode(_more(file))
                continue
            held = held[end:]
            yield found if isinstance(found, dict) else {ERROR: "batch.row-without"}
    except (ValueError, RecursionError):
        raise InputError("batch.broken") from None


def _more(file: IO[bytes]) -> bytes:
    data = file.read(CHUNK)
    if not data:
        raise ValueError
    return data


def _expect(columns: Columns, there: Any) -> None:
    for name in columns.wanted:
        if name not in there:
            raise InputError("batch.no-column", column=name)
