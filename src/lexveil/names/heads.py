"""The letters after the name of who heads a court: Sir Ann Roe MR, Lord Poe P."""

import re
from functools import cache

from lexveil.languages import Language, owner
from lexveil.text.patterns import Pattern, any_of, dotted

FAR = 12  # characters of a title
_LAST = re.compile(r"[^\W\d_]{2}\Z")


@cache
def letters_of_heads(language: Language) -> Pattern:
    return re.compile(rf"[^\S\n]+{dotted(_words(language).get('heads', ()))}\.?(?!\w)")


@cache
def _titled(language: Language) -> Pattern:
    titles = (*language.people["titles"].get("peers", ()), *_words(language).get("knights", ()))
    return re.compile(rf"(?i)(?<!\w){any_of(titles)}\s+\Z")


def without_letters(text: str, start: int, end: int, language: Language) -> int:
    """Where the name ends, less these letters."""
    if not _titled(language).search(text, max(0, start - FAR), start):
        return end
    for found in letters_of_heads(language).finditer(text, start, end):
        if found.end() >= end and _LAST.search(text, start, found.start()):
            return found.start()
    return end


def _words(language: Language) -> dict[str, tuple[str, ...]]:
    words: dict[str, tuple[str, ...]] = owner(language, "roles", "cited_judges").roles["cited_judges"]
    return words
