"""E-mail (.eml): text out, replacements back into the very source.

Header fields come first, then the bodies, attached texts and mails included; what did not change keeps its
bytes. Other attachments are uncovered parts. Without replacements the bytes are the ones that came in; with
them, signatures over the old content are left out. Never fetches anything and never runs anything
(docs/decisions/0019-tables-mail-office.md).

`structure` finds fields and parts and joins their texts, `headers` reads fields, `bodies` the rest.
"""

from functools import partial

from lexveil.errors import InputError
from lexveil.formats.mail import bodies, headers, structure
from lexveil.formats.mail.structure import Change, MailText, Member, Section
from lexveil.formats.markup import Block, Note, document_of, lay
from lexveil.formats.markup.escaping import spell_html
from lexveil.formats.source import DEFAULT, Format, Options, Replacements
from lexveil.model import Document, Part, Reason, because

KNOWN = frozenset("from to subject date received message-id mime-version content-type sender cc".split())


def read(data: bytes, options: Options = DEFAULT) -> Document:
    source = data.decode("latin-1")
    mail = MailText()
    parts: list[Part] = []
    notes: dict[Reason, None] = {}
    removed: list[Change] = []  # signatures, taken out when anything changes
    for section in structure.sections(source):
        if not section.depth and not any(field.name in KNOWN for field in section.fields):
            raise InputError("mail.other-kind")
        begun = len(mail.blocks)
        parts += _fields(mail, source, section, options.keep_metadata, removed)
        for block in mail.blocks[begun:]:
            block.region = "mail-header"
        part, note = _body(mail, source, section, options)
        parts += part
        if note:
            notes[note] = None
    laid = lay(mail.blocks)
    if not laid.text:
        raise InputError("mail.no-text")
    zones = tuple(sorted((*laid.zones, *mail.title_zones()), key=lambda zone: zone.start))
    content = data, mail.members, removed
    return document_of(laid._replace(zones=zones), options, content, parts=parts, notes=notes)


def write(document: Document, replacements: Replacements) -> bytes:
    data: bytes
    data, members, removed = document.source.content
    changes = structure.changed(members, document.pieces, replacements, _spell)
    if not changes:
        return data
    parts: list[bytes] = []
    last = 0
    for change in sorted([*changes, *removed], key=lambda change: change[:2]):
        parts += (data[last : change.start], change.data)
        last = change.end
    return b"".join([*parts, data[last:]])


def _spell(text: str, context: str, left: str) -> str:
    kind, _, rest = context.partition(" ")
    if kind == "html":
        coding, _, inner = rest.partition(" ")
        return spell_html(text, inner, left, encoding=coding)
    if kind == "body":
        return text.replace("\0", " ")
    return bodies.spell_card(text, kind) if kind in ("card", "cn", "quoted") else headers.spell(text, kind)


def _fields(mail: MailText, source: str, section: Section, keep: bool, removed: list[Change]) -> list[Part]:
    name = f"header of {section.name}" if section.depth else "header"
    unread = list(headers.read_fields(mail, source, section, keep=keep))
    parts = [] if section.depth else [Part(name, "read")]
    parts += [Part(f"{name}, field {at}", "uncovered", because("part.encoded-words")) for at in unread]
    signed = [] if keep else headers.signatures(section)
    if signed:
        parts.append(Part(f"{name}, signatures", "cleaned", because("part.mail-signatures")))
        removed += [Change(field.start, field.stop, b"") for field in signed]
    return parts


def _body(mail: MailText, source: str, section: Section, options: Options) -> tuple[list[Part], Note]:
    name = section.name
    if section.problem:
        return [Part(name, "uncovered", section.problem)], None
    if any(bodies.encoded_inside(source[start:end]) for start, end in section.around):
        return [Part(name, "uncovered", because("part.outside"))], None
    for start, end in section.around:  # what stands outside of all parts, for programs that know none
        if source[start:end].strip():
            block = Block("hidden")
            member = Member(headers.plain_text(source[start:end]), partial(_write_around, source, start, end))
            structure.add_text(block, member.text, mail.take(member), "body")
            mail.blocks.append(block)
    holds_parts = section.kind.startswith("multipart/") or section.kind in structure.MAILS
    if holds_parts or not source[section.start : section.end].strip():
        return [], None
    if not bodies.readable(section):
        return [Part(name, "uncovered", because("part.mail-file"))], None
    why, note, files = bodies.read_body(mail, source, section, options)
    return [Part(name, "uncovered", why) if why else Part(name, "read"), *files], note


def _write_around(source: str, start: int, end: int, text: str) -> list[Change]:
    return [Change(start, end, headers.in_old_encoding(source[start:end], text))]


MAIL = Format(read, write)
