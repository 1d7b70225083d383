"""Addresses, in every language: each rule finds what one sign shows, and what overlaps is one address.

ADDRESS spans; a street or a town alone is LOC. The signs: a number of a house, of a box or of the post
(`numbers`), the kind of street before its name (`kinds`), words that lead to a home (`homes`).
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

from lexveil.detect.addresses import homes, kinds, numbers
from lexveil.detect.addresses.wholes import united
from lexveil.detect.labels import apart, joined
from lexveil.languages import Language, each
from lexveil.model import Document, Span

Rule = Callable[[str, int, int], Iterator[Span]]  # a text, from, to


@cache
def _rules(language: Language) -> tuple[Rule, ...]:
    return numbers.Numbers(language).find, kinds.Kinds(language).find, homes.Homes(language).find


def find(document: Document) -> Iterator[Span]:
    for start, end, language in each(document):
        found = (apart(rule(document.text, start, end)) for rule in _rules(language))
        yield from joined(sorted(chain.from_iterable(found)), _united)


def _united(one: Span, other: Span) -> Span | None:
    return united(one, other) if other.start < one.end else None
