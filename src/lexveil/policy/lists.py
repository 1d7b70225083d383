"""The names and patterns that a policy lists, and which entities and places they mean.

What is kept must be named exactly: the whole mention. What is replaced is met inside a mention too, and where
no detector saw it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from lexveil.languages import DEFAULT
from lexveil.model import Document, Span
from lexveil.names.base_forms import likeliest
from lexveil.policy.rules import Policy
from lexveil.text.fold import fold, squeeze
from lexveil.text.search import Form, Search

AMOUNTS = ("DATE", "TIME", "AGE", "MONEY", "QUANTITY")  # in which a listed word is no name: May 2020
SOURCE = "policy:replace"


class Lists:
    """The lists of a policy, made ready once."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._keep = _folded(policy.keep.names)
        self._large = _folded(policy.large.names)
        self._always = _folded(policy.replace.names)
        forms = [Form(squeeze(name).text, "name", "") for name in sorted(policy.replace.names)]
        self._replace = Search(forms) if forms else None

    def kept(self, mentions: Sequence[str], language: str = DEFAULT) -> bool:
        """In whatever form the language writes a name that is listed: Virtaselle, of Virtanen."""
        if _among(mentions, self._keep, self.policy.keep.patterns):
            return True
        return bool(self._keep) and any(_uninflected(each, language) in self._keep for each in mentions)

    def large(self, mentions: Sequence[str]) -> bool:
        return _among(mentions, self._large, self.policy.large.patterns)

    def replaced(self, mentions: Sequence[str], category: str) -> bool:
        if category in AMOUNTS:
            return _among(mentions, self._always, self.policy.replace.patterns)
        return any(True for mention in mentions for _ in self.places(mention))

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a name or pattern that is always replaced stands in a text."""
        if self._replace:
            for found in self._replace.find(text):
                yield found.start, found.end
        for pattern in self.policy.replace.patterns:
            for match in pattern.finditer(text):
                if match.start() < match.end():
                    yield match.span()


def listed(document: Document, spans: Iterable[Span], policy: Policy) -> tuple[Span, ...]:
    """The spans, with one for each place of a name that is always replaced and that none of them touches."""
    ordered = sorted(spans)
    if not (policy.replace.names or policy.replace.patterns):
        return tuple(ordered)
    added: list[Span] = []
    last = at = 0
    for start, end in sorted(Lists(policy).places(document.text), key=lambda place: (place[0], -place[1])):
        while at < len(ordered) and ordered[at].end <= start:
            at += 1
        free = at == len(ordered) or end <= ordered[at].start
        if free and start >= last:
            added.append(Span(start, end, "MISC", 1.0, (SOURCE,)))
            last = end
    return tuple(sorted([*ordered, *added]))


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(_plain, names))


def _plain(name: str) -> str:
    return " ".join(fold(name).split())


def _uninflected(mention: str, language: str) -> str:
    before, space, word = _plain(mention).rpartition(" ")
    return f"{before}{space}{likeliest(word, language).name}"


def _among(mentions: Sequence[str], names: frozenset[str], patterns: Sequence[re.Pattern[str]]) -> bool:
    listed = bool(names) and any(_plain(mention) in names for mention in mentions)
    return listed or any(pattern.fullmatch(mention) for pattern in patterns for mention in mentions)
