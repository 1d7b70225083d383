"""Where a person's name begins and ends, whatever the detectors took along.

A name does not reach over the gap between two columns, holds no label of the next field and no number of a
list; it ends with its suffix, and with the rest of a word that was hyphenated at the end of a line.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from lexveil.languages import Language, load, people
from lexveil.model import Document, Span
from lexveil.text.patterns import any_of

_GAP = re.compile(r"\t+| {3,}| {2,}(?=[^ ]*\d)|(?<=\d) {2,}")
_NUMBERED = re.compile(r"(?:\S*\d\S*[^\S\n]+)+(?=[^\W\d_])")  # W1, 13, 4. before a name
_LABEL = re.compile(r"(?:\(s\))?[^\S\n]*:")  # after a word that names a field
_TWO = re.compile(r"(?<=\b[A-Z]{2})\.\s+(?=[A-Z]{2,3}\b)")  # "… is ST. SB is …": two people
_STOPPED = re.compile(r"[A-Z]{2,3}\.")
_BROKEN = re.compile(r"-?[^\S\n]*\n?[^\S\n]*(?<=[-\s])[a-zß-ÿ]+")


@cache
def _suffix(language: Language) -> re.Pattern[str]:
    words = any_of(people.generations(language))
    return re.compile(rf",?[^\S\n]+{words}\b\.?(?![\w-])", re.IGNORECASE)


@cache
def _epithet(language: Language) -> re.Pattern[str]:
    """Big Mick, Wee Jean."""
    words = language.people["names"].get("epithets", ())
    if not words:
        return re.compile(r"(?!)")
    return re.compile(rf"(?<=[a-z,\"“] ){any_of(words)} \Z|(?<=[\"“]){any_of(words)} \Z")


def bounded(spans: Iterable[Span], document: Document) -> Iterator[Span]:
    """The sorted spans, people's with the bounds of their names; none overlaps another."""
    last = 0
    for span in spans:
        for start, end in _names(span, document) if span.category == "PERSON" else [(span.start, span.end)]:
            start = max(start, last)
            if start < end:
                yield replace(span, start=start, end=end)
                last = end


def _names(span: Span, document: Document) -> Iterator[tuple[int, int]]:
    text = document.text
    pieces = [*_cut(text, span.start, span.end, _GAP)]
    if len(pieces) > 1:
        pieces = [each for each in pieces if _is_name(text, *each)] or pieces[:1]
    for start, end in pieces:
        for first, stop in _cut(text, start, end, _TWO):
            yield _fitted(text, first, stop, load(document.language_at(span.start)))


def _is_name(text: str, start: int, end: int) -> bool:
    return not _LABEL.match(text, end) and not any(map(str.isdigit, text[start:end]))


def _cut(text: str, start: int, end: int, between: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for gap in between.finditer(text, start, end):
        if start < gap.start():
            yield start, gap.start()
        start = gap.end()
    if start < end:
        yield start, end


def _fitted(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    numbered = _NUMBERED.match(text, start, end)
    start = numbered.end() if numbered else start
    called = _epithet(language).search(text, max(0, start - 12), start)
    start = called.start() if called and " " not in text[start:end] else start
    if _STOPPED.fullmatch(text, start, end):
        end -= 1
    if text[end - 1] == "-" or text[end : end + 1] == "-":
        broken = _BROKEN.match(text, end)
        end = broken.end() if broken and text[end - 1 : broken.end()].count("-") == 1 else end
    suffix = _suffix(language).match(text, end)
    return start, suffix.end() if suffix else end
