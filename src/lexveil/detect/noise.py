"""What a trained model takes for a name or a number and is none, by where it stands.

Only what no rule has seen is looked at: the letters before question and answer in a transcript (Q. and A.),
numbers of exhibits and of things that the document itself counts (cylinder no. 3). They identify nobody, and
without them a result is hard to read.
"""

import re
from collections.abc import Iterable
from functools import cache

from lexveil.detect.capitals import opens_line
from lexveil.detect.labels import either
from lexveil.detect.merge import by_model
from lexveil.languages import Language, load
from lexveil.model import Document, Span

_SPEAKS = re.compile(r"[.:]?[ \t]+[(\"“]?[^\W\d_a-z]")
_NEAR = 60  # characters before a number in which the word for an exhibit may stand


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["noise"]
        self.speaker = re.compile(rf"(?:{words['speaker']})[.:]?")
        self.exhibit = re.compile(
            rf"\b{either(words['exhibits'])}{words['number']} (?:[\w./-]{{1,12}}(?:{words['joining']}))*$",
            re.IGNORECASE,
        )
        self.counted = re.compile(rf"(?:{words['counted']}) ?\d{{1,2}}", re.IGNORECASE)


_patterns = cache(Patterns)


def without_noise(spans: Iterable[Span], document: Document) -> tuple[Span, ...]:
    return tuple(span for span in spans if not (by_model(span) and _noise(span, document)))


def _noise(span: Span, document: Document) -> bool:
    text, patterns = document.text, _patterns(load(document.language_at(span.start)))
    surface = text[span.start : span.end]
    if span.category == "PERSON":
        speaker = patterns.speaker.fullmatch(surface) and _SPEAKS.match(text, span.end)
        return bool(speaker) and opens_line(text, span.start)
    if span.category != "CODE":
        return False
    before = text[max(0, span.start - _NEAR) : span.start]
    return bool(patterns.counted.fullmatch(surface) or patterns.exhibit.search(before))
