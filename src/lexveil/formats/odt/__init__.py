"""OpenDocument text (.odt, .ott and, as one XML, .fodt): text out, replacements back into the very members.

A member without replacements is the very bytes that came in, but for the metadata that was cleaned. What may
hold text and was not read is an uncovered part (docs/decisions/0016-odt.md).
"""

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from lexveil.errors import InputError, OutputError
from lexveil.formats import markup
from lexveil.formats.markup import Block, Laid, Range, covered, splice
from lexveil.formats.markup.escaping import spell_odt
from lexveil.formats.markup.tokens import check
from lexveil.formats.odt import container, identifiers, reading
from lexveil.formats.odt.container import BOM, MANIFEST, ODF, PICTURE, Plan, decoded, plan
from lexveil.formats.odt.reading import Cleaning, Text
from lexveil.formats.package import Member, Picture, pack, read_picture, unpack, write_picture
from lexveil.formats.source import DEFAULT, Format, Options, Pieces, Replacements
from lexveil.model import Document, Part, Reason, Replacement, because

TYPE = "application/vnd.oasis.opendocument."
TEXTS = (f"{TYPE}text", f"{TYPE}text-template")
OTHERS = ("spreadsheet", "presentation", "graphics", "chart", "formula", "image", "database")
DRAWINGS = (".emf", ".wmf", ".svm", ".eps", ".pdf")
FLAT = "document"  # the one member of a flat file
_NO_PLAN = Plan({}, {}, frozenset(), frozenset(), frozenset(), ())
_MIMETYPE = re.compile(rb"<office:document\s[^>]*?office:mimetype\s*=\s*[\"']([^\"']*)")


class Stretch(NamedTuple):
    """Where the blocks of a member stand in the text, and its pieces among all."""

    text: Range
    pieces: Range
    second: int  # where those begin that are read a second time


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
        if role in reading.VOCABULARIES:
            try:
                texts.append(reading.prepared(member, role, cleaning, options))
            except InputError:
                if role == ODF:
                    raise
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
    every = zip(content.texts, _sources(document, replacements), strict=True)
    changed = {text.member: text.bytes(new) for text, new in every if text.cleaned or new != text.source}
    data = {member.name: member.data for member in content.members}
    for number, (name, picture) in enumerate(content.pictures, len(content.texts)):
        mine = _own(content.stretches[number], document.pieces, replacements)
        changed[name] = write_picture(picture, *mine)
    if (found.words or found.removed) and MANIFEST in found.roles:
        source = data[MANIFEST].removeprefix(BOM).decode("utf-8")
        changed[MANIFEST] = markup.with_cuts(source, container.cuts(source, found)).encode("utf-8")
    renamed = {name: found.renamed(name) for name in found.roles}
    return pack(content.members, changed=changed, removed=found.removed, renamed=renamed)


def _laid(groups: Sequence[tuple[Sequence[Block], Sequence[Block]]]) -> tuple[Laid, list[Stretch]]:
    """The blocks of all members as one text; of each group those of the first and of the second reading."""
    found: list[Stretch] = []
    at = piece = 0
    for first, second in groups:
        start, begun = at, piece
        at += sum(block.length + len(markup.BREAK) for block in first)
        middle = at
        at += sum(block.length + len(markup.BREAK) for block in second)
        piece += sum(len(block.starts) for block in (*first, *second))
        found.append(Stretch((start, at), (begun, piece), middle))
    return markup.lay(block for first, second in groups for block in (*first, *second)), found


def _own(stretch: Stretch, pieces: Pieces, replacements: Replacements) -> tuple[Pieces, list[Replacement]]:
    """The pieces and replacements of one member.

    A replacement over a break between members goes into the first and leaves nothing in the others.
    """
    start, end = stretch.text
    first = bisect_right(replacements, start, key=lambda each: each.end)
    last = bisect_left(replacements, end, key=lambda each: each.start)
    mine = pieces[slice(*stretch.pieces)]
    chosen = [each if each.start >= start else replace(each, text="") for each in replacements[first:last]]
    if not chosen or chosen[-1].start < stretch.second or stretch.second == end:
        return mine, chosen
    return mine, _once(mine, chosen, stretch.second)


def _once(pieces: Pieces, replacements: list[Replacement], second: int) -> list[Replacement]:
    """What was replaced already is only taken away where it is read again."""
    found: list[Replacement] = []
    taken: list[Range] = []
    for each, touched in zip(replacements, markup.touching(pieces, replacements), strict=True):
        ranges = [covered(piece, each.start, each.end) for piece in touched]
        again = each.start >= second and any(_meets(taken, place) for place in ranges)
        found.append(replace(each, text="") if again else each)
        for place in ranges:
            if not _meets(taken, place):
                insort(taken, place)
    return found


def _meets(taken: Sequence[Range], place: Range) -> bool:
    """Whether one of the sorted ranges, which are apart, overlaps that place."""
    at = bisect_left(taken, (place[1], 0))
    return at > 0 and taken[at - 1][1] > place[0]


def _sources(document: Document, replacements: Replacements) -> list[str]:
    """The new source of each member; the last stretch is that of the names."""
    content: Content = document.source.content
    texts, stretches, pieces = content.texts, content.stretches, document.pieces
    every = zip(texts, stretches, strict=False)
    made = [splice(text.source, *_own(each, pieces, replacements), spell_odt) for text, each in every]
    listed = identifiers.listing(content.names)
    new = splice(listed, *_own(stretches[-1], pieces, replacements), spell_odt)
    if new != listed:
        changed = identifiers.changed(content.names, new)
        old = zip(made, texts, strict=True)
        made = [identifiers.rewritten(source, text.vocabulary, changed) for source, text in old]
    for source, text in zip(made, texts, strict=True):
        try:
            if source != text.source:
                check(source.encode("utf-8"))
        except InputError as error:  # cannot happen while `spell_odt` does its work; never write it otherwise
            raise OutputError("odt.pseudonyms", reason=str(error)).within(text.name) from None
    return made


def _picture(name: str, data: bytes, options: Options) -> Picture:
    """A drawing whose text is not read stops the export, and so does a picture that cannot be looked at."""
    if name.lower().endswith(DRAWINGS) or data.startswith(b"VCLMTF"):
        return Picture(Part(name, "uncovered", because("part.drawing")), (), data)
    return read_picture(name, data, options)


def write_flat(document: Document, replacements: Replacements) -> bytes:
    content: Content = document.source.content
    (text,), (source,) = content.texts, _sources(document, replacements)
    return text.bytes(source)


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
    found = {member.name: member.data for member in members}
    data = found.get(MANIFEST)
    paths = []
    if data is not None:
        paths = container.paths(decoded(data, MANIFEST, max_bytes=options.max_bytes, odf=False))
    if "content.xml" not in found:
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
    laid, stretches = _laid([*groups, *((picture.blocks, ()) for _, picture in pictures), (named, ())])
    if not laid.text:
        raise InputError("file.no-text")
    every = [*(part for each in readings for part in each.parts), *parts]
    content = Content(members, found, tuple(texts), tuple(pictures), names, tuple(stretches))
    return markup.document_of(laid, options, content, parts=every, notes=_notes(texts, cleaning, options))


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
