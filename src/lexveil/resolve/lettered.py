"""People whom a document calls by the initials of three or four names: ATB, of Anna Tora Berg.

Letters read as those of a body are somebody's where they are the initials of a person who is named whole and
of no body that is named.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lexveil.model import Document, Span

OF_NAME = "initials:of-name"
NAMES = (3, 4)  # words of a name; two letters stand for too many things

_LETTERS = re.compile(r"[^\W\d_a-z]{3,4}")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def people_by_letters(document: Document, spans: Sequence[Span]) -> tuple[Span, ...]:
    text = document.text
    people = {text[span.start : span.end] for span in spans if span.category == "PERSON"}
    bodies = {text[span.start : span.end] for span in spans if span.category == "ORG"}
    lettered = set(_initials(people)) - set(_initials(bodies))
    return tuple(_read(text, span, lettered) for span in spans)


def _initials(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        words = _WORD.findall(name)
        if len(words) in NAMES and all(word[0].isupper() and word[1:].islower() for word in words):
            yield "".join(word[0] for word in words)


def _read(text: str, span: Span, lettered: set[str]) -> Span:
    letters = text[span.start : span.end]
    if span.category != "ORG" or not _LETTERS.fullmatch(letters) or letters not in lettered:
        return span
    return replace(span, category="PERSON", sources=(*span.sources, OF_NAME))
