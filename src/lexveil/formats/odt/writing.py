"""Replacements back into the members; what stands in two readings of tracked changes is replaced once."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from lexveil.errors import InputError, OutputError
from lexveil.formats.markup import BREAK, Block, Range, covered, lay, splice, touching
from lexveil.formats.markup import Laid as LaidBlocks
from lexveil.formats.markup.escaping import spell_odt
from lexveil.formats.markup.tokens import check
from lexveil.formats.odt import identifiers
from lexveil.formats.odt.reading import Text
from lexveil.formats.source import Pieces, Replacements
from lexveil.model import Replacement


class Stretch(NamedTuple):
    """Where the blocks of a member stand in the text, and its pieces among all."""

    text: Range
    pieces: Range
    second: int  # where those begin that are read a second time


def laid(groups: Sequence[tuple[Sequence[Block], Sequence[Block]]]) -> tuple[LaidBlocks, list[Stretch]]:
    """The blocks of all members as one text; of each group those of the first and of the second reading."""
    found: list[Stretch] = []
    at = piece = 0
    for first, second in groups:
        start, begun = at, piece
        at += sum(block.length + len(BREAK) for block in first)
        middle = at
        at += sum(block.length + len(BREAK) for block in second)
        piece += sum(len(block.starts) for block in (*first, *second))
        found.append(Stretch((start, at), (begun, piece), middle))
    return lay(block for first, second in groups for block in (*first, *second)), found


def own(stretch: Stretch, pieces: Pieces, replacements: Replacements) -> tuple[Pieces, list[Replacement]]:
    """The pieces and replacements of one member.

    A replacement over a break between members goes into the first and leaves nothing in the others.
    """
    start, end = stretch.text
    first = bisect_right(replacements, start, key=lambda each: each.end)
    last = bisect_left(replacements, end, key=lambda each: each.start)
    mine = pieces[slice(*stretch.pieces)]
    chosen = [each if each.start >= start else replace(each, text="") for each in replacements[first:last]]
    if not chosen or chosen[-1].start < stretch.second or stretch.second == end:
        return mine, chosen
    return mine, _once(mine, chosen, stretch.second)


def _once(pieces: Pieces, replacements: list[Replacement], second: int) -> list[Replacement]:
    """What was replaced already is only taken away where it is read again."""
    found: list[Replacement] = []
    taken: list[Range] = []
    for each, touched in zip(replacements, touching(pieces, replacements), strict=True):
        ranges = [covered(piece, each.start, each.end) for piece in touched]
        again = each.start >= second and any(_meets(taken, place) for place in ranges)
        found.append(replace(each, text="") if again else each)
        for place in ranges:
            if not _meets(taken, place):
                insort(taken, place)
    return found


def _meets(taken: Sequence[Range], place: Range) -> bool:
    """Whether one of the sorted ranges, which are apart, overlaps that place."""
    at = bisect_left(taken, (place[1], 0))
    return at > 0 and taken[at - 1][1] > place[0]


def sources(
    texts: Sequence[Text],
    stretches: Sequence[Stretch],
    names: Mapping[str, str],
    pieces: Pieces,
    replacements: Replacements,
) -> list[str]:
    """The new source of each member; the last stretch is that of the names."""
    made = [
        splice(text.source, *own(stretch, pieces, replacements), spell_odt)
        for text, stretch in zip(texts, stretches, strict=False)
    ]
    listed = identifiers.listing(names)
    new = splice(listed, *own(stretches[-1], pieces, replacements), spell_odt)
    if new != listed:
        changed = identifiers.changed(names, new)
        every = zip(made, texts, strict=True)
        made = [identifiers.rewritten(source, text.vocabulary, changed) for source, text in every]
    for source, text in zip(made, texts, strict=True):
        try:
            if source != text.source:
                check(source.encode("utf-8"))
        except InputError as error:  # cannot happen while `spell_odt` does its work; never write it otherwise
            raise OutputError("odt.pseudonyms", reason=str(error)).within(text.name) from None
    return made
