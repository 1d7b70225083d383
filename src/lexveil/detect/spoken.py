"""Numbers that somebody says, figure by figure, after a word for what has one: PHONE and CODE."""

import re
from collections.abc import Iterator
from functools import cache

from lexveil.detect.labels import either, in_each_language
from lexveil.languages import Language, spoken
from lexveil.model import Span

NEAR = 90  # characters before a number in which it is asked for
BESIDE = 20  # characters between two numbers, the second of which needs no word: or oh two oh
FEWEST = 4  # figures
_COUNTING = "1234567890"


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["spoken"]
        self.language = language
        after = rf"\b[^\d]{{0,{NEAR}}}\Z"
        self.phones = re.compile(rf"(?i)\b{either(words['phones'])}{after}")
        self.others = re.compile(rf"(?i)\b{either(words['numbers'])}{after}")


_patterns = cache(Patterns)


@in_each_language(_patterns)
def find(patterns: Patterns, text: str, first: int, last: int) -> Iterator[Span]:
    last_end = -NEAR  # of the number before: another may go on from it
    for found in spoken.pattern(patterns.language).finditer(text, first, last):
        figures = spoken.in_figures(found[0], patterns.language)
        if len(figures) < FEWEST or figures in _COUNTING:
            continue
        start = max(0, last_end, found.start() - NEAR)
        phone = patterns.phones.search(text, start, found.start())
        goes_on = found.start() - last_end < BESIDE
        if phone or goes_on or patterns.others.search(text, start, found.start()):
            last_end = found.end()
            yield Span(*found.span(), "PHONE" if phone else "CODE", 0.9, ("spoken:figures",))
