"""The elements that are open at a point of the page.

Comes in: start and end tags in order. Goes out: which elements each of them ends. End tags that HTML lets
one leave out, and tags in the wrong order, are treated as browsers do, as far as it matters for text. Every
question is answered from the last position of a name, so a tag costs the same however deep the page is.
"""

from collections import defaultdict
from typing import NamedTuple

from lexveil.formats.html.names import BLOCK, IMPLIED_ENDS, OPTIONAL, TABLE_PARTS
from lexveil.formats.markup import Block
from lexveil.formats.shape import Shape

MAX_DEPTH = 1000


class Element(NamedTuple):
    name: str
    cites: bool = False  # marked as a citation
    keeps: bool = False  # shows white space as it is
    aside: Block | None = None  # the block to go on with afterwards, when this element's text stands apart
    shape: Shape | None = None  # what it is on the page, when it is something of its own


_GONE = Element("")


class Nesting:
    __slots__ = ("_at", "_blocks", "_stack", "depth", "xml")

    def __init__(self, *, xml: bool) -> None:
        self.xml = xml
        self.depth = 0  # elements whose end tag cannot be left out
        self._stack: list[Element] = []
        self._at: defaultdict[str, list[int]] = defaultdict(list)
        self._blocks: list[int] = []

    def open(self, element: Element) -> None:
        if element.name in BLOCK:
            self._blocks.append(len(self._stack))
        self.depth += element.name not in OPTIONAL
        self._at[element.name].append(len(self._stack))
        self._stack.append(element)

    def within(self, name: str) -> bool:
        return bool(self._at.get(name))

    def ended_by_start(self, name: str) -> list[Element]:
        """The elements, innermost first, that end because this one begins."""
        if self.xml or name not in IMPLIED_ENDS:
            return []
        ended, limits = IMPLIED_ENDS[name]
        limit = max(map(self._last, limits))
        reached = [at for at in map(self._last, ended) if at > limit]
        return self._pop(min(reached)) if reached else []

    def ended_by_end(self, name: str) -> list[Element]:
        """The elements, innermost first, that an end tag ends: none when it is out of place."""
        at = self._last(name)
        if at < 0:
            return []
        if self.xml or at > self._limit(name):
            return self._pop(at)
        if name in BLOCK or self._stack[at].aside:
            return []
        return [self._take_out(at)]

    def ended_by_end_of_page(self) -> list[Element]:
        return self._pop(0)

    def _limit(self, name: str) -> int:
        """The position up to which the end tag of that name does not reach by itself."""
        if name not in BLOCK:
            return self._blocks[-1] if self._blocks else -1
        inner = ("table",) if name in TABLE_PARTS else () if name == "table" else ("td", "th", "caption")
        return max(map(self._last, inner), default=-1)

    def _last(self, name: str) -> int:
        found = self._at.get(name)
        return found[-1] if found else -1

    def _take_out(self, at: int) -> Element:
        """End `<b>` in `<b><p>…</b>…</p>` and leave the paragraph open."""
        element, self._stack[at] = self._stack[at], _GONE
        self._at[element.name].pop()
        self.depth -= element.name not in OPTIONAL
        return element

    def _pop(self, at: int) -> list[Element]:
        ended = [element for element in reversed(self._stack[at:]) if element is not _GONE]
        del self._stack[at:]
        for element in ended:
            self._at[element.name].pop()
            if element.name in BLOCK:
                self._blocks.pop()
            self.depth -= element.name not in OPTIONAL
        return ended
