"""Which elements and attributes of HTML mean what (`schema.toml`), and which elements are open.

End tags left out and tags in the wrong order are treated as browsers do, as far as it matters for text.
"""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from lexveil.formats.markup import Block
from lexveil.formats.shape import Shape
from lexveil.formats.source import schema

_SCHEMA = schema("lexveil.formats.html")
_ELEMENTS, _ATTRIBUTES = _SCHEMA["elements"], _SCHEMA["attributes"]

VOID = frozenset(_ELEMENTS["void"].split())
BLOCK = frozenset(_ELEMENTS["block"].split())
OPTIONAL = frozenset(_ELEMENTS["optional"].split())
KEEPS_SPACE = frozenset({"pre", "listing", "textarea", "xmp", "plaintext"})
RAW = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes"})
RCDATA = frozenset({"title", "textarea"})
CODE = frozenset({"script", "style"})
FALLBACK = RAW - CODE - {"xmp"}  # for browsers without frames or plug-ins: nobody sees it
FOREIGN = frozenset({"svg", "math"})
BREAKOUT = frozenset(_ELEMENTS["breakout"].split())

_PARAGRAPH_ENDS = _ELEMENTS["end_paragraph"].split()
_CELL = ("table", "td", "th", "caption", "button", "object", "template")
_ROWS = ("tbody", "thead", "tfoot")
_LIST = ("ul", "ol", "menu", "dir", "dl", *_CELL)
# Start tag -> (open elements that it ends, elements beyond which it ends nothing).
IMPLIED_ENDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **dict.fromkeys(_PARAGRAPH_ENDS, (("p",), _CELL)),
    "li": (("li", "p"), _LIST),
    **dict.fromkeys(("dt", "dd"), (("dt", "dd", "p"), _LIST)),
    **dict.fromkeys(("td", "th"), (("td", "th"), ("table", "template"))),
    "tr": (("tr", "td", "th", "caption"), ("table", "template")),
    **dict.fromkeys(_ROWS, ((*_ROWS, "tr", "td", "th", "caption"), ("table", "template"))),
    "option": (("option",), ("select", "datalist")),
    "optgroup": (("option", "optgroup"), ("select", "datalist")),
    "a": (("a",), _CELL),
    "nobr": (("nobr",), _CELL),
}
TABLE_PARTS = frozenset("td th tr tbody thead tfoot caption colgroup".split())

# What the elements, and the roles that others play, look like (WAI-ARIA 1.2, DPUB-ARIA 1.1).
SHAPES = {f"h{level}": f"heading {level}" for level in range(1, 7)}
SHAPES |= {"li": "item", "tr": "row", "td": "cell", "th": "cell", "aside": "note"}
ROLES = {
    "listitem": "item",
    "row": "row",
    **dict.fromkeys(("cell", "gridcell", "columnheader", "rowheader"), "cell"),
    **dict.fromkeys(("doc-footnote", "doc-endnote"), "note"),
}

_SHOWN = frozenset(_ATTRIBUTES["shown"].split())
_ADDRESS = frozenset(_ATTRIBUTES["addresses"].split())
_FIXED = frozenset(_ATTRIBUTES["fixed"].split())
TECHNICAL_META = tuple(_ATTRIBUTES["technical_meta"].split())


@lru_cache(maxsize=4096)
def attribute_kind(element: str, name: str) -> str:
    """How an attribute's value is read: `hidden`, `code`, `address` (code with %-escapes) or "" (not)."""
    if name in _SHOWN or (name == "value" and element in ("input", "button")):
        return "hidden"
    if name in _ADDRESS:
        return "address"
    if name in _FIXED or name.startswith(("xmlns", "xsi:")) or (element == "meta" and name == "name"):
        return ""
    return "code"


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
