"""XML documents of any vocabulary: text out, replacements back into the very source.

Comes in: the bytes of a document. Goes out: a document with its text, and its bytes again with the
replacements spliced in, each spelled for its place; every byte outside them is the one that came in. Never
builds a tree, fetches a DTD or expands an entity, and writes no element of its own unless `annotate` asks for
it (docs/decisions/0014-xml.md).

`tokens` cuts the source and lets expat say that it is well-formed, `walk` makes text of it with `elements`
(`vocabularies`, `survey`), `attributes`, `doctype` and `characters`; `escape` spells what is written back and
`annotate` marks it.
"""

import codecs
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import Decoded, decode, label
from lexveil.formats.markup import lay, splice
from lexveil.formats.markup.characters import TEXT
from lexveil.formats.markup.escaping import Encoding, spell_xml
from lexveil.formats.markup.tokens import check
from lexveil.formats.source import DEFAULT, Format, Options, Source
from lexveil.formats.xml.annotate import STYLES, Mark, marker
from lexveil.formats.xml.document import walk
from lexveil.formats.xml.elements import Elements
from lexveil.model import Document, Part, Reason, Replacement, because

SNIFFED = 1024  # bytes in which a document must say its encoding
_DECLARED = re.compile(rb"\A<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"'>]+)")
# UTF-16 without a byte order mark: "<" and "?" or a letter, each beside a zero byte (XML 1.0, appendix F).
_UNMARKED = ((re.compile(rb"<\x00[^\x00]\x00"), codecs.BOM_UTF16_LE),
             (re.compile(rb"\x00<\x00[^\x00]"), codecs.BOM_UTF16_BE))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Content:
    """What `write` needs of the file that was read."""

    text: str = field(repr=False)
    bom: bytes
    encoding: Encoding
    mark: Mark | None = None


def read(data: bytes, options: Options = DEFAULT) -> Document:
    if options.annotate and options.annotate not in STYLES:
        raise InputError(f"there is no such way to annotate: choose {' or '.join(STYLES)}")
    decoded, encoding = _decode(data)
    entities: dict[str, str] = {}
    check(decoded.text.encode(), encoding="utf-8", entities=entities)
    walked = walk(decoded.text, options, entities)
    laid = lay(walked.blocks)
    if not laid.text:
        raise InputError("there is no text in the document: choose another file")
    mark = marker(options.annotate, decoded.text, walked.elements) if options.annotate else None
    return Document(
        id="",
        text=laid.text,
        language=options.language,
        pieces=laid.pieces,
        zones=laid.zones,
        shape=laid.shape,
        source=Source(Content(decoded.text, decoded.bom, encoding, mark)),
        parts=_parts(walked.counts),
        notes=tuple(
            note for note in (decoded.note, *_notes(walked.elements, walked.counts, options)) if note
        ),
    )


def write(document: Document, replacements: Sequence[Replacement]) -> bytes:
    content: Content = document.source.content

    def spelled(number: str, context: str, left: str) -> str:
        replacement = replacements[int(number)]
        text = spell_xml(replacement.text, context, left, encoding=content.encoding)
        if content.mark and text and context == TEXT:
            return content.mark(text, replacement, int(number) + 1)
        return text

    # The splice carries the number of each replacement to its place, where more than its text is needed.
    numbered = [replace(each, text=str(number)) for number, each in enumerate(replacements)]
    text = splice(content.text, document.pieces, numbered, spelled)
    try:
        check(text.encode(), encoding="utf-8", entities={})
        return content.bom + text.encode(content.encoding.read)
    except (
        InputError,
        UnicodeEncodeError,
    ):  # cannot happen while `spell_xml` does its work; never write it otherwise
        raise OutputError(
            "the pseudonyms cannot be written into this XML without breaking it: choose others"
        ) from None


def _decode(data: bytes) -> tuple[Decoded, Encoding]:
    """The text, and how a character must be written that everybody reads as we do."""
    for pattern, bom in _UNMARKED:
        if pattern.match(data):
            decoded = replace(decode(bom + data), bom=b"")
            return decoded, Encoding(decoded.encoding, decoded.encoding)
    found = _DECLARED.search(data[:SNIFFED])
    declared = found[1].decode("ascii", "replace") if found else "utf-8"
    if not label(declared):
        raise InputError("the encoding it declares is none that can be read: convert the file to UTF-8")
    decoded = decode(data, declared=declared)
    if decoded.bom:
        return decoded, Encoding(decoded.encoding, decoded.encoding)
    # The label iso-8859-1 is read as windows-1252, as people mean it; what we write must hold for both. A
    # file that says one thing and is another gets nothing but ASCII.
    honest = decoded.encoding == label(declared)
    return decoded, Encoding(decoded.encoding, codecs.lookup(declared).name if honest else "ascii")


def _parts(counts: Counter[str]) -> tuple[Part, ...]:
    return tuple(
        Part(
            f"embedded file {number}",
            "uncovered",
            because("part.xml-file"),
        )
        for number in range(1, counts["embedded file"] + 1)
    )


def _notes(elements: Elements, counts: Counter[str], options: Options) -> list[Reason]:
    if options.block_tags:
        notes = [because("note.blocks-named")]
    elif elements.vocabulary:
        notes = [because("note.vocabulary", vocabulary=elements.vocabulary.name)]
    else:
        notes = [because("note.vocabulary-unknown")]
    names = ("comment", "instruction", "attribute", "declaration")
    read_too = tuple(because(f"note.{name}", count=counts[name]) for name in names if counts[name])
    if read_too:
        total = sum(counts[name] for name in names)
        notes.append(because("note.hidden", items=read_too, count=total))
    if counts["unknown entity"]:
        number = counts["unknown entity"]
        notes.append(because("note.unresolved", count=number))
    return notes


XML = Format(read, write)
