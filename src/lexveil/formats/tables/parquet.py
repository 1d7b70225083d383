"""Parquet: one row per document, the changed columns written anew, everything else as it was.

Schema, metadata, row groups and compression stay. Strings inside of lists, structs and maps count. A column
of bytes, or one whose strings stand beside types that Python does not give back exactly, is uncovered. Needs
pyarrow (the extra `parquet`), which no other module imports.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import IO, Any, NamedTuple
from unicodedata import category

from lexveil.errors import InputError
from lexveil.formats.markup import BREAK
from lexveil.formats.package import MAX_GROWTH
from lexveil.formats.source import Options, Replacements
from lexveil.formats.tables import Table, TableFormat, missing, printable, row_documents, within
from lexveil.model import Part, because

Changes = dict[int, Replacements]  # by row

BATCH = 256  # rows looked at together
_HIDDEN = {code: 0xFFFD for code in range(0xA0) if category(chr(code)) == "Cc" and chr(code) not in "\t\n\r"}


class Text(NamedTuple):
    """A string of a row: the names of column and fields it is in, joined by dots."""

    path: str
    value: str
    kind: str  # "code" where only names found elsewhere are looked for


class File(NamedTuple):
    """What writing needs."""

    data: bytes
    columns: tuple[str, ...]  # those that hold strings
    texts: tuple[str, ...]  # the text columns
    rows: "array[int]"  # of the documents, from 0


def read(data: bytes, options: Options) -> Table:
    arrow = _arrow()
    try:
        return _read(arrow, data, options)
    except (arrow.ArrowException, OSError, UnicodeDecodeError, NotImplementedError, OverflowError):
        # Arrow's own words may quote names and values.
        raise InputError("table.no-parquet") from None


def _read(arrow: ModuleType, data: bytes, options: Options) -> Table:
    with arrow.parquet.ParquetFile(arrow.BufferReader(data)) as file:
        schema, metadata = file.schema_arrow, file.metadata
        kinds = {field.name: _kind(arrow, field.type) for field in schema}
    if len(kinds) != len(schema.names):
        raise InputError("table.same-names")
    for column in options.text_columns:
        if kinds.get(column.split(".")[0]) != "read":
            raise missing(column, [name for name, kind in kinds.items() if kind == "read"])
    columns = tuple(name for name, kind in kinds.items() if kind == "read")

    def found() -> Iterator[tuple[int, int, list[tuple[str, str]]]]:
        for number, values in enumerate(_rows(arrow, data, columns, options)):
            texts = _in_order(_texts(columns, values, options.text_columns))
            yield number + 1, number, [(text.kind, text.value.translate(_HIDDEN)) for _, text in texts]

    documents, rows, notes = row_documents(data, options.language, found())
    unread = (printable(name) for name, kind in kinds.items() if kind == "uncovered")
    parts = [Part(f"column {name}", "uncovered", because("part.column-type")) for name in unread]
    if set(metadata.metadata or ()) - {b"ARROW:schema", b"pandas"}:
        notes.append(because("note.parquet-metadata"))
    source = File(data, columns, options.text_columns, rows)
    return Table(documents, source, write, tuple(notes), tuple(parts))


def streamed(file: IO[bytes], columns: Sequence[str]) -> Iterator[tuple[dict[str, Any], float]]:
    """The rows of these columns, a few at a time, and which share of the file each ends."""
    arrow = _arrow()
    try:
        with arrow.parquet.ParquetFile(file) as table:
            names, rows = table.schema_arrow.names, max(table.metadata.num_rows, 1)
            for column in columns:
                if column not in names:
                    raise missing(column, names)
            number = 0
            for batch in table.iter_batches(batch_size=BATCH, columns=list(columns)):
                for cells in batch.to_pylist():
                    number += 1
                    yield cells, number / rows
    except (arrow.ArrowException, UnicodeDecodeError, NotImplementedError, OverflowError):
        raise InputError("table.no-parquet") from None


def write(table: Table, replacements: Sequence[Replacements]) -> bytes:
    if not any(replacements):
        return bytes(table.source.data)
    arrow = _arrow()
    source: File = table.source
    changes = {row: changed for row, changed in zip(source.rows, replacements, strict=True) if changed}
    made = arrow.BufferOutputStream()
    with arrow.parquet.ParquetFile(arrow.BufferReader(source.data)) as file:
        options = _writing(file.metadata)
        first = 0
        with arrow.parquet.ParquetWriter(made, file.schema_arrow, **options) as writer:
            for number in range(file.metadata.num_row_groups):
                group = file.read_row_group(number)
                written = _written(arrow, group, source, changes, first)
                writer.write_table(written, row_group_size=max(group.num_rows, 1))
                first += group.num_rows
    return bytes(made.getvalue())


def _written(arrow: ModuleType, group: Any, source: File, changes: Changes, first: int) -> Any:
    """The row group that begins with row `first`, with the changes of its rows."""
    touched = [row for row in range(group.num_rows) if first + row in changes]
    if not touched:
        return group
    columns = {name: group.column(name).to_pylist() for name in source.columns}
    changed: set[str] = set()
    for row in touched:
        values = [columns[name][row] for name in source.columns]
        new = iter(_replaced(_texts(source.columns, values, source.texts), changes[first + row]))
        for name, value in zip(source.columns, values, strict=True):
            columns[name][row] = _rebuilt(value, new)
            if columns[name][row] != value:
                changed.add(name)
    for at, field in enumerate(group.schema):
        if field.name in changed:
            group = group.set_column(at, field, arrow.array(columns[field.name], type=field.type))
    return group


def _texts(columns: Iterable[str], values: Iterable[Any], wanted: tuple[str, ...]) -> list[Text]:
    return [
        Text(path, value, "" if any(within(path, column) for column in wanted) else "code")
        for column, cell in zip(columns, values, strict=True)
        for path, value in _strings(cell, column)
    ]


def _strings(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, f"{path}.{name}")
    elif isinstance(value, (list, tuple)):  # a tuple is an entry of a map
        for inner in value:
            yield from _strings(inner, path)


def _rebuilt(value: Any, new: Iterator[str]) -> Any:
    """The value with its strings, in the order of `_strings`, taken from `new`."""
    if isinstance(value, str):
        return next(new)
    if isinstance(value, dict):
        return {name: _rebuilt(inner, new) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_rebuilt(inner, new) for inner in value)
    return value


def _in_order(texts: Sequence[Text]) -> list[tuple[int, Text]]:
    """The text columns, then the rest, each with its number in the row."""
    return sorted(enumerate(texts), key=lambda pair: bool(pair[1].kind))


def _replaced(texts: Sequence[Text], changes: Replacements) -> list[str]:
    """The strings of a row after the changes; each goes into the first string it covers."""
    new = [text.value for text in texts]
    start, at, placed = 0, 0, -1
    for number, text in _in_order(texts):
        if not text.value or text.value.translate(_HIDDEN).isspace():
            continue
        end = start + len(text.value)
        parts, last = [], start
        while at < len(changes) and changes[at].start < end:
            change = changes[at]
            parts.append(text.value[last - start : max(change.start, last) - start])
            parts.append("" if placed == at else change.text)
            placed, last = at, min(change.end, end)
            if change.end > end:
                break  # it goes on in the next string
            at += 1
        new[number] = "".join([*parts, text.value[last - start :]])
        start = end + len(BREAK)
    return new


def _arrow() -> ModuleType:
    try:
        for name in ("pyarrow.compute", "pyarrow.parquet"):
            import_module(name)
        return import_module("pyarrow")
    except ImportError:
        raise InputError("table.no-pyarrow") from None


def _kind(arrow: ModuleType, kind: Any) -> str:
    """`read`: strings that can be written back; `kept`: no strings; `uncovered`: neither can be said."""
    types = arrow.types
    if types.is_dictionary(kind):
        return _kind(arrow, kind.value_type)
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        return "read"
    if types.is_nested(kind) and not types.is_union(kind):
        inner = {_kind(arrow, kind.field(at).type) for at in range(kind.num_fields)}
        if inner == {"kept"} or not inner:
            return "kept"
        return "read" if "uncovered" not in inner and _exact(arrow, kind) else "uncovered"
    plain = (types.is_primitive, types.is_null, types.is_decimal, types.is_temporal)
    return "kept" if any(test(kind) for test in plain) else "uncovered"


def _exact(arrow: ModuleType, kind: Any) -> bool:
    """Whether Python gives the values back as they were, beside strings."""
    types = arrow.types
    if types.is_nested(kind):
        return all(_exact(arrow, kind.field(at).type) for at in range(kind.num_fields))
    tests = (types.is_boolean, types.is_integer, types.is_float32, types.is_float64, types.is_null)
    return _kind(arrow, kind) == "read" or any(test(kind) for test in tests)


def _rows(arrow: ModuleType, data: bytes, columns: Sequence[str], options: Options) -> Iterator[list[Any]]:
    """The values of the columns, row by row. A string that stands a million times is stored once until its
    share of the text is known: such a file could be small and fill any memory."""
    with arrow.parquet.ParquetFile(arrow.BufferReader(data)) as file:
        leaves = [file.schema.column(at) for at in range(len(file.schema))]
    strings = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
    left = MAX_GROWTH * options.max_bytes
    with arrow.parquet.ParquetFile(arrow.BufferReader(data), read_dictionary=strings) as file:
        metadata = file.metadata
        packed = sum(metadata.row_group(at).total_byte_size for at in range(metadata.num_row_groups))
        if max(packed, metadata.num_rows * len(leaves)) > left:
            raise InputError("table.too-large")
        for group in range(metadata.num_row_groups):
            # One group at a time: Arrow cannot join what it stored once inside of lists.
            for batch in file.iter_batches(batch_size=BATCH, columns=list(columns), row_groups=[group]):
                left -= sum(_weight(arrow, column) for column in batch.columns)
                if left < 0:
                    raise InputError("table.too-large")
                cells = {name: batch.column(name).to_pylist() for name in columns}
                yield from ([cells[name][row] for name in columns] for row in range(batch.num_rows))


def _weight(arrow: ModuleType, values: Any) -> int:
    """Bytes of the strings once each stands where it is used."""
    types = arrow.types
    if types.is_dictionary(values.type):
        lengths = arrow.compute.binary_length(values.dictionary)
        return arrow.compute.sum(lengths.take(values.indices)).as_py() or 0
    if types.is_map(values.type):
        return _weight(arrow, values.keys) + _weight(arrow, values.items)
    if types.is_struct(values.type):
        return sum(_weight(arrow, inner) for inner in values.flatten())
    return _weight(arrow, values.flatten()) if types.is_nested(values.type) else int(values.nbytes)


def _writing(metadata: Any) -> dict[str, Any]:
    """The writer's options that give a file like the one that was read."""
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    leaves = [groups[0].column(at) for at in range(metadata.num_columns)] if groups else []
    codecs = {"UNCOMPRESSED": "none", "LZ4_RAW": "lz4"}
    return {
        "version": "1.0" if metadata.format_version == "1.0" else "2.6",
        "compression": {
            leaf.path_in_schema: codecs.get(leaf.compression, leaf.compression.lower()) for leaf in leaves
        },
        "use_dictionary": [
            leaf.path_in_schema for leaf in leaves if any("DICTIONARY" in name for name in leaf.encodings)
        ],
        "write_statistics": [leaf.path_in_schema for leaf in leaves if leaf.is_stats_set],
        "use_deprecated_int96_timestamps": any(leaf.physical_type == "INT96" for leaf in leaves),
        "store_schema": b"ARROW:schema" in (metadata.metadata or {}),
    }


PARQUET = TableFormat(read, write)
