"""Tables of named things: `name -> "module:attribute"`, loaded on use.

Each folder with alternatives keeps one such table. Outside packages add to it with an entry point of the
table's group, for example `lexveil.detectors`.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from lexveil.errors import LexveilError


def load(table: Mapping[str, str], name: str, *, group: str, error: type[LexveilError] = LexveilError) -> Any:
    """The thing called `name`; an unknown name lists the choices.

    >>> load({"sqrt": "math:sqrt"}, "sqrt", group="lexveil.none")(9)
    3.0
    """
    places = {**table, **_installed(group)}
    if name not in places:
        raise error(f"{group}.unknown", name=name, choices=", ".join(sorted(places)))
    module, _, attribute = places[name].partition(":")
    return getattr(import_module(module), attribute)


@cache
def _installed(group: str) -> Mapping[str, str]:
    """What installed packages add to a table: looked for once, for it reads a file of each of them."""
    return {point.name: point.value for point in entry_points(group=group)}
