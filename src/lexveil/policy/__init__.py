"""What is replaced and how: a policy is a small TOML text; entities in, one decision each out."""

from lexveil.policy.decide import decide, hides, lawful
from lexveil.policy.lists import listed
from lexveil.policy.parsing import parse
from lexveil.policy.rules import Context, Listed, Policy, Rule, fingerprint, override
from lexveil.policy.supposing import suppose

__all__ = [
    "Context",
    "Listed",
    "Policy",
    "Rule",
    "decide",
    "fingerprint",
    "hides",
    "lawful",
    "listed",
    "override",
    "parse",
    "suppose",
]
