"""Files in and out: the only step that knows what a file is.

A format is a line in `FORMATS` and a module with a `Format(read, write)`; outside packages add one with an
entry point of the group `lexveil.formats`.
"""

import dataclasses
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path, PurePath
from typing import Any, cast

from lexveil.errors import InputError, OutputError, explained
from lexveil.formats import disk, review_copies
from lexveil.formats.markup import check
from lexveil.formats.source import DEFAULT, Format, Options, Replacements, Source, identity
from lexveil.formats.tables import TABLES
from lexveil.formats.text import typed
from lexveil.model import Document, Part, because
from lexveil.registry import load

__all__ = ["FORMATS", "Options", "of_text", "read", "read_file", "suffixes", "write", "write_file"]

FORMATS: Mapping[str, str] = {
    **dict.fromkeys((".txt", ".text", ".md"), "lexveil.formats.text:TEXT"),
    **dict.fromkeys((".html", ".htm"), "lexveil.formats.html:HTML"),
    ".xhtml": "lexveil.formats.html:XHTML",
    **dict.fromkeys((".docx", ".dotx"), "lexveil.formats.docx:DOCX"),
    **dict.fromkeys((".odt", ".ott"), "lexveil.formats.odt:ODT"),
    ".fodt": "lexveil.formats.odt:FODT",
    ".pdf": "lexveil.formats.pdf:PDF",
    **dict.fromkeys((".xml", ".akn"), "lexveil.formats.xml:XML"),
    ".eml": "lexveil.formats.mail:MAIL",
    ".json": "lexveil.formats.json:JSON",
    ".rtf": "lexveil.formats.office:RTF",
    ".doc": "lexveil.formats.office:DOC",
}
GROUP = "lexveil.formats"
# Letters in disguise (a tag is seen in a flag alone), and rows of signs that can spell anything.
_UNSEEN = re.compile(
    "(?:\\A|[^\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007e]"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3}|[\u200b-\u200f\u2060-\u2064\u180e\ufeff]{8}"
)
UNSEEN = Part("characters that are not seen", "uncovered", because("part.unseen-letters"))
STANDARD_INPUT = ("-", "/dev/stdin")
TYPED = "text"  # what a text that came in no file is called
UNREADABLE = "file.unexpected"  # what a parser did not expect

Metadata = Mapping[str, Any]


def read(
    data: bytes,
    name: str,
    options: Options = DEFAULT,
    *,
    suffix: str = "",
    metadata: Metadata | None = None,
) -> Document:
    """The document in the bytes of a file, by `suffix`, else by that of its name."""
    suffix = _suffix(f"document{suffix}" if suffix else name)
    if not data.strip():
        raise InputError("file.empty").within(disk.shown(name))
    disk.expect_within(len(data), options.max_bytes, name)
    try:
        with explained(InputError, UNREADABLE):
            found = _format(suffix).read(data, options)
            review_copies.refuse(found.text)
    except InputError as error:
        raise error.within(disk.shown(name)) from None
    source = dataclasses.replace(found.source, suffix=suffix)
    parts = (*found.parts, UNSEEN) if _UNSEEN.search(found.text) else found.parts
    return dataclasses.replace(found, id=identity(data), parts=parts, source=source, metadata=metadata or {})


def of_text(text: str, options: Options = DEFAULT, *, metadata: Metadata | None = None) -> Document:
    """The document that a text by itself is, character for character; an empty one too."""
    if not isinstance(text, str):
        raise InputError("api.no-text", kind=type(text).__name__)
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise InputError("api.half-character", offset=error.start) from None
    disk.expect_within(len(data), options.max_bytes, TYPED)
    found = typed(text, options)
    parts = (UNSEEN,) if _UNSEEN.search(text) else ()
    source = dataclasses.replace(found.source, suffix=".txt")
    return dataclasses.replace(found, id=identity(data), parts=parts, source=source, metadata=metadata or {})


def read_file(path: str | Path, options: Options = DEFAULT, *, metadata: Metadata | None = None) -> Document:
    path = Path(path)
    if str(path) in STANDARD_INPUT or disk.is_file(path):
        _suffix(str(path))  # before a large file is loaded for nothing
    data = disk.load(path, max_bytes=options.max_bytes)
    found = read(data, str(path), options, metadata=metadata)
    return dataclasses.replace(found, source=dataclasses.replace(found.source, path=path.absolute()))


def write(document: Document, replacements: Replacements) -> bytes:
    """The bytes of the document's twin: the file it was read from with the replacements in it."""
    check(replacements, len(document.text))
    if not isinstance(document.source, Source):
        raise OutputError("file.not-read", document=document.id)
    with explained(OutputError, "file.unwritten"):
        return _format(document.source.suffix).write(document, replacements)


def write_file(document: Document, replacements: Replacements, path: str | Path) -> None:
    """Write the twin to a new file, all or nothing."""
    path = Path(path)
    data = write(document, replacements)
    source: Source = document.source
    if source.path and disk.same(path, source.path):
        raise OutputError("file.itself").within(disk.shown(path))
    disk.save(data, path)


@cache
def suffixes() -> tuple[str, ...]:
    """Every suffix that can be read, the outside formats included."""
    return tuple(sorted({*FORMATS, *(point.name for point in entry_points(group=GROUP))}))


def _format(suffix: str) -> Format:
    return cast(Format, load(FORMATS, suffix, group=GROUP, error=InputError))


def _suffix(name: str) -> str:
    """The suffix of a name, which must be that of a format."""
    suffix = PurePath(name).suffix.lower()
    if suffix in suffixes():
        return suffix
    if name in STANDARD_INPUT:
        raise InputError("file.no-suffix")
    if suffix in TABLES:
        raise InputError("file.table").within(disk.shown(name))
    known, tables = ", ".join(suffixes()), ", ".join(sorted(TABLES))
    raise InputError("file.format", formats=known, tables=tables).within(disk.shown(name))
