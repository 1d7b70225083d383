"""The text of a mail's bodies, through transfer encoding and character set, and back.

Lines that did not change keep their spelling. A text that its character set or a 7-bit body cannot hold
becomes quoted-printable UTF-8, and the header says so. Of calendar entries and visiting cards the values and
the names in parameters (CN="Ann Torvund") are text; keywords, dates and names of properties are zone `code`
(RFC 5545, RFC 6350). Never reads what is not text.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from functools import partial

from lexveil.errors import InputError
from lexveil.formats.encoding import Decoded, decode
from lexveil.formats.html import declared, embedded_files
from lexveil.formats.html.page import read_page
from lexveil.formats.mail.headers import codec
from lexveil.formats.mail.structure import PLAIN_TRANSFER, Change, MailText, Member, Section, line_end, shift
from lexveil.formats.markup import Block
from lexveil.formats.source import Options
from lexveil.model import Part, Reason, because_of

MAX_LINE = 76
TREES = {"text/html": False, "application/xhtml+xml": True, "text/xml": True, "application/xml": True}
LETTERS = ("message/delivery-status", "message/disposition-notification", "message/feedback-report")
STATEFUL = ("iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_kr", "hz", "utf-7")

_SOFT = re.compile(rb"=[ \t]*\r?\n")
_HARD = re.compile(rb"(?:[^\n=]++|=[ \t]*\r?\n|=)*+(?:\n|\Z)")
_CODE = re.compile(rb"=([0-9A-Fa-f]{2})")
_UNSAFE = re.compile(rb"[^\t\x20-\x3c\x3e-\x7e]|[\t ]\Z")
_MARKS = re.compile(r"(?:\A|\n)((?:>[ \t]?)+)")
_CHARSET = re.compile(r";\s*(charset\*?\s*=\s*(?:\"[^\"]*\"|[^\s;]*))", re.IGNORECASE)
_UNDECLARED = re.compile(r"^Content-Transfer-Encoding:[ \t]*(?:base64|quoted-printable)", re.M | re.I)
_UUENCODED = re.compile(r"^begin(?:-base64)? [0-7]{3,4} \S.*\r?\n[\x20-\x60]", re.MULTILINE)

CARDS = ("text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar")
# Properties whose values come from lists, or are dates and numbers.
KEYWORDS = frozenset(
    "begin end version prodid method calscale status class transp sequence action trigger repeat priority "
    "dtstamp dtstart dtend due completed created last-modified duration rrule rdate exdate recurrence-id "
    "tzid tzoffsetfrom tzoffsetto tzname rev kind gender percent-complete freebusy request-status".split()
)

_LINE = re.compile(r"(?:[^\r\n]|\r(?!\n)|\r?\n[ \t])*+(?:\r?\n|\Z)")
_FOLD = re.compile(r"\r?\n[ \t]")
_HEAD = re.compile(r"(?:[^:\"]++|\"[^\"]*+\")*+:")
_NAMED = re.compile(r"=\"([^\"]+)\"|;(?:X-)?CN=([^\";:]+)", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([nN,;\\])")
_EMBEDS = re.compile(  # a picture, a file, or text that is encoded once more
    r"^(?:(?:PHOTO|LOGO|SOUND|KEY|ATTACH)\b[^:\n]*(?:ENCODING|BASE64)|[^:\n]*QUOTED-PRINTABLE[;:])"
    r"|^[^\n]*:data:",
    re.MULTILINE | re.IGNORECASE,
)

Run = tuple[int, int]  # where characters of an unfolded line stand in the text


def readable(section: Section) -> bool:
    kind = section.kind
    plain = kind.startswith("text/") and kind not in ("text/rtf", "text/richtext")
    return plain or kind in (*TREES, *LETTERS)


def read_body(
    gathered: MailText, source: str, section: Section, options: Options
) -> tuple[Reason | None, Reason | None, list[Part]]:
    """Adds the body's blocks; returns why it could not, a note, and the files inside a page."""
    raw = source[section.start : section.end].encode("latin-1")
    try:
        found = _text(_unpacked(raw, section.transfer), section)
        member = Member(found.text, partial(_write, source, section, found))
        blocks = _blocks(found, section, options, seven_bit=raw.isascii())
    except InputError as error:
        return because_of(error), None, []
    start = gathered.take(member)
    gathered.blocks += [shift(block, start, str) for block in blocks]
    within = f"{section.name}, "
    files = embedded_files(found.text, options, within=within) if section.kind in TREES else ()
    return None, found.note, list(files)


