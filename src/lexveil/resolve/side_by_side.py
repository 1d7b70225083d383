"""Names beside one another: who signs with what each is over or under the name, and tables of witnesses."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Sequence
from itertools import pairwise

from lexveil.model import Document, because
from lexveil.resolve.labels import Line, announced, give
from lexveil.resolve.phrases import Evidence, Said, called

_EMPTY = re.compile(r"[—–-]+")  # a cell of a table in which nothing stands


def without_columns(document: Document, lines: list[Line]) -> list[Line]:
    """Less labels that stand beside one another, as over signatures: the lines do not say whose they are."""
    rows = list(rows_of(document, lines).values())
    labels = [[line.start for line in row if not line.spans and announced(line)] for row in rows]
    over = [[label.start for label in above] for above, names in pairwise(rows) if _beside(above, names)]
    beside = {start for row in labels if len(row) > 1 for start in row}
    return [line for line in lines if line.start not in beside.union(*over)]


def outside(document: Document, lines: Sequence[Line], rows: Container[int]) -> list[Line]:
    """Less those that stand in these lines of the document."""
    by_row = rows_of(document, lines)
    return [line for number, row in by_row.items() if number not in rows for line in row]


def rows_of(document: Document, lines: Sequence[Line]) -> dict[int, list[Line]]:
    """The lines by the line of the document that they stand in: columns stand in one."""
    rows: dict[int, list[Line]] = defaultdict(list)
    ends = [found.start() for found in re.finditer("\n", document.text)]
    for line in lines:
        rows[bisect_left(ends, line.start)].append(line)
    return rows


def under_columns(document: Document, lines: Sequence[Line], found: Said) -> None:
    """Who signs beside others, with what each is under the name."""
    rows = list(rows_of(document, lines).values())
    for names, labels in pairwise(rows):
        alone = all(len(name.spans) == 1 for name in names) and not any(label.spans for label in labels)
        if len(names) < 2 or len(names) != len(labels) or not alone:
            continue
        for name, label in zip(names, labels, strict=True):
            if role := announced(label):
                line = document.text.count("\n", 0, label.start) + 1
                give(name.spans, Evidence(role, 2, because("list", role=called(role), line=line)), found)


def _beside(labels: Sequence[Line], names: Sequence[Line]) -> bool:
    """Words beside one another over names beside one another, whether or not it is told whose is whose."""
    return len(labels) > 1 and len(names) > 1 and not any(each.spans for each in labels)


def _are_over(labels: Sequence[Line], names: Sequence[Line]) -> bool:
    """As many names beside one another as words beside one another in the line above."""
    several = 1 < len(labels) == len(names)
    named = all(name.spans and name.spans[0].start == name.start for name in names)
    return several and named and not any(each.spans for each in labels)


def over_columns(document: Document, lines: Sequence[Line], found: Said) -> None:
    """Who signs beside others, with what each is over the name."""
    rows = [
        row
        for row in rows_of(document, lines).values()
        if not any(_EMPTY.fullmatch(each.text) for each in row)
    ]
    for labels, names in pairwise(rows):
        if not _are_over(labels, names):
            continue
        for name, label in zip(names, labels, strict=True):
            if role := announced(label):
                line = document.text.count("\n", 0, label.start) + 1
                give(name.spans, Evidence(role, 2, because("list", role=called(role), line=line)), found)
