"""Numbers in words, read and written; the words stand in `numbers.toml`.

>>> from lexveil.languages import load
>>> english = load("en")
>>> read("thirty-four", english), read("two hundred and fifty thousand", english), write(250_000, english)
(34, 250000, 'two hundred and fifty thousand')
"""

import re
from collections.abc import Mapping
from functools import cache

from lexveil.languages import Language


@cache
def pattern(language: Language) -> re.Pattern[str]:
    scales, joint = language.numbers["scales"], language.numbers["cardinals"]["and"]
    every = [*_values(language), *scales, language.numbers["cardinals"]["hundred"]]
    word = "|".join(sorted(every, key=lambda word: (-len(word), word)))
    return re.compile(rf"\b(?:{word})(?:(?: {joint} |[ -])(?:{word}))*\b", re.IGNORECASE)


@cache
def ordinals(language: Language) -> tuple[str, ...]:
    """From `zeroth` to `thirty-first`, each at its number."""
    words: tuple[str, ...] = language.numbers["ordinals"]["words"]
    return words


def read(text: str, language: Language) -> int:
    """The number that words matched by the pattern make."""
    values, scales, cardinals = _values(language), language.numbers["scales"], language.numbers["cardinals"]
    total = part = 0
    for word in re.split(r"[ -]", text.lower()):
        if word == cardinals["hundred"]:
            part = (part or 1) * 100
        elif word in scales:
            total += (part or 1) * scales[word]
            part = 0
        elif word != cardinals["and"]:
            part += values[word]
    return total + part


def write(number: int, language: Language) -> str:
    cardinals = language.numbers["cardinals"]
    small, tens, hundred, joint = (cardinals[key] for key in ("small", "tens", "hundred", "and"))
    for word in cardinals["written"]:
        scale = language.numbers["scales"][word]
        if number >= scale:
            head, rest = divmod(number, scale)
            between = f" {joint} " if 0 < rest < 100 else " "
            return f"{write(head, language)} {word}" + (f"{between}{write(rest, language)}" if rest else "")
    if number >= 100:
        head, rest = divmod(number, 100)
        return f"{small[head]} {hundred}" + (f" {joint} {write(rest, language)}" if rest else "")
    if number < len(small):  # languages that say the ones first list them up to ninety-nine
        return str(small[number])
    head, ones = divmod(number, 10)
    return str(tens[head - 2]) + (f"-{small[ones]}" if ones else "")


@cache
def _values(language: Language) -> Mapping[str, int]:
    cardinals = language.numbers["cardinals"]
    return (
        {word: number for number, word in enumerate(cardinals["small"])}
        | {word: 10 * number for number, word in enumerate(cardinals["tens"], 2)}
        | dict(cardinals.get("forms", {}))
    )
