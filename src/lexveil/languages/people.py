"""Words around a person's name, from `people.toml`: lower case without the full stop."""

import unicodedata
from collections.abc import Callable, Mapping
from functools import cache

from lexveil.languages import DEFAULT, Language, codes, load


@cache
def courtesy(language: Language) -> Mapping[str, str]:
    """Title → the gender it tells, "" for none; these say nothing of the role."""
    return genders(language, "courtesy")


def genders(language: Language, section: str) -> Mapping[str, str]:
    """Title → the gender it tells, of a section that lists them by gender."""
    return {
        way: "" if gender == "any" else gender
        for gender, titles in language.people[section].items()
        for title in titles
        for way in (title, unaccented(title))
    }


def unaccented(word: str) -> str:
    """As folded words are compared: rechtsanwältin → rechtsanwaltin."""
    parts = unicodedata.normalize("NFKD", word.replace("ß", "s"))
    return "".join(char for char in parts if not unicodedata.combining(char))


def _by_role(section: str) -> Callable[[Language], Mapping[str, str]]:
    return cache(
        lambda language: {
            way: role
            for role, words in language.people[section].items()
            for word in words
            for way in (word, unaccented(word))
        }
    )


role_before = _by_role("role_before")  # word before a name → the role it gives: `judge` → JUDGE
role_after = _by_role("role_after")  # letters after a name → the role they give: `qc` → LAWYER


def _words(section: str) -> Callable[[Language], frozenset[str]]:
    return cache(lambda language: frozenset(language.people[section]))


ranks = _words("ranks")  # words before a title that say which: Deputy District Judge
suffixes = _words("suffixes")  # part of the name's tail, no role: Jr, PhD
particles = _words("particles")  # small words inside a name: van der, de la


@cache
def generations(language: Language) -> Mapping[str, str]:
    """What tells a father from his son, in all spellings → in one."""
    listed = language.people["generations"]
    return {word: suffix for suffix, words in listed.items() for word in (suffix, *words)}


@cache
def titles(language: Language) -> frozenset[str]:
    """Every word that can stand before a name: courtesy, office or role."""
    return frozenset(courtesy(language)) | frozenset(role_before(language))


@cache
def beside_names(language: Language) -> frozenset[str]:
    """What stands before a name or after it and is none of it."""
    return titles(language) | suffixes(language)


@cache
def around_names(language: Language) -> frozenset[str]:
    """The same, and the small words inside."""
    return beside_names(language) | particles(language)


@cache
def tails(language: Language) -> frozenset[str]:
    """What can end a name and is none: suffixes, letters that give a role. A single letter is an initial."""
    return frozenset(word for word in suffixes(language) | role_after(language).keys() if len(word) > 1)


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
