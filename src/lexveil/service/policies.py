"""The policies that a service offers: the presets, and those of the house that were read when it started.

A policy is never looked for on the disk: a name that comes over the network is no path. A case whose policy
is gone, or is no longer what it was, gets an error, never another policy.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal

from lexveil import config
from lexveil.policy import Policy, fingerprint
from lexveil.service.chosen import ON_TOP, on_top
from lexveil.service.problems import Problem
from lexveil.store.desk import Case

PolicyState = Literal["ok", "missing", "changed"]

OK: Final = "ok"
MISSING: Final = "missing"
CHANGED: Final = "changed"
MARK = "fingerprint"  # among the settings of a project: of its policy, as it was when it was chosen


class Policies:
    def __init__(self, own: Mapping[str, Policy] | None = None) -> None:
        self.own = dict(own or {})
        self.offered: Mapping[str, Policy] = {**presets(), **self.own}
        self._marks = {name: fingerprint(policy) for name, policy in self.own.items()}

    def named(self, name: str) -> Policy:
        if name not in self.offered:
            raise Problem("invalid", "service.policy", choices=", ".join(self.offered))
        return self.offered[name]

    def mark(self, name: str) -> dict[str, str]:
        """What a project that chooses this policy keeps of it among its settings. Presets change with the
        version of Lexveil, which whoever installs it has accepted."""
        return {MARK: self._marks.get(name, "")}

    def state_of(self, case: Case) -> PolicyState:
        """Whether the policy of the project is the one that was chosen for it."""
        if case.policy not in self.offered:
            return MISSING
        if self._marks.get(case.policy, "") != case.settings.get(MARK, ""):
            return CHANGED
        return OK

    def of(self, case: Case, listed: Iterable[str] = ()) -> Policy:
        state, name = self.state_of(case), case.policy
        if state == MISSING:
            raise Problem("conflict", "service.policy-missing", policy=name)
        if state == CHANGED:
            raise Problem("conflict", "service.policy-changed", policy=name)
        policy = on_top(self.offered[name], case.settings.get(ON_TOP) or {})
        keep = dataclasses.replace(policy.keep, names=policy.keep.names | frozenset(listed))
        return dataclasses.replace(policy, keep=keep)

    def asks_approval(self, case: Case) -> bool:
        """The policy itself, whatever the project says."""
        found = self.offered.get(case.policy)
        return found is not None and found.approval

    def approval(self, case: Case) -> bool:
        """Whether documents are exported only once they are approved: a project can ask for more than its
        policy, never for less."""
        return bool(case.settings.get("approval")) or self.asks_approval(case)


@cache
def presets() -> Mapping[str, Policy]:
    return config.presets()
