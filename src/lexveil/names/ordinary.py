"""Is a word, folded, an ordinary one of its language? The words stand in `lower.txt` and `words.txt`."""

from functools import cache

from lexveil.languages import Language, load, lower_words
from lexveil.languages.common import is_common, is_plain
from lexveil.text.fold import fold

PART = 5  # letters of each of two words
FREQUENT = 25_000  # words of the list, the first of it


@cache
def ranks(code: str) -> dict[str, int]:
    """The words that the language writes in lower case, folded → their rank, the most frequent first."""
    found: dict[str, int] = {}
    for rank, word in enumerate(lower_words(load(code).code)):
        found.setdefault(fold(word), rank)
    return found


@cache
def spelled(code: str) -> dict[str, int]:
    """The same with their accents."""
    return {word: rank for rank, word in reversed(list(enumerate(lower_words(load(code).code))))}


def is_ordinary(word: str, language: Language) -> bool:
    """It may be somebody's name all the same."""
    return is_common(word, language) or word in ranks(language.code)


def is_frequent(word: str, language: Language) -> bool:
    """A rarer word of the list may as well be a name: Otso, Rinteiden."""
    return is_common(word, language) or ranks(language.code).get(word, FREQUENT) < FREQUENT


def is_compound(word: str, language: Language) -> bool:
    """Two ordinary words in one, of which neither is short: todistuspalkkio."""
    known = ranks(language.code)
    return any(
        known.get(word[:at], FREQUENT) < FREQUENT and known.get(word[at:], FREQUENT) < FREQUENT
        for at in range(PART, len(word) - PART + 1)
    )


def is_small_word(word: str, language: Language) -> bool:
    """The same of a word in lower case, which a word that is rather a name (Lee) is not."""
    return is_plain(word, language) or word in ranks(language.code)


def is_respelt(word: str, language: Language) -> bool:
    """Whether its marks tell a name from the word of the language that it is without them: Lê is no `le`."""
    small = word.lower()
    marked = len(small) > 1 and not small.isascii()
    return marked and knows_words(language) and small not in spelled(language.code)


def knows_words(language: Language) -> bool:
    """Whether a word that is not listed is none: only a language with the list can tell."""
    return bool(ranks(language.code))
