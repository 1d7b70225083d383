"""Is this folded word an ordinary word? The words stand in `words.txt` of each language."""

from functools import cache

from lexveil.languages import Language, load

ENGLISH = load("en")  # for a word that stands in no paragraph: in a list of names, a pseudonym, a field


def words(section: str, language: Language = ENGLISH) -> frozenset[str]:
    """The words of one section of the list."""
    return language.words[section]


def is_common(word: str, language: Language = ENGLISH) -> bool:
    """An ordinary word, whether or not some people bear it as a name."""
    return word in every(language)


def is_also_name(word: str, language: Language = ENGLISH) -> bool:
    """An ordinary word that is a name as well: only its company tells."""
    return word in language.words["names"]


def is_plain(word: str, language: Language = ENGLISH) -> bool:
    """An ordinary word and nothing else: it ends any name."""
    return word in _plain(language)


def is_function(word: str, language: Language = ENGLISH) -> bool:
    """A word such as `the` or `however`, with which no proper name begins."""
    return word in language.words["function"]


def is_demonym(word: str, language: Language = ENGLISH) -> bool:
    """A word for people or things of a country, a people or a faith."""
    return word in language.words["demonym"]


@cache
def every(language: Language) -> frozenset[str]:
    """All ordinary words of the list, those that are names as well included."""
    return frozenset().union(*language.words.values())


@cache
def _plain(language: Language) -> frozenset[str]:
    return every(language) - language.words["names"]
