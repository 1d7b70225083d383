"""How names are spelled by those who have no key for a letter (ICAO Doc 9303-3), and look-alikes."""

import re
from itertools import product
from string import ascii_lowercase

from lexveil.text.fold import fold, is_plain, squeeze

DIGRAPHS = {
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe", "æ": "ae", "œ": "oe", "þ": "th",
    "đ": "dj", "ǿ": "oe", "ǽ": "ae",
}  # fmt: skip
MOST_LETTERS = 4  # different ones of a name whose spellings are combined; of more, all or none is spelled out

_COMBINED = re.compile("([aouAOU])([\u0308\u030a])")  # an accent typed after its letter
_COMPOSED = {"a\u0308": "ä", "o\u0308": "ö", "u\u0308": "ü", "a\u030a": "å"}
_UPPER = {letter.upper(): pair.capitalize() for letter, pair in DIGRAPHS.items() if len(letter.upper()) == 1}
_OUT = DIGRAPHS | _UPPER | {"ẞ": "Ss", "\u0308": "e", "\u030a": "a"}
LETTER = re.compile(f"[{''.join(_OUT)}]")

# Letters of the Cyrillic and Greek alphabets, folded, that look like Latin ones in either case.
LOOKALIKE = str.maketrans("авекмнорстухіѕјһԁԛԝґαβεζηικμνορτυχ", "abekmhopctyxisjhdqwrabezhikmnoptyx")
# Of Cherokee, Lisu and Armenian, in the case that looks so.
LOOKALIKE |= str.maketrans("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏔᎽᏃ", "abcdeghijklmprstvwwyz")
LOOKALIKE |= str.maketrans("ꭺᏼꮯꭰꭼꮐꮋꭵꭻꮶꮮꮇꮲꭱꮪꭲꮩꮃꮤꮍꮓ", "abcdeghijklmprstvwwyz")
LOOKALIKE |= str.maketrans("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz")
LOOKALIKE |= str.maketrans("օսոհցյ", "ounhgj")
# Letters in brackets, in circles and in squares.
LOOKALIKE |= {
    first + at: letter
    for first in (0x249C, 0x1F110, 0x1F150, 0x1F170)
    for at, letter in enumerate(map(ord, ascii_lowercase))
}
LOOKALIKE |= {0x1F1E6 + at: letter for at, letter in enumerate(map(ord, ascii_lowercase))}  # of flags
LOOKALIKE |= str.maketrans("⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", ascii_lowercase)  # of Braille


def spelled_out(found: re.Match[str]) -> str:
    """The digraph for a letter that `LETTER` found, or its second half for an accent that stands apart."""
    return _OUT[found[0]]


def spellings(name: str) -> list[str]:
    """The name folded, and every other way in which its letters are spelled."""
    if name.isascii():
        return [fold(name) if is_plain(name) else squeeze(name).text]
    name = _COMBINED.sub(lambda pair: _composed(pair[0]), name)
    letters = sorted({char for char in name.lower() if char in DIGRAPHS})
    if len(letters) > MOST_LETTERS:
        return [squeeze(name).text, squeeze(LETTER.sub(spelled_out, name)).text]
    found = []
    for chosen in product((False, True), repeat=len(letters)):
        table = {ord(letter): DIGRAPHS[letter] for letter, long in zip(letters, chosen, strict=True) if long}
        found.append(squeeze(name.lower().translate(table)).text)
    return found


def _composed(letter: str) -> str:
    composed = _COMPOSED.get(letter.lower(), letter)
    return composed.upper() if letter[0].isupper() else composed
