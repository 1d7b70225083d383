"""Languages as data (docs/languages.md): `load("en")` is all that English contributes.

A section that a language does not have comes from its parent.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, NamedTuple

from lexveil.model import Document

FOLDER = files("lexveil") / "languages"
DEFAULT = "en"
ALIASES = {"no": "nb"}  # codes that mean another
TABLES = ("people", "roles", "dates", "numbers", "labels", "replace")
WORDS = ("function", "legal", "ordinary", "calendar", "demonym", "names")  # sections of words.txt

Table = Mapping[str, Any]  # of a TOML file; lists are tuples, so that nobody changes them


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    code: str
    parent: str  # the language whose sections stand in for missing ones; "" for none
    capitals: str  # "names": a capitalised word is a candidate for a name; "nouns": every noun is
    decimal: str  # the decimal mark
    ocr: str  # the pack of the text recognition
    locales: tuple[str, ...]  # of lists of names, as Faker calls them
    words: Mapping[str, frozenset[str]] = field(repr=False)  # section → words, folded
    people: Table = field(repr=False)  # titles, suffixes, particles, pronouns, kinship
    roles: Table = field(repr=False)  # phrases that give a role
    dates: Table = field(repr=False)
    numbers: Table = field(repr=False)
    labels: Table = field(repr=False)  # words before identifiers, statutes, exhibits, addresses
    replace: Table = field(repr=False)  # what labels call things, and general places


class Base(NamedTuple):
    """A base form that a word may have."""

    name: str
    form: str  # the form of it that the word is: its case, plural before it, `+` and what is appended
    sure: bool = False  # even where the base form stands nowhere


class Inflection(NamedTuple):
    """How a language inflects names: `languages/<code>/inflect.py`."""

    bases: Callable[[str], tuple[Base, ...]]  # a name's last word, in small letters → the likeliest first
    inflect: Callable[[str, str], str]  # a pseudonym, a form → the pseudonym in that form


@cache
def codes() -> tuple[str, ...]:
    """The languages there are."""
    return tuple(sorted(each.name for each in FOLDER.iterdir() if (each / "language.toml").is_file()))


def find(code: str) -> str:
    """The code under which a language is here, regional or not; "" for one that is not."""
    code = code.lower().replace("_", "-")
    short = code.partition("-")[0]
    return next((each for each in (code, ALIASES.get(short, short)) if each in codes()), "")


@cache
def load(code: str) -> Language:
    """The language of this code, regional or not (`de-CH` is `de`); English for one that is not there."""
    known = find(code) or DEFAULT
    if known != code:
        return load(known)
    about = _toml(code, "language")
    parent = about["parent"]
    values: dict[str, Any] = {name: about[name] for name in ("parent", "capitals", "decimal", "ocr")}
    for name in TABLES:
        inherited = getattr(load(parent), name) if parent else {}
        values[name] = MappingProxyType({**inherited, **own(code, name)})
    locales = tuple(about["locales"])
    words = _words(code) or load(parent).words
    return Language(code=code, locales=locales, words=words, **values)


@cache
def packs() -> Mapping[str, str]:
    """The pack of the text recognition for each code, also of languages that have no folder."""
    own = {code: _toml(find(code), "language")["ocr"] for code in (*codes(), *ALIASES)}
    return MappingProxyType({**_toml("", "scans"), **own})


@cache
def inflection(code: str) -> Inflection | None:
    """None for a language that writes names in one form."""
    known = find(code)
    if not known or not (FOLDER / known / "inflect.py").is_file():
        return None
    module = import_module(f"{__name__}.{known}.inflect")
    return Inflection(module.bases, module.inflect)


def each(document: Document) -> Iterator[tuple[int, int, Language]]:
    return ((part.start, part.end, load(part.language)) for part in document.by_language())


def own(code: str, name: str) -> Table:
    """The sections of a table that the language itself has."""
    return _toml(code, name)


def owner(language: Language, table: str, section: str) -> Language:
    """The language that a section comes from: patterns must not join words of two languages."""
    while language.parent and section not in own(language.code, table):
        language = load(language.parent)
    return language


@cache
def all_words(table: str, section: str, key: str) -> tuple[str, ...]:
    """The words that the languages have there, together: for what may stand in a text of any language."""
    found = (own(code, table).get(section, {}).get(key, ()) for code in codes())
    return tuple(dict.fromkeys(word for words in found for word in words))


@cache
def _toml(code: str, name: str) -> Table:
    path = FOLDER / code / f"{name}.toml"
    return _frozen(tomllib.loads(path.read_text("utf8"))) if path.is_file() else MappingProxyType({})


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(each) for key, each in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def sections(file: Traversable, separator: str | None = "|") -> dict[str, list[str]]:
    """The entries of a list by section: `[name]` heads a section, `#` a remark."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in file.read_text("utf8").splitlines():
        if line.startswith("["):
            current = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            current += line.split(separator)
    return found


def _words(code: str) -> Mapping[str, frozenset[str]]:
    """Of `words.txt`, written by hand, and of `nouns.txt`, where every noun has a capital."""
    paths = [FOLDER / code / name for name in ("words.txt", "nouns.txt")]
    if not paths[0].is_file():
        return {}
    listed = [sections(path, None) for path in paths if path.is_file()]
    return MappingProxyType(
        {name: frozenset(word for each in listed for word in each.get(name, ())) for name in WORDS}
    )


@cache
def lower_words(code: str) -> tuple[str, ...]:
    """Words that the language writes in lower case inside a sentence, the most frequent first."""
    path = FOLDER / code / "lower.txt"
    if path.is_file():
        return tuple(sections(path, None)["words"])
    parent = load(code).parent
    return lower_words(parent) if parent and parent != DEFAULT else ()
