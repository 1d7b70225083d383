"""Paragraphs: as they read before and after tracked changes, with their fields, and inside each other.

In `Jo<del>hn S</del><ins>hann Sch</ins>mith` stand two whole names, so a paragraph with changes has two
readings; the second is hidden text and has its plain characters in common with the first. The instruction of
a field is a block of its own. The blocks of a text box stand after the paragraph it is anchored in.
"""

import re

from lexveil.formats.docx.vocabulary import FIELD_WORDS
from lexveil.formats.markup import Block
from lexveil.formats.markup import characters as chars
from lexveil.formats.markup.escaping import FIELD, QUOTED, TAG
from lexveil.formats.shape import CELL, ROW, Shape, columns_told, opened, skipped, widen

PLAIN, INSERTED, DELETED, BOTH = range(4)  # BOTH: inserted by one, deleted by another
# Which readings of a paragraph have characters of such a state, and which part from the first at them.
_READINGS = {PLAIN: (0, 1, 2), INSERTED: (0, 2), DELETED: (1,), BOTH: (2,)}
_PARTING: dict[int, tuple[int, ...]] = {PLAIN: (), INSERTED: (1,), DELETED: (1,), BOTH: (1, 2)}
JOINED = 4  # of a paragraph that is shown as the beginning of the next: a large first letter


class Flow:
    """The readings of one paragraph; a copy is made only when they part."""

    __slots__ = ("_done", "after", "around", "look", "mixed", "readings")

    def __init__(self, kind: str = "", *, mixed: bool = False, around: Shape | None = None) -> None:
        # As it is, as before all changes, and with what was inserted and deleted again.
        self.readings = {0: Block(kind)}
        self.around = around  # what the paragraph stands in on the page
        self.look = ""  # and what it is itself
        self.mixed = mixed  # whether all text in it counts, not only that in elements made for text
        self.after: list[Block] = []  # blocks that were met inside and stand after it: a text box
        self._done: tuple[list[Block], ...] = ([], [], [])

    def sinks(self, state: int) -> tuple[Block, ...]:
        """The blocks that characters of this state belong to."""
        self._part(state)
        return tuple(self.readings[at] for at in _READINGS[state] if at in self.readings)

    def end(self, mark: int) -> bool:
        """The paragraph ends with a mark of that state. False: in some reading it goes on in the next."""
        if not mark & JOINED:
            self._part(mark)
            self._finish(mark)
        return mark == PLAIN

    def blocks(self) -> list[Block]:
        self._finish(PLAIN)
        found = [block for blocks in self._done for block in blocks]
        for block in found:
            _trim(block)
        return found + self.after

    def _part(self, state: int) -> None:
        """Make the readings that differ from the first from here on."""
        for at in _PARTING[state]:
            if at not in self.readings:
                self.readings[at] = copy(self.readings[0], "hidden")

    def _finish(self, mark: int) -> None:
        for at in _READINGS[mark]:
            if block := self.readings.get(at):
                block.shape = self.around if at else opened(self.look, self.around)
                self._done[at].append(block)
                self.readings[at] = Block(block.kind)


def _trim(block: Block) -> None:
    """Take the spaces off its end: they stay in the source, where no name ends with them."""
    while block.parts and block.parts[-1].endswith(" ") and block.ends[-1:] == [block.length]:
        place, length = block.places[-1], block.ends[-1] - block.starts[-1]
        text = block.parts[-1].rstrip(" ")
        if length != len(block.parts[-1]) or length != place.end - place.start:
            return
        block.length += len(text) - length
        block.parts.pop()
        if text:
            block.parts.append(text)
            block.ends[-1] = block.length
            block.places[-1] = place._replace(end=place.start + len(text))
            return
        for parallel in (block.starts, block.ends, block.places):
            parallel.pop()


def copy(block: Block, kind: str) -> Block:
    made = Block(kind)
    made.parts = block.parts.copy()
    made.starts, made.ends = block.starts.copy(), block.ends.copy()
    made.places = block.places.copy()
    made.length = block.length
    made.gap = [(char, context, ranges.copy()) for char, context, ranges in block.gap]
    return made


_QUOTE = re.compile(r"\"|&quot;|&#34;|&#x22;|[“”„]")
REFERS = re.compile(r"\s*(?:REF|PAGEREF|NOTEREF|STYLEREF)\s", re.IGNORECASE)
_WORD = re.compile(r"(?:\\\S*|[^\s\\\"]+)")
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")


class Field:
    __slots__ = ("begun_in", "flow", "open", "quoted")

    def __init__(self, begun_in: Flow | None = None) -> None:
        self.flow = Flow("hidden")
        self.begun_in = begun_in  # the paragraph
        self.open = True  # whether its instruction goes on: its result is ordinary text
        self.quoted = False

    def blocks(self) -> list[Block]:
        found = [block for block in self.flow.blocks() if _says_more("".join(block.parts))]
        for block in found:
            block.region = "field"
            if REFERS.match("".join(block.parts)):
                block.kind = "code"
        return found


def _says_more(instruction: str) -> bool:
    """Whether there is more to it than the kind of field and its switches."""
    words = (word for word in _WORD.findall(instruction) if not word.startswith("\\"))
    return any(word.lower() not in FIELD_WORDS and re.search(r"[^\W\d_]{2}|\d{4}", word) for word in words)


