"""PDF: text out, pseudonyms set in the place of what they replace.

The new file is written from scratch, and the replaced glyphs are gone from its drawing instructions. Never
covers anything with a box only, and never keeps an older revision, a script, a file within the file or a
signature (docs/decisions/0017-pdf.md).

`file` opens, walks and saves, `clean` removes what is not kept, `pages` follows the drawing instructions with
`content`, `fonts` and `character_maps`; `letters`, `lines` and `paragraphs` make text of glyphs; `strings`
reads the rest. `writing` puts replacements back with `typesetting`. Pictures are for `scans`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

import pikepdf
from PIL import Image

from lexveil.errors import InputError
from lexveil.formats.images.reading import outside_pictures
from lexveil.formats.markup import Block, Laid, document_of, lay
from lexveil.formats.pdf import drawings, plausible, shown, strings
from lexveil.formats.pdf.clean import clean
from lexveil.formats.pdf.file import opened, parts_by_key, saved, walk
from lexveil.formats.pdf.fonts import Font
from lexveil.formats.pdf.leaders import with_leaders
from lexveil.formats.pdf.letters import letters, mirrored
from lexveil.formats.pdf.pages import Pages, Scope, Span, visible
from lexveil.formats.pdf.paragraphs import Paragraph, lay_page
from lexveil.formats.pdf.scans import Scans, prepare, read_scans, sheets, write_scans
from lexveil.formats.pdf.strings import number_names, words_of
from lexveil.formats.pdf.writing import Content, replaced
from lexveil.formats.shape import Shape
from lexveil.formats.source import DEFAULT, Format, Options, Replacements
from lexveil.model import Document, Part, Reason, because, several

REMOVED = {  # parts that one should know to be gone
    "signatures": because("note.signatures-removed"),
    "attachments": because("note.attachments-removed"),
    "XFA form": because("note.xfa-removed"),
}


class Read(NamedTuple):
    laid: Laid
    spans: tuple[Span, ...]
    strings_from: int  # the number of the first character that stands in no page
    pictures: Scans
    parts: tuple[Part, ...]


def read_pages(pdf: pikepdf.Pdf, *, language: str, allowed: Collection[str] = ()) -> Read:
    pages = Pages(pdf)
    drawn: dict[Hashable, Part] = {}  # the same on every page, as of a letterhead, is one part
    on_pages: list[list[Block]] = []
    spans: list[Span] = []
    reasons: list[set[Reason]] = []
    fonts: list[set[Font]] = []  # of each page
    before: list[Paragraph] = []
    base = 0
    for number in range(len(pdf.pages)):
        scopes, troubles = pages.follow(number)
        bases = []
        for scope in scopes:
            bases.append(base)
            spans.append(Span(number, scope.key, base, scope.seen.glyphs))
            base += scope.seen.glyphs + sum(len(each.text) for each in scope.seen.properties)
        groups, unread = letters(scopes, bases, visible(pdf.pages[number]))
        found, before = lay_page(groups, before)
        on_pages.append(found)
        for scope, first in zip(scopes, bases, strict=True):
            on_pages[-1] += _properties(scope, first + scope.seen.glyphs)
        shapes = [scope.seen.shapes for scope in scopes]
        if marks := drawings.letters(shapes):
            drawn.setdefault(marks, Part(f"page {number + 1}, drawings", "uncovered", drawings.DRAWINGS))
        reasons.append(troubles | unread)
        fonts.append({show.font for scope in scopes for show in scope.seen.shows})
    # After the pages: those are known to be within bounds.
    pictures = read_scans(pdf, language=language, allowed=allowed)
    said = {
        number: " ".join(part for block in (*found, *pictures.blocks.get(number, ())) for part in block.parts)
        for number, found in enumerate(on_pages)
    }
    for number in shown.other_than_said(pdf, fonts, said, language=language):
        reasons[number].add(plausible.LYING)
    parts = list(_page_parts(reasons, fonts))
    for number, found in enumerate(on_pages):
        found += pictures.blocks.get(number, ())
        page = Shape("page")
        for block in found:
            block.shape = page
    blocks = [*chain.from_iterable(on_pages), *pictures.blocks.get(-1, ())]
    strings_from = base
    names, counts = parts_by_key("strings"), Counter[str]()
    for text in strings.texts(pdf):
        part = names.get(str(text.key), "other strings")
        region = strings.REGIONS.get(part, "properties")
        blocks += strings.blocks(text.text, text.zone, text.context, base, region)
        base += len(text.text)
        counts[part] += 1
    parts += [Part(name, "read", because("part.count", count=counts[name])) for name in sorted(counts)]
    parts += [*pictures.parts, *drawn.values(), *_beyond(pdf, spans)]
    laid = lay([block for block in blocks if block.visible()])
    return Read(laid, tuple(spans), strings_from, pictures, tuple(parts))


def _page_parts(reasons: Sequence[set[Reason]], fonts: Sequence[set[Font]]) -> Iterator[Part]:
    lying = {font for font in set().union(*fonts) if plausible.lies(font)}
    for number, (found, used) in enumerate(zip(reasons, fonts, strict=True), 1):
        told = sorted(found | ({plausible.LYING} if used & lying else set()), key=str)
        yield Part(f"page {number}", "uncovered" if told else "read", several(tuple(told)))


def _properties(scope: Scope, base: int) -> list[Block]:
    """The strings in the properties of marked content, without those that only repeat the glyphs."""
    again = mirrored(scope.seen)
    found: list[Block] = []
    for each in scope.seen.properties:
        repeats = each.at in again and each.path == ("/ActualText",)
        if not repeats and strings.worth_reading(each.text, "hidden", str(each.path[-1])):
            found += strings.blocks(each.text, "hidden", strings.STRING, base, "alt-text")
        base += len(each.text)
    return found


def _beyond(pdf: pikepdf.Pdf, spans: Sequence[Span]) -> list[Part]:
    """Drawings that something refers to and no page shows: their text was not read."""
    read = {span.key for span in spans}
    streams = (node.object for node in walk(pdf) if isinstance(node.object, pikepdf.Stream))
    unread = (each for each in streams if each.objgen not in read)
    drawn = (each.get("/Subtype") == "/Form" or each.get_int("/PatternType", 0) == 1 for each in unread)
    return [Part("drawings on no page", "uncovered", because("part.drawings"))] if any(drawn) else []


def _prepared(data: bytes, options: Options) -> tuple[bytes, tuple[Part, ...], list[Reason]]:
    """The file less what is not kept, what that was, and what else is to be told."""
    with opened(data, max_bytes=options.max_bytes) as pdf:
        notes = [because("note.protected")] if pdf.is_encrypted else []
        notes += [because("note.repaired")] if pdf.get_warnings() else []
        cleaned = clean(pdf, keep_metadata=options.keep_metadata, max_bytes=options.max_bytes)
        prepare(pdf)
        return saved(pdf), cleaned, notes


def pictures(data: bytes, options: Options) -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """The marks of its pictures, each with how to draw it."""
    kept, _, _ = _prepared(data, options)
    with opened(kept, max_bytes=options.max_bytes) as pdf:
        for sheet in sheets.sheets(pdf):
            yield sheets.mark(pdf, sheet), partial(lambda pdf, sheet: sheets.drawn(pdf, sheet)[0], pdf, sheet)


def read(data: bytes, options: Options = DEFAULT) -> Document:
    kept, cleaned, notes = _prepared(data, options)
    with opened(kept, max_bytes=options.max_bytes) as pdf:
        found = read_pages(pdf, language=options.language, allowed=options.allow_image)
    if not found.laid.text and not any(part.state == "uncovered" for part in found.parts):
        raise InputError("pdf.no-text")
    removed = {part.name for part in cleaned}
    content = Content(kept, found.spans, found.strings_from, found.pictures, options.boxes, options.max_bytes)
    notes += [note for name, note in REMOVED.items() if name in removed]
    notes += found.pictures.notes
    return document_of(found.laid, options, content, parts=found.parts + cleaned, notes=notes)


def write(document: Document, replacements: Replacements) -> bytes:
    content: Content = document.source.content
    replacements = with_leaders(document.text, replacements)
    with opened(content.data, max_bytes=content.max_bytes) as pdf:
        covers = replaced(pdf, content, *outside_pictures(document.pieces, replacements))
        write_scans(pdf, content.pictures, document.pieces, replacements, covers=covers, boxes=content.boxes)
        number_names(pdf, words_of(document.text[each.start : each.end] for each in replacements))
        return saved(pdf)


PDF = Format(read, write)
