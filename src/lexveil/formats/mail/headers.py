"""The text of header fields: who wrote to whom, about what, and what machines added.

Comes in: the fields of a section. Goes out: a block per field, names and addresses decoded (RFC 2047, RFC
2231), in which each stretch is written back in its own spelling. What a reader of the mail sees is text, the
rest is zone `hidden`; a value that is one long code is zone `code`. Signatures over the old content are no
text: they go when anything changes. Never writes a line end into a field.
"""

import re
from collections.abc import Iterator
from functools import partial

from lexveil.formats.mail import parameters, words
from lexveil.formats.mail.members import Change, Gathered, Member, flow
from lexveil.formats.mail.structure import Field, Section, line_end
from lexveil.formats.markup import Block
from lexveil.formats.shape import Shape, heading

SHOWN = frozenset(
    "from to cc bcc reply-to sender subject date organization organisation comments keywords "
    "resent-from resent-to resent-cc resent-date".split()
)
ADDRESSES = frozenset(
    "from to cc bcc reply-to sender resent-from resent-to resent-cc resent-bcc resent-sender return-path "
    "delivered-to envelope-to errors-to x-original-to x-envelope-from x-envelope-to "
    "disposition-notification-to return-receipt-to mail-followup-to".split()
)
# Names of fields that nobody may change; any other could hold a name itself (X-Torvund-Id).
STANDARD = (
    SHOWN
    | ADDRESSES
    | frozenset(
        "received message-id in-reply-to references mime-version content-transfer-encoding content-id "
        "content-description content-location content-language thread-topic thread-index user-agent x-mailer "
        "importance priority x-priority auto-submitted precedence list-id list-unsubscribe list-post "
        "authentication-results received-spf x-originating-ip".split()
    )
)
# Made of the old content: no longer true, and good for testing whether a guessed name stood there.
SIGNED = re.compile(r"(?:x-google-)?dkim-signature|domainkey-signature|arc-.+|content-md5|x-.*-signature")
PARAMETERS = ("content-type", "content-disposition")
FIXED = ("mime-version", "content-transfer-encoding")  # values from lists, but for a comment in brackets

