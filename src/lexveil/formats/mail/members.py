"""Stretches of a mail that are decoded, changed and encoded each in its own way.

Comes in: stretches with their decoded text, and blocks over that text. Goes out: one string of all decoded
texts, in which the shared walker can splice, and from the spliced string the bytes of the mail. A stretch
whose text did not change keeps its bytes. Never lets a replacement reach into a neighbour.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from lexveil.formats.markup import BREAK, Block, splice
from lexveil.formats.source import Place
from lexveil.model import Piece, Replacement, Zone

END = "\0"  # closes each stretch in the joined string; no decoded text has it


class Change(NamedTuple):
    """Bytes start..end of the source become `data`."""

    start: int
    end: int
    data: bytes


class Member(NamedTuple):
    text: str
    write: Callable[[str], Sequence[Change]]  # what the source must become for a new text


class Gathered:
    """The members and blocks of a mail in the making."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.blocks: list[Block] = []
        self.titles: dict[int, int] = {}  # of blocks that begin with the name of a field: its length
        self.length = 0

    def take(self, member: Member) -> int:
        """Where the member's text begins in the joined string."""
        start = self.length
        self.members.append(member)
        self.length += len(member.text) + len(END)
        return start


def titles(gathered: Gathered) -> list[Zone]:
    """The names of fields as zones: for people to read, not for detectors."""
    zones, at = [], 0
    for number, block in enumerate(gathered.blocks):
        if gathered.titles.get(number):
            zones.append(Zone(at, at + gathered.titles[number], "code"))
        at += block.length + len(BREAK)
    return zones


def shift(block: Block, by: int, context: Callable[[str], str]) -> Block:
    """The block with its places counted from elsewhere."""
    block.places = [
        Place(
            place.start + by,
            place.end + by,
            context(place.context),
            tuple((start + by, end + by) for start, end in place.more),
        )
        for place in block.places
    ]
    return block


def flow(block: Block, text: str, start: int, context: str) -> None:
    """Text that stands at `start` of the joined string; runs of white space show as one space."""
    for found in re.finditer(r"(\s+)|\S++(?: \S++)*+", text):
        if found[1]:
            block.space(start + found.start(), start + found.end(), context)
        else:
            block.add(found[0], start + found.start(), start + found.end(), context)


def changed(
    members: Sequence[Member],
    pieces: Sequence[Piece],
    replacements: Sequence[Replacement],
    spell: Callable[[str, str, str], str],
) -> list[Change]:
    """Every change that the replacements make in the source."""
    joined = "".join(member.text + END for member in members)
    found = splice(joined, pieces, _placed(pieces, replacements), spell).split(END)[:-1]
    return [
        change
        for member, text in zip(members, found, strict=True)
        if text != member.text
        for change in member.write(text)
    ]


def _placed(pieces: Sequence[Piece], replacements: Sequence[Replacement]) -> list[Replacement]:
    """Those that cover something of the source; the name of a field (`From:`) is not to be replaced."""
    kept: list[Replacement] = []
    at = 0
    for replacement in replacements:
        while at < len(pieces) and (
            pieces[at].end <= replacement.start or pieces[at].start == pieces[at].end
        ):
            at += 1
        if at < len(pieces) and pieces[at].start < replacement.end:
            kept.append(replacement)
    return kept
