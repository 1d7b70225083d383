"""The values of JSON in a page (linked data, the state of a program): what tells of somebody is text.

They are read as attributes of XML are, by their key: a sentence, a name and the parts of a name
are hidden text; keys and the rest stay code.
"""

import re
from collections.abc import Iterator

from lexveil.formats.markup import Block
from lexveil.formats.markup import characters as chars
from lexveil.formats.xml.document import is_name_part, value_kind

# After a colon or in a list, and a key before one; braces.
_STRING = re.compile(r'(:\s*+)?"((?:[^"\\]|\\.)*+)"(?=(\s*+:)?)|[{}]', re.DOTALL)


def json_blocks(code: Block, source: str, start: int, end: int) -> Iterator[Block]:
    """The hidden blocks; what is no such text goes to `code`."""
    last, key = start, ""
    whole = Block("hidden")  # a name in parts is one name, within its braces
    for found in _STRING.finditer(source, start, end):
        own, value, colon = found.groups()
        if value is None:
            yield whole
            whole = Block("hidden")
        elif colon:
            key = value
        elif not key.startswith("@") and (own or " " in value):  # a word in a list may be a piece of one
            part = is_name_part(key, value)
            if not part and value_kind(key.lower(), value) != "hidden":
                continue
            block = whole if part else Block("hidden")
            chars.apart(block, chars.SCRIPT)
            chars.script(block, source, *found.span(2))
            chars.script(code, source, last, found.start(2))
            last = found.end(2)
            if not part:
                yield block
    yield whole
    chars.script(code, source, last, end)
