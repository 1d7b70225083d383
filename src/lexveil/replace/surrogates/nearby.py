"""Places that can stand for another place: near it, or of the same kind in the same country or the next.

The names are those of `names/data/places.txt` (GeoNames, CC BY 4.0); which cities are large, which states are
neighbours and which towns lie near each other stands in `data/states.txt`, added by hand. Names come folded
and are given as written.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lexveil.text.fold import fold

_TOWN = re.compile(r"(.+?) (\d[\d ]*)")


class State(NamedTuple):
    code: str
    name: str
    adjective: str
    neighbours: tuple[str, ...]
    large: tuple[str, ...]


class Place(NamedTuple):
    country: str  # ISO code; XX: over borders
    kind: str  # country, region, city, town


@cache
def states() -> dict[str, State]:
    rows = (line.split("|") for line in _rows()[""])
    return {
        code: State(code, name, adjective, tuple(near.split()), tuple(large.split(",")))
        for code, name, adjective, near, large in rows
    }


def place(name: str) -> Place | None:
    return _known().get(name)


def like(country: str, kind: str) -> tuple[str, ...]:
    """The places of a kind in a country, as written; empty where there is none."""
    if kind == "country":
        return tuple(states()[code].name for code in neighbours(country))
    if kind == "city" and country in states():
        return states()[country].large
    return _listed().get((country, kind), ())


def near(name: str) -> tuple[str, ...]:
    """The other towns that lie near this one, as written; empty where none are listed."""
    return tuple(town for town in _near().get(name, ()) if fold(town) != name)


def postcode(name: str) -> str:
    """A postcode of the town; nothing where none is listed."""
    return _postcodes().get(name, "")


@cache
def _near() -> dict[str, tuple[str, ...]]:
    rows = (tuple(town for town, _ in row) for row in _coded())
    return {fold(town): row for row in rows for town in row}


@cache
def _postcodes() -> dict[str, str]:
    return {fold(town): code for row in _coded() for town, code in row}


def _coded() -> Iterator[list[tuple[str, str]]]:
    """The towns of a row with their postcodes."""
    for line in _rows()["near"]:
        yield [(found[1], found[2]) for town in line.split(",") if (found := _TOWN.fullmatch(town))]


def neighbours(country: str) -> tuple[str, ...]:
    """The states around; of a state without an entry those of the region that most documents speak of."""
    near = states()[country].neighbours if country in states() else ("AT", "BE", "DK", "PT")
    return tuple(code for code in near if code in states())


def around(country: str) -> list[str]:
    """The other states, from the neighbours on outwards."""
    found = dict.fromkeys(neighbours(country))
    for code in (listed := list(found)):
        for further in neighbours(code):
            if further not in found:
                found[further] = None
                listed.append(further)
    return [code for code in (*found, *(code for code in states() if code not in found)) if code != country]


@cache
def adjectives() -> dict[str, str]:
    """Folded adjective to ISO code."""
    return {fold(state.adjective): code for code, state in states().items()}


@cache
def _rows() -> dict[str, list[str]]:
    """The lines of `data/states.txt` by section."""
    found: dict[str, list[str]] = {"": []}
    section = ""
    path = files("lexveil.replace.surrogates") / "data" / "states.txt"
    for line in path.read_text("utf8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            found.setdefault(section, []).append(line)
    return found


@cache
def _known() -> dict[str, Place]:
    found = {fold(state.name): Place(code, "country") for code, state in states().items()}
    for code, name in (line.split("|") for line in _rows()["also"]):
        found[name] = Place(code, "country")
    for code, state in states().items():
        for city in state.large:
            found.setdefault(fold(city), Place(code, "city"))
    for (country, kind), listed in _listed().items():
        for name in listed:
            found.setdefault(fold(name), Place(country, kind))
    for name in " ".join(_rows()["large"]).split():
        if name in found:
            found[name] = found[name]._replace(kind="city")
    return found


@cache
def _listed() -> dict[tuple[str, str], tuple[str, ...]]:
    """The file's names by country and kind; a city that is not large is a town."""
    found: dict[tuple[str, str], list[str]] = {}
    kind = ""
    for line in (files("lexveil.names") / "data" / "places.txt").read_text("utf8").splitlines():
        if line.startswith("["):
            kind = {"regions": "region", "cities": "town"}.get(line.strip("[]"), "country")
        elif line and not line.startswith("#") and kind == "country":
            found.setdefault(("XX", kind), []).extend(line.replace("*", "").split("|"))
        elif line and not line.startswith("#"):
            # One with a flag is also a word or a person's name: it would be misread.
            names = (name for name in line[3:].split("|") if not name.endswith("*"))
            found.setdefault((line[:2], kind), []).extend(names)
    return {key: tuple(listed) for key, listed in found.items()}
