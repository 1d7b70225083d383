"""Words around a person's name, from `people.toml`: lower case without the full stop."""

from collections.abc import Mapping
from functools import cache

from lexveil.languages import DEFAULT, Language, codes, load


@cache
def courtesy(language: Language) -> Mapping[str, str]:
    """Title → the gender it tells, "" for none; these say nothing of the role."""
    return genders(language, "courtesy")


def genders(language: Language, section: str) -> Mapping[str, str]:
    """Title → the gender it tells, of a section that lists them by gender."""
    return {
        title: "" if gender == "any" else gender
        for gender, titles in language.people[section].items()
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
def tails(language: Language) -> frozenset[str]:
    """What can end a name and is none: suffixes, letters that give a role. A single letter is an initial."""
    return frozenset(word for word in suffixes(language) | role_after(language).keys() if len(word) > 1)


@cache
def particles(language: Language) -> frozenset[str]:
    """Small words inside a name: van der, de la."""
    return frozenset(language.people["particles"])


@cache
def also_given(language: Language) -> frozenset[str]:
    """Particles that are given names at the start of a name: Ben, Al."""
    return frozenset(language.people["described"]["also_given"])


@cache
def particles_of_all() -> frozenset[str]:
    """Small words inside or glued to a name in any language: McTorvund."""
    every = [load(code) for code in codes()]
    glued = (language.people["described"]["glued"] for language in every)
    return frozenset().union(*map(particles, every), *glued)


@cache
def titles_that_tell(kind: str) -> frozenset[str]:
    """Titles in their one spelling, which is the same for all languages, of one of the `title_kinds`."""
    return frozenset(load(DEFAULT).people["title_kinds"][kind])
