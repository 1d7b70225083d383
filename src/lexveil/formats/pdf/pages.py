"""Every stream of drawing instructions that the pages lead to, followed once.

Each page has its streams as `Scope`s: the page itself, the forms it draws, the looks of its annotations, and
what is drawn only through patterns and masks or not at all. A form that several pages draw belongs to the
first. Following one page again gives the very same scopes: the writer relies on it.
"""

import math
import warnings
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Object

from lexveil.errors import InputError
from lexveil.formats.pdf.content import IDENTITY, SHOWING, Follower, Matrix, Seen, State, multiply
from lexveil.formats.pdf.drawings import Point, moved
from lexveil.formats.pdf.file import MAX_CONTENT, array, content_bytes, inner, name_of, named
from lexveil.formats.pdf.fonts import Font, font
from lexveil.model import Reason, because

MAX_DEPTH = 25  # forms within forms
MAX_DRAWS = 100_000  # forms drawn by one page, those within forms included
DAMAGED = because("part.damaged-drawing")

Fonts = tuple[tuple[str, Any], ...]
Box = tuple[float, float, float, float]  # left, bottom, right, top
Key = tuple[int, int]  # (page, -1) for a page, else the number and generation of the stream


@dataclass(slots=True)
class Scope:
    key: Key
    stream: Object
    resources: Object | None
    seen: Seen
    aside: int  # 0 for what the page shows; a number of its own for each thing that stands apart
    draws: int = 1  # how many streams are followed to draw it once, those within it included


class Span(NamedTuple):
    """A stream of drawing instructions and the numbers it takes up: its glyphs, then its other strings."""

    page: int
    key: Key
    base: int
    glyphs: int


