"""Scripts that train what the package ships, and generators of texts to train and measure with.

Each script reads top to bottom; none is used at run time. Run them from the root of the repository. `data/`
holds the word lists and sentences that they draw from.
"""

import argparse
import sys
import tomllib
from importlib.resources import files
from typing import Any, TypeVar, get_type_hints

Settings = TypeVar("Settings")


def table(name: str) -> dict[str, Any]:
    """A file of `data/`."""
    return tomllib.loads((files("train") / "data" / f"{name}.toml").read_text("utf8"))


def arguments(kind: type[Settings], description: str | None) -> Settings:
    """Settings from the command line: an option for each field, required where there is no default."""
    parser = argparse.ArgumentParser(description=description)
    for name, accepts in get_type_hints(kind).items():
        default = getattr(kind, name, None)
        parser.add_argument(f"--{name}", type=accepts, default=default, required=default is None)
    return kind(**vars(parser.parse_args()))


def on_own_gold() -> bool:
    """Whether a user's own reviewed documents are named: a shipped table or model then goes on learning."""
    return any(each.split("=")[0] == "--gold" for each in sys.argv[1:])
