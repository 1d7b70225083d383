"""A stretch of text and the part it stands in, a bound on all of it, and strings in data of any kind.

Bytes that are no text are read in one byte per character and in two, big or little end first. Compressed data
read this way is noise, in which four letters come together by chance: such text is marked `bytes`, and
stretches that look like words are given once more as `code`. Letters come without accents, for that is how
they are compared, and a table does it in one go.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from lexveil.errors import CoverageError
from lexveil.text.fold import fold

TEXT_KINDS = ("text", "code", "font", "bytes")
UNREAD = "unread"  # the kind of a text that stands for a part nobody could open
MAX_BYTES = 2**30  # unpacked, all parts together
MAX_PART = 2**27  # unpacked, one part

OLE = b"\xd0\xcf\x11\xe0"
SMALL = 2**20  # data in which letters of other scripts are looked for as well
MOSTLY = 0.75  # of a run that is words

_RUN = re.compile(rb"[\t\n\r\x20-\x7e\xc0-\xff]{12,}")
_WORDS = re.compile(rb"[A-Za-z ]+")
_PAIR = re.compile(rb"[\xc3-\xc6][\x80-\xbf]")  # Latin letters in UTF-8
_LITTLE = re.compile(rb"\x00(?:[\t\n\r\x20-\x7e\xa0-\xff]\x00){3,}")  # the byte before it belongs to it
_BIG = re.compile(rb"\x00[\t\n\r\x20-\x7e\xa0-\xff](?:\x00[\t\n\r\x20-\x7e\xa0-\xff]){3,}")
# Latin, Greek, Cyrillic, Hebrew and Arabic letters and general punctuation, by their upper byte.
_LITTLE_ANY = re.compile(rb"(?:[\t\n\r\x20-\x7e\xa0-\xff]\x00|[\x00-\xff][\x01-\x06]|[\x10-\x26]\x20){4,}")
_BIG_ANY = re.compile(rb"(?:\x00[\t\n\r\x20-\x7e\xa0-\xff]|[\x01-\x06][\x00-\xff]|\x20[\x10-\x26]){4,}")


@dataclass(frozen=True, slots=True)
class Text:
    part: str  # where it stands, in words that no document chose
    text: str = field(repr=False)
    kind: str = "text"  # `code`: written for programs; `font`: names of fonts, tags; `bytes`: may be noise


Walk = Callable[[bytes, str, int], Iterator[Text]]


class Budget:
    """Counts what was unpacked, so that a small file cannot become an endless one."""

    def __init__(self) -> None:
        self.left = MAX_BYTES

    def spend(self, size: int, *, part: int = 0) -> None:
        """`size` more bytes, of a part that has `part` in all."""
        self.left -= size
        if self.left < 0 or part > MAX_PART:
            raise CoverageError("check.too-large", size=MAX_BYTES // 2**20, part_size=MAX_PART // 2**20)


def unread(name: str, part: str, depth: int) -> Text:
    """A part that cannot be opened: noted inside a container; as the file itself, an error."""
    if depth == 0:
        raise CoverageError("check.unopened", part=part)
    return Text(place(name, part), "", UNREAD)


@cache
def program_words(section: str) -> frozenset[str]:
    """Words that are nobody's name where programs write them: a section of `words.txt`."""
    text = (files("lexveil.check") / "words.txt").read_text("utf8").partition(f"[{section}]\n")[2]
    lines = text.partition("\n\n")[0].splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def place(name: str, part: str) -> str:
    """
    >>> place("", "text"), place("word/document.xml", "text")
    ('text', 'word/document.xml, text')
    """
    return f"{name}, {part}" if name else part


def _base(char: str) -> bytes:
    """The letter without its accent; a zero for what is no text."""
    folded = fold(char)
    return folded.encode() if folded.isascii() and (folded.isprintable() or folded == " ") else b"\x00"


_TABLE = b"".join(_base(bytes([code]).decode("cp1252", "replace")) for code in range(256))


def binary(data: bytes, name: str, *, kind: str = "bytes") -> Iterator[Text]:
    yield Text(place(name, "bytes"), data.translate(_TABLE).decode("ascii"), kind)
    if not data.isascii():
        yield loose(data, place(name, "bytes in utf-8"), kind=kind)
    if kind == "bytes":
        runs = _RUN.findall(data)
        worded = b"\n\n".join(run for run in runs if sum(map(len, _WORDS.findall(run))) >= MOSTLY * len(run))
        if worded:
            yield Text(place(name, "strings"), worded.decode("cp1252", "replace"), "code")
    # Two bytes to a character: western letters, which their zero bytes tell from noise.
    little = [data[max(0, run.start() - 1) : run.end()] for run in _LITTLE.finditer(data)]
    yield from _decoded(little, _BIG.findall(data), name, "code" if kind == "bytes" else kind)
    if len(data) <= SMALL or data.startswith(OLE):
        if not data.isascii():
            yield Text(place(name, "bytes in utf-8"), data.decode("utf-8", "replace"), kind)
        yield from _decoded(_LITTLE_ANY.findall(data), _BIG_ANY.findall(data), name, kind)


def loose(data: bytes, where: str, *, kind: str = "bytes") -> Text:
    """What data say in UTF-8."""
    plain = _PAIR.sub(lambda pair: _base(pair[0].decode()), data).translate(_TABLE)
    return Text(where, plain.decode("ascii"), kind)


def _decoded(little: list[bytes], big: list[bytes], name: str, kind: str) -> Iterator[Text]:
    for runs, encoding in ((little, "utf-16-le"), (big, "utf-16-be")):
        if runs:
            text = "\n\n".join(run.decode(encoding, "replace") for run in runs)
            yield Text(place(name, f"strings in {encoding}"), text, kind)
