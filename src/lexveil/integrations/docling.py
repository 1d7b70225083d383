"""Docling: a document that Docling converted, pseudonymized as one text and handed back as the same kind.

    document = DocumentConverter().convert("award.pdf").document
    pseudonymized(document, policy="court-eu")

Texts, list items, captions and the cells of tables are read together, so one person is one pseudonym in all
of them. Pictures are refused unless `images` says what becomes of them: nobody reads what they show.
"""

from collections.abc import Iterator
from typing import Any

from lexveil import check
from lexveil.errors import CoverageError, InputError, LeakError
from lexveil.integrations import needed
from lexveil.pipeline import Pseudonymizer

BREAK = "\n\n"  # between two items
DROP, KEEP = "drop", "keep"
NAME = "document"


def pseudonymized(document: Any, *, images: str = "", **options: Any) -> Any:
    """A copy of a `DoclingDocument`; `images`: "drop" or "keep", `options` those of `Pseudonymizer`."""
    kind = needed("docling_core.types.doc", extra="docling").DoclingDocument
    if not isinstance(document, kind):
        raise InputError("api.no-document", kind=type(document).__name__)
    made = document.model_copy(deep=True)
    _images(made, images)
    items = list(_items(made))
    result = Pseudonymizer(**options).text(BREAK.join(item.text for item in items))
    starts, at = [], 0
    for item in items:
        starts.append(at)
        at += len(item.text) + len(BREAK)
    for item, start in zip(items, starts, strict=True):
        end = start + len(item.text)
        # A name that goes on in the next item is written in the first.
        inside = [each for each in result.replacements if each.start < end and start < each.end]
        item.text = _replaced(item.text, inside, start)
        if hasattr(item, "orig"):
            item.orig = item.text
    made.name, made.origin = NAME, None
    found = check.leaks(made.model_dump_json().encode(), result.hidden).leaks
    if found:  # a field that is not read: a description of a picture, a name of a group
        raise LeakError("leak.part", number=len(found), offset=found[0].offset, part=found[0].part)
    return made


def _items(document: Any) -> Iterator[Any]:
    yield from document.texts
    for table in document.tables:
        yield from table.data.table_cells


def _replaced(text: str, replacements: Any, start: int) -> str:
    parts: list[str] = []
    last = 0
    for each in replacements:
        before, after = max(0, each.start - start), min(len(text), each.end - start)
        parts += (text[last:before], each.text if each.start >= start else "")
        last = after
    return "".join([*parts, text[last:]])


def _images(document: Any, images: str) -> None:
    shown = [item for item in (*document.pictures, *document.tables, *document.pages.values()) if item.image]
    if shown and images not in (DROP, KEEP):
        raise CoverageError("api.images", number=len(shown))
    for item in shown if images == DROP else ():
        item.image = None
