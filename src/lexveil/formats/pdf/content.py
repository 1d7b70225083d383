"""Drawing instructions followed as far as text goes (ISO 32000-2, 9.4).

One `Show` per operator that shows text, with the place of each glyph, and what else may hold text: the
properties of marked content, the forms that are drawn. What cannot be followed is named as a trouble. Never
draws, and never runs a form itself: `pages` does.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pikepdf

from lexveil.formats.pdf.drawings import Shapes
from lexveil.formats.pdf.file import name_of, named
from lexveil.formats.pdf.fonts import Font, Glyph
from lexveil.model import Reason, because

MAX_MARKS = 50  # of marked content within marked content
MAX_STATES = 1000  # saved and not restored; viewers stop at some hundred
SHOWING = frozenset(("Tj", "TJ", "'", '"'))
OTHERS = frozenset(
    "BX,CS,cs,d,d0,d1,ET,EX,G,g,h,i,INLINE IMAGE,j,J,K,k,M,MP,rg,RG,ri,sc,SC,scn,SCN,sh,w".split(",")
)
PAINTING = ("b", "B", "b*", "B*", "f", "F", "f*", "s", "S")
SEGMENTS = ("l", "c", "v", "y", "re")
REPLACED = ("/ActualText", "/Alt", "/E")  # what a viewer may read out in place of the glyphs

Matrix = tuple[float, float, float, float, float, float]
Instruction = Any  # pikepdf's own, or operands and operator
FIRST = (0.0,)
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Show(NamedTuple):
    """One operator that shows text, as it finds the text state."""

    at: int  # which instruction of the stream
    first: int  # the number of its first glyph in the stream
    glyphs: Sequence[Glyph]
    offsets: Sequence[float]  # where each glyph begins, along the line, in text space
    font: Font
    face: pikepdf.Object | None  # the name of the font in the resources
    size: float
    spacing: float
    words: float
    stretch: float
    rise: float
    mode: int
    matrix: Matrix  # from text space to the page
    layer: bool  # whether it stands on a layer that is off


class Marked(NamedTuple):
    """Glyphs `start` to `end` of a stream stand under marked content that says what they read."""

    at: int  # the instruction that opens it
    start: int
    end: int
    text: str  # what they read; "" where it only describes them


class Property(NamedTuple):
    """A string in the properties of marked content."""

    at: int
    path: tuple[str | int, ...]
    text: str


@dataclass(slots=True)
class State:
    ctm: Matrix = IDENTITY
    font: Font | None = None
    face: pikepdf.Object | None = None
    size: float = 0.0
    spacing: float = 0.0
    words: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


@dataclass(slots=True)
class Seen:
    """What a stream of instructions turned out to hold."""

    shows: list[Show] = field(default_factory=list)
    marked: list[Marked] = field(default_factory=list)
    properties: list[Property] = field(default_factory=list)
    troubles: set[Reason] = field(default_factory=set)
    glyphs: int = 0
    shapes: Shapes = field(default_factory=Shapes)


class Follower:
    """Follows one stream. `draw(name, state)` is told of each form or image that is drawn."""

    def __init__(
        self,
        resources: pikepdf.Object | None,
        fonts: Callable[[pikepdf.Object], Font],
        draw: Callable[[str, State, bool], None],
        hidden: Callable[[pikepdf.Object], bool],
    ) -> None:
        self.resources = resources
        self.fonts = fonts
        self.draw = draw
        self.hidden = hidden  # whether a layer is off
        self.seen = Seen()
        self.known: dict[str, Font | None] = {}
        self.saved: list[State] = []
        self.marks: list[tuple[bool, int, int, str | None]] = []  # layer off; opened at, from glyph, text
        self.off = 0  # how many of them are layers that are off
        self.text = self.line = IDENTITY

    def follow(self, instructions: Sequence[Any], state: State, *, layer: bool) -> Seen:
        self.state = state
        self.off += layer
        for at, instruction in enumerate(instructions):
            operator = name_of(instruction.operator)
            handler = _HANDLERS.get(operator)
            if handler:
                try:
                    handler(self, at, instruction.operands)
                except (TypeError, ValueError, IndexError, AttributeError, OverflowError):
                    self.seen.troubles.add(because("part.unfollowed-drawing"))
            elif operator not in OTHERS:
                self.seen.troubles.add(because("part.unknown-drawing"))
        while self.marks:
            self.end_marked(0, ())
        return self.seen

    def save(self, at: int, operands: Any) -> None:
        if len(self.saved) < MAX_STATES:
            self.saved.append(copy(self.state))

    def restore(self, at: int, operands: Any) -> None:
        if self.saved:
            self.state = self.saved.pop()

    def concatenate(self, at: int, operands: Any) -> None:
        self.state.ctm = multiply(_matrix(operands), self.state.ctm)

    def draw_object(self, at: int, operands: Any) -> None:
        name = name_of(operands[0])
        found = self._resource("/XObject", name)
        if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Image":
            self.seen.shapes.picture(self.state.ctm)
        self.draw(name, self.state, self.off > 0)

    def set_font(self, at: int, operands: Any) -> None:
        name = name_of(operands[0])
        if name not in self.known:
            found = self._resource("/Font", name)
            self.known[name] = self.fonts(found) if isinstance(found, pikepdf.Dictionary) else None
        self.state.font, self.state.face = self.known[name], operands[0]
        self.state.size = float(operands[1])

    def set_graphics(self, at: int, operands: Any) -> None:
        """A font can also come with the graphics state; it then has no name that `Tf` could restore."""
        found = self._resource("/ExtGState", name_of(operands[0]))
        font = found.get("/Font") if isinstance(found, pikepdf.Dictionary) else None
        if isinstance(font, pikepdf.Array) and isinstance(font[0], pikepdf.Dictionary):
            self.state.font, self.state.face = self.fonts(font[0]), None
            self.state.size = float(font[1])

    def move(self, at: int, operands: Any) -> None:
        x, y = float(operands[0]), float(operands[1])
        a, b, c, d, e, f = self.line
        self.text = self.line = (a, b, c, d, x * a + y * c + e, x * b + y * d + f)

    def move_leading(self, at: int, operands: Any) -> None:
        self.state.leading = -float(operands[1])
        self.move(at, operands)

    def set_matrix(self, at: int, operands: Any) -> None:
        self.text = self.line = _matrix(operands)

    def next_line(self, at: int, operands: Any) -> None:
        self.move(at, (0.0, -self.state.leading))

    def show(self, at: int, operands: Any) -> None:
        if len(operands) != 1 or not isinstance(operands[0], pikepdf.String):
            raise TypeError
        self._show(at, [bytes(operands[0])])

    def show_spaced(self, at: int, operands: Any) -> None:
        if len(operands) != 1 or not isinstance(operands[0], pikepdf.Array):
            raise TypeError
        self._show(at, [bytes(x) if isinstance(x, pikepdf.String) else float(x) for x in operands[0]])

    def show_on_next_line(self, at: int, operands: Any) -> None:
        self.next_line(at, ())
        self.show(at, operands)

    def show_with_spacing(self, at: int, operands: Any) -> None:
        if len(operands) != 3:
            raise TypeError
        self.state.words, self.state.spacing = float(operands[0]), float(operands[1])
        self.show_on_next_line(at, operands[2:])

    def begin_properties(self, at: int, operands: Any) -> None:
        operand = operands[1] if len(operands) > 1 else None
        properties = operand
        if isinstance(operand, pikepdf.Name):
            properties = self._resource("/Properties", name_of(operand))
        self.note_properties(at, operand)
        off, text = False, None
        if isinstance(properties, pikepdf.Dictionary):
            off = bool(operands[0] == "/OC" and self.hidden(properties))
            actual = properties.get("/ActualText", "")
            replaced = any(key in properties for key in REPLACED)
            text = (str(actual) if isinstance(actual, pikepdf.String) else "") if replaced else None
        if text is not None and len(self.marks) > MAX_MARKS:
            self.seen.troubles.add(because("part.nested-content"))
            text = None
        self.off += off
        self.marks.append((off, at, self.seen.glyphs, text))

    def end_marked(self, at: int, operands: Any) -> None:
        if self.marks:
            off, opened, start, text = self.marks.pop()
            self.off -= off
            if text is not None and start < self.seen.glyphs:
                self.seen.marked.append(Marked(opened, start, self.seen.glyphs, text))

    def _show(self, at: int, parts: Sequence[bytes | float]) -> None:
        state = self.state
        if state.font is None:
            if any(part for part in parts if isinstance(part, bytes)):
                self.seen.troubles.add(because("part.missing-font"))
            return
        if state.face is None:
            self.seen.troubles.add(because("part.unusual-font"))
        if state.font.vertical:
            self.seen.troubles.add(because("part.downwards"))
        glyphs, offsets, x = self._placed(state, state.font, parts)
        matrix = multiply(self.text, state.ctm)
        if not math.isfinite(sum(matrix) + x):
            raise ValueError
        a, b, c, d, e, f = self.text
        self.text = (a, b, c, d, x * a + e, x * b + f)
        if glyphs:
            self.seen.shows.append(
                Show(
                    at, self.seen.glyphs, glyphs, offsets, state.font, state.face, state.size,
                    state.spacing, state.words, state.stretch, state.rise, state.mode, matrix, self.off > 0,
                )
            )  # fmt: skip
            self.seen.glyphs += len(glyphs)

    def _placed(
        self, state: State, font: Font, parts: Sequence[bytes | float]
    ) -> tuple[Sequence[Glyph], Sequence[float], float]:
        """The glyphs of an operator, where each begins, and where the last ends, along the line."""
        size, stretch, spacing = state.size, state.stretch, state.spacing
        if len(parts) == 1 and isinstance(parts[0], bytes) and len(found := font.glyphs(parts[0])) == 1:
            code, _, width = found[0]  # some programs show one glyph at a time
            return found, FIRST, (width * size + spacing + (state.words if code == b" " else 0.0)) * stretch
        x = 0.0
        glyphs: list[Glyph] = []
        offsets: list[float] = []
        for part in parts:
            if isinstance(part, float):
                x -= part / 1000 * size * stretch
                continue
            found = font.glyphs(part)
            glyphs += found
            for code, _, width in found:
                offsets.append(x)
                x += (width * size + spacing + (state.words if code == b" " else 0.0)) * stretch
        return glyphs, offsets, x

    def note_properties(self, at: int, value: object) -> None:
        """The strings in properties that stand in the stream itself."""
        pending: list[tuple[object, tuple[str | int, ...]]] = [(value, ())]
        while pending:
            each, path = pending.pop()
            if isinstance(each, pikepdf.Dictionary):
                pending += [(below, (*path, key)) for key, below in each.items()]
            elif isinstance(each, pikepdf.Array):
                pending += [(below, (*path, index)) for index, below in enumerate(each)]
            elif isinstance(each, pikepdf.String):
                self.seen.properties.append(Property(at, path, str(each)))

    def _resource(self, kind: str, name: str) -> pikepdf.Object | None:
        return named(self.resources.get(kind), name) if self.resources is not None else None


def lines_before(instruction: Instruction) -> Iterator[Instruction]:
    """What the operators that also begin a line do before they show text."""
    operator = str(instruction.operator)
    if operator == '"':
        yield instruction_of([instruction.operands[0]], "Tw")
        yield instruction_of([instruction.operands[1]], "Tc")
    if operator in ("'", '"'):
        yield instruction_of([], "T*")


def instruction_of(operands: list[Any], operator: str) -> Instruction:
    return pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(operator))


def multiply(one: Matrix, other: Matrix) -> Matrix:
    """First `one`, then `other`."""
    a, b, c, d, e, f = one
    A, B, C, D, E, F = other  # noqa: N806
    return (
        a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F,
    )  # fmt: skip


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(each) for each in operands)
    return (a, b, c, d, e, f)


def _setter(name: str, number: Callable[[Any], float]) -> Callable[[Follower, int, Any], None]:
    """Sets a part of the text state to the operand."""
    return lambda follower, at, operands: setattr(follower.state, name, number(operands[0]))


def _construct(operator: str) -> Callable[[Follower, int, Any], None]:
    return lambda follower, at, operands: follower.seen.shapes.construct(
        operator, operands, follower.state.ctm, at
    )


_HANDLERS: dict[str, Callable[[Follower, int, Any], None]] = {
    **{operator: _construct(operator) for operator in ("m", *SEGMENTS)},
    **dict.fromkeys(PAINTING, lambda by, at, _: by.seen.shapes.paint()),
    **dict.fromkeys(("W", "W*"), lambda by, at, _: by.seen.shapes.clip()),
    "n": lambda by, at, _: by.seen.shapes.paint(shown=False),
    "q": Follower.save,
    "Q": Follower.restore,
    "cm": Follower.concatenate,
    "gs": Follower.set_graphics,
    "BT": lambda by, at, _: by.set_matrix(at, IDENTITY),
    "Tf": Follower.set_font,
    "Tc": _setter("spacing", float),
    "Tw": _setter("words", float),
    "Tz": _setter("stretch", lambda value: float(value) / 100),
    "TL": _setter("leading", float),
    "Ts": _setter("rise", float),
    "Tr": _setter("mode", int),
    "Td": Follower.move,
    "TD": Follower.move_leading,
    "Tm": Follower.set_matrix,
    "T*": Follower.next_line,
    "Tj": Follower.show,
    "TJ": Follower.show_spaced,
    "'": Follower.show_on_next_line,
    '"': Follower.show_with_spacing,
    "Do": Follower.draw_object,
    "BMC": lambda by, at, _: by.marks.append((False, at, by.seen.glyphs, None)),
    "BDC": Follower.begin_properties,
    "EMC": Follower.end_marked,
    "DP": lambda by, at, operands: by.note_properties(at, operands[1]),
}
