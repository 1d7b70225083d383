"""RTF: what its reader sees, less the control words, and what is packed into it as hexadecimal digits.

Comes in: the bytes. Goes out: the text of all groups, hidden ones too, in order, and the objects and pictures
inside. The specification is Microsoft's Rich Text Format 1.9.1: `\\'e9` is a byte, `\\u233?` a character with
a stand-in for old readers.
"""

import re
from collections.abc import Callable, Iterator

from lexveil.check.texts import Text, place

Walk = Callable[[bytes, str, int], Iterator[Text]]

_TOKEN = re.compile(
    r"\\u(-?\d{1,6}) ?(?:\\'[0-9A-Fa-f]{2}|[^\\{}\r\n])?|\\'([0-9A-Fa-f]{2})"
    r"|\\([a-z]+)(-?\d+)? ?|\\([^a-z'])|[{}\r\n]+"
)
_HEX = re.compile(rb"(?:[0-9A-Fa-f]{2}[\r\n ]*){32,}")
_BREAKS = dict.fromkeys(("par", "cell", "row", "sect", "page"), "\n\n") | {"line": "\n", "tab": " "}
_SIGNS = {"~": " ", "-": "", "_": "-", "\\": "\\", "{": "{", "}": "}"}


def is_rtf(data: bytes) -> bool:
    return data.lstrip().startswith(b"{\\rtf")


def texts(data: bytes, name: str, depth: int, walk: Walk) -> Iterator[Text]:
    source = data.decode("latin-1")
    for page in ("cp1252", "cp1250", "cp1251"):
        plain = _TOKEN.sub(lambda found: _sign(found, page), source)  # noqa: B023
        joined = plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        yield Text(place(name, "text"), joined, "code")  # with the names of its fonts
    for number, found in enumerate(_HEX.finditer(data), 1):
        digits = re.sub(rb"\s", b"", found[0])
        yield from walk(bytes.fromhex(digits.decode()), place(name, f"object {number}"), depth + 1)


def _sign(found: re.Match[str], page: str) -> str:
    if found[1]:
        return chr(int(found[1]) % 0x10000)
    if found[2]:
        return bytes.fromhex(found[2]).decode(page, "replace")
    if found[3]:
        return _BREAKS.get(found[3], "")
    return _SIGNS.get(found[5], "") if found[5] else ""
