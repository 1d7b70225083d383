"""Members of the bench named in the brackets after a cited case: they judged there, and saw nothing here.

`Corven v. Ruritania (Award of 3 May 2004, President: A. Quell; Members: B. Krook, C. Marrow)`. Only a
bracket that lists counts: besides names, dates and numbers it has capitalised words, joining words and words
of at most three letters; in "(where Mr Roe testified)" somebody did something.
"""

import re
from collections.abc import Iterator, Sequence

from lexveil.languages import Language, load, people
from lexveil.model import Document, Span, because, in_order
from lexveil.resolve.phrases import Evidence, Said, phrases
from lexveil.text.fold import fold

LONGEST = 400  # characters of a bracket
APART = 3  # characters between the case and its bracket
SMALL = 3
NEAR = 12
CITED = ("citations:case-name", "citations:parties")
ROLE = "BENCH"  # a judge or an arbitrator, by the document

_BRACKET = re.compile(r"[(\[]([^()\[\]\n]*(?:\([^()\n]*\)[^()\[\]\n]*)*)[)\]]")
_WORD = re.compile(r"[^\W\d_]+")


def from_cited_benches(document: Document, text: str, spans: Sequence[Span], found: Said) -> None:
    """Adds what the brackets tell of people of whom nothing surer is said."""
    ends = [span.end for span in spans if _is_cited(document, text, span)]
    by_start = sorted(spans, key=in_order)
    for end in ends:
        bracket = _BRACKET.search(text, end, min(len(text), end + APART + LONGEST))
        if not bracket or bracket.start() - end > APART:
            continue
        inside = [each for each in by_start if bracket.start() < each.start and each.end < bracket.end()]
        language = load(document.language_at(end))
        if _lists(text, bracket.start(1), bracket.end(1), inside, language):
            for span in (each for each in inside if each.category == "PERSON"):
                if span not in found or found[span].weight < 2:
                    found[span] = Evidence(ROLE, 2, because("cited-party", role="JUDGE"))


def _is_cited(document: Document, text: str, span: Span) -> bool:
    """The second party of a cited case, which a detector found, or the word between the parties tells."""
    if any(source in CITED for source in span.sources):
        return True
    versus = phrases(load(document.language_at(span.start))).versus_before
    return versus.search(text[max(0, span.start - NEAR) : span.start]) is not None


def _lists(text: str, start: int, end: int, inside: Sequence[Span], language: Language) -> bool:
    allowed = people.titles(language) | frozenset(language.labels["lists"]["joining"])
    return all(
        word[0].isupper() or len(word) <= SMALL or fold(word) in allowed
        for word in _rest(text, start, end, inside)
    )


def _rest(text: str, start: int, end: int, inside: Sequence[Span]) -> Iterator[str]:
    """The words of the bracket that belong to no span."""
    at = start
    for span in inside:
        yield from (word[0] for word in _WORD.finditer(text, at, max(at, span.start)))
        at = max(at, span.end)
    yield from (word[0] for word in _WORD.finditer(text, at, end))
