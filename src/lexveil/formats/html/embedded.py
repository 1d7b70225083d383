"""Files that stand in a page itself, in base64: `data:` addresses in attributes, style sheets and scripts.

Comes in: the source of a page. Goes out: a part for each file. Fonts and pictures that show no text are kept;
a picture of text, and whatever else was not read, is uncovered. Never changes a file.
"""

import base64
import binascii
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

from lexveil.formats.source import Options
from lexveil.model import Part, because

_DATA = re.compile(r"(?i)\bdata:([\w.+/-]{0,100}+)(?:(?!data:)[^,]){0,200};base64,([\w+/=%&#;\s-]*+)")
_FONT = re.compile(r"(?i)(?:font/|application/(?:x-)?font|application/vnd\.ms-fontobject)")
_PICTURE = re.compile(r"(?i)image/(?!svg)")


def embedded(source: str, options: Options, *, within: str = "") -> Iterator[Part]:
    """`within`: what to say before the name of each, where the page is a part itself."""
    for number, found in enumerate(_DATA.finditer(source), 1):
        name = f"{within}embedded file {number}"
        if _FONT.match(found[1]):
            yield Part(name, "kept", because("part.font"))
        elif _PICTURE.match(found[1]):
            yield _picture(name, found[2], options)
        else:
            yield Part(name, "uncovered", because("part.page-file"))


def _picture(name: str, packed: str, options: Options) -> Part:
    from lexveil.formats.images import read_image  # most pages need none of what it loads

    try:
        data = base64.b64decode(re.sub(r"\s", "", unquote(html.unescape(packed))), validate=True)
    except (binascii.Error, ValueError):
        return Part(name, "uncovered", because("part.page-file-damaged"))
    part = read_image(name, data, language=options.language).part
    if part.state == "read":
        return Part(name, "uncovered", because("part.page-picture"))
    return part
