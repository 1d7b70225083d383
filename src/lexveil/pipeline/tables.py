"""A table of documents: each row analysed by itself, or all as one case, and written as one table, or not.

Each row is searched for what it hides, and not for what another does: a name may be hidden here, named there.
Where nobody was found of that name it may have been missed: that is listed for review.
"""

import dataclasses
import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from lexveil import check
from lexveil.config import DEFAULTS, Settings
from lexveil.errors import InputError, OutputError
from lexveil.formats import disk, tables
from lexveil.formats.source import Source
from lexveil.formats.tables import Table
from lexveil.languages import load
from lexveil.languages.identify import AUTO
from lexveil.model import Document, Reason
from lexveil.names.ordinary import is_ordinary
from lexveil.names.places import is_place
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
from lexveil.replace.shared import ROW, Remainder
from lexveil.text.search import Form, Found, Search

NESTED = 3  # entities that begin before a place and may reach it
SHORT = 60  # characters of a row whose language nobody can tell


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
    documents = [dataclasses.replace(each, metadata=metadata or {}) for each in found.documents]
    return dataclasses.replace(found, documents=tuple(_in_their_languages(documents, settings.language)))


def _in_their_languages(documents: Sequence[Document], language: str) -> Iterator[Document]:
    """Each row in its own; one of a few words, which tell none, in that of most rows."""
    spoken = [with_language(each, language) for each in documents]
    known = Counter(each.language for each in spoken if len(each.text) >= SHORT)
    for each, read in zip(documents, spoken, strict=True):
        few = language == AUTO and known and len(each.text) < SHORT
        yield dataclasses.replace(each, language=known.most_common(1)[0][0]) if few else read


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
    return tuple(_with_names_of_others(results))


def _with_names_of_others(results: Sequence[Result]) -> Iterator[Result]:
    """Each row, with the places where it shows a name that another hides, and where it found nobody."""
    parts = {form.text: form for result in results for form in _parts(result)}
    search = Search(parts.values())
    for result in results:
        own = {form.text for form in result.hidden}
        gone = sorted((each.start, each.end) for each in result.replacements)
        sure = (each for each in result.entities if each.category == "PERSON" or each.certainty == 1)
        named = sorted((span.start, span.end) for each in sure for span in each.spans)
        others = [
            Remainder(found.start, found.end, found.form.entity, ROW)
            for found in search.find(result.document.text)
            if found.form.text not in own and not _touches(found, gone)
            if not _is_something(found, result.document, named)
        ]
        yield dataclasses.replace(result, listed=(*result.listed, *dict.fromkeys(others)))


def _parts(result: Result) -> Iterator[Form]:
    people = {each.id for each in result.entities if each.category == "PERSON"}
    return (form for form in result.hidden if form.kind == "part" and form.entity in people)


def _touches(found: Found, taken: Sequence[tuple[int, int]]) -> bool:
    at = bisect_left(taken, (found.end, 0))
    return any(end > found.start for _, end in taken[max(0, at - NESTED) : at])


def _is_something(found: Found, document: Document, named: Sequence[tuple[int, int]]) -> bool:
    """A word, a place, or somebody or something else of that name, which nobody writes in small letters."""
    name, small = found.form.text, document.text[found.start : found.end].islower()
    ordinary = is_ordinary(name, load(document.language_at(found.start))) or is_place(name)
    return ordinary or (not small and _touches(found, named))


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
