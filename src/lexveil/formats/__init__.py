"""Files in and out: the only step that knows what a file is.

Comes in: a path. Goes out: a `Document` whose text later steps read, and, from replacements, the same file
with only those stretches changed. Never changes the file it read and never leaves a half-written one.

A format is a line in `FORMATS` and a module with a `Format(read, write)`; outside packages add one with an
entry point of the group `lexveil.formats`.
"""

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from lexveil.errors import InputError, OutputError
from lexveil.formats import disk
from lexveil.formats.markup import check
from lexveil.formats.source import DEFAULT, Format, Options, Source
from lexveil.formats.tables import TABLES
from lexveil.model import Document, Replacement
from lexveil.registry import load

__all__ = ["FORMATS", "Options", "read", "render", "suffixes", "write"]

FORMATS: Mapping[str, str] = {
    ".txt": "lexveil.formats.text:TEXT",
    ".text": "lexveil.formats.text:TEXT",
    ".md": "lexveil.formats.text:TEXT",
    ".html": "lexveil.formats.html:HTML",
    ".htm": "lexveil.formats.html:HTML",
    ".xhtml": "lexveil.formats.html:XHTML",
    ".docx": "lexveil.formats.docx:DOCX",
    ".dotx": "lexveil.formats.docx:DOCX",
    ".odt": "lexveil.formats.odt:ODT",
    ".ott": "lexveil.formats.odt:ODT",
    ".fodt": "lexveil.formats.odt:FODT",
    ".pdf": "lexveil.formats.pdf:PDF",
    ".xml": "lexveil.formats.xml:XML",
    ".akn": "lexveil.formats.xml:XML",
    ".eml": "lexveil.formats.mail:MAIL",
    ".rtf": "lexveil.formats.office:RTF",
    ".doc": "lexveil.formats.office:DOC",
}
GROUP = "lexveil.formats"


def read(
    path: str | Path,
    options: Options = DEFAULT,
    *,
    metadata: Mapping[str, Any] | None = None,
) -> Document:
    """The document in a file, by the file's suffix."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in suffixes() and not disk.is_folder(path):
        if str(path) in ("-", "/dev/stdin"):
            raise InputError("standard input has no suffix that tells its format: save it as a file")
        if suffix in TABLES:
            raise InputError(f"{disk.shown(path)}: this is a table, which only `lexveil run` reads")
        raise InputError(
            f"{disk.shown(path)}: not a format that can be read: use a file in {', '.join(suffixes())}, or "
            f"with `lexveil run` a table in {', '.join(sorted(TABLES))}"
        )
    data = disk.load(path, max_bytes=options.max_bytes)
    if not data.strip():
        raise InputError(f"{disk.shown(path)}: the file is empty: choose another file")
    try:
        found = _format(suffix).read(data, options)
    except InputError as error:
        raise InputError(f"{disk.shown(path)}: {error}") from None
    identity = "doc-" + hashlib.sha256(data).hexdigest()[:12]
    source = dataclasses.replace(found.source, suffix=suffix, path=path.absolute())
    return dataclasses.replace(found, id=identity, source=source, metadata=metadata or {})


def render(document: Document, replacements: Sequence[Replacement]) -> bytes:
    """The bytes of the document with the replacements in it."""
    check(replacements, len(document.text))
    if not isinstance(document.source, Source):
        raise OutputError(f"document {document.id} was not read from a file: read it with formats.read")
    return _format(document.source.suffix).write(document, replacements)


def write(document: Document, replacements: Sequence[Replacement], path: str | Path) -> None:
    """Write the document with the replacements in it to a new file, all or nothing."""
    path = Path(path)
    data = render(document, replacements)
    source: Source = document.source
    if source.path and disk.same(path, source.path):
        raise OutputError(f"{disk.shown(path)}: this is the input file itself: choose another name or folder")
    disk.save(data, path)


def suffixes() -> tuple[str, ...]:
    """Every suffix that can be read, the outside formats included."""
    return tuple(sorted({*FORMATS, *(point.name for point in entry_points(group=GROUP))}))


def _format(suffix: str) -> Format:
    found: Format = load(FORMATS, suffix, group=GROUP, error=InputError)
    return found
