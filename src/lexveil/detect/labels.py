"""Numbers that a word before them explains: what the identifier detectors are built from."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from lexveil.languages import Language, each, owner
from lexveil.model import Document, Span, in_order
from lexveil.text.patterns import UPPER
from lexveil.text.quick import Quick

Look = Callable[[Any, str, int, int], Iterable[Span]]  # patterns of a language, a text, from, to
Find = Callable[[Document], Iterator[Span]]

_DATE = re.compile(
    r"\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2}|\d{1,2}\.\d{1,2}\.\d\d"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


class Patterns:
    def __init__(self, language: Language) -> None:
        words = language.labels["numbered"]
        # What may stand between a label and its number: `no.` and the like make the number certain, words
        # such as `is` or `bearing` only lead to it.
        self.link = re.compile(
            rf"(?:[^\S\n]{{0,2}}(?:(?P<sure>{either(words['number'])}|:|\b{either(words['sure'])}\b\.?)"
            rf"|[(\[“„«‘\"',.]|\([a-z.]{{1,9}}\)|\b{either(words['leading'])}\b)){{0,6}}[^\S\n]{{0,2}}"
        )
        joint = either(words["joining"])
        self.series = re.compile(
            rf"(?:[^\S\n]?[,;&]|,?[^\S\n]{joint}\b)[^\S\n]?(?:{words['again']}\.[^\S\n]?)?|[-–](?=\d)"
        )
        months = owner(language, "labels", "numbered").dates["months"]["long"]
        no_month = rf"(?![^\S\n]?{either(name[:3] for name in months)}[a-z]{{0,6}}\b)"
        # A code: at most a few letters, then chunks that each hold a digit.
        self.value = re.compile(
            rf"(?:[{UPPER}]{{1,8}}|[{UPPER}]{{1,5}}[ ./-])?\d[0-9A-Z]{{0,24}}+(?![a-z]{{2}}|[,.]\d{{3}}\b)"
            rf"{no_month}(?:(?:[./:–-]|[ ](?=[A-Z]{{0,3}}\d{{2,}}\b{no_month}))"
            r"[A-Z]{0,4}\d[0-9A-Z]{0,16}){0,7}"
            r"(?:[-/](?:[A-Z]{1,4}|[a-z])\b|(?<=\d)[a-z]\b)?"
        )
        self.says_number = tuple(words["in_label"])


_patterns = cache(Patterns)


class Labels(NamedTuple):
    pattern: Quick
    rules: Mapping[str, str]
    language: Language


class Labelled(NamedTuple):
    rule: str
    start: int
    end: int
    sure: bool  # a word for `number` stood before it


def lowered(text: str) -> str:
    """Lower case of the same length: the dotted capital I is the one letter that would grow."""
    return text.replace("\u0130", "I").lower()


_lowered = lru_cache(maxsize=1)(lowered)  # the detectors of one document follow one another


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; shared beginnings keep a long list fast.

    >>> one_of(["plot", "plots", "parcel"])
    'p(?:arcel|lot(?:s)?)'
    """
    tails: dict[str, set[str]] = {}
    for word in words:
        tails.setdefault(word[:1], set()).add(word[1:])
    optional = tails.pop("", None) is not None
    options = [re.escape(head) + one_of(rest) for head, rest in sorted(tails.items())]
    if not options:
        return ""
    inner = "|".join(options)
    return f"(?:{inner})?" if optional else inner if len(options) == 1 else f"(?:{inner})"


def either(fragments: Iterable[str]) -> str:
    """A pattern for any of these patterns, in their order."""
    return f"(?:{'|'.join(fragments)})"


def labels(language: Language, table: Mapping[str, Sequence[str]]) -> Labels:
    rules = {label: rule for rule, row in table.items() for label in row}
    return Labels(Quick(rf"\b{one_of(rules)}(?!\w)"), rules, language)


def labelled(
    text: str,
    table: Labels,
    value: re.Pattern[str] | None = None,
    *,
    start: int,
    end: int,
    digits: int = 1,
    series: bool = False,
) -> Iterator[Labelled]:
    """Each number after each label: `plots nos. 110, 113 and 168` gives three.

    A date or fewer than `digits` digits count for nothing; a short one, or one that could be a year, only
    after a word for `number`. With `digits` 0 whatever fits `value` counts.
    """
    patterns = _patterns(table.language)
    value = value or patterns.value
    lower = _lowered(text)
    for label in table.pattern.finditer(lower, start, end):
        link = patterns.link.match(lower, label.end())
        at = link.end() if link else label.end()
        sure = bool(link and link["sure"]) or label[0].endswith(patterns.says_number)
        while (number := value.match(text, at)) and _plausible(number[0], digits=digits, sure=sure):
            yield Labelled(table.rules[label[0]], *number.span(), sure)
            joint = patterns.series.match(lower, number.end()) if sure or series else None
            if not joint:
                break
            at = joint.end()


def _plausible(number: str, *, digits: int, sure: bool) -> bool:
    if digits and _DATE.fullmatch(number):
        return False
    count = sum(char.isdigit() for char in number)
    if sure or count < digits or digits == 0:
        return count >= digits
    mixed = count >= 2 and any(char.isalpha() for char in number)
    return mixed or (count >= 4 and not _YEAR.fullmatch(number))


def apart(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans in order, none overlapping: of two that overlap the surer stays, then the longer."""

    def surer(left: Span, right: Span) -> Span | None:
        overlap = right.start < left.end
        return max(left, right, key=lambda span: (span.score, span.end - span.start)) if overlap else None

    return joined(sorted(spans, key=in_order), surer)


def joined(spans: Iterable[Span], join: Callable[[Span, Span], Span | None]) -> Iterator[Span]:
    """The spans with each two neighbours that `join` makes one of as that one."""
    left: Span | None = None
    for right in spans:
        both = join(left, right) if left else None
        if left and not both:
            yield left
        left = both or right
    if left:
        yield left


def in_each_language(patterns: Callable[[Language], Any]) -> Callable[[Look], Find]:
    """Makes a detector of a function that looks, with a language's patterns, between two offsets."""

    def detector(look: Look) -> Find:
        def find(document: Document) -> Iterator[Span]:
            for start, end, language in each(document):
                yield from apart(look(patterns(language), document.text, start, end))

        return find

    return detector


def glued(text: str, start: int) -> bool:
    """Whether what starts there goes on from something before it."""
    before = text[start - 1 : start]
    return before.isalnum() or before in ("-", ".", "/", "+", "_")
