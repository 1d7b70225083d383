"""Tables: Parquet as a file like any other, and the rows of any table one by one.

Comes in: the bytes. Goes out: for Parquet every value of every column, batch by batch, and what the file says
about itself; and for a table whose rows are documents, each row's text under its number, so that a name that
one row hides and another shows is no leak. Without pyarrow a Parquet file is unread: its pages are packed.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from lexveil.check import strings
from lexveil.check.texts import Budget, Text, place, unread
from lexveil.errors import CoverageError

BATCH = 1000  # rows
DELIMITERS = ",;\t|"
SAMPLE = 100  # records that tell the delimiter

Walk = Callable[[bytes, str, int], Iterator[Text]]

_HINT = re.compile(r"sep=([^\r\n\"'])\r?\n", re.IGNORECASE)


class Row(NamedTuple):
    number: int  # of the line, the record or the row, from 1; 0 is a header
    data: bytes


def rows(data: bytes) -> Iterator[Row]:
    """The rows of a table, by what it is."""
    if is_parquet(data):
        yield from _parquet_rows(data)
        return
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    text = _decoded(data)
    if start == b"{" or text.lstrip("\ufeff \t\r\n").startswith("{"):
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            yield Row(number, line.encode())
    else:
        try:
            for number, cells in enumerate(_records(text.removeprefix("\ufeff"))):
                yield Row(number, "\n\n".join(cells).encode())
        except csv.Error:
            raise CoverageError("the written table cannot be read again as CSV") from None


def _decoded(data: bytes) -> str:
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8", "cp1252", "latin-1")
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise CoverageError("the written table cannot be read again: its encoding is damaged")


def _records(text: str) -> Iterator[list[str]]:
    csv.field_size_limit(2**31 - 1)  # a cell may be a book
    hint = _HINT.match(text)
    body = text[hint.end() :] if hint else text
    quote = "'" if body.startswith("'") else '"'
    for delimiter in hint[1] if hint else DELIMITERS:
        widths = {len(cells) for cells, _ in zip(_cells(body, delimiter, quote), range(SAMPLE), strict=False)}
        if len(widths - {0}) == 1 and widths != {1}:
            break
    else:
        delimiter = DELIMITERS[0]  # one column
    yield from _cells(body, delimiter, quote)


def _cells(text: str, delimiter: str, quote: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quotechar=quote)


def _parquet_rows(data: bytes) -> Iterator[Row]:
    import pyarrow.parquet

    number = 0
    for batch in pyarrow.parquet.ParquetFile(io.BytesIO(data)).iter_batches(batch_size=BATCH):
        for values in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            number += 1
            yield Row(number, "\n\n".join(_plain(value) for value in values if value is not None).encode())


def is_parquet(data: bytes) -> bool:
    return data.startswith(b"PAR1") and data.endswith(b"PAR1")


def parquet(data: bytes, name: str, depth: int, walk: Walk, budget: Budget) -> Iterator[Text]:
    yield from strings.binary(data, name)
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        yield unread(name, "packed pages", depth)
        return
    try:
        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        yield Text(place(name, "schema"), _about(file), "code")
        for number, batch in enumerate(file.iter_batches(batch_size=BATCH)):
            budget.spend(batch.nbytes)
            first = number * BATCH + 1
            for at, column in enumerate(batch.columns, 1):
                texts = [_plain(value) for value in column.to_pylist() if value is not None]
                where = f"rows {first} to {first + batch.num_rows - 1}, column {at}"
                yield Text(place(name, where), "\n\n".join(texts))
    except (pyarrow.ArrowException, OSError, ValueError):
        yield unread(name, "packed pages", depth)


def _plain(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _about(file: Any) -> str:
    schema = file.schema_arrow
    found = [str(key) for key in schema.names]
    for pairs in (schema.metadata, *(schema.field(at).metadata for at in range(len(schema)))):
        found += [part.decode("utf-8", "replace") for pair in (pairs or {}).items() for part in pair]
    return "\n\n".join(found)
