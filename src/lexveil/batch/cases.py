"""The items of a case together, however far apart they stand in the input: they are laid down in a file,
which is for its owner's eyes and goes when the work is ended, and read case by case.

A case is one unit of work, so what it looks like depends on no other and on no number of workers."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path

from lexveil.batch import sources as several
from lexveil.batch.items import PART_ITEMS, Item, Part, Unit
from lexveil.batch.sources import Reading, Source, items
from lexveil.errors import OutputError
from lexveil.formats import disk
from lexveil.store import sqlite

FILE, READY = "cases.sqlite", "cases.ready"
SOURCE_PARTS = 64  # parts of one source
TABLES = """
CREATE TABLE items (number INTEGER PRIMARY KEY, mark BLOB NOT NULL, size INTEGER NOT NULL, item TEXT NOT NULL,
    data BLOB);
CREATE TABLE cases (number INTEGER PRIMARY KEY, mark BLOB NOT NULL UNIQUE, part INTEGER NOT NULL, past BLOB);
"""
FIRST = """CREATE TABLE firsts AS
SELECT min(number) AS first, count(*) AS number, sum(size) AS size FROM items GROUP BY mark"""
EACH = """SELECT mark, firsts.number, firsts.size, item
FROM firsts JOIN items ON items.number = first ORDER BY first"""
ONE = """SELECT cases.number, cases.past, items.item, items.data FROM cases JOIN items USING (mark)
WHERE cases.part = ? ORDER BY cases.number, items.number"""

Past = Callable[[str], bytes]  # of a case, sealed


def gathered(sources: Iterator[Source], reading: Reading, folder: Path, past: Past) -> list[Source]:
    """The cases as sources, gathered once."""
    ready = folder / READY
    if not ready.is_file():
        try:
            parts = _gather(sources, reading, folder / FILE, past)
        except sqlite3.Error as error:
            raise OutputError("file.unwritable", reason=sqlite.name_of(error)) from None
        disk.save(str(parts).encode(), ready)
    count = int(ready.read_bytes())
    starts = range(0, count, SOURCE_PARTS)
    return [Source("cases", "cases", (), at, min(at + SOURCE_PARTS, count)) for at in starts]


def _gather(sources: Iterator[Source], reading: Reading, path: Path, past: Past) -> int:
    """How many parts there are."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {TABLES}")
        add = "INSERT INTO items (mark, size, item, data) VALUES (?, ?, ?, ?)"
        connection.executemany(add, _rows(sources, reading))
        connection.execute("CREATE INDEX marks ON items (mark, number)")
        parts = _into_parts(connection, past, reading.part)
        connection.commit()
    return parts


def parts(source: Source, reading: Reading, folder: Path) -> Iterator[Part]:
    """The parts of any source."""
    return _cut(source, folder) if source.kind == "cases" else several.cut(source, reading)


def _cut(source: Source, folder: Path) -> Iterator[Part]:
    with closing(sqlite3.connect((folder / FILE).as_uri() + "?mode=ro", uri=True)) as connection:
        for number in range(source.first, source.upto):
            rows = connection.execute(ONE, (number,)).fetchall()
            units = []
            for _, group in groupby(rows, key=lambda row: row[0]):
                found = list(group)
                together = tuple(Item(*json.loads(item))._replace(data=data) for *_, item, data in found)
                units.append(Unit(together, together[0].case, found[0][1] or b""))
            yield Part(f"{number:08}", tuple(units), sum(each.size for unit in units for each in unit.items))


def _rows(sources: Iterator[Source], reading: Reading) -> Iterator[tuple[bytes, int, str, bytes | None]]:
    number = 0
    for source in sources:
        for item, _ in items(source, reading):
            number += 1
            # What failed belongs to no case.
            named = f"case {item.case}" if item.case else str(number)
            mark = hashlib.sha256(named.encode("utf8", "surrogatepass")).digest()
            yield mark, item.size, json.dumps(item._replace(data=None), default=str), item.data


def _into_parts(connection: sqlite3.Connection, past: Past, most: int) -> int:
    """Which cases are one part, in the order of their first items; how many parts there are."""
    part = held = size = 0
    connection.execute(FIRST)
    for mark, count, weight, item in connection.cursor().execute(EACH):
        if held and (held + count > PART_ITEMS or size + weight > most):
            part, held, size = part + 1, 0, 0
        held, size = held + count, size + weight
        case = Item(*json.loads(item)).case
        row = (mark, part, past(case) if case else None)
        connection.execute("INSERT INTO cases (mark, part, past) VALUES (?, ?, ?)", row)
    connection.execute("DROP TABLE firsts")
    return part + 1 if held else 0
