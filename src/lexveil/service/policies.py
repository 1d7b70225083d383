"""The policy of a project: a preset by its name, with the names that stay in the project or everywhere.

Comes in: what a caller or the desk says. Goes out: a `Policy`. A policy is never looked for on the disk: a
name that comes over the network is no path.
"""

import dataclasses
from collections.abc import Iterable
from functools import cache

from lexveil import config
from lexveil.policy import Policy
from lexveil.service.problems import Problem
from lexveil.store.desk import Project


@cache
def presets() -> dict[str, Policy]:
    return config.presets()


def named(name: str) -> Policy:
    if name not in presets():
        raise Problem("invalid", f"policy: choose one of {', '.join(presets())}")
    return presets()[name]


def of(project: Project, listed: Iterable[str]) -> Policy:
    return with_listed(named(project.policy), listed)


def with_listed(policy: Policy, names: Iterable[str]) -> Policy:
    """The policy, told of names that stay."""
    keep = dataclasses.replace(policy.keep, names=policy.keep.names | frozenset(names))
    return dataclasses.replace(policy, keep=keep)
