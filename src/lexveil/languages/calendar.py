"""Month names of the languages that documents are written in, from `dates.toml`."""

from functools import cache
from typing import NamedTuple

from lexveil.languages import Language, codes, load

# Where a name is the same in several languages, the first of these says how its neighbours are written.
_ORDER = ("en", "fi", "da", "nb", "sv", "de", "fr", "it", "es", "ca", "nl", "pt")


class Month(NamedTuple):
    number: int  # 1 to 12
    names: tuple[str, ...]  # the twelve of the same language and form


def month(word: str, *, language: str) -> Month | None:
    """Which month a word is, case aside: first in the language, then in English, then in any other."""
    small = word.lower()
    for stem in _stems():
        small = small[: small.index(stem) + len(stem)] if stem in small else small
    return _table(load(language)).get(small)


def ending(word: str) -> str:
    """
    >>> ending("toukokuuta"), ending("May")
    ('ta', '')
    """
    small = word.lower()
    return next((small[small.index(stem) + len(stem) :] for stem in _stems() if stem in small), "")


@cache
def words() -> tuple[str, ...]:
    """Every month name, lower case, longest first, for a pattern."""
    every = {name for language in _languages() for name in _table(language)}
    return tuple(sorted(every, key=lambda name: (-len(name), name)))


@cache
def _languages() -> tuple[Language, ...]:
    return tuple(load(code) for code in dict.fromkeys((*_ORDER, *codes())))


@cache
def _stems() -> frozenset[str]:
    """What a month ends with where the ending of a case begins."""
    months = (language.dates["months"] for language in _languages())
    return frozenset(section["stem"] for section in months if "stem" in section)


@cache
def _table(language: Language) -> dict[str, Month]:
    found: dict[str, Month] = {}
    for known in dict.fromkeys((language, *_languages())):
        months = known.dates["months"]
        for names in (months["long"], months.get("short", ())):
            for number, name in enumerate(names, 1):
                found.setdefault(name.lower(), Month(number, names))
        for other, name in months.get("other", {}).items():
            found.setdefault(other, found[name.lower()])
    return found
