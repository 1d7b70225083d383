"""Pictures, sound and film inside a document.

Comes in: a member that is no XML, and its type. Goes out: what becomes of it, and from replacements its new
bytes. `look` gives the blocks of text that a picture shows, whose places only `written` looks at. Drawings,
sound and film are not read: each is `uncovered` and stops the export until the user allows it by name.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from lexveil.formats.images import read_image, write_image
from lexveil.formats.markup import Block
from lexveil.formats.source import Options
from lexveil.model import Part, Piece, Replacement, because

_DRAWINGS = (b"\x01\x00\x00\x00", b"\xd7\xcd\xc6\x9a", b"\x01\x00\x09\x00", b"\x02\x00\x09\x00")  # EMF, WMF
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"II\xbc\x01", b"RIFF")


class Seen(NamedTuple):
    part: Part
    blocks: Sequence[Block] = ()
    found: Any = None  # what `written` needs to know: the picture, and where its words stand


def is_media(data: bytes, type_: str) -> bool:
    return type_.startswith(("image/", "audio/", "video/")) or data.startswith(_PICTURES)


def look(name: str, data: bytes, type_: str, options: Options) -> Seen:
    """What a picture (or sound, or film) is taken for. `name` says nothing: see `renaming`."""
    if type_.startswith(("audio/", "video/")):
        return Seen(Part(name, "uncovered", because("part.media")))
    if data.startswith(_DRAWINGS) or type_.endswith(("emf", "wmf")):
        return Seen(Part(name, "uncovered", because("part.metafile")))
    image = read_image(name, data, language=options.language, keep_metadata=options.keep_metadata)
    return Seen(image.part, image.blocks, (data, image))


def written(seen: Seen, pieces: Sequence[Piece], replacements: Sequence[Replacement]) -> bytes | None:
    """The picture with the replacements in it; `pieces` are those of its blocks. None: it goes as it came."""
    if seen.found is None:
        return None
    data, image = seen.found
    picture: bytes = write_image(data, image, pieces, replacements)
    return picture if picture != data else None
