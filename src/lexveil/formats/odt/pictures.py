"""Pictures in the container.

Comes in: the bytes of a picture. Goes out: the part it is and the text that was read from it; from
replacements, the picture without what was replaced. A drawing whose text is not read stops the export, and so
does a picture that could not be looked at.
"""

from collections.abc import Sequence
from typing import NamedTuple

from lexveil.formats.images import ImageText, read_image, write_image
from lexveil.formats.markup import Block
from lexveil.formats.source import Options
from lexveil.model import Part, Piece, Replacement, because

DRAWINGS = (".emf", ".wmf", ".svm", ".eps", ".pdf")


class Picture(NamedTuple):
    """What is known of one picture; only `write_picture` understands the places of its blocks."""

    part: Part
    blocks: Sequence[Block] = ()
    found: ImageText | None = None  # what `write_picture` needs further


def read_picture(name: str, data: bytes, options: Options) -> Picture:
    """`name` is neutral: see `members`."""
    if name.lower().endswith(DRAWINGS) or data.startswith(b"VCLMTF"):
        return Picture(Part(name, "uncovered", because("part.drawing")))
    found = read_image(name, data, language=options.language, keep_metadata=options.keep_metadata)
    return Picture(found.part, found.blocks, found)


def write_picture(
    data: bytes, picture: Picture, pieces: Sequence[Piece], replacements: Sequence[Replacement]
) -> bytes:
    """`pieces` and `replacements` are those of this picture."""
    return write_image(data, picture.found, pieces, replacements) if picture.found else data
