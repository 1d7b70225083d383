"""Who signs a decision at its end, where nothing else is said of them: `Ann Roe          Bo Doe`.

Of the last lines those count that hold names alone. The document must be that of a court, and nobody who is
named before signs as a judge: parties and witnesses sign records.
"""

import re
from collections.abc import Sequence

from lexveil.languages import load
from lexveil.model import Document, Span, because
from lexveil.resolve.phrases import Evidence, Said, called, phrases
from lexveil.text.fold import fold

HEAD = 400  # characters in which the court is named
CLOSING = 1200  # characters at the end in which it is signed
_LINE = re.compile(r"[^\n]*[^\W\d_][^\n]*")
_BETWEEN = re.compile(r"[\s_.|/]*")
_PAGE = re.compile(r"[\s.]*(?:\d+(?: \w{1,3} \d+)?)?\s*(?:\n|\Z)")  # 8 di 8, at the foot of a page
_GAP = re.compile(r"\s{3,}")


def from_signatures(document: Document, spans: Sequence[Span], found: Said) -> None:
    text = document.text
    _presiding(document, spans, found)
    if not _is_of_a_court(document, spans):
        return
    for line in _LINE.finditer(text, max(0, len(text) - CLOSING)):
        signed = [span for span in spans if line.start() <= span.start and span.end <= line.end()]
        new = len(signed) > 1 and all(span not in found and _is_new(text, span) for span in signed)
        if new and _only_names(text, line, signed):
            number = text.count("\n", 0, line.start()) + 1
            why = because("list", role=called("BENCH"), line=number)
            found.update({span: Evidence("BENCH", 2, why) for span in signed})


def _presiding(document: Document, spans: Sequence[Span], found: Said) -> None:
    """Who presides signs alone, below the words with which a court closes: "Il Presidente Ann Roe 8 di 8"."""
    text = document.text
    for span in spans:
        if span.start < len(text) - CLOSING or span.category != "PERSON" or span in found:
            continue
        words = phrases(load(document.language_at(span.start)))
        line = text.rfind("\n", 0, span.start) + 1
        alone = _PAGE.match(text, span.end) and words.chair_alone.fullmatch(text, line, span.start)
        if alone and words.decided.search(text, max(0, line - CLOSING), line):
            number = text.count("\n", 0, line) + 1
            found[span] = Evidence("BENCH", 2, because("list", role=called("BENCH"), line=number))


def _is_of_a_court(document: Document, spans: Sequence[Span]) -> bool:
    return any(
        span.category == "COURT"
        and phrases(load(document.language_at(span.start))).benches.search(
            document.text, span.start, span.end
        )
        for span in spans
        if span.start < HEAD
    )


def _only_names(text: str, line: re.Match[str], signed: Sequence[Span]) -> bool:
    """Nothing but the names, far apart."""
    at = line.start()
    for span in signed:
        between = text[at : span.start]
        if span.category != "PERSON" or not _BETWEEN.fullmatch(between):
            return False
        if at > line.start() and not _GAP.search(between):
            return False
        at = span.end
    return _BETWEEN.fullmatch(text, at, line.end()) is not None


def _is_new(text: str, span: Span) -> bool:
    """Of several words, the last of which nobody was called before."""
    words = text[span.start : span.end].split()
    return len(words) > 1 and fold(words[-1]) not in fold(text[: span.start])
