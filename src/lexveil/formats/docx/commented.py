"""Comments in a Word document as it is, on words of its body, and back: everything else stays.

A comment begins and ends between runs; a run that holds more is cut in two, each with the same properties.
What is not plain text of the body (headers, notes) gets none. Nor does a document with tracked changes, which
can be read in two ways, or with comments: nobody could tell them from ours once Word has numbered them anew.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.formats import docx
from lexveil.formats.encoding import decode
from lexveil.formats.markup import covered
from lexveil.formats.package import pack, unpack
from lexveil.formats.source import DEFAULT, Options
from lexveil.model import Document, Piece

BODY, COMMENTS = "word/document.xml", "word/comments.xml"
_RELATIONS, _TYPES = "word/_rels/document.xml.rels", "[Content_Types].xml"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATION = f'<Relationship Id="lexveilComments" Type="{_OFFICE}/comments" Target="comments.xml"/>'
# Not every program writes the part of a body that refers to nothing.
_NO_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
)
_EMPTY = re.compile(r"(?<=[\"'])\s*/>\s*\Z")  # <Relationships xmlns="…"/>
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_OVERRIDE = f'<Override PartName="/{COMMENTS}" ContentType="{_KIND}"/>'
_TEXT = re.compile(r"<w:t(?: [^<>]*)?>\Z")
_RUN = re.compile(r"<w:r(?: [^<>]*)?>(?P<properties><w:rPr>.*?</w:rPr>|<w:rPr/>)?", re.DOTALL)
_PRESERVED = ' xml:space="preserve"'
# What Word keeps of comments: beside the comments themselves their threads, ids and authors.
_PARTS = re.compile(r"word/(?:comments\w*|people)\.xml")
_NAMED = re.compile(r'<(?:Relationship|Override) [^<>]*"(?:/?word/)?(?:comments\w*|people)\.xml"[^<>]*/>')
_TRACKED = re.compile(r"<w:(?:ins|del|moveFrom|moveTo)[ >]")
_MARK = re.compile(
    r'<w:comment(?P<edge>RangeStart|RangeEnd) [^<>]*?w:id="(?P<id>[^"]*)"[^<>]*/>'
    r"|<w:r(?: [^<>]*)?>(?:<w:rPr>(?:(?!</w:rPr>).)*</w:rPr>)?<w:commentReference [^<>]*/></w:r>",
    re.DOTALL,
)


class Place(NamedTuple):
    start: int
    end: int


def can_hold(document: Document) -> bool:
    names = {member.name for member in document.source.content.container.members}
    needed = {BODY, _TYPES} <= names and COMMENTS not in names
    return needed and not _TRACKED.search(_source_of(document))


def commentable(document: Document, places: Iterable[Place]) -> list[Place]:
    """Those that can get a comment."""
    source, pieces = _source_of(document), _body_of(document)
    return [each for each in places if _edges(source, pieces, each)]


def _source_of(document: Document) -> str:
    content = document.source.content
    return str(content.xml[content.container.numbers[BODY]].text)


def with_comments(document: Document, places: Sequence[Place], comments: str) -> bytes:
    """The file with comments on these places; `comments` is their source, with the numbers of the places."""
    content = document.source.content
    source, pieces = _source_of(document), _body_of(document)
    marks: dict[int, list[tuple[int, str]]] = {}
    for number, place in enumerate(places):
        edges = _edges(source, pieces, place)
        if edges is None:
            continue
        end = f'<w:commentRangeEnd w:id="{number}"/><w:r><w:commentReference w:id="{number}"/></w:r>'
        marks.setdefault(edges[0], []).append((1, f'<w:commentRangeStart w:id="{number}"/>'))
        marks.setdefault(edges[1], []).append((0, end))  # what ends there, before what begins
    changed = {BODY: _cut(source, marks).encode(content.xml[content.container.numbers[BODY]].encoding)}
    members = {member.name: member for member in content.container.members}
    for name, last, more in ((_RELATIONS, "</Relationships>", _RELATION), (_TYPES, "</Types>", _OVERRIDE)):
        text = decode(members[name].data).text if name in members else _NO_RELATIONS
        changed[name] = _EMPTY.sub(rf">{last}", text).replace(last, f"{more}{last}").encode()
    added = [name for name in (_RELATIONS, COMMENTS) if name not in members]
    parts = [members[_TYPES]._replace(name=name) for name in added]
    return pack((*content.container.members, *parts), changed={**changed, COMMENTS: comments.encode()})


def _body_of(document: Document) -> list[Piece]:
    number = document.source.content.container.numbers[BODY]
    return [each for each in docx.pieces_of(document, number) if each.start < each.end]


def _edges(source: str, pieces: Sequence[Piece], place: Place) -> tuple[int, int] | None:
    """Where it begins and ends in the source; None unless both lie in plain text of the body."""
    touched = [each for each in pieces if each.start < place.end and place.start < each.end]
    inside = sum(min(each.end, place.end) - max(each.start, place.start) for each in touched)
    if not touched or inside != place.end - place.start:
        return None
    start = covered(touched[0], place.start, place.end)[0]
    end = covered(touched[-1], place.start, place.end)[1]
    both = all(_run_at(source, at) for at in (start, end))
    return (start, end) if both and start < end else None


def _run_at(source: str, at: int) -> tuple[re.Match[str], int] | None:
    """The opening of the run whose text holds this place, and that of its text."""
    text = source.rfind("<", 0, at)
    tag = source.find(">", text) + 1
    run = max(source.rfind("<w:r>", 0, text), source.rfind("<w:r ", 0, text))
    opening = _RUN.match(source, run) if run >= 0 else None
    if opening is None or not _TEXT.match(source[text:tag]) or "</w:r>" in source[run:at]:
        return None
    return opening, tag


def _cut(source: str, marks: dict[int, list[tuple[int, str]]]) -> str:
    edits: set[tuple[int, str]] = set()
    for at, found in marks.items():
        run = _run_at(source, at)
        if run is None:
            continue
        opening, tag = run
        if _PRESERVED not in source[source.rfind("<", 0, tag) : tag]:
            edits.add((tag - 1, _PRESERVED))
        between = "".join(mark for _, mark in sorted(found))
        again = f"<w:r>{opening['properties'] or ''}<w:t{_PRESERVED}>"
        edits.add((at, f"</w:t></w:r>{between}{again}"))
    parts: list[str] = []
    last = 0
    for at, text in sorted(edits):
        parts += (source[last:at], text)
        last = at
    return "".join([*parts, source[last:]])


# And back ----------------------------------------------------------------------------------------


def without_comments(data: bytes, document: Document, options: Options = DEFAULT) -> dict[str, Place]:
    """Comment → its place in the document. Raises `InputError` if the words of the body are not the same."""
    members = unpack(data, max_bytes=options.max_bytes)
    body = decode(next(each.data for each in members if each.name == BODY)).text
    edges, parts, last, gone = [], [], 0, 0
    for found in _MARK.finditer(body):
        if found["id"]:
            edges.append((found["id"], found["edge"], found.start() - gone))
        parts.append(body[last : found.start()])
        gone += found.end() - found.start()
        last = found.end()
    bare = "".join([*parts, body[last:]])
    removed = {each.name for each in members if _PARTS.fullmatch(each.name)}
    listing = [each for each in members if each.name in (_RELATIONS, _TYPES)]
    changed = {each.name: _NAMED.sub("", decode(each.data).text).encode() for each in listing}
    changed[BODY] = bare.encode()
    read = docx.read(pack(members, changed=changed, removed=removed), options)
    return _placed(edges, document, read)


def _placed(edges: Iterable[tuple[str, str, int]], document: Document, read: Document) -> dict[str, Place]:
    own, other = _body_of(document), _body_of(read)
    if _words(document, own) != _words(read, other):
        raise InputError("review-copy.text-changed")
    ends = [each.place.start for each in other]
    counts = [0, *accumulate(each.end - each.start for each in other)]
    starts: dict[str, int] = {}
    found: dict[str, Place] = {}
    for name, edge, at in edges:
        local = counts[sum(place < at for place in ends)]
        if edge == "RangeStart":
            starts[name] = local
        elif starts.get(name, local) < local:
            found[name] = Place(_offset(own, starts[name], edge=0), _offset(own, local, edge=1))
    return found


def _words(document: Document, pieces: Iterable[Piece]) -> str:
    return "".join(document.text[each.start : each.end] for each in pieces)


def _offset(pieces: Iterable[Piece], local: int, *, edge: int) -> int:
    """From the count of characters of the body to an offset of the text; at an edge, inwards."""
    for each in pieces:
        size = each.end - each.start
        if local < size or (edge and local == size):
            return each.start + local
        local -= size
    raise InputError("review-copy.text-changed")
