"""Glyphs taken out of the instructions that draw them, pseudonyms set in their place.

Comes in: the instructions of one stream, what `content` saw in it, which glyphs go and what is set where they
stood. Goes out: the instructions, in which each operator that loses glyphs moves on by as much as before, so
that every other glyph stays where it was. The text state is set back after each pseudonym. Never touches an
operator that loses nothing.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from typing import Any

import pikepdf

from lexveil.formats.pdf.content import REPLACED, Property, Seen, Show
from lexveil.formats.pdf.faces import SPACE, Setting
from lexveil.formats.pdf.walk import name_of, named

Instruction = Any  # pikepdf's own, or operands and operator


def cut(
    instructions: Sequence[Instruction],
    seen: Seen,
    gone: Set[int],
    settings: Mapping[int, Setting],
    name: Callable[[str], str],
) -> list[Instruction]:
    """The instructions without the glyphs in `gone`, counted in the stream; `name` gives a face its name."""
    shows = {show.at: show for show in seen.shows if _loses(show, gone)}
    found: list[Instruction] = []
    for at, instruction in enumerate(instructions):
        show = shows.get(at)
        if show is None:
            found.append(instruction)
        else:
            found += _lines_before(instruction)
            found += _shown(show, _parts(instruction), gone, settings, name)
    return found


def unmark(
    instructions: list[Instruction], seen: Seen, gone: Set[int], resources: pikepdf.Object | None
) -> None:
    """Take away what marked content says of glyphs that are gone. Instructions keep their numbers."""
    ordered = sorted(gone)
    for mark in seen.marked:
        first = bisect_left(ordered, mark.start)
        if first == len(ordered) or ordered[first] >= mark.end:
            continue
        tag, properties = instructions[mark.at].operands[:2]
        if isinstance(properties, pikepdf.Name):
            listed = resources.get("/Properties") if resources is not None else None
            properties = named(listed, name_of(properties))
        if isinstance(properties, pikepdf.Dictionary):
            for key in REPLACED:
                if key in properties:
                    del properties[key]
            if not isinstance(instructions[mark.at].operands[1], pikepdf.Name):
                instructions[mark.at] = _instruction([tag, properties], "BDC")


def respell(instructions: list[Instruction], changed: Sequence[tuple[Property, str]]) -> None:
    """Set strings in the properties of marked content anew."""
    for (at, path, _), text in changed:
        operands = list(instructions[at].operands)
        holder = operands[1]
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = pikepdf.String(text)
        instructions[at] = _instruction(operands, str(instructions[at].operator))


def _loses(show: Show, gone: Set[int]) -> bool:
    return any(show.first + index in gone for index in range(len(show.glyphs)))


def _lines_before(instruction: Instruction) -> Iterator[Instruction]:
    """What the operators that also begin a line do before they show text."""
    operator = str(instruction.operator)
    if operator == '"':
        yield _instruction([instruction.operands[0]], "Tw")
        yield _instruction([instruction.operands[1]], "Tc")
    if operator in ("'", '"'):
        yield _instruction([], "T*")


def _parts(instruction: Instruction) -> list[Any]:
    last = instruction.operands[-1]
    return list(last) if isinstance(last, pikepdf.Array) else [last]


def _shown(
    show: Show,
    parts: Sequence[Any],
    gone: Set[int],
    settings: Mapping[int, Setting],
    name: Callable[[str], str],
) -> Iterator[Instruction]:
    unit = show.size * show.stretch
    row: list[Any] = []  # what goes into the next TJ: strings of codes and steps, as numbers of glyph space
    glyphs = iter(show.glyphs)
    number = show.first
    for part in parts:
        if not isinstance(part, pikepdf.String):
            row.append(float(part))
            continue
        left = len(bytes(part))
        while left > 0:
            glyph = next(glyphs)
            left -= len(glyph.code)
            if number not in gone:
                row.append(glyph.code)
            else:
                if number in settings:
                    yield from _flushed(row)
                    row = []
                    yield from _set(show, settings[number], name)
                    row.append(1000 * _taken(settings[number]) / unit if unit else 0.0)
                row.append(-1000 * _advance(show, glyph.code, glyph.width))
            number += 1
    yield from _flushed(row)


def _advance(show: Show, code: bytes, width: float) -> float:
    """How far a glyph moves on, in multiples of the size."""
    words = show.words if code == b" " else 0.0
    return width + (show.spacing + words) / show.size if show.size else 0.0


def _taken(setting: Setting) -> float:
    """How far a pseudonym and the space after it move on, in text space."""
    _, _, space = setting.filler
    return setting.advance + (space * setting.stretch if space else 0.0)


def _set(show: Show, setting: Setting, name: Callable[[str], str]) -> Iterator[Instruction]:
    """Set a pseudonym and the space after it, and the text state back to what it was."""
    face = pikepdf.Name(name(setting.face)) if setting.face else show.face
    before = [("Tc", [_decimal(show.spacing)]), ("Tw", [_decimal(show.words)])]
    stretched = [_decimal(100 * setting.stretch)], [_decimal(100 * show.stretch)]
    if stretched[0] != stretched[1]:
        yield _instruction(stretched[0], "Tz")
    yield from (_instruction([0], operator) for operator, value in before if value != [0])
    yield _instruction([face, _decimal(setting.size)], "Tf")
    yield _instruction([pikepdf.String(setting.codes)], "Tj")
    plain, size, space = setting.filler
    if space:
        yield _instruction([pikepdf.Name(name(plain)), _decimal(size)], "Tf")
        yield _instruction([_decimal(space - SPACE[plain] * size)], "Tw")
        yield _instruction([pikepdf.String(b" ")], "Tj")
        yield _instruction(before[1][1], "Tw")
    yield _instruction([show.face, _decimal(show.size)], "Tf")
    yield from (_instruction(value, operator) for operator, value in before if value != [0])
    if stretched[0] != stretched[1]:
        yield _instruction(stretched[1], "Tz")


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
        yield _instruction([pikepdf.Array(listed)], "TJ")


def _decimal(number: float) -> Decimal:
    return Decimal(f"{number:.6f}".rstrip("0").rstrip(".")) + Decimal(0)  # never -0, never an exponent


def _instruction(operands: list[Any], operator: str) -> Instruction:
    return pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(operator))
