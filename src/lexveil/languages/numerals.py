"""English numbers in words, read and written.

>>> read("thirty-four"), write(34), read("two hundred and fifty thousand"), write(250_000)
(34, 'thirty-four', 250000, 'two hundred and fifty thousand')
"""

import re

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {word: number for number, word in enumerate(_SMALL)} | {
    word: 10 * number for number, word in enumerate(_TENS, 2)
}
_SCALES = {
    "thousand": 10**3, "lakh": 10**5, "lakhs": 10**5, "million": 10**6, "crore": 10**7, "crores": 10**7,
    "billion": 10**9,
}  # fmt: skip
_WORD = "|".join(sorted([*_VALUES, *_SCALES, "hundred"], key=lambda word: (-len(word), word)))
PATTERN = re.compile(rf"\b(?:{_WORD})(?:(?: and |[ -])(?:{_WORD}))*\b", re.IGNORECASE)
ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second "
    "twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth "
    "thirtieth thirty-first".split()
)


def read(text: str) -> int:
    """The number that words matched by PATTERN make."""
    total = part = 0
    for word in re.split(r"[ -]", text.lower()):
        if word == "hundred":
            part = (part or 1) * 100
        elif word in _SCALES:
            total += (part or 1) * _SCALES[word]
            part = 0
        elif word != "and":
            part += _VALUES[word]
    return total + part


def write(number: int) -> str:
    for word, scale in (("billion", 10**9), ("million", 10**6), ("thousand", 10**3)):
        if number >= scale:
            head, rest = divmod(number, scale)
            joint = " and " if 0 < rest < 100 else " "
            return f"{write(head)} {word}" + (f"{joint}{write(rest)}" if rest else "")
    if number >= 100:
        head, rest = divmod(number, 100)
        return f"{_SMALL[head]} hundred" + (f" and {write(rest)}" if rest else "")
    if number < 20:
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
