"""What a reader made of a review copy (`word_copy`): its comments in places of the document, and the commands
that say the same.

What may be changed in a copy are its comments. Who takes one away says that there is no name; another first
line is another pseudonym, or that of somebody else; `=` says that the place stays as it is; a comment on
other words says that they are a name too. The words themselves must stay.
"""

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree

from lexveil.errors import InputError
from lexveil.formats.review_copies import MARK
from lexveil.model import Document
from lexveil.review.commands import Command, Place
from lexveil.review.search import owner
from lexveil.review.state import State
from lexveil.review.word_copy import WORD, Origin, fit, origin_from, paragraphs, proposals

STAYS = "="  # the first line of a comment on what stays
LARGEST = 50_000_000  # bytes of a member that is read
COMMENTS = "word/comments.xml"
FRONT = 2  # paragraphs before the text
_W = f"{{{WORD}}}"
_DOCTYPE = re.compile(rb"<!DOCTYPE|<!ENTITY", re.IGNORECASE)
_PROPERTY = re.compile(rf"{MARK}:(\{{[^<]*\}})")


@dataclass(frozen=True, slots=True)
class Said:
    """A comment: what it is about, and its first line; what kind of thing it is, where that is said."""

    place: Place
    words: str = field(repr=False)
    category: str = ""


def has_layout(data: bytes) -> bool:
    """Whether it is the document itself with comments: then these say what it is."""
    try:
        return MARK.encode() in _member(data, COMMENTS)
    except InputError:
        return False


def first_lines(data: bytes) -> dict[str, str]:
    """Of each comment."""
    return _lines(_parsed(data, COMMENTS))


def origin_in_comments(data: bytes) -> Origin:
    every = "\n".join(_Paragraph(each).text for each in _parsed(data, COMMENTS).iter(f"{_W}p"))
    return origin_from(_PROPERTY.search(every))


def origin_of(data: bytes) -> Origin:
    """What a copy says that it was made of; whether that is true, its seal tells."""
    text = _member(data, "docProps/custom.xml").decode("utf8", "replace")
    return origin_from(_PROPERTY.search(_unescaped(text)))


