"""Word documents (.docx, .dotx): all text of all parts out, replacements back into the very source.

Members in which nothing is replaced or cleaned are the bytes that came in. Metadata is cleaned unless it is
to be kept; what may hold text and cannot be read is `uncovered` (docs/decisions/0015-docx.md).
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lexveil.errors import InputError, OutputError
from lexveil.formats.docx.attributes import Copies, Values
from lexveil.formats.docx.container import Container, Gathered, Reader, Xml
from lexveil.formats.markup import LEFT, Block, Cut, covered, document_of, lay, with_cuts
from lexveil.formats.markup.characters import ADDRESS
from lexveil.formats.markup.escaping import ALONE, FIELD, KEPT, QUOTED, TAG, spell_docx
from lexveil.formats.markup.tokens import check
from lexveil.formats.package import MAX_GROWTH, Picture, pack, unpack, write_picture
from lexveil.formats.source import DEFAULT, Format, Options, Place, Replacements
from lexveil.model import Document, Part, Piece, Reason, Replacement, because

TRACKED = ("keep", "accept", "reject")


@dataclass(frozen=True, slots=True)
class Content:
    container: Container = field(repr=False)
    xml: list[Xml] = field(repr=False)
    runs: list[tuple[int, int]] = field(repr=False)  # from which piece on the pieces are of which member
    copies: list[Copies] = field(repr=False)
    pictures: dict[int, Picture] = field(repr=False)


def read(data: bytes, options: Options = DEFAULT) -> Document:
    if options.tracked not in TRACKED:
        raise InputError("file.tracked", choices=", ".join(TRACKED))
    values = Values(keep_metadata=options.keep_metadata)
    found = Gathered(options, values, budget=MAX_GROWTH * options.max_bytes)
    container = Reader(unpack(data, max_bytes=options.max_bytes), found).read()
    blocks = _ordered(found)
    laid = lay(block for _, block in blocks)
    if not laid.text:
        raise InputError("file.no-text-in-document")
    content = Content(container, found.xml, _runs(blocks), found.values.copies, found.pictures)
    parts = (*found.parts, *_spelling_fields(laid.text))
    return document_of(laid, options, content, parts=parts, notes=_notes(found))


# Fields that show a character by its code; those of letters, and no bullets, are looked for.
_BY_CODE = re.compile(
    r"\b(?:SYMBOL|QUOTE)\s+(?:0x[4-7][0-9A-F]|6[5-9]|[78]\d|90|9[7-9]|1[01]\d|12[0-2])\b", re.IGNORECASE
)
SPELLING = 3  # such fields make a word


def _spelling_fields(text: str) -> Iterator[Part]:
    if sum(1 for _ in _BY_CODE.finditer(text)) >= SPELLING:
        yield Part("fields that spell", "uncovered", because("part.spelling-fields"))


def write(document: Document, replacements: Replacements) -> bytes:
    content: Content = document.source.content
    new: dict[int, str | bytes] = {**_sources(document, replacements)}
    for number, picture in content.pictures.items():
        data = write_picture(picture, pieces_of(document, number), replacements)
        if data != picture.data:
            new[number] = data
    return _packed(content, content.container, new)


_TRIMMED = frozenset({KEPT, FIELD, QUOTED, ADDRESS})
_TEXT_TAG = re.compile(r"<(?:[^\s:/>]+:)?(?:t|delText|instrText|delInstrText)(\s[^>]*)?>\Z")
_WORD = re.compile(r"[\w'’-]")


class Edit(NamedTuple):
    member: int
    start: int
    end: int
    order: int
    text: str | None  # None: only removed
    context: str


def _sources(document: Document, replacements: Replacements) -> dict[int, str]:
    """Member → its new source, of those that change."""
    content: Content = document.source.content
    xml = content.xml
    changes = _Changes(document)
    for order, replacement in enumerate(replacements):
        changes.replace(order, replacement)
    changes.mend(len(replacements))
    by_member: defaultdict[int, list[Edit]] = defaultdict(list)
    for edit in (*changes.edits, *_copied(changes.edits, content.copies)):
        by_member[edit.member].append(edit)
    touched = {number for number, each in enumerate(xml) if each.cuts or each.changed} | by_member.keys()
    members = (number for number in sorted(touched) if xml[number].text)  # a picture has no source
    return {number: _spliced(xml[number], by_member[number]) for number in members}


def pieces_of(document: Document, number: int) -> list[Piece]:
    """The pieces of one member."""
    pieces, runs = document.pieces, document.source.content.runs
    found: list[Piece] = []
    for (first, member), (last, _) in zip(runs, [*runs[1:], (len(pieces), 0)], strict=True):
        if member == number:
            found += pieces[first:last]
    return found


class _Changes:
    """Edits from replacements, over pieces that may share their places: two readings of a paragraph do."""

    def __init__(self, document: Document) -> None:
        self.text, self.pieces = document.text, document.pieces
        content: Content = document.source.content
        self.firsts = [first for first, _ in content.runs]
        self.members = [member for _, member in content.runs]
        self.starts = [piece.start for piece in self.pieces]
        self.edits: list[Edit] = []
        self.twins = self._twins()
        self.gone: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)  # of the pieces with twins
        self.torn: list[tuple[int, int, int]] = []  # the same, as long as their twins are whole

    def replace(self, order: int, replacement: Replacement) -> None:
        found = list(self._pieces(replacement.start, replacement.end))
        shows = ((at, self.pieces[at]) for at in found)
        able = [at for at, each in shows if each.start < each.end and each.place.context != TAG]
        shown = (at for at in able if not self.pieces[at].place.context.endswith(ALONE))
        carrier = next(shown, able[0] if able else None)  # one that all readings show, if there is one
        if carrier is None:
            raise ValueError(f"replacement {order} covers no text of the source, only breaks and tags")
        for at in found:
            text = replacement.text if at == carrier else None
            self._edit(at, replacement.start, replacement.end, order, text)

    def mend(self, order: int) -> None:
        """Where one reading of a paragraph lost characters, the words they stood in go from the others."""
        while self.torn:
            at, start, end = self.torn.pop()
            for twin in self.twins[self._member(at), self.pieces[at].place.start]:
                shift = self.pieces[twin].start - self.pieces[at].start
                first, last = self._words(start + shift, end + shift)
                for near in self._pieces(first, last) if twin != at else ():
                    if not self._is_gone(near, first, last):
                        self._edit(near, first, last, order, None)

    def _twins(self) -> dict[tuple[int, int], list[int]]:
        """Pieces of several readings with the same place; none in most documents."""
        if not any(piece.place.context.endswith(ALONE) for piece in self.pieces):
            return {}
        found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for at, piece in enumerate(self.pieces):
            found[self._member(at), piece.place.start].append(at)
        return {place: each for place, each in found.items() if len(each) > 1}

    def _pieces(self, start: int, end: int) -> Iterator[int]:
        for at in range(max(bisect_right(self.starts, start) - 1, 0), len(self.pieces)):
            if self.pieces[at].start >= end:
                break
            if self.pieces[at].end > start:
                yield at

    def _edit(self, at: int, start: int, end: int, order: int, text: str | None) -> None:
        piece, member = self.pieces[at], self._member(at)
        place: Place = piece.place
        self.edits.append(Edit(member, *covered(piece, start, end), order, text, place.context))
        self.edits += (Edit(member, *each, order, None, place.context) for each in place.more)
        if self.twins:
            gone = max(start, piece.start), min(end, piece.end)
            self.gone[at].append(gone)
            if (member, place.start) in self.twins:
                self.torn.append((at, *gone))

    def _words(self, start: int, end: int) -> tuple[int, int]:
        while start > 0 and _WORD.match(self.text[start - 1]):
            start -= 1
        while end < len(self.text) and _WORD.match(self.text[end]):
            end += 1
        return start, end

    def _is_gone(self, at: int, start: int, end: int) -> bool:
        start, end = max(start, self.pieces[at].start), min(end, self.pieces[at].end)
        return any(first <= start and end <= last for first, last in self.gone[at])

    def _member(self, at: int) -> int:
        return self.members[bisect_right(self.firsts, at) - 1]


def _copied(edits: Iterable[Edit], copies: Sequence[Copies]) -> Iterator[Edit]:
    """The same edits wherever else a value stands."""
    by_place = sorted((each.member, each.start, at) for at, each in enumerate(copies) if each.more)
    for edit in edits:
        at = bisect_right(by_place, (edit.member, edit.start, len(copies))) - 1
        found = copies[by_place[at][2]] if at >= 0 else None
        if found and found.member == edit.member and edit.end <= found.end:
            for member, start in found.more:
                shift = start - found.start
                yield edit._replace(member=member, start=edit.start + shift, end=edit.end + shift)


def _spliced(xml: Xml, edits: list[Edit]) -> str:
    source = xml.text
    texts = _first_texts(edits)
    edits.sort(key=lambda edit: (edit.start, edit.order, edit.end))
    changes: list[Cut] = []
    last = 0
    for edit in edits:
        start = max(edit.start, last)
        new = ""
        if edit.text is not None and texts.get((edit.start, edit.end)) == edit.order:
            left = source[max(last, start - LEFT) : start]
            new = spell_docx(edit.text, edit.context, left, encoding=xml.encoding)
        if new or edit.end > start:
            changes.append(Cut(start, max(edit.end, start), new))
        last = max(edit.end, start)
    return with_cuts(source, [*xml.cuts, *_kept_spaces(source, changes, edits), *changes])


def _first_texts(edits: Iterable[Edit]) -> dict[tuple[int, int], int]:
    """Of two texts for the same characters, which come from two readings of them, the first."""
    chosen: list[tuple[int, int, int]] = []
    for edit in sorted(edits, key=lambda edit: edit.order):
        if edit.text is not None:
            at = bisect_right(chosen, (edit.start, edit.end, edit.order))
            clear = at == 0 or chosen[at - 1][1] <= edit.start
            if clear and (at == len(chosen) or chosen[at][0] >= edit.end):
                chosen.insert(at, (edit.start, edit.end, edit.order))
    return {(start, end): order for start, end, order in chosen}


def _kept_spaces(source: str, changes: Sequence[Cut], edits: Sequence[Edit]) -> Iterator[Cut]:
    """Elements of text that come to begin or end with white space say that it counts."""
    starts = [change[0] for change in changes]
    done = -1
    for edit in edits:
        if edit.context.removesuffix(ALONE) not in _TRIMMED or edit.start < done:
            continue
        begin = source.rfind(">", 0, edit.start) + 1
        tag = _TEXT_TAG.search(source, source.rfind("<", 0, begin), begin)
        if not tag or "xml:space" in (tag[1] or "") or "<" in source[begin : edit.start]:
            continue
        done = source.find("<", edit.end)
        own = changes[bisect_left(starts, begin) : bisect_left(starts, done)]
        moved = (Cut(start - begin, end - begin, new) for start, end, new in own)
        text = with_cuts(source[begin:done], moved)
        if text != text.strip():
            yield Cut(begin - 1, begin - 1, ' xml:space="preserve"')


def _packed(content: Content, container: Container, new: Mapping[int, str | bytes]) -> bytes:
    changed = _changed(content, container, new)
    return pack(container.members, changed=changed, removed=container.removed, renamed=container.renamed)


def _changed(content: Content, container: Container, new: Mapping[int, str | bytes]) -> dict[str, bytes]:
    """Member → its new bytes; a container inside changes only when a member of it does."""
    numbers = ((name, number) for name, number in container.numbers.items() if number in new)
    made = {name: _encoded(content.xml[number], new[number]) for name, number in numbers}
    for name, inner in container.inner.items():
        if inner.removed or inner.renamed or _changed(content, inner, new):
            made[name] = _packed(content, inner, new)
    return made


def _encoded(xml: Xml, new: str | bytes) -> bytes:
    if isinstance(new, bytes):
        return new
    try:
        data = xml.bom + new.encode(xml.encoding)
        if not xml.page:
            check(data)
    except (UnicodeEncodeError, InputError):  # not while `spell` does its work; never write it otherwise
        raise OutputError("docx.malformed") from None
    return data


def _ordered(found: Gathered) -> list[tuple[int, Block]]:
    """The text of the body first, then what stands around it, then attributes, then code."""
    stories = sorted(found.stories, key=lambda story: story[:2])
    read_ = [(number, block) for _, _, number, blocks in stories for block in blocks]
    prose = [each for each in read_ if each[1].kind != "code"]
    code = [each for each in read_ if each[1].kind == "code"]
    return [*prose, *found.values.hidden, *code, *found.values.code]


def _runs(blocks: list[tuple[int, Block]]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    at = 0
    for number, block in blocks:
        if block.places and (not runs or runs[-1][1] != number):
            runs.append((at, number))
        at += len(block.places)
    return runs


# What was cleaned, by the names of attributes and elements, and how it is told.
_TOLD = (
    ({"author", "initials"}, because("note.authors")),
    ({"rsid", "w:rsids"}, because("note.revisions")),
    ({"w14:docId", "w15:docId"}, because("note.document-id")),
    ({"w:attachedTemplate", "w:mailMerge"}, because("note.template-path")),
    ({"w:dataBinding"}, because("note.bound-text")),
    ({"fullDate"}, because("note.date-controls")),
    ({"w:fldData", "gfxdata"}, because("note.packed-copies")),
    ({"x15ac:absPath"}, because("note.workbook-path")),
)


def _notes(found: Gathered) -> list[Reason]:
    notes = []
    if found.changes and found.options.tracked == "keep":
        notes.append(because("note.tracked-kept"))
    elif found.changes:
        notes.append(because(f"note.tracked-{found.options.tracked}ed"))
    notes += (told for names, told in _TOLD if names & found.values.cleaned)
    if found.signed:
        notes.append(because("note.signature-removed"))
    if found.renamed:
        notes.append(because("note.members-renamed"))
    return notes


DOCX = Format(read, write)