_BLOB = re.compile(r"\S{80}")
_STRETCH = {
    True: re.compile(rf'({words.GROUP.pattern})|"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL),
    False: re.compile(f"({words.GROUP.pattern})"),
}
_SPECIAL = re.compile(r'[()<>\[\]:;\\,"]')
_BREAKS = re.compile(r"[\x00-\x1f\x7f]+")
_PARTED = {False: re.compile(r"(\s+)"), True: re.compile(r'([\s<>()\[\]",;:@]+)')}


def read_fields(gathered: Gathered, source: str, section: Section, *, keep: bool) -> Iterator[str]:
    """Adds the fields' blocks; yields the number of each field that has a part that cannot be decoded."""
    for at, field in enumerate(section.fields, 1):
        if not keep and SIGNED.fullmatch(field.name):
            continue
        if field.name in PARAMETERS:
            whole = parameters.read(gathered, source, field)
        else:
            before = len(gathered.blocks)
            whole = _read(gathered, source, field)
            if field.name == "subject" and len(gathered.blocks) > before:
                # Of a mail inside the mail it is the heading of a part.
                gathered.blocks[before].shape = Shape(heading(2 if section.depth else 1))
        if not whole:
            yield str(at)


def signatures(section: Section) -> list[Field]:
    return [field for field in section.fields if SIGNED.fullmatch(field.name)]


def spell(text: str, context: str) -> str:
    """A replacement in a field: on one line, and in quotes where it would end a name.

    >>> spell("Doe, J.", "phrase")
    '"Doe, J."'
    """
    text = _BREAKS.sub(" ", text)
    if context != "phrase" or not _SPECIAL.search(text):
        return text
    return words.quoted(text) if text.isascii() else words.encoded(text)


def _read(gathered: Gathered, source: str, field: Field) -> bool:
    value = source[field.value : field.end]
    if field.name in FIXED and "(" not in value:
        return True
    shown = field.name in SHOWN
    block = Block("" if shown else "code" if field.name in FIXED or _BLOB.search(value) else "hidden")
    title = source[field.start : field.value] + " " if shown else ""
    if title:  # without a place: it cannot be replaced
        block.parts.append(title)
        block.length = len(title)
    whole = True
    for member, address, context in _stretches(source, field):
        whole = whole and member is not None
        if member:
            start = gathered.take(member)
            if address:
                _addresses(block, member.text, start)
            else:
                flow(block, member.text, start, context)
    if block.places:
        gathered.titles[len(gathered.blocks)] = len(title)
        gathered.blocks.append(block)
    if field.name and field.name not in STANDARD:
        _name(gathered, source, field)
    return whole


def _name(gathered: Gathered, source: str, field: Field) -> None:
    """The name of any other field, where names found elsewhere are looked for."""
    block, end = Block("code"), field.start + len(field.name)
    member = Member(source[field.start : end], partial(_write_name, field.start, end))
    block.add(member.text, *_range(gathered, member), "raw")
    gathered.blocks.append(block)


def _range(gathered: Gathered, member: Member) -> tuple[int, int]:
    start = gathered.take(member)
    return start, start + len(member.text)


def _stretches(source: str, field: Field) -> Iterator[tuple[Member | None, bool, str]]:
    """Encoded words, quoted names and what stands between, each a member of its own; None: not decodable."""
    address = field.name in ADDRESSES
    begin = field.end - len(source[field.value : field.end].lstrip())
    last, after = begin, False  # whether encoded words stand before
    for found in _STRETCH[address].finditer(source, begin, field.end):
        start, end = found.span()
        if last < start:
            write = partial(_write_plain, source, last, start, address, after, bool(found[1]))
            yield from _between(Member(words.plain(source[last:start]), write), address)
        text = words.decoded(found[0]) if found[1] else words.unquoted(found[0])
        if text is None:
            yield None, False, ""
            write = partial(_write_plain, source, start, end, address, False, False)
            yield Member(words.plain(found[0]), write), False, "raw"
        else:
            rewrite = _write_words if found[1] else _write_quoted
            yield Member(text, partial(rewrite, source, start, end)), False, "word"
        last, after = end, bool(found[1])
    if last < field.end:
        write = partial(_write_plain, source, last, field.end, address, after, False)
        yield from _between(Member(words.plain(source[last : field.end]), write), address)


def _between(member: Member, address: bool) -> Iterator[tuple[Member | None, bool, str]]:
    if words.BEGUN.search(member.text):
        yield None, False, ""
    yield member, address, "raw"


def _addresses(block: Block, text: str, start: int) -> None:
    """Names outside and addresses inside of angle brackets: what is special differs."""
    inside = False
    for found in re.finditer(r"(\s+)|([<>])|[^\s<>]++", text):
        begin, end = start + found.start(), start + found.end()
        if found[1]:
            block.space(begin, end, "raw")
        else:
            inside = found[2] == "<" if found[2] else inside
            block.add(found[0], begin, end, "raw" if inside or found[2] else "phrase")


# Writing -----------------------------------------------------------------------------------------


def _write_name(start: int, end: int, text: str) -> list[Change]:
    safe = re.sub(r"[^!-9;-~]", "-", text) or "X"
    return [Change(start, end, safe.encode("ascii"))]


def _write_words(source: str, start: int, end: int, text: str) -> list[Change]:
    first = words.WORD.match(source, start)
    assert first
    new = words.encoded(text, charset=first[1], letter=first[2], fold=f"{line_end(source)} ")
    return [Change(start, end, new.encode("ascii"))]


def _write_quoted(source: str, start: int, end: int, text: str) -> list[Change]:
    if text.isascii() or not source[start:end].isascii():
        return [Change(start, end, words.quoted(text).encode("utf-8"))]
    return [Change(start, end, words.encoded(text, fold=f"{line_end(source)} ").encode("ascii"))]


def _write_plain(
    source: str, start: int, end: int, address: bool, after: bool, before: bool, text: str
) -> list[Change]:
    """`after`, `before`: encoded words stand there, and white space between two of them would be lost."""
    old = source[start:end]
    if after and before and text.isspace():
        data = f" {words.encoded(' ')} ".encode("ascii")
    elif text.isascii():
        data = text.encode("ascii")
    elif not old.isascii():
        latin = words.plain(old) == old and all(ord(char) < 256 for char in text)
        data = text.encode("latin-1" if latin else "utf-8")
    else:
        data = _in_words(text, address, after, before, line_end(source)).encode("ascii")
    return [Change(start, end, data)]


def _in_words(text: str, address: bool, after: bool, before: bool, fold: str) -> str:
    """The text with its words that are not ASCII, and white space between two such, as encoded words."""
    tokens = _PARTED[address].split(text)  # words at even places, what parts them at odd ones
    parts: list[str] = []
    at, end = 0, len(tokens)
    while at < end:
        if at % 2 or tokens[at].isascii():
            parts.append(tokens[at])
            at += 1
            continue
        stop = at + 1
        while stop + 1 < end and tokens[stop].isspace() and not tokens[stop + 1].isascii():
            stop += 2
        run = re.sub(r"\s+", " ", "".join(tokens[at:stop]))
        if after and at == 2 and not tokens[0] and tokens[1].isspace():
            run = f" {run}"
        if before and stop == end - 2 and not tokens[-1] and tokens[-2].isspace():
            run = f"{run} "
        encoded = words.encoded(run, fold=f"{fold} ")
        parts.append(" " * (after and at == 0) + encoded + " " * (before and stop == end))
        at = stop
    return "".join(parts)
