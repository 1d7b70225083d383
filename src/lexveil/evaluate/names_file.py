"""Lists of names of somebody's own, group by group, to measure whether people are found alike.

TOML or JSON: `[arabic]` with `male`, `female` and `family`, lists of single words; one of the first two may
lack.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from lexveil.errors import InputError
from lexveil.evaluate.origins import NameList

FEWEST = 2  # groups: one alone has nothing to be compared with


def read_names(path: Path) -> dict[str, tuple[NameList]]:
    try:
        raw = path.read_text("utf-8-sig")
        found = json.loads(raw) if path.suffix.lower() == ".json" else tomllib.loads(raw)
    except OSError as error:
        raise InputError("evaluate.labels_unreadable", path=path, reason=error.strerror) from None
    except (ValueError, RecursionError):
        raise InputError("evaluate.labels_malformed", path=path) from None
    if not isinstance(found, dict) or len(found) < FEWEST:
        raise InputError("evaluate.name-groups", path=path)
    return {group: (_names(path, group, lists),) for group, lists in found.items()}


def _names(path: Path, group: str, lists: Any) -> NameList:
    told = lists if isinstance(lists, dict) else {}
    male, female, family = (_words(told.get(key, [])) for key in NameList._fields)
    if not (male or female) or not family:
        raise InputError("evaluate.name-list", path=path, group=group)
    return NameList(male, female, family)


def _words(listed: Any) -> tuple[str, ...]:
    words = listed if isinstance(listed, list) else []
    return tuple(word for word in words if isinstance(word, str) and word and " " not in word)
