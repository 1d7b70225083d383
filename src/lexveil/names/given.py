"""Given and family names of the world, their gender, and short forms of given names.

Comes in: one word, lower case without accents (`text.fold.fold`). Goes out: is it listed, and as what. The
names are those of the installed packages Faker (all its locales) and nicknames, read once, on first use; no
list of names is kept here. Nothing here looks at a document, and nothing compares spellings.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from nicknames import NickNamer

from lexveil.languages.common import is_plain
from lexveil.languages.titles import PARTICLES
from lexveil.text.fold import fold

# Attributes of Faker's providers that hold other things than names.
_NOT_NAMES = ("format", "language", "pairs", "prefix", "suffix")
# A name listed for both genders has the one that is this many times as frequent among the locales.
_CLEARLY = 8
# Names whose gender depends on the language; Faker has some of them in one language or one script only.
_BOTH = frozenset(
    "andrea nicola simone michele jean nikita sasha sascha camille jan joan luca ilya karen".split()
)
# Words and abbreviations in Faker's lists that no legal text means as a name.
_JUNK = frozenset("sr jr mr mrs dr prof sra ing lic st das der den dos com abd bin ben".split()) | PARTICLES

# Links of the nickname list that join two names of their own: nobody writes Robert and means Bill.
_REFUSED = frozenset(
    {
        ("robert", "bill"), ("robert", "billy"), ("robert", "rupert"), ("robert", "dob"),
        ("john", "ian"), ("michael", "micah"), ("jacqueline", "jack"), ("jackson", "jack"),
        ("margaret", "rita"), ("aaron", "erin"), ("patrick", "peter"),
        ("william", "bela"), ("william", "bell"),
    }
)  # fmt: skip
# Short forms that the nickname list does not have: of other languages, and of Britain and Ireland.
_SHORT = {
    "desmond": "des dessie", "gwendolen": "gwen", "gwendoline": "gwen", "bernadette": "bernie",
    "philippa": "pippa pip", "ottilie": "ottie tilly", "gerard": "gerry ger", "fionnuala": "nuala",
    "imogen": "immy", "alasdair": "ally", "alastair": "ally", "alistair": "ally", "rosemary": "rosie",
    "gareth": "gaz", "gary": "gaz", "darren": "daz", "barry": "baz", "maurice": "mo", "maureen": "mo",
    "marjorie": "marj marge", "winifred": "win", "wilfred": "wilf", "wilfrid": "wilf", "barnaby": "barney",
    "isabella": "izzy", "isobel": "izzy", "georgina": "georgie", "georgia": "georgie",
    "charlotte": "charlie", "eleanor": "nell", "padraig": "paddy", "florence": "florrie",
    "millicent": "millie", "rosalind": "ros", "gillian": "gill", "lynette": "lyn", "nicola": "nicky",
    "angus": "gus", "fergus": "gus", "calum": "cal", "callum": "cal", "lachlan": "lachie",
    "alexander": "sascha sasha alex xander", "aleksandr": "sasha sasza", "aleksander": "olek",
    "johannes": "hans jan", "giovanni": "gianni", "giuseppe": "beppe peppe", "francisco": "paco pancho",
    "jose": "pepe", "ignacio": "nacho", "enrique": "quique kike", "manuel": "manolo", "dolores": "lola",
    "concepcion": "concha", "jacques": "jacquot", "katarzyna": "kasia", "malgorzata": "gosia",
    "jakub": "kuba", "wojciech": "wojtek", "tomasz": "tomek", "krzysztof": "krzysiek", "grzegorz": "grzesiek",
    "dmitry": "dima", "vladimir": "vova volodya", "mikhail": "misha", "nikolai": "kolya", "sergei": "serge",
    "ekaterina": "katya", "tatiana": "tanya", "anastasia": "nastya", "natalia": "natasha", "maria": "masha",
    "yekaterina": "katya", "ivan": "vanya", "heinrich": "heinz", "friedrich": "fritz", "konstantin": "kostya",
    "mohammed": "mohd md", "muhammad": "mohd md", "sebastian": "basti", "ludwig": "lutz", "katharina": "kat",
    "elisabeth": "lisa elsa lis", "margarete": "grete gretel", "leonardo": "leo nardo", "luigi": "gigi",
}  # fmt: skip


class Names(NamedTuple):
    given: frozenset[str]
    family: frozenset[str]
    gender: dict[str, str]  # only names of one gender


def is_given(word: str) -> bool:
    """A given name; of a double one (`jean-marc`) both halves must be.

    >>> is_given("henrik"), is_given("jean-marc"), is_given("tribunal")
    (True, True, False)
    """
    listed = names().given
    return word in listed or ("-" in word and all(part in listed for part in word.split("-")))


def is_family(word: str) -> bool:
    """A family name; of a double one (`holst-christensen`) one half must be.

    >>> is_family("jensen"), is_family("holst-christensen"), is_family("tribunal")
    (True, True, False)
    """
    listed = names().family
    return word in listed or ("-" in word and any(part in listed for part in word.split("-")))


def gender(given: str) -> str:
    """`m`, `f`, or nothing where the name is not listed or borne by both.

    >>> gender("henrik"), gender("anna-maria"), gender("andrea")
    ('m', 'f', '')
    """
    known = names().gender
    return known.get(given) or (known.get(given.split("-")[0], "") if "-" in given else "")


def same_given(one: str, other: str) -> bool:
    """Two forms of one given name: equal, or one a listed short form of the other.

    >>> same_given("bill", "william"), same_given("bob", "robert"), same_given("bill", "robert")
    (True, True, False)
    """
    return one == other or other in short_forms(one) or one in short_forms(other)


@cache
def short_forms(name: str) -> frozenset[str]:
    listed = _nicknames().get(name, ())
    linked = {short for short in listed if {(name, short), (short, name)}.isdisjoint(_REFUSED)}
    linked = {short for short in linked if _same_gender(name, short)}
    return frozenset(linked.union(_SHORT.get(name, "").split()))


@cache
def _nicknames() -> dict[str, set[str]]:
    return NickNamer.default_lookup()


def _same_gender(one: str, other: str) -> bool:
    return {gender(one), gender(other)} != {"m", "f"}


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
        if "female" in attribute:
            borne["f"].update(set(listed))
        elif "male" in attribute:
            borne["m"].update(set(listed))
    genders = {name: _clear_gender(borne["m"][name], borne["f"][name]) for name in given - _BOTH}
    return Names(
        frozenset(filter(_is_name, given)),
        frozenset(filter(_is_name, family)),
        {name: found for name, found in genders.items() if found},
    )


def _faker_lists() -> Iterator[tuple[str, list[str]]]:
    """Every plain list of names that a locale's person provider itself defines."""
    package = import_module("faker.providers.person")
    for locale in iter_modules(package.__path__):
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
    return name not in _JUNK and not is_plain(name) and (len(name) > 1 or not name.isascii())


def _clear_gender(male: int, female: int) -> str:
    if male >= _CLEARLY * female and male:
        return "m"
    return "f" if female >= _CLEARLY * male and female else ""
