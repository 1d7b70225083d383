"""Does the context support that a word is a name here?

For names that are ordinary words too ("May", "Bill", "Grant"): a title or initial before it, or a capital in
the middle of a sentence with nothing that makes it a thing ("the Grant Agreement", "12 May"). Looks at a few
words on either side, never further.
"""

import re

from lexveil.languages import common, titles
from lexveil.names import given
from lexveil.text.fold import fold
from lexveil.text.patterns import any_of

NEAR = 40  # characters looked at on each side

_TITLE = re.compile(rf"(?<!\w){any_of(titles.COURTESY | titles.ROLE_BEFORE)}\.?\s+$", re.IGNORECASE)
_INITIAL = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?){1,3}$")
_GIVEN_BEFORE = re.compile(
    r"(?<![\w'’-])(?:([^\W\d_][\w'’-]+)|(?:[^\W\d_]\.[ ]?)+)[ ]{1,2}$|(?<!\w)(?:[^\W\d_]\.)+$"
)
_WORD_BEFORE = re.compile(r"([^\W\d_](?:[\w'’.-]*[\w.])?)\s+$")
_WORD_AFTER = re.compile(r"^(['’]s)?[,)]?\s*([\w-]+)?")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;]['\"”’)]*\s+|\n\s*|[\"“(]\s*|\d\.?\s+)$")
_LOWER_WORD = re.compile(r"(?<![\w@./'’-])[a-zß-öø-ÿ]{2,}(?![\w@/-]|\.\w)")

_DETERMINERS = frozenset(
    "the a an this that these those any each every no such said its their his her".split()
)
_MONTHS = frozenset(("april", "august", "january", "june", "march", "may"))
_VERBS = frozenset(
    "was is has had did does said says stated states testified explained confirmed told gave denied "
    "admitted claimed argued added replied answered wrote called saw met left arrived knew recalled "
    "remembered believed described submitted asserted declared observed noted who whose himself herself "
    "then also never could would and".split()
)


def lower_case_words(text: str) -> set[str]:
    """The words that the document writes in lower case: there they are words, not names."""
    return {fold(word) for word in set(_LOWER_WORD.findall(text))}


def supported(text: str, start: int, end: int) -> bool:
    """
    >>> line = "Mr Grant sought a grant. The Grant Agreement of Grant was read."
    >>> [supported(line, at, at + 5) for at in (3, 29, 48)]
    [True, False, True]
    """
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    if _TITLE.search(before) or _INITIAL.search(before):
        return True
    if _dated(text[start:end], before, after) or _shouted_line(text, start, end):
        return False
    word_before = _last_word(before)
    if fold(word_before) in _DETERMINERS:
        return False
    if given.is_given(fold(word_before)) and word_before[:1].isupper():
        return True
    found = _WORD_AFTER.match(after)
    possessive, following = (found[1], found[2] or "") if found else (None, "")
    if following[:1].isupper() and not possessive and after[:1] == " ":
        return False
    if _SENTENCE_START.search(before) or not before:
        return bool(possessive) or fold(following) in _VERBS
    return True


def stands_alone(text: str, start: int, end: int) -> bool:
    """A given name by itself: no capitalised neighbour that would make it part of another name."""
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    word_before = _last_word(before)
    if word_before[:1].isupper() and not _ordinary(word_before) and not _SENTENCE_START.search(before):
        return False
    following = re.match(r"[ \t]+([^\W\d_]\w*)", after)
    joined = after[:1] == "-"
    return not joined and (following is None or not following[1][0].isupper())


def given_name_before(text: str, start: int, lower_words: set[str]) -> int:
    """Where the name starts if given names or initials stand right before this surname.

    A capitalised word that is no word of the language or of this document is taken for one, listed or not.
    """
    while True:
        found = _GIVEN_BEFORE.search(text[max(0, start - NEAR) : start])
        if not found or not found[0][0].isupper():
            return start
        word = fold(found[1] or "")
        if word and (_ordinary(word) or (word in lower_words and not given.is_given(word))):
            return start
        start -= len(found[0])


def _last_word(before: str) -> str:
    found = _WORD_BEFORE.search(before)
    return found[1] if found else ""


def _ordinary(word: str) -> bool:
    folded = fold(word).rstrip(".")
    return common.is_common(folded) or folded in titles.COURTESY or folded in titles.ROLE_BEFORE


def _dated(word: str, before: str, after: str) -> bool:
    if fold(word) not in _MONTHS:
        return False
    return bool(
        re.search(r"\d(?:st|nd|rd|th)?(?: of)?\s+$|\b(?:in|since|until|early|late|mid)[ -]$", before, re.I)
    ) or bool(re.match(r"\s+\d", after))


def _shouted_line(text: str, start: int, end: int) -> bool:
    """In a line all in capitals, a capital tells nothing."""
    line_start = max(text.rfind("\n", max(0, start - 200), start) + 1, start - 200, 0)
    line_end = text.find("\n", end, end + 200)
    line = text[line_start : line_end if line_end >= 0 else end + 200]
    letters = [char for char in line if char.isalpha()]
    return len(letters) > end - start and sum(map(str.isupper, letters)) > 0.8 * len(letters)