def add_instruction(block: Block, source: str, start: int, end: int, context: str, *, quoted: bool) -> bool:
    """Add a stretch of an instruction; returns whether a quotation is open after it."""
    if context == chars.CDATA:
        chars.flowing(block, source, start, end, chars.CDATA)
        return quoted
    last = start
    for mark in (*_QUOTE.finditer(source, start, end), None):
        stop = mark.start() if mark else end
        if last < stop and quoted and _ESCAPED.search(source, last, stop):
            chars.address(block, source, last, stop)
        elif last < stop:
            chars.flowing(block, source, last, stop, QUOTED if quoted else FIELD)
        if mark:
            block.add('"', mark.start(), mark.end(), FIELD)
            last, quoted = mark.end(), not quoted
    return quoted


class Story:
    """A text of its own: that of the member, or of a text box."""

    __slots__ = ("deleted", "fields", "flow", "inserted", "kind", "mark", "pending", "pending_depth")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.flow: Flow | None = None  # the open paragraph
        self.mark = PLAIN  # of the open paragraph
        self.fields: list[Field] = []
        self.inserted = self.deleted = 0  # open elements of tracked changes, and of alternatives
        self.pending: Flow | None = None  # a paragraph whose mark is deleted, until the next one
        self.pending_depth = 0

    @property
    def state(self) -> int:
        return (self.inserted > 0) + 2 * (self.deleted > 0)

    def field(self, *, told: bool) -> Field | None:
        """The field whose instruction goes on, if any.

        Text that is not told to be an instruction is one only in the paragraph where the field begins: in a
        damaged file a field without end must not swallow all that follows.
        """
        found = next((field for field in reversed(self.fields) if field.open), None)
        return found if found and (told or found.begun_in is self.flow) else None


class Stories:
    def __init__(self, kind: str) -> None:
        self.now = Story(kind)
        self.blocks: list[Block] = []  # finished
        self._all = [self.now]
        self._paragraphs: list[tuple[int, bool]] = []  # depth, and whether it has a story of its own
        self._boxes: list[int] = []  # depths of the elements that made a story
        self._shape: Shape | None = None  # the row, cell or note around what comes next
        self._shapes: list[tuple[int, Shape | None]] = []  # depths of their elements, and what is around

    def open_paragraph(self, depth: int, *, mixed: bool = False) -> None:
        own = self.now.flow is not None
        if own:
            self._enter()
        story = self.now
        if story.pending and story.pending_depth == depth:
            story.flow, story.pending = story.pending, None
            story.flow.around, story.flow.look = self._shape, ""
        else:
            self.release()
            story.flow = Flow(story.kind, mixed=mixed, around=self._shape)
        story.mark = PLAIN
        self._paragraphs.append((depth, own))

    def open_box(self, depth: int) -> None:
        self._enter()
        self._boxes.append(depth)

    def open_shape(self, depth: int, kind: str) -> None:
        self._shapes.append((depth, self._shape))
        self._shape = opened(kind, self._shape)

    def take_columns(self, kind: str, told: str) -> None:
        """How wide the open cell is, or how many columns the open row leaves free."""
        columns = columns_told(told)
        if kind == CELL and self._shape and self._shape.kind == CELL:
            widen(self._shape, columns)
        elif kind == ROW:
            skipped(self._shape, columns)

    def ended(self, depth: int) -> None:
        """An element at that depth ends, and with it what it opened."""
        if self._paragraphs and self._paragraphs[-1][0] == depth:
            self._close_paragraph()
        if self._boxes and self._boxes[-1] == depth:
            self._boxes.pop()
            self._leave()
        if self.now.pending and self.now.pending_depth > depth:
            self.release()
        if self._shapes and self._shapes[-1][0] == depth:
            self._shape = self._shapes.pop()[1]

    def release(self) -> None:
        """The paragraph that waited for another to join it has waited in vain."""
        flow, self.now.pending = self.now.pending, None
        if flow:
            self.emit(flow.blocks())

    def emit(self, blocks: list[Block]) -> None:
        """Blocks that are finished: they stand after the paragraph that is open around them."""
        found = [block for block in blocks if block.visible()]
        for block in found:
            block.shape = None if block.kind == "code" else block.shape or self._shape
        for story in reversed(self._all):
            if story.flow:
                story.flow.after += found
                return
        self.blocks += found

    def done(self) -> list[Block]:
        while len(self._all) > 1:
            self._leave()
        self.release()
        for field in self.now.fields:
            self.emit(field.blocks())
        return self.blocks

    def _close_paragraph(self) -> None:
        depth, own = self._paragraphs.pop()
        story = self.now
        flow, story.flow = story.flow, None
        assert flow
        for field in story.fields:
            if field.open:
                field.flow.readings[0].line([], TAG)
        if flow.end(story.mark):
            self.emit(flow.blocks())
        else:
            story.pending, story.pending_depth = flow, depth
        if own:
            self._leave()

    def _enter(self) -> None:
        hidden = self.now.kind or ("hidden" if self.now.deleted else "")
        self.now = Story(hidden)
        self._all.append(self.now)

    def _leave(self) -> None:
        self.release()
        fields = self.now.fields
        self._all.pop()
        self.now = self._all[-1]
        for field in fields:
            self.emit(field.blocks())
