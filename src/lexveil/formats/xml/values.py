"""What stands in attributes that have a type: a date stays a date, an address an address, an id the only one.

A schema (Akoma Ntoso, ELI) lets no free text in there, and a label is free text.
"""

import re
from collections import Counter

from lexveil.formats.markup import characters as chars

NO_DATE = "0001-01-01"  # in place of a date that is hidden and gets no other one
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_NAMING = re.compile(r"/(?:akn|eli|ontology|ecli)/[^\"'<>\s]*\Z", re.IGNORECASE)  # it names a work
QUOTE = re.compile("[\"']")
_NO_SLUG = re.compile(r"[^\w.~-]+")
_IDS = re.compile(r"(\s(?:eId|wId|xml:id|id)\s*=\s*)([\"'])([^\"'<>]*)\2")
_QUOTED = frozenset(chars.QUOTED_BY.values())


def typed(text: str, original: str, context: str, left: str) -> str:
    """The replacement as it may stand there; `left` is what of the attribute was written before it.

    >>> typed("[date 1]", "2021-03-04", chars.ADDRESS, "/akn/no/")
    '0001-01-01'
    >>> typed("person A", "welhaven", chars.ADDRESS, "/akn/no/"), typed("person A", "x", chars.TEXT, "")
    ('person-a', 'person A')
    """
    if (context in _QUOTED or context == chars.ADDRESS) and _DATE.fullmatch(original):
        return text if _DATE.fullmatch(text) else NO_DATE
    if context == chars.ADDRESS and _NAMING.search(left[-200:]):
        return _NO_SLUG.sub("-", text).strip("-").lower()
    return text


def unique(text: str, source: str) -> str:
    """Ids that became the same are told apart: one person may have had several."""
    before = Counter(found[3] for found in _IDS.finditer(source))
    seen: Counter[str] = Counter()

    def own(found: re.Match[str]) -> str:
        seen[found[3]] += 1
        again = seen[found[3]] > max(1, before[found[3]])
        return f"{found[1]}{found[2]}{found[3]}{f'_{seen[found[3]]}' if again else ''}{found[2]}"

    return _IDS.sub(own, text)
