"""One evaluation from gold to figures.

Comes in: gold documents and functions that predict. Goes out: the report of `docs/evaluation.md`, as plain
data, and the judged documents of each row, for who wants to see the misses. Nothing here knows how
predictions are made or shown.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lexveil.evaluate import danish, origins
from lexveil.evaluate.detection import Pair, Prediction, pair, score
from lexveil.evaluate.gold import Gold

# raw: as the detectors vote. uniform: after each name found is looked for everywhere. balanced: uniform at
# the operating point that weighs precision as well.
ROWS = ("raw", "uniform", "balanced")

Predict = Callable[[Gold], Mapping[str, Prediction]]  # row → what was predicted


@dataclass(frozen=True, slots=True)
class Evaluation:
    report: dict[str, Any]
    pairs: Mapping[str, Sequence[Pair]] = field(repr=False)


def evaluate(
    documents: Sequence[Gold],
    predict: Predict,
    *,
    balanced: Predict | None = None,
    with_origins: bool = False,
    groups: Mapping[str, tuple[str, ...]] = origins.GROUPS,
    step: Callable[[], object] = lambda: None,
) -> Evaluation:
    """The rows raw and uniform, and balanced where there is a way to predict it.

    `step` is called after each document that was predicted, for a progress bar.
    """
    judged, seconds = _judge(documents, predict, step)
    pairs = {row: judged[row] for row in ("raw", "uniform")}
    times = dict.fromkeys(pairs, seconds)
    if balanced:
        judged, times["balanced"] = _judge(documents, balanced, step)
        pairs["balanced"] = judged["uniform"]
    report: dict[str, Any] = dict.fromkeys(ROWS)
    for row, found in pairs.items():
        report[row] = {**score(found, seconds=times[row]), "danish": danish.table(found)}
    if with_origins:
        for row, found_origins in origins.measure(documents, _counted(predict, step), groups=groups).items():
            report[row]["origins"] = found_origins
    return Evaluation(report, pairs)


def steps(documents: int, *, balanced: bool, with_origins: bool) -> int:
    """How many documents `evaluate` will predict."""
    return documents * (1 + balanced + with_origins * len(origins.GROUPS))


def _judge(
    documents: Sequence[Gold], predict: Predict, step: Callable[[], object]
) -> tuple[dict[str, list[Pair]], float]:
    judged: dict[str, list[Pair]] = {"raw": [], "uniform": []}
    seconds = 0.0
    for gold in documents:
        began = time.perf_counter()
        predictions = predict(gold)
        seconds += time.perf_counter() - began
        for row, prediction in predictions.items():
            judged[row].append(pair(gold, prediction))
        step()
    return judged, seconds


def _counted(predict: Predict, step: Callable[[], object]) -> Predict:
    def predicting(gold: Gold) -> Mapping[str, Prediction]:
        predictions = predict(gold)
        step()
        return predictions

    return predicting
