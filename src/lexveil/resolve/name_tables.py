"""Tables with people in columns: "Witness | Statement | Date", "For the Claimant    For the Respondent".

A table is a row of words that names nobody, and rows below it with names under those words. What a column is
called, that others are about evidence, or the line above the table tells what the people in it are; a row of
other words further down tells it of those below.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, load
from lexveil.model import Document, Span, because
from lexveil.names.page_words import LABEL
from lexveil.resolve.labels import is_staff, role_of
from lexveil.resolve.phrases import Evidence, Said, called, side_of
from lexveil.text.patterns import Pattern, one_of

ALIGNED = 3  # characters by which a cell may stand beside the heading of its column
HEAD = 40  # characters of such a heading
PROSE = 70  # a longer line is no part of a table of two columns
GAP = 2  # lines from one row to the next, at most
LEAD = 12  # characters before a name in its cell: a number, a title
INTRODUCED = 2  # the weight of what a table does not undo
HEARD = ("WITNESS", "EXPERT")

_CELL = re.compile(r"[^\s|](?:[^\s|]|[^\S\n\t](?![^\S\n]))*")


class _Cell(NamedTuple):
    start: int
    column: int  # where it begins in its line
    text: str


class _Row(NamedTuple):
    number: int  # of the line
    cells: list[_Cell]
    names: list[tuple[int, Span]]  # who stands at the head of which cell


class _Words(NamedTuple):
    evidence: Pattern  # over what is told of evidence
    capacity: Pattern  # over what people are


@cache
def _words(language: Language) -> _Words:
    words = language.roles.get("tables", {})
    found = (one_of(words.get(key, ("(?!)",))) for key in _Words._fields)
    return _Words(*(re.compile(pattern, re.IGNORECASE) for pattern in found))


def from_tables(document: Document, spans: Sequence[Span], found: Said) -> frozenset[int]:
    """Gives the people of each table what it says they are; the numbers of its lines, which say no more."""
    rows = list(_rows(document.text, spans))
    lines: set[int] = set()
    for at, head in enumerate(rows):
        if _is_head(head) and head.number not in lines:
            language = load(document.language_at(head.cells[0].start))
            above = rows[at - 1] if at and head.number - rows[at - 1].number <= GAP else None
            for row, span, role, side in _read(above, rows[at:], language):
                lines |= set(range(head.number, row.number + 1))
                staff = role == "LAWYER" and is_staff(document.text, span, language)
                _give(span, "UNKNOWN" if staff else role, side, row.number, found)
    return frozenset(lines)


def _rows(text: str, spans: Sequence[Span]) -> Iterator[_Row]:
    people = [span for span in spans if span.category == "PERSON"]
    start = at = 0
    for number, line in enumerate(text.split("\n")):
        cells = [
            _Cell(start + cell.start(), cell.start(), cell[0])
            for cell in _CELL.finditer(line)
            if any(map(str.isalnum, cell[0]))
        ]
        names = []
        for index, cell in enumerate(cells):
            while at < len(people) and people[at].start < cell.start:
                at += 1
            if at < len(people) and people[at].start < cell.start + min(LEAD, len(cell.text)):
                names.append((index, people[at]))
        if cells:
            yield _Row(number, cells, names)
        start += len(line) + 1


def _is_head(row: _Row) -> bool:
    return len(row.cells) > 1 and not row.names and all(len(cell.text) <= HEAD for cell in row.cells)


def _read(
    above: _Row | None, rows: Sequence[_Row], language: Language
) -> Iterator[tuple[_Row, Span, str, str]]:
    """Who stands in the table below the first of the rows, what it says they are, and the side of parties."""
    head = rows[0]
    title = _title(above, language)
    roles = _roles(head, title, language)
    last = head.number
    for row in rows[1:]:
        below_a_gap = row.number - last > 1 and len(row.cells) == 1  # the heading of what follows
        if row.number - last > GAP or below_a_gap or _ends(row):
            return
        last = row.number
        if _is_head(row) and (any(_roles(row, "", language)) or all(_asks(cell) for cell in row.cells)):
            head, roles = row, _roles(row, title, language)
            continue
        for index, span in row.names:
            column = _column(head, row, index)
            if column < 0:
                return
            role = _capacity(head, row, language) or roles[column]
            if role:
                yield row, span, role, side_of(head.cells[column].text, language) if role == "PARTY" else ""


def _ends(row: _Row) -> bool:
    """A paragraph, or a label with what it asks for."""
    text = row.cells[0].text
    prose = len(text) > PROSE or text.endswith((".", ";", "?"))
    return len(row.cells) == 1 and (prose or LABEL.match(text) is not None)


def _asks(cell: _Cell) -> bool:
    return cell.text.endswith(":")


def _title(above: _Row | None, language: Language) -> str:
    """What the line above the table announces; of people who are heard, witnesses first."""
    if above is None or above.names or len(above.cells) != 1 or len(above.cells[0].text) > PROSE:
        return ""
    role = role_of(above.cells[0].text, language, labels=True)
    return "WITNESS" if role in HEARD else "" if role == "PARTY" else role


def _roles(head: _Row, title: str, language: Language) -> list[str]:
    """What each column says of the people in it."""
    roles = [role_of(cell.text.rstrip(" :"), language, labels=True) for cell in head.cells]
    said = any(role and role != "LAWYER?" for role in roles)
    if title in HEARD and not said:
        return [title for _ in roles]
    if not any(roles) and any(_words(language).evidence.fullmatch(cell.text) for cell in head.cells):
        return ["WITNESS" for _ in roles]
    colons = title or any(map(_asks, head.cells))
    if not colons and all(role.startswith("LAWYER") for role in roles if role):
        return ["" for _ in roles]  # "Attorneys for Defendant    Attorneys for Defendant", under the names
    return ["LAWYER" if role == "LAWYER?" else role or ("" if any(roles) else title) for role in roles]


def _capacity(head: _Row, row: _Row, language: Language) -> str:
    """What a cell says of the person in its row, where its column is about that."""
    for index, cell in enumerate(row.cells):
        column = _column(head, row, index)
        if column >= 0 and _words(language).capacity.fullmatch(head.cells[column].text):
            return role_of(cell.text, language, labels=True).rstrip("?")
    return ""


def _column(head: _Row, row: _Row, cell: int) -> int:
    """Under which word of the heading a cell stands; -1 under none."""
    if len(head.cells) == len(row.cells):
        return cell
    column = row.cells[cell].column
    near = (at for at, word in enumerate(head.cells) if abs(word.column - column) <= ALIGNED)
    return next(near, -1)


def _give(span: Span, role: str, side: str, number: int, found: Said) -> None:
    if span not in found or found[span].weight < INTRODUCED:
        found[span] = Evidence(role, INTRODUCED, because("list", role=called(role), line=number + 1), side)
