"""JSON lines: one object per line, replacements back into its very string literals.

A text column is a key, a path of keys joined by dots, or a value with strings inside (a list of paragraphs).
All other strings, and keys inside of columns, are zone `code`. Never writes a number, a key of a column,
white space or the order of keys anew.
"""

import json
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import Decoded, decode
from lexveil.formats.markup import Block, lay, splice
from lexveil.formats.source import Options
from lexveil.formats.tables import Table, TableFormat, encoded, identity, missing, row_document, row_notes
from lexveil.model import Document, Replacement

VALUE, KEY = "value", "key"  # contexts

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]:,]')
_CHARACTERS = re.compile(
    r"([^\\]+)|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})|\\(.)", re.IGNORECASE
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
# A control or half a character: nothing to read, and no encoder takes it.
_NOTHING = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")


class Text(NamedTuple):
    """A string of a line: the path of its value, or its own when it is a key, and where it stands."""

    path: str
    start: int  # without its quotes
    end: int
    context: str


class Lines(NamedTuple):
    """What writing needs."""

    decoded: Decoded
    starts: "array[int]"  # of the line of each document
    columns: tuple[str, ...]


def read(data: bytes, options: Options) -> Table:
    decoded = decode(data)
    documents: list[Document] = []
    starts = array("Q")
    unseen, first = list(options.text_columns), ""
    rows, name = 0, identity(data)
    for number, start, line in _lines(decoded.text):
        rows += 1
        texts = _scan(line, number)
        first = first or line
        unseen = [column for column in unseen if not any(_within(text.path, column) for text in texts)]
        ordered = _in_order(texts, options.text_columns)
        strings = ((kind, _decoded(line, text)) for kind, text in ordered)
        document = row_document(strings, identity=name, number=number, language=options.language)
        if document:
            documents.append(document)
            starts.append(start)
    if unseen:
        raise missing(unseen[0], json.loads(first or "{}"))  # keys inside of columns may be names: not told
    if not documents:
        raise InputError("table.no-text")
    notes = ([decoded.note] if decoded.note else []) + row_notes(rows, documents)
    return Table(tuple(documents), Lines(decoded, starts, options.text_columns), write, tuple(notes))


def write(table: Table, replacements: Sequence[Sequence[Replacement]]) -> bytes:
    lines: Lines = table.source
    source = lines.decoded.text
    parts: list[str] = []
    last = 0
    for start, changes in zip(lines.starts, replacements, strict=True):
        if changes:
            end = _line_end(source, start)
            parts += (source[last:start], _written(lines, source[start:end], changes))
            last = end
    return encoded(lines.decoded, "".join([*parts, source[last:]]))


def _written(lines: Lines, line: str, changes: Sequence[Replacement]) -> str:
    laid = lay(_blocks(line, lines.columns))
    spell = partial(_spell, encoding=lines.decoded.encoding, ascii_only=lines.decoded.text.isascii())
    new = splice(line, laid.pieces, changes, spell)
    try:
        _scan(new, 0)
    except InputError:  # two people who are keys of one object became one
        raise OutputError("table.joined-keys") from None
    return new


def _lines(source: str) -> Iterator[tuple[int, int, str]]:
    """Number, place and text of every line that is not blank."""
    start, number = 0, 0
    while start < len(source):
        end = _line_end(source, start)
        number += 1
        line = source[start:end]
        if line.strip():
            yield number, start, line
        start = end + 1


def _line_end(source: str, start: int) -> int:
    end = source.find("\n", start)
    return len(source) if end < 0 else end


def _scan(line: str, number: int) -> list[Text]:
    """Every string of the line, once JSON itself has found it well-formed."""
    try:
        # Numbers stay strings: they are not looked at, and one of a million digits is slow to make.
        found = json.loads(line, object_pairs_hook=_once, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise InputError(
            "table.no-json", line=number, reason=error.msg.split(":")[0], column=error.colno
        ) from None
    except RecursionError:
        raise InputError("table.nested", line=number) from None
    except _TwiceError:
        raise InputError("table.key-twice", line=number) from None
    if not isinstance(found, dict):
        raise InputError("table.no-object", line=number)
    return _strings(line)


class _TwiceError(Exception):
    pass


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _TwiceError
    return found


def _strings(line: str) -> list[Text]:
    """Of a well-formed line. An element of a list has the path of the list."""
    texts: list[Text] = []
    open_paths: list[tuple[str, str]] = []  # of the objects and lists around: bracket, path
    path, is_key = "", False
    for token in _TOKEN.finditer(line):
        sign = token[0][0]
        if sign == '"':
            start, end = token.start() + 1, token.end() - 1
            if is_key:
                around = open_paths[-1][1]
                key = json.loads(token[0])
                path = f"{around}.{key}" if around else key
                if len(open_paths) > 1:
                    texts.append(Text(path, start, end, KEY))
            else:
                texts.append(Text(path, start, end, VALUE))
        elif sign in "{[":
            open_paths.append((sign, path))
        elif sign in "}]":
            path = open_paths.pop()[1]
        is_key = sign == "{" or (sign == "," and open_paths[-1][0] == "{")
        if sign == "," and open_paths[-1][0] == "[":
            path = open_paths[-1][1]
    return texts


def _in_order(texts: Iterable[Text], columns: tuple[str, ...]) -> list[tuple[str, Text]]:
    """The strings of the text columns in the order of these, then the rest; each with its zone."""
    shown: dict[str, list[tuple[str, Text]]] = {column: [] for column in columns}
    rest: list[tuple[str, Text]] = []
    for text in texts:
        column = next((column for column in columns if _within(text.path, column)), "")
        if text.context == VALUE and column:
            shown[column].append(("", text))
        elif text.context == VALUE or not any(_within(column, text.path) for column in columns):
            rest.append(("code", text))  # but not the name of a text column, or of what it is in
    return [pair for pairs in (*shown.values(), rest) for pair in pairs]


def _blocks(line: str, columns: tuple[str, ...]) -> list[Block]:
    """The same strings with the place of each character."""
    blocks = []
    for kind, text in _in_order(_scan(line, 0), columns):
        block = Block(kind)
        _add(block, line, text)
        blocks.append(block)
    return [block for block in blocks if block.visible()]


def _within(path: str, column: str) -> bool:
    return path == column or path.startswith(f"{column}.")


def _decoded(line: str, text: Text) -> str:
    return _NOTHING.sub("\ufffd", json.loads(line[text.start - 1 : text.end + 1]))


def _add(block: Block, line: str, text: Text) -> None:
    for found in _CHARACTERS.finditer(line, text.start, text.end):
        plain, high, low, unit, short = found.groups()
        if plain:
            char = plain
        elif high:
            char = chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
        else:
            char = chr(int(unit, 16)) if unit else _ESCAPES.get(short, short)
            char = "\ufffd" if _NOTHING.match(char) else char
        block.add(char, found.start(), found.end(), text.context)


def _spell(text: str, context: str, left: str, *, encoding: str, ascii_only: bool) -> str:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        ascii_only = True
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]


JSONL = TableFormat(read, write)
