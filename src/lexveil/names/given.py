"""Given and family names of the world, their gender and short forms: Faker, nicknames, and `data/`."""

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from itertools import pairwise
from pkgutil import iter_modules
from typing import Any, NamedTuple

from nicknames import NickNamer

from lexveil.languages import DEFAULT, all_words, load, people
from lexveil.languages.common import is_plain
from lexveil.text.fold import fold

# Attributes of Faker's providers that hold other things than names.
_NOT_NAMES = ("format", "language", "pairs", "prefix", "suffix")
# A name listed for both genders has the one that is this many times as frequent among the locales.
_CLEARLY = 8


class Names(NamedTuple):
    given: frozenset[str]
    family: frozenset[str]
    gender: dict[str, str]  # only names of one gender


def is_given(word: str) -> bool:
    """A given name; of a double one (`jean-marc`) both halves must be."""
    listed = names().given
    return word in listed or ("-" in word and all(part in listed for part in word.split("-")))


def is_family(word: str) -> bool:
    """A family name; of a double one (`holst-christensen`) one half must be."""
    listed = names().family
    return word in listed or ("-" in word and any(part in listed for part in word.split("-")))


def gender(given: str) -> str:
    """`m`, `f`, or nothing where the name is not listed or borne by both."""
    known = names().gender
    double = "-" in given and is_given(given)
    return known.get(given) or (known.get(given.split("-")[0], "") if double else "")


def same_given(one: str, other: str) -> bool:
    """Two forms of one given name: equal, or one a listed short form of the other."""
    return one == other or other in short_forms(one) or one in short_forms(other)


@lru_cache(maxsize=2**14)  # of the names of a corpus there is no end
def short_forms(name: str) -> frozenset[str]:
    refused, more = table("no_short_forms"), _more_short_forms()
    listed = {short for short in _nicknames().get(name, ()) if {gender(name), gender(short)} != {"m", "f"}}
    listed -= {short for short in listed if short in refused.get(name, ()) or name in refused.get(short, ())}
    return frozenset(listed.union(more.get(name, ())))


def short_forms_of_any(names: Sequence[str]) -> frozenset[str]:
    """The short forms of somebody's given names, and of two of them together: José María, Chema."""
    double = ("-".join(pair) for pair in pairwise(names))
    return frozenset(short for name in (*names, *double) for short in short_forms(name))


def is_short(word: str, whole: str) -> bool:
    """Whether people may shorten the name so, listed or not: its beginning or its end, with or without -ie; a
    diminutive of it; a syllable said twice.

    >>> [is_short(*pair) for pair in (("trav", "travis"), ("dusty", "dustin"), ("tobi", "oluwatobi"))]
    [True, True, True]
    >>> is_short("mary", "marcus"), is_short("tra", "tracy")
    (False, True)
    >>> [is_short(*pair) for pair in (("lulu", "lucien"), ("gennarino", "gennaro"), ("lulu", "marc"))]
    [True, True, False]
    """
    if _is_said_twice(word, whole):
        return True
    if {gender(word), gender(whole)} == {"m", "f"}:
        return False
    if _is_diminutive(word, whole):
        return True
    pet = word.endswith(_PET_ENDINGS)
    if len(word) < 3 or len(whole) < len(stem(word)) + 2 - pet:
        return False
    if stem(word) != word:
        return whole.startswith(stem(word))
    if whole.startswith(word) or (len(word) > 3 and whole.endswith(word)):
        return True
    start = word[: -1 - (word[-2] in "ei")] if pet else ""
    start = start[:-1] if len(start) > 3 and start[-1] == start[-2] else start
    return len(start) > 2 + is_given(word) and whole.startswith(start)


