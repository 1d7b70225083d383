"""Pictures in the container.

Comes in: the bytes of a picture. Goes out: the part it is and the text that was read from it; from
replacements, the picture without what was replaced. This is the one place that knows whether pictures can be
read; until they can, each one may show text and stops the export.
"""

from collections.abc import Sequence
from typing import NamedTuple

from lexveil.formats.markup import Block
from lexveil.formats.source import Options
from lexveil.model import Part, Piece, Replacement

DRAWINGS = (".emf", ".wmf", ".svm", ".eps", ".pdf")


class Picture(NamedTuple):
    """What is known of one picture; only `write_picture` understands the places of its blocks."""

    part: Part
    blocks: Sequence[Block] = ()
    found: object = None  # what `write_picture` needs further


def read_picture(name: str, data: bytes, options: Options) -> Picture:
    """`name` is neutral: see `members`."""
    if name.lower().endswith(DRAWINGS) or data.startswith(b"VCLMTF"):
        return Picture(Part(name, "uncovered", "a drawing that may hold text"))
    return Picture(Part(name, "uncovered", "an image that may show text"))


def write_picture(
    data: bytes, picture: Picture, pieces: Sequence[Piece], replacements: Sequence[Replacement]
) -> bytes:
    """`pieces` and `replacements` are those of this picture."""
    return data
