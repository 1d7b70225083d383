"""Plain text: the document is the file, character for character, in the encoding it came with.

What is a heading or an item of a list is told from its lines, and only where they leave no doubt.
"""

import re
from collections.abc import Iterator

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import Decoded, decode
from lexveil.formats.markup import Laid, document_of, splice
from lexveil.formats.shape import heading
from lexveil.formats.source import DEFAULT, Format, Options, Place, Replacements
from lexveil.model import Document, Piece, Zone

LONGEST = 80  # characters of a line that can be a heading

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_MARKED = re.compile(r"(#{1,6})[ \t]+\S")  # as Markdown writes it
_NUMBERED = re.compile(
    r"(?:(?P<roman>[IVXL]{1,6})[.)]|(?P<letter>[A-Z])[.)]"
    r"|(?P<digits>\d{1,2}(?:\.\d{1,2}){1,4}+\.?|\d{1,2}(?=[.)]))[.)]?)[ \t]+"
)
_UNSURE = re.compile(r"[.,;:!?…]\Z|\d{4}")  # a sentence; a date, which may begin with the number of its day
_WORD = re.compile(r"[^\W\d_]{3}")
_ITEM = re.compile(r"\s*(?:(?P<sign>[-–—*•▪◦·])|(?P<bracket>\(?(?:[a-z]|[ivx]{1,5}|\d{1,2})\)))[ \t]+\S")

Lines = list[tuple[int, int]]


def read(data: bytes, options: Options = DEFAULT) -> Document:
    decoded = decode(data)
    text = decoded.text
    if not text.strip("\ufeff \t\r\n\v\f"):
        raise InputError("file.no-text")
    laid = Laid(text, (Piece(0, len(text), Place(0, len(text))),), (), tuple(shape(text)))
    return document_of(laid, options, decoded, notes=[decoded.note])


def typed(text: str, options: Options = DEFAULT) -> Document:
    """A text that came in no file."""
    pieces = (Piece(0, len(text), Place(0, len(text))),) if text else ()
    laid = Laid(text, pieces, (), tuple(shape(text)))
    return document_of(laid, options, Decoded(text, "utf-8"))


def write(document: Document, replacements: Replacements) -> bytes:
    source: Decoded = document.source.content
    text = splice(source.text, document.pieces, replacements, lambda text, context, left: text)
    try:
        return source.bom + text.encode(source.encoding)
    except UnicodeEncodeError as error:
        character = f"{ord(text[error.start]):04X}"
        raise OutputError("encoding.character", character=character, encoding=source.encoding) from None


def shape(text: str) -> Iterator[Zone]:
    """Headings that stand alone, and items of lists, in order."""
    for lines in _blocks(text):
        (start, end), *more = lines
        kind = "" if more else _heading(text[start:end])
        if kind:
            yield Zone(start, end, kind)
        else:
            yield from _items(text, lines)


def _blocks(text: str) -> Iterator[Lines]:
    """The lines that stand together, each without the white space around it."""
    lines: Lines = []
    for found in _LINE.finditer(text):
        line = found[0].strip()
        if lines and (not line or found[0].startswith("\f")):
            yield lines
            lines = []
        if line:
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            lines.append((start, start + len(line)))
    if lines:
        yield lines


def _heading(line: str) -> str:
    """
    >>> _heading("## The parties"), _heading("I. FACTS"), _heading("1.2 The parties"), _heading("1. He left.")
    ('heading 2', 'heading 1', 'heading 3', '')
    """
    marked = _MARKED.match(line)
    if marked:
        return heading(len(marked[1]))
    if len(line) > LONGEST or _UNSURE.search(line) or not _WORD.search(line):
        return ""
    found = _NUMBERED.match(line)
    rest = line[found.end() :] if found else line
    if rest.isupper() and 2 * sum(char.isalpha() for char in rest) > len(rest):
        return heading(1 if not found or found["roman"] else _level(found))
    # One letter before a name is rather an initial.
    sure = found and rest[:1].isupper() and (found["digits"] or len(found["roman"] or "") > 1)
    return heading(1 if found["roman"] else _level(found)) if found and sure else ""


def _level(found: re.Match[str]) -> int:
    return 2 + (found["digits"] or "").strip(".").count(".")


def _items(text: str, lines: Lines) -> Iterator[Zone]:
    """Each from its mark to the next of the same kind: a line may begin with a bracket by chance."""
    begin, last, kind = -1, 0, ""
    for start, end in lines:
        found = _ITEM.match(text, start, end)
        sure = not last or text[last - 1] == ":" or (found and found.lastgroup == kind)
        if found and sure:
            if begin >= 0:
                yield Zone(begin, last, "item")
            begin, kind = start, str(found.lastgroup)
        last = end
    if begin >= 0:
        yield Zone(begin, last, "item")


TEXT = Format(read, write)
