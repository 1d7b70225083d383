"""The other readings of a text: with letters spelled out, escapes decoded, letters drawn apart closed up,
letters drawn by signs or said longer than they are, and without what was put into a word.

A reading holds only what stands around such places, and knows where each of its characters stood.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from heapq import merge
from itertools import chain
from typing import NamedTuple

from lexveil.text import spelling
from lexveil.text.fold import KEPT, VIEWED
from lexveil.text.quick import Quick

_ESCAPE = re.compile(
    r"(?:%[0-9A-Fa-f]{2}){1,60}|&(?:#\d{2,7}|#[xX][0-9A-Fa-f]{2,6}|[A-Za-z]{2,8});"
    r"|\\u\{[0-9A-Fa-f]{2,6}\}|(?:\\u[0-9A-Fa-f]{4}){1,60}|(?:\\x[0-9A-Fa-f]{2}){1,60}|\\'[0-9A-Fa-f]{2}"
    r"|\\[0-9A-Fa-f]{2,6} ?"
    r"|(?:=[0-9A-Fa-f]{2}){1,60}|=\r?\n(?=\S)|\b[Xx][Nn]--[A-Za-z0-9-]{2,59}"
    r"|(?:\u00c3[\u0080-\u00bf\u0152-\u2122]){1,4}|\u202e[^\n\u202c]{3,200}"
)
_MAY_ESCAPE = re.compile(r"[%&\\=\u00c3\u202exX]")  # what an escape begins with, which is found quickly
# Letters one by one, in a line, one to a line or to a cell, whatever stands between them.
APART = re.compile(r"(?<!\w)[^\W\d_](?:(?:[^\w\n]{1,5}|_|[^\w\n]{0,3}\n\s{0,8})[^\W\d_]){2,}(?!\w)")
_MAY_BE_APART = re.compile(r"(?:\W|_)[^\W\d_](?=(?:\W{1,5}|_)[^\W\d_]\b)")
_GAPS = re.compile(r"\W+|_")
# At the end of a line, and of a page with its number.
_CUT = Quick(
    r"(?:[-\u2010\u2011*~]{1,3} ?"
    r"|[-\u00ad\u2010-\u2015\u2212=~]{1,2}[ \t]*\r?\n(?:\W{0,12}\d{1,4})?[ \t\r\n\f>|\])-]{0,12})(?=[^\W\d_])"
)
# Letters that were turned upside down, with those that have no sign of their own.
_TURNED = str.maketrans("ɐqɔpǝɟƃɥᴉıɾʞlɯuodbɹsʇnʌʍxʎzMԀ", "abcdefghiijklmnopqrstuvwxyzWP")
_TURNED_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]{0,40}[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ][^\W\d_]{0,40}")
# What somebody put into a word: Wel[sic]haven, Wel<b></b>haven.
_PUT_IN = Quick(
    r"(?<=[^\W\d_])(?:\[[^\[\]\n]{1,20}\]|\([^()\n]{1,20}\)|\{[^{}\n]{1,20}\}|(?:</?[^<>\n]{1,20}>){1,2})(?=[^\W\d_])"
)
_DRAWN = {
    "\\/\\/": "w", "|\\/|": "m", "/\\/\\": "m", "|\\|": "n", "\\/": "v", "/\\": "a", "|-|": "h", "|_|": "u",
    "|_": "l", "|)": "d", "|3": "b", "|<": "k", "|>": "p", "()": "o", "[]": "o", "|": "l",
    "€": "e", "£": "l", "¥": "y", "$": "s",
}  # fmt: skip
_SIGNS = "|".join(map(re.escape, _DRAWN))
_DRAWN_LETTERS = Quick(rf"(?<=[^\W\d_])(?:{_SIGNS})|(?:{_SIGNS})(?=[^\W\d_])")
# Hiiilde and Dagnyyy, as in a chat; HHiillddee, as in a printout that struck each letter twice.
_LONG = re.compile(r"([^\W\d_])\1{2,}", re.IGNORECASE)
_TWICE = re.compile(r"(?<![^\W\d_])(?:([^\W\d_])\1){4,}(?![^\W\d_])", re.IGNORECASE)
_BETWEEN = re.compile(r"\W")
REACH = 60  # characters before and after a place that are looked at with it: more than most names have

Change = tuple[int, int, str]  # from, to, what stands there instead


class _Stretch(NamedTuple):
    start: int  # in the new text
    old: int  # in the old one
    size: int  # of what was rewritten there; 0: as it was


class Reading(NamedTuple):
    text: str
    starts: list[int]
    stretches: list[_Stretch]

    def start_of(self, offset: int) -> int:
        """Where the character stood in the text."""
        at = self.stretches[bisect_right(self.starts, offset) - 1]
        return at.old if at.size else at.old + offset - at.start

    def end_of(self, offset: int) -> int:
        """Where the text goes on after the character."""
        at = self.stretches[bisect_right(self.starts, offset) - 1]
        return at.old + at.size if at.size else at.old + offset - at.start + 1


def readings(text: str, *, spelled: bool) -> Iterator[Reading]:
    """The text in its other readings; `spelled` if letters are to be spelled out too."""
    if spelled and not text.isascii():
        letters = spelling.LETTER.finditer(text)
        yield from _with(text, ((*found.span(), spelling.spelled_out(found)) for found in letters))
    yield from _others(text) if len(text) < VIEWED else _kept_others(text)


def _others(text: str) -> Iterator[Reading]:
    yield from _with(text, _unescaped(text))
    yield from _with(text, _closed_up(text))
    yield from _with(text, ((*found.span(), "") for found in _PUT_IN.finditer(text)))
    yield from _with(text, ((*found.span(), _DRAWN[found[0]]) for found in _DRAWN_LETTERS.finditer(text)))
    for length in (1, 2):  # Dagny, Anna
        yield from _with(text, ((found.start() + length, found.end(), "") for found in _LONG.finditer(text)))
    pairs = (at for found in _TWICE.finditer(text) for at in range(found.start(), found.end(), 2))
    yield from _with(text, ((at + 1, at + 2, "") for at in pairs))
    if not text.isascii():
        words = _TURNED_WORD.finditer(text)
        yield from _with(text, ((*word.span(), word[0].translate(_TURNED)[::-1]) for word in words))


@lru_cache(maxsize=KEPT)  # several searches of one text follow one another
def _kept_others(text: str) -> tuple[Reading, ...]:
    return tuple(_others(text))


def _with(text: str, changes: Iterator[Change]) -> Iterator[Reading]:
    first = next(changes, None)
    if first:
        yield read(text, chain((first,), changes))


def read(text: str, changes: Iterable[Change]) -> Reading:
    """The changed places with what stands around them; two that are far apart, in two paragraphs.

    >>> found = read("by J%C3%BCrg", [(4, 10, "ü")])
    >>> found.text, found.start_of(4), found.end_of(4), found.start_of(5)
    ('by Jürg', 4, 10, 10)
    """
    parts: list[str] = []
    stretches: list[_Stretch] = []
    length = last = until = 0
    for start, end, new in changes:
        if start - REACH > until:  # too far from the one before
            parts += (text[last:until], "\n\n")
            stretches.append(_Stretch(length, last, 0))
            length += until - last + 2
            last = _word_start(text, start - REACH, start)
        if start > last:
            stretches.append(_Stretch(length, last, 0))
            parts.append(text[last:start])
            length += start - last
        if new:
            stretches.append(_Stretch(length, start, end - start))
            parts.append(new)
            length += len(new)
        last, until = end, _word_end(text, end)
    stretches.append(_Stretch(length, last, 0))
    parts.append(text[last:until])
    return Reading("".join(parts), [each.start for each in stretches], stretches)


def _word_start(text: str, low: int, high: int) -> int:
    """Where a word begins: no word is cut, for half of it may be another."""
    found = _BETWEEN.search(text, low, high)
    return found.start() if found else high


def _word_end(text: str, end: int) -> int:
    """The same after a place; nothing of what goes on without end."""
    if end + REACH >= len(text):
        return len(text)
    found = _BETWEEN.search(text, end + REACH, end + 4 * REACH)
    return found.start() if found else end


def _unescaped(text: str) -> Iterator[Change]:
    last = 0
    for mark in _MAY_ESCAPE.finditer(text):
        found = _ESCAPE.match(text, mark.start()) if mark.start() >= last else None
        if found:
            yield found.start(), found.end(), _decoded(found)
            last = found.end()


def _closed_up(text: str) -> Iterator[Change]:
    """Letters one by one, or else words cut by a hyphen or by marks of emphasis."""
    apart = [found.span() for found in APART.finditer(text)] if _MAY_BE_APART.search(text) else []
    cuts = (cut.span() for cut in _CUT.finditer(text) if cut.start() and _is_cut(text[cut.start() - 1]))
    closed = ((start, end, "") for start, end in cuts)
    gaps = (gap for span in apart for gap in _gaps(text, *span))
    last = 0
    for start, end, new in merge(gaps, closed) if apart else closed:
        if start >= last:
            yield start, end, new
            last = end


def _is_cut(sign: str) -> bool:
    """Whether a word may go on after it: Wel-|haven, Dell'-|Acqua."""
    return sign.isalpha() or sign in "'’"


