"""Tables of documents: each row is a document, and the table comes back with only its text changed.

The text columns of a row are its text; what else it says in words follows as zone `code`, so that a name that
was replaced does not survive in a title or a key. Documents of rows carry no pieces: half a million rows
would not fit, so a row that changes is scanned again when it is written. Never joins the people of two rows,
and never quotes a cell (docs/decisions/0019-tables-mail-office.md).
"""

import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lexveil import languages
from lexveil.errors import InputError, OutputError, explained
from lexveil.formats.encoding import Decoded
from lexveil.formats.markup import BREAK, check
from lexveil.formats.source import Options, Replacements, identity
from lexveil.model import Document, Part, Reason, Zone, because
from lexveil.names import given
from lexveil.names.ordinary import is_ordinary
from lexveil.registry import load
from lexveil.text.fold import fold

TABLES: Mapping[str, str] = {
    **dict.fromkeys((".jsonl", ".ndjson"), "lexveil.formats.tables.jsonl:JSONL"),
    ".csv": "lexveil.formats.tables.separated:CSV",
    **dict.fromkeys((".tsv", ".tab"), "lexveil.formats.tables.separated:TSV"),
    ".parquet": "lexveil.formats.tables.parquet:PARQUET",
}
GROUP = "lexveil.tables"

_WORD = re.compile(r"[^\W\d_]{3,}")
LISTED = 20  # columns named in a message

Written = Callable[[int, Replacements], tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Table:
    documents: tuple[Document, ...] = field(repr=False)  # of the rows that have text, in order
    source: Any = field(repr=False)  # the format's own: what `write` needs
    write: Callable[["Table", Sequence[Replacements]], bytes] = field(repr=False)
    notes: tuple[Reason, ...] = ()
    parts: tuple[Part, ...] = ()  # columns that may hold text and were not read


class TableFormat(NamedTuple):
    """One entry of `TABLES`."""

    read: Callable[[bytes, Options], Table]
    write: Callable[[Table, Sequence[Replacements]], bytes]


def read_rows(data: bytes, options: Options, suffix: str) -> Table:
    """The table in a file, by the file's suffix."""
    if not options.text_columns:
        raise InputError("table.no-column-named")
    found: TableFormat = load(TABLES, suffix, group=GROUP, error=InputError)
    with explained(InputError, "file.unexpected"):
        return found.read(data, options)


def write_rows(table: Table, replacements: Sequence[Replacements]) -> bytes:
    """The bytes of the table, each document with its own replacements; `replacements` is parallel to them."""
    for document, changes in zip(table.documents, replacements, strict=True):
        check(changes, len(document.text))
    with explained(OutputError, "file.unwritten"):
        return table.write(table, replacements)


def row_documents(
    data: bytes, language: str, rows: Iterable[tuple[int, int, Iterable[tuple[str, str]]]]
) -> tuple[tuple[Document, ...], "array[int]", list[Reason]]:
    """The documents of the rows whose text columns say something, their places, and notes.

    A row is its number, counted from 1, its place in the file, and its strings, each with its zone.
    """
    table = identity(data)
    documents: list[Document] = []
    places = array("Q")
    count = 0
    for number, place, strings in rows:
        count += 1
        text, zones = _laid(strings)
        if text:
            documents.append(Document(id=f"{table}-{number}", text=text, language=language, zones=zones))
            places.append(place)
    if not documents:
        raise InputError("table.no-text")
    empty = count - len(documents)
    notes = [because("note.rows-empty", empty=empty, rows=count)] if empty else []
    if any(document.zones for document in documents):
        notes.append(because("note.other-columns"))
    return tuple(documents), places, notes


def _laid(strings: Iterable[tuple[str, str]]) -> tuple[str, tuple[Zone, ...]]:
    """The text that `lay` makes of the same blocks; none if all of it is in zones."""
    texts: list[str] = []
    zones: list[Zone] = []
    at = 0
    for kind, text in strings:
        if text and not text.isspace():
            if kind:
                zones.append(Zone(at, at + len(text), kind))
            texts.append(text)
            at += len(text) + len(BREAK)
    return ("" if len(zones) == len(texts) else BREAK.join(texts)), tuple(zones)


def _may_name_somebody(title: str) -> bool:
    """
    >>> [_may_name_somebody(each) for each in ("Date of birth", "fulltext", "Welhaven", "age of ingrid")]
    [False, False, True, True]
    """
    words = [word for word in _WORD.findall(title) if not _is_ordinary(fold(word))]
    return any(
        word[0].isupper() or given.is_given(fold(word)) or given.is_family(fold(word)) for word in words
    )


def _is_ordinary(word: str) -> bool:
    return any(is_ordinary(word, languages.load(code)) for code in languages.codes())


def missing(column: str, columns: Iterable[str]) -> InputError:
    """The text column is not there; names of columns are told, but none that may be somebody's."""
    known = ["…" if _may_name_somebody(name) else printable(name) for name in columns]
    listed, more = ", ".join(known[:LISTED]), len(known) - LISTED
    code = (
        "table.no-column-of-many" if more > 0 else "table.no-column" if known else "table.no-column-of-none"
    )
    return InputError(code, column=printable(column), columns=listed, more=more)


def within(path: str, column: str) -> bool:
    return path == column or path.startswith(f"{column}.")


def rewritten(
    source: Decoded, starts: Iterable[int], replacements: Iterable[Replacements], written: Written
) -> bytes:
    """The file in the encoding it came in; of a row that changes `written` gives the end and the new text."""
    parts: list[str] = []
    last = 0
    for start, changes in zip(starts, replacements, strict=True):
        if changes:
            end, new = written(start, changes)
            parts += (source.text[last:start], new)
            last = end
    text = "".join([*parts, source.text[last:]])
    try:
        return source.bom + text.encode(source.encoding)
    except UnicodeEncodeError as error:
        character = f"{ord(text[error.start]):04X}"
        raise OutputError("table.character", character=character, encoding=source.encoding) from None


def printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name[:60])
