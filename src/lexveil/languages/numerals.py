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
    cardinals = language.numbers["cardinals"]
    word, gap = _word(language), "[ -]?" if cardinals.get("glued") else "[ -]"
    return re.compile(rf"\b{word}(?:(?: {cardinals['and']} |{gap}){word})*\b", re.IGNORECASE)


@cache
def _word(language: Language) -> str:
    """Any word of a number, the longest first: quatre-vingts before quatre."""
    every = [*_values(language), *language.numbers["scales"], language.numbers["cardinals"]["hundred"]]
    return f"(?:{'|'.join(sorted(every, key=lambda word: (-len(word), word)))})"


@cache
def ordinals(language: Language) -> tuple[str, ...]:
    """From `zeroth` to `thirty-first`, each at its number."""
    words: tuple[str, ...] = language.numbers["ordinals"]["words"]
    return words


def read(text: str, language: Language) -> int:
    """The number that words matched by the pattern make."""
    values, cardinals = _values(language), language.numbers["cardinals"]
    scales = {word.lower(): value for word, value in language.numbers["scales"].items()}
    total = part = 0
    for word in map(str.lower, re.findall(_word(language), text, re.IGNORECASE)):
        if word == cardinals["hundred"]:
            part = (part or 1) * 100
        elif word in scales:
            total += (part or 1) * scales[word]
            part = 0
        else:
            part += values[word]
    return total + part


def write(number: int, language: Language) -> str:
    cardinals = language.numbers["cardinals"]
    small, tens, hundred = (cardinals[key] for key in ("small", "tens", "hundred"))
    for word in cardinals["written"]:
        scale = language.numbers["scales"][word]
        if number >= scale:
            head, rest = divmod(number, scale)
            return _multiplied(head, word, rest, language)
    if number >= 100:
        head, rest = divmod(number, 100)
        return _multiplied(head, hundred, rest, language)
    if number < len(small):  # languages that say the ones first list them up to ninety-nine
        return str(small[number])
    head, ones = divmod(number, 10)
    return str(tens[head - 2]) + (f"-{small[ones]}" if ones else "")


def _multiplied(head: int, word: str, rest: int, language: Language) -> str:
    """Two hundred and fifty; Romance languages have no one before a hundred and no "and" after it."""
    cardinals = language.numbers["cardinals"]
    single = cardinals.get("single", {})
    gap = "" if cardinals.get("glued") else " "
    said = single[word] if head == 1 and word in single else f"{write(head, language)}{gap}{word}"
    small = rest < 100 or word == cardinals["hundred"]
    between = f" {cardinals['and']} " if small and not single else gap
    return said + (f"{between}{write(rest, language)}" if rest else "")


@cache
def _values(language: Language) -> Mapping[str, int]:
    cardinals = language.numbers["cardinals"]
    return (
        {word: number for number, word in enumerate(cardinals["small"])}
        | {word: 10 * number for number, word in enumerate(cardinals["tens"], 2)}
        | dict(cardinals.get("forms", {}))
    )
