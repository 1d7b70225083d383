"""What a DOCTYPE says: comments, defaults of attributes, addresses.

Comes in: the DOCTYPE of a document. Goes out: blocks, zone `hidden` for comments and defaults, zone `code`
for addresses and instructions. The names it declares are no text. Never reads a DTD that stands elsewhere.
"""

import re
from collections.abc import Iterator

from lexveil.formats.markup import Block
from lexveil.formats.xml.characters import COMMENT, DOUBLE, INSTRUCTION, SINGLE, Characters
from lexveil.formats.xml.tokens import Token

_STRETCH = re.compile(
    r"<!--(?P<comment>.*?)-->|<\?(?P<instruction>.*?)\?>|<!(?P<declares>[A-Z]+)"
    r"|\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'",
    re.DOTALL,
)
_CONTEXTS = {"comment": COMMENT, "instruction": INSTRUCTION, "double": DOUBLE, "single": SINGLE}


def doctype_blocks(characters: Characters, token: Token) -> Iterator[Block]:
    declares = ""
    for found in _STRETCH.finditer(characters.source, token.start, token.end):
        name = found.lastgroup
        assert name
        if name == "declares":
            declares = found[name]
        elif name in ("comment", "instruction") or declares == "ATTLIST":
            block = Block("code" if name == "instruction" else "hidden")
            characters.flowing(block, *found.span(name), _CONTEXTS[name])
            yield block
        elif declares != "ENTITY":  # whose entities stand for one character each: see `check`
            block = Block("code")
            characters.address(block, *found.span(name))
            yield block
