"""Character maps (CMaps): from the codes in a page to characters, or to the glyphs of a font.

They come as streams (ISO 32000-2, 9.7.5 and 9.10.3) or as names of Adobe's. Ranges are kept as ranges: a file
of a few bytes cannot ask for millions of entries.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from pdfminer.cmapdb import CMap as Trie
from pdfminer.cmapdb import CMapDB

MAX_SPACES = 100  # ranges that say how many bytes a code has
_BEGIN = re.compile(rb"begin(codespacerange|bfchar|bfrange|cidchar|cidrange)\b")
_TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])|([0-9]+)|/([^\s<>\[\]/()]+)")
_MODE = re.compile(rb"/WMode\s+1\b")
_USED = re.compile(rb"/([A-Za-z0-9-]+)\s+usecmap\b")

Value = bytes | int | str | list[bytes]

Range = tuple[int, int, Value]  # first and last code, the value of the first; the others follow on


class CMap:
    """`text(code)` where it leads to characters, `glyph(code)` where it leads to glyphs."""

    def __init__(self, ranges: list[Range], spaces: list[tuple[int, int, int]], *, vertical: bool) -> None:
        self.single = {first: value for first, last, value in ranges if first == last}
        several = (each for each in ranges if each[0] < each[1])
        self.ranges = sorted(several, key=lambda each: (each[0], -each[1]))
        self.firsts = [first for first, _, _ in self.ranges]
        self.spaces = spaces[:MAX_SPACES]  # bytes in a code, first and last code
        self.vertical = vertical

    def find(self, code: int) -> tuple[Value, int] | None:
        """The value of its own, or of the range that begins last before it, and how far into that it is."""
        if code in self.single:
            return self.single[code], 0
        at = bisect_right(self.firsts, code) - 1
        first, last, value = self.ranges[at] if at >= 0 else (0, -1, 0)
        return (value, code - first) if code <= last else None

    def text(self, code: int) -> str | None:
        found = self.find(code)
        if found is None:
            return None
        value, further = found
        if isinstance(value, list):
            return _characters(value[further]) if further < len(value) else None
        if not isinstance(value, bytes):
            return None
        text = _characters(value)
        if not further or not text:
            return text
        last = ord(text[-1]) + further
        return text[:-1] + chr(last) if last <= 0x10FFFF and not 0xD800 <= last < 0xE000 else None

    def glyph(self, code: int) -> int | None:
        found = self.find(code)
        return found[0] + found[1] if found and isinstance(found[0], int) else None

    def split_to_glyphs(self, data: bytes) -> Iterator[tuple[bytes, int]]:
        return ((code, self.glyph(int.from_bytes(code)) or 0) for code in self.split(data))

    def split(self, data: bytes) -> Iterator[bytes]:
        """The codes in a string, by the ranges that say how many bytes they have."""
        lengths = sorted({length for length, _, _ in self.spaces}) or [2]
        at = 0
        while at < len(data):
            codes = {n: int.from_bytes(data[at : at + n]) for n in lengths if at + n <= len(data)}
            fitting = {n for n, first, last in self.spaces if first <= codes.get(n, -1) <= last}
            length = min(fitting, default=lengths[0])
            yield data[at : at + length]
            at += length


def parsed(data: bytes) -> CMap:
    """The map that a stream spells out."""
    ranges: list[Range] = []
    spaces: list[tuple[int, int, int]] = []
    at = 0
    while found := _BEGIN.search(data, at):
        kind = found[1].decode()
        end = data.find(b"end" + found[1], found.end())
        if end < 0:
            break
        values = list(_values(data, found.end(), end))
        if kind == "codespacerange":
            spaces += [
                (len(first), int.from_bytes(first), int.from_bytes(last))
                for first, last in zip(values[::2], values[1::2], strict=False)
                if isinstance(first, bytes) and isinstance(last, bytes)
            ]
        else:
            ranges += _ranges(values, 3 if kind.endswith("range") else 2)
        at = end
    return CMap(ranges, spaces, vertical=bool(_MODE.search(data)))


def used(data: bytes) -> str:
    """The name of the map that a map builds on, "" for none."""
    found = _USED.search(data)
    return found[1].decode() if found else ""


def predefined(name: str) -> Trie | None:
    """One of Adobe's maps by its name; its codes lead to glyphs of a collection."""
    try:
        found: Any = CMapDB.get_cmap(name)
    except (CMapDB.CMapNotFound, OSError, ValueError):
        return None
    return found if isinstance(found, Trie) else None


def collection(name: str) -> Mapping[int, str]:
    """The characters of the glyphs of one of Adobe's collections, as "Adobe-Japan1"."""
    try:
        return CMapDB.get_unicode_map(name).cid2unichr
    except (CMapDB.CMapNotFound, OSError, ValueError):
        return {}


def split_by_trie(trie: Trie, data: bytes) -> Iterator[tuple[bytes, int]]:
    """The codes in a string and their glyphs, by one of Adobe's maps; 0 where it has none."""
    node: Any = trie.code2cid
    start = 0
    for at, byte in enumerate(data):
        node = node.get(byte)
        if isinstance(node, dict):
            continue
        yield data[start : at + 1], node or 0
        node, start = trie.code2cid, at + 1
    if start < len(data):
        yield data[start:], 0


def _values(data: bytes, start: int, end: int) -> Iterator[Value]:
    row: list[bytes] | None = None
    for found in _TOKEN.finditer(data, start, end):
        digits, opens, closes, number, name = found.groups()
        if opens:
            row = []
        elif closes:
            yield row or []
            row = None
        elif digits is not None:
            written = digits.translate(None, b" \t\r\n\f\v").decode()
            code = bytes.fromhex(written + "0" * (len(written) % 2))
            if row is None:
                yield code
            else:
                row.append(code)
        elif number:
            yield int(number)
        elif name:
            yield name.decode("ascii", "replace")


def _ranges(values: list[Value], step: int) -> Iterator[Range]:
    for at in range(0, len(values) - step + 1, step):
        first, last, value = values[at], values[at + step - 2], values[at + step - 1]
        if isinstance(first, bytes) and isinstance(last, bytes):
            low, high = int.from_bytes(first), int.from_bytes(last)
            yield low, min(high, low + 65535), value


def _characters(code: bytes) -> str:
    return chr(code[0]) if len(code) == 1 else code.decode("utf-16-be", "ignore")
