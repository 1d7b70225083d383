"""E-mail: headers and bodies decoded, attachments opened.

Comes in: bytes that begin like a message. Goes out: every header as it reads, every body and attachment. The
source was searched before; this sees what base64, quoted-printable and encoded words hide.
"""

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.errors import HeaderParseError, MessageError
from email.header import decode_header, make_header

from lexveil.check.texts import Text, place

Walk = Callable[[bytes, str, int], Iterator[Text]]

_HEADERS = re.compile(rb"(?:[!-9;-~]{1,80}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*+){1,400}+", re.IGNORECASE)
_TELLTALE = re.compile(
    rb"^(?:from|to|date|subject|received|return-path|mime-version|message-id|content-type)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)


def is_mail(data: bytes) -> bool:
    head = _HEADERS.match(data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n"))
    return bool(head and len(_TELLTALE.findall(head[0])) >= 2)


def texts(data: bytes, name: str, depth: int, walk: Walk) -> Iterator[Text]:
    message = message_from_bytes(data.lstrip(b"\r\n"), policy=policy.compat32)
    for number, each in enumerate(message.walk(), 1):
        where = place(name, f"message part {number}" if number > 1 else "message")
        yield Text(place(where, "headers"), "\n\n".join(_header(str(value)) for value in each.values()))
        if each.preamble or each.epilogue:
            yield Text(place(where, "around the parts"), f"{each.preamble}\n\n{each.epilogue}")
        if not each.is_multipart():
            body = each.get_payload(decode=True)
            if isinstance(body, bytes) and body:
                yield from walk(body, where, depth + 1)
                yield from _in_charset(body, each.get_content_charset(), where)


def _in_charset(body: bytes, charset: str | None, where: str) -> Iterator[Text]:
    if charset and not body.isascii():
        try:
            yield Text(place(where, "text"), body.decode(charset, "replace"))
        except LookupError:
            return


def _header(value: str) -> str:
    """
    >>> _header("=?utf-8?q?J=C3=B8rgen?= Roe")
    'Jørgen Roe'
    """
    try:
        return str(make_header(decode_header(value)))
    except (HeaderParseError, MessageError, LookupError, UnicodeError, ValueError):
        return value
