"""Does the word that opens a sentence, and is somebody's name elsewhere, stand for a thing there? What
follows tells: Storm and rain, a storm it was not, stone upon stone.

It is asked of ordinary words only, and in doubt the word is a name: a name that stays readable is worse than
a word that is hidden (docs/decisions/0161-words-at-the-head-of-a-sentence.md).
"""

import re
from functools import cache
from typing import NamedTuple

from lexveil.languages import Language
from lexveil.resolve.name_or_word import begins_sentence, beside, is_paired, is_word
from lexveil.text.fold import fold
from lexveil.text.patterns import LOWER, one_of

SENTENCE = 200  # characters of it that are looked at
REPEATED = 3  # words after it, within which it stands again in small letters

_WORDS = re.compile(r"[^\W\d_]+|&")
_PART = re.compile(rf"-[ \t]([^\W\d_]+)[ \t][{LOWER}]")  # Berg- og dalbane
_STOPS = re.compile(r"[.?!;:\n]")


class Opening(NamedTuple):
    subjects: frozenset[str]  # pronouns that are nothing but a subject
    it: frozenset[str]  # pronouns that may be an object as well
    auxiliaries: frozenset[str]
    not_of_people: frozenset[str]  # after `was it`: not, been
    of_people: re.Pattern[str]  # verbs of which a person is the object, prepositions left at the end
    not_after_name: frozenset[str]  # only a verb or a numeral has these right after it


@cache
def _opening(language: Language) -> Opening | None:
    words = language.people.get("at_head")
    if not words:
        return None
    return Opening(
        frozenset(map(fold, words["subjects"])),
        frozenset(map(fold, words["it"])),
        frozenset(map(fold, words["auxiliaries"])),
        frozenset(map(fold, words["not_of_people"])),
        re.compile(rf"(?<!\w)(?:{one_of(words['of_people'])})(?!\w)", re.IGNORECASE),
        frozenset(map(fold, words["not_after_name"])),
    )


def opens_as_word(text: str, start: int, end: int, language: Language) -> bool:
    """
    >>> from lexveil.languages import load
    >>> line = "Storm var der ikke. Storm har forklaret det. Storm og regn kom. Storm og manden kom."
    >>> [opens_as_word(line, at, at + 5, load("da")) for at in (0, 20, 45, 64)]
    [True, False, True, False]
    """
    opening = _opening(language)
    key = fold(text[start:end])
    if not opening or not text[start:end].istitle() or not begins_sentence(text, start):
        return False
    after = _sentence(text, end)
    if _is_first_part(after, language) or key in _words(after)[1:REPEATED]:
        return True
    if not is_word(key, language):
        return False
    return is_paired(text, end, language) or _is_object(after, opening)


def _sentence(text: str, start: int) -> str:
    after = text[start : start + SENTENCE]
    stop = _STOPS.search(after)
    return after[: stop.start()] if stop else after


def _words(after: str) -> list[str]:
    return [word for word in _WORDS.findall(after) if word.islower()]


def _is_first_part(after: str, language: Language) -> bool:
    found = _PART.match(after)
    return bool(found and fold(found[1]) in beside(language).joining)


def _is_object(after: str, opening: Opening) -> bool:
    """What is not the subject of the verb after it, which has another: Storm var der ikke."""
    words = [fold(word) for word in re.findall(r"\A(?: [^\W\d_]+){1,3}", after)[:1] for word in word.split()]
    if words and words[0] in opening.not_after_name:
        return True
    if len(words) < 2 or words[0] not in opening.auxiliaries or opening.of_people.search(after):
        return False
    if words[1] in opening.subjects:
        return True
    return words[1] in opening.it and words[-1] in opening.not_of_people
