"""Numbers that a word before them explains: what the identifier detectors are built from.

Comes in: text and a table of labels. Goes out: where the number after each label stands. It knows no category
and decides nothing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from lexveil.model import Span

# What may stand between a label and its number: `no.` and the like make the number certain, words such as
# `is` or `bearing` only lead to it.
NUMBER_WORD = r"(?:nos?\b\.?|numbers?\b|nr\b\.?|núm\b\.?|num\b\.?|n\.?[°º]|№|#)"
_LINK = re.compile(
    rf"(?:[^\S\n]{{0,2}}(?:(?P<sure>{NUMBER_WORD}|:|\b(?:id|code|numbered|ref|reference)\b\.?)"
    r"|[(\[“\"',.]|\([a-z.]{1,9}\)|\b(?:is|was|are|were|bears?|bearing|with|the|of|registration"
    r"|identification|card|document|serial|holder|under|as|his|her|and|in|issued)\b)){0,6}[^\S\n]{0,2}"
)
_SERIES = re.compile(r"(?:[^\S\n]?[,;&]|,?[^\S\n](?:and|or|to)\b)[^\S\n]?(?:nos?\.[^\S\n]?)?|[-–](?=\d)")
_NO_MONTH = r"(?![^\S\n]?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b)"
# A code: at most a few letters, then chunks that each hold a digit.
VALUE = re.compile(
    r"(?:[A-ZÅÄÖÜ]{1,8}|[A-ZÅÄÖÜ]{1,5}[ ./-])?\d[0-9A-Z]{0,24}+(?![a-z]{2}|[,.]\d{3}\b)"
    rf"{_NO_MONTH}(?:(?:[./:–-]|[ ](?=[A-Z]{{0,3}}\d{{2,}}\b{_NO_MONTH}))"
    r"[A-Z]{0,4}\d[0-9A-Z]{0,16}){0,7}"
    r"(?:[-/](?:[A-Z]{1,4}|[a-z])\b|(?<=\d)[a-z]\b)?"
)
_DATE = re.compile(
    r"\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d{1,2}\2\d{1,2}|\d{1,2}\.\d{1,2}\.\d\d"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SAYS_NUMBER = ("number", "numbers", " code", " no", " id")


class Labelled(NamedTuple):
    rule: str
    start: int
    end: int
    sure: bool  # a word for `number` stood before it


def lowered(text: str) -> str:
    """Lower case of the same length: the dotted capital I is the one letter that would grow.

    >>> lowered("İzmir No. 5")
    'izmir no. 5'
    """
    return text.replace("\u0130", "I").lower()


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first, that branches letter by letter.

    Python tries alternatives one after the other; sharing the beginnings keeps a long list fast.

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


def labels(table: Mapping[str, str]) -> tuple[re.Pattern[str], dict[str, str]]:
    """From `rule -> labels between bars`: the pattern of all labels, and the rule of each label."""
    rules = {label: rule for rule, row in table.items() for label in row.split("|")}
    return re.compile(rf"\b{one_of(rules)}(?!\w)"), rules


def labelled(
    text: str,
    table: tuple[re.Pattern[str], dict[str, str]],
    value: re.Pattern[str] = VALUE,
    *,
    digits: int = 1,
) -> Iterator[Labelled]:
    """Each number after each label. `plots nos. 110, 113 and 168` gives three.

    A date or a number of fewer than `digits` digits counts for nothing; a short one, or one that could be
    a year, counts only after a word for `number`. With `digits` 0 whatever fits `value` counts.
    """
    pattern, rules = table
    lower = lowered(text)
    for label in pattern.finditer(lower):
        link = _LINK.match(lower, label.end())
        at = link.end() if link else label.end()
        sure = bool(link and link["sure"]) or label[0].endswith(_SAYS_NUMBER)
        while (number := value.match(text, at)) and _plausible(number[0], digits=digits, sure=sure):
            yield Labelled(rules[label[0]], *number.span(), sure)
            series = _SERIES.match(lower, number.end()) if sure else None
            if not series:
                break
            at = series.end()


def _plausible(number: str, *, digits: int, sure: bool) -> bool:
    if digits and _DATE.fullmatch(number):
        return False
    count = sum(char.isdigit() for char in number)
    if sure or count < digits or digits == 0:
        return count >= digits
    mixed = count >= 2 and any(char.isalpha() for char in number)
    return mixed or (count >= 4 and not _YEAR.fullmatch(number))


def apart(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans in order, none overlapping: of two that overlap the surer stays, then the longer.

    >>> [span.end for span in apart([Span(0, 4, "CODE", 0.5), Span(2, 9, "CODE", 0.9)])]
    [9]
    """
    last: Span | None = None
    for span in sorted(spans):
        if last is None:
            last = span
        elif span.start >= last.end:
            yield last
            last = span
        elif (span.score, span.end - span.start) > (last.score, last.end - last.start):
            last = span
    if last is not None:
        yield last
