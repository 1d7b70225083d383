"""Shapes on a page that could be letters: a name drawn as outlines is no text to any reader.

`Shapes` is told of paths as a stream draws them. Rules, frames, grids, bars, bullets, dotted lines and boxes
with their ticks are what they are; what is left, of the size of letters and of several forms, one long stroke
as of a pen, or many pieces one above another, as a matrix of dots and a screen draw letters, may say
something.
"""

import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from lexveil.model import because

LOWEST, LARGEST = 3.0, 90.0  # points: lower are rules and dots, larger is no letter
LAST = 4  # boxes before, in one of which a tick stands
LETTERS, FORMS = 3, 2  # so many shapes, of so many forms: less is no name
TOUCHING = 0.7  # points between parts of one shape
PEN = 40  # curves and slanted lines of one path: a signature, or a name written without lifting the pen
ROUND = 4  # curves of a disc, or sides of a box
TICK, BOX = 2, 24.0  # lines of a tick, or of a cross; points of a box that is ticked
MANY = 400  # curves and slanted lines of a page, whatever they form
MOST = 10_000  # paths of a page that are looked at; a page with more is a drawing
PIECE, BAR = 6.0, 30.0  # points: the sides of a dot or of a line of it, of which a letter has many
ABOVE = 5.0  # points between two pieces, one above the other: lines of text are further apart
PIECES, EVENLY = 40, 8  # less is no name; so many as far from each other are a dotted line
THIN, FRAME = 1.2, 0.8  # points; share of the side of a frame that a rule of it takes
SLANTED = 0.2  # points: less is straight
BOX_SIDES = 5  # lines of a rule or a box
DRAWINGS = because("part.drawings")

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Form = tuple[tuple[int, ...], ...]


class Path(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float
    segments: int
    free: int  # of them curves and slanted lines
    convex: bool = False  # a disc, a box with round corners: of letters only some are

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom


class Mark(NamedTuple):
    """A straight part of a path, such as a rule or a box."""

    points: Sequence[Point]
    at: Sequence[int]  # the instructions that draw it


class _Part:
    """A part of a path that goes on."""

    def __init__(self, points: list[Point], segments: int, at: int) -> None:
        slanted = sum(not _is_straight(*pair) for pair in itertools.pairwise(points))
        self.points, self.at = points, [at]
        self.segments, self.free = segments, slanted if segments else 0


class Shapes:
    """The paths of one stream, on the page; those of a clip count, for what shows through has their form."""

    def __init__(self) -> None:
        self.paths: list[Path] = []
        self.marks: list[Mark] = []
        self._open: list[_Part] = []
        self._clip = False

    def construct(self, operator: str, operands: Any, ctm: Matrix, at: int = 0) -> None:
        """A part of a path, by the instruction `at`."""
        numbers = [float(each) for each in operands]
        if operator == "re":
            x, y, width, height = numbers
            corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            self._open.append(_Part([moved(each, ctm) for each in corners], 4, at))
            return
        points = [moved(each, ctm) for each in zip(numbers[::2], numbers[1::2], strict=True)]
        if operator == "m" or not self._open:
            self._open.append(_Part(points, 0, at))
            return
        part = self._open[-1]
        straight = operator == "l" and _is_straight(part.points[-1], points[0])
        part.points += points
        part.at.append(at)
        part.segments += 1
        part.free += not straight

    def picture(self, ctm: Matrix) -> None:
        """A picture fills the unit square: many small ones are as good as dots."""
        corners = [moved(each, ctm) for each in ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))]
        self.strokes(corners)

    def strokes(self, points: Sequence[Point]) -> None:
        """A line through points of the page that no instruction draws."""
        if len(points) > 1 and len(self.paths) <= MOST:
            self._keep(_Part(list(points), len(points) - 1 or 1, 0))

    def clip(self) -> None:
        self._clip = True

    def paint(self, *, shown: bool = True) -> None:
        """The end of a path: it is painted, or only clips."""
        if shown or self._clip:
            for part in self._open:
                if part.segments and len(self.paths) <= MOST:
                    self._keep(part)
                    if shown and part.segments <= BOX_SIDES and not part.free:
                        self.marks.append(Mark(part.points, part.at))
        self._open, self._clip = [], False

    def _keep(self, part: _Part) -> None:
        across, up = [x for x, _ in part.points], [y for _, y in part.points]
        box = (min(across), min(up), max(across), max(up))
        if all(map(math.isfinite, box)):
            convex = part.segments >= ROUND and _is_convex(part.points)
            self.paths.append(Path(*box, part.segments, part.free, convex))


