"""A paragraph as it reads before and after its tracked changes.

Comes in: characters with their state: plain, inserted, deleted, or both. Goes out: the block that shows
when all changes are accepted and, where that differs, the block that shows when all are rejected: in
`Jo<del>hn S</del><ins>hann Sch</ins>mith` stand two whole names. The second reading is hidden text and has
its plain characters in common with the first; `write` keeps the two apart. Never decides which reading is
right.
"""

from lexveil.formats.markup import Block
from lexveil.formats.shape import Shape, opened

PLAIN, INSERTED, DELETED, BOTH = range(4)  # BOTH: inserted by one, deleted by another
JOINED = 4  # of a paragraph that is shown as the beginning of the next: a large first letter


class Flow:
    """The readings of one paragraph; a copy is made only when they part."""

    __slots__ = ("_done", "after", "around", "look", "mixed", "new", "old", "passing")

    def __init__(self, kind: str = "", *, mixed: bool = False, around: Shape | None = None) -> None:
        self.new = Block(kind)
        self.old: Block | None = None  # as before all changes
        self.passing: Block | None = None  # with what was inserted and deleted again
        self.around = around  # what the paragraph stands in on the page
        self.look = ""  # and what it is itself
        self.mixed = mixed  # whether all text in it counts, not only that in elements made for text
        self.after: list[Block] = []  # blocks that were met inside and stand after it: a text box
        self._done: tuple[list[Block], list[Block], list[Block]] = ([], [], [])

    def sinks(self, state: int) -> tuple[Block, ...]:
        """The blocks that characters of this state belong to."""
        if state == PLAIN and self.old is None:
            return (self.new,)
        self._part(state)
        assert self.old
        if state == DELETED:
            return (self.old,)
        if state == BOTH:
            return (self.passing,) if self.passing else ()
        passing = (self.passing,) if self.passing else ()
        return (self.new, *passing) if state == INSERTED else (self.new, self.old, *passing)

    def end(self, mark: int = PLAIN) -> bool:
        """The paragraph ends with a mark of that state. False: in some reading it goes on in the next."""
        if mark & JOINED:
            return False
        if mark == PLAIN:
            self._finish(new=True, old=True, passing=True)
            return True
        self._part(mark)
        self._finish(new=mark == INSERTED, old=mark == DELETED, passing=mark != DELETED)
        return False

    def blocks(self) -> list[Block]:
        self._finish(new=True, old=True, passing=True)
        new, old, passing = self._done
        for block in (*new, *old, *passing):
            _trim(block)
        return [*new, *old, *passing, *self.after]

    def _part(self, state: int) -> None:
        if self.old is None:
            self.old = copy(self.new, "hidden")
        if state == BOTH and self.passing is None:
            self.passing = copy(self.new, "hidden")

    def _finish(self, *, new: bool, old: bool, passing: bool) -> None:
        finished_new, finished_old, finished_passing = self._done
        if new:
            self.new.shape = opened(self.look, self.around)
            finished_new.append(self.new)
            self.new = Block(self.new.kind)
        if old and self.old is not None:
            self.old.shape = self.around
            finished_old.append(self.old)
            self.old = Block("hidden")
        if passing and self.passing is not None:
            self.passing.shape = self.around
            finished_passing.append(self.passing)
            self.passing = Block("hidden")


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