class Pages:
    """`owners`, when own, says which page each stream belongs to: only those are followed."""

    def __init__(self, pdf: pikepdf.Pdf, owners: Mapping[Key, int] | None = None) -> None:
        self.pdf = pdf
        self.owners = owners
        self.off = _layers_off(pdf.Root)
        self.fonts: dict[tuple[int, int], Font] = {}
        self.seen: dict[Key, Fonts] = {}  # stream → the fonts it borrows
        self.draws: dict[Key, int] = {}
        self.page = 0
        self.troubles: set[Reason] = set()
        self.found: list[Scope] = []
        self.scopes = iter(pdf.content_scopes()) if owners is None else None
        self.next = next(self.scopes, None) if self.scopes else None

    def follow(self, number: int) -> tuple[list[Scope], set[Reason]]:
        """The streams of page `number`, counted from 0, and what could not be followed."""
        page = self.pdf.pages[number]
        self.page, self.found, self.troubles = number, [], set()
        self.pdf.get_warnings()
        resources = page.obj.get("/Resources")
        scope = Scope((number, -1), page.obj, resources, Seen(), 0)
        self.found.append(scope)
        self._run(scope, State(ctm=upright(page)), 0, layer=False)
        for aside, annotation in enumerate(_dictionaries(page.obj, "/Annots"), 1):
            for look, shown in _looks(annotation):
                state = State(ctm=multiply(_placed(look, annotation), upright(page)))
                self._form(look, resources, state, 0, aside=aside, layer=not shown)
            for line in _drawn_by_hand(annotation):
                scope.seen.shapes.strokes([moved(point, upright(page)) for point in line])
        for aside, other in enumerate(self._others(page), len(self.found) + 1):
            if other.kind == "glyph" and other.content.objgen not in self.seen:  # a letter of a Type 3 font
                self.seen[other.content.objgen] = ()
                if _shows(other.content):
                    self.troubles.add(because("part.text-in-letters"))
            elif other.kind not in ("page", "glyph"):
                self._form(other.content, other.resources, State(), 0, aside=-aside, layer=False)
        if self.pdf.get_warnings():
            self.troubles.add(DAMAGED)
        for each in self.found:
            self.troubles |= each.seen.troubles
        return self.found, self.troubles

    def _others(self, page: pikepdf.Page) -> list[pikepdf.ContentScope]:
        """All streams that a page leads to; in a run over the whole file without those of earlier pages."""
        if self.scopes is None:
            return list(page.content_scopes())
        found = []
        while (scope := self.next) and scope.page and scope.page.obj.objgen == page.obj.objgen:
            found.append(scope)
            self.next = next(self.scopes, None)
        return found

    def _run(self, scope: Scope, state: State, depth: int, *, layer: bool) -> None:
        if len(content_bytes(scope.stream)) > MAX_CONTENT:
            self.troubles.add(because("part.too-much-drawing"))
            return
        draw = partial(self._draw, scope, depth + 1)
        follower = Follower(scope.resources, self._font, draw, self._is_off)
        found, whole = instructions(scope.stream)
        scope.seen = follower.follow(found, state, layer=layer)
        if not whole:
            self.troubles.add(DAMAGED)

    def _draw(self, scope: Scope, depth: int, name: str, state: State, hidden: bool) -> None:
        resources = scope.resources
        form = named(resources.get("/XObject"), name) if resources is not None else None
        if not isinstance(form, pikepdf.Stream) or form.get("/Subtype") != "/Form":
            return
        layer = form.get("/OC")
        hidden = hidden or (isinstance(layer, pikepdf.Dictionary) and self._is_off(layer))
        own = copy(state)
        own.font = None
        own.ctm = multiply(_matrix(form), own.ctm)
        self._form(form, resources, own, depth, aside=scope.aside, layer=hidden)
        scope.draws += self.draws.get(form.objgen, 1)
        if scope.draws > MAX_DRAWS:
            raise InputError("pdf.nested-drawings")

    def _form(
        self, stream: Object, outer: Object | None, state: State, depth: int, *, aside: int, layer: bool
    ) -> None:
        own = stream.get("/Resources")
        resources = own if isinstance(own, pikepdf.Dictionary) else outer
        key, used = stream.objgen, () if resources is own else _fonts(resources)
        if self.owners is not None and self.owners.get(key) != self.page:
            return
        if key in self.seen:
            if self.seen[key] != used and _shows(stream):
                self.troubles.add(because("part.borrowed-fonts"))
            return
        if depth > MAX_DEPTH:
            self.troubles.add(because("part.nested-forms"))
            return
        self.seen[key] = used
        scope = Scope(key, stream, resources, Seen(), aside)
        self.found.append(scope)
        self._run(scope, state, depth, layer=layer)
        self.draws[key] = scope.draws

    def _font(self, dictionary: Object) -> Font:
        key = dictionary.objgen
        if key not in self.fonts or key == (0, 0):
            self.fonts[key] = font(dictionary)
        return self.fonts[key]

    def _is_off(self, layer: Object) -> bool:
        """A layer, or a rule over several: off if any is, so that no text is taken for shown."""
        layers = [layer, layer.get("/OCGs"), *array(layer, "/OCGs")]
        return any(isinstance(each, pikepdf.Dictionary) and each.objgen in self.off for each in layers)


def instructions(stream: Object) -> tuple[list[Any], bool]:
    """The instructions in a stream or page, and whether it could be cut into them without doubt."""
    if stream.get("/Type") == "/Page" and "/Contents" not in stream:
        return [], True
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = list(pikepdf.parse_content_stream(stream))
        except (pikepdf.PdfError, TypeError):
            return [], False
    return found, not caught


def upright(page: pikepdf.Page) -> Matrix:
    """From the page's space to the way it is looked at."""
    angle = page.obj.get_int("/Rotate", 0) % 360
    cosine, sine = round(math.cos(math.radians(angle))), round(math.sin(math.radians(angle)))
    return (float(cosine), float(-sine), float(sine), float(cosine), 0.0, 0.0)


