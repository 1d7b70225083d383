"""People whom the case knows from its other documents are looked for by their full names in this one too.

Who is hidden there and stays here, because a detector took the name for a place, is hidden nowhere.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from lexveil.languages.common import is_common
from lexveil.model import Document, Span
from lexveil.names.parse import parse
from lexveil.resolve.recognize import NAMES, Bearer
from lexveil.text.fold import squeeze
from lexveil.text.search import Form, Search

SOURCE = "case:known"
SCORE = 0.9


def with_known(document: Document, spans: Iterable[Span], known: Iterable[Bearer]) -> tuple[Span, ...]:
    """The spans, with one of a person for each place where somebody known is named in full.

    What was taken for another kind of name gives way; a longer one around it, as of a firm, stays.
    """
    ordered = sorted(spans)  # none overlaps another
    added: list[Span] = []
    gone: set[Span] = set()
    for name in _named(document.text, known):
        first = bisect_right(ordered, name.start, key=lambda span: span.end)
        after = bisect_left(ordered, name.end, key=lambda span: span.start)
        touched = ordered[first:after]
        if all(_gives_way(span, name) for span in touched):
            added.append(name)
            gone.update(touched)
    return tuple(sorted([*(span for span in ordered if span not in gone), *added]))


def _gives_way(span: Span, name: Span) -> bool:
    holds = span.start <= name.start <= name.end <= span.end and span.end - span.start > name.end - name.start
    return span.category in NAMES and span.category != "PERSON" and not holds


def _named(text: str, known: Iterable[Bearer]) -> Iterator[Span]:
    forms = {form for each in known if each.category == "PERSON" for form in full_names(each.forms)}
    last = 0
    search = Search([Form(form, "name", "") for form in sorted(forms)]) if forms else None
    places = sorted((each.start, -each.end) for each in search.find(text)) if search else []
    for start, end in ((start, -end) for start, end in places):
        if start >= last:
            yield Span(start, end, "PERSON", SCORE, (SOURCE,))
            last = end


def full_names(forms: Sequence[str]) -> Iterator[str]:
    """Those that are nobody else's words: a given name and a family name, not both ordinary."""
    for form in forms:
        name = parse(form)
        if not name.bare and len(name.tokens) > 1 and not all(map(is_common, name.tokens)):
            yield squeeze(form).text
