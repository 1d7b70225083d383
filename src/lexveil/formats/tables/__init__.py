"""Tables of documents: each row is a document, and the table comes back with only its text changed.

Comes in: the bytes of a JSONL, CSV, TSV or Parquet file and the names of the columns that hold text. Goes
out: a `Table` with a document for every row that has text, and from replacements the same table. The text
columns of a row are its text; what else it says in words follows as zone `code`, so that a name that was
replaced does not survive in a title or a key. Never joins the people of two rows
(docs/decisions/0019-tables-mail-office.md).
"""

from collections.abc import Mapping, Sequence

from lexveil.errors import InputError
from lexveil.formats.markup import check
from lexveil.formats.source import Options
from lexveil.formats.tables.table import Table, TableFormat
from lexveil.model import Replacement
from lexveil.registry import load

__all__ = ["TABLES", "Table", "read_rows", "write_rows"]

TABLES: Mapping[str, str] = {
    ".jsonl": "lexveil.formats.tables.jsonl:JSONL",
    ".ndjson": "lexveil.formats.tables.jsonl:JSONL",
    ".csv": "lexveil.formats.tables.separated:CSV",
    ".tsv": "lexveil.formats.tables.separated:TSV",
    ".tab": "lexveil.formats.tables.separated:TSV",
    ".parquet": "lexveil.formats.tables.parquet:PARQUET",
}
GROUP = "lexveil.tables"


def read_rows(data: bytes, options: Options, suffix: str) -> Table:
    """The table in a file, by the file's suffix."""
    if not options.text_columns:
        raise InputError("no text column is named: name it with --text-column")
    found: TableFormat = load(TABLES, suffix, group=GROUP, error=InputError)
    return found.read(data, options)


def write_rows(table: Table, replacements: Sequence[Sequence[Replacement]]) -> bytes:
    """The bytes of the table, each document with its own replacements; `replacements` is parallel to them."""
    for document, changes in zip(table.documents, replacements, strict=True):
        check(changes, len(document.text))
    return table.write(table, replacements)
