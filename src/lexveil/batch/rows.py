"""The rows of a file, one after the other: never a whole file in memory. A row that cannot be read is an
error of its own; a file that cannot be is one line, and nothing is written."""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from lexveil.errors import InputError, LexveilError
from lexveil.formats import disk

LINES, TABLE = (".jsonl", ".ndjson"), (".csv",)
PART_ROWS, PART_CHARACTERS = 64, 200_000  # of one part, which one process works on, and which is done or not


class Row(NamedTuple):
    source: str  # the name of the file
    number: int  # in the file, from 1
    text: str
    error: str = ""  # the code, where there is no text


def read(paths: Sequence[Path], column: str, *, longest: int) -> Iterator[Row]:
    """All rows of all files; `longest`: how many characters one may have."""
    return chain.from_iterable(_rows(path, column, longest) for path in paths)


def expect_readable(paths: Sequence[Path], column: str) -> None:
    """Before anything is written: every file is there, of a kind that is known, and has the column."""
    names = [path.name for path in paths]
    for path in paths:
        if path.suffix.lower() not in (*LINES, *TABLE):
            raise InputError("batch.kind", kinds=", ".join((*LINES, *TABLE))).within(disk.shown(path))
        if names.count(path.name) > 1:
            raise InputError("batch.same-name").within(disk.shown(path.name))
        for _ in _rows(path, column, 1):
            break


def parts(rows: Iterable[Row]) -> Iterator[tuple[Row, ...]]:
    """The rows in parts of about the same work; where one ends depends on the rows alone."""
    part: list[Row] = []
    size = 0
    for row in rows:
        part.append(row)
        size += len(row.text)
        if len(part) == PART_ROWS or size >= PART_CHARACTERS:
            yield tuple(part)
            part, size = [], 0
    if part:
        yield tuple(part)


def _rows(path: Path, column: str, longest: int) -> Iterator[Row]:
    found = _lines(path, column, longest) if path.suffix.lower() in LINES else _table(path, column, longest)
    try:
        for number, (text, error) in enumerate(found, 1):
            too_long = not error and len(text) > longest
            yield Row(path.name, number, "" if too_long else text, "batch.row-long" if too_long else error)
    except OSError as error:
        raise InputError("file.unreadable", reason=error.strerror).within(disk.shown(path)) from None


def _lines(path: Path, column: str, longest: int) -> Iterator[tuple[str, str]]:
    most = 8 * longest + disk.MEBIBYTE  # bytes: with escapes, and with other columns
    with path.open("rb") as file:
        while line := file.readline(most):
            if len(line) == most:
                while line and not line.endswith(b"\n"):
                    line = file.readline(most)
                yield "", "batch.row-long"
            elif line.strip():
                yield _text(line, column)


def _text(line: bytes, column: str) -> tuple[str, str]:
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return "", "batch.row-broken"
    text = found.get(column) if isinstance(found, dict) else None
    return (text, "") if isinstance(text, str) else ("", "batch.row-without")


def _table(path: Path, column: str, longest: int) -> Iterator[tuple[str, str]]:
    csv.field_size_limit(max(8 * longest, disk.MEBIBYTE))
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file, strict=True)
            if column not in (table.fieldnames or ()):
                raise InputError("batch.no-column", column=column).within(disk.shown(path))
            for row in table:
                text = row[column]
                yield (text, "") if isinstance(text, str) else ("", "batch.row-without")
    except (csv.Error, UnicodeDecodeError):
        raise InputError("batch.broken").within(disk.shown(path)) from None


def told(row: Row, error: LexveilError, language: str) -> dict[str, object]:
    """What is said of a row that has no result: where it is, and why; never its text."""
    return {"file": row.source, "row": row.number, "error": error.code, "why": error.render(language)}
