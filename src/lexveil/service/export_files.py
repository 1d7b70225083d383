"""The files of an export, made and searched in a private folder.

What shows a replaced name raises `LeakError`, and nothing comes out; only the dictionary and gold hold real
names, and say so by their kind. Files get names that tell of nobody. A plain page has headings, paragraphs,
items, notes and tables, and no script or outside address; what a reader of the document does not see on the
page is left out.
"""

import dataclasses
import html
import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from lexveil import check, formats, pipeline
from lexveil.config import CHOICES, Settings
from lexveil.errors import InputError, LexveilError
from lexveil.pipeline import Result
from lexveil.pipeline.finish import searched
from lexveil.review import leak_hits
from lexveil.review.leak_hits import Hit
from lexveil.review.view import CELL, PAGE, UNSEEN, Block, blocks

ANNOTATED = CHOICES["annotate"]
FORMATS = ("own", "text", "html", "dictionary", "report", "gold", *ANNOTATED)
TEXTS, PAGES = (".txt", ".text", ".md"), (".html", ".htm", ".xhtml")  # whose own format is text, or HTML
PLAIN = {"text": ".txt", "html": ".html"}
MARKED = (".xml", ".akn")  # in which replacements can be annotated
NEUTRAL = f"{pipeline.NEUTRAL}1"
Tell = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class File:
    name: str = field(repr=False)
    kind: str  # the format that asked for it
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Written:
    stem: str = field(repr=False)  # of the names of the files
    files: tuple[File, ...]
    parts: int  # texts of the written files that were searched
    report: Mapping[str, Any] = field(repr=False)
    text: str = field(default="", repr=False)
    replacements: tuple[tuple[int, int, str, str, str], ...] = field(default=(), repr=False)


def offered(suffix: str) -> tuple[str, ...]:
    """The formats that a document of this kind can be had in."""
    left = () if suffix in MARKED else ANNOTATED
    same = "text" if suffix in TEXTS else "html" if suffix in PAGES else ""
    return tuple(each for each in FORMATS if each not in left and each != same)


def write(
    result: Result, path: Path, wanted: Sequence[str], *, stem: str, settings: Settings, tell: Tell
) -> Written:
    """`path` is the original, in a folder of its own; `stem` what the files are called, if nobody is named
    by it."""
    # A file called after somebody who is hidden would undo the rest.
    if not stem.strip() or result.named_by(stem):
        stem = NEUTRAL
    out = path.parent / "out"
    names: dict[Path, tuple[str, str]] = {}
    report: Mapping[str, Any] = {}
    parts = 0
    if {"own", "report", "dictionary"} & set(wanted):
        places = pipeline.export(result, path, out, settings=settings, progress=tell)
        report = json.loads(places.report.read_text("utf8")) if places.report else {}
        parts += report["leak_check"]["texts"]
        names |= {
            found: (f"{stem}{ending}", kind)
            for found, ending, kind in (
                (places.twin, path.suffix, "own"),
                (places.dictionary, ".lexveil.json", "dictionary"),
                (places.page, ".report.html", "report"),
                (places.report, ".report.json", "report"),
            )
            if found is not None and kind in wanted
        }
    out.mkdir(exist_ok=True)
    for kind in (each for each in (*PLAIN, *ANNOTATED) if each in wanted):
        ending = PLAIN.get(kind, f".{kind}{path.suffix}")
        made = out / f"made{ending}"
        if kind in PLAIN:
            made.write_text(result.text + "\n" if kind == "text" else page(result, title=NEUTRAL), "utf8")
        else:
            _annotate(result, path, made, kind, settings)
        parts += searched(made.read_bytes(), result.hidden, result.document.id, settings).texts
        names[made] = (f"{stem}{ending}", kind)
    files = tuple(File(name, kind, found.read_bytes()) for found, (name, kind) in names.items())
    rows = ((each.start, each.end, each.text, each.entity, each.category) for each in result.replacements)
    return Written(stem, files, parts, report, result.text, tuple(rows))


def hits(result: Result) -> list[Hit]:
    """Where the leak check stops a document: the places of its text, and the parts of the written file that
    no place of the text explains."""
    document = result.document
    stops = result.policy.shared_name == "stop"
    stopping = [each for each in result.listed if each.stops] if stops else []
    found = leak_hits.in_text(document, result.entities, result.hidden, result.replacements, stopping)
    with suppress(LexveilError):  # what cannot be written has no parts
        leaks = check.leaks(formats.write(document, result.replacements), result.hidden).leaks
        unread = (part.name for part in document.parts if part.state in ("uncovered", "kept"))
        found += leak_hits.in_file(leaks, found, unread)
    return found


def _annotate(result: Result, path: Path, made: Path, kind: str, settings: Settings) -> None:
    """XML in which elements mark what was replaced."""
    if path.suffix not in MARKED:
        raise InputError("service.annotate-xml", kind=kind, suffixes=" and ".join(MARKED))
    options = dataclasses.replace(settings.options, annotate=kind)
    document = formats.read_file(path, options, metadata=result.document.metadata)
    formats.write_file(document, result.replacements, made)


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
    unseen = sorted((zone.start, zone.end) for zone in document.zones if zone.kind in UNSEEN)
    seen = [block for block in blocks(document.text, document.shape) if not _within(unseen, block)]
    for table, found in groupby(seen, key=_table):
        write = _paragraphs if table is None else _rows
        parts += write(result, found)
    return "".join([*parts, "</body></html>\n"])


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
    text_here = "".join([*parts, text[min(last, end) : end]])
    return "<br>".join(html.escape(line) for line in text_here.split("\n"))