def visible(page: pikepdf.Page) -> Box:
    """What a viewer shows of a page, the way it is looked at."""
    a, b, c, d, _, _ = upright(page)
    box = [float(each) for each in page.cropbox]
    across = [x * a + y * c for x in (box[0], box[2]) for y in (box[1], box[3])]
    up = [x * b + y * d for x in (box[0], box[2]) for y in (box[1], box[3])]
    return (min(across), min(up), max(across), max(up))


def _looks(annotation: Object) -> Iterator[tuple[Object, bool]]:
    """The appearances of an annotation, and whether each is the one that shows."""
    state = name_of(annotation.get("/AS"))
    for kind, look in inner(annotation, "/AP").items():
        if isinstance(look, pikepdf.Stream):
            yield look, kind == "/N"
        elif isinstance(look, pikepdf.Dictionary):
            for name, each in look.items():
                if isinstance(each, pikepdf.Stream):
                    yield each, kind == "/N" and name == state


def _drawn_by_hand(annotation: Object) -> Iterator[list[Point]]:
    """The lines of an annotation that has no appearance: viewers draw them all the same."""
    if "/AP" in annotation:
        return
    for numbers in (*array(annotation, "/InkList"), annotation.get("/Vertices")):
        if isinstance(numbers, pikepdf.Array):
            flat = [float(each) for each in numbers if isinstance(each, int | float | Decimal)]
            yield list(zip(flat[::2], flat[1::2], strict=False))


def _placed(look: Object, annotation: Object) -> Matrix:
    """From an appearance to the page: its box, turned by its matrix, fills the annotation's rectangle."""
    box, rectangle = _numbers(look, "/BBox", 4), _numbers(annotation, "/Rect", 4)
    matrix = _matrix(look)
    if not box or not rectangle:
        return matrix
    a, b, c, d, e, f = matrix
    corners = [(x * a + y * c + e, x * b + y * d + f) for x in (box[0], box[2]) for y in (box[1], box[3])]
    left, bottom = min(x for x, _ in corners), min(y for _, y in corners)
    width, height = max(x for x, _ in corners) - left, max(y for _, y in corners) - bottom
    across = abs(rectangle[2] - rectangle[0]) / width if width else 1.0
    up = abs(rectangle[3] - rectangle[1]) / height if height else 1.0
    x, y = min(rectangle[0], rectangle[2]), min(rectangle[1], rectangle[3])
    return multiply(matrix, (across, 0.0, 0.0, up, x - left * across, y - bottom * up))


def _layers_off(root: Object) -> set[tuple[int, int]]:
    """The layers that do not show when the file is opened."""
    layers = inner(root, "/OCProperties")
    default = inner(layers, "/D")
    lists = ((default, "/OFF"), (default, "/ON"), (layers, "/OCGs"))
    off, on, every = ({each.objgen for each in _dictionaries(*listed)} for listed in lists)
    return off | (every - on) if default.get("/BaseState") == "/OFF" else off


def _dictionaries(holder: Object, key: str) -> list[Object]:
    return [each for each in array(holder, key) if isinstance(each, pikepdf.Dictionary)]


def _fonts(resources: Object | None) -> Fonts:
    """The fonts in resources: by name, and what tells one from another."""
    fonts = inner(resources, "/Font").items() if resources is not None else ()
    return tuple((name, each.objgen if each.is_indirect else each.unparse()) for name, each in fonts)


def _shows(stream: Object) -> bool:
    return any(name_of(each.operator) in SHOWING for each in instructions(stream)[0])


def _numbers(holder: Object, key: str, count: int) -> list[float]:
    """So many numbers, or none."""
    try:
        found = [float(each) for each in array(holder, key)]
    except (TypeError, ValueError):
        return []
    return found if len(found) == count and all(map(math.isfinite, found)) else []


def _matrix(form: Object) -> Matrix:
    a, b, c, d, e, f = _numbers(form, "/Matrix", 6) or IDENTITY
    return (a, b, c, d, e, f)
