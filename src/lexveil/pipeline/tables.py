"""A table of documents: each row analysed by itself, or all as one case, and written as one table, or not.

Each row is searched for what it hides, and not for what another does: a name may be hidden here, named there.
"""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

from lexveil import check
from lexveil.config import DEFAULTS, Settings
from lexveil.errors import InputError, OutputError
from lexveil.formats import disk, tables
from lexveil.formats.source import Source
from lexveil.formats.tables import Table
from lexveil.model import Document, Reason
from lexveil.pipeline.analysis import Metadata, Progress, Result, analyze, analyze_case, announce
from lexveil.pipeline.files import (
    BOTH,
    Beside,
    Places,
    Staging,
    neutral_place,
    targets,
    unnamed,
    write_report,
)
from lexveil.pipeline.finish import expect_allowed, leak_error, passed, report_on, searched
from lexveil.pipeline.input_checks import covered
from lexveil.pipeline.language import with_language
from lexveil.policy import Policy
from lexveil.replace.dictionary import table_dictionary
from lexveil.text.search import Search


def is_table(path: str | Path) -> bool:
    return Path(path).suffix.lower() in tables.TABLES


def read_table(
    path: str | Path, *, metadata: Metadata = None, settings: Settings = DEFAULTS, progress: Progress = None
) -> Table:
    """The table in a file; what is known of the case holds for every row."""
    announce(progress, "reading")
    path = Path(path)
    data = disk.load(path, max_bytes=settings.max_bytes)
    try:
        found = tables.read_rows(data, settings.options, path.suffix.lower())
    except InputError as error:
        raise error.within(disk.shown(path)) from None
    documents = tuple(
        with_language(dataclasses.replace(each, metadata=metadata or {}), settings.language)
        for each in found.documents
    )
    return dataclasses.replace(found, documents=documents)


def whole(table: Table, path: str | Path = "") -> Document:
    """A document that stands for the table: its parts and notes, and no text."""
    first = table.documents[0].id.rpartition("-")[0]
    source = Source(None, Path(path).suffix.lower())
    return Document(first, "", parts=table.parts, notes=table.notes, source=source)


def notes_on(table: Table, results: Sequence[Result]) -> tuple[Reason, ...]:
    """Those of the table, and of its rows, each once."""
    rows = (note for result in results for note in result.document.notes)
    return tuple(dict.fromkeys((*table.notes, *rows)))


def analyze_table(
    table: Table, *, policy: Policy, case: str = "", settings: Settings = DEFAULTS, progress: Progress = None
) -> tuple[Result, ...]:
    """Each row by itself; with a case, one person is one entity in all rows."""
    if case:
        return analyze_case(table.documents, policy=policy, case=case, settings=settings, progress=progress)
    results = []
    for number, document in enumerate(table.documents, 1):
        announce(progress, f"row {number} of {len(table.documents)}")
        results.append(analyze(document, policy=policy, settings=settings))
    return tuple(results)


def export_table(
    table: Table,
    results: Sequence[Result],
    path: str | Path,
    out: str | Path,
    *,
    beside: Beside = BOTH,
    settings: Settings = DEFAULTS,
    progress: Progress = None,
) -> Places:
    """Write the table's twin and what goes beside it: all of it, or none."""
    about = dataclasses.replace(whole(table, path), notes=notes_on(table, results))
    covered([about], settings.allow_uncovered)
    where = beside._replace(under=unnamed(results, beside.under))
    place = targets(path, out, where)
    if where != beside or any(result.named_by(Path(path).stem) for result in results):
        place = neutral_place(path, out, where)
    for result in results:
        expect_allowed(result)
    with Staging(out) as staging:
        announce(progress, "writing")
        data = tables.write_rows(table, [result.replacements for result in results])
        announce(progress, "checking")
        if results[0].case:  # all of it for what the case hides, else each row for what it hides
            checked = searched(data, results[0].hidden, about.id, settings)
        else:
            hidden = {_row(result.document): result.hidden for result in results}
            checked = passed(check.leaks_in_rows(data, hidden), about.id, settings)
        _read_again(data, Path(path).suffix.lower(), results, about.id, settings)
        disk.save(data, staging.draft(place.twin))
        if place.dictionary:
            rows = {_row(result.document): result.dictionary() for result in results}
            first = results[0]
            made = table_dictionary(about.id, rows, policy=first.policy.name, case=first.case)
            staging.write_secret(place.dictionary, json.dumps(made, ensure_ascii=False) + "\n")
        if place.report:
            write_report(staging, place, report_on(results, about, data, checked, settings, table=True))
        staging.move(place.files)
    return place


def _read_again(
    data: bytes, suffix: str, results: Sequence[Result], identity: str, settings: Settings
) -> None:
    options = dataclasses.replace(settings.options, max_bytes=2 * settings.max_bytes)
    try:
        written = tables.read_rows(data, options, suffix)
    except InputError:
        written = None
    if written is None or len(written.documents) != len(results):
        raise OutputError("pipeline.unreadable-result").within(identity)
    for result, document in zip(results, written.documents, strict=True):
        left = next(Search(result.hidden).find(document.text), None)
        if left:
            raise leak_error(identity, settings, "leak.row", 1, left.start, row=_row(document))


def _row(document: Document) -> int:
    """The number of the row, which ends the id of its document."""
    return int(document.id.rpartition("-")[2])
