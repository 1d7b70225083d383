"""The lines of a first page and the columns that they make."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Cell(NamedTuple):
    start: int
    text: str
    opens: bool  # a blank line stands before it
    heads: bool = False  # the first of several in its row
    beside: bool = False  # one of the others


LINE = re.compile(r"[^\n]*\S[^\n]*")
_LINE_NUMBER = re.compile(r"\d{1,2} {2,}(?=\S)")  # of a transcript
_DIVIDER = re.compile(r"[)§|\]]\s*")
_COLUMN = re.compile(r"(?m)(?:(?<=  )|(?<=  \n))[:*](?=  |[^\S\n]*$)")
COLUMN = 3  # signs that make one
_INNER_RULE = re.compile(r"[-_=*]{5,}(?:[xX]\b)?")


def cells(text: str) -> list[Cell]:
    """The lines and the cells of their columns; left and right of a column of `)` one after the other."""
    found: list[Cell] = []
    left: list[Cell] = []
    right: list[Cell] = []
    for row in _rows(_with_brackets(text)):
        sides = _divided(row)
        if sides is None:
            found += [*left, *right, *row]
            left, right = [], []
        else:
            left += sides[0]
            right += sides[1]
    return [*found, *left, *right]


def _with_brackets(text: str) -> str:
    """A column of `:` or `*` as one of `)`, which other courts draw."""
    return _COLUMN.sub(")", text) if len(_COLUMN.findall(text)) >= COLUMN else text


def _rows(text: str) -> Iterator[list[Cell]]:
    row: list[Cell] = []
    last = 0
    for line in LINE.finditer(text):
        beside = row and text[last - 3 : last] == "   " and not line[0][0].isspace()
        if row and not beside:
            yield _headed(row)
            row = []
        opens = text.count("\n", last, line.start()) > 1
        row += _parts(line, opens=opens)
        last = line.end()
    if row:
        yield _headed(row)


def _headed(row: list[Cell]) -> list[Cell]:
    if len(row) == 1:
        return row
    return [row[0]._replace(heads=True), *(cell._replace(beside=True) for cell in row[1:])]


def _parts(line: re.Match[str], *, opens: bool) -> Iterator[Cell]:
    """The line, cut where a rule runs through it; without the number that a transcript gives it."""
    last = 0
    for rule in [*_INNER_RULE.finditer(line[0]), None]:
        part = line[0][last : rule.start() if rule else len(line[0])]
        inside = part.strip()
        number = _LINE_NUMBER.match(inside)
        if inside and not inside.isdecimal():
            start = line.start() + last + part.index(inside) + (number.end() if number else 0)
            yield Cell(start, inside[number.end() :] if number else inside, opens)
        if rule:
            yield Cell(line.start() + rule.start(), rule[0].rstrip("xX"), opens)
            last = rule.end()


def _divided(row: Sequence[Cell]) -> tuple[list[Cell], list[Cell]] | None:
    """What stands left and right of a column of `)`; None where there is no such column."""
    for at, cell in enumerate(row):
        divider = _DIVIDER.match(cell.text)
        if divider:
            rest = cell.text[divider.end() :]
            beside = [Cell(cell.start + divider.end(), rest, cell.opens)] if rest else []
            return list(row[:at]), [*beside, *row[at + 1 :]]
        ends = re.search(r"\s*[)§|]$", cell.text)
        if ends and cell.text.count("(") < cell.text.count(")") + cell.text.count("§") + cell.text.count("|"):
            return [*row[:at], cell._replace(text=cell.text[: ends.start()])], list(row[at + 1 :])
    return None
