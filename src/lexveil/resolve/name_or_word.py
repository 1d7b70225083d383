"""Is a word that can be a name or an ordinary word ("May", "Bill", "Grant") a name here?"""

import re
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, people
from lexveil.languages.common import is_common
from lexveil.names import given
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of, plain_groups

NEAR = 40  # characters looked at on each side

_INITIAL = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?){1,3}$")
_GIVEN_BEFORE = re.compile(
    r"(?<![\w'’-])(?:([^\W\d_][\w'’-]+)|(?:[^\W\d_]\.[ ]?)+)[ ]{1,2}$|(?<!\w)(?:[^\W\d_]\.)+$"
)
_WORD_BEFORE = re.compile(r"([^\W\d_](?:[\w'’.-]*[\w.])?)\s+$")
_WORD_AFTER = re.compile(r"^(['’]s)?[,)]?\s*([\w-]+)?")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;]['\"”’)]*\s+|\n\s*|[\"“(]\s*|\d\.?\s+)$")
_LOWER_WORD = re.compile(r"(?<![\w@./'’-])[a-zß-öø-ÿ]{2,}(?![\w@/-]|\.\w)")


class _Words(NamedTuple):
    title: re.Pattern[str]
    determiners: frozenset[str]
    verbs: frozenset[str]
    months: frozenset[str]
    before_month: re.Pattern[str]


@cache
def _words(language: Language) -> _Words:
    words = language.people["beside"]
    return _Words(
        re.compile(rf"(?<!\w){any_of(people.titles(language))}\.?\s+$", re.IGNORECASE),
        frozenset(words["determiners"]),
        frozenset(words["verbs"]),
        frozenset(words["months"]),
        re.compile(
            rf"{plain_groups(words['day'])}\s+$|\b{any_of(words['before_month'])}[ -]$", re.IGNORECASE
        ),
    )


def lower_case_words(text: str) -> set[str]:
    """The words that the document writes in lower case: there they are words, not names."""
    return {fold(word) for word in set(_LOWER_WORD.findall(text))}


def supported(text: str, start: int, end: int, language: Language) -> bool:
    """
    >>> from lexveil.languages import load
    >>> line = "Mr Grant sought a grant. The Grant Agreement of Grant was read."
    >>> [supported(line, at, at + 5, load("en")) for at in (3, 29, 48)]
    [True, False, True]
    """
    words = _words(language)
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    if words.title.search(before) or _INITIAL.search(before):
        return True
    month = fold(text[start:end]) in words.months
    dated = month and (words.before_month.search(before) or re.match(r"\s+\d", after))
    if dated or _shouted_line(text, start, end):
        return False
    word_before = _last_word(before)
    if fold(word_before) in words.determiners:
        return False
    if given.is_given(fold(word_before)) and word_before[:1].isupper():
        return True
    found = _WORD_AFTER.match(after)
    possessive, following = (found[1], found[2] or "") if found else (None, "")
    if following[:1].isupper() and not possessive and after[:1] == " ":
        return False
    if _SENTENCE_START.search(before) or not before:
        return bool(possessive) or fold(following) in words.verbs
    return True


def stands_alone(text: str, start: int, end: int, language: Language) -> bool:
    """A given name by itself: no capitalised neighbour that would make it part of another name."""
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    word_before = _last_word(before)
    named = word_before[:1].isupper() and not _ordinary(word_before, language)
    following = re.match(r"[ \t]+([^\W\d_])", after)
    if (named and not _SENTENCE_START.search(before)) or after[:1] == "-":
        return False
    return following is None or not following[1].isupper()


def given_name_before(text: str, start: int, lower_words: set[str], language: Language) -> int:
    """Where the name starts if given names or initials, listed or not, stand right before this surname."""
    while True:
        found = _GIVEN_BEFORE.search(text[max(0, start - NEAR) : start])
        if not found or not found[0][0].isupper():
            return start
        word = fold(found[1] or "")
        if word and (_ordinary(word, language) or (word in lower_words and not given.is_given(word))):
            return start
        start -= len(found[0])


def _last_word(before: str) -> str:
    found = _WORD_BEFORE.search(before)
    return found[1] if found else ""


def _ordinary(word: str, language: Language) -> bool:
    folded = fold(word).rstrip(".")
    return is_common(folded, language) or folded in people.titles(language)


def _shouted_line(text: str, start: int, end: int) -> bool:
    """In a line all in capitals, a capital tells nothing."""
    line_start = max(text.rfind("\n", max(0, start - 200), start) + 1, start - 200, 0)
    line_end = text.find("\n", end, end + 200)
    line = text[line_start : line_end if line_end >= 0 else end + 200]
    letters = [char for char in line if char.isalpha()]
    return len(letters) > end - start and sum(map(str.isupper, letters)) > 0.8 * len(letters)
