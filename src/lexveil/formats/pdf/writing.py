"""Replacements put back into a cleaned PDF, in place. Pages without replacements are not touched.

The numbers in the pieces lead to the stream and the glyph, or to the string. Lines that lose glyphs are set
anew (`reflow`); an operator moves on by as much as before, so that what others show stays where it was, and
the text state is set back after each pseudonym. Never touches another line.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import pikepdf

from lexveil.formats.markup import Range, covered, nothing_covered, touching
from lexveil.formats.pdf import reflow, strings, typesetting, underlines
from lexveil.formats.pdf.clean import set_anew
from lexveil.formats.pdf.content import REPLACED, Instruction, Property, Show, instruction_of, lines_before
from lexveil.formats.pdf.file import name_of, named, remove, write_content
from lexveil.formats.pdf.fonts import Font, Glyph
from lexveil.formats.pdf.letters import INVISIBLE, letters
from lexveil.formats.pdf.pages import Pages, Scope, Span, instructions, upright, visible
from lexveil.formats.pdf.reflow import Slot
from lexveil.formats.pdf.scans import Cover, Scans, cover
from lexveil.formats.pdf.typesetting import SPACE, FreeSpace, Setting
from lexveil.formats.source import Pieces, Replacements


@dataclass(frozen=True, slots=True)
class Content:
    data: bytes = field(repr=False)  # the cleaned file
    spans: tuple[Span, ...]
    strings_from: int
    pictures: Scans
    boxes: bool
    max_bytes: int


Covers = dict[int, list[Cover]]


class Edit(NamedTuple):
    """One replacement: the numbers it covers in reading order, and those that go with them."""

    text: str | None  # None: only removed here
    shown: list[Range]
    gone: list[Range]
    context: str


def replaced(pdf: pikepdf.Pdf, content: Content, pieces: Pieces, replacements: Replacements) -> Covers:
    """Returns by page where unseen text was replaced, for there a picture shows what it says."""
    on_pages: dict[int, list[Edit]] = defaultdict(list)
    beside: list[Edit] = []
    bases = [span.base for span in content.spans]
    for edit in _edits(pieces, replacements):
        if edit.shown[0][0] >= content.strings_from:
            beside.append(edit)
            continue
        spans = (content.spans[bisect_right(bases, at) - 1] for at, _ in edit.shown + edit.gone)
        first, *others = dict.fromkeys(span.page for span in spans)
        on_pages[first].append(edit)
        for page in others:  # a name over the end of a page is set on the first
            on_pages[page].append(edit._replace(text=None))
    covers: Covers = {}
    if on_pages:
        writer = _Writer(pdf, content)
        for page in sorted(on_pages):
            covers[page] = writer.rewrite(page, on_pages[page])
    if beside:
        _write_strings(pdf, content.strings_from, beside)
    return covers


def _edits(pieces: Pieces, replacements: Replacements) -> Iterator[Edit]:
    touched = zip(replacements, touching(pieces, replacements), strict=True)
    for order, (replacement, found) in enumerate(touched):
        shown: list[Range] = []
        gone: list[Range] = []
        for piece in found:
            place = covered(piece, replacement.start, replacement.end)
            (shown if piece.start < piece.end else gone).append(place)
            gone += piece.place.more
        if not shown:
            raise nothing_covered(order)
        context = next((piece.place.context for piece in found if piece.place.context), "")
        yield Edit(replacement.text, shown, gone, context)


class _NewGlyphs(NamedTuple):
    """What becomes of the glyphs of a stream, by their numbers in it."""

    gone: Set[int]
    moved: Mapping[int, float]  # how far others, and the pseudonyms, stand from where they were, on the page
    settings: Mapping[int, Setting]  # pseudonyms in the place of some of them
    name: Callable[[str], str]  # of a face in the resources


class _Writer:
    """Rewrites the streams of one page after the other."""

    def __init__(self, pdf: pikepdf.Pdf, content: Content) -> None:
        self.pdf = pdf
        self.content = content
        self.bases = {(span.page, span.key): span.base for span in content.spans}
        self.pages = Pages(pdf, {span.key: span.page for span in content.spans})
        self.known: dict[Font, dict[str, Glyph]] = defaultdict(dict)  # letters each font surely holds
        self.made: dict[str, pikepdf.Object] = {}

    def rewrite(self, page: int, edits: Sequence[Edit]) -> list[Cover]:
        scopes, _ = self.pages.follow(page)
        bases = [self.bases[page, scope.key] for scope in scopes]
        groups, _ = letters(scopes, bases, visible(self.pdf.pages[page]))
        layout = typesetting.Page(groups, edge=visible(self.pdf.pages[page])[2])
        firsts: list[int] = []
        shows: list[Show] = []
        for scope, base in zip(scopes, bases, strict=True):
            shows += scope.seen.shows
            firsts += [base + show.first for show in scope.seen.shows]
            for show in scope.seen.shows:
                for glyph in show.glyphs:
                    if glyph.text and len(glyph.text) == 1:
                        self.known[show.font].setdefault(glyph.text, glyph)
        ranges = [each for edit in edits for each in edit.shown + edit.gone]
        gone = {at for start, end in ranges for at in range(start, end)}
        settings, slots = self._settings(edits, layout, shows, firsts)
        edge = visible(self.pdf.pages[page])[2]
        moved = reflow.moved(groups, gone, slots, edge)
        settings = {at: each.narrowed(moved.scale.get(at, 1.0)) for at, each in settings.items()}
        lines = list(underlines.bands(groups, gone, edge))
        for scope, base in zip(scopes, bases, strict=True):
            end = base + scope.seen.glyphs
            drawn = underlines.drawn_for(lines, scope.seen.shapes.marks)
            own = {at - base for at in gone if base <= at < end}
            shifted = {at - base: by for at, by in moved.by.items() if base <= at < end}
            changed = _changed(scope, end, edits) if scope.seen.properties else []
            if own or shifted or changed or drawn:
                here = {at - base: each for at, each in settings.items() if at - base in own}
                new = _NewGlyphs(own, shifted, here, partial(self._named, scope))
                self._write(scope, new, changed, drawn)
        underlines.widen_annotations(self.pdf.pages[page], lines)
        turned = upright(self.pdf.pages[page])
        return [each for edit in edits for each in _covers(edit, shows, firsts, turned)]

    def _settings(
        self, edits: Sequence[Edit], layout: typesetting.Page, shows: list[Show], firsts: list[int]
    ) -> tuple[dict[int, Setting], list[Slot]]:
        """The pseudonyms by the glyphs in whose place they are set, and how wide they are on the page."""
        settings: dict[int, Setting] = {}
        slots: list[Slot] = []
        for edit in edits:
            rooms = layout.rooms(at for start, end in edit.shown for at in range(start, end))
            if rooms and edit.text is not None:
                used = [shows[bisect_right(firsts, room.number) - 1] for room in rooms]
                number, setting, show = self._settled(edit.text, rooms, used)
                settings[number] = setting
                unit = typesetting.unit(show)
                space = SPACE[setting.filler[0]] * setting.size * setting.stretch
                slots.append(Slot(number, abs(setting.advance * unit), abs(space * unit)))
        return settings, slots

    def _settled(self, text: str, rooms: list[FreeSpace], shows: list[Show]) -> tuple[int, Setting, Show]:
        """The glyph in whose place a pseudonym is set, how, and as part of what."""
        hidden = shows[0].mode in INVISIBLE or shows[0].layer  # there a box would show all the same
        boxed = self.content.boxes and not hidden
        face = typesetting.nearest(shows[0].font)
        needed = typesetting.BOX_WIDTH if boxed else typesetting.ems_of(face, text)
        room = typesetting.chosen(rooms, needed)
        show = shows[rooms.index(room)]
        if not hidden:  # the line makes room
            room = room._replace(width=math.inf, most=math.inf, followed=False)
        return room.number, typesetting.fitted(text, show, self.known[show.font], room, box=boxed), show

    def _write(
        self, scope: Scope, new: _NewGlyphs, changed: Sequence[tuple[Property, str]], drawn: Set[int]
    ) -> None:
        listed, _ = instructions(scope.stream)
        respell(listed, changed)
        unmark(listed, scope, new.gone)
        write_content(self.pdf, scope.stream, without_glyphs(listed, scope, new, drawn))

    def _named(self, scope: Scope, face: str) -> str:
        """The name of a face in the resources of a stream, where it is put if need be."""
        if scope.resources is None:
            scope.stream["/Resources"] = scope.resources = pikepdf.Dictionary()
        if face not in self.made:
            self.made[face] = typesetting.made(self.pdf, face)
        fonts = scope.resources.get("/Font")
        if not isinstance(fonts, pikepdf.Dictionary):
            scope.resources["/Font"] = fonts = pikepdf.Dictionary()
        names = (f"/Lx{face.replace('-', '')}{number or ''}" for number in count())
        own = self.made[face]
        name = next(each for each in names if each not in fonts or fonts[each].is_same_object_as(own))
        fonts[name] = own
        return name


def _covers(edit: Edit, shows: list[Show], firsts: list[int], turned: Sequence[float]) -> Iterator[Cover]:
    """Where the unseen glyphs of a replacement stand, a cover for each operator that shows some."""
    label = edit.text or ""
    for start, end in edit.shown:
        while start < end:
            at = bisect_right(firsts, start) - 1
            show = shows[at] if at >= 0 else None
            if show is None or start >= firsts[at] + len(show.glyphs):
                break  # on another page
            last = min(end, firsts[at] + len(show.glyphs))
            if show.mode in INVISIBLE:
                yield cover(show, start - firsts[at], last - 1 - firsts[at], turned, label)
                label = ""
            start = last


def _changed(scope: Scope, base: int, edits: Sequence[Edit]) -> list[tuple[Property, str]]:
    """The strings in properties of marked content that a replacement is in."""
    edits = sorted((edit for edit in edits if edit.shown[0][0] >= base), key=lambda edit: edit.shown[0])
    starts = [edit.shown[0][0] for edit in edits]
    found = []
    for each in scope.seen.properties if edits else ():
        own = _within(edits, starts, base, base + len(each.text))
        if own:
            found.append((each, strings.spliced(each.text, own)))
        base += len(each.text)
    return found


def _write_strings(pdf: pikepdf.Pdf, base: int, edits: Sequence[Edit]) -> None:
    starts = [edit.shown[0][0] for edit in edits]
    for text in list(strings.texts(pdf)):
        end = base + len(text.text)
        own = _within(edits, starts, base, end)
        if own:
            new = strings.spliced(text.text, own)
            text.holder[text.key] = pikepdf.String(new)
            if text.key == "/V":
                set_anew(pdf, text.holder, new)
        base = end


def _within(edits: Sequence[Edit], starts: Sequence[int], start: int, end: int) -> list[tuple[int, int, str]]:
    """Edits of the string that has these numbers, in its own offsets."""
    found = []
    for edit in edits[bisect_left(starts, start) : bisect_left(starts, end)]:
        text = strings.spelled(edit.text or "", edit.context)
        for low, high in edit.shown:
            if start <= low < end:
                found.append((low - start, high - start, text))
                text = ""
        found += [(low - start, high - start, "") for low, high in edit.gone if start <= low < end]
    return sorted(found)


def without_glyphs(
    instructions: Sequence[Instruction], scope: Scope, new: _NewGlyphs, drawn: Set[int]
) -> list[Instruction]:
    """Less what is `drawn` for them too: of such a path no more than the point is left where it began."""
    numbered = ((show, range(show.first, show.first + len(show.glyphs))) for show in scope.seen.shows)
    touched = new.gone | new.moved.keys()
    shows = {show.at: show for show, numbers in numbered if not touched.isdisjoint(numbers)}
    found: list[Instruction] = []
    for at, instruction in enumerate(instructions):
        show = shows.get(at)
        if at in drawn:
            begins = str(instruction.operator) in ("m", "re")
            found += [instruction_of(list(instruction.operands)[:2], "m")] if begins else []
        elif show is None:
            found.append(instruction)
        else:
            found += lines_before(instruction)
            last = instruction.operands[-1]
            found += _shown(show, list(last) if isinstance(last, pikepdf.Array) else [last], new)
    return found


def unmark(instructions: list[Instruction], scope: Scope, gone: Set[int]) -> None:
    """Take away what marked content says of glyphs that are gone. Instructions keep their numbers."""
    ordered = sorted(gone)
    for mark in scope.seen.marked:
        first = bisect_left(ordered, mark.start)
        if first == len(ordered) or ordered[first] >= mark.end:
            continue
        tag, properties = instructions[mark.at].operands[:2]
        if isinstance(properties, pikepdf.Name):
            listed = scope.resources.get("/Properties") if scope.resources is not None else None
            properties = named(listed, name_of(properties))
        if isinstance(properties, pikepdf.Dictionary):
            remove(properties, *REPLACED)
            if not isinstance(instructions[mark.at].operands[1], pikepdf.Name):
                instructions[mark.at] = instruction_of([tag, properties], "BDC")


def respell(instructions: list[Instruction], changed: Sequence[tuple[Property, str]]) -> None:
    """Set strings in the properties of marked content anew."""
    for (at, path, _), text in changed:
        operands = list(instructions[at].operands)
        holder = operands[1]
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = pikepdf.String(text)
        instructions[at] = instruction_of(operands, str(instructions[at].operator))


def _shown(show: Show, parts: Sequence[Any], new: _NewGlyphs) -> Iterator[Instruction]:
    unit = show.size * show.stretch
    row: list[Any] = []  # what goes into the next TJ: strings of codes and steps, as numbers of glyph space
    glyphs = iter(show.glyphs)
    number = show.first
    away = 0.0  # how far the glyphs now stand from where they were
    for part in parts:
        if not isinstance(part, pikepdf.String):
            row.append(float(part))
            continue
        left = len(bytes(part))
        while left > 0:
            glyph = next(glyphs)
            left -= len(glyph.code)
            by = _along(show, new.moved.get(number, 0.0))
            if (number not in new.gone or number in new.settings) and by != away:
                row.append(by - away)
                away = by
            if number not in new.gone:
                row.append(glyph.code)
            else:
                if setting := new.settings.get(number):
                    yield from _flushed(row)
                    yield from _set(show, setting, new.name)
                    taken = setting.advance + setting.filler[2] * setting.stretch
                    row = [1000 * taken / unit if unit else 0.0]
                words = show.words if glyph.code == b" " else 0.0
                advance = glyph.width + (show.spacing + words) / show.size if show.size else 0.0
                row.append(-1000 * advance)
            number += 1
    yield from _flushed([*row, -away] if away else row)


def _along(show: Show, distance: float) -> float:
    """A distance on the page as a step back in glyph space, rounded as it will be written."""
    unit = show.size * show.stretch * typesetting.unit(show)
    return -float(_decimal(1000 * distance / unit)) if unit else 0.0


def _set(show: Show, setting: Setting, name: Callable[[str], str]) -> Iterator[Instruction]:
    """Set a pseudonym and the space after it, and the text state back to what it was."""
    face = pikepdf.Name(name(setting.face)) if setting.face else show.face
    before = [("Tc", [_decimal(show.spacing)]), ("Tw", [_decimal(show.words)])]
    stretched = [_decimal(100 * setting.stretch)], [_decimal(100 * show.stretch)]
    if stretched[0] != stretched[1]:
        yield instruction_of(stretched[0], "Tz")
    yield from (instruction_of([0], operator) for operator, value in before if value != [0])
    yield instruction_of([face, _decimal(setting.size)], "Tf")
    yield instruction_of([pikepdf.String(setting.codes)], "Tj")
    plain, size, space = setting.filler
    if space:
        yield instruction_of([pikepdf.Name(name(plain)), _decimal(size)], "Tf")
        yield instruction_of([_decimal(space - SPACE[plain] * size)], "Tw")
        yield instruction_of([pikepdf.String(b" ")], "Tj")
        yield instruction_of(before[1][1], "Tw")
    yield instruction_of([show.face, _decimal(show.size)], "Tf")
    yield from (instruction_of(value, operator) for operator, value in before if value != [0])
    if stretched[0] != stretched[1]:
        yield instruction_of(stretched[1], "Tz")


def _flushed(row: Sequence[bytes | float]) -> Iterator[Instruction]:
    """One TJ for codes and steps, neighbours of a kind joined."""
    joined: list[Any] = []
    for part in row:
        if joined and isinstance(part, bytes) is isinstance(joined[-1], bytes):
            joined[-1] += part
        else:
            joined.append(part)
    listed = [pikepdf.String(each) if isinstance(each, bytes) else _decimal(each) for each in joined]
    if listed:
        yield instruction_of([pikepdf.Array(listed)], "TJ")


def _decimal(number: float) -> Decimal:
    return Decimal(f"{number:.6f}".rstrip("0").rstrip(".")) + Decimal(0)  # never -0, never an exponent
