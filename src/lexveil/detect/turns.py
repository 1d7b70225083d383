"""Letters before what somebody asks or answers in a transcript are no part of a name: `A. Lonnie who?`"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lexveil.model import Span

_TURN = re.compile(r"^[^\S\n]*(?:\d{1,3}[^\S\n]+)?([A-Z])\.[^\S\n][^\n]*", re.MULTILINE)
TURNS = 4  # lines of a transcript that begin with one of two letters, at least


def after_turns(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    turns = _turns(text)
    return (_after_turn(text, span, turns) for span in spans)


def _turns(text: str) -> frozenset[int]:
    """Where somebody asks or answers: Q. and A. at the head of lines, one of which is a question."""
    if not any("?" in turn[0] for turn in _TURN.finditer(text)):
        return frozenset()
    found = [(turn[1], turn.start(1)) for turn in _TURN.finditer(text)]
    counts = Counter(letter for letter, _ in found)
    often = {letter for letter, count in counts.items() if 2 * count >= TURNS}
    return frozenset(at for letter, at in found if letter in often) if len(often) == 2 else frozenset()


def _after_turn(text: str, span: Span, turns: frozenset[int]) -> Span:
    """Lonnie, of `A. Lonnie who?`"""
    if span.start not in turns or span.category != "PERSON":
        return span
    start = span.start + 2
    while start < span.end - 1 and text[start].isspace():
        start += 1
    return replace(span, start=start)