def _gaps(text: str, start: int, end: int) -> Iterator[Change]:
    """Between letters that stand apart: nothing, but a space where the gap is wider than the others."""
    found = [gap.span() for gap in _GAPS.finditer(text, start, end)]
    narrow = min(b - a for a, b in found)
    return ((a, b, " " if b - a > narrow and text[a:b].isspace() else "") for a, b in found)


def _decoded(found: re.Match[str]) -> str:
    """
    >>> escapes = ("%C3%BC", "&uuml;", "=FC", "\\\\u00fc", "\\\\fc ", "xn--mhl-hoa", "\u202elhüm")
    >>> [_decoded(_ESCAPE.search(text)) for text in escapes]
    ['ü', 'ü', 'ü', 'ü', 'ü', 'mühl', 'mühl']
    """
    sign, escape = found[0][0], found[0]
    if sign == "&":
        return html.unescape(escape)
    if sign == "\\":
        return _backslash(escape)
    if sign in "xX":
        with suppress(UnicodeError, ValueError):
            return escape[4:].encode("ascii").decode("punycode")
        return escape
    if sign == "\u202e":  # from here on, letters are shown from the right to the left
        return escape[:0:-1]
    if sign == "\u00c3":  # UTF-8 read as a Western page
        return _bytes(escape.encode("cp1252", "replace"))
    if sign == "=":
        return _bytes(bytes.fromhex(escape.replace("=", ""))) if escape[1:].strip() else ""
    return _bytes(bytes.fromhex(escape.replace("%", "")))


def _bytes(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _backslash(escape: str) -> str:
    digits = re.findall(r"[0-9A-Fa-f]+", escape.replace("\\u", " ").replace("\\x", " "))
    units = [int(each, 16) for each in digits]
    if any(unit > 0x10FFFF for unit in units):
        return escape
    joined = "".join(map(chr, units))
    if escape[1] not in "ux'":  # of a style sheet
        return joined.encode("utf-8", "replace").decode("utf-8")
    if escape[1] in "x'":
        return _bytes(joined.encode("latin-1"))
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
