"""What a mail is made of, with exact places: header fields, parts, parts of parts (RFC 5322, RFC 2046).

The source is the mail's bytes as a string of as many characters (Latin-1). Which type, boundary and character
set a section declares is read by the standard library; where things stand is not told by it. Never decodes a
body and never fails on a malformed one. Stretches that are decoded, changed and encoded each in its own way
are joined in a `MailText`, in which the shared walker can splice; no replacement reaches into a neighbour.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from email.message import Message
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.formats.markup import BREAK, Block, Spell, splice, touching
from lexveil.formats.source import Pieces, Place, Replacements
from lexveil.model import Reason, Replacement, Zone, because

MAX_DEPTH = 20  # of parts within parts
MAX_PARTS = 1000
MARK = "\xef\xbb\xbf"  # the byte order mark of UTF-8, as Latin-1
MAX_DECLARED = 10_000  # characters of a field that declares a type; the standard library is slow on more
MAILS = ("message/rfc822", "message/global")
PLAIN_TRANSFER = ("", "7bit", "8bit", "binary")

_NAME = re.compile(r"([!-9;-~]+)[ \t]*:")
_BLANK = re.compile(r"\r?\n")
_TYPE = re.compile(r"[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,80}\Z")
_FOLD = re.compile(r"\r?\n(?=[ \t])")

END = "\0"  # closes each stretch in the joined string; no decoded text has it


class Field(NamedTuple):
    name: str  # in lower case; "" for a line that is no field
    start: int
    value: int  # where the value starts
    end: int  # of the value, without the line end
    stop: int  # with it


class Section(NamedTuple):
    """A mail or a part of one. `number` counts as IMAP does: 2.1 is the first part of the second."""

    number: str
    fields: tuple[Field, ...]
    header_end: int  # where another field could stand
    start: int  # of the body
    end: int
    kind: str  # "text/plain", or "?" when the declaration cannot be understood
    charset: str = ""
    transfer: str = ""
    problem: Reason | None = None  # why the body cannot be read by its declaration
    depth: int = 0
    around: tuple[tuple[int, int], ...] = ()  # what stands before, between and after its parts

    @property
    def name(self) -> str:
        return f"part {self.number or '1'} ({self.kind})"

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


def sections(source: str) -> Iterator[Section]:
    """Every section, parents before their parts."""
    waiting = [(3 if source.startswith(MARK) else 0, len(source), "", "text/plain", 0)]
    count = 0
    while waiting:
        start, end, number, default, depth = waiting.pop()
        count += 1
        if depth > MAX_DEPTH or count > MAX_PARTS:
            raise InputError("mail.many-parts", count=MAX_PARTS, depth=MAX_DEPTH)
        section = _section(source, start, end, number=number, default=default, depth=depth)
        parts: list[tuple[int, int]] = []
        if not section.problem and section.kind.startswith("multipart/"):
            section, parts = _cut(source, section)
        elif not section.problem and section.kind in MAILS:
            if section.transfer in PLAIN_TRANSFER:
                parts = [(section.start, section.end)]
            else:
                section = section._replace(problem=because("part.encoded-mail"))
        yield section
        inner = "message/rfc822" if section.kind == "multipart/digest" else "text/plain"
        whole = section.kind.startswith("message/")
        for at, (first, last) in reversed(list(enumerate(parts, 1))):
            own = number if whole else f"{number}.{at}".lstrip(".")
            waiting.append((first, last, own, inner, depth + 1))


def line_end(source: str) -> str:
    """The line end that the mail uses."""
    return "\r\n" if "\r\n" in source[: source.find("\n") + 1] else "\n"


def _section(source: str, start: int, end: int, *, number: str, default: str, depth: int) -> Section:
    fields, header_end, body = _fields(source, start, end)
    declared = [field for field in fields if field.name in ("content-type", "content-transfer-encoding")]
    twice = len({field.name for field in declared}) < len(declared)
    problem = because("part.declared-twice") if twice else None
    kind, charset, transfer = _declared(source, declared, default)
    if not _TYPE.match(kind):
        kind, problem = "?", because("part.declared-type")
    return Section(number, fields, header_end, body, end, kind, charset, transfer, problem, depth)


def _declared(source: str, fields: list[Field], default: str) -> tuple[str, str, str]:
    """Type, character set and transfer encoding; a type of "" when they cannot be understood."""
    if any(field.end - field.value > MAX_DECLARED for field in fields):
        return "", "", ""
    message = Message()
    message.set_default_type(default)
    try:
        for field in fields:
            message[field.name] = _FOLD.sub("", source[field.value : field.end]).strip()
        kind, charset = message.get_content_type(), message.get_content_charset("")
    except (LookupError, ValueError, UnicodeError):
        return "", "", ""
    transfer = re.sub(r"\([^()]*\)", "", str(message.get("content-transfer-encoding", "")))
    return kind, charset, transfer.strip().lower()


def _fields(source: str, start: int, end: int) -> tuple[tuple[Field, ...], int, int]:
    """The fields, where they end, and where the body starts. A line that is none is one of no name."""
    fields: list[Field] = []
    at = start
    while at < end and not _BLANK.match(source, at, end):
        stop = source.find("\n", at, end) + 1 or end
        while stop < end and source[stop] in " \t":
            stop = source.find("\n", stop, end) + 1 or end
        name = _NAME.match(source, at, end)
        value_end = at + len(source[at:stop].rstrip("\r\n"))
        fields.append(Field(name[1].lower() if name else "", at, name.end() if name else at, value_end, stop))
        at = stop
    blank = _BLANK.match(source, at, end)
    return tuple(fields), at, blank.end() if blank else at


def _cut(source: str, section: Section) -> tuple[Section, list[tuple[int, int]]]:
    """The parts of a multipart body; a line with the boundary belongs to neither neighbour."""
    boundary = _boundary(source, section)
    parts: list[tuple[int, int]] = []
    around: list[tuple[int, int]] = []
    last, inside = section.start, False
    mark = re.compile(rf"^--{re.escape(boundary)}(--)?[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
    for found in mark.finditer(source, section.start, section.end) if boundary else ():
        stop = found.start()
        if inside:  # the line end before a boundary is part of it
            stop -= 2 if source[max(last, stop - 2) : stop] == "\r\n" else min(1, stop - last)
        (parts if inside else around).append((last, stop))
        last, inside = found.end(), not found[1]
    if not parts and not inside:
        return section._replace(problem=because("part.no-boundary")), []
    (parts if inside else around).append((last, section.end))
    return section._replace(around=tuple(around)), parts


def _boundary(source: str, section: Section) -> str:
    field = section.field("content-type")
    assert field  # or it would be no multipart
    message = Message()
    message["content-type"] = _FOLD.sub("", source[field.value : field.end])
    try:
        return (message.get_boundary("") or "").rstrip()
    except (LookupError, ValueError, UnicodeError):
        return ""


class Change(NamedTuple):
    """Bytes start..end of the source become `data`."""

    start: int
    end: int
    data: bytes


class Member(NamedTuple):
    text: str
    write: Callable[[str], Sequence[Change]]  # what the source must become for a new text


class MailText:
    """The members and blocks of a mail in the making."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.blocks: list[Block] = []
        self.titles: dict[int, int] = {}  # of blocks that begin with the name of a field: its length
        self.length = 0

    def take(self, member: Member) -> int:
        """Where the member's text begins in the joined string."""
        start = self.length
        self.members.append(member)
        self.length += len(member.text) + len(END)
        return start

    def title_zones(self) -> list[Zone]:
        """The names of fields as zones: for people to read, not for detectors."""
        zones, at = [], 0
        for number, block in enumerate(self.blocks):
            if self.titles.get(number):
                zones.append(Zone(at, at + self.titles[number], "code"))
            at += block.length + len(BREAK)
        return zones


