"""Scripts that train what the package ships, and generators of texts to train and measure with.

Each script reads top to bottom; none is used at run time. Run them from the root of the repository. `data/`
holds the word lists and sentences that they draw from.
"""

import argparse
import tomllib
from importlib.resources import files
from typing import Any, TypeVar

Settings = TypeVar("Settings")


def table(name: str) -> dict[str, Any]:
    """A file of `data/`."""
    return tomllib.loads((files("train") / "data" / f"{name}.toml").read_text("utf8"))


def arguments(kind: type[Settings], description: str | None) -> Settings:
    """Settings from the command line: an option for each field, required where there is no default."""
    parser = argparse.ArgumentParser(description=description)
    for name, accepts in kind.__annotations__.items():
        default = getattr(kind, name, None)
        parser.add_argument(f"--{name}", type=accepts, default=default, required=default is None)
    return kind(**vars(parser.parse_args()))