def _unescaped(text: str) -> str:
    for sign, name in (('"', "&quot;"), ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;")):
        text = text.replace(name, sign)
    return text


def read(data: bytes, document: Document) -> list[Said]:
    """Its comments, in places of the document. Raises `InputError` if its words are not the document's."""
    words = first_lines(data)
    body = _parsed(data, "word/document.xml").find(f"{_W}body")
    found = [_Paragraph(each) for each in body.iter(f"{_W}p")] if body is not None else []
    here = [each for each in found if each.text.strip()][FRONT:]
    places = paragraphs(document)
    shown = [fit(document.text[start:end]) for start, end in places]
    if [each.text for each in here] != shown:
        raise InputError("review-copy.text-changed")
    starts: dict[str, int] = {}
    ends: dict[str, int] = {}
    for (start, _), paragraph in zip(places, here, strict=True):
        starts |= {identity: start + at for identity, at in paragraph.starts.items()}
        ends |= {identity: start + at for identity, at in paragraph.ends.items()}
    said = [
        Said((starts[each], ends[each]), words[each])
        for each in words
        if each in starts and starts[each] < ends.get(each, 0)
    ]
    return sorted(said, key=lambda each: each.place)


class _Paragraph:
    """The text of a paragraph, and where comments begin and end in it."""

    def __init__(self, element: ElementTree.Element) -> None:
        parts: list[str] = []
        length = 0
        self.starts: dict[str, int] = {}
        self.ends: dict[str, int] = {}
        for each in element.iter():
            piece = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n"}.get(each.tag, "")
            piece = each.text or "" if each.tag == f"{_W}t" else piece
            parts.append(piece)
            length += len(piece)
            if each.tag == f"{_W}commentRangeStart":
                self.starts[each.get(f"{_W}id", "")] = length
            elif each.tag == f"{_W}commentRangeEnd":
                self.ends[each.get(f"{_W}id", "")] = length
        self.text = "".join(parts)


def _lines(comments: ElementTree.Element) -> dict[str, str]:
    """Of each comment the first line that says something."""
    found: dict[str, str] = {}
    for comment in comments.iter(f"{_W}comment"):
        lines = [_Paragraph(each).text.strip() for each in comment.iter(f"{_W}p")]
        found[comment.get(f"{_W}id", "")] = next((" ".join(each.split()) for each in lines if each), "")
    return found


def _parsed(data: bytes, name: str) -> ElementTree.Element:
    text = _member(data, name)
    if _DOCTYPE.search(text):
        raise InputError("review-copy.none")
    try:
        return ElementTree.fromstring(text)  # noqa: S314 - without a DOCTYPE there are no entities
    except ElementTree.ParseError:
        raise InputError("review-copy.none") from None


def _member(data: bytes, name: str) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if archive.getinfo(name).file_size > LARGEST:
                raise InputError("review-copy.none")
            return archive.read(name)
    except (zipfile.BadZipFile, KeyError, RuntimeError, OSError, ValueError, NotImplementedError):
        raise InputError("review-copy.none") from None


# What it says --------------------------------------------------------------------------------------


def commands(state: State, said: Sequence[Said]) -> list[Command]:
    """What a reader changed, against what the copy proposed."""
    reading = _Reading(state, said)
    for place, entity in sorted(proposals(state).items()):
        reading.proposal(place, entity)
    return [*reading.renamed(), *reading.spans, *reading.grouped(), *reading.new()]


class _Reading:
    def __init__(self, state: State, said: Sequence[Said]) -> None:
        self.state = state
        decisions = state.decisions.values()
        self.called = {each.pseudonym: each.entity for each in decisions if each.action == "replace"}
        self.words: dict[Place, list[str]] = {}
        self.kinds: dict[Place, str] = {}
        for each in said:
            self.words.setdefault(each.place, []).append(each.words)
            self.kinds[each.place] = each.category
        self.fresh = set(self.words) - proposals(state).keys()
        self.names: dict[str, str] = {}
        self.spans: list[Command] = []
        self.places: dict[tuple[str, str, str], list[Place]] = {}  # kind, entity, to whom or what

    def proposal(self, place: Place, entity: str) -> None:
        own = self.state.decisions[entity].pseudonym
        if place not in self.words:
            self._gone(place, entity, own)
            return
        kind = self.kinds[place]
        if kind and kind != self.state.entities[entity].category:
            self._put("category", entity, place, kind)
        lines = self.words[place]  # of several, such as replies, one that says something else
        line = next((each for each in lines if each and each != own), own)
        if line == STAYS:
            self._put("keep", entity, place)
        elif line == own:
            return
        elif line in self.called:
            self._put("move", entity, place, self.called[line])
        elif self.names.setdefault(entity, line) != line:
            raise InputError("review-copy.two-names")

    def _gone(self, place: Place, entity: str, own: str) -> None:
        """No name; or the same one with other bounds."""
        for other in sorted(self.fresh):
            if other[0] < place[1] and place[0] < other[1] and own in self.words[other]:
                self.fresh.discard(other)
                self.spans.append(Command("span", entity=entity, mention=place, to=other))
                return
        self._put("reject", entity, place)

    def _put(self, kind: str, entity: str, place: Place, to: str = "") -> None:
        self.places.setdefault((kind, entity, to), []).append(place)

    def renamed(self) -> list[Command]:
        return [Command("rename", entity=entity, pseudonym=line) for entity, line in self.names.items()]

    def grouped(self) -> list[Command]:
        return [
            self._command(kind, entity, to, tuple(places))
            for (kind, entity, to), places in sorted(self.places.items())
        ]

    def _command(self, kind: str, entity: str, to: str, places: tuple[Place, ...]) -> Command:
        if kind != "category":
            return Command(kind, entity=entity, mentions=places, entities=(to,) if to else ())
        whole = len(places) == len(self.state.entities[entity].spans)
        return Command(kind, entity=entity, category=to, mentions=None if whole else places)

    def new(self) -> list[Command]:
        """Names that were missed, or that stay and should not."""
        return [self._new(place) for place in sorted(self.fresh) if STAYS not in self.words[place]]

    def _new(self, place: Place) -> Command:
        whose = next((self.called[line] for line in self.words[place] if line in self.called), None)
        standing = owner(self.state, place)
        spans = self.state.entities[standing].spans if standing else ()
        if standing and not whose and any((span.start, span.end) == place for span in spans):
            return Command("replace", entity=standing, mentions=(place,))
        category = self.state.entities[whose].category if whose else self.kinds[place] or "PERSON"
        return Command("add", mentions=(place,), category=category, entity=whose)
