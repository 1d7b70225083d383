"""The picture of a file that is known by its mark, for somebody to look at before it goes out.

Comes in: a file and a mark that a part of it told. Goes out: a PNG, drawn anew, so that nothing of the file
but what it shows reaches whoever looks.
"""

import io
from collections.abc import Callable, Iterator

from PIL import Image

from lexveil.errors import InputError
from lexveil.formats import html, images, pdf
from lexveil.formats.package import unpack
from lexveil.formats.source import DEFAULT, Options

LARGEST = 1200  # pixels, across or down
Shown = Callable[[], Image.Image]


def picture(data: bytes, mark: str, options: Options = DEFAULT) -> bytes:
    """An InputError where no picture of the file has this mark, or it cannot be drawn."""
    for known, shown in _pictures(data, options):
        if known == mark:
            image = shown()
            image.thumbnail((LARGEST, LARGEST))
            made = io.BytesIO()
            image.save(made, "PNG")
            return made.getvalue()
    raise InputError("picture.no-such-mark")


def _pictures(data: bytes, options: Options) -> Iterator[tuple[str, Shown]]:
    if data.startswith(b"%PDF-"):
        yield from pdf.pictures(data, options)
    elif data.startswith(b"PK"):
        for member in unpack(data, max_bytes=options.max_bytes):
            yield _file(member.data)
    else:
        yield from map(_file, html.pictures(data))


def _file(data: bytes) -> tuple[str, Shown]:
    return images.mark(data), lambda: images.shown(images.opened(data))
