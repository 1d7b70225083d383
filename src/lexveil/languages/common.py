"""Is this capitalised word an ordinary word? English, as used in legal text.

Comes in: one word, lower case without accents (`text.fold.fold`). Goes out: yes or no. The words stand in
`en/words.txt`, written for Lexveil. Nothing here looks at the words around.
"""

from collections.abc import Mapping
from functools import cache

from lexveil.languages import load


@cache
def words(section: str) -> frozenset[str]:
    """The words of one section of the list.

    >>> "monday" in words("calendar")
    True
    """
    return _read()[section]


def is_common(word: str) -> bool:
    """An ordinary word, whether or not some people bear it as a name.

    >>> is_common("appeal"), is_common("may"), is_common("wolasiewicz")
    (True, True, False)
    """
    return word in _any()


def is_also_name(word: str) -> bool:
    """An ordinary word that is a name as well: only its company tells.

    >>> is_also_name("may"), is_also_name("appeal")
    (True, False)
    """
    return word in words("names")


def is_plain(word: str) -> bool:
    """An ordinary word and nothing else: it ends any name.

    >>> is_plain("may"), is_plain("appeal")
    (False, True)
    """
    return word in _plain()


def is_function(word: str) -> bool:
    """A word such as `the` or `however`, with which no proper name begins."""
    return word in words("function")


def is_demonym(word: str) -> bool:
    """A word for people or things of a country, a people or a faith."""
    return word in words("demonym")


@cache
def _any() -> frozenset[str]:
    return frozenset().union(*_read().values())


@cache
def _plain() -> frozenset[str]:
    return _any() - words("names")


@cache
def _read() -> Mapping[str, frozenset[str]]:
    return load("en").words
