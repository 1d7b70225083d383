"""Words around a person's name: titles with their gender and role, letters after it, particles inside it.

All lower case without the full stop, from `people.toml`. A title is never part of a name.
"""

from collections.abc import Mapping
from functools import cache

from lexveil.languages import Language


@cache
def courtesy(language: Language) -> Mapping[str, str]:
    """Title → the gender it tells, "" for none; these say nothing of the role.

    >>> from lexveil.languages import load
    >>> courtesy(load("en"))["mrs"], courtesy(load("en"))["dr"]
    ('f', '')
    """
    return {
        title: "" if gender == "any" else gender
        for gender, titles in language.people["courtesy"].items()
        for title in titles
    }


@cache
def role_before(language: Language) -> Mapping[str, str]:
    """Word before a name → the role it gives: `judge` → JUDGE."""
    return _by_role(language, "role_before")


@cache
def role_after(language: Language) -> Mapping[str, str]:
    """Letters after a name → the role they give: `qc` → LAWYER."""
    return _by_role(language, "role_after")


def _by_role(language: Language, section: str) -> Mapping[str, str]:
    return {word: role for role, words in language.people[section].items() for word in words}


@cache
def titles(language: Language) -> frozenset[str]:
    """Every word that can stand before a name: courtesy, office or role."""
    return frozenset(courtesy(language)) | frozenset(role_before(language))


@cache
def ranks(language: Language) -> frozenset[str]:
    """Words before a title that say which: Deputy District Judge."""
    return frozenset(language.people["ranks"])


@cache
def suffixes(language: Language) -> frozenset[str]:
    """Part of the name's tail, no role: Jr, PhD."""
    return frozenset(language.people["suffixes"])


@cache
def particles(language: Language) -> frozenset[str]:
    """Small words inside a name: van der, de la."""
    return frozenset(language.people["particles"])
