"""The text of header fields: who wrote to whom, about what, and what machines added.

A block per field, names and addresses decoded, in which each stretch is written back in its own spelling:
encoded words (RFC 2047, =?utf-8?Q?T=C3=B6rvund?= is Törvund), parameters that are quoted, %-encoded or cut in
several (RFC 2231). What a reader of the mail sees is text, the rest is zone `hidden`; a value that is one
long code is zone `code`. Signatures over the old content are no text: they go when anything changes. Never
writes a line end into a field, and never touches the boundary, the character set and the like.
"""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from functools import partial
from urllib.parse import quote, unquote_to_bytes

from lexveil.formats.mail.structure import Change, Field, MailText, Member, Section, add_text, line_end
from lexveil.formats.markup import Block
from lexveil.formats.shape import Shape, heading

WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([QqBb])\?([^?\r\n]*)\?=")
_PATTERN = r"=\?[^?\s]{1,60}\?[QqBb]\?[^?\r\n]*\?="
GROUP = re.compile(rf"{_PATTERN}(?:[ \t\r\n]+{_PATTERN})*")  # white space between is nothing
BEGUN = re.compile(r"=\?[^?\s]{1,60}\?[QqBb]\?")  # in text: a word that is damaged or could not be decoded
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!*+-/")
MAX_WORD = 75
CODECS = re.compile(r"utf-?[78]|cp\d+|iso8859-\d+|koi8-\w|mac-\w+|gb\w+|big5\w*|euc_\w+|shift_jis\w*|ascii|"
                    r"hz|johab|iso2022_\w+|tis-620|ptcp154|kz1048")  # fmt: skip

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
STANDARD = SHOWN | ADDRESSES
STANDARD |= frozenset(
    "received message-id in-reply-to references mime-version content-transfer-encoding content-id "
    "content-description content-location content-language thread-topic thread-index user-agent x-mailer "
    "importance priority x-priority auto-submitted precedence list-id list-unsubscribe list-post "
    "authentication-results received-spf x-originating-ip".split()
)
# Made of the old content: no longer true, and good for testing whether a guessed name stood there.
SIGNED = re.compile(r"(?:x-google-)?dkim-signature|domainkey-signature|arc-.+|content-md5|x-.*-signature")
PARAMETERS = ("content-type", "content-disposition")
FIXED = ("mime-version", "content-transfer-encoding")  # values from lists, but for a comment in brackets

