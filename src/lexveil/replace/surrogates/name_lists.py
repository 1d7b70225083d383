"""Names by origin: which locale's lists hold a name, the lists themselves, and names that nobody bears.

The lists are Faker's, read once, on first use. `data/names.toml` has what Faker lacks: names in Latin
letters of origins that it knows in another script only (facts), and syllables that were written for
Lexveil.
"""

import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any, NamedTuple

from lexveil import languages
from lexveil.languages.common import is_common
from lexveil.languages.people import particles, suffixes
from lexveil.names.given import gender as gender_of
from lexveil.names.places import is_country
from lexveil.text.fold import fold

IBERIAN = ("es", "pt")  # two family names
SLAVIC = ("ru", "uk", "bg", "mk", "cs", "sk", "pl")  # family names with a gender
_FAMILY, _GIVEN, _ENDING = 2, 1, 1.5  # how far the lists that hold a name, and its ending, speak for a locale


@cache
def _data() -> dict[str, Any]:
    path = files("lexveil.replace.surrogates") / "data" / "names.toml"
    return tomllib.loads(path.read_text("utf8"))


@cache
def listed_names(key: str) -> tuple[str, ...]:
    return tuple(_data()[key].split())


class Origin(NamedTuple):
    """The names of one locale as written, in order."""

    male: tuple[str, ...]
    female: tuple[str, ...]
    any: tuple[str, ...]  # given names of both
    family: tuple[str, ...]
    family_male: tuple[str, ...]
    family_female: tuple[str, ...]


def origin(
    family: list[str], given: list[str], small: Iterable[str] = (), *, language: str, script: str = "LATIN"
) -> str:
    """The locale that a name is most likely from, by its folded words; that of the language by default.

    `small` are the particles in it.

    >>> origin(["virtanen"], ["pekka"], language="en"), origin(["torvundsen"], [], language="da")
    ('fi_FI', 'da_DK')
    """
    votes: dict[str, float] = defaultdict(float)
    for words, weight in ((family, _FAMILY), (given, _GIVEN)):
        for word in words:
            for locale in _where()[weight == _GIVEN].get(word, ()):
                votes[locale] += weight if locale not in listed_names("wide") else weight / 2
    for particle in small:
        if particle in _data()["particles"]:
            votes[_data()["particles"][particle]] += _ENDING
    for word in family if script == "LATIN" else ():
        ends = (word[-size:] for size in (7, 6, 5, 4, 3, 2))
        told = next((_data()["endings"][end] for end in ends if end in _data()["endings"]), "")
        if told and len(word) > 5:
            votes[told] += _ENDING
    default = default_locale(language)
    if script != "LATIN":
        votes = {locale: vote for locale, vote in votes.items() if names(locale, script).family}
    if not votes:
        return default if names(default, script).family else _by_script(script)
    first = listed_names("first")
    rank = {locale: -first.index(locale) if locale in first else -len(first) for locale in votes}
    return max(votes, key=lambda locale: (votes[locale], locale[:2] == default[:2], rank[locale], locale))


def default_locale(language: str) -> str:
    """The locale whose names stand in when nothing tells an origin.

    >>> default_locale("de"), default_locale("pl"), default_locale("xx")
    ('de_DE', 'pl_PL', 'en_GB')
    """
    code = languages.find(language)
    own = languages.load(code or languages.DEFAULT).locales[0]
    return own if code else str(_data()["default"].get(language, own))


@cache
def names(locale: str, script: str = "LATIN") -> Origin:
    """The names of a locale in one script; of an unknown locale none."""
    lists = _lists().get(locale, {})
    kept = {kind: _written(listed, script) for kind, listed in lists.items()}
    if script == "LATIN" and locale in _data()["latin"]:
        kept = {kind: tuple(listed.split()) for kind, listed in _data()["latin"][locale].items()}
    either = kept.get("any", ())
    male = kept.get("male") or tuple(name for name in either if gender_of(fold(name)) == "m")
    female = kept.get("female") or tuple(name for name in either if gender_of(fold(name)) == "f")
    gendered = (*kept.get("family_male", ()), *kept.get("family_female", ()))
    family = kept.get("family") or tuple(dict.fromkeys(gendered))
    both = tuple(dict.fromkeys((*male, *female, *either)))
    by_gender = (kept.get(kind) or family for kind in ("family_male", "family_female"))
    return Origin(male, female, both, family, *by_gender)


def listed(word: str) -> bool:
    """A folded word that some locale lists as a family name."""
    return word in _where()[0]