def _text(data: bytes, section: Section) -> Decoded:
    charset = section.charset or (declared(data) if section.kind in TREES else "")
    name = codec(charset)
    if name not in STATEFUL:
        return decode(data, declared=charset)
    try:
        text = data.decode(name)
        whole = text.encode(name) == data and "\0" not in text
    except UnicodeError:
        whole = False
    if not whole:
        raise InputError("mail.character-set", encoding=name)
    return Decoded(text, name)


def _blocks(found: Decoded, section: Section, options: Options, *, seven_bit: bool) -> list[Block]:
    """The blocks of a body, each place with the context in which a replacement is spelled."""
    text = found.text
    if section.kind in TREES:
        walked = read_page(text, xml=TREES[section.kind], citation_classes=options.citation_classes)
        coding = "ascii" if seven_bit and section.transfer in PLAIN_TRANSFER else found.encoding
        return [shift(block, 0, lambda context: f"html {coding} {context}") for block in walked.blocks]
    if section.kind in CARDS:
        if _EMBEDS.search(text):
            raise InputError("mail.embedded")
        cards = (block for line in _LINE.finditer(text) for block in _card_line(text, *line.span()))
        return [block for block in cards if block.visible()]
    if _UUENCODED.search(text) or (section.kind == "text/plain" and encoded_inside(text)):
        raise InputError("mail.undeclared")
    block = Block()
    _plain(block, text)
    return [block] if block.visible() else []


def encoded_inside(text: str) -> bool:
    """Whether the header of an encoded part stands in plain text, as in a mail that is damaged."""
    return bool(_UNDECLARED.search(text))


def _plain(block: Block, text: str) -> None:
    """A letter as it is, but for the marks before quoted lines: a name may run from one to the next."""
    first = depth = last = 0
    for found in _MARKS.finditer(text):
        marks, at = found[1].count(">"), found.start(1)
        if marks == depth and text.find("\n", last, at) == at - 1:
            end = at - (2 if text[at - 2 : at] == "\r\n" else 1)
            _lines(block, text, first, end)
            block.add("\n", end, found.end(), "body")
            first = found.end()
        depth, last = marks, found.end()
    _lines(block, text, first, len(text))


def _lines(block: Block, text: str, start: int, end: int) -> None:
    """Text as it stands, but every line end is one character."""
    while start < end:
        found = text.find("\r\n", start, end)
        stop = end if found < 0 else found
        if start < stop:
            block.add(text[start:stop], start, stop, "body")
        if found >= 0:
            block.add("\n", found, found + 2, "body")
        start = stop + 2


def _unpacked(raw: bytes, transfer: str) -> bytes:
    if transfer in PLAIN_TRANSFER:
        return raw
    if transfer == "quoted-printable":
        return b"".join(_unquoted(line) for line in _hard_lines(raw))
    if transfer == "base64":
        try:
            return base64.b64decode(re.sub(rb"\s+", b"", raw), validate=True)
        except (binascii.Error, ValueError):
            raise InputError("mail.damaged-base64") from None
    raise InputError("mail.transfer-encoding")


def _hard_lines(raw: bytes) -> Iterator[bytes]:
    """Lines of the decoded body, as they are spelled."""
    return (found[0] for found in _HARD.finditer(raw) if found[0])


def _unquoted(line: bytes) -> bytes:
    content, end = _ended(_SOFT.sub(b"", line))
    content = content.rstrip(b" \t")
    if not end and content.endswith(b"="):  # a soft line end with nothing after it
        content = content[:-1]
    return _CODE.sub(lambda code: bytes.fromhex(code[1].decode()), content) + end


def _ended(line: bytes) -> tuple[bytes, bytes]:
    content = line.removesuffix(b"\r\n") if line.endswith(b"\r\n") else line.removesuffix(b"\n")
    return content, line[len(content) :]


def _quoted(data: bytes, old: bytes, line_end: bytes) -> bytes:
    """Quoted-printable; a line that was there before is spelled as it was."""
    spelled = {_unquoted(line): line for line in reversed(list(_hard_lines(old)))}
    lines = re.findall(rb"[^\n]*\n|[^\n]+\Z", data)
    return b"".join(spelled.get(line) or _quoted_line(line, line_end) for line in lines)


def _quoted_line(line: bytes, line_end: bytes) -> bytes:
    content, end = _ended(line)
    coded = _UNSAFE.sub(lambda found: b"=%02X" % found[0][0], content)
    parts: list[bytes] = []
    at = 0
    while len(coded) - at > MAX_LINE:
        cut = at + MAX_LINE - 1
        cut -= 1 if coded[cut - 1] == ord("=") else 2 if coded[cut - 2] == ord("=") else 0
        parts.append(coded[at:cut] + b"=" + line_end)
        at = cut
    return b"".join(parts) + coded[at:] + end


