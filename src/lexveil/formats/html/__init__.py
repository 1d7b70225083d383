"""HTML pages: text out, replacements back into the very source.

Comes in: the bytes of a page. Goes out: a document with the page's text, and its bytes again with the
replacements spliced in, each spelled for its place; every byte outside them is the one that came in. Never
builds a tree and never writes markup of its own (docs/decisions/0003-own-html-tokenizer.md).

`tokens` cuts the source, `walk` makes text of it with `names`, `nesting`, `attributes` and `characters`,
`escape` spells what is written back, `embedded` lists files inside the page.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import Decoded, decode
from lexveil.formats.html.embedded import embedded
from lexveil.formats.html.escape import spell
from lexveil.formats.html.walk import walk
from lexveil.formats.markup import lay, splice
from lexveil.formats.source import DEFAULT, Format, Options, Source
from lexveil.model import Document, Reason, Replacement, because

SNIFFED = 1024  # bytes in which a page must say its encoding
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_DECLARED = re.compile(
    rb"\A\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"'>]+)"
    rb"|<meta[\s/][^>]*?charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)",
    re.IGNORECASE,
)


def read(data: bytes, options: Options = DEFAULT, *, xml: bool = False) -> Document:
    decoded = decode(data, declared=declared(data))
    walked = walk(decoded.text, xml=xml, citation_classes=options.citation_classes)
    laid = lay(walked.blocks)
    if not laid.text:
        raise InputError("there is no text in the page: choose another file")
    return Document(
        id="",
        text=laid.text,
        language=options.language,
        pieces=laid.pieces,
        zones=laid.zones,
        shape=laid.shape,
        source=Source(decoded),
        parts=tuple(embedded(decoded.text, options)),
        notes=tuple(note for note in (decoded.note, *_notes(walked.counts)) if note),
    )


def write(document: Document, replacements: Sequence[Replacement]) -> bytes:
    source: Decoded = document.source.content
    page = splice(source.text, document.pieces, replacements, partial(spell, encoding=source.encoding))
    try:
        return source.bom + page.encode(source.encoding)
    except UnicodeEncodeError:  # cannot happen while `spell` does its work; never write it otherwise
        raise OutputError(f"a pseudonym cannot be written in {source.encoding}: choose others") from None


def declared(data: bytes) -> str:
    """The encoding that a page says it has, "" if it says none.

    >>> declared(b'<meta charset="koi8-r">')
    'koi8-r'
    """
    found = _DECLARED.search(_COMMENT.sub(b"", data[:SNIFFED]))
    return (found[1] or found[2]).decode("ascii", "replace") if found else ""


def _notes(counts: Counter[str]) -> list[Reason]:
    names = ("comment", "attribute", "script", "style", "instruction")
    read_too = tuple(because(f"note.{name}", count=counts[name]) for name in names if counts[name])
    notes = []
    if read_too:
        total = sum(counts[name] for name in names)
        notes.append(because("note.hidden", items=read_too, count=total))
    return notes


HTML = Format(read, write)
XHTML = Format(partial(read, xml=True), write)
