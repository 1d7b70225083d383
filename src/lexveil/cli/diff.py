"""`lexveil diff A B`: what was replaced between a document and its twin, whatever their format.

Lines that differ are compared word by word; both sides are read as `run` reads them, so what counts is what
they say and not how they are packed.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.markup import escape

from lexveil import config, pipeline
from lexveil.cli.output import Steps, console, one_line, say, worded

_one = typer.Argument(help="A document.", show_default=False)
_other = typer.Argument(help="Its twin, or another version.", show_default=False)
_WORD = re.compile(r"\s+|\w+|[^\w\s]")
AROUND = 40  # characters of what stayed that are shown beside a change


class Piece(NamedTuple):
    before: str
    after: str

    @property
    def same(self) -> bool:
        return self.before == self.after


def diff(one: Annotated[Path, _one], other: Annotated[Path, _other]) -> None:
    with one_line(), Steps(str(one), 2) as steps:
        settings = config.settings()
        texts = [pipeline.read(path, settings=settings, progress=steps).text for path in (one, other)]
    places = 0
    for number, pieces in changes(*texts):
        places += sum(not piece.same for piece in pieces)
        console.print(f"{number}: {_drawn(pieces)}", highlight=False, soft_wrap=True)
    say(worded("cli.diff", number=places))


def changes(one: str, other: str) -> Iterator[tuple[int, list[Piece]]]:
    """The lines of the first that differ, by number, in pieces.

    >>> [piece for _, pieces in changes("Mr Roe left.", "A left.") for piece in pieces]
    [Piece(before='Mr Roe', after='A'), Piece(before=' left.', after=' left.')]
    """
    lines, others = one.splitlines(), other.splitlines()
    if len(lines) == len(others):  # as a twin has them
        pairs = enumerate(zip(lines, others, strict=True), 1)
        yield from ((number, _pieces(*pair)) for number, pair in pairs if pair[0] != pair[1])
        return
    matcher = SequenceMatcher(None, lines, others, autojunk=False)
    for kind, start, end, to, until in matcher.get_opcodes():
        if kind != "equal":
            several = zip_longest(lines[start:end], others[to:until], fillvalue="")
            yield from ((start + 1 + at, _pieces(*pair)) for at, pair in enumerate(several))


def _pieces(one: str, other: str) -> list[Piece]:
    before, after = _WORD.findall(one), _WORD.findall(other)
    pieces: list[Piece] = []
    for _, start, end, to, until in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        piece = Piece("".join(before[start:end]), "".join(after[to:until]))
        # A blank between two changes is part of one change.
        if len(pieces) > 1 and not piece.same and pieces[-1].same and pieces[-1].before.isspace():
            blank, last = pieces.pop(), pieces.pop()
            piece = Piece(last.before + blank.before + piece.before, last.after + blank.after + piece.after)
        pieces.append(piece)
    return pieces


def _drawn(pieces: Sequence[Piece]) -> str:
    """In colour where there is some, else in brackets as `wdiff` has them."""
    coloured = console.is_terminal and not console.no_color
    drawn = []
    for number, piece in enumerate(pieces):
        if piece.same:
            drawn.append(escape(_shortened(piece.before, first=not number, last=number == len(pieces) - 1)))
        elif coloured:
            drawn.append(f"[red strike]{escape(piece.before)}[/][green]{escape(piece.after)}[/]")
        else:
            gone, come = (
                f"[-{piece.before}-]" * bool(piece.before),
                f"{{+{piece.after}+}}" * bool(piece.after),
            )
            drawn.append(escape(gone + come))
    return "".join(drawn)


def _shortened(text: str, *, first: bool, last: bool) -> str:
    if len(text) <= 2 * AROUND:
        return text
    start, end = "" if first else text[:AROUND], "" if last else text[-AROUND:]
    return f"{start} … {end}"
