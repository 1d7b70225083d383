"""What is replaced and how: a policy is a small TOML text; entities in, one decision each out."""

from lexveil.policy.decide import decide
from lexveil.policy.rules import Context, Policy, Rule, parse

__all__ = ["Context", "Policy", "Rule", "decide", "parse"]