def shift(block: Block, by: int, context: Callable[[str], str]) -> Block:
    """The block with its places counted from elsewhere."""
    for at, (start, end, kind, more) in enumerate(block.places):
        further = tuple((first + by, last + by) for first, last in more)
        block.places[at] = Place(start + by, end + by, context(kind), further)
    return block


def add_text(block: Block, text: str, start: int, context: str) -> None:
    """Text that stands at `start` of the joined string; runs of white space show as one space."""
    for found in re.finditer(r"(\s+)|\S++(?: \S++)*+", text):
        if found[1]:
            block.space(start + found.start(), start + found.end(), context)
        else:
            block.add(found[0], start + found.start(), start + found.end(), context)


def changed(members: list[Member], pieces: Pieces, replacements: Replacements, spell: Spell) -> list[Change]:
    """Every change that the replacements make in the source."""
    joined = "".join(member.text + END for member in members)
    found = splice(joined, pieces, _placed(pieces, replacements), spell).split(END)[:-1]
    new = ((member, text) for member, text in zip(members, found, strict=True) if text != member.text)
    return [change for member, text in new for change in member.write(text)]


def _placed(pieces: Pieces, replacements: Replacements) -> list[Replacement]:
    """Those that cover something of the source; the name of a field (`From:`) is not to be replaced."""
    touched = zip(replacements, touching(pieces, replacements), strict=True)
    return [each for each, found in touched if any(piece.start < piece.end for piece in found)]
