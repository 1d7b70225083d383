"""Paragraphs inside paragraphs: which text goes where, and in which order it comes out.

Comes in: where paragraphs, text boxes and fields begin and end, by how deep they are nested. Goes out: the
block that characters belong to, and all blocks in order, those of a text box after the paragraph it is
anchored in. A paragraph whose mark is deleted goes on in the next one. Never looks at the source.
"""

from lexveil.formats.docx.fields import Field
from lexveil.formats.docx.readings import PLAIN, Flow
from lexveil.formats.docx.spell import TAG
from lexveil.formats.markup import Block
from lexveil.formats.shape import CELL, ROW, Shape, columns_told, opened, skipped, widen


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
                field.flow.new.line([], TAG)
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
