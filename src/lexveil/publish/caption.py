"""What the first and the last page of a decision say of it as a whole: the court, and the day.

Comes in: a result, or its published text. Only what stays as it was is read: a day that a policy has moved is
not when the decision was made.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lexveil.jurisdictions.legalforms import keys
from lexveil.languages import Language, load
from lexveil.model import Span
from lexveil.pipeline import Result
from lexveil.text.days import days_in
from lexveil.text.fold import fold
from lexveil.text.patterns import UPPER

PAGE = 1500  # characters of the first page, and of the last
STATE = "courts:state"  # the source of the name of a state, which heads some judgments
BODIES = ("COURT", "ORG")  # where the name of a court may be
HEADING = 90  # characters of the longest line that is a heading
LONG = 5  # letters of a word for courts that may end a longer one
_TWO_WAYS = re.compile(r"(0?[1-9]|1[012])/(?!\1/)(0?[1-9]|1[012])/")  # 5/12/2021 is in May or in December
_CELL = re.compile(r"(?:(?!\t|[^\S\n]{3})[^\n])+")  # what stands by itself in a line


def court(result: Result) -> str:
    """The first court that stays named in a heading of the first page, else anywhere on it."""
    kept = {each.entity for each in result.decisions if each.action != "replace"}
    text = result.document.text
    spans = [
        span
        for each in result.entities
        if each.category in BODIES and each.id in kept
        for span in each.spans
        if span.end <= PAGE and STATE not in span.sources and _names_court(text[span.start : span.end])
    ]
    hidden = [(each.start, each.end) for each in result.replacements]
    headings = [each for each in spans if _heads(text, each, hidden)]
    first = min(headings or spans, key=lambda span: span.start, default=None)
    if first is None:
        return ""
    whole = _cell(text, first.start) if headings else text[first.start : first.end]
    return " ".join(whole.split()).strip(" ,.")


def _heads(text: str, span: Span, hidden: Sequence[tuple[int, int]]) -> bool:
    """Whether the name begins a cell that holds nothing else, or that is in capitals."""
    cell = _cell(text, span.start)
    end = span.start + len(cell)
    begins = not text[text.rfind("\n", 0, span.start) + 1 : span.start].strip()
    clear = not any(start < end and span.start < stop for start, stop in hidden)
    alone = cell.isupper() or len(text[span.end : end].strip(" .,")) == 0
    return begins and clear and alone and len(cell) <= HEADING


def _cell(text: str, start: int) -> str:
    found = _CELL.match(text, start)
    return found[0].rstrip() if found else ""


def _names_court(name: str) -> bool:
    """Whether a word for courts is in it, also at the end of a longer one.

    >>> _names_court("Landesverwaltungsgericht Magdeburg"), _names_court("Bamberg GmbH")
    (True, False)
    """
    heads = keys("courts")
    ends = tuple(each for each in heads if len(each) >= LONG)
    return any(word in heads or word.endswith(ends) for word in fold(name).split())


def day(text: str, *, language: str, made: Sequence[tuple[int, int]] = ()) -> str:
    """The day of the decision as an ISO date, or "": alone in its cell on the first or last page, or after a
    place or a word for deciding; none that could be read two ways. `made`: places of pseudonyms.

    >>> day("CASE OF ROE v. DAY\\n\\nDERBY\\n\\n12 May 2021\\n\\nHeard on 3 May 2021.", language="en")
    '2021-05-12'
    """
    for first, last in ((0, PAGE), (max(len(text) - PAGE, 0), len(text))):
        for found in _days(text[first:last], load(language), language):
            start, end, iso = found
            if not any(start + first < stop and begin < end + first for begin, stop in made):
                return iso
    return ""


def _days(page: str, table: Language, language: str) -> Iterator[tuple[int, int, str]]:
    for cell in _CELL.finditer(page):
        for found in days_in(cell[0], language=language)[:1]:
            before, after = cell[0][: found.start], cell[0][found.end :]
            written = cell[0][found.start : found.end]
            if _before(table).fullmatch(before) and not after.strip(" .,;)") and not _TWO_WAYS.match(written):
                yield cell.start() + found.start, cell.start() + found.end, found.day.isoformat()


@cache
def _before(language: Language) -> re.Pattern[str]:
    words = "|".join(language.labels["decided"]["before"])
    place = rf"(?-i:[{UPPER}][\w'’. -]{{1,30}}),"
    return re.compile(rf"\s*(?:(?:{words}|{place}) ?:?)?\s*\(?", re.IGNORECASE)
