"""OpenDocument text (.odt, .ott and, as one XML, .fodt): text out, replacements back into the very members.

A member without replacements is the very bytes that came in, but for the metadata that was cleaned. What may
hold text and was not read is an uncovered part (docs/decisions/0016-odt.md).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lexveil.errors import InputError
from lexveil.formats.markup import document_of, with_cuts
from lexveil.formats.odt import container, identifiers, reading, writing
from lexveil.formats.odt.container import BOM, MANIFEST, ODF, PICTURE, SVG, XML, Plan, decoded, plan
from lexveil.formats.odt.metadata import Cleaning
from lexveil.formats.odt.reading import Text
from lexveil.formats.odt.writing import Stretch
from lexveil.formats.package import Member, Picture, pack, read_picture, unpack, write_picture
from lexveil.formats.source import DEFAULT, Format, Options, Replacements
from lexveil.model import Document, Part, Reason, because

TYPE = "application/vnd.oasis.opendocument."
TEXTS = (f"{TYPE}text", f"{TYPE}text-template")
OTHERS = ("spreadsheet", "presentation", "graphics", "chart", "formula", "image", "database")
DRAWINGS = (".emf", ".wmf", ".svm", ".eps", ".pdf")
FLAT = "document"  # the one member of a flat file
_NO_PLAN = Plan({}, {}, frozenset(), frozenset(), frozenset(), ())
_MIMETYPE = re.compile(rb"<office:document\s[^>]*?office:mimetype\s*=\s*[\"']([^\"']*)")


@dataclass(frozen=True, slots=True)
class Content:
    """What `write` needs: the members, the sources as they go out, and where each stands in the text."""

    members: tuple[Member, ...] = field(repr=False)
    plan: Plan = field(repr=False)
    texts: tuple[Text, ...] = field(repr=False)
    pictures: tuple[tuple[str, Picture], ...] = field(repr=False)  # by the names of their members
    names: dict[str, str] = field(repr=False)
    stretches: tuple[Stretch, ...] = field(repr=False)  # of the texts, the pictures and, last, the names


def read(data: bytes, options: Options = DEFAULT) -> Document:
    members = _members(data, options)
    found = plan(members, _listed(members, options))
    cleaning = Cleaning(found, options.keep_metadata)
    texts: list[Text] = []
    parts = list(found.parts)
    pictures: list[tuple[str, Picture]] = []
    for member in _in_order(members, found):
        role = found.roles[member.name]
        if role == ODF:
            texts.append(reading.prepared(member, role, cleaning, options))
        elif role in (XML, SVG):
            try:
                texts.append(reading.prepared(member, role, cleaning, options))
            except InputError:
                parts.append(Part(found.renamed(member.name), "uncovered", because("part.unread-xml")))
        elif role == PICTURE:
            picture = _picture(found.renamed(member.name), member.data, options)
            pictures.append((member.name, picture))
            parts.append(picture.part)
    return _document(members, cleaning, texts, pictures, parts, options)


def read_flat(data: bytes, options: Options = DEFAULT) -> Document:
    if data.startswith(b"PK"):
        raise InputError("odt.packed")
    cleaning = Cleaning(_NO_PLAN, options.keep_metadata)
    member = Member(FLAT, data, False)
    text = reading.prepared(member, ODF, cleaning, options)
    mimetype = _MIMETYPE.search(data)
    _refuse_others(mimetype[1].decode("utf-8", "replace") if mimetype else "")
    return _document((member,), cleaning, [text], [], [], options)


def write(document: Document, replacements: Replacements) -> bytes:
    content: Content = document.source.content
    found = content.plan
    changed = {
        text.member: text.bytes(source)
        for text, source in zip(content.texts, _sources(document, replacements), strict=True)
        if text.cleaned or source != text.source
    }
    data = {member.name: member.data for member in content.members}
    for number, (name, picture) in enumerate(content.pictures, len(content.texts)):
        mine = writing.own(content.stretches[number], document.pieces, replacements)
        changed[name] = write_picture(picture, *mine)
    if (found.words or found.removed) and MANIFEST in found.roles:
        source = data[MANIFEST].removeprefix(BOM).decode("utf-8")
        changed[MANIFEST] = with_cuts(source, container.cuts(source, found)).encode("utf-8")
    renamed = {name: found.renamed(name) for name in found.roles}
    return pack(content.members, changed=changed, removed=found.removed, renamed=renamed)


def _picture(name: str, data: bytes, options: Options) -> Picture:
    """A drawing whose text is not read stops the export, and so does a picture that cannot be looked at."""
    if name.lower().endswith(DRAWINGS) or data.startswith(b"VCLMTF"):
        return Picture(Part(name, "uncovered", because("part.drawing")), (), data)
    return read_picture(name, data, options)


def write_flat(document: Document, replacements: Replacements) -> bytes:
    content: Content = document.source.content
    (text,), (source,) = content.texts, _sources(document, replacements)
    return text.bytes(source)


def _sources(document: Document, replacements: Replacements) -> list[str]:
    content: Content = document.source.content
    return writing.sources(content.texts, content.stretches, content.names, document.pieces, replacements)


def _members(data: bytes, options: Options) -> tuple[Member, ...]:
    """The members, `mimetype` first and not packed, as OpenDocument wants it."""
    begin = data[:4000].lstrip(BOM + b" \t\r\n")
    if begin.startswith(b"<"):
        raise InputError("odt.flat" if b"<office:document" in begin else "odt.markup")
    members = unpack(data, max_bytes=options.max_bytes)
    types = [member for member in members if member.name == "mimetype"]
    if not types:
        raise InputError("odt.no-mimetype")
    _refuse_others(types[0].data.decode("ascii", "replace").strip())
    return (types[0]._replace(packed=False), *(member for member in members if member.name != "mimetype"))


def _refuse_others(mimetype: str) -> None:
    if mimetype not in TEXTS:
        kind = mimetype.removeprefix(TYPE).partition("-")[0]
        if kind in OTHERS:
            raise InputError("odt.other-kind", kind=kind)
        raise InputError("odt.no-text-document")


def _listed(members: Iterable[Member], options: Options) -> list[str]:
    """What the manifest lists. An encrypted document has members too, but none that can be read."""
    paths: list[str] = []
    for member in members:
        if member.name == MANIFEST:
            source = decoded(member.data, MANIFEST, max_bytes=options.max_bytes, odf=False)
            container.refuse_encrypted(source)
            paths = container.paths(source)
    if not any(member.name == "content.xml" for member in members):
        raise InputError("odt.no-content")
    return paths


def _in_order(members: Iterable[Member], found: Plan) -> list[Member]:
    """As somebody would read them: the body, then headers and footers, objects, and what nobody sees."""
    ranks = {name: 2 if role == ODF else 3 for name, role in found.roles.items()}
    ranks |= {"content.xml": 0, "styles.xml": 1, "meta.xml": 3, "settings.xml": 3}
    return sorted(members, key=lambda member: ranks[member.name])


def _document(
    members: tuple[Member, ...],
    cleaning: Cleaning,
    texts: Sequence[Text],
    pictures: Sequence[tuple[str, Picture]],
    parts: Sequence[Part],
    options: Options,
) -> Document:
    found = cleaning.plan
    paths = frozenset(found.renamed(path) for path in found.paths)
    readings = [reading.read(text, paths, keep_metadata=options.keep_metadata) for text in texts]
    names = reading.names(texts, paths)
    named = identifiers.blocks(identifiers.listing(names), names)
    groups = [(each.first, each.second) for each in readings]
    laid, stretches = writing.laid([*groups, *((picture.blocks, ()) for _, picture in pictures), (named, ())])
    if not laid.text:
        raise InputError("file.no-text")
    every = [*(part for each in readings for part in each.parts), *parts]
    content = Content(members, found, tuple(texts), tuple(pictures), names, tuple(stretches))
    return document_of(laid, options, content, parts=every, notes=_notes(texts, cleaning, options))


def _notes(texts: Iterable[Text], cleaning: Cleaning, options: Options) -> Iterable[Reason]:
    number = sum(text.changes for text in texts)
    if number:
        fate = {"accept": "accepted", "reject": "rejected"}.get(options.tracked, "kept")
        yield because(f"note.changes-{fate}", count=number)
    if cleaning.authors:
        yield because("note.authors-neutral")
    if any(re.match(r"META-INF/.*signatures\.xml\Z", name, re.DOTALL) for name in cleaning.plan.removed):
        yield because("note.signature-taken-out")
    if cleaning.plan.words:
        yield because("note.files-renamed")


ODT = Format(read, write)
FODT = Format(read_flat, write_flat)
