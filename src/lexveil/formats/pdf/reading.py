"""A PDF as text.

Comes in: a cleaned PDF. Goes out: the text of its pages in reading order, then of everything that stands
beside them, with pieces that count glyphs and characters through the whole file; and what could not be read.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import pikepdf

from lexveil.formats.markup import Block, Laid, lay
from lexveil.formats.pdf import strings
from lexveil.formats.pdf.flow import Paragraph, lay_page
from lexveil.formats.pdf.pages import Pages, Scope, Span, visible
from lexveil.formats.pdf.scans import Scans, read_scans
from lexveil.formats.pdf.spots import mirrored, spots
from lexveil.formats.pdf.walk import walk
from lexveil.formats.shape import Shape
from lexveil.model import Part


class Read(NamedTuple):
    laid: Laid
    spans: tuple[Span, ...]
    strings_from: int  # the number of the first character that stands in no page
    pictures: Scans
    parts: tuple[Part, ...]


def read_pages(pdf: pikepdf.Pdf, *, language: str) -> Read:
    pages = Pages(pdf)
    on_pages: list[list[Block]] = []
    spans: list[Span] = []
    parts: list[Part] = []
    before: list[Paragraph] = []
    base = 0
    for number in range(len(pdf.pages)):
        scopes, troubles = pages.follow(number)
        bases = []
        for scope in scopes:
            bases.append(base)
            spans.append(Span(number, scope.key, base, scope.seen.glyphs))
            base += scope.seen.glyphs + sum(len(each.text) for each in scope.seen.properties)
        groups, unread = spots(scopes, bases, visible(pdf.pages[number]))
        found, before = lay_page(groups, before)
        on_pages.append(found)
        for scope, first in zip(scopes, bases, strict=True):
            on_pages[-1] += _properties(scope, first + scope.seen.glyphs)
        why = ", ".join(sorted(troubles | unread))
        parts.append(Part(f"page {number + 1}", "uncovered" if why else "read", why))
    pictures = read_scans(pdf, language=language)  # after the pages: those are known to be within bounds
    for number, found in enumerate(on_pages):
        found += pictures.blocks.get(number, ())
        page = Shape("page")
        for block in found:
            block.shape = page
    blocks = [*chain.from_iterable(on_pages), *pictures.blocks.get(-1, ())]
    strings_from = base
    counts: Counter[str] = Counter()
    for text in strings.texts(pdf):
        blocks += strings.blocks(text.text, text.zone, text.context, base)
        base += len(text.text)
        counts[_part_of(text)] += 1
    parts += [Part(name, "read", str(counts[name])) for name in sorted(counts)]
    parts += [*pictures.parts, *_beyond(pdf, spans)]
    laid = lay([block for block in blocks if block.visible()])
    return Read(laid, tuple(spans), strings_from, pictures, tuple(parts))


def _properties(scope: Scope, base: int) -> list[Block]:
    """The strings in the properties of marked content, without those that only repeat the glyphs."""
    again = mirrored(scope.seen)
    found: list[Block] = []
    for each in scope.seen.properties:
        repeats = each.at in again and each.path == ("/ActualText",)
        if not repeats and strings.worth_reading(each.text, "hidden", str(each.path[-1])):
            found += strings.blocks(each.text, "hidden", strings.STRING, base)
        base += len(each.text)
    return found


_PARTS = {
    "/Title": "bookmarks and titles",
    "/Contents": "comments",
    "/URI": "links",
    "/V": "form fields",
    "/DV": "form fields",
    "/TU": "form fields",
    "/T": "form fields",
    "/Opt": "form fields",
    "/Alt": "alternative texts",
    "/ActualText": "alternative texts",
    "/E": "alternative texts",
    "/P": "page labels",
    "/Name": "layers",
}


def _part_of(text: strings.Text) -> str:
    return _PARTS.get(str(text.key), "other strings")


def _beyond(pdf: pikepdf.Pdf, spans: Sequence[Span]) -> list[Part]:
    """Drawings that something refers to and no page shows: their text was not read."""
    read = {span.key for span in spans}
    unread = [
        node
        for node in walk(pdf)
        if isinstance(node.object, pikepdf.Stream)
        and node.object.objgen not in read
        and (node.object.get("/Subtype") == "/Form" or node.object.get_int("/PatternType", 0) == 1)
    ]
    return [Part("drawings on no page", "uncovered", "drawings that may show text")] if unread else []
