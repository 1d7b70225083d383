"""Lexveil inside other people's frameworks: a small module for each, behind an extra of its name.

All of them do their work through `Pseudonymizer`, and hand on what it refuses: nothing leaks because a
framework swallowed an error.
"""

from importlib import import_module
from typing import Any

from lexveil.errors import LexveilError


def needed(package: str, *, extra: str) -> Any:
    """The package of an extra; where it is missing, an error that says how to get it."""
    try:
        return import_module(package)
    except ImportError:
        raise LexveilError("extra.missing", package=package.partition(".")[0], extra=extra) from None
