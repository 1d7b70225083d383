"""Places of the world, folded: countries, regions, cities (GeoNames, CC BY 4.0)."""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lexveil.languages import sections
from lexveil.text.fold import fold

_COUNTRY_CODE = re.compile("^[A-Z]{2} ")


class Places(NamedTuple):
    countries: frozenset[str]
    names: frozenset[str]  # countries, regions and cities
    ambiguous: frozenset[str]  # those that are also a word or a person's name
    reach: dict[str, int]  # first word of a place's name to the most words such a name has


def is_place(name: str) -> bool:
    """A listed place."""
    return name in places().names


def is_country(name: str) -> bool:
    """A state, present or past."""
    return name in places().countries


def is_ambiguous(name: str) -> bool:
    """A place whose name means other things too: only what stands around it tells."""
    return name in places().ambiguous


def reach(first: str) -> int:
    """The most words of a place whose name starts with this word; 0 where none does."""
    return places().reach.get(first, 0)


@cache
def places() -> Places:
    """The list, read once: a few hundredths of a second."""
    listed = {
        # The country code at the head of a line is for the reader of the file.
        section: fold("|".join(_COUNTRY_CODE.sub("", line) for line in lines)).split("|")
        for section, lines in sections(files("lexveil.names") / "data" / "places.txt", "\n").items()
    }
    every = [name for names in listed.values() for name in names]
    plain = [name.rstrip("*").replace(".", "") for name in every]
    lengths: dict[str, int] = {}
    for name in plain:
        first, *rest = name.split(" ")
        lengths[first] = max(lengths.get(first, 0), len(rest) + 1)
    return Places(
        frozenset(name.rstrip("*").replace(".", "") for name in listed["countries"]),
        frozenset(plain),
        frozenset(name.rstrip("*") for name in every if name.endswith("*")),
        lengths,
    )
