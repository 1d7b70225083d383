"""JSON lines: one object per line, replacements back into its very string literals.

A text column is a key, a path of keys joined by dots, or a value with strings inside (a list of paragraphs).
All other strings, and keys inside of columns, are zone `code`. Never writes a number, a key of a column,
white space or the order of keys anew.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import decode
from lexveil.formats.markup import Block, lay, splice
from lexveil.formats.source import Options, Replacements
from lexveil.formats.tables import Table, TableFormat, missing, rewritten, row_documents, within

VALUE, KEY = "value", "key"  # contexts

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]:,]')
DEEPEST = 500  # lists and objects in one another
_CHARACTERS = re.compile(r"(?i)([^\\]+)|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})|\\(.)")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
# A control or half a character: nothing to read, and no encoder takes it.
_NOTHING = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")


class Text(NamedTuple):
    """A string of a line: the path of its value, or its own when it is a key, and where it stands."""

    path: str
    start: int  # without its quotes
    end: int
    context: str


def read(data: bytes, options: Options) -> Table:
    decoded = decode(data)
    rows = _rows(decoded.text, options.text_columns)
    documents, starts, notes = row_documents(data, options.language, rows)
    notes = [decoded.note, *notes] if decoded.note else notes
    return Table(documents, (decoded, starts, options.text_columns), write, tuple(notes))


def write(table: Table, replacements: Sequence[Replacements]) -> bytes:
    decoded, starts, columns = table.source
    told = partial(spell, encoding=decoded.encoding, ascii_only=decoded.text.isascii())

    def written(start: int, changes: Replacements) -> tuple[int, str]:
        found = decoded.text.find("\n", start)
        end = found if found >= 0 else len(decoded.text)
        line = decoded.text[start:end]
        new = splice(line, lay(_blocks(line, columns)).pieces, changes, told)
        try:
            _scan(new, 0)
        except InputError:  # two people who are keys of one object became one
            raise OutputError("table.joined-keys") from None
        return end, new

    return rewritten(decoded, starts, replacements, written)


def _rows(source: str, columns: tuple[str, ...]) -> Iterator[tuple[int, int, Iterable[tuple[str, str]]]]:
    """Number, place and strings of every line that is not blank."""
    start, unseen, first = 0, list(columns), ""
    for number, line in enumerate(source.split("\n"), 1):
        if line.strip():
            texts = _scan(line, number)
            first = first or line
            unseen = [column for column in unseen if not any(within(text.path, column) for text in texts)]
            ordered = _in_order(texts, columns)
            strings = ((kind, line[text.start - 1 : text.end + 1]) for kind, text in ordered)
            yield number, start, [(kind, _NOTHING.sub("\ufffd", json.loads(each))) for kind, each in strings]
        start += len(line) + 1
    if unseen:
        raise missing(unseen[0], json.loads(first or "{}"))  # keys inside of columns may be names: not told


def _depth(line: str) -> int:
    """How many lists and objects lie in one another."""
    deepest = depth = 0
    for token in _TOKEN.finditer(line):
        depth += (token[0] in "[{") - (token[0] in "]}")
        deepest = max(deepest, depth)
    return deepest


def _scan(line: str, number: int) -> list[Text]:
    """Every string of the line, once JSON itself has found it well-formed."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) != len(pairs):
            raise InputError("table.key-twice", line=number)
        return dict(pairs)

    if _depth(line) > DEEPEST:
        raise InputError("table.nested", line=number, depth=DEEPEST)
    try:
        # Numbers stay strings: they are not looked at, and one of a million digits is slow to make.
        found = json.loads(line, object_pairs_hook=once, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        reason = error.msg.split(":")[0]
        raise InputError("table.no-json", line=number, reason=reason, column=error.colno) from None
    except RecursionError:
        raise InputError("table.nested", line=number, depth=DEEPEST) from None
    if not isinstance(found, dict):
        raise InputError("table.no-object", line=number)
    return strings(line)


def strings(line: str, *, columns: bool = True) -> list[Text]:
    """Of a well-formed line. An element of a list has the path of the list. The keys of the line itself are
    columns of the table, or, of a document that is none, keys like others."""
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
                if len(open_paths) > 1 or not columns:
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
        column = next((column for column in columns if within(text.path, column)), "")
        if text.context == VALUE and column:
            shown[column].append(("", text))
        elif text.context == VALUE or not any(within(column, text.path) for column in columns):
            rest.append(("code", text))  # but not the name of a text column, or of what it is in
    return [pair for pairs in (*shown.values(), rest) for pair in pairs]


def _blocks(line: str, columns: tuple[str, ...]) -> list[Block]:
    """The same strings with the place of each character."""
    blocks = [block_of(line, kind, text) for kind, text in _in_order(_scan(line, 0), columns)]
    return [block for block in blocks if block.visible()]


def block_of(line: str, kind: str, text: Text) -> Block:
    block = Block(kind)
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
    return block


def spell(text: str, context: str, left: str, *, encoding: str, ascii_only: bool) -> str:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        ascii_only = True
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]


JSONL = TableFormat(read, write)
