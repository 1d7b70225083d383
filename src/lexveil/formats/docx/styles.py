"""What makes a paragraph a heading or an item of a list: its style, its outline level, its numbering.

Every language version of Word writes the names of its styles in English (ECMA-376 part 1, 17.7.4.9).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lexveil.formats.docx.vocabulary import Scope
from lexveil.formats.markup.tokens import tokens
from lexveil.formats.shape import HEADING, heading

TOLD = frozenset({"w:pStyle", "w:numId", "w:outlineLvl", "w:gridSpan", "w:gridBefore"})
SHAPES = {f"w:{name}": "note" for name in ("footnote", "endnote", "comment", "hdr", "ftr")}
SHAPES |= {"w:tr": "row", "w:tc": "cell"}
# Where it is said how wide a cell is, and how many columns a row leaves free before its first cell.
COLUMNS: Mapping[tuple[str, ...], str] = {
    ("w:tc", "w:tcPr", "w:gridSpan"): "cell",
    ("w:tr", "w:trPr", "w:gridBefore"): "row",
}
BODY_TEXT = 9  # the outline level of what is no heading
_NAMED = {f"heading {level}": heading(level) for level in range(1, 10)}
_NAMED |= {"title": heading(1), "subtitle": heading(2)}
_OF = ("w:p", "w:style")
_NUMBER = re.compile(r"\s*(\d)\s*")


@dataclass(slots=True)
class _Style:
    name: str = ""
    base: str = ""
    told: list[tuple[list[str], str]] = field(default_factory=list)


def shape_after(inside: Sequence[str], value: str, before: str, styles: Mapping[str, str]) -> str:
    """The look of a paragraph or style that looked like `before`, after one more of its properties.

    `inside`: the names of the open elements, the property's own last.
    """
    name = inside[-1]
    around = inside[-4:-1] if name == "w:numId" else inside[-3:-1]
    if len(around) < 2 or around[0] not in _OF or around[1] != "w:pPr":
        return before
    if name == "w:pStyle":
        return styles.get(value, "")
    is_heading = before.startswith(HEADING)
    if name == "w:numId":
        return before if is_heading else "" if value.strip() == "0" else "item"
    level = _NUMBER.fullmatch(value)
    if level and int(level[1]) != BODY_TEXT:
        return heading(int(level[1]) + 1)
    return "" if is_heading else before


def style_shapes(source: str) -> dict[str, str]:
    """Style → look, of the styles that have one."""
    styles = _styles(source)
    found: dict[str, str] = {}
    for first in styles:
        chain: dict[str, None] = {}  # from a style to what it is based on, which may lead in a circle
        at = first
        while at in styles and at not in found and at not in chain:
            chain[at] = None
            at = styles[at].base
        look = found.get(at, "")
        for each in reversed(chain):
            look = _NAMED.get(styles[each].name, look)
            for inside, value in styles[each].told:
                look = shape_after(inside, value, look, {})
            found[each] = look
    return {style: look for style, look in found.items() if look}


def _styles(source: str) -> dict[str, _Style]:
    scope = Scope()
    inside: list[str] = []
    found: dict[str, _Style] = {}
    style = _Style()
    for token in tokens(source):
        if token.kind == "start":
            scope.enter(source, token, len(inside))
            inside.append(scope.element(token.name))
            if inside[-1] == "w:style":
                style = found[scope.value(source, token, "w:styleId")] = _Style()
            else:
                _take(style, inside, scope.value(source, token, "w:val"))
        if token.kind == "end" or (token.kind == "start" and token.empty):
            inside.pop()
            scope.leave(len(inside))
    return found


def _take(style: _Style, inside: list[str], value: str) -> None:
    name, in_style = inside[-1], inside[-2:-1] == ["w:style"]
    if name == "w:name" and in_style:
        style.name = value.strip().lower()
    elif name == "w:basedOn" and in_style:
        style.base = value
    elif name in TOLD:
        style.told.append((inside[-4:], value))
