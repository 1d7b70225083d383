"""What belongs to a country's law and not to a language: legal forms, reporters, dockets, numbers, addresses.

Always all on, whatever language a document is in.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> Mapping[str, Any]:
    """A TOML file of this folder."""
    found: Mapping[str, Any] = tomllib.loads((files(__name__) / f"{name}.toml").read_text("utf8"))
    return found