def families(word: str) -> tuple[str, ...]:
    """The locales that list a folded word as a family name."""
    return tuple(_where()[0].get(word, ()))


def gender(name: str, locale: str) -> str:
    """The gender of a folded given name in a locale: `jan` is a man's in Poland.

    English lists take names from everywhere, so they tell nothing that all lists together do not.

    >>> gender("jan", "pl_PL"), gender("robin", "en_GB")
    ('m', '')
    """
    if locale.startswith("en"):
        return ""
    male, female = _folded(locale)
    return "" if (name in male) == (name in female) else "m" if name in male else "f"


@cache
def _folded(locale: str) -> tuple[frozenset[str], frozenset[str]]:
    lists = _lists().get(locale, {})
    male, female = (fold("|".join(lists.get(kind, ()))).split("|") for kind in ("male", "female"))
    return frozenset(male), frozenset(female)


@cache
def neutral(language: str) -> tuple[str, ...]:
    """Given names of no gender."""
    by_language = _data()["neutral"]
    return tuple(by_language.get(language, by_language["en"]).split())


def script(text: str) -> str:
    """
    >>> script("Ærø"), script("Смирнов")
    ('LATIN', 'CYRILLIC')
    """
    if text.isascii():
        return "LATIN"
    letter = next((char for char in text if char.isalpha()), "a")
    return unicodedata.name(letter, "LATIN").split()[0].split("-")[0]


@cache
def _by_script(script: str) -> str:
    """A locale that has names in the script at all."""
    return next((locale for locale in sorted(_lists()) if names(locale, script).family), "en_GB")


@cache
def _where() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Folded family names and given names to the locales that list them."""
    found: tuple[dict[str, list[str]], dict[str, list[str]]] = ({}, {})
    for locale, lists in sorted(_lists().items()):
        for at, family in enumerate((True, False)):
            listed = [
                name for kind, every in lists.items() if kind.startswith("family") == family for name in every
            ]
            for name in dict.fromkeys(fold("|".join(listed)).split("|")):
                found[at].setdefault(name, []).append(locale)
    return found


def _written(listed: Iterable[str], script_name: str) -> tuple[str, ...]:
    """The names that a surrogate may bear: one word, in the script, no ordinary word, no state."""
    kept = list(dict.fromkeys(name.title() if name.isupper() else name for name in listed if name.isalpha()))
    folded = fold("|".join(kept)).split("|")
    pairs = zip(kept, folded, strict=False)
    return tuple(name for name, word in pairs if script(name) == script_name and _bearable(name, word))


@cache
def _refused() -> frozenset[str]:
    english = languages.load(languages.DEFAULT)
    return particles(english) | suffixes(english)


def _bearable(name: str, word: str) -> bool:
    if name.islower() or (len(word) < 3 and name.isascii()):
        return False
    return not (word in _refused() or is_common(word, languages.load(languages.DEFAULT)) or is_country(word))


_OTHERS = ("format", "language", "kana", "middle", "rus")  # lists of the provider that are not of names


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    package = import_module("faker.providers.person")
    found: dict[str, dict[str, list[str]]] = {}
    for module in iter_modules(package.__path__):
        provider = import_module(f"{package.__name__}.{module.name}").Provider
        for attribute, value in vars(provider).items():
            wanted = "names" in attribute and not any(word in attribute for word in _OTHERS)
            if wanted and isinstance(value, tuple | list | dict):
                listed = found.setdefault(module.name, {}).setdefault(_kind(attribute), [])
                listed += (name for name in value if isinstance(name, str))
    return found


def _kind(attribute: str) -> str:
    gender = "female" if "female" in attribute else "male" if "male" in attribute else ""
    if "last" in attribute:
        return f"family_{gender}" if gender else "family"
    return gender or "any"


_MIDDLE = ("", "a", "e", "el", "en", "er", "i", "in", "o", "on", "or", "al", "an", "ar", "il", "ol")


@cache
def _syllables(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    flavours = _data()["coined"].values()
    north = next(iter(flavours))
    flavour = next((each for each in flavours if language in each["languages"].split()), north)
    return tuple(flavour["first"].split()), tuple(flavour["last"].split())


def coined(number: int, *, language: str, long: bool = False) -> str:
    """The word of a number; `long` ones have a third syllable, so that there are enough of them."""
    first, last = _syllables(language)
    number, head = divmod(number, len(first))
    number, tail = divmod(number, len(last))
    middle = _MIDDLE[number % len(_MIDDLE)] if long else ""
    return first[head] + middle + last[tail]
