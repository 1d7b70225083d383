"""Letters before what somebody asks or answers in a transcript are no part of a name: `A. Lonnie who?`"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lexveil.languages import load
from lexveil.languages.common import is_function
from lexveil.model import Document, Span
from lexveil.text.fold import fold

_TURN = re.compile(
    r"(?:^[^\S\n]*(?:\d{1,3}[^\S\n]+)?|(?<=[?.!][^\S\n]))([A-Z])\.(?=[^\S\n]([^\n]*))", re.MULTILINE
)
SHORTEST = 3  # letters of a mark and a name
MARK = 6  # characters from the letter to what is said
TURNS = 4  # lines of a transcript that begin with one of two letters, at least


def after_turns(document: Document, spans: Iterable[Span]) -> Iterator[Span]:
    text, turns = document.text, _turns(document.text)
    moved = (_after_turn(text, span, turns) for span in spans)
    return (span for span in moved if span.end - span.start > 1 or not _answers(document, span, turns))


def _answers(document: Document, span: Span, turns: frozenset[int]) -> bool:
    """One letter: the mark itself, or the "I" of an answer."""
    word = fold(document.text[span.start : span.end])
    ordinary = is_function(word, load(document.language_at(span.start)))
    before = range(max(0, span.start - MARK), span.start + 1)
    return ordinary and not turns.isdisjoint(before)


def _turns(text: str) -> frozenset[int]:
    """Where somebody asks or answers: Q. and A. at the head of lines, one of which is a question."""
    if not any("?" in turn[2] for turn in _TURN.finditer(text)):
        return frozenset()
    found = [(turn[1], turn.start(1)) for turn in _TURN.finditer(text)]
    counts = Counter(letter for letter, _ in found)
    often = {letter for letter, count in counts.items() if 2 * count >= TURNS}
    return frozenset(at for letter, at in found if letter in often) if len(often) == 2 else frozenset()


def _after_turn(text: str, span: Span, turns: frozenset[int]) -> Span:
    """Lonnie, of `A. Lonnie who?`"""
    if span.start not in turns or span.category != "PERSON" or span.end - span.start < SHORTEST:
        return span
    start = span.start + 2
    while start < span.end - 1 and text[start].isspace():
        start += 1
    return replace(span, start=start)
