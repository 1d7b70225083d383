"""Tracked changes: the document as it is, and as it was before.

Where changes are kept, the result of rejecting is read too: a name of which half is deleted stands in neither
the body nor the list of deletions, only in what they were together.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lexveil.errors import InputError
from lexveil.formats.markup import Cut, with_cuts
from lexveil.formats.markup.tokens import Token, check, tokens, value_of
from lexveil.formats.odt.vocabulary import PARAGRAPHS

LIST = "text:tracked-changes"
MARKS = frozenset(("text:change", "text:change-start", "text:change-end"))
_INLINE = frozenset(("text:span", "text:a"))
_IDS = re.compile(r"\s(?:xml:id|text:id)\s*=\s*(?:\"[^\"]*\"|'[^']*')")


class Segment(NamedTuple):
    """start..end of the source; where `text` is given, that stands there instead."""

    start: int
    end: int
    text: str = ""


class Child(NamedTuple):
    """An element of a deletion: its tags and what they enclose."""

    name: str
    start: int
    opened: int
    closed: int
    end: int


@dataclass(slots=True)
class Region:
    kinds: set[str] = field(default_factory=set)  # insertion, deletion, format-change
    children: list[Child] = field(default_factory=list)


class Rejected(NamedTuple):
    segments: tuple[Segment, ...]
    restored: Mapping[int, int]  # what deletions hold and stands in the segments: ranges of the source
    whole: bool  # whether every deletion could be put back


def count(source: str) -> int:
    return source.count("<text:changed-region")


def layered(source: str) -> bool:
    """Whether something was inserted and later deleted, both tracked."""
    regions, _ = _regions(source, list(tokens(source))) if LIST in source else ({}, [])
    return any({"insertion", "deletion"} <= region.kinds for region in regions.values())


def accepted(source: str) -> str:
    """The source without the list of changes and without the marks that refer to it."""
    cuts: list[Cut] = []
    depth = begun = 0
    for token in tokens(source):
        if token.name == LIST:
            depth += (token.kind == "start") - (token.kind == "end" or token.empty)
            begun = token.start if token.kind == "start" else begun
            if not depth:
                cuts.append(Cut(begun, token.end))
        elif token.name in MARKS:
            cuts.append(Cut(token.start, token.end))
    return with_cuts(source, cuts)


def rejected(source: str, *, insertions: bool = False) -> Rejected:
    """Deletions put back, insertions gone; `insertions`: they stay, and what was deleted of them returns."""
    if LIST not in source:
        return Rejected((Segment(0, len(source)),), {}, True)
    every = list(tokens(source))
    regions, lists = _regions(source, every)
    undoing = _Undoing(source, regions, insertions)
    ends = dict(lists)
    until = 0
    for token in every:
        if token.start in ends:
            until = ends[token.start]
            undoing.pass_over(token.start, until)
        elif token.start >= until:
            undoing.take(token)
    return undoing.done()


def joined(source: str, segments: Sequence[Segment]) -> str:
    whole = "".join(each.text or source[each.start : each.end] for each in segments)
    try:
        check(whole.encode("utf-8"))
    except InputError:
        raise InputError("odt.tangled-changes") from None
    return whole


class Origin:
    """Where stretches of the joined segments stand in the source."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = segments
        self.starts = [0]
        for each in segments:
            self.starts.append(self.starts[-1] + (len(each.text) or each.end - each.start))

    def of(self, start: int, end: int) -> list[tuple[int, int]]:
        """The stretches of the source, in order; of markup that is not in the source there are none."""
        found: list[tuple[int, int]] = []
        at = bisect_right(self.starts, start) - 1
        while start < end and at < len(self.segments):
            stop = min(end, self.starts[at + 1])
            moved = self.segments[at].start - self.starts[at]
            if start < stop and not self.segments[at].text:
                found.append((start + moved, stop + moved))
            start, at = stop, at + 1
        return found


def undone(source: str) -> str:
    """The source in which every change is rejected."""
    found = rejected(source)
    if not found.whole:
        raise InputError("odt.layered-changes")
    return joined(source, found.segments)


def _regions(source: str, every: Sequence[Token]) -> tuple[dict[str, Region], list[tuple[int, int]]]:
    """The changes by their ids, and where the lists of them stand."""
    regions: dict[str, Region] = {}
    lists: list[tuple[int, int]] = []
    path: list[Token] = []  # open elements: list, region, kind of change, what it holds
    region = Region()
    for token in every:
        if token.kind == "start" and (path or token.name == LIST):
            if len(path) == 1:
                region = Region()
                ids = {value_of(source, token, name) for name in ("xml:id", "text:id")}
                regions.update(dict.fromkeys(ids - {""}, region))
            elif len(path) == 2:
                region.kinds.add(token.name.partition(":")[2])
            path.append(token)
        if path and (token.kind == "end" or (token.kind == "start" and token.empty)):
            start = path.pop()
            if not path:
                lists.append((start.start, token.end))
            elif len(path) == 3 and path[2].name == "text:deletion" and start.name != "office:change-info":
                closed = token.end if token is start else token.start
                region.children.append(Child(start.name, start.start, start.end, closed, token.end))
    return regions, lists


def _join(ends: Sequence[Token], starts: Sequence[Token]) -> bool:
    """Whether an insertion began in one paragraph and ended in the next, so that they become one again."""
    if not ends or not starts or ends[-1].name not in PARAGRAPHS or starts[0].name != ends[-1].name:
        return False
    return all(each.name in _INLINE for each in (*ends[:-1], *starts[1:]))


