"""Characters from bytes, so that the same bytes can be made again.

A damaged UTF-8 file is never silently taken for another encoding. For Latin letters general detectors are
weak, and a wrong choice turns Käräjä into K‰r‰j‰, a name nobody finds: there the page wins in which most
letters beyond a to z belong to the alphabet of one language.
"""

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from charset_normalizer import from_bytes

from lexveil.errors import InputError
from lexveil.formats.source import schema
from lexveil.model import Reason, because

_SCHEMA = schema("lexveil.formats", "alphabets")
LATIN_PAGES = {page: tuple(alphabets.split()) for page, alphabets in _SCHEMA["pages"].items()}
ALPHABETS: Mapping[str, str] = _SCHEMA["alphabets"]
MIXED = 0.95  # what a mixture of alphabets is worth beside a single one
LEAST = 0.6  # the share of letters that an alphabet must explain
SAMPLE = 5_000  # words

_WORD = re.compile(rb"\S{1,80}")
_LOW_BYTES = bytes(range(0x80))
_PUNCTUATION = frozenset("‘’‚“”„«»‹›–—…·•§°€£©®™ªº¡¿\u00a0")
_IN_WORDS = frozenset("’‘\u00a0–—·…")  # may stand between two letters


def latin_page(data: bytes) -> str:
    """The code page of text in Latin letters; "" when it is text in others.

    >>> latin_page("Käräjäoikeus".encode("mac_roman")), latin_page("Dvořák".encode("cp1250"))
    ('mac_roman', 'cp1250')
    >>> latin_page("Иванов".encode("koi8_r"))
    ''
    """
    beyond = (found[0] for found in _WORD.finditer(data) if not found[0].isascii())
    words = list(islice(beyond, SAMPLE))
    # Most of a word is beyond a to z in Cyrillic, Greek or Chinese text.
    dense = (len(each) > 2 and len(each.translate(None, _LOW_BYTES)) * 5 > len(each) * 3 for each in words)
    if sum(dense) * 3 > len(words):
        return ""
    fits = {name: _fit(b" ".join(words), name) for name in LATIN_PAGES}
    best = max(fits, key=lambda name: fits[name])
    return best if fits[best] >= LEAST else ""


def _fit(sample: bytes, name: str) -> float:
    """The share of characters beyond ASCII that one alphabet of the page, and punctuation, explain."""
    try:
        text = sample.decode(name)
    except UnicodeDecodeError:
        return -1.0
    beyond = [at for at, char in enumerate(text) if char > "\x7f"]
    fine = [text[at] for at in beyond if not _is_odd(text, at)]
    letters = [char for char in fine if char.isalpha()]
    shares = []
    for language in LATIN_PAGES[name]:
        alphabet = set(ALPHABETS[language] + ALPHABETS[language].upper() + "İ" * (language == "tr"))
        known = sum(map(alphabet.__contains__, letters)) * (MIXED if language == "western" else 1)
        shares.append((known + len(fine) - len(letters)) / max(len(beyond), 1))
    return max(shares)


def _is_odd(text: str, at: int) -> bool:
    """A sign inside or beside a word where no language has it, or a capital after a small letter."""
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char.isalpha():
        return char.isupper() and before.islower()
    if char in _PUNCTUATION:
        return char not in _IN_WORDS and before.isalpha() and after.isalpha()
    return before.isalpha() or after.isalpha() or not char.isprintable()


BOMS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
OTHER_SCRIPTS = ("cp1251", "cp1253", "koi8_r", "gb18030", "cp932", "euc_jp", "cp949", "big5")
# The Encoding Standard (encoding.spec.whatwg.org, "Names and labels") reads these labels as a superset.
LABELS = {
    "iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949",
    "big5": "big5hkscs", "utf-16": "utf-8", "utf-16-le": "utf-8", "utf-16-be": "utf-8",
}  # fmt: skip
ALLOWED = re.compile(
    r"utf-8|cp(125\d|874|866|932|949)|iso8859-\d+|koi8-[ru]|mac-(roman|cyrillic)|gb18030|big5hkscs|euc_jp"
)
SINGLE_BYTE = re.compile(r"cp(125|8[67])|iso8859|koi8|mac")
CONTAINERS = {b"%PDF-": "pdf", b"PK\x03\x04": "packed", b"\xd0\xcf\x11\xe0": "old-office", b"{\\rtf": "rtf"}

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_CONTROL_BYTE = re.compile(rb"[\x00-\x08\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str = field(repr=False)  # without the byte order mark
    encoding: str
    bom: bytes = b""
    note: Reason | None = None  # what the reader of the report should know about the choice


def decode(data: bytes, *, declared: str = "") -> Decoded:
    """The text of a file: by its byte order mark, its own word, as UTF-8, or by detection."""
    for start, kind in CONTAINERS.items():
        if data.startswith(start):
            raise InputError(f"encoding.{kind}")
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return _proven(data[len(bom) :], encoding, bom)
    control = _CONTROL_BYTE.search(data)
    if control:
        raise InputError("encoding.control-byte", byte=control.start())
    encoding = label(declared)
    sequences, strays = _count(data)
    if encoding in ("", "utf-8") or (sequences and not strays and SINGLE_BYTE.match(encoding)):
        return _utf8(data, declared=encoding, sequences=sequences, strays=strays)
    return _proven(data, encoding)


def label(declared: str) -> str:
    """The Python codec for a declared encoding; "" when it is none that text comes in."""
    try:
        name = codecs.lookup(declared.strip().lower().removeprefix("x-")).name
    except (LookupError, ValueError):
        return ""
    name = LABELS.get(name, name)
    return name if ALLOWED.fullmatch(name) else ""


def _utf8(data: bytes, *, declared: str, sequences: int, strays: int) -> Decoded:
    if not strays and declared not in ("", "utf-8"):
        return replace(_proven(data, "utf-8"), note=because("note.declared", declared=declared))
    # Chance makes a few valid sequences in other encodings, at most one in eight (Chinese).
    if not strays or declared or sequences * 3 >= strays:
        return _proven(data, "utf-8")
    guess = latin_page(data)
    if not guess:
        best = from_bytes(data, cp_isolation=list(OTHER_SCRIPTS)).best()
        if not best:
            raise InputError("encoding.unknown")
        guess = best.encoding
    return replace(_proven(data, guess), note=because("note.guessed", encoding=guess))


def _count(data: bytes) -> tuple[int, int]:
    """How many UTF-8 sequences of several bytes there are, and how many stretches that are none."""
    if data.isascii():
        return 0, 0
    text = data.decode("utf-8", "replace")
    beyond = len(text) - len(text.encode("ascii", "ignore"))
    strays = text.count("\ufffd") - data.count("\ufffd".encode())  # the mark may stand in the file itself
    return beyond - strays, strays


def _proven(data: bytes, encoding: str, bom: bytes = b"") -> Decoded:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError("encoding.invalid", byte=error.start + len(bom), encoding=encoding) from None
    control = _CONTROL.search(text)
    if control:
        raise InputError("encoding.control-character", character=control.start())
    if text.encode(encoding) != data:
        raise InputError("encoding.one-way", encoding=encoding)
    return Decoded(text, encoding, bom)
