"""CSV and TSV: one row per record, replacements back into its very cells, quoted only when they must be.

A record that does not have as many cells as the header is refused: text with an unquoted line break or
delimiter would stand in a column that nobody reads. Never guesses a dialect that does not have the text
columns.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.formats.encoding import decode
from lexveil.formats.markup import Block, lay, splice, touching
from lexveil.formats.source import Options, Pieces, Replacements
from lexveil.formats.tables import Table, TableFormat, missing, rewritten, row_documents

DELIMITERS = ",;\t|"  # in order of preference
SAMPLE = 100  # records that tell the delimiter
QUOTED, PLAIN = "quoted", "plain"  # contexts

_HINT = re.compile(r"sep=([^\r\n\"'])\r?\n", re.IGNORECASE)  # a first line that Excel writes and obeys
_LINE_END = re.compile(r"\r\n|\n|\r")


class Dialect(NamedTuple):
    delimiter: str
    quote: str
    start: int = 0  # of the header


class Cell(NamedTuple):
    start: int
    end: int  # quotes included
    quoted: bool


class Record(NamedTuple):
    number: int  # of the record; the header is 0
    start: int
    end: int  # without its line end
    cells: list[Cell]


def read(data: bytes, options: Options, *, delimiters: str = DELIMITERS) -> Table:
    decoded = decode(data)
    source = decoded.text
    dialect = _dialect(source, delimiters, options.text_columns)
    found = _records(source, dialect, dialect.start)
    names = [_content(source, cell, dialect.quote).strip() for cell in next(found).cells]
    texts = tuple(_position(column, names) for column in options.text_columns)

    def rows() -> Iterator[tuple[int, int, list[tuple[str, str]]]]:
        for record in found:
            if _blank(source, record):
                continue
            if len(record.cells) != len(names):
                raise InputError("table.cells", row=record.number, cells=len(record.cells), width=len(names))
            ordered = _in_order(record.cells, texts)
            strings = [(kind, _content(source, cell, dialect.quote)) for kind, cell in ordered]
            yield record.number, record.start, strings

    documents, starts, notes = row_documents(data, options.language, rows())
    notes = [decoded.note, *notes] if decoded.note else notes
    return Table(documents, (decoded, dialect, texts, starts), write, tuple(notes))


def write(table: Table, replacements: Sequence[Replacements]) -> bytes:
    decoded, dialect, texts, starts = table.source

    def written(start: int, changes: Replacements) -> tuple[int, str]:
        end = next(_records(decoded.text, dialect, start)).end
        return end, _written(dialect, texts, decoded.text[start:end], changes)

    return rewritten(decoded, starts, replacements, written)


def _written(dialect: Dialect, texts: Sequence[int], record: str, changes: Replacements) -> str:
    delimiter, quote, _ = dialect
    special = re.compile(f"[{re.escape(delimiter + quote)}\r\n]|\\A\\Z")
    cells, pieces = _laid(record, dialect, texts)
    if any(special.search(change.text) for change in changes):
        touched = {piece.place.start for found in touching(pieces, changes) for piece in found}
        record = _quoted(record, cells, touched, quote)
        cells, pieces = _laid(record, dialect, texts)

    def spell(text: str, context: str, left: str) -> str:
        return text.replace(quote, quote * 2) if context == QUOTED else text

    return splice(record, pieces, changes, spell)


def _laid(record: str, dialect: Dialect, texts: Sequence[int]) -> tuple[list[Cell], Pieces]:
    """The cells, and the same strings with the place of each character."""
    cells = next(_records(record, dialect, 0)).cells
    blocks = [_block(record, cell, kind, dialect.quote) for kind, cell in _in_order(cells, texts)]
    return cells, lay([block for block in blocks if block.visible()]).pieces


def _quoted(record: str, cells: Sequence[Cell], places: set[int], quote: str) -> str:
    """The record with the cells at these places in quotes: its text is the same."""
    parts: list[str] = []
    last = 0
    for cell in cells:
        if not cell.quoted and cell.start in places:  # a plain cell is one piece
            content = record[cell.start : cell.end].replace(quote, quote * 2)
            parts += (record[last : cell.start], quote, content, quote)
            last = cell.end
    return "".join([*parts, record[last:]])


def _records(source: str, dialect: Dialect, start: int) -> Iterator[Record]:
    delimiter, quote, _ = dialect
    quoted = re.compile(f"{quote}[^{quote}]*+(?:{quote}{quote}[^{quote}]*+)*+{quote}")
    plain = re.compile(f"[^{re.escape(delimiter)}\r\n]*+")
    at, number = start, 0
    while at < len(source):
        start, cells = at, []
        while True:
            is_quoted = source.startswith(quote, at)
            found = (quoted if is_quoted else plain).match(source, at)
            if not found:
                raise InputError("table.open-quote", row=number)
            cells.append(Cell(at, found.end(), is_quoted))
            at = found.end()
            if not source.startswith(delimiter, at):
                break
            at += 1
        line_end = _LINE_END.match(source, at)
        if not line_end and at < len(source):
            raise InputError("table.after-quote", row=number)
        yield Record(number, start, at, cells)
        at = line_end.end() if line_end else at
        number += 1


def _in_order(cells: Sequence[Cell], texts: Sequence[int]) -> list[tuple[str, Cell]]:
    """The text columns in their order, then the rest; each with its zone."""
    rest = (cell for at, cell in enumerate(cells) if at not in texts)
    return [*(("", cells[at]) for at in texts), *(("code", cell) for cell in rest)]


def _block(source: str, cell: Cell, kind: str, quote: str) -> Block:
    block = Block(kind)
    if not cell.quoted:
        if cell.start < cell.end:
            block.add(source[cell.start : cell.end], cell.start, cell.end, PLAIN)
        return block
    at, end = cell.start + 1, cell.end - 1
    while at < end:
        double = source.find(quote * 2, at, end)
        stop = end if double < 0 else double
        if stop > at:
            block.add(source[at:stop], at, stop, QUOTED)
        if double >= 0:
            block.add(quote, double, double + 2, QUOTED)
        at = stop if double < 0 else double + 2
    return block


def _content(source: str, cell: Cell, quote: str) -> str:
    if not cell.quoted:
        return source[cell.start : cell.end]
    return source[cell.start + 1 : cell.end - 1].replace(quote * 2, quote)


def _blank(source: str, record: Record) -> bool:
    return not source[record.start : record.end].strip()


def _position(column: str, names: list[str]) -> int:
    if column not in names:
        raise missing(column, names)
    if names.count(column) > 1:
        raise InputError("table.column-twice")
    return names.index(column)


def _dialect(source: str, delimiters: str, columns: tuple[str, ...]) -> Dialect:
    """The delimiter that gives the text columns and records of one width; the header shows the quote."""
    hint = _HINT.match(source)
    start = hint.end() if hint else 0
    quote = "'" if source.startswith("'", start) else '"'
    if not source[start:].strip():
        raise InputError("table.no-header")
    candidates = [Dialect(sign, quote, start) for sign in (hint[1] if hint else delimiters)]
    return max(candidates, key=lambda dialect: _worth(source, dialect, columns))


def _worth(source: str, dialect: Dialect, columns: tuple[str, ...]) -> tuple[bool, bool, int]:
    """How much speaks for the dialect; of equals the first is taken."""
    widths: set[int] = set()
    names: list[str] = []
    whole = True
    try:
        for record in islice(_records(source, dialect, dialect.start), SAMPLE):
            names = names or [_content(source, cell, dialect.quote).strip() for cell in record.cells]
            if not _blank(source, record):
                widths.add(len(record.cells))
    except InputError:
        whole = False
    return set(columns) <= set(names), whole and len(widths) == 1, len(names)


CSV = TableFormat(read, write)
TSV = TableFormat(partial(read, delimiters="\t"), write)
