"""XML documents of any vocabulary: text out, replacements back into the very source.

Every other byte is the one that came in. No tree is built, no DTD fetched, no entity expanded, and no element
written unless `annotate` asks for it (docs/decisions/0014-xml.md): `danish` is the markup of Povlsen and
others, "Anonymization of Court Orders", section II; `akoma-ntoso` that of OASIS LegalDocML 3.0.
"""

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import Decoded, decode, label
from lexveil.formats.markup import document_of, lay, splice
from lexveil.formats.markup.characters import TEXT
from lexveil.formats.markup.escaping import Encoding, spell_xml
from lexveil.formats.markup.tokens import check
from lexveil.formats.source import DEFAULT, Format, Options, Replacements
from lexveil.formats.xml.document import read_document
from lexveil.formats.xml.elements import AKOMA_NTOSO, AKOMA_NTOSO_MARKS, ANNOTATED, ANNOTATION, Elements
from lexveil.formats.xml.values import QUOTE, typed, unique
from lexveil.model import CATEGORIES, Document, Part, Reason, Replacement, because

STYLES = ("danish", "akoma-ntoso")
_DANISH = {"PERSON": "pers", "CASE_NUMBER": "case", "MISC": "div", "": "div"}  # others: our own word
_TAG = re.compile(r"\[([^\W\d_]+(?:-[^\W\d_]+)*)\d+\]")
_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]+")

Mark = Callable[[str, Replacement, int], str]  # the spelled text, its replacement, its number


def marker(style: str, source: str, elements: Elements) -> Mark:
    if style == "danish":
        return _danish
    own = AKOMA_NTOSO is elements.vocabulary
    prefix = f"{elements.prefix}:" if own and elements.prefix else ""
    declared = "" if own else f' xmlns="{ANNOTATED}"'
    unique = "lexveil"
    while f"{unique}_" in source:  # a file that was marked before
        unique += "x"

    def mark(spelled: str, replacement: Replacement, number: int) -> str:
        kind = CATEGORIES.get(replacement.category, "MISC")
        element = prefix + AKOMA_NTOSO_MARKS.get(kind, "entity")
        name = "" if kind in AKOMA_NTOSO_MARKS else f' name="{_word(replacement.category)}"'
        refers = _NO_NAME.sub("_", replacement.entity) or "_"
        opening = f'<{element}{declared} eId="{unique}_{number}"{name} refersTo="#{refers}">'
        return f"{opening}{spelled}</{element}>"

    return mark


def _danish(spelled: str, replacement: Replacement, number: int) -> str:
    """The category agrees with the tag: a bank that becomes [finans1] is no mere organisation."""
    tag = _TAG.match(replacement.text)
    named = tag[1].lower() if tag else _word(replacement.category)
    category = _DANISH.get(replacement.category) or named
    certain = f' certain="{replacement.certainty}"' if replacement.certainty else ""
    return f'<{ANNOTATION} cat="{category}"{certain}>{spelled}</{ANNOTATION}>'


def danish_word(category: str) -> str:
    """
    >>> danish_word("PERSON"), danish_word("EMAIL")
    ('pers', 'email')
    """
    return _DANISH.get(category) or _word(category)


def category_of(word: str) -> str:
    """
    >>> category_of("pers"), category_of("email"), category_of("finans")
    ('PERSON', 'EMAIL', '')
    """
    return next((each for each in CATEGORIES if danish_word(each) == word.strip().lower()), "")


def _word(category: str) -> str:
    return _NO_NAME.sub("_", category.lower()) or "misc"


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
        raise InputError("xml.annotation", choices=" or ".join(STYLES))
    decoded, encoding = _decode(data)
    entities: dict[str, str] = {}
    check(decoded.text.encode(), encoding="utf-8", entities=entities)
    document = read_document(decoded.text, options, entities)
    laid = lay(document.blocks)
    if not laid.text:
        raise InputError("file.no-text-in-document")
    mark = marker(options.annotate, decoded.text, document.elements) if options.annotate else None
    embedded = range(1, document.embedded + 1)
    parts = (Part(f"embedded file {number}", "uncovered", because("part.xml-file")) for number in embedded)
    content = Content(decoded.text, decoded.bom, encoding, mark)
    notes = (decoded.note, _vocabulary_note(document.elements, options), *document.notes)
    return document_of(laid, options, content, parts=parts, notes=notes)


def write(document: Document, replacements: Replacements) -> bytes:
    content: Content = document.source.content

    address = ""  # so much of the address at hand as was written

    def spelled(number: str, context: str, left: str) -> str:
        nonlocal address
        replacement = replacements[int(number)]
        original = document.text[replacement.start : replacement.end]
        address = left if QUOTE.search(left) else address + left
        new = typed(replacement.text, original, context, address)
        text = spell_xml(new, context, left, encoding=content.encoding)
        if content.mark and text and context == TEXT:
            return content.mark(text, replacement, int(number) + 1)
        return text

    # The splice carries the number of each replacement to its place, where more than its text is needed.
    numbered = [replace(each, text=str(number)) for number, each in enumerate(replacements)]
    text = unique(splice(content.text, document.pieces, numbered, spelled), content.text)
    try:
        check(text.encode(), encoding="utf-8", entities={})
        return content.bom + text.encode(content.encoding.read)
    except (InputError, UnicodeEncodeError):  # not while `spell_xml` does its work; never write it otherwise
        raise OutputError("xml.pseudonyms") from None


def _decode(data: bytes) -> tuple[Decoded, Encoding]:
    """The text, and how a character must be written that everybody reads as we do."""
    for pattern, bom in _UNMARKED:
        if pattern.match(data):
            decoded = replace(decode(bom + data), bom=b"")
            return decoded, Encoding(decoded.encoding, decoded.encoding)
    found = _DECLARED.search(data[:SNIFFED])
    declared = found[1].decode("ascii", "replace") if found else "utf-8"
    if not label(declared):
        raise InputError("xml.encoding")
    decoded = decode(data, declared=declared)
    if decoded.bom:
        return decoded, Encoding(decoded.encoding, decoded.encoding)
    # The label iso-8859-1 is read as windows-1252, as people mean it; what we write must hold for both. A
    # file that says one thing and is another gets nothing but ASCII.
    honest = decoded.encoding == label(declared)
    return decoded, Encoding(decoded.encoding, codecs.lookup(declared).name if honest else "ascii")


def _vocabulary_note(elements: Elements, options: Options) -> Reason:
    if options.block_tags:
        return because("note.blocks-named")
    if elements.vocabulary:
        return because("note.vocabulary", vocabulary=elements.vocabulary.name)
    return because("note.vocabulary-unknown")


XML = Format(read, write)