def letters(shapes: Sequence[Shapes]) -> frozenset[Form]:
    """The shapes of a page that may be letters; nothing where there are too few of them."""
    paths = [path for each in shapes for path in each.paths]
    small = _without_ticks([path for path in paths if path.width <= LARGEST and path.height <= LARGEST])
    curved = [[path] for path in small if path.free and path.height >= LOWEST]
    bits = [path for path in small if not path.free or _is_dot(path)]
    straight = [parts for parts in _joined(bits) if _may_be_one(parts)]
    written = [[path] for path in paths if path.free >= PEN and path.height >= LOWEST and not path.convex]
    found = [*curved, *straight, *written]
    forms = frozenset(map(_form, found))
    pieces = _pieces(bits)
    if len(pieces) >= PIECES:
        return forms | {_form(pieces)}
    if len(paths) > MOST:
        return forms or frozenset({((len(paths),),)})
    much = written or sum(path.free for (path,) in curved if not path.convex) >= MANY
    several = len(found) >= LETTERS and len(forms) >= FORMS
    return forms if much or (several and not all(map(_is_simple, found))) else frozenset()


def _is_simple(parts: list[Path]) -> bool:
    return len(parts) == 1 and parts[0].convex


def _is_dot(path: Path) -> bool:
    return max(path.width, path.height) <= PIECE


def _without_ticks(paths: list[Path]) -> list[Path]:
    """Less what is ticked: a stroke or two that are drawn in a box."""
    boxes: list[Path] = []
    kept = []
    for path in paths:
        if path.segments > TICK or not any(_lies_in(path, box) for box in boxes):
            kept.append(path)
        if path.convex and max(path.width, path.height) <= BOX:
            boxes = [path, *boxes[:LAST]]
    return kept


def _lies_in(path: Path, box: Path) -> bool:
    upright = box.bottom <= path.bottom and path.top <= box.top
    return upright and box.left <= path.left and path.right <= box.right


def _form(parts: list[Path]) -> Form:
    """The same for shapes that look the same."""
    left, bottom = min(part.left for part in parts), min(part.bottom for part in parts)
    places = ((part.left - left, part.bottom - bottom, part.width, part.height) for part in parts)
    rounded = (tuple(round(each * 4) for each in place) for place in places)
    return tuple(sorted((*each, part.segments) for each, part in zip(rounded, parts, strict=True)))


def _may_be_one(parts: list[Path]) -> bool:
    width, height = _size(parts)
    return LOWEST <= height <= LARGEST and width <= LARGEST and not _is_plain(parts)


def _is_plain(parts: list[Path]) -> bool:
    """A bar, a rule, or a frame of rules: nothing is inside."""
    if len(parts) == 1:
        return parts[0].segments <= 4
    if _is_corner(parts):
        return True
    left, bottom = min(part.left for part in parts), min(part.bottom for part in parts)
    right, top = max(part.right for part in parts), max(part.top for part in parts)
    flat = [part for part in parts if part.height <= THIN and part.width >= FRAME * (right - left)]
    upright = [part for part in parts if part.width <= THIN and part.height >= FRAME * (top - bottom)]
    edges = [min(part.bottom - bottom, top - part.top) <= THIN for part in flat]
    edges += [min(part.left - left, right - part.right) <= THIN for part in upright]
    dots = sum(part.width <= THIN and part.height <= THIN for part in parts)  # of its corners
    return all(edges) and len(edges) + dots == len(parts)