def _based(data: bytes, old: bytes, line_end: bytes) -> bytes:
    """Base64 with lines as long as before, and what white space stood around it."""
    first, *others = old.split()[:2] or [b""]
    coded = base64.b64encode(data)
    width = len(first) if others else max(MAX_LINE, len(coded) if len(first) > MAX_LINE else 0)
    lines = line_end.join(coded[at : at + width] for at in range(0, len(coded), width))
    before = old[: len(old) - len(old.lstrip())]
    return before + lines + old[len(old.rstrip()) :]


def _write(source: str, section: Section, found: Decoded, text: str) -> list[Change]:
    end = line_end(source)
    old = source[section.start : section.end].encode("latin-1")
    labels: list[Change] = []
    transfer, charset = section.transfer, ""
    if not text.isascii() and found.text.isascii() and not found.bom and codec(section.charset) != "utf-8":
        charset = "utf-8"  # whatever it says, it may not be so for letters that were not there
    try:
        data = found.bom + text.encode(charset or found.encoding)
    except UnicodeEncodeError:
        data, charset = text.encode("utf-8"), "utf-8"
    if transfer in ("", "7bit") and not data.isascii() and old.isascii():
        transfer = "quoted-printable"
    if charset:
        labels.append(_charset(source, section, charset, end))
    if transfer != section.transfer:
        field = section.field("content-transfer-encoding")
        start, stop = (field.value, field.end) if field else (section.header_end,) * 2
        label = f" {transfer}" if field else f"Content-Transfer-Encoding: {transfer}{end}"
        labels.append(Change(start, stop, label.encode()))
    if transfer == "quoted-printable":
        data = _quoted(data, old if transfer == section.transfer else b"", end.encode())
    elif transfer == "base64":
        data = _based(data, old, end.encode())
    return [*labels, Change(section.start, section.end, data)]


def _charset(source: str, section: Section, charset: str, end: str) -> Change:
    """The character set in the header, where it says one already or not."""
    field = section.field("content-type")
    if not field:
        version = "" if section.field("mime-version") or section.depth else f"MIME-Version: 1.0{end}"
        line = f"{version}Content-Type: {section.kind}; charset={charset}{end}"
        return Change(section.header_end, section.header_end, line.encode())
    found = _CHARSET.search(source, field.value, field.end)
    if found:
        return Change(*found.span(1), f"charset={charset}".encode())
    return Change(field.end, field.end, f"; charset={charset}".encode())


def spell_card(text: str, context: str) -> str:
    r"""A replacement in a value or in a parameter.

    >>> spell_card("Doe, J.", "card")
    'Doe\\, J.'
    """
    if context == "card":
        return re.sub(r"\r?\n", r"\\n", re.sub(r"([\\,;])", r"\\\1", text))
    text = re.sub(r"[\x00-\x1f\x7f]+", " ", text).replace('"', "'")
    return f'"{text}"' if context == "cn" and re.search("[,;:]", text) else text


def _card_line(text: str, start: int, end: int) -> Iterator[Block]:
    end = start + len(text[start:end].rstrip("\r\n"))
    runs: list[Run] = []
    for fold in _FOLD.finditer(text, start, end):
        runs.append((start, fold.start()))
        start = fold.end()
    runs.append((start, end))
    line = "".join(text[first:last] for first, last in runs)
    head = _HEAD.match(line)
    stop = head.end() if head else 0
    keyword = re.split("[;:]", line[:stop], maxsplit=1)[0].rpartition(".")[2].lower() in KEYWORDS
    value = Block("code" if keyword else "")
    _add(value, text, runs, stop, len(line), "card")
    yield value
    names, last = Block("code"), 0
    for found in _NAMED.finditer(line, 0, stop):
        group = found.lastindex or 0
        block = Block("hidden")
        _add(block, text, runs, *found.span(group), "quoted" if group == 1 else "cn")
        yield block
        _add(names, text, runs, last, found.start(group), "quoted")
        last = found.end(group)
    _add(names, text, runs, last, stop, "quoted")
    yield names


def _add(block: Block, text: str, runs: list[Run], first: int, last: int, context: str) -> None:
    """Characters first..last of the line; where it was folded something is hidden."""
    at, end = 0, -1
    for run_start, run_end in runs:
        start = run_start + max(first - at, 0)
        stop = min(run_end, run_start + last - at)
        at += run_end - run_start
        if start >= stop:
            continue
        if 0 <= end < start:
            block.hide(end, start, context)
        for escape in _ESCAPE.finditer(text, start, stop) if context == "card" else ():
            if start < escape.start():
                block.add(text[start : escape.start()], start, escape.start(), context)
            block.add("\n" if escape[1] in "nN" else escape[1], *escape.span(), context)
            start = escape.end()
        if start < stop:
            block.add(text[start:stop], start, stop, context)
        end = stop
