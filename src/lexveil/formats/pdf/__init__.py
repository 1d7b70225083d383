"""Born-digital PDF: text out, pseudonyms set in the place of what they replace.

Comes in: the bytes of a PDF. Goes out: a document with the text of its pages and of all that stands beside
them, and the bytes of a new file written from scratch, in which the replaced glyphs are gone from the drawing
instructions. Never covers anything with a box only, and never keeps an older revision, a script, a file
within the file or a signature (docs/decisions/0017-pdf.md).

`opening` opens and saves, `clean` removes what is not kept, `pages` follows the drawing instructions with
`content`, `fonts` and `cmaps`; `spots`, `lines` and `flow` make text of glyphs; `strings` reads the rest.
`writing` puts replacements back with `placing`, `faces` and `cut`. Pictures are for `scans`.
"""

from collections.abc import Sequence

import pikepdf

from lexveil.errors import InputError
from lexveil.formats.images.words import beside
from lexveil.formats.pdf.clean import clean
from lexveil.formats.pdf.names import number_names, words
from lexveil.formats.pdf.opening import opened, saved
from lexveil.formats.pdf.reading import read_pages
from lexveil.formats.pdf.scans import prepare, write_scans
from lexveil.formats.pdf.writing import Content, replaced
from lexveil.formats.source import DEFAULT, Format, Options, Source
from lexveil.model import Document, Part, Replacement


def read(data: bytes, options: Options = DEFAULT) -> Document:
    with opened(data, max_bytes=options.max_bytes) as pdf:
        notes = _notes(pdf)
        cleaned = clean(pdf, keep_metadata=options.keep_metadata, max_bytes=options.max_bytes)
        prepare(pdf)
        kept = saved(pdf)
    with opened(kept, max_bytes=options.max_bytes) as pdf:
        found = read_pages(pdf, language=options.language)
    if not found.laid.text and not any(part.state == "uncovered" for part in found.parts):
        raise InputError("there is no text in it: choose another file")
    content = Content(kept, found.spans, found.strings_from, found.pictures, options.boxes, options.max_bytes)
    return Document(
        id="",
        text=found.laid.text,
        language=options.language,
        pieces=found.laid.pieces,
        zones=found.laid.zones,
        shape=found.laid.shape,
        source=Source(content),
        parts=found.parts + cleaned,
        notes=notes + _removed(cleaned) + found.pictures.notes,
    )


def write(document: Document, replacements: Sequence[Replacement]) -> bytes:
    content: Content = document.source.content
    with opened(content.data, max_bytes=content.max_bytes) as pdf:
        covers = replaced(pdf, content, *beside(document.pieces, replacements))
        write_scans(pdf, content.pictures, document.pieces, replacements, covers=covers, boxes=content.boxes)
        number_names(pdf, words(document.text[each.start : each.end] for each in replacements))
        return saved(pdf)


def _notes(pdf: pikepdf.Pdf) -> tuple[str, ...]:
    notes = []
    if pdf.is_encrypted:
        notes.append("the file was protected against changes; what is written is not")
    if pdf.get_warnings():
        notes.append("the file was damaged and repaired: compare the result with the original")
    return tuple(notes)


def _removed(cleaned: Sequence[Part]) -> tuple[str, ...]:
    names = {part.name for part in cleaned}
    notes = {
        "signatures": "digital signatures were removed: they do not hold for a changed file",
        "attachments": "attached files were removed",
        "XFA form": "the second copy of the form (XFA) was removed",
    }
    return tuple(note for name, note in notes.items() if name in names)


PDF = Format(read, write)
