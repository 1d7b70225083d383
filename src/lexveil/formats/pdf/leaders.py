"""Rows of dots and lines from a name to the end of its line: there are as many as there was room for, which
tells how long the name was. Beside a replacement there is always the same number."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lexveil.model import Replacement

ALWAYS = 12  # signs of a row

_ROW = re.compile(r"([._\-\u2013\u2014\u00b7\u2026])(?: ?\1){3,}")


def with_leaders(text: str, replacements: Sequence[Replacement]) -> list[Replacement]:
    """
    >>> with_leaders("of Roe ....... 3\\nof all ..... 4", [Replacement(3, 6, "A", "e1")])[1:]
    [Replacement(start=7, end=14, text='............', entity='e1', category='', certainty=0)]
    """
    taken = sorted(replacements, key=lambda each: each.start)
    rows = {row.start: row for row in _rows(text, taken)}
    free = [
        row for row in rows.values() if all(row.end <= one.start or one.end <= row.start for one in taken)
    ]
    return sorted([*taken, *free], key=lambda each: each.start)


def _rows(text: str, replacements: Sequence[Replacement]) -> Iterator[Replacement]:
    for each in replacements:
        first, last = text.rfind("\n", 0, each.start) + 1, text.find("\n", each.end)
        for found in _ROW.finditer(text, first, last if last >= 0 else len(text)):
            yield replace(each, start=found.start(), end=found.end(), text=found[1] * ALWAYS)