class _Undoing:
    """The body with every change undone, in the making."""

    def __init__(self, source: str, regions: Mapping[str, Region], insertions: bool) -> None:
        self.source = source
        self.regions = regions
        self.insertions = insertions  # whether they stay
        self.segments: list[Segment] = []
        self.at = 0  # up to where the source is taken over or passed over
        self.open: list[Token] = []
        self.restored: dict[int, int] = {}
        self.whole = True
        self.inserting: set[str] = set()
        self.begun: Token | None = None
        self.within: Token | None = None  # the element in which the insertion began
        self.ends: list[Token] = []  # end tags in an insertion of elements from before it
        self.starts: list[Token] = []  # start tags in an insertion, of elements still open

    def take(self, token: Token) -> None:
        if token.name in MARKS:
            if token.kind == "start":
                self.mark(token)
            else:
                self.pass_over(token.start, token.end)
            return
        if token.kind == "start" and not token.empty:
            self.open.append(token)
            if self.inserting:
                self.starts.append(token)
        elif token.kind == "end":
            self.open.pop()
            if self.inserting and self.starts:
                self.starts.pop()
            elif self.inserting:
                self.ends.append(token)

    def mark(self, token: Token) -> None:
        name = value_of(self.source, token, "text:change-id")
        region = self.regions.get(name, Region())
        inserted = "insertion" in region.kinds and not self.insertions
        if token.name == "text:change-start" and inserted:
            if not self.inserting:
                self.pass_over(token.start, token.end)
                self.begun, self.within = token, self.open[-1] if self.open else None
                self.ends, self.starts = [], []
            self.inserting.add(name)
        elif token.name == "text:change-end" and name in self.inserting:
            self.inserting.remove(name)
            if not self.inserting:
                self.inserted(token)
        elif token.name == "text:change" and region.children and not inserted:
            self.whole = not self.inserting and self.deleted(token, region) and self.whole
        if not self.inserting:
            self.pass_over(token.start, token.end)

    def inserted(self, token: Token) -> None:
        """An insertion ends: it goes, but for the tags of what began or ends outside it."""
        self.at = token.start
        ends, starts = self.ends, self.starts
        kept = ends + starts
        if _join(ends, starts):
            kept = ends[:-1] + starts[1:]
            if self.within and self.begun and self.within.end == self.begun.start and len(ends) == 1:
                last = self.segments[-1]  # nothing stood before: the first paragraph was new
                if last.start <= self.within.start and last.end == self.within.end:
                    self.segments[-1] = Segment(last.start, self.within.start)
                kept = starts
        self.segments += [Segment(each.start, each.end) for each in kept]

    def deleted(self, token: Token, region: Region) -> bool:
        """Put back what was deleted: the first and last paragraph join those around the mark."""
        outer = next((n for n in range(len(self.open) - 1, -1, -1) if self.open[n].name in PARAGRAPHS), -1)
        inline = self.open[outer + 1 :]
        children = region.children
        if children[0].start in self.restored:
            return False
        self.pass_over(token.start, token.end)
        if outer < 0:
            self.put(children[0].start, children[-1].end)
        elif len(children) == 1 and children[0].name in PARAGRAPHS:
            self.put(children[0].opened, children[0].closed)
        elif all(each.name in _INLINE for each in inline):
            self.put_paragraphs(self.open[outer], inline, children)
        else:
            return False
        self.restored.update((child.start, child.end) for child in children)
        return True

    def put_paragraphs(self, paragraph: Token, inline: Sequence[Token], children: Sequence[Child]) -> None:
        first, last = children[0], children[-1]
        middle = list(children)
        if first.name in PARAGRAPHS:
            self.put(first.opened, first.closed)
            middle = middle[1:]
        self.write("".join(f"</{each.name}>" for each in reversed([paragraph, *inline])))
        joins = len(children) > 1 and last.name == paragraph.name
        middle = middle[:-1] if joins else middle
        for child in middle:
            self.put(child.start, child.end)
        opening = Token("start", last.start, last.opened) if joins else paragraph
        self.write("".join(self.tag(each) for each in (opening, *inline)))
        if joins:
            self.put(last.opened, last.closed)

    def put(self, start: int, end: int) -> None:
        """A stretch of the source, without the marks in it."""
        at = start
        for token in tokens(self.source[start:end]):
            if token.name in MARKS:
                self.segments.append(Segment(at, start + token.start))
                at = start + token.end
                self.whole = self.whole and token.name != "text:change"
        self.segments.append(Segment(at, end))

    def write(self, text: str) -> None:
        self.segments.append(Segment(self.at, self.at, text))

    def tag(self, token: Token) -> str:
        """A start tag once more; an id may stand only once."""
        tag = _IDS.sub("", self.source[token.start : token.end])
        return f"{tag[:-2]}>" if tag.endswith("/>") else tag

    def pass_over(self, start: int, end: int) -> None:
        if start > self.at and not self.inserting:
            self.segments.append(Segment(self.at, start))
        self.at = max(self.at, end)

    def done(self) -> Rejected:
        if self.inserting:
            raise InputError("odt.open-insertion")
        self.pass_over(len(self.source), len(self.source))
        return Rejected(tuple(self.segments), self.restored, self.whole)
