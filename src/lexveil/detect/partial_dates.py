"""Days without a year, as notes have them beside whole dates: 20.02, 26.01 17, 5/3.

Such figures are also times, sums and sections. So they count only in a document that writes whole dates with
the same sign, and after a word for a day, at the head of a note, on a list of dates, or with a year that the
whole dates have.
"""

import re
from collections.abc import Collection, Iterator

_WHOLE = re.compile(r"(?<![\w.,/-])\d{1,2}([./])\d{1,2}\1((?:19|20)?\d\d)(?![\w/]|[.,]\d)")
_PART = re.compile(
    r"(?<![\w.,/:€$£§+-])(?P<day>\d{1,2})(?P<sign>[./])(?P<month>\d{1,2})"
    r"(?:(?P<year> \d\d)(?![\w%/:]|[.,]\d)|\.(?=,| [^\W_A-Z])|(?![\w%/]|[.,:-]\d))"
)
_NOTED = re.compile(r"(?m)^[ \t]*\Z")
_NOTES = re.compile(r"[.]?(?::| [-–] | \()")
_LENGTH = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Partial:
    """Reads the days of one document. State: how it writes whole dates."""

    def __init__(self, text: str) -> None:
        whole = _WHOLE.findall(text)
        self.text = text
        self.signs = {sign for sign, _ in whole}
        self.years = {year[-2:] for _, year in whole}

    def find(
        self,
        first: int,
        last: int,
        *,
        words: Collection[str],
        joining: re.Pattern[str],
        amount: re.Pattern[str],
    ) -> Iterator[tuple[int, int]]:
        """`words` stand before a day, `joining` between two, `amount` after what is none."""
        end = -1
        for found in _PART.finditer(self.text, first, last) if self.signs else ():
            if (
                found["sign"] not in self.signs
                or not _in_calendar(found)
                or amount.match(self.text, found.end())
            ):
                continue
            dated = found["year"] is not None and found["year"][1:] in self.years
            listed = end >= 0 and joining.fullmatch(self.text, end, found.start())
            if dated or listed or self._told(found, words):
                end = found.end() if dated or not found["year"] else found.start("year")
                yield found.start(), end

    def _told(self, found: re.Match[str], words: Collection[str]) -> bool:
        before = re.search(r"([^\W\d_]+)[.:]? ?\Z", self.text[max(0, found.start() - 18) : found.start()])
        if before and before[1].lower() in words:
            return True
        noted = len(found["day"]) == len(found["month"]) == 2 and _NOTES.match(self.text, found.end())
        start = max(0, found.start() - 8)
        return bool(noted and _NOTED.search(self.text, start, found.start()))


def _in_calendar(found: re.Match[str]) -> bool:
    day, month = int(found["day"]), int(found["month"])
    if found["sign"] == "/" and month > 12:  # as America writes it
        day, month = month, day
    return 1 <= month <= 12 and 1 <= day <= _LENGTH[month - 1]
