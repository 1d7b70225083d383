"""Is this the date of a statute or a treaty? The Convention of 4 November 1950, lov nr. 434 af 3. maj 2011.

Such a date tells nothing of anybody, and a law with another date is another law.
"""

import re
from functools import cache

from lexveil.languages import Language, load
from lexveil.model import Document, Span
from lexveil.text.patterns import one_of

NEAR = 160  # characters before a date in which the word for a statute may stand
_NUMBER = r"(?:\d[\w:/.-]*|\((?:[\d:/]+|[A-Z]{2,5}(?:, [A-Z][a-z]+)?)\)|[A-Z]{2,4}/?\d[\w/-]*)"
_JOINED = r"(?:,? (?:[Nn][°or]?s?\.?[º°]?|[Nn][úu]ms?\.?|[A-Z]{2,5}) ?)?"


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = language.labels["statutes"]
    named = rf"(?<!\w){one_of(words['words'])}"
    numbered = rf"(?:{_JOINED},? ?{_NUMBER}){{0,2}}"
    dated = rf"{numbered}{words['by']}{words['dated']} ?"
    in_force = rf"{numbered}(?:,? \(?[^\W\d_]+){{0,5}}? \(?{one_of(words['in_force'])} ?"
    before = re.compile(rf"{named}(?:(?: \d{{4}})?{in_force}|{dated})\Z")
    return before, re.compile(words.get("after", "(?!)"))


def is_of_statute(document: Document, span: Span) -> bool:
    before, after = _patterns(load(document.language_at(span.start)))
    near = document.text[max(0, span.start - NEAR) : span.start]
    return bool(before.search(near) or after.match(document.text, span.end))
