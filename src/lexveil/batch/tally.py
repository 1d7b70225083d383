"""What is counted of a part, or of the whole. No names."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

BAR, HIGHEST = 2, 20  # width of a bar of the histogram, and where the last one begins
SLOWEST = 10  # that are named
COUNTED = ("rows", "characters", "cases", "failed", "leaks", "review")
TIMED = ("seconds", "slowest", "read")  # differ from run to run


class Slow(NamedTuple):
    seconds: float
    file: str
    number: int


@dataclass
class Tally:
    rows: int = 0  # and documents
    characters: int = 0
    cases: int = 0
    failed: int = 0
    leaks: int = 0
    review: int = 0
    categories: Counter[str] = field(default_factory=Counter)  # replaced, by category
    risk: Counter[str] = field(default_factory=Counter)  # rows, by the score at which their bar begins
    errors: Counter[str] = field(default_factory=Counter)  # rows without a result, by code
    seconds: float = 0.0  # of a processor
    slowest: list[Slow] = field(default_factory=list)
    read: int = 0  # bytes of the input
    telling: set[str] = field(default_factory=set, repr=False)  # names of files that spell out who is hidden

    def plain(self) -> dict[str, Any]:
        """What is the same for the same input."""
        counted: dict[str, Any] = {name: getattr(self, name) for name in COUNTED}
        for name in ("categories", "errors"):
            counted[name] = dict(sorted(getattr(self, name).items()))
        return {**counted, "risk": {low: self.risk[low] for low in sorted(self.risk, key=int)}}

    def timed(self) -> dict[str, Any]:
        return {"seconds": round(self.seconds, 3), "slowest": self.slowest, "read": self.read}

    def add(self, other: "Tally") -> None:
        for name in (*COUNTED, "seconds", "read"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.categories += other.categories
        self.risk += other.risk
        self.errors += other.errors
        self.telling |= other.telling
        self.slowest = sorted([*self.slowest, *other.slowest], reverse=True)[:SLOWEST]


def tally_of(found: dict[str, Any]) -> Tally:
    counters: dict[str, Any] = {name: Counter(found[name]) for name in ("categories", "risk", "errors")}
    slowest = [Slow(*each) for each in found.get("slowest", ())]
    known: dict[str, Any] = {name: found[name] for name in (*COUNTED, "seconds", "read") if name in found}
    return Tally(**known, **counters, slowest=slowest, telling=set(found.get("telling", ())))
