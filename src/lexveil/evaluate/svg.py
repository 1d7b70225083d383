"""Plots as SVG, drawn by hand: lines, points and bars, with titles, axes and words at the marks."""

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 110, 45, 55  # what surrounds the plot
TICKS = 5
ROW, NAMES = 22, 190  # a bar, the names before bars
DOT, GAP, LETTER = 5, 9, 6.6  # of a point, from it to its name, and about what a letter of the name takes
LABEL = 14  # the least distance of two words at the ends of lines
STYLES = (
    ("#0b5fa5", ""),
    ("#b3261e", "8 4"),
    ("#1a7f37", "2 3"),
    ("#6b4fa0", "10 3 2 3"),
    ("#8a5a00", "1 4"),
)

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, upper, right and lower end


def plot(
    lines: Mapping[str, Sequence[Point]], *, title: str, across: str, up: str, most: float | None = None
) -> str:
    """Lines, each with its name at its end; axes go from nought to `most`, where that is given."""
    far = most or _round(max((x for points in lines.values() for x, _ in points), default=1))
    high = most or _round(max((y for points in lines.values() for _, y in points), default=1))
    parts = [*_opening(title), *_axes(far, high, across, up)]
    ends: list[float] = []
    order = sorted(lines, key=lambda name: -lines[name][-1][1] if lines[name] else 0.0)
    for name in order:
        if lines[name]:
            style = STYLES[list(lines).index(name) % len(STYLES)]
            parts += _line(name, [_place(point, far, high) for point in lines[name]], style, ends)
    return "\n".join([*parts, "</svg>"]) + "\n"


def scatter(points: Mapping[str, Point], *, title: str, across: str, up: str) -> str:
    """Shares: points between nought and one, each with its name."""
    parts = [*_opening(title), *_axes(1, 1, across, up)]
    dots = {name: _place(point, 1, 1) for name, point in points.items()}
    taken = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in dots.values()]
    for number, (name, dot) in enumerate(dots.items()):
        box = _free(name, dot, taken)
        taken.append(box)
        colour = STYLES[number % len(STYLES)][0]
        parts += (
            f'<circle cx="{dot[0]}" cy="{dot[1]}" r="{DOT}" fill="{colour}"/>',
            f'<text x="{box[0]}" y="{box[3] - 3}" fill="{colour}">{escape(name)}</text>',
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _free(name: str, dot: Point, taken: Sequence[Box]) -> Box:
    """Where a name can stand beside its point and cover nothing: right of it, left, then higher or lower."""
    x, y = dot
    wide = round(len(name) * LETTER, 1)
    places = [
        (start, y + LABEL * (rows - 0.5), start + wide, y + LABEL * (rows + 0.5))
        for rows in (0, -1, 1, -2, 2, -3, 3)
        for start in (x + GAP, x - GAP - wide)
        if start >= LEFT and start + wide <= WIDTH
    ]
    clear = (each for each in places if not any(_meet(each, other) for other in taken))
    return next(clear, places[0])


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def bars(values: Mapping[str, float | None], *, title: str, most: float = 1.0) -> str:
    """Shares as lying bars, each with its figure; a dash where there is none."""
    height = TOP + ROW * max(1, len(values)) + 10
    parts = _opening(title, height=height)
    wide = WIDTH - NAMES - RIGHT
    for number, (name, value) in enumerate(values.items()):
        y = TOP + ROW * number
        length = round(wide * min(1.0, (value or 0.0) / most), 1)
        told = "–" if value is None else f"{value:.3f}"
        parts += (
            f'<text x="{NAMES - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{NAMES}" y="{y + 3}" width="{length}" height="{ROW - 6}" fill="{STYLES[0][0]}"/>',
            f'<text x="{NAMES + length + 6}" y="{y + 14}">{told}</text>',
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _opening(title: str, *, height: int = HEIGHT) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'font-family="sans-serif" font-size="12" fill="#1b1f23">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]


def _round(most: float) -> float:
    """The next of 1, 2, 2.5, 5, 10 … that holds it: an axis ends there.

    >>> _round(26.1), _round(0.0), _round(20.0)
    (50.0, 1.0, 20.0)
    """
    size = 1.0
    while size < most:
        size *= 10
    fitting = [size * share for share in (0.1, 0.2, 0.25, 0.5, 1) if size * share >= most]
    return fitting[0] if most > 0 else 1.0


def _place(point: Point, far: float, high: float) -> Point:
    x = LEFT + point[0] / far * (WIDTH - LEFT - RIGHT)
    y = HEIGHT - BOTTOM - point[1] / high * (HEIGHT - TOP - BOTTOM)
    return round(x, 1), round(y, 1)


def _axes(far: float, high: float, across: str, up: str) -> list[str]:
    parts: list[str] = []
    right, low = WIDTH - RIGHT, HEIGHT - BOTTOM
    for tick in range(TICKS + 1):
        x, y = _place((far * tick / TICKS, high * tick / TICKS), far, high)
        colour = "#e4e8ec" if tick else "#57606a"
        parts += (
            f'<line x1="{LEFT}" y1="{y}" x2="{right}" y2="{y}" stroke="{colour}"/>',
            f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{high * tick / TICKS:g}</text>',
            f'<text x="{x}" y="{low + 18}" text-anchor="middle">{far * tick / TICKS:g}</text>',
        )
    middle = (TOP + low) / 2
    turned = f'text-anchor="middle" transform="rotate(-90 18 {middle})"'
    return [
        *parts,
        f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 14}" text-anchor="middle">{escape(across)}</text>',
        f'<text x="18" y="{middle}" {turned}>{escape(up)}</text>',
    ]


def _line(name: str, points: Sequence[Point], style: tuple[str, str], ends: list[float]) -> list[str]:
    """The line, its points, and its name at its end, below the names that stand there already."""
    colour, dashes = style
    path = " ".join(f"{x},{y}" for x, y in points)
    x, y = points[-1]
    label = max(y + 4, ends[-1] + LABEL) if ends else y + 4
    ends.append(label)
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" '
        f'stroke-dasharray="{dashes}"/>',
        *(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points),
        f'<text x="{x + 10}" y="{label}" fill="{colour}">{escape(name)}</text>',
    ]
