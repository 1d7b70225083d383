"""Names of attached files and other parameters of `Content-Type` and `Content-Disposition`.

Comes in: such a field. Goes out: a block of zone `hidden` per parameter that may hold words, whatever way it
is spelled: quoted, %-encoded, cut in several (RFC 2231), in encoded words. A new value is written as one
parameter, %-encoded when it is not ASCII. Never touches the boundary, the character set and the like.
"""

import re
from functools import partial
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

from lexveil.formats.mail import words
from lexveil.formats.mail.members import Change, Gathered, Member, flow
from lexveil.formats.mail.structure import Field
from lexveil.formats.markup import Block

# What a mail program needs to read the mail, and what comes from lists.
FIXED = frozenset(
    "boundary charset format delsp micalg protocol type start start-info report-type method "
    "size smime-type version reply-type differences x-mac-type x-mac-creator x-unix-mode".split()
)

_PARAMETER = re.compile(
    r';[ \t\r\n]*([^\s=;"*]+)(\*\d+)?(\*)?[ \t\r\n]*=[ \t\r\n]*("[^"\\]*+(?:\\.[^"\\]*+)*+"|[^;]*+)',
    re.DOTALL,
)
_EXTENDED = re.compile(r"([^']*)'[^']*'(.*)\Z", re.DOTALL)


class Parameter(NamedTuple):
    name: str
    start: int  # of the name
    end: int  # of the value
    text: str | None  # None: it cannot be decoded


def read(gathered: Gathered, source: str, field: Field) -> bool:
    """Adds the parameters' blocks; whether all of them could be decoded."""
    whole = True
    for parameter in _parameters(source, field):
        if parameter.text is None:
            whole = False
            continue
        member = Member(parameter.text, partial(_write, parameter))
        block = Block("hidden")
        flow(block, member.text, gathered.take(member), "word")
        if block.visible():
            gathered.blocks.append(block)
    return whole


def _parameters(source: str, field: Field) -> list[Parameter]:
    found: list[list[re.Match[str]]] = []  # sections of one parameter stand together
    for match in _PARAMETER.finditer(source, field.value, field.end):
        last = found[-1][-1] if found else None
        if last and match[2] and last[2] and last[1].lower() == match[1].lower():
            found[-1].append(match)
        else:
            found.append([match])
    return [
        Parameter(group[0][1].lower(), group[0].start(1), _end(group[-1]), _text(group))
        for group in found
        if group[0][1].lower() not in FIXED
    ]


def _end(match: re.Match[str]) -> int:
    return match.end() - (len(match[4]) - len(match[4].rstrip()))


def _text(group: list[re.Match[str]]) -> str | None:
    if not any(match[3] for match in group):
        values = [_value(match[4]) for match in group]
        return None if None in values else "".join(value or "" for value in values)
    first = _EXTENDED.match(group[0][4].strip().strip('"')) if group[0][3] else None
    charset = words.codec(first[1] or "ascii") if first else "utf-8"
    data = b""
    for at, match in enumerate(group):
        value = first[2] if first and at == 0 else match[4].strip().strip('"')
        data += unquote_to_bytes(value.encode("latin-1")) if match[3] else value.encode("latin-1")
    try:
        text = data.decode(charset) if charset else None
    except UnicodeError:
        return None
    return None if text is None or words.CONTROL.search(text) or words.BEGUN.search(text) else text


def _value(written: str) -> str | None:
    """A value in quotes or bare; some writers put encoded words into it."""
    written = written.strip()
    if written[:1] != '"':
        written = f'"{written}"'
    return words.unquoted(written)


def _write(parameter: Parameter, text: str) -> list[Change]:
    text = re.sub(r"[\x00-\x1f\x7f]+", " ", text)
    if text.isascii():
        new = f"{parameter.name}={words.quoted(text)}"
    else:
        new = f"{parameter.name}*=utf-8''{quote(text, safe='')}"
    return [Change(parameter.start, parameter.end, new.encode("latin-1"))]
