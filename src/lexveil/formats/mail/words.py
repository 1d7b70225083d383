"""Encoded words of header fields: =?utf-8?Q?T=C3=B6rvund?= is Törvund (RFC 2047).

Comes in: source with such words, or text to be spelled with them. Goes out: the text, or None when a word
cannot be decoded; the words, each of at most 75 characters. Never splits a character over two words.
"""

import base64
import binascii
import codecs
import re

WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([QqBb])\?([^?\r\n]*)\?=")
_PATTERN = r"=\?[^?\s]{1,60}\?[QqBb]\?[^?\r\n]*\?="
GROUP = re.compile(rf"{_PATTERN}(?:[ \t\r\n]+{_PATTERN})*")  # white space between is nothing
BEGUN = re.compile(r"=\?[^?\s]{1,60}\?[QqBb]\?")  # in text: a word that is damaged or could not be decoded
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!*+-/")
MAX_WORD = 75
CODECS = re.compile(r"utf-?[78]|cp\d+|iso8859-\d+|koi8-\w|mac-\w+|gb\w+|big5\w*|euc_\w+|shift_jis\w*|ascii|"
                    r"hz|johab|iso2022_\w+|tis-620|ptcp154|kz1048")  # fmt: skip


def decoded(source: str) -> str | None:
    """The text of a group of encoded words."""
    runs: list[tuple[str, list[bytes]]] = []
    for found in WORD.finditer(source):
        charset = codec(found[1])
        data = _unpacked(found[2].upper(), found[3])
        if not charset or data is None:
            return None
        if runs and runs[-1][0] == charset:  # some writers split a character over two words
            runs[-1][1].append(data)
        else:
            runs.append((charset, [data]))
    try:
        text = "".join(b"".join(parts).decode(charset) for charset, parts in runs)
    except (UnicodeError, LookupError):
        return None
    return None if CONTROL.search(text) else text


def codec(declared: str) -> str:
    """The Python codec for a character set that mail comes in; "" for any other."""
    try:
        name = codecs.lookup(declared.strip().lower()).name if declared.isascii() else ""
    except (LookupError, ValueError):
        return ""
    return name if CODECS.fullmatch(name) else ""


def encoded(text: str, *, charset: str = "utf-8", letter: str = "Q", fold: str = " ") -> str:
    """The text in encoded words, in its old character set if that has the letters.

    >>> encoded("Törvund A")
    '=?utf-8?Q?T=C3=B6rvund_A?='
    """
    name = codec(charset)
    try:
        text.encode(name or "utf-8")
    except UnicodeEncodeError:
        name = ""
    if not name or name.startswith(("iso2022", "hz", "utf-7")):  # each word would need its own shift back
        charset, name = "utf-8", "utf-8"
    room = MAX_WORD - len(f"=?{charset}?{letter}??=")
    words: list[str] = []
    data = b""
    for char in text:
        more = char.encode(name)
        if data and len(_packed(letter, data + more)) > room:
            words.append(f"=?{charset}?{letter}?{_packed(letter, data)}?=")
            data = b""
        data += more
    if data:
        words.append(f"=?{charset}?{letter}?{_packed(letter, data)}?=")
    return fold.join(words)


def plain(source: str) -> str:
    """Source as text: some writers put UTF-8 or Latin-1 in a header as it is."""
    try:
        text = source.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        text = source
    return text.replace("\0", " ")


def quoted(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def unquoted(source: str) -> str | None:
    """What a quoted name says; some writers put encoded words into it. None when these cannot be decoded."""
    inner = plain(re.sub(r"\\(.)", r"\1", source[1:-1], flags=re.DOTALL))
    text = GROUP.sub(lambda found: decoded(found[0]) or found[0], inner)
    return None if BEGUN.search(text) else text


def _packed(letter: str, data: bytes) -> str:
    if letter in "Bb":
        return base64.b64encode(data).decode("ascii")
    return "".join(
        chr(byte) if chr(byte) in _SAFE else "_" if byte == 0x20 else f"={byte:02X}" for byte in data
    )


def _unpacked(letter: str, content: str) -> bytes | None:
    data = content.encode("latin-1")
    if letter == "B":
        try:
            return base64.b64decode(data.rstrip(b"=") + b"=" * (-len(data.rstrip(b"=")) % 4), validate=True)
        except (binascii.Error, ValueError):
            return None
    return re.sub(
        rb"=([0-9A-Fa-f]{2})|_", lambda found: bytes.fromhex(found[1].decode()) if found[1] else b" ", data
    )
