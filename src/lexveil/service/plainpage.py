"""A pseudonymized document as a plain page: headings, paragraphs, items, notes and tables.

Comes in: a rendered document of whichever format. Goes out: HTML without script or outside address. What a
reader of the document does not see on the page is left out.
"""

import html
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import groupby

from lexveil.model import Document
from lexveil.pipeline import Result
from lexveil.review.blocks import CELL, PAGE, Block, blocks
from lexveil.review.view import UNSEEN

_HEAD = """<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><title>{title}</title>
<style>body{{font:1rem/1.5 serif;max-width:45rem;margin:2rem auto;padding:0 1rem}}
table{{border-collapse:collapse}}td{{border:1px solid #999;padding:.2rem .5rem}}</style></head>
<body>
"""


def page(result: Result, *, title: str) -> str:
    document = result.document
    parts = [_HEAD.format(language=html.escape(document.language, quote=True), title=html.escape(title))]
    unseen = _unseen(document)
    seen = [block for block in blocks(document.text, document.shape) if not _within(unseen, block)]
    for table, found in groupby(seen, key=_table):
        write = _paragraphs if table is None else _rows
        parts += write(result, found)
    return "".join([*parts, "</body></html>\n"])


def _unseen(document: Document) -> list[tuple[int, int]]:
    return sorted((zone.start, zone.end) for zone in document.zones if zone.kind in UNSEEN)


def _within(zones: list[tuple[int, int]], block: Block) -> bool:
    at = bisect_right(zones, (block[0], 10**12)) - 1
    return block[2] == PAGE or (at >= 0 and block[1] <= zones[at][1])


def _table(block: Block) -> int | None:
    return block[3][0] if len(block) == 4 and block[2] == CELL else None


def _paragraphs(result: Result, found: Iterable[Block]) -> Iterator[str]:
    for start, end, kind, *_ in found:
        inner = _shown(result, start, end)
        if kind.startswith("heading"):
            level = kind.rpartition(" ")[2]
            yield f"<h{level}>{inner}</h{level}>\n"
        else:
            yield f"<p>{'• ' if kind == 'item' else ''}{inner}</p>\n"


def _rows(result: Result, found: Iterable[Block]) -> Iterator[str]:
    """One table; several blocks of a cell stand below each other."""
    yield "<table>\n"
    for _, row in groupby(found, key=lambda block: block[3][1] if len(block) == 4 else 0):
        yield "<tr>"
        for _, cell in groupby(row, key=lambda block: block[3][2] if len(block) == 4 else 0):
            yield f"<td>{'<br>'.join(_shown(result, start, end) for start, end, *_ in cell)}</td>"
        yield "</tr>\n"
    yield "</table>\n"


def _shown(result: Result, start: int, end: int) -> str:
    """The stretch with its replacements, for HTML."""
    text, parts, last = result.document.text, [], start
    at = bisect_left(result.replacements, start, key=lambda each: each.end)
    for each in result.replacements[at:]:
        if each.start >= end:
            break
        if each.end > last:
            parts += [text[last : max(last, each.start)], each.text]
            last = each.end
    shown = "".join([*parts, text[min(last, end) : end]])
    return "<br>".join(html.escape(line) for line in shown.split("\n"))
