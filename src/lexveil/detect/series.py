"""Numbers that go on from others of their kind: `passports FP441 and FP442`; `the boundary with 1:22` where
the document has told of `Example 1:14`.

Only what no rule explains otherwise is looked at: a model's pieces, files by their shape, or nothing at all.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from lexveil.detect.labels import either
from lexveil.detect.merge import by_model
from lexveil.languages import Language, load
from lexveil.model import CATEGORIES, Document, Span

_SCORE = 0.6
_OPEN = frozenset(
    ["references:slash", "references:label", "references:court", "documents:number", "provisions:section"]
)
_KEPT = frozenset(
    ["CASE_NUMBER", "COMPANY_ID", "PROVISION", "PROFESSIONAL_ID"]
)  # other people's, or nobody's
_DIGIT, _UPPER = re.compile(r"\d+"), re.compile(r"[A-Z]+")
_NUMBER = r"[A-Z]{0,4} ?\d[\dA-Z]*(?:[.:/ -][\dA-Z]*\d[\dA-Z]*){0,5}"
_ENTRY = re.compile(r"(?<![\w:/.,-])(?P<first>\d{1,4})(?P<sign>[:/])\d{1,4}(?![\w:/-]|[.,]\d)")
_FIRST = re.compile(r"(?P<first>\d{1,4})(?:(?P<sign>[:/])|\D+)\d{1,4}")


class Patterns:
    def __init__(self, language: Language) -> None:
        labels = language.labels
        joint = either(re.escape(word) for word in labels["lists"]["joining"])
        again = labels["numbered"]["again"]
        self.next = re.compile(
            rf"(?: \([^()\n]{{0,80}}\))?(?:[,;&] ?|,? {joint} )(?:(?:{again})\.? ?)?"
            rf"(?P<number>{_NUMBER})(?!\w)"
        )
        self.heading = re.compile(rf"(?i){labels.get('land', {}).get('heading', '(?!)')}")
        self.cases = frozenset(labels["cases"]["words"])


_patterns = cache(Patterns)


def carried_on(spans: Sequence[Span], document: Document) -> list[Span]:
    found = list(spans)
    for span in spans:
        if CATEGORIES.get(span.category) == "CODE" and span.category not in _KEPT:
            for start, end in _after(span, document):
                _put(found, Span(start, end, span.category, _SCORE, span.sources))
    for entry in _entries(spans, document):
        _put(found, entry)
    return found


def _after(span: Span, document: Document) -> Iterator[tuple[int, int]]:
    """The numbers of the same shape that follow it one by one."""
    text, patterns = document.text, _patterns(load(document.language_at(span.start)))
    shape, end = _shape(text[span.start : span.end]), span.end
    while (found := patterns.next.match(text, end)) and _shape(found["number"]) == shape:
        end = found.end()
        yield found.span("number")


def _shape(number: str) -> str:
    """
    >>> _shape("FP4410927"), _shape("12.904")
    ('A9', '9.9')
    """
    return _UPPER.sub("A", _DIGIT.sub("9", number))


def _entries(spans: Sequence[Span], document: Document) -> Iterator[Span]:
    """Entries of the land register that is spoken of elsewhere, or that heads a column."""
    text = document.text
    own = (span for span in spans if span.category == "PROPERTY_ID")
    told = [_FIRST.search(text, span.start, span.end) for span in own]
    here = {load(stretch.language) for stretch in document.by_language()}
    strokes = any("heading" in language.labels.get("land", {}) for language in here)
    known = {(each["sign"] or "/", each["first"]) for each in told if each and (each["sign"] or strokes)}
    headed = any(_patterns(language).heading.search(text) for language in here)
    if not known and not headed:
        return
    for entry in _ENTRY.finditer(text):
        before = text[max(0, entry.start() - 20) : entry.start()].lower().rstrip(" .").rpartition(" ")[2]
        cases = _patterns(load(document.language_at(entry.start()))).cases
        register = (entry["sign"], entry["first"]) in known or (headed and entry["sign"] == "/")
        if register and before not in cases:
            yield Span(*entry.span(), "PROPERTY_ID", _SCORE, ("documents:land",))


def _put(found: list[Span], span: Span) -> None:
    """Into the sorted spans, in place of what is no better."""
    at = bisect_left(found, span.start, key=lambda each: each.end - 1)
    last = at
    while last < len(found) and found[last].start < span.end:
        last += 1
    if all(_is_open(each) and span.start <= each.start and each.end <= span.end for each in found[at:last]):
        found[at:last] = [span]


def _is_open(span: Span) -> bool:
    return by_model(span) or all(source in _OPEN or source[:4] == "ner:" for source in span.sources)
