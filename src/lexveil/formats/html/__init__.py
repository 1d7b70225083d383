"""HTML pages: text out, replacements back into the very source; every other byte is the one that came in.

No tree is built and no markup of our own is written (docs/decisions/0003-own-html-tokenizer.md). Files that
stand in the page in base64 are not changed: fonts and pictures without text are kept, others uncovered.
"""

import base64
import contextlib
import html
import re
from collections.abc import Iterator
from functools import partial
from urllib.parse import unquote

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import Decoded, decode
from lexveil.formats.html.page import read_page
from lexveil.formats.markup import document_of, lay, splice
from lexveil.formats.markup.escaping import spell_html
from lexveil.formats.source import DEFAULT, Format, Options, Replacements
from lexveil.model import Document, Part, because

_DATA = re.compile(r"(?i)\bdata:([\w.+/-]{0,100}+)(?:(?!data:)[^,]){0,200};base64,([\w+/=%&#;\s-]*+)")
_FONT = re.compile(r"(?i)(?:font/|application/(?:x-)?font|application/vnd\.ms-fontobject)")
_PICTURE = re.compile(r"(?i)image/(?!svg)")


def embedded_files(source: str, options: Options, *, within: str = "") -> Iterator[Part]:
    """`within`: what to say before the name of each, where the page is a part itself."""
    for number, found in enumerate(_DATA.finditer(source), 1):
        name = f"{within}embedded file {number}"
        if _FONT.match(found[1]):
            yield Part(name, "kept", because("part.font"))
        elif _PICTURE.match(found[1]):
            yield _picture(name, found[2], options)
        else:
            yield Part(name, "uncovered", because("part.page-file"))


def pictures(data: bytes) -> Iterator[bytes]:
    """The files of pictures that stand in a page."""
    for found in _DATA.finditer(decode(data, declared=declared(data)).text):
        with contextlib.suppress(ValueError):
            yield _unpacked(found[2])


def _unpacked(packed: str) -> bytes:
    return base64.b64decode(re.sub(r"\s", "", unquote(html.unescape(packed))), validate=True)


def _picture(name: str, packed: str, options: Options) -> Part:
    from lexveil.formats.images import read_image  # most pages need none of what it loads

    try:
        data = _unpacked(packed)
    except ValueError:
        return Part(name, "uncovered", because("part.page-file-damaged"))
    part = read_image(name, data, language=options.language, allowed=options.allow_image).part
    if part.state == "read":
        return Part(name, "uncovered", because("part.page-picture"))
    return part


SNIFFED = 1024  # bytes in which a page must say its encoding
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_DECLARED = re.compile(
    rb"\A\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"'>]+)"
    rb"|<meta[\s/][^>]*?charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)",
    re.IGNORECASE,
)


def read(data: bytes, options: Options = DEFAULT, *, xml: bool = False) -> Document:
    decoded = decode(data, declared=declared(data))
    page = read_page(decoded.text, xml=xml, citation_classes=options.citation_classes)
    laid = lay(page.blocks)
    if not laid.text:
        raise InputError("file.no-text-in-page")
    parts = embedded_files(decoded.text, options)
    return document_of(laid, options, decoded, parts=parts, notes=(decoded.note, *page.notes))


def write(document: Document, replacements: Replacements) -> bytes:
    source: Decoded = document.source.content
    spell = partial(spell_html, encoding=source.encoding)
    written = splice(source.text, document.pieces, replacements, spell)
    try:
        return source.bom + written.encode(source.encoding)
    except UnicodeEncodeError:  # cannot happen while `spell_html` does its work; never write it otherwise
        raise OutputError("encoding.pseudonyms", encoding=source.encoding) from None


def declared(data: bytes) -> str:
    """The encoding that a page says it has, "" if it says none."""
    found = _DECLARED.search(_COMMENT.sub(b"", data[:SNIFFED]))
    return (found[1] or found[2]).decode("ascii", "replace") if found else ""


HTML = Format(read, write)
XHTML = Format(partial(read, xml=True), write)