def _is_said_twice(word: str, whole: str) -> bool:
    half = word[: len(word) // 2]
    return len(half) == SYLLABLE and word == half * 2 and half in whole


def _is_diminutive(word: str, whole: str) -> bool:
    """The whole name, or its first letters, with a diminutive ending: Casildita, Estherli, Fenni."""
    for ending in all_words("people", "names", "short_endings"):
        start = word.removesuffix(ending)
        left = len(whole) - len(start)
        if start == word or not whole.startswith(start) or len(start) < SHORTEST:
            continue
        if left <= ENDING and not (is_given(word) and len(ending) > 1):
            return True
    doubled = word[:-1] if word.endswith(_PET_ENDINGS[-1:]) else ""
    return len(doubled) > SHORTEST and doubled[-1] == doubled[-2] and whole.startswith(doubled[:-1])


def stem(word: str) -> str:
    """What a pet name leaves of the name: of Bazza, who is Barry, "bar"."""
    return f"{word.removesuffix(_PET_R)}r" if word.endswith(_PET_R) and len(word) > len(_PET_R) + 1 else word


SYLLABLE = 2  # letters of one that is said twice
SHORTEST = 3  # letters that are left of a name before a diminutive ending
ENDING = 2  # letters of the name that such an ending may take the place of
_PET_R = "zza"
_PET_ENDINGS = ("y", "ie", "i")
_nicknames = cache(NickNamer.default_lookup)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((files("lexveil.names") / "data" / "given.toml").read_text("utf8"))


@cache
def words(section: str) -> frozenset[str]:
    """The words of a section of `data/given.toml`."""
    return frozenset(_data()[section].split())


@cache
def table(section: str) -> dict[str, frozenset[str]]:
    """Name → the names that it is linked with."""
    return {name: frozenset(linked.split()) for name, linked in _data()[section].items()}


@cache
def _more_short_forms() -> dict[str, frozenset[str]]:
    lines = (files("lexveil.names") / "data" / "short_forms.txt").read_text("utf8").splitlines()
    rows = (line.split(": ") for line in lines if not line.startswith("#"))
    return {name: frozenset(short.split()) for name, short in rows}


@cache
def spellings() -> dict[str, int]:
    """Name → the number of the group of spellings it is in."""
    return {word: at for at, group in enumerate(_data()["spellings"]) for word in group.split()}


@cache
def names() -> Names:
    """The lists, read once: about a third of a second."""
    given: set[str] = set()
    family: set[str] = set()
    borne: dict[str, Counter[str]] = {"m": Counter(), "f": Counter()}
    for attribute, listed in _faker_lists():
        if "last" in attribute:
            family.update(listed)
            continue
        given.update(listed)
        if "male" in attribute:
            borne["f" if "female" in attribute else "m"].update(set(listed))
    for mine, more in (("m", words("more_men")), ("f", words("more_women"))):
        given |= more
        borne[mine].update(more)
    family |= words("more_family")
    no_names = words("no_names") | people.particles(load(DEFAULT))
    one_gender = given - words("both_genders")
    genders = {
        name: mine
        for mine, other in (("m", "f"), ("f", "m"))
        for name in one_gender
        if borne[mine][name] and borne[mine][name] >= _CLEARLY * borne[other][name]
    }
    is_name = frozenset(name for name in (given | family) - no_names if _is_name(name))
    return Names(frozenset(given & is_name), frozenset(family & is_name), genders)


@cache
def of_locales(locales: tuple[str, ...]) -> frozenset[str]:
    """Given and family names of some countries, as Faker calls them."""
    return frozenset(name for _, listed in _faker_lists(locales) for name in listed)


def _faker_lists(locales: Collection[str] = ()) -> Iterator[tuple[str, list[str]]]:
    """Every plain list of names that a locale's person provider itself defines; of these, or of all."""
    package = import_module("faker.providers.person")
    for locale in iter_modules(package.__path__):
        if locales and locale.name not in locales:
            continue
        provider = import_module(f"{package.__name__}.{locale.name}").Provider
        for attribute, value in vars(provider).items():
            if "name" not in attribute or any(word in attribute for word in _NOT_NAMES):
                continue
            if isinstance(value, tuple | list | dict):
                yield attribute, _entries(value)


def _entries(listed: Iterable[object]) -> list[str]:
    """Folded names; of one in several words also each word, since a text may show it alone."""
    whole = fold("|".join(name for name in listed if isinstance(name, str))).split("|")
    return whole + [part for name in whole if " " in name for part in name.split() if len(part) > 2]


def _is_name(name: str) -> bool:
    return not is_plain(name) and (len(name) > 1 or not name.isascii())
