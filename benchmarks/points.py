"""Do the operating points of a detector hold on documents that they were not chosen on?

The documents of a gold file are dealt out to two halves that are alike: in the order of how many marks they
have, the first and the fourth of each four to the one, the second and the third to the other. On each half
that point of the grid is chosen that has the highest character precision of those with enough recall (a
margin above what is asked for); it is scored on the other. The whole pipeline, with the policy `strict`.

    python benchmarks/points.py --gold FILE.jsonl.xz
"""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from lexveil import config
from lexveil.detect import models
from lexveil.evaluate import gold as golds
from lexveil.evaluate.detection import Pair, character, masked_mention_recall, pair
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import predictor

MARGIN = 0.005  # of recall: one half is no exact measure of the other
ASKED = {"recall": 0.955, "balanced": 0.90}
THRESHOLDS = (0.007, 0.01)  # of the point `recall`
MASKS = {"ORG": (0.02, 0.03), "DEM": (0.03, 0.05), "MISC": (0.2, 0.3)}  # of the point `balanced`

Point = Mapping[str, Any]


class Figures(NamedTuple):
    recall: float
    person: float
    precision: float

    def __str__(self) -> str:
        return f"recall {self.recall:.4f}  PERSON {self.person:.4f}  character precision {self.precision:.4f}"


def grid(points: Mapping[str, Point], kind: str) -> Iterator[Point]:
    if kind == "recall":
        yield from ({**points[kind], "threshold": threshold} for threshold in THRESHOLDS)
    else:
        for chances in product(*MASKS.values()):
            yield {**points[kind], "mask": dict(zip(MASKS, chances, strict=True))}


def judged(documents: Sequence[Gold], points: dict[str, Point], kind: str, point: Point) -> list[Pair]:
    shipped, points[kind] = points[kind], point
    predict = predictor(policy="strict", balance=kind == "balanced")
    pairs = [pair(document, predict(document)["uniform"]) for document in documents]
    points[kind] = shipped
    return pairs


def halves(documents: Sequence[Gold]) -> tuple[set[str], set[str]]:
    order = sorted(documents, key=lambda each: (sum(mark.masked for mark in each.mentions), each.id))
    one = {each.id for at, each in enumerate(order) if at % 4 in (0, 3)}
    return one, {each.id for each in order} - one


def figures(pairs: Sequence[Pair], ids: set[str]) -> Figures:
    inside = [each for each in pairs if each.gold.id in ids]
    recall = masked_mention_recall(inside)
    rates = (recall["all"], recall["PERSON"], character(inside)["precision"])
    return Figures(*(rate or 0.0 for rate in rates))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gold", type=Path, required=True)
    options = parser.parse_args()
    documents = golds.read(options.gold)
    one, other = halves(documents)
    threads = min(config.settings().threads, os.cpu_count() or 1)  # as the pipeline asks for it: one model
    points: dict[str, Point] = models.load(models.DEFAULT, threads).settings["points"]
    for kind, asked in ASKED.items():
        found = {str(point): judged(documents, points, kind, point) for point in grid(points, kind)}
        for name, chosen_on, scored_on in (("first", one, other), ("second", other, one)):
            own = {point: figures(pairs, chosen_on) for point, pairs in found.items()}
            enough = [point for point, each in own.items() if each.recall >= asked + MARGIN] or list(own)
            best = max(enough, key=lambda point: own[point].precision)
            print(f"{kind}, chosen on the {name} half: {best}\n    there {own[best]}")
            print(f"    on the other {figures(found[best], scored_on)}", flush=True)
        shipped = str(points[kind])
        if shipped in found:
            print(f"{kind}, as shipped {shipped}: {figures(found[shipped], one | other)}")


if __name__ == "__main__":
    main()
