"""How HTML and XML alike spell characters: white space, references by number, %-escapes, invisible marks.

Comes in: what the language calls white space and how it writes references. Goes out: the patterns that part a
source, and characters into a block, each with its place. What a reference by name stands for is for the
language to know.
"""

import re
from typing import NamedTuple

from lexveil.formats.markup import Block

ADDRESS = "address"  # the context of what stands in an address

# Soft hyphen, zero-width spaces and joiners, marks of writing direction: nothing a reader sees.
INVISIBLE = "\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_PERCENT = re.compile(
    r"(?i)%[2-7][0-9a-f]"
    r"|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]"
    r"|%e[0-9a-f](?:%[89ab][0-9a-f]){2}"
    r"|%f[0-4](?:%[89ab][0-9a-f]){3}"
    r"|%.."
)


class Patterns(NamedTuple):
    """Groups, in all of them: 1 plain text, 2 white space, 3 a reference, 4 invisible, 5 %-escapes; without a
    group, one character by itself. Each alternative begins with another character, so nothing is tried
    twice."""

    flowing: re.Pattern[str]  # runs of white space show as one space
    kept: re.Pattern[str]  # white space shows as it is
    section: re.Pattern[str]  # flowing, without references: CDATA
    kept_section: re.Pattern[str]
    escaped: re.Pattern[str]  # an address


def patterns(reference: str, space: str) -> Patterns:
    """`reference` is a pattern with one group that leaves a lone & to itself."""
    hidden, never = rf"|([{INVISIBLE}]+)", "((?!))"
    return Patterns(
        re.compile(
            rf"([^{space}&{INVISIBLE}]++(?: [^{space}&{INVISIBLE}]++)*+)|([{space}]+)|{reference}{hidden}"
        ),
        re.compile(rf"([^&{INVISIBLE}]+)|{never}|{reference}{hidden}"),
        re.compile(rf"([^{space}{INVISIBLE}]++(?: [^{space}{INVISIBLE}]++)*+)|([{space}]+)|{never}{hidden}"),
        re.compile(rf"([^{INVISIBLE}]+)|{never}|{never}{hidden}"),
        re.compile(
            rf"([^{space}&%{INVISIBLE}]+)|([{space}]+)|{reference}{hidden}|((?:%[0-9A-Fa-f]{{2}})+)|%"
        ),
    )


def add_one(block: Block, text: str, start: int, stop: int, context: str, *, space: str) -> None:
    """What one reference, or one character by itself, shows; `space` is empty where white space stays."""
    if text in space:
        block.space(start, stop, context)
    elif _INVISIBLE.fullmatch(text):
        block.hide(start, stop, context)
    else:
        block.add(text, start, stop, context)


def numbered(digits: str, *, space: str, unknown: str) -> str:
    """The character of a reference by number, `xE9` or `233`; `unknown` for what is none."""
    base = 16 if digits[0] in "xX" else 10
    digits = digits.lstrip("xX").lstrip("0")
    number = int(digits, base) if 0 < len(digits) < 8 else 0
    if 0x80 <= number <= 0x9F:  # written by those who meant windows-1252
        return bytes([number]).decode("cp1252", "replace")
    odd = number < 0x20 and chr(number) not in space
    return unknown if odd or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF else chr(number)


def percent(block: Block, source: str, start: int, end: int) -> None:
    """%-escapes of an address, as the characters they are in UTF-8."""
    for found in _PERCENT.finditer(source, start, end):
        try:
            char = bytes.fromhex(found[0].replace("%", "")).decode("utf-8")
        except UnicodeDecodeError:
            char = ""
        # What is not UTF-8, or nothing one could read, stays as it is written.
        shown = char if char.isprintable() and char and not _INVISIBLE.fullmatch(char) else found[0]
        block.add(shown, found.start(), found.end(), ADDRESS)
