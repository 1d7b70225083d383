"""A user's own reviewed gold: read, divided into what is learned from and what is measured on, and measured.

What `detector`, `roles` and `clustering` share when they are given `--gold`. Gold is what the review page
exports, what `lexveil evaluate align` makes of pairs, or any file that docs/evaluation.md describes. Shipped
weights are never written over: what is made lies in a folder of the user's.
"""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from lexveil.evaluate import gold as golds
from lexveil.evaluate.gold import Gold

EVERY = 4  # of so many documents one is measured on
LEAST = 2  # documents


@dataclass
class Settings:
    gold: Path  # reviewed documents
    out: Path  # a folder
    test: str = ""  # gold to measure on; without, one document in four of --gold is kept for it
    number: int = 0  # learn from so many of the rest; 0 for all
    stratify: str = ""  # a field of the gold; of --number documents, each of its values gives as many
    seed: int = 7


class Divided(NamedTuple):
    learned: tuple[Gold, ...]
    measured: tuple[Gold, ...]


def divided(settings: Settings) -> Divided:
    """What is learned from and what is measured on: no document is in both."""
    every = golds.read(settings.gold, case_by=settings.stratify)
    order = sorted(every, key=lambda each: each.id)
    random.Random(settings.seed).shuffle(order)
    if settings.test:
        measured = golds.read(Path(settings.test))
        tested = {each.text for each in measured}
        learned = [each for each in order if each.text not in tested]
    else:
        measured, learned = tuple(order[::EVERY]), [e for at, e in enumerate(order) if at % EVERY]
    if len(learned) < LEAST or not measured:
        raise SystemExit(f"{settings.gold}: {len(every)} documents are too few to learn from and measure on")
    if settings.number:
        learned = drawn(learned, settings.number, stratified=bool(settings.stratify))
    return Divided(tuple(learned), measured)


def drawn(documents: Sequence[Gold], number: int, *, stratified: bool) -> list[Gold]:
    """So many documents, as they come or in turn from each stratum (`case` of the gold) while it lasts.

    >>> golds = [Gold(str(n), "", (), case="b" if n == 3 else "a") for n in range(4)]
    >>> [[each.id for each in drawn(golds, 2, stratified=how)] for how in (False, True)]
    [['0', '1'], ['0', '3']]
    """
    if not stratified:
        return list(documents[:number])
    strata: dict[str, list[Gold]] = defaultdict(list)
    for each in documents:
        strata[each.case].append(each)
    found: list[Gold] = []
    while len(found) < min(number, len(documents)):
        for name in sorted(strata):
            if strata[name] and len(found) < number:
                found.append(strata[name].pop(0))
    return found


def strata(documents: Iterable[Gold]) -> dict[str, int]:
    found: dict[str, int] = defaultdict(int)
    for each in documents:
        found[each.case] += 1
    return dict(sorted(found.items()))


Figures = Mapping[str, float | None]


def compared(before: Mapping[str, Figures], after: Mapping[str, Figures]) -> str:
    """A table: each figure of each set before and after.

    >>> print(compared({"own": {"recall": 0.5}}, {"own": {"recall": 0.75}}))
    own
      recall                                   0.500 → 0.750
    """
    lines = []
    for name, figures in before.items():
        lines.append(name)
        lines += [f"  {key:<40} {_number(was)} → {_number(after[name][key])}" for key, was in figures.items()]
    return "\n".join(lines)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def write(
    settings: Settings,
    divided_: Divided,
    before: Mapping[str, Figures],
    after: Mapping[str, Figures],
    **more: Any,
) -> None:
    """`report.json` beside what was made, and the same on the screen. No text and no id of a document."""
    report = {
        "documents": {"learned": len(divided_.learned), "measured": len(divided_.measured)},
        "strata": strata(divided_.learned) if settings.stratify else None,
        "before": before,
        "after": after,
        **more,
    }
    (settings.out / "report.json").write_text(json.dumps(report, indent=1) + "\n", "utf8")
    print(f"{len(divided_.learned)} documents learned from, {len(divided_.measured)} measured on")
    print(compared(before, after), flush=True)


def examples(languages: Iterable[str]) -> tuple[Gold, ...]:
    """The examples of the repository in these languages: is what was known before still known?"""
    wanted = set(languages)
    found = (gold for path in sorted(Path("examples").glob("*.gold.jsonl")) for gold in golds.read(path))
    return tuple(gold for gold in found if gold.language in wanted)


Measure = Callable[[Sequence[Gold]], Figures]
