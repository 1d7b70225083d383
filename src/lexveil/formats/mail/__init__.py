"""E-mail (.eml): text out, replacements back into the very source.

Header fields come first, then the bodies, attached texts and mails included; what did not change keeps its
bytes. Other attachments are uncovered parts. Without replacements the bytes are the ones that came in; with
them, signatures over the old content are left out. Never fetches anything and never runs anything
(docs/decisions/0019-tables-mail-office.md).

`structure` finds fields and parts and joins their texts, `headers` reads fields, `bodies` the rest.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.formats.mail import bodies, headers
from lexveil.formats.mail.bodies import encoded_inside, read_body, readable
from lexveil.formats.mail.structure import (
    Change,
    MailText,
    Member,
    Section,
    add_text,
    changed,
    sections,
    title_zones,
)
from lexveil.formats.markup import Block, lay
from lexveil.formats.markup.escaping import spell_html
from lexveil.formats.source import DEFAULT, Format, Options, Source
from lexveil.model import Document, Part, Reason, Replacement, because

KNOWN = frozenset("from to subject date received message-id mime-version content-type sender cc".split())


class Mail(NamedTuple):
    """What writing needs."""

    data: bytes
    members: tuple[Member, ...]
    removed: tuple[Change, ...]  # signatures, taken out when anything changes


def read(data: bytes, options: Options = DEFAULT) -> Document:
    source = data.decode("latin-1")
    gathered = MailText()
    parts: list[Part] = []
    notes: dict[Reason, None] = {}
    removed: list[Change] = []
    for section in sections(source):
        if not section.depth:
            _expect_mail(section)
        parts += _fields(gathered, source, section, options, removed)
        part, note = _body(gathered, source, section, options)
        parts += part
        if note:
            notes[note] = None
    laid = lay(gathered.blocks)
    if not laid.text:
        raise InputError("mail.no-text")
    return Document(
        id="",
        text=laid.text,
        language=options.language,
        pieces=laid.pieces,
        zones=tuple(sorted((*laid.zones, *title_zones(gathered)), key=lambda zone: zone.start)),
        shape=laid.shape,
        source=Source(Mail(data, tuple(gathered.members), tuple(removed))),
        parts=tuple(parts),
        notes=tuple(notes),
    )


def write(document: Document, replacements: Sequence[Replacement]) -> bytes:
    mail: Mail = document.source.content
    changes = changed(mail.members, document.pieces, replacements, _spell)
    if not changes:
        return mail.data
    parts: list[bytes] = []
    last = 0
    for change in sorted([*changes, *mail.removed], key=lambda change: change[:2]):
        parts += (mail.data[last : change.start], change.data)
        last = change.end
    return b"".join([*parts, mail.data[last:]])


def _spell(text: str, context: str, left: str) -> str:
    kind, _, rest = context.partition(" ")
    if kind == "html":
        coding, _, inner = rest.partition(" ")
        return spell_html(text, inner, left, encoding=coding)
    if kind == "body":
        return text.replace("\0", " ")
    return bodies.spell_card(text, kind) if kind in ("card", "cn", "quoted") else headers.spell(text, kind)


def _expect_mail(section: Section) -> None:
    if not any(field.name in KNOWN for field in section.fields):
        raise InputError("mail.other-kind")


def _fields(
    gathered: MailText, source: str, section: Section, options: Options, removed: list[Change]
) -> list[Part]:
    name = f"header of {section.name}" if section.depth else "header"
    unread = list(headers.read_fields(gathered, source, section, keep=options.keep_metadata))
    parts = [] if section.depth else [Part(name, "read")]
    parts += [Part(f"{name}, field {at}", "uncovered", because("part.encoded-words")) for at in unread]
    signed = [] if options.keep_metadata else headers.signatures(section)
    if signed:
        why = because("part.mail-signatures")
        parts.append(Part(f"{name}, signatures", "cleaned", why))
        removed += [Change(field.start, field.stop, b"") for field in signed]
    return parts


def _body(
    gathered: MailText, source: str, section: Section, options: Options
) -> tuple[list[Part], Reason | None]:
    name = section.name
    if section.problem:
        return [Part(name, "uncovered", section.problem)], None
    if any(encoded_inside(source[start:end]) for start, end in section.around):
        return [Part(name, "uncovered", because("part.outside"))], None
    _around(gathered, source, section)
    if section.kind.startswith("multipart/") or section.kind in ("message/rfc822", "message/global"):
        return [], None
    if not source[section.start : section.end].strip():
        return [], None
    if not readable(section):
        return [Part(name, "uncovered", because("part.mail-file"))], None
    why, note, files = read_body(gathered, source, section, options)
    return [Part(name, "uncovered", why) if why else Part(name, "read"), *files], note


def _around(gathered: MailText, source: str, section: Section) -> None:
    """What stands outside of all parts, for programs that know none."""
    for start, end in section.around:
        if source[start:end].strip():
            block = Block("hidden")
            member = Member(headers.plain_text(source[start:end]), partial(_write_around, source, start, end))
            add_text(block, member.text, gathered.take(member), "body")
            gathered.blocks.append(block)


def _write_around(source: str, start: int, end: int, text: str) -> list[Change]:
    old = source[start:end]
    latin = not old.isascii() and headers.plain_text(old) == old and all(ord(char) < 256 for char in text)
    return [Change(start, end, text.encode("latin-1" if latin else "utf-8"))]


MAIL = Format(read, write)