def _is_corner(parts: list[Path]) -> bool:
    """Two bars of one size, one lying and one standing: where the dashes of a frame meet."""
    if len(parts) != 2:
        return False
    lying, standing = sorted(parts, key=lambda part: part.height)
    sides = (lying.width - standing.height, lying.height - standing.width)
    return lying.width > lying.height and all(abs(side) <= SLANTED for side in sides)


def _pieces(paths: list[Path]) -> list[Path]:
    """Dots and short bars that touch nothing and stand closely above one another."""
    pieces = {parts[0] for parts in _joined(paths) if len(parts) == 1 and _is_piece(parts[0])}
    dotted = [*_dotted_lines(pieces, "bottom", "left"), *_dotted_lines(pieces, "left", "bottom")]
    left = sorted(pieces.difference(dotted))
    return [path for path in left if _has_one_above(path, left)]


def _is_piece(path: Path) -> bool:
    shorter, longer = sorted((path.width, path.height))
    return shorter <= PIECE and longer <= BAR


def _dotted_lines(paths: Iterable[Path], level: str, along: str) -> Iterator[Path]:
    """The pieces on one level that are as far from each other as their neighbours, many in a row."""
    rows: dict[float, list[Path]] = {}
    for path in paths:
        rows.setdefault(round(getattr(path, level), 1), []).append(path)
    for row in rows.values():
        row.sort(key=lambda path: getattr(path, along))
        steps = [getattr(after, along) - getattr(before, along) for before, after in itertools.pairwise(row)]
        at = 0
        for _, run in itertools.groupby(steps, key=lambda step: round(step, 1)):
            size = len(list(run))
            if size + 1 >= EVENLY:
                yield from row[at : at + size + 1]
            at += size


def _has_one_above(path: Path, others: list[Path]) -> bool:
    """Whether another lies closely above or below it; `others` are in order."""
    near = others[
        bisect_left(others, path.left - BAR, key=lambda each: each.left) : bisect_right(
            others, path.right, key=lambda each: each.left
        )
    ]
    return any(
        each.right > path.left and 0 < max(each.bottom - path.top, path.bottom - each.top) <= ABOVE
        for each in near
        if each is not path
    )


def _size(parts: list[Path]) -> Point:
    across = max(part.right for part in parts) - min(part.left for part in parts)
    return across, max(part.top for part in parts) - min(part.bottom for part in parts)


def _joined(paths: list[Path]) -> list[list[Path]]:
    """Paths that touch or lie within each other are one shape; grids of cells become large ones."""
    paths = sorted(paths)
    owner = list(range(len(paths)))

    def root(at: int) -> int:
        while owner[at] != at:
            owner[at] = owner[owner[at]]
            at = owner[at]
        return at

    near: list[int] = []
    for at, path in enumerate(paths):
        near = [other for other in near if paths[other].right + TOUCHING >= path.left]
        for other in near:
            if paths[other].bottom - TOUCHING <= path.top and path.bottom - TOUCHING <= paths[other].top:
                owner[root(other)] = root(at)
        near.append(at)
    shapes: dict[int, list[Path]] = {}
    for at, path in enumerate(paths):
        shapes.setdefault(root(at), []).append(path)
    return list(shapes.values())


def moved(point: Point, ctm: Matrix) -> Point:
    (x, y), (a, b, c, d, e, f) = point, ctm
    return x * a + y * c + e, x * b + y * d + f


def _is_straight(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) <= SLANTED or abs(one[1] - other[1]) <= SLANTED


def _is_convex(points: Sequence[Point]) -> bool:
    """
    >>> _is_convex([(0, 0), (4, 0), (4, 4), (0, 4)]), _is_convex([(0, 0), (4, 0), (1, 1), (0, 4)])
    (True, False)
    """
    ring = [*points, *points[:2]]
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(ring, ring[1:], ring[2:], strict=False)
    ]
    return min(turns) >= -SLANTED or max(turns) <= SLANTED
