"""What belongs to a country's law and not to a language; always all on, in any language."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = tomllib.loads((files(__name__) / f"{name}.toml").read_text("utf8"))
    return found