_BLOB = re.compile(r"\S{80}")
_STRETCH = {
    True: re.compile(rf'({GROUP.pattern})|"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL),
    False: re.compile(f"({GROUP.pattern})"),
}
_SPECIAL = re.compile(r'[()<>\[\]:;\\,"]')
_BREAKS = re.compile(r"[\x00-\x1f\x7f]+")
_PARTED = {False: re.compile(r"(\s+)"), True: re.compile(r'([\s<>()\[\]",;:@]+)')}

# What a mail program needs to read the mail, and what comes from lists.
FIXED_PARAMETERS = frozenset(
    "boundary charset format delsp micalg protocol type start start-info report-type method "
    "size smime-type version reply-type differences x-mac-type x-mac-creator x-unix-mode".split()
)

_PARAMETER = re.compile(
    r';[ \t\r\n]*([^\s=;"*]+)(\*\d+)?(\*)?[ \t\r\n]*=[ \t\r\n]*("[^"\\]*+(?:\\.[^"\\]*+)*+"|[^;]*+)',
    re.DOTALL,
)
_EXTENDED = re.compile(r"([^']*)'[^']*'(.*)\Z", re.DOTALL)


def read_fields(gathered: MailText, source: str, section: Section, *, keep: bool) -> Iterator[str]:
    """Adds the fields' blocks; yields the number of each field that has a part that cannot be decoded."""
    for at, field in enumerate(section.fields, 1):
        if not keep and SIGNED.fullmatch(field.name):
            continue
        if field.name in PARAMETERS:
            whole = _read_parameters(gathered, source, field)
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
    return quoted(text) if text.isascii() else encode_words(text)


def _read(gathered: MailText, source: str, field: Field) -> bool:
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
                add_text(block, member.text, start, context)
    if block.places:
        gathered.titles[len(gathered.blocks)] = len(title)
        gathered.blocks.append(block)
    if field.name and field.name not in STANDARD:  # names found elsewhere are looked for in it
        block, end = Block("code"), field.start + len(field.name)
        member = Member(source[field.start : end], partial(_write_name, field.start, end))
        start = gathered.take(member)
        block.add(member.text, start, start + len(member.text), "raw")
        gathered.blocks.append(block)
    return whole


def _stretches(source: str, field: Field) -> Iterator[tuple[Member | None, bool, str]]:
    """Encoded words, quoted names and what stands between, each a member of its own; None: not decodable."""
    address = field.name in ADDRESSES
    begin = field.end - len(source[field.value : field.end].lstrip())
    last, after = begin, False  # whether encoded words stand before
    for found in _STRETCH[address].finditer(source, begin, field.end):
        start, end = found.span()
        if last < start:
            write = partial(_write_plain, source, last, start, address, after, bool(found[1]))
            yield from _between(Member(plain_text(source[last:start]), write), address)
        text = decode_words(found[0]) if found[1] else unquoted(found[0])
        if text is None:
            yield None, False, ""
            write = partial(_write_plain, source, start, end, address, False, False)
            yield Member(plain_text(found[0]), write), False, "raw"
        else:
            rewrite = _write_words if found[1] else _write_quoted
            yield Member(text, partial(rewrite, source, start, end)), False, "word"
        last, after = end, bool(found[1])
    if last < field.end:
        write = partial(_write_plain, source, last, field.end, address, after, False)
        yield from _between(Member(plain_text(source[last : field.end]), write), address)


def _between(member: Member, address: bool) -> Iterator[tuple[Member | None, bool, str]]:
    if BEGUN.search(member.text):
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


def _write_name(start: int, end: int, text: str) -> list[Change]:
    safe = re.sub(r"[^!-9;-~]", "-", text) or "X"
    return [Change(start, end, safe.encode("ascii"))]


def _write_words(source: str, start: int, end: int, text: str) -> list[Change]:
    first = WORD.match(source, start)
    assert first
    new = encode_words(text, charset=first[1], letter=first[2], fold=f"{line_end(source)} ")
    return [Change(start, end, new.encode("ascii"))]


def _write_quoted(source: str, start: int, end: int, text: str) -> list[Change]:
    if text.isascii() or not source[start:end].isascii():
        return [Change(start, end, quoted(text).encode("utf-8"))]
    return [Change(start, end, encode_words(text, fold=f"{line_end(source)} ").encode("ascii"))]


def _write_plain(
    source: str, start: int, end: int, address: bool, after: bool, before: bool, text: str
) -> list[Change]:
    """`after`, `before`: encoded words stand there, and white space between two of them would be lost."""
    old = source[start:end]
    if after and before and text.isspace():
        data = f" {encode_words(' ')} ".encode("ascii")
    elif text.isascii():
        data = text.encode("ascii")
    elif not old.isascii():
        data = in_old_encoding(old, text)
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
        encoded = encode_words(run, fold=f"{fold} ")
        parts.append(" " * (after and at == 0) + encoded + " " * (before and stop == end))
        at = stop
    return "".join(parts)


def _read_parameters(gathered: MailText, source: str, field: Field) -> bool:
    """Adds the parameters' blocks; whether all of them could be decoded."""
    found: list[list[re.Match[str]]] = []  # sections of one parameter stand together
    for match in _PARAMETER.finditer(source, field.value, field.end):
        last = found[-1][-1] if found else None
        if last and match[2] and last[2] and last[1].lower() == match[1].lower():
            found[-1].append(match)
        else:
            found.append([match])
    whole = True
    for group in found:
        name = group[0][1].lower()
        text = "" if name in FIXED_PARAMETERS else _parameter_text(group)
        if text is None:
            whole = False
        elif name not in FIXED_PARAMETERS:
            end = group[-1].start(4) + len(group[-1][4].rstrip())
            member = Member(text, partial(_write_parameter, name, group[0].start(1), end))
            block = Block("hidden")
            add_text(block, text, gathered.take(member), "word")
            if block.visible():
                gathered.blocks.append(block)
    return whole


def _parameter_text(group: list[re.Match[str]]) -> str | None:
    if not any(match[3] for match in group):
        bare = [match[4].strip() for match in group]  # in quotes or not
        values = [unquoted(each if each[:1] == '"' else f'"{each}"') for each in bare]
        return None if None in values else "".join(value or "" for value in values)
    first = _EXTENDED.match(group[0][4].strip().strip('"')) if group[0][3] else None
    charset = codec(first[1] or "ascii") if first else "utf-8"
    data = b""
    for at, match in enumerate(group):
        value = first[2] if first and at == 0 else match[4].strip().strip('"')
        data += unquote_to_bytes(value.encode("latin-1")) if match[3] else value.encode("latin-1")
    try:
        text = data.decode(charset) if charset else None
    except UnicodeError:
        return None
    return None if text is None or CONTROL.search(text) or BEGUN.search(text) else text


def _write_parameter(name: str, start: int, end: int, text: str) -> list[Change]:
    text = _BREAKS.sub(" ", text)
    new = f"{name}={quoted(text)}" if text.isascii() else f"{name}*=utf-8''{quote(text, safe='')}"
    return [Change(start, end, new.encode("latin-1"))]


def decode_words(source: str) -> str | None:
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


def encode_words(text: str, *, charset: str = "utf-8", letter: str = "Q", fold: str = " ") -> str:
    """The text in encoded words, in its old character set if that has the letters.

    >>> encode_words("Törvund A")
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
    words: list[bytes] = []
    for char in text:
        more = char.encode(name)
        if words and len(_packed(letter, words[-1] + more)) <= room:
            words[-1] += more
        else:
            words.append(more)
    return fold.join(f"=?{charset}?{letter}?{_packed(letter, data)}?=" for data in words)


def plain_text(source: str) -> str:
    """Source as text: some writers put UTF-8 or Latin-1 in a header as it is."""
    try:
        text = source.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        text = source
    return text.replace("\0", " ")


def in_old_encoding(old: str, text: str) -> bytes:
    """New text in place of source that was Latin-1 or UTF-8."""
    latin = not old.isascii() and plain_text(old) == old and all(ord(char) < 256 for char in text)
    return text.encode("latin-1" if latin else "utf-8")


def quoted(text: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def unquoted(source: str) -> str | None:
    """What a quoted name says; some writers put encoded words into it. None when these cannot be decoded."""
    inner = plain_text(re.sub(r"\\(.)", r"\1", source[1:-1], flags=re.DOTALL))
    text = GROUP.sub(lambda found: decode_words(found[0]) or found[0], inner)
    return None if BEGUN.search(text) else text


def _packed(letter: str, data: bytes) -> str:
    if letter in "Bb":
        return base64.b64encode(data).decode("ascii")
    return "".join(chr(byte) if chr(byte) in _SAFE else f"={byte:02X}" for byte in data).replace("=20", "_")


def _unpacked(letter: str, content: str) -> bytes | None:
    data = content.encode("latin-1")
    if letter == "B":
        try:
            return base64.b64decode(data.rstrip(b"=") + b"=" * (-len(data.rstrip(b"=")) % 4), validate=True)
        except (binascii.Error, ValueError):
            return None
    spaced = data.replace(b"_", b" ")
    return re.sub(rb"=([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), spaced)
