"""A JSON document: every string is text, each a block of its own; replacements go into its very literals.

Keys are zone `code`: only names found elsewhere are looked for there. A number of five digits and more may be
somebody's, so it is text too, and what replaces it is a string. Everything else comes through as it is.
"""

import json
import re
from collections.abc import Iterator
from functools import partial

from lexveil.errors import InputError, OutputError
from lexveil.formats.encoding import Decoded, decode
from lexveil.formats.markup import Block, document_of, lay, splice
from lexveil.formats.source import DEFAULT, Format, Options, Replacements
from lexveil.formats.tables.jsonl import KEY, block_of, spell, strings
from lexveil.model import Document

NUMBER = "number"

_NUMBER = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(?<![\w.+-])(?P<number>\d{5,})(?![\w.+-])')


def read(data: bytes, options: Options = DEFAULT) -> Document:
    decoded = decode(data)
    _expect_whole(decoded.text)
    laid = lay(block for block in _blocks(decoded.text) if block.visible())
    if not laid.text:
        raise InputError("file.no-text")
    return document_of(laid, options, decoded, notes=[decoded.note])


def write(document: Document, replacements: Replacements) -> bytes:
    source: Decoded = document.source.content
    plain = partial(spell, encoding=source.encoding, ascii_only=source.text.isascii())

    def written(text: str, context: str, left: str) -> str:
        inner = plain(text, context, left)
        return f'"{inner}"' if context == NUMBER else inner

    new = splice(source.text, document.pieces, replacements, written)
    try:
        _expect_whole(new)
    except InputError:  # two people who are keys of one object became one, or a part of a number went
        raise OutputError("table.joined-keys") from None
    return source.bom + new.encode(source.encoding)


def _expect_whole(text: str) -> None:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) != len(pairs):
            raise InputError("table.key-twice", line=1)
        return dict(pairs)

    try:
        json.loads(text.removeprefix("\ufeff"), object_pairs_hook=once, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        reason = error.msg.split(":")[0]
        raise InputError("table.no-json", line=error.lineno, reason=reason, column=error.colno) from None
    except RecursionError:
        raise InputError("table.nested", line=1) from None


def _blocks(text: str) -> Iterator[Block]:
    """Strings and long numbers in the order of the file."""
    found = [
        (each.start, block_of(text, "code" if each.context == KEY else "", each))
        for each in strings(text, columns=False)
    ]
    for number in _NUMBER.finditer(text):
        if number["number"]:
            block = Block()
            block.add(number["number"], number.start(), number.end(), NUMBER)
            found.append((number.start(), block))
    yield from (block for _, block in sorted(found, key=lambda each: each[0]))


JSON = Format(read, write)
