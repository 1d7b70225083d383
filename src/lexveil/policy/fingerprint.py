"""Has a policy changed? A policy in, a short text out that is the same for as long as it decides the same.

Every rule, list and pattern counts, in whichever order a set is kept. What decides nothing does not: the
description, and who must approve. What stands as it does by itself does not count either, so that a policy
keeps its fingerprint when a later version of the schema knows more keys.
"""

import hashlib
import json
import re
from dataclasses import fields, is_dataclass
from typing import Any

from lexveil.policy.rules import Policy

_LEFT_OUT = frozenset(["description", "approval"])


def fingerprint(policy: Policy) -> str:
    """
    >>> mine = Policy("mine", titles="keep")
    >>> fingerprint(mine) == fingerprint(Policy("mine", "in other words", titles="keep"))
    True
    >>> fingerprint(mine) == fingerprint(Policy("mine", titles="all"))
    False
    """
    return hashlib.sha256(json.dumps(_plain(policy), sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, re.Pattern):  # its repr ends after 200 characters
        return [value.pattern, value.flags]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        found = ((each, getattr(value, each.name)) for each in fields(value))
        return {
            each.name: _plain(held)
            for each, held in found
            if each.name not in _LEFT_OUT and held != each.default
        }
    return value
