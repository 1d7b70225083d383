"""Word documents (.docx, .dotx): all text of all parts out, replacements back into the very source.

Members in which nothing is replaced or cleaned are the bytes that came in. Metadata is cleaned unless it is
to be kept; what may hold text and cannot be read is `uncovered` (docs/decisions/0015-docx.md).
"""

from collections.abc import Mapping

from lexveil.errors import InputError, OutputError
from lexveil.formats.docx.attributes import Values
from lexveil.formats.docx.container import Container, Gathered, Reader, Xml
from lexveil.formats.docx.writing import Content, new_sources, pieces_of
from lexveil.formats.markup import Block, document_of, lay
from lexveil.formats.markup.tokens import check
from lexveil.formats.package import MAX_GROWTH, pack, unpack, write_picture
from lexveil.formats.source import DEFAULT, Format, Options, Replacements
from lexveil.model import Document, Reason, because

TRACKED = ("keep", "accept", "reject")


def read(data: bytes, options: Options = DEFAULT) -> Document:
    if options.tracked not in TRACKED:
        raise InputError("file.tracked", choices=", ".join(TRACKED))
    values = Values(keep_metadata=options.keep_metadata)
    found = Gathered(options, values, budget=MAX_GROWTH * options.max_bytes)
    container = Reader(unpack(data, max_bytes=options.max_bytes), found).read()
    blocks = _ordered(found)
    laid = lay(block for _, block in blocks)
    if not laid.text:
        raise InputError("file.no-text-in-document")
    content = Content(container, found.xml, _runs(blocks), found.values.copies, found.pictures)
    return document_of(laid, options, content, parts=found.parts, notes=_notes(found))


def write(document: Document, replacements: Replacements) -> bytes:
    content: Content = document.source.content
    new: dict[int, str | bytes] = {**new_sources(document, replacements)}
    for number, picture in content.pictures.items():
        data = write_picture(picture, pieces_of(document, number), replacements)
        if data != picture.data:
            new[number] = data
    return _packed(content, content.container, new)


def _packed(content: Content, container: Container, new: Mapping[int, str | bytes]) -> bytes:
    changed = _changed(content, container, new)
    return pack(container.members, changed=changed, removed=container.removed, renamed=container.renamed)


def _changed(content: Content, container: Container, new: Mapping[int, str | bytes]) -> dict[str, bytes]:
    """Member → its new bytes; a container inside changes only when a member of it does."""
    numbers = ((name, number) for name, number in container.numbers.items() if number in new)
    made = {name: _encoded(content.xml[number], new[number]) for name, number in numbers}
    for name, inner in container.inner.items():
        if inner.removed or inner.renamed or _changed(content, inner, new):
            made[name] = _packed(content, inner, new)
    return made


def _encoded(xml: Xml, new: str | bytes) -> bytes:
    if isinstance(new, bytes):
        return new
    try:
        data = xml.bom + new.encode(xml.encoding)
        if not xml.page:
            check(data)
    except (UnicodeEncodeError, InputError):  # not while `spell` does its work; never write it otherwise
        raise OutputError("docx.malformed") from None
    return data


def _ordered(found: Gathered) -> list[tuple[int, Block]]:
    """The text of the body first, then what stands around it, then attributes, then code."""
    stories = sorted(found.stories, key=lambda story: story[:2])
    read_ = [(number, block) for _, _, number, blocks in stories for block in blocks]
    prose = [each for each in read_ if each[1].kind != "code"]
    code = [each for each in read_ if each[1].kind == "code"]
    return [*prose, *found.values.hidden, *code, *found.values.code]


def _runs(blocks: list[tuple[int, Block]]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    at = 0
    for number, block in blocks:
        if block.places and (not runs or runs[-1][1] != number):
            runs.append((at, number))
        at += len(block.places)
    return runs


# What was cleaned, by the names of attributes and elements, and how it is told.
_TOLD = (
    ({"author", "initials"}, because("note.authors")),
    ({"rsid", "w:rsids"}, because("note.revisions")),
    ({"w14:docId", "w15:docId"}, because("note.document-id")),
    ({"w:attachedTemplate", "w:mailMerge"}, because("note.template-path")),
    ({"w:dataBinding"}, because("note.bound-text")),
    ({"fullDate"}, because("note.date-controls")),
    ({"w:fldData", "gfxdata"}, because("note.packed-copies")),
    ({"x15ac:absPath"}, because("note.workbook-path")),
)


def _notes(found: Gathered) -> list[Reason]:
    notes = []
    if found.changes and found.options.tracked == "keep":
        notes.append(because("note.tracked-kept"))
    elif found.changes:
        notes.append(because(f"note.tracked-{found.options.tracked}ed"))
    notes += (told for names, told in _TOLD if names & found.values.cleaned)
    if found.signed:
        notes.append(because("note.signature-removed"))
    if found.renamed:
        notes.append(because("note.members-renamed"))
    return notes


DOCX = Format(read, write)
